{# What only Spark spells this way; see those of DuckDB. Its hash skips what is missing, so whether a
   value is missing is hashed beside it. #}
{% macro hash_bits(values, bits) -%}
    {%- set parts = namespace(all=[]) -%}
    {%- for value in values -%}
        {%- set parts.all = parts.all + [value, "(" ~ value ~ ") is null"] -%}
    {%- endfor -%}
    {%- set hash = "xxhash64(" ~ parts.all | join(", ") ~ ")" -%}
    {%- if bits == 64 -%} {{ hash }}
    {%- else -%} shiftrightunsigned({{ hash }}, {{ 64 - bits }})
    {%- endif -%}
{%- endmacro %}
{% macro truncated(x) -%}
    case when {{ x }} < 0 then ceil({{ x }}) else floor({{ x }}) end
{%- endmacro %}
{# a column of a source as it becomes one of ours; see `Stored` #}
{% macro taken_over(name, column) -%}
    {%- if column.is_padded -%} rtrim({{ name }})
    {%- elif column.target -%} cast({{ name }} as {{ column.target }})
    {%- else -%} {{ name }}
    {%- endif -%}
{%- endmacro %}
{# a field of a text file; without a token of a missing value #}
{% macro token(x, missing) -%}
    {%- if missing -%}
        case
            when
                {{ x }} not in (
                    {%- for one in missing %}
                        {{ one | literal }}{{ ", " if not loop.last }}
                    {% endfor -%}
                )
            then {{ x }}
        end
    {%- else -%} {{ x }}
    {%- endif -%}
{%- endmacro %}
