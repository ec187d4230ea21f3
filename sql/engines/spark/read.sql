-- purpose: a source as Spark reads it, its columns under our names
-- one row is: a row of the source
-- parameters: source, columns
-- reference: COMPARISON.md rule 2
select
    {% for column in columns %}
        {{ column.name | name }} as {{ column.sql_name | name }}{{ "" if loop.last else "," }}
    {% endfor %}
from {{ source }}
