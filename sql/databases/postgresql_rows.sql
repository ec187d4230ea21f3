-- purpose: the rows of a table of PostgreSQL, with columns named by position
-- one row is: a row of the table
-- parameters: schema, table, columns
-- reference: FACTS.md section 2
{% import "databases/postgresql_values.sql" as values %}
select
    {% for column in columns %}
        {{ values.sent(column.form, column.name | name) }}
        as c{{ loop.index0 }}{{ "" if loop.last else "," }}
    {% endfor %}
from {{ schema | name }}.{{ table | name }}
