-- purpose: every count of the result from one grouping of both tables
-- one row is: the evaluation
-- parameters: columns, original, avatar
-- reference: DESIGN.md, the result; equal to rdmp.sql in original_rows and matched_rows
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
select
    coalesce(sum(originals), 0) as original_rows,
    count(*) filter (where originals = 1) as unique_rows,
    count(*) filter (where originals = 1 and avatars > 0) as matched_rows,
    coalesce(sum(originals) filter (where avatars > 0), 0) as present_rows,
    coalesce(sum(avatars), 0) as avatar_rows,
    coalesce(sum(avatars) filter (where originals > 0), 0) as copied_avatar_rows
from distinct_row
