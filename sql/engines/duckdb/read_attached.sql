-- purpose: a table of an attached file, with columns named by position
-- one row is: a row of the table
-- parameters: path, width
-- reference: COMPARISON.md rule 2
select *
from
    {{ path[0] | name }}.{{ path[1] | name }}.{{ path[2] | name }} as part(
        {% for number in range(width) %}c{{ number }}{{ "" if loop.last else ", " }}{% endfor %}
    )
