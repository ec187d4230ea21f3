{# The key of a row: a few bits of the engine's hash of some of its columns. Rows that are equal have
   equal keys; the reverse is never relied on. `key` takes columns of a compared view, `key_of` the
   expressions that make them. #}
{% import "primitives.sql" as engine %}
{% from "conversions.sql" import convert %}
{% macro key(columns, bits) %}
    {{- engine.hash_bits(columns | map("name") | list, bits) -}}
{% endmacro %}
{% macro key_of(expressions, bits) %}
    {%- set made = namespace(values=[]) -%}
    {%- for one in expressions -%}
        {%- set made.values = made.values + [convert(one.chain, one.column | name)] -%}
    {%- endfor -%}
    {{- engine.hash_bits(made.values, bits) -}}
{% endmacro %}
