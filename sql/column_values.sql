-- purpose: the values of one column on both sides, and what it tells by itself
-- one row is: the column; same_pairs are pairs of original rows that it leaves together
-- parameters: columns, own
-- reference: rdmp/insight.py; COMPARISON.md rule 4; a missing value is a value: it equals another
with
    {% if own %}
        -- a value of the original as its own source means it, or a value of the avatar
        side_value as (
            select
                {{ columns | map("name") | join(", ") }},
                1 as own_values,
                count(*) as originals,
                0 as avatars
            from original_compared
            group by {{ (columns + own) | map("name") | join(", ") }}
            union all
            select
                {{ columns | map("name") | join(", ") }},
                0 as own_values,
                0 as originals,
                count(*) as avatars
            from avatar_compared
            group by {{ columns | map("name") | join(", ") }}
        ),
        -- a compared value, and how often it occurs on each side
        compared_value as (
            select
                sum(own_values) as own_values,
                sum(originals) as originals,
                count(*) filter (where originals = 1) as uniques,
                sum(avatars) as avatars
            from side_value
            group by {{ columns | map("name") | join(", ") }}
        )
    {% else %}
        -- a row of either side
        side_row as (
            select {{ columns | map("name") | join(", ") }}, true as is_original
            from original_compared
            union all
            select {{ columns | map("name") | join(", ") }}, false as is_original
            from avatar_compared
        ),
        -- a compared value, and how often it occurs on each side
        counted_value as (
            select
                count(*) filter (where is_original) as originals,
                count(*) filter (where not is_original) as avatars
            from side_row
            group by {{ columns | map("name") | join(", ") }}
        ),
        compared_value as (
            select
                cast(originals > 0 as integer) as own_values,
                originals,
                cast(originals = 1 as integer) as uniques,
                avatars
            from counted_value
        )
    {% endif %}
select
    coalesce(sum(originals), 0) as original_rows,
    coalesce(sum(avatars), 0) as avatar_rows,
    coalesce(sum(own_values), 0) as original_values,
    count(*) filter (where avatars > 0) as avatar_values,
    coalesce(sum(originals) filter (where avatars > 0), 0) as present_rows,
    coalesce(sum(uniques), 0) as unique_rows,
    coalesce(sum(uniques) filter (where avatars > 0), 0) as matched_rows,
    coalesce(sum(cast(originals as double) * originals), 0) as same_pairs
from compared_value
