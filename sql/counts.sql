-- purpose: every count of the result from one grouping of both tables
-- one row is: the evaluation
-- parameters: columns, original, avatar
-- reference: DESIGN.md, the result; equal to rdmp.sql in original_rows and matched_rows
{% from "figures.sql" import figures %}
with
    -- a row of either side
    side_row as (
        select {{ columns | map("name") | join(", ") }}, true as is_original
        from {{ original | name }}
        {% if avatar %}
            union all
            select {{ columns | map("name") | join(", ") }}, false as is_original
            from {{ avatar | name }}
        {% endif %}
    ),
    -- a distinct row, and how often it occurs on each side
    distinct_row as (
        select
            count(*) filter (where is_original) as originals,
            count(*) filter (where not is_original) as avatars
        from side_row
        group by {{ columns | map("name") | join(", ") }}
    )
select {{ figures() }}
from distinct_row
