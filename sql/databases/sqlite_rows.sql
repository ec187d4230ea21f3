-- purpose: the rows of a table of SQLite, after one that shows the driver the kind of each column
-- one row is: a row of the table, `is_sample` 0
-- parameters: table, columns
-- reference: the driver learns a column's type from its first values, and takes nothing else later
select
    1 as is_sample
    {% for column in columns %}
        ,
        {% if column.form == "integer" %} 0
        {% elif column.form == "real" %} 0.0
        {% elif column.form == "blob" %} x''
        {% else %} ''
        {% endif %} as c{{ loop.index0 }}
    {% endfor %}
union all
select
    0
    {% for column in columns %}
        {% set value = column.name | name %},
        {% if column.form == "real" %} cast({{ value }} as real)
        {% elif column.form == "quoted" %} quote({{ value }})
        {% else %} {{ value }}
        {% endif %}
    {% endfor %}
from {{ table | name }}
