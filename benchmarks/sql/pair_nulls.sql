{# Purpose: one table of which nine cells of ten are missing. One row is one identity.
   The first column is one digit of the identity and always there. The other digit stands in one of
   the remaining columns, and which one is the third digit. The few cells beside them hold odd
   numbers where digits are even, so that no two identities share a row.
   Parameters: see benchmarks/pairs.py, statement(). #}
{% from "identity.sql" import identities, draw, chance %}
with
{{ identities(side, scatter, space) }},

digit as (
    select
        j,
        y % {{ radix }} as first,
        y // {{ radix }} % {{ radix }} as second,
        y // {{ radix * radix }} as place
    from identity
)

select
    first as c0,
{% for i in range(1, columns) %}
{% set cell %}
case
            when place = {{ i - 1 }} then 2 * second
            when {{ chance(i, 1, seed) }} then 2 * {{ draw(i, 50, seed) }} + 1
        end
{%- endset %}
{% if i % 4 == 0 %}
    'v' || {{ cell }}
{% elif i % 4 == 1 %}
    {{ cell }}
{% elif i % 4 == 2 %}
    ({{ cell }}) / 2.0::double
{% else %}
    date '1900-01-01' + ({{ cell }})::integer
{% endif %}
        as c{{ i }}{{ "," if not loop.last }}
{% endfor %}
from digit
