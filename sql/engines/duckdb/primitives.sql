{# What only DuckDB spells this way. `hash_bits`: the highest bits of its 64-bit hash of some values. #}
{% macro hash_bits(values, bits) -%} (hash({{ values }}) >> {{ 64 - bits }}) {%- endmacro %}
