-- purpose: the first record of a block for which something is true of a column
-- one row is: its number in the block, from 1
-- parameters: block, position, column, condition
-- reference: COMPARISON.md rule 19
{% from "conversions.sql" import convert %}
select min({{ position | name }}) as position
from {{ block | name }}
where {{ convert(condition, column | name) }}
