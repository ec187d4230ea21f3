-- purpose: keys that stand in the holdout and on another side: only their rows can be equal
-- one row is: a distinct key
-- parameters: other, columns
-- reference: DESIGN.md, the pruned plan, 1
{% from "keys.sql" import key %}
select {{ key(columns, 64) }} as candidate
from holdout_compared
intersect
select {{ key(columns, 64) }} as candidate
from {{ other | name }}
