-- purpose: keys that kept rows of the original share with avatar rows, relaxed cheaply
-- one row is: a distinct key
-- parameters: keys
-- reference: COMPARISON.md rule 17
{% from "keys.sql" import key %}
select distinct {{ key(keys, 64) }} as candidate
from avatar_near
where {{ key(keys, 64) }} in (select {{ key(keys, 64) }} from original_near)
