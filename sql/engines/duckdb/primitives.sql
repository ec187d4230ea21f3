{# What only DuckDB spells this way. `hash_bits`: the highest bits of its 64-bit hash of some values.
   `salted_digest`: SHA-256, in hexadecimal digits, of a salt given so and the UTF-8 of a text.
   `item`: an item of a list, from 0.
   `truncated`: the whole part of a number. #}
{% macro hash_bits(values, bits) -%}
    (hash({{ values | join(", ") }}) >> {{ 64 - bits }})
{%- endmacro %}
{% macro salted_digest(salt, text) -%}
    sha256(unhex({{ salt }}) || encode({{ text }}))
{%- endmacro %}
{% macro byte_length(text) -%} strlen({{ text }}) {%- endmacro %}
{% macro truncated(x) -%} trunc({{ x }}) {%- endmacro %}
{% macro item(list, position) -%} list_extract({{ list }}, {{ position }} + 1) {%- endmacro %}
