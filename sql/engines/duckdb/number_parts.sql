-- purpose: the records of a delimited source with where each one stands, its parts read in order
-- one row is: a record of the source
-- parameters: parts
-- reference: the seam, RowEngine.number; COMPARISON.md rules 11 and 14
{% for part in parts %}
    select
        {% for column in part.order %} {{ column | name }} as c{{ loop.index0 }}, {% endfor %}
        {% set width = part.order | length %}
        {% for value in part.values %}
            cast({{ value | literal }} as varchar) as c{{ width + loop.index0 }},
        {% endfor %}
        {{ loop.index0 }} as part,
        row_number() over () as position
    from ({{ part.sql }}) as record
    {% if not loop.last %}
        union all
    {% endif %}

{% endfor %}
