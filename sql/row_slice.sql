-- purpose: all rows of one side that have some of the values in the key columns
-- one row is: a row of the side
-- parameters: relation, columns, keys, bits
-- reference: rdmp/plans/worst.py; 1 of 2 to the power of `bits` parts
{% from "keys.sql" import key %}
select {{ columns | map("name") | join(", ") }}
from {{ relation | name }}
where {{ key(keys, bits) }} = 0
