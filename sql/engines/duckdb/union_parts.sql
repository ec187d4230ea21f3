-- purpose: the part files of a delimited source, columns brought to one order, folder keys added
-- one row is: a record of the source
-- parameters: parts
-- reference: COMPARISON.md rules 11 and 14
{% for part in parts %}
    select
        {% for column in part.order %} {{ column | name }} as c{{ loop.index0 }}, {% endfor %}
        {% set width = part.order | length %}
        {% for value in part.values %}
            cast({{ value | literal }} as varchar) as c{{ width + loop.index0 }},
        {% endfor %}
    from ({{ part.sql }}) as record
    {% if not loop.last %}
        union all
    {% endif %}

{% endfor %}
