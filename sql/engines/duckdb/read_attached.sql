-- purpose: a table of an attached file, with columns named by position, its text without collation
-- one row is: a row of the table
-- parameters: path, types
-- reference: COMPARISON.md rules 2 and 9
select
    {% for type in types %}
        t{{ loop.index0 }}
        {% if type.stored == "VARCHAR" %}
            collate "binary"
        {% endif %} as c{{ loop.index0 }}{{ "" if loop.last else "," }}
    {% endfor %}
from
    {{ path[0] | name }}.{{ path[1] | name }}.{{ path[2] | name }} as part(
        {% for type in types %}t{{ loop.index0 }}{{ "" if loop.last else ", " }}{% endfor %}
    )
