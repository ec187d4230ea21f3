{# Purpose: one table of twenty kinds of columns in turn. One row is one identity.
   Three columns (`digits`) are the identity in radix `radix`: an integer, a date and a text.
   Parameters: see benchmarks/pairs.py, statement(). #}
{% from "identity.sql" import identities, draw, chance %}
with
{{ identities(side, scatter, space) }}

select
{% for i in range(columns) %}
{% set k = i % 20 %}
{% if i == digits[0] %}
    (y % {{ radix }})::integer
{% elif i == digits[1] %}
    date '1990-01-01' + (y // {{ radix }} % {{ radix }})::integer
{% elif i == digits[2] %}
    'place ' || (y // {{ radix * radix }})
{% elif k == 0 %}
    {{ draw(i, spread, seed) }}
{% elif k == 1 %}
    {{ draw(i, 120, seed) }}::integer
{% elif k == 2 %}
    ({{ draw(i, 2000000, seed) }} % {{ spread }})::decimal(12, 2) + 0.25
{% elif k == 3 %}
    ({{ draw(i, 1000000, seed) }} % {{ spread }}) / 8.0::double
{% elif k == 4 %}
    ['red', 'green', 'blue', 'grey', 'white', 'black', 'brown'][1 + {{ draw(i, 7, seed) }}]
{% elif k == 5 %}
    date '2015-01-01' + {{ draw(i, 3650, seed) }}::integer
{% elif k == 6 %}
    timestamp '2020-01-01 00:00:00' + to_seconds({{ draw(i, spread, seed) }} * 7)
{% elif k == 7 %}
    {{ draw(i, 2, seed) }} = 1
{% elif k == 8 %}
    case when not {{ chance(i, 20, seed) }} then {{ draw(i, 10000, seed) }}::integer end
{% elif k == 9 %}
    case when not {{ chance(i, 5, seed) }} then 'ward ' || {{ draw(i, 40, seed) }} end
{% elif k == 10 %}
    {{ draw(i, 5, seed) }}::smallint
{% elif k == 11 %}
    ({{ draw(i, 4000, seed) }} - 2000) / 16.0::double
{% elif k == 12 %}
    'Z' || lpad({{ draw(i, 5000, seed) }}::varchar, 5, '0')
{% elif k == 13 %}
    case when not {{ chance(i, 10, seed) }}
        then timestamp '2021-06-01 00:00:00' + to_hours({{ draw(i, 9000, seed) }}) end
{% elif k == 14 %}
    {{ draw(i, 365, seed) }}::decimal(9, 3) + 0.125
{% elif k == 15 %}
    case when not {{ chance(i, 50, seed) }} then {{ draw(i, 2, seed) }} = 1 end
{% elif k == 16 %}
    case when not {{ chance(i, 30, seed) }} then ({{ draw(i, 1000, seed) }}) / 4.0::double end
{% elif k == 17 %}
    'group-' || ({{ draw(i, 100, seed) }} * {{ draw(i + 1, 100, seed) }} // 100)
{% elif k == 18 %}
    ({{ draw(i, spread, seed) }} * 1000003)::bigint
{% else %}
    {{ draw(i, 3, seed) }}::tinyint
{% endif %}
        as c{{ i }}{{ "," if not loop.last }}
{% endfor %}
from identity
