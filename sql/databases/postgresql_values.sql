{# How the columns of PostgreSQL are sent, and what is asked of their values before. #}
{# As the type it has. `text`: cast, by which char(n) loses its padding. `spelled`: as it is shown,
   which for some types is not what a cast to text gives. #}
{% macro sent(form, value) -%}
    {%- if form == "plain" -%} {{ value }}
    {%- elif form == "text" -%} cast({{ value }} as text)
    {%- elif form == "texts" -%} cast({{ value }} as text[])
    {%- elif form == "bigint" -%} cast({{ value }} as bigint)
    {%- elif form == "money" -%} cast(cast({{ value }} as numeric) as text)
    {%- elif form == "spelled" -%}
        case when {{ value }} is not null then format('%s', {{ value }}) end
    {%- endif -%}
{%- endmacro %}

{# How many values cannot be sent as what they are. #}
{% macro unfit(check, value) -%}
    {%- if check == "fixed" -%} count(*) filter (where {{ value }} = 'NaN')
    {%- elif check == "free" -%} count(*) filter (where not {{ finite(value) }})
    {%- elif check == "date" -%} count(*) filter (where not isfinite({{ value }}))
    {%- elif check == "clock" -%}
        count(*) filter (where not isfinite({{ value }}) or {{ value }} >= '294247-01-01')
    {%- elif check == "interval" -%}
        count(*) filter (
            where
                not isfinite({{ value }})
                or extract(hour from {{ value }}) not between -2000000
                and 2000000
        )
    {%- elif check == "array" -%} count(*) filter (where {{ shaped(value) }})
    {%- elif check == "clocks" -%}
        count(*) filter (where {{ shaped(value) }} or cast({{ value }} as text) ~ 'infinity|\d{6}-')
    {%- elif check == "numbers" -%}
        count(*) filter (where {{ shaped(value) }} or cast({{ value }} as text) like '%NaN%')
    {%- endif -%}
{%- endmacro %}

{# Digits before and after the point that hold every number. #}
{% macro whole(value) -%}
    max(length(cast(trunc(abs({{ value }})) as text))) filter (where {{ finite(value) }})
{%- endmacro %}
{% macro places(value) -%}
    max(min_scale({{ value }})) filter (where {{ finite(value) }})
{%- endmacro %}

{% macro finite(value) -%}
    cast({{ value }} as text) not in ('NaN', 'Infinity', '-Infinity')
{%- endmacro %}
{# An array of several dimensions, or one that does not count from 1. #}
{% macro shaped(value) -%}
    (array_ndims({{ value }}) > 1 or array_lower({{ value }}, 1) <> 1)
{%- endmacro %}
