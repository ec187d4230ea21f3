-- purpose: how many values each column of some rows has, and how many differ
-- one row is: all the rows: their number, then for each column values, distinct ones, fractions
-- parameters: relation, columns
-- reference: COMPARISON.md rule 17
{% import "primitives.sql" as engine %}
{% from "keys.sql" import key %}
select
    count(*) as row_count
    {% for column in columns %}
        {% set value = column.strict[0] | name %}
        {% set present = column.strict | map("name") | join(" is not null or ") ~ " is not null" %},
        count(*) filter (where {{ present }}),
        count(distinct {{ key(column.strict, 64) }}) filter (where {{ present }})
        {% if column.kind == "float" %}
            , count(*) filter (where {{ value }} <> {{ engine.truncated(value) }})
        {% else %}, 0
        {% endif %}
    {% endfor %}
from {{ relation | name }}
