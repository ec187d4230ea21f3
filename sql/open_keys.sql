-- purpose: keys that several distinct rows have: only their rows can merge on fewer columns
-- one row is: a key
-- parameters: keys, bits
-- reference: rdmp/plans/subsets.py
{% from "keys.sql" import key %}
select {{ key(keys, bits) }} as candidate
from distinct_row
group by {{ key(keys, bits) }}
having count(*) > 1
