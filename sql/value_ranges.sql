-- purpose: the range of whole-number columns of one side
-- one row is: the side: for each column its smallest and largest value
-- parameters: relation, columns
-- reference: COMPARISON.md rule 17
select
    {% for column in columns %}
        min({{ column | name }}), max({{ column | name }}){{ "" if loop.last else "," }}
    {% endfor %}
from {{ relation | name }}
