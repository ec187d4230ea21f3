{# What a token of a text file is (COMPARISON.md rule 12): one code a token, the kind in its low four
   bits and what the choice of a type needs above them. `rdmp/alignment/tokens.py` reads the codes.

   0 missing     1 whole number of at most 15 digits   2 '0' or '1'         3 other decimal number
   4 scientific  5 nan                                 6 inf                7 number with leading zeros or plus
   8 true/false  9 date    10 local timestamp  11 instant  12 number spelled otherwise  13 text

   Of 3 and 4: ((whole digits * 128 + decimal places) * 4 + 2 if it ends in a zero after the point or
   in a point + 1 if a double gives it back) * 16. Of 10 and 11: (spelling * 2 + 1 if finer than microseconds) * 16. #}
{% macro pointed(x, decimal) %}
{%- if decimal == "." -%}{{ x }}{%- else -%}translate({{ x }}, ',.', '.,'){%- endif -%}
{%- endmacro %}

{% macro code(x, decimal) %}
{% set y = pointed(x, decimal) %}
case
    when {{ x }} is null then 0
    when {{ x }} in ('0', '1') then 2
    when ascii({{ x }}) > 57 then
        case
            when lower({{ x }}) in ('true', 'false') then 8
            when lower({{ x }}) = 'nan' then 5
            when lower({{ x }}) in ('inf', 'infinity') then 6
            else 13
        end
    when regexp_full_match({{ y }}, '-?(0|[1-9][0-9]{0,14})') then 1
    when regexp_full_match({{ y }}, '-?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)') then
        3 + 16 * ({{ size(whole_digits(y), places(y)) }} * 4
        + case when contains({{ y }}, '.') and right({{ y }}, 1) in ('0', '.') then 2 else 0 end
        + {{ given_back(y) }})
    when regexp_full_match(
        {{ y }}, '-?((0|[1-9][0-9]*|\.[0-9]+)[eE][-+][0-9]+|((0|[1-9][0-9]*)\.[0-9]*|\.[0-9]+)[eE][-+]?[0-9]+)'
    ) then
        4 + 16 * ({{ size(
            "greatest(" ~ whole_digits(mantissa(y)) ~ ", 1) + " ~ exponent(y),
            places(mantissa(y)) ~ " - " ~ exponent(y)
        ) }} * 4 + {{ given_back(y) }})
    when lower({{ x }}) in ('-inf', '-infinity') then 6
    when regexp_full_match({{ y }}, '[-+]?[0-9]*(\.[0-9]*)?([eE][-+]?[0-9]+)?')
        and regexp_matches({{ y }}, '[0-9]') and not regexp_full_match({{ y }}, '-?[1-9][0-9]*[eE][0-9]+') then 7
    when {{ date_like(x) }} then 9
    when {{ timestamp_like(x, "") }} then 10 + {{ style(x) }}
    when {{ timestamp_like(x, "(Z| UTC|[-+](0[0-9]|1[0-5])(:?[0-5][0-9])?)") }} then 11 + {{ style(x) }}
    when regexp_full_match({{ x }}, '[-+]?[0-9]{1,3}([ ,.''][0-9]{3})*([.,][0-9]+)?') then 12
    when regexp_full_match({{ x }}, '[-+]?[0-9]*[.,][0-9]+') then 12
    else 13
end
{%- endmacro %}

{% macro whole_digits(y) %}length(ltrim(split_part({{ y }}, '.', 1), '-0')){% endmacro %}
{% macro places(y) %}length(rtrim(split_part({{ y }}, '.', 2), '0')){% endmacro %}
{% macro mantissa(y) %}split_part(lower({{ y }}), 'e', 1){% endmacro %}
{% macro exponent(y) %}
coalesce(try_cast(split_part(lower({{ y }}), 'e', 2) as integer), 100000)
{%- endmacro %}

{% macro size(whole, places) %}
(cast(least(greatest({{ whole }}, 0), 127) as integer) * 128 + cast(least(greatest({{ places }}, 0), 127) as integer))
{%- endmacro %}

{# 1 if the double of a number token is that number: its shortest form has the same digits, or it is
   the same whole number; 15 digits always are #}
{% macro given_back(y) %}
case
    when length({{ y }}) <= 15 and not contains(lower({{ y }}), 'e') then 1
    when not isfinite(cast({{ y }} as double)) then 0
    when {{ digits("cast(cast(" ~ y ~ " as double) as varchar)") }} = {{ digits(y) }} then 1
    when not regexp_matches({{ y }}, '[.eE]')
        and try_cast(cast({{ y }} as double) as hugeint) = try_cast({{ y }} as hugeint) then 1
    else 0
end
{%- endmacro %}

{# the significant digits of a number, without sign, point, exponent and outer zeros #}
{% macro digits(y) %}
trim(replace(replace({{ mantissa(y) }}, '.', ''), '-', ''), '0')
{%- endmacro %}

{% macro date_like(x) %}
(regexp_full_match({{ x }}, '[0-9]{4}-[0-9]{2}-[0-9]{2}') and try_cast({{ x }} as date) is not null)
{%- endmacro %}

{% macro timestamp_like(x, zone) %}
(regexp_full_match(
    {{ x }}, {{ ("[0-9]{4}-[0-9]{2}-[0-9]{2}[ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?" ~ zone) | literal }}
) and try_cast(left({{ x }}, 10) as date) is not null)
{%- endmacro %}

{% macro fine(x) %}
case when regexp_matches({{ x }}, '\.[0-9]{6}[0-9]*[1-9]') then 16 else 0 end
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
    and {{ places(mantissa(y)) }} - case when contains(lower({{ y }}), 'e') then {{ exponent(y) }} else 0 end
        <= {{ target.scale }}
)
{%- elif target.kind == "float" %}
(
    lower({{ x }}) in ('nan', 'inf', '-inf', 'infinity', '-infinity')
    or (
        regexp_full_match({{ y }}, '[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?')
        and isfinite(cast({{ y }} as {{ target | type }}))
        and {{ digits("cast(cast(" ~ y ~ " as " ~ (target | type) ~ ") as varchar)") }}
            = trim({{ digits(y) }}, '+0')
    )
)
{%- elif target.kind == "boolean" %}
lower({{ x }}) in ('true', 'false', '0', '1')
{%- elif target.kind == "date" %}
({{ date_like(x) }} or (regexp_full_match({{ x }}, '.{10}[ T]00:00(:00(\.0+)?)?') and {{ date_like("left(" ~ x ~ ", 10)") }}))
{%- elif target.kind == "timestamp" %}
({{ date_like(x) }} or ({{ timestamp_like(x, "") }}{% if target.unit != "ns" %} and {{ fine(x) }} = 0{% endif %}))
{%- elif target.kind == "instant" %}
({{ timestamp_like(x, "(Z| UTC|[-+](0[0-9]|1[0-5])(:?[0-5][0-9])?)") }} and {{ fine(x) }} = 0)
{%- else %}
try_cast({{ x }} as {{ target | type }}) is not null
{%- endif %}
{% endmacro %}
