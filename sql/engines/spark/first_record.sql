-- purpose: the first record of a text file of which a condition is true
-- one row is: its number, or null
-- parameters: relation, column, number, missing, condition
-- reference: COMPARISON.md rules 12 and 19
{% from "conversions.sql" import convert %}
{% from "primitives.sql" import token %}
with
    numbered_token as (
        select {{ token(column | name, missing) }} as token, {{ number | name }} as place
        from {{ relation | name }}
    )
select min(place) as place
from numbered_token
where {{ convert(condition, "token") }}
