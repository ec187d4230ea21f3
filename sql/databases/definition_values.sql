{# The columns of a table under our names. Each is qualified: a name alone could be the table's. #}
{% macro taken(columns, side, bitwise) -%}
    {%- for column in columns -%}
        {%- set value = compared("source." ~ (column[side] | name), bitwise) -%}
        {{ value ~ " as " ~ (column.alias | name) ~ ("" if loop.last else ", ") }}
    {%- endfor -%}
{%- endmacro %}

{# How a column is compared. A database that groups floats by their bits keeps -0.0 apart from 0.0. #}
{# Its functions have capitals in their names, which the formatter leaves alone in strings only. #}
{% macro compared(value, bitwise) -%}
    {%- if bitwise -%}
        {%- set is_float = (
            "match(toTypeName("
            ~ value
            ~ "), '^(LowCardinality[(]|Nullable[(])*B?Float')"
        ) -%}
        {%- set is_minus_zero = is_float ~ " and toString(" ~ value ~ ") = '-0'" -%}
        {%- set zero = "defaultValueOfArgumentType(assumeNotNull(" ~ value ~ "))" -%}
        if({{ is_minus_zero }}, {{ zero }}, {{ value }})
    {%- else -%} {{ value }}
    {%- endif -%}
{%- endmacro %}
