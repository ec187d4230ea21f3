-- purpose: the rows of one side that may be near a row of the other: their key is shared
-- one row is: a distinct row
-- parameters: relation, columns, keys
-- reference: COMPARISON.md rule 17
{% from "keys.sql" import key %}
select distinct {{ columns | map("name") | join(", ") }}
from {{ relation | name }}
where {{ key(keys, 64) }} in (select candidate from near_key)
