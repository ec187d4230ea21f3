-- purpose: text under our names, the tokens of missing values as such
-- one row is: a record of the source
-- parameters: source, columns, missing
-- reference: COMPARISON.md rule 11
{% import "primitives.sql" as engine %}
select
    {% for column in columns %}
        {{ engine.token(column | name, missing) }}
        as {{ column | name }}{{ "" if loop.last else "," }}
    {% endfor %}
from {{ source | name }}
