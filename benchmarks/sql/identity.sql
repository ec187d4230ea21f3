{# Purpose: which identity stands at which position of a table.
   One row of `identity` is one row of the table to be made: its identity `j`, and `y`, the same
   identity scattered over the mixed-radix space (a bijection, so that digits look random).
   Parameters: side (rows, parts, multiplier, offset), scatter, space. #}
{% macro identities(side, scatter, space) %}
-- one row is one position, shuffled: the parts end up spread over the whole file
position as (
    select (range * {{ side.multiplier }} + {{ side.offset }}) % {{ side.rows }} as p
    from range({{ side.rows }})
),

numbered as (
    select
        case
        {% set seen = namespace(rows=0) %}
        {% for part in side.parts %}
            when p < {{ seen.rows + part.rows }}
                then {{ part.first }} + (p - {{ seen.rows }}) % {{ part.distinct }}
        {% set seen.rows = seen.rows + part.rows %}
        {% endfor %}
        end as j
    from position
),

identity as (
    select j, (j * {{ scatter }} + 1) % {{ space }} as y
    from numbered
)
{% endmacro %}
{# A pseudo-random integer from 0 to below `values`, of this identity and this column. #}
{% macro draw(column, values, seed) -%}
(hash(j, {{ column }}, {{ seed }}) % {{ values }})::bigint
{%- endmacro %}
{# True for this share (in percent) of the identities, on its own in each column. #}
{% macro chance(column, percent, seed) -%}
hash(j, {{ column }}, {{ seed }}, 1) % 100 < {{ percent }}
{%- endmacro %}
