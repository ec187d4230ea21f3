{# Questions about a whole column, each an aggregate: what alignment must know before it compares.
   All but `codes` count the values of which something is true. #}
{% import "conversions.sql" as conversions %}
{% macro values(x, float) %}
    {% if float %} count({{ conversions.nan_as_null(x) }}) {% else %} count({{ x }}){% endif %}
{%- endmacro %}
{% macro missing(x) %} count(*) - count({{ x }}){% endmacro %}
{% macro nans(x) %} count(*) filter (where isnan({{ x }})){% endmacro %}
{% macro empties(x) %} count(*) filter (where {{ x }} = ''){% endmacro %}
{% macro beyond_exact(x) %}
    count(*) filter (where {{ x }} not between -9007199254740992 and 9007199254740992)
{%- endmacro %}
{% macro beyond_double(x, own, small) %}
    count({{ conversions.decimal_beyond_double(x, own, small) }})
{%- endmacro %}
{# NaN is missing, and no number #}
{% macro not_bits(x) %}
    count(*) filter (where {{ x }} not in (0, 1) and not isnan(cast({{ x }} as double)))
{%- endmacro %}
{# an export that writes booleans as `t` and `f` writes nothing else in such a column #}
{% macro not_letters(x) %} count(*) filter (where {{ x }} not in ('t', 'f')){% endmacro %}
{% macro not_cast(x, target, own) %}
    count(*) filter (where {{ conversions.not_cast(x, target, own) }})
{%- endmacro %}
{# how often each code of `tokens.sql` occurs; where only some kinds are expected, 15 is all else #}
{% macro codes(x, decimal, expected=()) %}
    {%- import "tokens.sql" as tokens -%}
    {%- if expected -%} histogram({{ tokens.expected_code(x, decimal, expected) }})
    {%- else -%} histogram({{ tokens.code(x, decimal) }})
    {%- endif -%}
{%- endmacro %}
{# the same of a column that has a type; against a text file, '' is missing #}
{% macro codes_of_text(x, expected=()) %}
    {{ codes("nullif(cast(" ~ x ~ " as varchar), '')", ".", expected) }}
{%- endmacro %}
{% macro not_read(x, target, decimal) %}
    count(*) filter (where {{ conversions.not_read(x, target, decimal) }})
{%- endmacro %}
{# local times that the clocks of a zone show twice, an hour or half an hour apart, or not at all #}
{% macro odd_hours(x, zone) %}
    {%- set local = "cast(" ~ x ~ " as timestamp)" -%}
    {%- set moment = "timezone(" ~ (zone | literal) ~ ", " ~ local ~ ")" -%}
    count(*) filter (
        where
            timezone({{ zone | literal }}, {{ moment }}) <> {{ local }}
            {% for apart in ["-60", "-30", "30", "60"] %}
                or timezone({{ zone | literal }}, {{ moment }} + to_minutes({{ apart }}))
                = {{ local }}
            {% endfor %}
    )
{%- endmacro %}
