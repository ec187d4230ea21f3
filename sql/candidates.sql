-- purpose: the rows of one side whose key is a candidate; all rows that can matter are among them
-- one row is: a row of the side, in its compared form
-- parameters: relation, expressions, keys, bits
-- reference: DESIGN.md, the pruned plan, 3
{% from "conversions.sql" import convert %}
{% from "keys.sql" import key_of %}
select
    {% for one in expressions %}
        {{ convert(one.chain, one.column | name) }}
        as {{ one.name | name }}{{ "" if loop.last else "," }}
    {% endfor %}
from {{ relation | name }}
where {{ key_of(keys, bits) }} in (select candidate from candidate_key)
