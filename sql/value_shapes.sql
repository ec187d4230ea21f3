-- purpose: the commonest shapes of the texts of a column: digits as 9, letters as A
-- one row is: a shape
-- parameters: relation, column
-- reference: COMPARISON.md rule 17; a shape tells a format, and holds no value
{% import "conversions.sql" as conversions %}
select {{ conversions.shape(column | name) }} as shape
from {{ relation | name }}
where {{ column | name }} is not null
group by shape
order by count(*) desc, shape
limit 20
