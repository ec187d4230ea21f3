-- purpose: a source as Spark reads it, under our names; a data frame is named for its kind
-- one row is: a row of the source
-- parameters: source, columns
-- reference: COMPARISON.md rule 2; shown, as names that a source holds twice cannot be read so
{% import "primitives.sql" as engine %}
select
    {% for sql_name, column in columns %}
        {{ engine.taken_over(column.name | name, column) }}
        as {{ sql_name | name }}{{ "" if loop.last else "," }}
    {% endfor %}
from {{ source }}
