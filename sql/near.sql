-- purpose: rows of one side with their relaxed values beside the strict ones
-- one row is: a row of the side
-- parameters: relation, columns, expressions
-- reference: COMPARISON.md rule 17
{% from "conversions.sql" import convert %}
select
    {% for expression in expressions %}
    {{ convert(expression.chain, expression.column | name) }} as {{ expression.name | name }},
    {% endfor %}
    {{ columns | map("name") | join(", ") }}
from {{ relation | name }}
