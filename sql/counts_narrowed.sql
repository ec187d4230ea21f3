-- purpose: every count where comparing can merge rows that differ: U is as the source means it
-- one row is: the evaluation
-- parameters: columns, own, original, avatar
-- reference: COMPARISON.md rule 4
with
    -- an original row as its own source means it, how often it occurs, and what is compared
    own_row as (
        select {{ columns | map("name") | join(", ") }}, count(*) as occurrences
        from {{ original | name }}
        group by {{ (columns + own) | map("name") | join(", ") }}
    ),
    side_row as (
        select
            {{ columns | map("name") | join(", ") }},
            occurrences as originals,
            case when occurrences = 1 then 1 else 0 end as uniques,
            0 as avatars
        from own_row
        {% if avatar %}
            union all
            select
                {{ columns | map("name") | join(", ") }}, 0 as originals, 0 as uniques, 1 as avatars
            from {{ avatar | name }}
        {% endif %}
    ),
    -- a distinct compared row
    distinct_row as (
        select sum(originals) as originals, sum(uniques) as uniques, sum(avatars) as avatars
        from side_row
        group by {{ columns | map("name") | join(", ") }}
    )
select
    coalesce(sum(originals), 0) as original_rows,
    coalesce(sum(uniques), 0) as unique_rows,
    coalesce(sum(uniques) filter (where avatars > 0), 0) as matched_rows,
    coalesce(sum(originals) filter (where avatars > 0), 0) as present_rows,
    coalesce(sum(avatars), 0) as avatar_rows,
    coalesce(sum(avatars) filter (where originals > 0), 0) as copied_avatar_rows
from distinct_row
