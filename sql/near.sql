-- purpose: rows of one side with their relaxed values beside the strict ones
-- one row is: a row of the side
-- parameters: relation, columns, expressions, every
-- reference: COMPARISON.md rule 17
-- Of `every` rows, one is taken: which, decides its key.
{% from "keys.sql" import key %}
{% from "conversions.sql" import convert %}
select
    {% for expression in expressions %}
        {{ convert(expression.chain, expression.column | name) }} as {{ expression.name | name }},
    {% endfor %}
    {{ columns | map("name") | join(", ") }}
from {{ relation | name }}
{% if every > 1 %} where {{ key(columns, 64) }} % {{ every }} = 0 {% endif %}
