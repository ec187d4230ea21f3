{# Every count of the result, from `distinct_row`: one distinct row, and how often it occurs on each
   side (`originals`, `avatars`). -#}
{% macro figures() -%}
    coalesce(sum(originals), 0) as original_rows,
    count(*) filter (where originals = 1) as unique_rows,
    count(*) filter (where originals = 1 and avatars > 0) as matched_rows,
    coalesce(sum(originals) filter (where avatars > 0), 0) as present_rows,
    coalesce(sum(avatars), 0) as avatar_rows,
    coalesce(sum(avatars) filter (where originals > 0), 0) as copied_avatar_rows
{%- endmacro %}
