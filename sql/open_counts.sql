-- purpose: unique and matched rows on some columns, among rows whose repeats are counted
-- one row is: the open rows
-- parameters: columns, own
-- reference: rdmp/plans/subsets.py; COMPARISON.md rule 4
with
    {% if own %}
        -- a row on these columns as its own source means it
        own_row as (
            select
                {{ columns | map("name") | join(", ") }},
                sum(originals) as originals,
                sum(avatars) as avatars
            from open_row
            group by {{ (columns + own) | map("name") | join(", ") }}
        ),
        -- a row on these columns as it is compared
        compared_row as (
            select count(*) filter (where originals = 1) as uniques, sum(avatars) as avatars
            from own_row
            group by {{ columns | map("name") | join(", ") }}
        )
    {% else %}
        -- a row on these columns
        compared_row as (
            select cast(sum(originals) = 1 as integer) as uniques, sum(avatars) as avatars
            from open_row
            group by {{ columns | map("name") | join(", ") }}
        )
    {% endif %}
select
    coalesce(sum(uniques), 0) as unique_rows,
    coalesce(sum(uniques) filter (where avatars > 0), 0) as matched_rows
from compared_row
