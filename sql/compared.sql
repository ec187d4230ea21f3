-- purpose: one side in its compared form: same names and types on both sides
-- one row is: a row of the side
-- parameters: relation, expressions
-- reference: COMPARISON.md rules 4 to 10
{% from "conversions.sql" import convert %}
select
    {% for expression in expressions %}
        {{ convert(expression.chain, expression.column | name) }}
        as {{ expression.name | name }}{{ "" if loop.last else "," }}
    {% endfor %}
from {{ relation | name }}
