{# What a token of a text file is (COMPARISON.md rule 12): one code a token, the kind in its low four
   bits and what the choice of a type needs above them. `rdmp/alignment/facts.py` reads the codes.

   0 missing     1 whole number of at most 15 digits   2 '0' or '1'         3 other decimal number
   4 scientific  5 nan                                 6 inf                7 number with leading zeros or plus
   8 true/false  9 date    10 local timestamp  11 instant  12 number spelled otherwise  13 text

   Above the kind, times 16:
   3, 4    ((whole digits * 128 + decimal places) * 128 + how it is written) * 2 + 1 if a double gives it back;
                   digits and places are never too few, and 127 stands for all that is more; see `given_back`
   8       1 in capitals, 2 in mixed case
   10, 11  how it is written * 2 + 1 if it is finer than microseconds

   The pass costs as much as it takes to know the commonest tokens, so cheap tests come first. A cast
   proves a pattern only where its result, written again, is the token itself: it accepts too much
   otherwise. -#}
{%- macro pointed(x, decimal) -%}
    {%- if decimal == "." -%} {{ x }}
    {%- else -%} replace(replace({{ x }}, '.', ';'), ',', '.')
    {%- endif -%}
{%- endmacro -%}

{% macro code(x, decimal) %}
    {% set y = pointed(x, decimal) %}
    case
        when {{ x }} is null
        then 0
        when {{ x }} >= ':'
        then {{ word(x) }}
        when strlen({{ x }}) >= 10 and instr({{ x }}, '-') = 5 and {{ x }} [8] = '-'
        then {{ point_in_time(x) }}
        -- clean decimals have a point, and need no look at whole numbers
        when contains({{ y }}, '.') and {{ is_clean_decimal(y) }}
        then {{ clean_decimal(y) }}
        when {{ is_short_integer(y) }}
        then case when {{ x }} in ('0', '1') then 2 else 1 end
        when not regexp_full_match({{ y }}, '[-+.0-9eE]*')
        then
            case
                when lower({{ x }}) in ('-inf', '-infinity')
                then 6
                when {{ other_number(x) }}
                then 12
                else 13
            end
        when regexp_full_match({{ y }}, {{ plain_decimal | literal }})
        then {{ decimal_code(y, given_back(y)) }}
        when
            regexp_full_match(
                {{ y }},
                '-?((0|[1-9][0-9]*|\.[0-9]+)[eE][-+][0-9]+|((0|[1-9][0-9]*)\.[0-9]*|\.[0-9]+)[eE][-+]?[0-9]+)'
            )
        then
            4
            + 16
            * (
                (
                    {{
                        size(
                            "greatest("
                            ~ whole_digits(mantissa(y))
                            ~ ", 1) + greatest("
                            ~ exponent(y)
                            ~ ", 0)",
                            places(mantissa(y)) ~ " - " ~ exponent(y),
                        )
                    }} * 128 + {{ scientific_style(y) }}
                )
                * 2
                + {{ given_back(y) }}
            )
        when
            regexp_full_match({{ y }}, '[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?')
            and not regexp_full_match({{ y }}, '-?[1-9][0-9]*[eE][0-9]+')
        then 7
        when {{ other_number(x) }}
        then 12
        else 13
    end
{%- endmacro %}

{# The same code where it is one of a few kinds that can be told by a short test, and 15 elsewhere:
   what is not expected in a column is looked at again by `code`. A statement of many long chains
   takes longer to prepare than to run on a sample, and each pattern in it must be compiled. #}
{% macro expected_code(x, decimal, kinds) %}
    {% set y = pointed(x, decimal) %}
    case
        when {{ x }} is null
        then 0
        {% for kind in kinds %}
            {% if kind == 1 %}
                when {{ is_short_integer(y) }}
                then case when {{ x }} in ('0', '1') then 2 else 1 end
            {% elif kind == 3 %}
                when {{ is_clean_decimal(y) }}
                then {{ clean_decimal(y) }}
                when
                    strlen({{ y }}) <= 15
                    and contains({{ y }}, '.')
                    and regexp_full_match({{ y }}, {{ plain_decimal | literal }})
                then {{ short_decimal(y) }}
            {% elif kind == 8 %}
                when {{ x }} in ('true', 'false')
                then 8
                when {{ x }} in ('True', 'False')
                then 40
                when {{ x }} in ('TRUE', 'FALSE')
                then 24
            {% elif kind == 9 %}
                when strlen({{ x }}) = 10 and cast(try_cast({{ x }} as date) as varchar) = {{ x }}
                then 9
            {% elif kind == 10 %}
                when
                    strlen({{ x }}) between 19 and 26
                    and instr({{ x }}, '-') = 5
                    and cast(try_cast({{ x }} as timestamp) as varchar) = {{ x }}
                then 10 + {{ style(x) }}
                when strlen({{ x }}) between 16 and 26 and {{ timestamp_like(x, "") }}
                then 10 + {{ style(x) }}
            {% elif kind == 13 %} when {{ x }} >= ':' then {{ word(x) }}
            {% endif %}
        {% endfor %}
        else 15
    end
{%- endmacro %}

{% macro is_short_integer(y) %} regexp_full_match({{ y }}, '-?(0|[1-9][0-9]{0,14})') {%- endmacro %}

{# no closing zero, and so few digits that a double gives every one of them back #}
{% macro is_clean_decimal(y) %}
    (strlen({{ y }}) <= 15 and regexp_full_match({{ y }}, '-?(0|[1-9][0-9]*)\.[0-9]*[1-9]'))
{%- endmacro %}
{% set plain_decimal = "-?((0|[1-9][0-9]*)(\\.[0-9]*)?|\\.[0-9]+)" %}
{% macro decimal_code(y, is_given_back) %}
    3
    + 16
    * (
        ({{ size(whole_digits(y), places(y)) }} * 128 + {{ decimal_style(y) }}) * 2
        + {{ is_given_back }}
    )
{%- endmacro %}
{% macro clean_decimal(y) %}
    3
    + 32
    * 128
    * (
        (instr({{ y }}, '.') - 1 - cast({{ y }} < '0' as integer)) * 128
        + strlen({{ y }})
        - instr({{ y }}, '.')
    )
    + 16
{%- endmacro %}

{# the same as `decimal_code` of a decimal with a point and at most 15 characters, in fewer words #}
{% macro short_decimal(y) %}
    3
    + 16
    * (
        (
            (
                (strlen(ltrim({{ y }}, '-0')) - strlen({{ y }}) + instr({{ y }}, '.') - 1) * 128
                + strlen(rtrim({{ y }}, '0'))
                - instr({{ y }}, '.')
            )
            * 128
            + case
                when right({{ y }}, 1) in ('0', '.')
                then 1 + strlen({{ y }}) - instr({{ y }}, '.')
                else 0
            end
            + case when ltrim({{ y }}, '-') < '/' then 32 else 0 end
        )
        * 2
        + 1
    )
{%- endmacro %}

{# a token that begins with a letter #}
{% macro word(x) %}
    case
        when strlen({{ x }}) not in (3, 4, 5, 8)
        then 13
        when not contains('tTfFnNiI', {{ x }} [1])
        then 13
        when {{ x }} in ('true', 'false')
        then 8
        when lower({{ x }}) in ('true', 'false')
        then 8 + case when {{ x }} = upper({{ x }}) then 16 else 32 end
        when lower({{ x }}) = 'nan'
        then 5
        when lower({{ x }}) in ('inf', 'infinity')
        then 6
        else 13
    end
{%- endmacro %}

{# a token with '-' where a date has it, which no number has #}
{% macro point_in_time(x) %}
    case
        when strlen({{ x }}) = 10
        then case when cast(try_cast({{ x }} as date) as varchar) = {{ x }} then 9 else 13 end
        when strlen({{ x }}) <= 26 and cast(try_cast({{ x }} as timestamp) as varchar) = {{ x }}
        then 10 + {{ style(x) }}
        when {{ timestamp_like(x, "") }}
        then 10 + {{ style(x) }}
        when {{ timestamp_like(x, zone) }}
        then 11 + {{ style(x) }}
        else 13
    end
{%- endmacro %}

{# decimal comma, thousands: numbers to a reader, text to the rules #}
{% macro other_number(x) %}
    regexp_full_match({{ x }}, '[-+]?([0-9]{1,3}([ ,.''][0-9]{3})*([.,][0-9]+)?|[0-9]*[.,][0-9]+)')
{%- endmacro %}

{% macro whole_digits(y) %} length(ltrim(split_part({{ y }}, '.', 1), '-0')){% endmacro %}
{% macro places(y) %} length(rtrim(split_part({{ y }}, '.', 2), '0')){% endmacro %}
{% macro mantissa(y) %} split_part(lower({{ y }}), 'e', 1){% endmacro %}
{% macro exponent(y) %}
    coalesce(try_cast(split_part(lower({{ y }}), 'e', 2) as integer), 100000)
{%- endmacro %}

{% macro size(whole, places) %}
    (
        cast(least(greatest({{ whole }}, 0), 127) as integer) * 128
        + cast(least(greatest({{ places }}, 0), 127) as integer)
    )
{%- endmacro %}

{# closing zeros or a closing point: 1 + the places as written, 31 at most; 32 more for a bare point (.5) #}
{% macro decimal_style(y) %}
    (
        case
            when contains({{ y }}, '.') and right({{ y }}, 1) in ('0', '.')
            then 1 + cast(least(length(split_part({{ y }}, '.', 2)), 30) as integer)
            else 0
        end
        + case when left(ltrim({{ y }}, '-'), 1) = '.' then 32 else 0 end
    )
{%- endmacro %}

{# 64; 1 more for E, 2 for a plus sign, 4 for an exponent with a leading zero #}
{% macro scientific_style(y) %}
    (
        64
        + case when contains({{ y }}, 'E') then 1 else 0 end
        + case when contains({{ y }}, '+') then 2 else 0 end
        + case when regexp_matches({{ y }}, '[eE][-+]?0[0-9]') then 4 else 0 end
    )
{%- endmacro %}

{# 1 if the double of a number token is that number: its shortest form has the same digits; 15 digits
   always have. 1 and 64 in the style if it is only the same whole number: 2^65 is a double, whose
   shortest form is another number #}
{% macro given_back(y) %}
    case
        when strlen({{ y }}) <= 15 and not contains(lower({{ y }}), 'e')
        then 1
        when cast(cast({{ y }} as double) as varchar) = {{ y }}
        then 1
        when not isfinite(cast({{ y }} as double))
        then 0
        when {{ digits("cast(cast(" ~ y ~ " as double) as varchar)") }} = {{ digits(y) }}
        then 1
        when
            not regexp_matches({{ y }}, '[.eE]')
            and try_cast(cast({{ y }} as double) as hugeint) = try_cast({{ y }} as hugeint)
        then 129
        else 0
    end
{%- endmacro %}

{# the significant digits of a number, without sign, point, exponent and outer zeros #}
{% macro digits(y) %}
    trim(replace(replace({{ mantissa(y) }}, '.', ''), '-', ''), '0')
{%- endmacro %}

{% set zone = "(Z| UTC|[-+](0[0-9]|1[0-5])(:?[0-5][0-9])?)" %}

{% macro date_like(x) %}
    (
        regexp_full_match({{ x }}, '[0-9]{4}-[0-9]{2}-[0-9]{2}')
        and try_cast({{ x }} as date) is not null
    )
{%- endmacro %}

{% macro timestamp_like(x, zone) %}
    (
        regexp_full_match(
            {{ x }},
            {{
                (
                    "[0-9]{4}-[0-9]{2}-[0-9]{2}[ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?"
                    ~ zone
                ) | literal
            }}
        )
        and try_cast(left({{ x }}, 10) as date) is not null
    )
{%- endmacro %}

{% macro fine(x) %}
    case
        when strlen({{ x }}) > 26 and regexp_matches({{ x }}, '\.[0-9]{6}[0-9]*[1-9]')
        then 16
        else 0
    end
{%- endmacro %}

{# how a timestamp is written: its length, and whether a T parts date and time #}
{% macro style(x) %}
    ((length({{ x }}) + case when contains({{ x }}, 'T') then 64 else 0 end) * 32 + {{ fine(x) }})
{%- endmacro %}

{# whether a token reads as a type without losing anything (--cast); leading zeros are allowed #}
{% macro converts(x, target, decimal) %}
    {% set y = pointed(x, decimal) %}
    {% if target.kind in ("integer", "decimal") %}
        (
            regexp_full_match({{ y }}, '[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]{1,3})?')
            and try_cast({{ y }} as {{ target | type }}) is not null
            and {{ places(mantissa(y)) }}
            - case when contains(lower({{ y }}), 'e') then {{ exponent(y) }} else 0 end
            <= {{ target.scale }}
        )
    {%- elif target.kind == "float" %}
        (
            lower({{ x }}) in ('nan', 'inf', '-inf', 'infinity', '-infinity')
            or (
                regexp_full_match({{ y }}, '[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?')
                and isfinite(try_cast({{ y }} as {{ target | type }}))
                and {{ digits("cast(try_cast(" ~ y ~ " as " ~ (target | type) ~ ") as varchar)") }}
                = trim({{ digits(y) }}, '+0')
            )
        )
    {%- elif target.kind == "boolean" %} lower({{ x }}) in ('true', 'false', 't', 'f', '0', '1')
    {%- elif target.kind == "date" %}
        (
            {{ date_like(x) }}
            or (
                regexp_full_match({{ x }}, '.{10}[ T]00:00(:00(\.0+)?)?')
                and {{ date_like("left(" ~ x ~ ", 10)") }}
            )
        )
    {%- elif target.kind == "timestamp" %}
        (
            {{ date_like(x) }}
            or (
                {{ timestamp_like(x, "") }}
                {% if target.unit != "ns" %} and {{ fine(x) }} = 0
                {% endif %}
            )
        )
    {%- elif target.kind == "instant" %}({{ timestamp_like(x, zone) }} and {{ fine(x) }} = 0)
    {%- elif target.kind == "time" %}
        regexp_full_match({{ x }}, '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,6}0*)?)?')
    {%- else %} try_cast({{ x }} as {{ target | type }}) is not null
    {%- endif %}
{% endmacro %}
