{# Purpose: one table of texts of about 200 characters. One row is one identity.
   Each text is three digests of a number and the number itself, so that no two numbers share a text.
   Three columns (`digits`) hold the identity in radix `radix`. Parameters: pairs.py, statement(). #}
{% from "identity.sql" import identities, draw %}
{% macro text(number, column) -%}
sha256('{{ column }}a' || ({{ number }})) || ' ' || sha256('{{ column }}b' || ({{ number }})) || ' '
        || sha256('{{ column }}c' || ({{ number }})) || ' no. ' || ({{ number }})
{%- endmacro %}
with
{{ identities(side, scatter, space) }}

select
{% for i in range(columns) %}
{% if i == digits[0] %}
    {{ text("y % " ~ radix, i) }}
{% elif i == digits[1] %}
    {{ text("y // " ~ radix ~ " % " ~ radix, i) }}
{% elif i == digits[2] %}
    {{ text("y // " ~ (radix * radix), i) }}
{% else %}
    {{ text(draw(i, spread, seed), i) }}
{% endif %}
        as c{{ i }}{{ "," if not loop.last }}
{% endfor %}
from identity
