-- purpose: keys that stand on both sides: only their rows can match
-- one row is: a distinct key
-- parameters: keys, bits
-- reference: DESIGN.md, the pruned plan, 1
{% from "keys.sql" import key %}
select {{ key(keys, bits) }} as candidate
from original_compared
intersect
select {{ key(keys, bits) }} as candidate
from avatar_compared
