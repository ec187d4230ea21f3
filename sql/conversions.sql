{# Conversions: named ways from a stored value to a compared one, each a macro over an expression x.

   A value that the target cannot hold becomes null in `value` macros, and `rest` macros return the
   value itself then, so that two different values never share both. `convert` applies a chain; what
   an engine spells otherwise stands in its `own_conversions.sql`. #}
{% macro convert(chain, x) %}
    {%- if not chain -%} {{ x }} {%- else -%} {{ converted(chain, x) }} {%- endif -%}
{% endmacro %}
{% macro converted(chain, x) %}
    {%- import "conversions.sql" as every -%}
    {%- import "own_conversions.sql" as own -%}
    {%- set made = namespace(x=x) -%}
    {%- for step in chain -%}
        {%- set spelt = own[step.name] if own[step.name] is defined else every[step.name] -%}
        {%- set made.x = spelt(made.x, *step.arguments) -%}
    {%- endfor -%}
    {{- made.x -}}
{% endmacro %}

{# -- values of any type ------------------------------------------------------------------- #}
{% macro cast_as(x, target) %} cast({{ x }} as {{ target | type }}){% endmacro %}
{% macro try_as(x, target) %} try_cast({{ x }} as {{ target | type }}){% endmacro %}
{% macro none_of(x, target) %} cast(null as {{ target | type }}){% endmacro %}
{# true where there is a value: all that can be compared with a column that has none #}
{% macro present(x) %} case when {{ x }} is not null then true end{% endmacro %}
{# the value where `target` cannot give it back as its own type, else null #}
{% macro unheld(x, target, own) %}
    case
        when try_cast(try_cast({{ x }} as {{ target | type }}) as {{ own | type }}) = {{ x }}
        then null
        else {{ x }}
    end
{%- endmacro %}

{# the value where `target` cannot hold anything near it, else null #}
{% macro out_of_range(x, target) %}
    case when try_cast({{ x }} as {{ target | type }}) is null then {{ x }} end
{%- endmacro %}

{# -- numbers ------------------------------------------------------------------------------ #}
{% macro nan_as_null(x) %} case when isnan({{ x }}) then null else {{ x }} end{% endmacro %}
{# a 4-byte float as the 8-byte float of the same shortest decimal form: 36.6 stays 36.6 #}
{% macro shortest_double(x) %} cast(cast({{ x }} as varchar) as double){% endmacro %}
{% macro significant_digits(x) %}
    trim(translate(split_part(cast({{ x }} as varchar), 'e', 1), '.-', ''), '0')
{%- endmacro %}
{# a decimal that is neither the shortest form of its double nor the same whole number, else null #}
{% macro decimal_beyond_double(x, own, small) %}
    case
        {% if small %}
            when abs({{ x }}) < cast({{ small | literal }} as {{ own | type }}) then null
        {% endif %}

        {% if own.scale <= 30 %}
            when try_cast(cast(cast({{ x }} as double) as varchar) as {{ own | type }}) = {{ x }}
            then null
        {% else %}
            {# DuckDB does not read every text with an exponent as a decimal of so large a scale #}
            when {{ significant_digits(x) }} = {{ significant_digits("cast(" ~ x ~ " as double)") }}
            then null
        {% endif %}
        when try_cast(try_cast(cast({{ x }} as double) as hugeint) as {{ own | type }}) = {{ x }}
        then null
        else {{ x }}
    end
{%- endmacro %}

{# -- text, bytes, identifiers ------------------------------------------------------------- #}
{% macro empty_as_null(x) %} nullif({{ x }}, ''){% endmacro %}
{% macro utf8(x) %} encode({{ x }}){% endmacro %}
{# the canonical spelling of a 128-bit identifier, any other text as it is #}
{% macro uuid_text(x) %} coalesce(cast(try_cast({{ x }} as uuid) as varchar), {{ x }}){% endmacro %}

{# -- time --------------------------------------------------------------------------------- #}
{% macro local_as_instant(x, zone) %} timezone({{ zone | literal }}, {{ x }}){% endmacro %}
{% macro microseconds(x) %} epoch_us({{ x }}){% endmacro %}
{# whole microseconds of a nanosecond timestamp, rounded down in every century #}
{% macro whole_microseconds(x) %}
    divide(epoch_ns({{ x }}) - {{ nanosecond_rest(x) }}, 1000)
{%- endmacro %}
{% macro nanosecond_rest(x) %}((epoch_ns({{ x }}) % 1000) + 1000) % 1000{% endmacro %}
{% macro whole_timestamp(x) %} make_timestamp({{ whole_microseconds(x) }}){% endmacro %}
{% macro no_nanoseconds(x) %} case when {{ x }} is not null then cast(0 as bigint) end{% endmacro %}
{% macro time_of_day(x) %}
    case
        when isfinite({{ x }})
        then epoch_us({{ x }}) - epoch_us(cast(cast({{ x }} as date) as timestamp))
    end
{%- endmacro %}
{% macro zero_of_date(x) %} case when isfinite({{ x }}) then cast(0 as bigint) end{% endmacro %}
{% macro multiplied(x, factor) %} cast({{ x }} as hugeint) * {{ factor }}{% endmacro %}
{% macro interval_parts(x) %}
    case
        when {{ x }} is not null
        then
            struct_pack(
                months := datepart('year', {{ x }}) * 12 + datepart('month', {{ x }}),
                days := datepart('day', {{ x }}),
                micros
                := datepart('hour', {{ x }}) * 3600000000
                + datepart('minute', {{ x }}) * 60000000
                + datepart('microsecond', {{ x }})
            )
    end
{%- endmacro %}

{# -- nested values: the same rules inside ------------------------------------------------- #}
{% macro struct_of(x, positions, forms) %}
    case
        when {{ x }} is not null
        then
            struct_pack(
                {% for position in positions %}
                    {% set field = "struct_extract_at(" ~ x ~ ", " ~ position ~ ")" %}
                    {% set last = loop.last %}{% set outer = loop.index %}
                    {% for chain in forms[loop.index0] %}
                        f{{ outer }}_{{ loop.index }}
                        := {{ convert(chain, field) }}{{ "" if last and loop.last else "," }}
                    {% endfor %}
                {% endfor %}
            )
    end
{%- endmacro %}
{% macro list_of(x, level, forms) %}
    {% set item = "item" ~ level %}
    list_transform(
        {{ x }},
        lambda {{ item }}:
        {% if forms[0] | length == 1 %}{{ convert(forms[0][0], item) }}
        {% else %}
            struct_pack(
                {% for chain in forms[0] %}
                    f{{ loop.index }} := {{ convert(chain, item) }}{{ "" if loop.last else "," }}
                {% endfor %}
            )
        {% endif %}

    )
{%- endmacro %}
{% macro entries_of(x) %} map_entries({{ x }}){% endmacro %}
{% macro sorted(x) %} list_sort({{ x }}){% endmacro %}

{# -- tokens of text files ----------------------------------------------------------------- #}
{% macro token_number(x, target, decimal, nan) %}
    {%- import "tokens.sql" as tokens -%}
    {%- set y = tokens.pointed(x, decimal) -%}
    {%- if nan -%}
        case when lower({{ x }}) = 'nan' then null else cast({{ y }} as {{ target | type }}) end
    {%- else -%} cast({{ y }} as {{ target | type }})
    {%- endif -%}
{%- endmacro %}
{# a token that is a date, a time of day or a point in time, of any precision #}
{% macro token_as(x, target) %} cast({{ x }} as {{ target | type }}){% endmacro %}
{% macro token_boolean(x) %}
    case when {{ x }} is not null then lower({{ x }}) in ('true', 't', '1') end
{%- endmacro %}
{# the fraction beyond the sixth digit, as nanoseconds #}
{% macro token_nanosecond_rest(x) %}
    coalesce(
        cast(
            rpad(nullif(regexp_extract({{ x }}, '\.[0-9]{6}([0-9]{1,3})', 1), ''), 3, '0') as bigint
        ),
        {{ no_nanoseconds(x) }}
    )
{%- endmacro %}
{% macro token_not_of_kind(x, decimal, kinds) %}
    {%- import "tokens.sql" as tokens -%}
    ({{ tokens.code(x, decimal) }}) & 15 not in ({{ kinds | join(", ") }})
{%- endmacro %}
{# a token that does not read as a type without losing anything (--cast) #}
{% macro not_read(x, target, decimal) %}
    {%- import "tokens.sql" as tokens -%}
    ({{ x }} is not null and not coalesce({{ tokens.converts(x, target, decimal) }}, false))
{%- endmacro %}
{# a value that does not convert to a type and back (--cast) #}
{% macro not_cast(x, target, own) %}
    (
        {{ x }}
        is distinct from try_cast(try_cast({{ x }} as {{ target | type }}) as {{ own | type }})
    )
{%- endmacro %}

{# -- relaxed: how a value is written, overlooked by the second look and never by the score ---- #}
{# blanks, tabs, line ends, no-break and zero-width blanks, a byte order mark #}
{% macro trimmed(x) %}
    trim({{ x }}, chr(32) || chr(9) || chr(10) || chr(13) || chr(160) || chr(8203) || chr(65279))
{%- endmacro %}
{% macro composed(x) %} nfc_normalize({{ x }}){% endmacro %}
{% macro case_folded(x) %} lower({{ x }}){% endmacro %}
{# the text of a number in one spelling: 1, 1.0, 01, +1 and 1.0e+00 are 1; 1e5 is a code (rule 12) #}
{% macro number_in_text(x) %}
    case
        when regexp_full_match({{ x }}, '[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)')
        then {{ plain_number(x) }}
        when
            regexp_full_match(
                {{ x }},
                '[-+]?(([0-9]+|\.[0-9]+)[eE][-+][0-9]+|([0-9]+\.[0-9]*|\.[0-9]+)[eE][-+]?[0-9]+)'
            )
        then {{ plain_number("cast(cast(" ~ x ~ " as double) as varchar)") }}
        else {{ x }}
    end
{%- endmacro %}
{% macro plain_number(x) %}
    concat(
        case when left({{ x }}, 1) = '-' then '-' else '' end,
        coalesce(nullif(ltrim(split_part(ltrim({{ x }}, '+-'), '.', 1), '0'), ''), '0'),
        case
            when contains({{ x }}, '.')
            then rtrim(rtrim(concat('.', split_part({{ x }}, '.', 2)), '0'), '.')
            else ''
        end
    )
{%- endmacro %}
{# a number to nine significant digits; a whole number stays as it is #}
{% macro nine_digits(x) %}
    case
        when isfinite({{ x }}) and {{ x }} <> trunc({{ x }})
        then round({{ x }}, 8 - cast(floor(log10(abs({{ x }}))) as integer))
        else {{ x }}
    end
{%- endmacro %}
{# a number as a 4-byte float holds it, where it looks like one: written with seven digits at most, or
   what a 4-byte float is when it is widened, or written with nine digits #}
{% macro four_bytes(x) %}
    {%- set float = "cast(try_cast(" ~ x ~ " as float) as double)" -%}
    case
        when isfinite({{ x }}) and {{ x }} <> trunc({{ x }})
        then
            case
                when {{ float }} = {{ x }}
                then {{ x }}
                when
                    round({{ x }}, 6 - cast(floor(log10(abs({{ x }}))) as integer)) = {{ x }}
                    or {{ nine_digits(float) }} = {{ x }}
                then {{ float }}
                else {{ x }}
            end
        else {{ x }}
    end
{%- endmacro %}
{# the kind of each character of a text, runs of letters as one: 01/02/2024 is 99/99/9999 #}
{% macro shape(x) %}
    regexp_replace(regexp_replace({{ x }}, '[0-9]', '9', 'g'), '\p{L}+', 'A', 'g')
{%- endmacro %}
