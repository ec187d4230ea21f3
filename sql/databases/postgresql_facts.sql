-- purpose: what decides how the columns of a table can be sent, asked of every value
-- one row is: the rows; then of each column how many values are unfit, and of numbers without a
-- precision the digits that they need
-- parameters: schema, table, columns
-- reference: COMPARISON.md rule 6
{% import "databases/postgresql_values.sql" as values %}
select
    count(*) as row_count
    {% for column in columns %}
        {% set value = column.name | name %}
        {% set number = "cast(" ~ value ~ " as numeric)" %}
        {% if column.check == "free" %}
            ,
            {{ values.unfit("free", number) }},
            {{ values.whole(number) }},
            {{ values.places(number) }}
        {% else %}, {{ values.unfit(column.check, value) }}
        {% endif %}
    {% endfor %}
from {{ schema | name }}.{{ table | name }}
