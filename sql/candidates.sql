-- purpose: the rows of one side whose key is a candidate; all rows that can matter are among them
-- one row is: a row of the side
-- parameters: relation, columns, keys, bits
-- reference: DESIGN.md, the pruned plan, 3
{% from "keys.sql" import key %}
select {{ columns | map("name") | join(", ") }}
from {{ relation | name }}
where {{ key(keys, bits) }} in (select candidate from candidate_key)
