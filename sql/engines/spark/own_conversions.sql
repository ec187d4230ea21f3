{# Conversions that Spark spells in a way of its own, or computes otherwise than the common ones take
   for granted: a double beyond the range of a float becomes infinite, 2^63 becomes the largest
   BIGINT, and Java writes some doubles with more digits than they need. #}
{% set two_to_63 = "double(9223372036854775808)" %}

{# -- values of any type ------------------------------------------------------------------- #}
{% macro try_as(x, target) %}
    {%- if target.kind == "float" and target.bits == 32 -%}
        case
            when
                abs(cast({{ x }} as float)) = float('infinity')
                and abs(cast({{ x }} as double)) < double('infinity')
            then null
            else cast({{ x }} as float)
        end
    {%- else -%} try_cast({{ x }} as {{ target | type }})
    {%- endif -%}
{% endmacro %}
{% macro out_of_range(x, target) %}
    case when {{ try_as(x, target) }} is null then {{ x }} end
{%- endmacro %}
{% macro unheld(x, target, own) %}
    {%- import "tokens.sql" as tokens -%}
    {%- if target.kind == "float" and own.bits == 128 -%}
        case
            when {{ tokens.is_whole_double("cast(" ~ x ~ " as string)") }} then null else {{ x }}
        end
    {%- elif target.kind == "float" -%}
        case
            when
                cast({{ x }} as double) < {{ two_to_63 }}
                and cast(cast({{ x }} as double) as bigint) = cast({{ x }} as bigint)
            then null
            else {{ x }}
        end
    {%- else -%}
        case
            when try_cast(try_cast({{ x }} as {{ target | type }}) as {{ own | type }}) = {{ x }}
            then null
            else {{ x }}
        end
    {%- endif -%}
{%- endmacro %}

{# -- numbers ------------------------------------------------------------------------------ #}
{# significant digits of a decimal #}
{% macro significant_digits(x) %}
    length(trim(both '0' from translate(cast({{ x }} as string), '.-', '')))
{%- endmacro %}
{# A decimal of 16 or 17 digits may be the shortest form of a double where Java writes another one, and
   Spark cannot tell; it stops at such a value. #}
{% macro decimal_beyond_double(x, own, small) %}
    {%- import "tokens.sql" as tokens -%}
    {%- set y = "cast(" ~ x ~ " as string)" -%}
    case
        {% if small %}
            when abs({{ x }}) < cast({{ small | literal }} as {{ own | type }}) then null
        {% endif %}
        when {{ significant_digits(x) }} <= 15 or {{ tokens.is_given_back(y) }}
        then null
        when
            {{ tokens.places(y) }} = 0
            and {{ tokens.is_whole_double("split_part(" ~ y ~ ", '.', 1)") }}
        then null
        {# a whole number of as many digits as the double itself, which is nearer to it #}
        when
            {{ tokens.places(y) }} = 0
            and abs(cast({{ x }} as double)) < {{ two_to_63 }}
            and length(trim(both '0' from cast(cast(cast({{ x }} as double) as bigint) as string)))
            - cast({{ x }} < 0 as int)
            <= length({{ tokens.digits(y) }})
        then {{ x }}
        when length({{ tokens.digits(y) }}) > 17 or {{ tokens.has_shorter(y) }}
        then {{ x }}
        when {{ x }} is not null
        then cast(raise_error({{ x | literal }}) as {{ own | type }})
    end
{%- endmacro %}

{# -- text, bytes, identifiers ------------------------------------------------------------- #}
{% macro utf8(x) %} encode({{ x }}, 'UTF-8'){% endmacro %}

{# -- time --------------------------------------------------------------------------------- #}
{# of an hour that the clocks show twice the later one, as everywhere else #}
{% macro local_as_instant(x, zone) %}
    {%- set local = "cast(" ~ x ~ " as timestamp)" -%}
    {%- set first = "to_utc_timestamp(" ~ local ~ ", " ~ zone | literal ~ ")" -%}
    case
        {% for minutes in ["60", "30"] %}
            {% set later = first ~ " + interval '" ~ minutes ~ "' minute" %}
            when from_utc_timestamp({{ later }}, {{ zone | literal }}) = {{ local }}
            then {{ later }}
        {% endfor %}
        else {{ first }}
    end
{%- endmacro %}
{% macro microseconds(x) %} unix_micros(cast({{ x }} as timestamp)){% endmacro %}
{% macro time_of_day(x) %}
    (
        unix_micros(cast({{ x }} as timestamp))
        - unix_micros(cast(cast({{ x }} as date) as timestamp))
    )
{%- endmacro %}
{% macro multiplied(x, factor) %}
    cast({{ x }} as decimal(19, 0)) * cast({{ factor }} as decimal(10, 0))
{%- endmacro %}
{% macro zero_of_date(x) %} case when {{ x }} is not null then cast(0 as bigint) end {%- endmacro %}

{# -- nested values: the same rules inside ------------------------------------------------- #}
{# fields of structs are named by their positions when a table is registered #}
{% macro struct_of(x, positions, forms) %}
    {%- from "conversions.sql" import convert -%}
    case
        when {{ x }} is not null
        then
            named_struct(
                {% for position in positions %}
                    {% set field = x ~ ".f" ~ position %}
                    {% set last = loop.last %}{% set outer = loop.index %}
                    {% for chain in forms[loop.index0] %}
                        'f{{ outer }}_{{ loop.index }}',
                        {{ convert(chain, field) }}{{ "" if last and loop.last else "," }}
                    {% endfor %}
                {% endfor %}
            )
    end
{%- endmacro %}
{% macro list_of(x, level, forms) %}
    {%- from "conversions.sql" import convert -%}
    {%- set item = "item" ~ level -%}
    transform(
        {{ x }},
        {{ item }} -> {% if forms[0] | length == 1 %} {{ convert(forms[0][0], item) }}
        {% else %}
            named_struct(
                {% for chain in forms[0] %}
                    'f{{ loop.index }}', {{ convert(chain, item) }}{{ "" if loop.last else "," }}
                {% endfor %}
            )
        {% endif %}

    )
{%- endmacro %}
{% macro entries_of(x) %}
    transform(map_entries({{ x }}), entry -> named_struct('f1', entry.key, 'f2', entry.value))
{%- endmacro %}
{% macro sorted(x) %} sort_array({{ x }}){% endmacro %}

{# -- tokens of text files ----------------------------------------------------------------- #}
{% macro token_number(x, target, decimal, nan) %}
    {%- import "tokens.sql" as tokens -%}
    {%- set number = tokens.as_number(tokens.pointed(x, decimal), target, "cast") -%}
    {%- if nan -%} case when lower({{ x }}) = 'nan' then null else {{ number }} end
    {%- else -%} {{ number }}
    {%- endif -%}
{%- endmacro %}
{% macro token_as(x, target) %}
    {%- import "tokens.sql" as tokens -%} {{ tokens.as_time(x, target) }}
{%- endmacro %}
{% macro token_nanosecond_rest(x) %}
    case
        when {{ x }} is not null
        then cast(rpad(regexp_extract({{ x }}, '[.][0-9]{6}([0-9]{1,3})', 1), 3, '0') as bigint)
    end
{%- endmacro %}

{# -- relaxed: how a value is written, overlooked by the second look and never by the score ---- #}
{% macro trimmed(x) %} trim(both ' \t\n\r\u00a0\u200b\ufeff' from {{ x }}) {%- endmacro %}
{% macro number_in_text(x) %}
    case
        when {{ x }} rlike '^(?:[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+))\\z'
        then {{ plain_number(x) }}
        when
            {{ x }}
            rlike '^(?:[-+]?(([0-9]+|[.][0-9]+)[eE][-+][0-9]+|([0-9]+[.][0-9]*|[.][0-9]+)[eE][-+]?[0-9]+))\\z'
        then cast(cast({{ x }} as double) as string)
        else {{ x }}
    end
{%- endmacro %}
{% macro plain_number(x) %}
    concat(
        case when left({{ x }}, 1) = '-' then '-' else '' end,
        coalesce(
            nullif(trim(leading '0' from split_part(trim(leading '+-' from {{ x }}), '.', 1)), ''),
            '0'
        ),
        case
            when contains({{ x }}, '.')
            then
                trim(
                    trailing '.'
                    from trim(trailing '0' from concat('.', split_part({{ x }}, '.', 2)))
                )
            else ''
        end
    )
{%- endmacro %}
{% macro is_fraction(x) %}
    abs({{ x }}) < double('infinity') and {{ x }} <> floor({{ x }})
{%- endmacro %}
{% macro nine_digits(x) %}
    case
        when {{ is_fraction(x) }} then cast(format_string('%.8e', {{ x }}) as double) else {{ x }}
    end
{%- endmacro %}
{% macro four_bytes(x) %}
    {%- set float = "cast(cast(" ~ x ~ " as float) as double)" -%}
    case
        when {{ is_fraction(x) }}
        then
            case
                when {{ float }} = {{ x }}
                then {{ x }}
                when
                    cast(format_string('%.6e', {{ x }}) as double) = {{ x }}
                    or {{ nine_digits(float) }} = {{ x }}
                then {{ float }}
                else {{ x }}
            end
        else {{ x }}
    end
{%- endmacro %}
{% macro shape(x) %}
    regexp_replace(regexp_replace({{ x }}, '[0-9]', '9'), '\\p{L}+', 'A')
{%- endmacro %}
{# Spark has no Unicode normalisation: the second look says that it did without #}
{% set absent = ["composed"] %}
