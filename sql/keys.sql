{# The key of a row: a few bits of the engine's hash of some of its columns. Rows that are equal have
   equal keys; the reverse is never relied on. #}
{% import "primitives.sql" as engine %}
{% macro key(columns, bits) %}{{ engine.hash_bits(columns, bits) }}{% endmacro %}
