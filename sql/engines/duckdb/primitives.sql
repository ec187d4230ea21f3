{# What only DuckDB spells this way. `hash_bits`: the highest bits of its 64-bit hash. #}
{% macro hash_bits(columns, bits) -%}
(hash({{ columns | map("name") | join(", ") }}) >> {{ 64 - bits }})
{%- endmacro %}
