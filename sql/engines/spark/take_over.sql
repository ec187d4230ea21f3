-- purpose: a source under our names: no name of the user's is left, in columns or in structs
-- one row is: a row of the source
-- parameters: source, columns
-- reference: COMPARISON.md rule 2; blanks that fill a CHAR(n) up to its width mean nothing
{% import "primitives.sql" as engine %}
select
    {% for sql_name, column in columns %}
        {{ engine.taken_over(sql_name | name, column) }}
        as {{ sql_name | name }}{{ "" if loop.last else "," }}
    {% endfor %}
from {{ source | name }}
