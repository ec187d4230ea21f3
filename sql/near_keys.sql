-- purpose: keys that looked-at rows of the original and avatar rows share, relaxed in the
-- cheapest way
-- one row is: a distinct key
-- parameters: keys
-- reference: COMPARISON.md rule 17
{% from "keys.sql" import key %}
select distinct {{ key(keys, 64) }} as candidate
from avatar_near
where {{ key(keys, 64) }} in (select {{ key(keys, 64) }} from original_near)
