-- purpose: every count where next to all rows repeat: what is stored is grouped before it is
-- converted
-- one row is: the evaluation
-- parameters: originals, avatars
-- reference: counts.sql, which it equals; rdmp/plans/definition.py, keeps_equals
{% from "figures.sql" import figures %}
{% from "conversions.sql" import convert %}
{% macro stored(expressions) -%}
    {{ expressions | map(attribute="column") | unique | map("name") | join(", ") }}
{%- endmacro %}
{% macro converted(expressions) -%}
    {% for one in expressions -%}
        {{ convert(one.chain, one.column | name) }} as {{ one.name | name }},
    {% endfor %}
{%- endmacro %}
with
    -- a row of each side as it is stored, and how often it occurs
    original_row as (
        select {{ stored(originals) }}, count(*) as occurrences
        from original
        group by {{ stored(originals) }}
    ),
    avatar_row as (
        select {{ stored(avatars) }}, count(*) as occurrences
        from avatar
        group by {{ stored(avatars) }}
    ),
    -- the same, in its compared form
    side_row as (
        select {{ converted(originals) }} occurrences as originals, cast(0 as bigint) as avatars
        from original_row
        union all
        select {{ converted(avatars) }} cast(0 as bigint) as originals, occurrences as avatars
        from avatar_row
    ),
    -- a distinct row, and how often it occurs on each side
    distinct_row as (
        select sum(originals) as originals, sum(avatars) as avatars
        from side_row
        group by {{ originals | map(attribute="name") | map("name") | join(", ") }}
    )
select {{ figures() }}
from distinct_row
