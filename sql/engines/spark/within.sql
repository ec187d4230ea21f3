-- purpose: a statement in which our names stand for views whose names nobody else has
-- one row is: a row of the statement
-- parameters: names, query
-- reference: none
with
    {% for ours, view in names %}
        {{ ours | name }} as (select * from {{ view | name }}){{ "" if loop.last else "," }}
    {% endfor %}
select *
from ({{ query }})
