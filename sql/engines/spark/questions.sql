{# Questions about a whole column, as Spark spells them; see those that all others ask. Of tokens no
   more than the text is told here: `facts.sql` counts the codes of all columns at once. #}
{% import "conversions.sql" as conversions %}
{% import "own_conversions.sql" as own %}
{% macro values(x, float) %}
    {% if float %} count({{ conversions.nan_as_null(x) }}) {% else %} count({{ x }}){% endif %}
{%- endmacro %}
{% macro missing(x) %} count(*) - count({{ x }}){% endmacro %}
{% macro nans(x) %} count(*) filter (where isnan({{ x }})){% endmacro %}
{% macro empties(x) %} count(*) filter (where {{ x }} = ''){% endmacro %}
{% macro beyond_exact(x) %}
    count(*) filter (where {{ x }} not between -9007199254740992 and 9007199254740992)
{%- endmacro %}
{% macro beyond_double(x, own_type, small) %}
    count({{ own.decimal_beyond_double(x, own_type, small) }})
{%- endmacro %}
{% macro not_bits(x) %}
    count(*) filter (where {{ x }} not in (0, 1) and not isnan(cast({{ x }} as double)))
{%- endmacro %}
{% macro codes(x) %} {{ x }}{% endmacro %}
{% macro codes_of_text(x) %} nullif(cast({{ x }} as string), ''){% endmacro %}
{% macro not_letters(x) %} count(*) filter (where {{ x }} not in ('t', 'f')){% endmacro %}
{% macro not_cast(x, target, own_type) %}
    {%- if target.bits == 128 -%}
        {{
            refuse(
                "Spark has no type " ~ target.stored,
                "choose another one for --cast, such as DECIMAL(38,0)",
            )
        }}
    {%- endif -%}
    count(*) filter (where {{ conversions.not_cast(x, target, own_type) }})
{%- endmacro %}
{% macro not_read(x, target, decimal) %}
    count(*) filter (where {{ conversions.not_read(x, target, decimal) }})
{%- endmacro %}
{% macro odd_hours(x, zone) %}
    {%- set local = "cast(" ~ x ~ " as timestamp)" -%}
    {%- set moment = own.local_as_instant(x, zone) -%}
    count(*) filter (
        where
            from_utc_timestamp({{ moment }}, {{ zone | literal }}) <> {{ local }}
            {% for apart in ["-60", "-30", "30", "60"] %}
                or from_utc_timestamp(
                    {{ moment }} + interval '{{ apart }}' minute, {{ zone | literal }}
                )
                = {{ local }}
            {% endfor %}
    )
{%- endmacro %}
