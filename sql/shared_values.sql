-- purpose: how many rows of one relation hold, in each column, a value that occurs in another one
-- one row is: all the rows; evidence only, by keys
-- parameters: relation, other, columns
-- reference: COMPARISON.md rule 17
{% from "keys.sql" import key %}
select
    {% for names in columns %}
        {% set present = names | map("name") | join(" is not null or ") ~ " is not null" %}
        count(*) filter (
            where
                ({{ present }})
                and {{ key(names, 64) }} in (select {{ key(names, 64) }} from {{ other | name }})
        ){{ "" if loop.last else "," }}
    {% endfor %}
from {{ relation | name }}
