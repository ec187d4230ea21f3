{# What a token of a text file is, as Spark tells it: the codes of `sql/tokens.sql`, bit for bit, with
   one exception. Whether a double gives a number of 16 or 17 digits back cannot always be told here
   (see `is_given_back`), nor whether it is a whole number of more than 38, which no type here holds:
   what cannot be told counts as no.

   Spark's casts are lenient in ways of their own, so every pattern is a pattern of ours; what it casts
   has been told before. `x` is the token, `y` the same with a point for its decimal separator. -#}
{%- macro pointed(x, decimal) -%}
    {%- if decimal == "." -%} {{ x }}
    {%- else -%} replace(replace({{ x }}, '.', ';'), ',', '.')
    {%- endif -%}
{%- endmacro -%}

{%- macro matches(x, pattern) -%}
    {{ x }} rlike {{ ("^(?:" ~ pattern ~ ")\\z") | literal }}
{%- endmacro -%}

{% set short_integer = "-?(0|[1-9][0-9]{0,14})" %}
{% set clean_decimal_like = "-?(0|[1-9][0-9]*)\\.[0-9]*[1-9]" %}
{% set plain_decimal = "-?((0|[1-9][0-9]*)(\\.[0-9]*)?|\\.[0-9]+)" %}
{% set scientific = "-?((0|[1-9][0-9]*|\\.[0-9]+)[eE][-+][0-9]+|((0|[1-9][0-9]*)\\.[0-9]*|\\.[0-9]+)[eE][-+]?[0-9]+)" %}
{% set any_number = "[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?" %}
{% set exponent_code = "-?[1-9][0-9]*[eE][0-9]+" %}
{% set other_number = "[-+]?([0-9]{1,3}([ ,.'][0-9]{3})*([.,][0-9]+)?|[0-9]*[.,][0-9]+)" %}
{% set zone = "(Z| UTC|[-+](0[0-9]|1[0-5])(:?[0-5][0-9])?)" %}
{% set clock = "[0-9]{4}-[0-9]{2}-[0-9]{2}[ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?" %}

{% macro code(x, decimal) %} {{ code_of(x, pointed(x, decimal)) }}{% endmacro %}

{% macro code_of(x, y) %}
    case
        when {{ x }} is null
        then 0
        when {{ x }} >= ':'
        then {{ word(x) }}
        when octet_length({{ x }}) >= 10 and {{ matches(x, "[^-]{4}-[^-]{2}-(?s:.*)") }}
        then {{ point_in_time(x) }}
        when {{ matches(y, short_integer) }}
        then case when {{ x }} in ('0', '1') then 2 else 1 end
        when not {{ matches(y, "[-+.0-9eE]*") }}
        then
            case
                when {{ matches(x, "(?i)-(inf|infinity)") }}
                then 6
                when {{ matches(x, other_number) }}
                then 12
                else 13
            end
        when octet_length({{ y }}) <= 15 and {{ matches(y, clean_decimal_like) }}
        then
            19
            + 4096
            * (
                (instr({{ y }}, '.') - 1 - cast({{ y }} < '0' as int)) * 128
                + octet_length({{ y }})
                - instr({{ y }}, '.')
            )
        when {{ matches(y, plain_decimal) }}
        then
            3
            + 16
            * (
                ({{ size(whole_digits(y), places(y)) }} * 128 + {{ decimal_style(y) }}) * 2
                + {{ given_back(y) }}
            )
        when {{ matches(y, scientific) }}
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
        when {{ matches(y, any_number) }} and not {{ matches(y, exponent_code) }}
        then 7
        when {{ matches(x, other_number) }}
        then 12
        else 13
    end
{%- endmacro %}

{# a token that begins with a letter #}
{% macro word(x) %}
    case
        when not {{ matches(x, "[tTfFnNiI][a-zA-Z]{2,7}") }}
        then 13
        when {{ x }} in ('true', 'false')
        then 8
        when lower({{ x }}) in ('true', 'false')
        then case when {{ x }} = upper({{ x }}) then 24 else 40 end
        when lower({{ x }}) = 'nan'
        then 5
        when lower({{ x }}) in ('inf', 'infinity')
        then 6
        else 13
    end
{%- endmacro %}

{% macro point_in_time(x) %}
    case
        when octet_length({{ x }}) = 10
        then case when {{ date_like(x) }} and {{ x }} >= '0001' then 9 else 13 end
        when {{ timestamp_like(x, "") }}
        then 10 + {{ style(x) }}
        when {{ timestamp_like(x, zone) }}
        then 11 + {{ style(x) }}
        else 13
    end
{%- endmacro %}

{% macro whole_digits(y) %}
    length(trim(leading '-0' from split_part({{ y }}, '.', 1)))
{%- endmacro %}
{% macro places(y) %} length(trim(trailing '0' from split_part({{ y }}, '.', 2))){% endmacro %}
{% macro mantissa(y) %} split_part(lower({{ y }}), 'e', 1){% endmacro %}
{% macro exponent(y) %}
    coalesce(cast(try_cast(split_part(lower({{ y }}), 'e', 2) as int) as bigint), 100000)
{%- endmacro %}

{% macro size(whole, places) %}
    (
        cast(least(greatest({{ whole }}, 0), 127) as int) * 128
        + cast(least(greatest({{ places }}, 0), 127) as int)
    )
{%- endmacro %}

{% macro decimal_style(y) %}
    (
        case
            when {{ matches(y, ".*[.]|.*[.].*0") }}
            then 1 + least(length(split_part({{ y }}, '.', 2)), 30)
            else 0
        end
        + case when {{ matches(y, "-?[.].*") }} then 32 else 0 end
    )
{%- endmacro %}

{% macro scientific_style(y) %}
    (
        64
        + case when contains({{ y }}, 'E') then 1 else 0 end
        + case when contains({{ y }}, '+') then 2 else 0 end
        + case when {{ y }} rlike '[eE][-+]?0[0-9]' then 4 else 0 end
    )
{%- endmacro %}

{# 1 if the double of a number token is that number; see `is_given_back`. 129 if it is only the same
   whole number. #}
{% macro given_back(y) %}
    case
        when {{ is_given_back(y) }}
        then 1
        when {{ matches(y, "-?[0-9]+") }} and {{ is_whole_double(y) }}
        then 129
        else 0
    end
{%- endmacro %}

{# Whether a double stands for a number, and for no other that passes this test. Java 17 does not
   always write a double in its shortest form (JDK-4511638), so that what it writes is no proof alone.

   Up to 15 digits every double within its usual range gives every number back. Of 16 and 17 digits a
   number does if no shorter one has the same double, and if either no other of as many digits has it
   or it is this one that Java writes. The numbers that have one double are an interval, so that the
   nearest ones below and above tell. Where Java writes another of several, nobody knows: no. Numbers
   that pass and share a double are one number, whatever Java writes. #}
{% macro is_given_back(y) %}
    case
        when octet_length({{ y }}) <= 15 and not contains(lower({{ y }}), 'e')
        then true
        when abs(cast({{ y }} as double)) = double('infinity')
        then false
        when {{ digits(y) }} = ''
        then true
        when length({{ digits(y) }}) <= 15 and abs(cast({{ y }} as double)) >= double('1e-290')
        then true
        when length({{ digits(y) }}) > 17 or abs(cast({{ y }} as double)) = double(0)
        then false
        when {{ has_shorter(y) }}
        then false
        else
            {{ digits("cast(cast(" ~ y ~ " as double) as string)") }} = {{ digits(y) }}
            or not ({{ has_neighbour(y) }})
    end
{%- endmacro %}

{# Whether a number of one digit less has the same double as one of up to 17 digits. #}
{% macro has_shorter(y) %}
    {%- set less = "cast(" ~ digits(y) ~ " as bigint) div 10" -%}
    {{ has_double(y, less, 1) }} or {{ has_double(y, "(" ~ less ~ " + 1)", 1) }}
{%- endmacro %}
{% macro has_neighbour(y) %}
    {%- set number = "cast(" ~ digits(y) ~ " as bigint)" -%}
    {{ has_double(y, "(" ~ number ~ " - 1)", 0) }} or {{ has_double(y, "(" ~ number ~ " + 1)", 0) }}
{%- endmacro %}
{% macro has_double(y, number, more) %}
    cast(
        concat(
            cast({{ number }} as string), 'e', cast({{ last_place(y) }} + {{ more }} as string)
        ) as double
    )
    = abs(cast({{ y }} as double))
{%- endmacro %}

{# the power of ten of the last significant digit #}
{% macro last_place(y) %}
    (
        case when contains(lower({{ y }}), 'e') then {{ exponent(y) }} else 0 end
        - length(split_part({{ mantissa(y) }}, '.', 2))
        + length({{ all_digits(y) }})
        - length(trim(trailing '0' from {{ all_digits(y) }}))
    )
{%- endmacro %}

{% macro all_digits(y) %} translate({{ mantissa(y) }}, '.-+', ''){% endmacro %}
{# the significant digits of a number, without sign, point, exponent and outer zeros #}
{% macro digits(y) %} trim(both '0' from {{ all_digits(y) }}){% endmacro %}

{# Whether the double of a whole number of up to 38 digits is that number. Spark casts a double to a
   decimal by what Java writes; so it is taken apart: one of 2^63 and more is even, and its half is
   two whole numbers of less than 64 bits. #}
{% macro is_whole_double(y) %}
    {%- set d = "abs(cast(" ~ y ~ " as double))" -%}
    {%- set two_to_63 = "double(9223372036854775808)" -%}
    {#- the sign is taken off the text: abs rounds decimals to 34 digits -#}
    {%- set unsigned = "trim(leading '-' from " ~ y ~ ")" -%}
    {%- set half = "(" ~ d ~ " / double(2))" -%}
    {%- set high = "cast(floor(" ~ half ~ " / " ~ two_to_63 ~ ") as bigint)" -%}
    case
        when {{ d }} < {{ two_to_63 }}
        then
            cast(cast({{ d }} as bigint) as decimal(38, 0))
            <=> try_cast({{ unsigned }} as decimal(38, 0))
        when {{ d }} <= double('1e38')
        then
            cast(2 as decimal(1, 0)) * (
                cast({{ high }} as decimal(19, 0)) * cast(9223372036854775808 as decimal(19, 0))
                + cast(
                    cast(
                        {{ half }} - cast({{ high }} as double) * {{ two_to_63 }} as bigint
                    ) as decimal(19, 0)
                )
            )
            <=> try_cast({{ unsigned }} as decimal(38, 0))
        else false
    end
{%- endmacro %}

{% macro date_like(x) %}
    ({{ matches(x, "[0-9]{4}-[0-9]{2}-[0-9]{2}") }} and try_cast({{ x }} as date) is not null)
{%- endmacro %}

{% macro timestamp_like(x, zone) %}
    ({{ matches(x, clock ~ zone) }} and try_cast(left({{ x }}, 10) as date) is not null)
{%- endmacro %}

{% macro fine(x) %}
    case
        when octet_length({{ x }}) > 26 and {{ x }} rlike '[.][0-9]{6}[0-9]*[1-9]' then 16 else 0
    end
{%- endmacro %}

{% macro style(x) %}
    ((length({{ x }}) + case when contains({{ x }}, 'T') then 64 else 0 end) * 32 + {{ fine(x) }})
{%- endmacro %}

{# whether a token reads as a type without losing anything (--cast); leading zeros are allowed #}
{% macro converts(x, target, decimal) %}
    {% set y = pointed(x, decimal) %}
    {% if target.kind in ("integer", "decimal") and target.bits < 128 %}
        (
            {{ matches(y, "[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]{1,3})?") }}
            and {{ as_number(y, target, "try_cast") }} is not null
            and {{ places(mantissa(y)) }}
            - case when contains(lower({{ y }}), 'e') then {{ exponent(y) }} else 0 end
            <= {{ target.scale }}
        )
    {%- elif target.kind == "float" and target.bits == 64 %}
        (
            lower({{ x }}) in ('nan', 'inf', '-inf', 'infinity', '-infinity')
            or ({{ matches(y, any_number) }} and {{ is_given_back(y) }})
        )
    {%- elif target.kind == "boolean" %} lower({{ x }}) in ('true', 'false', 't', 'f', '0', '1')
    {%- elif target.kind == "date" %}
        (
            {{ date_like(x) }}
            or (
                {{ matches(x, ".{10}[ T]00:00(:00(\\.0+)?)?") }}
                and {{ date_like("left(" ~ x ~ ", 10)") }}
            )
        )
    {%- elif target.kind == "timestamp" and target.unit != "ns" %}
        ({{ date_like(x) }} or ({{ timestamp_like(x, "") }} and {{ fine(x) }} = 0))
    {%- elif target.kind == "instant" %}({{ timestamp_like(x, zone) }} and {{ fine(x) }} = 0)
    {%- elif target.kind == "time" %}
        {{ matches(x, "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,6}0*)?)?") }}
    {%- else %}
        {{
            refuse(
                "--cast does not read text as " ~ target.stored ~ " on Spark",
                "convert the column in a view, and name that",
            )
        }}
    {%- endif %}
{% endmacro %}

{# a number token as a type that holds it; Spark reads no point and no exponent into an integer #}
{% macro as_number(y, target, cast) %}
    {%- if target.kind == "integer" and target.bits < 128 -%}
        {{ cast }} ({{ cast }} ({{ y }} as decimal(38, 0)) as {{ target | type }})
    {%- else -%} {{ cast }} ({{ y }} as {{ target | type }})
    {%- endif -%}
{%- endmacro %}

{# A token as a point in time. The date and the clock are cast, which is sure; the zone is reckoned
   with here. What is finer than microseconds is cut off. #}
{% macro as_time(x, target) %}
    {%- if target.kind == "date" -%} cast(left({{ x }}, 10) as date)
    {%- elif target.kind == "time" -%}
        cast(
            regexp_replace(
                regexp_replace({{ x }}, '^([0-9]{2}:[0-9]{2})\\z', '$1:00'),
                '([.][0-9]{6})[0-9]+\\z',
                '$1'
            ) as {{ target | type }}
        )
    {%- elif target.kind == "timestamp" -%} {{ local_time(x) }}
    {%- elif target.kind == "instant" -%}
        timestamp_micros(
            unix_micros(cast({{ local_time(x) }} as timestamp)) - {{ offset(x) }} * 60000000
        )
    {%- else -%}
        {{
            refuse(
                "--cast does not read text as " ~ target.stored ~ " on Spark",
                "convert the column in a view, and name that",
            )
        }}
    {%- endif -%}
{%- endmacro %}
{% macro local_time(x) %}
    cast(
        regexp_extract(
            {{ x }},
            '^([0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?)?)',
            1
        ) as timestamp_ntz
    )
{%- endmacro %}
{# minutes from UTC, east of it more; 0 where no hours are given #}
{% macro offset(x) %}
    case
        when {{ x }} rlike '[-+][0-9]{2}(:?[0-9]{2})?\\z' and {{ x }} rlike ':[^-+]*[-+]'
        then
            case when {{ x }} rlike '[+][0-9:]*\\z' then 1 else -1 end * (
                60 * cast(regexp_extract({{ x }}, '[-+]([0-9]{2})(:?[0-9]{2})?\\z', 1) as bigint)
                + cast(
                    concat(
                        '0', regexp_extract({{ x }}, '[-+][0-9]{2}:?([0-9]{2})?\\z', 1)
                    ) as bigint
                )
            )
        else 0
    end
{%- endmacro %}
