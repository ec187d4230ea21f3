-- purpose: the values of JSON records in the types that hold every one of them
-- one row is: a record
-- parameters: relation, columns, keys
-- reference: COMPARISON.md rules 5, 6 and 12
{% from "conversions.sql" import convert %}
select
    {% for column in columns %}
        {% if column.structure %}
            json_transform(c{{ loop.index0 }}, {{ column.structure | literal }})
        {% elif column.kind == "empty" %} null
        {% else %} {{ convert(column.chain, "c" ~ loop.index0) }}
        {% endif %} as c{{ loop.index0 }},
    {% endfor %}
    {% for _ in range(keys) %} c{{ columns | length + loop.index0 }}, {% endfor %}
from {{ relation | name }}
