-- purpose: a registered Arrow object, with columns named by position
-- one row is: a row of the object
-- parameters: source, width
-- reference: COMPARISON.md rule 2
select *
from
    {{ source | name }} as part(
        {% for number in range(width) %}c{{ number }}{{ "" if loop.last else ", " }}{% endfor %}
    )
