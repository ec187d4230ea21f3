{# The canonical rendering of a row: one text that stands for it wherever it is stored, so that one
   person has one digest. Each value is its number of bytes, a colon and the value; a missing one is
   a hyphen. Numbers are significant digits and a power of ten, 36.60 is 366e-1; true is the number 1;
   dates, times, instants and durations are whole nanoseconds (since 1970, since midnight); bytes are
   the text that they spell, else x and their hexadecimal digits; an empty text is missing, as in a text
   file. Inside nested values an empty text stays one, and bytes are hexadecimal digits. #}
{% import "primitives.sql" as engine %}
{% macro field(text) -%}
    coalesce({{ engine.byte_length(text) }} || ':' || {{ text }}, '-')
{%- endmacro %}

{# the field of a value that stands in a column of its own #}
{% macro own_field(x, of) %}
    {%- if of.kind == "text" -%} {{ field("nullif(" ~ x ~ ", '')") }}
    {%- elif of.kind == "bytes" -%}
        {%- set spelt = "try(decode(" ~ x ~ "))" -%}
        case
            when {{ x }} is null or {{ spelt }} is not null
            then {{ field("nullif(" ~ spelt ~ ", '')") }}
            else 'x' || {{ field("hex(" ~ x ~ ")") }}
        end
    {%- else -%} {{ field(canonical(x, of)) }}
    {%- endif -%}
{% endmacro %}

{# the field of a moment in whole microseconds and the nanoseconds beyond them, or of its spelling
   where it is none, such as infinity #}
{% macro moment_field(micros, rest, spelt) -%}
    {%- set whole = "cast(" ~ nanoseconds(micros) ~ " + " ~ rest ~ " as varchar)" -%}
    {{ field("coalesce(" ~ whole ~ ", " ~ spelt ~ ")") }}
{%- endmacro %}

{% macro nanoseconds(micros, factor=1000) -%}
    cast({{ micros }} as hugeint) * {{ factor }}
{%- endmacro %}

{% macro number(text) -%}
    {%- set mantissa = "split_part(ltrim(" ~ text ~ ", '-'), 'e', 1)" -%}
    {%- set digits = "ltrim(replace(" ~ mantissa ~ ", '.', ''), '0')" -%}
    case
        when {{ mantissa }} = 'inf'
        then {{ text }}
        when {{ digits }} = ''
        then '0'
        else
            case when left({{ text }}, 1) = '-' then '-' else '' end
            || rtrim({{ digits }}, '0')
            || 'e'
            || (
                coalesce(try_cast(nullif(split_part({{ text }}, 'e', 2), '') as integer), 0)
                - length(split_part({{ mantissa }}, '.', 2))
                + length({{ digits }})
                - length(rtrim({{ digits }}, '0'))
            )
    end
{%- endmacro %}

{# the text of a value of any type, null where there is none #}
{% macro canonical(x, of, level=0) %}
    {%- set text = "cast(" ~ x ~ " as varchar)" -%}
    {%- if of.kind in ["integer", "decimal"] -%} {{ number(text) }}
    {%- elif of.kind == "float" -%} {{ number("nullif(" ~ text ~ ", 'nan')") }}
    {%- elif of.kind == "boolean" -%} case when {{ x }} then '1e0' when not {{ x }} then '0' end
    {%- elif of.kind in ["date", "timestamp", "instant"] -%}
        {%- if of.unit == "ns" -%} coalesce(cast(epoch_ns({{ x }}) as varchar), {{ text }})
        {%- else -%} coalesce(cast({{ nanoseconds("epoch_us(" ~ x ~ ")") }} as varchar), {{ text }})
        {%- endif -%}
    {%- elif of.kind == "time" -%} cast(epoch_ns(cast({{ x }} as time_ns)) as varchar)
    {%- elif of.kind == "duration" -%}
        {%- set factors = {"s": 1000000000, "ms": 1000000, "us": 1000, "ns": 1} -%}
        cast({{ nanoseconds(x, factors[of.unit]) }} as varchar)
    {%- elif of.kind == "interval" -%}
        datepart('year', {{ x }}) * 12
        + datepart('month', {{ x }})
        || ' '
        || datepart('day', {{ x }})
        || ' '
        || datepart('hour', {{ x }}) * 3600000000
        + datepart('minute', {{ x }}) * 60000000
        + datepart('microsecond', {{ x }})
    {%- elif of.kind == "bytes" -%} hex({{ x }})
    {%- elif of.kind == "struct" -%}
        {%- set places = namespace(all=[]) -%}
        {%- for name, inner in of.fields -%}
            {%- set places.all = places.all + [[name, loop.index, inner]] -%}
        {%- endfor -%}
        case
            when {{ x }} is not null
            then
                ''
                {%- for name, position, inner in places.all | sort(
                    attribute=0, case_sensitive=true
                ) %}
                    || {{
                        field(
                            canonical(
                                "struct_extract_at(" ~ x ~ ", " ~ position ~ ")", inner, level
                            )
                        )
                    }}
                {%- endfor %}
        end
    {%- elif of.kind == "list" -%}
        {%- set item = "item" ~ level -%}
        array_to_string(
            list_transform(
                {{ x }}, lambda {{ item }}:{{ field(canonical(item, of.fields[0][1], level + 1)) }}
            ),
            ''
        )
    {%- elif of.kind == "map" -%}
        {%- set entry = "entry" ~ level -%}
        {%- set key = "struct_extract(" ~ entry ~ ", 'key')" -%}
        {%- set value = "struct_extract(" ~ entry ~ ", 'value')" -%}
        array_to_string(
            list_sort(
                list_transform(
                    map_entries({{ x }}),
                    lambda {{ entry }}:
                    {{ field(canonical(key, of.fields[0][1], level + 1)) }}
                    || {{ field(canonical(value, of.fields[1][1], level + 1)) }}
                )
            ),
            ''
        )
    {%- else -%} {{ text }}
    {%- endif -%}
{% endmacro %}
