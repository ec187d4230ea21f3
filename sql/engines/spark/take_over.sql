-- purpose: a source under our names: no name of the user's is left, in columns or in structs
-- one row is: a row of the source
-- parameters: source, columns
-- reference: COMPARISON.md rule 2; blanks that fill a CHAR(n) up to its width mean nothing
select
    {% for sql_name, column in columns %}
        {% set name = sql_name | name %}
        {% if column.is_padded %} rtrim({{ name }}) as {{ name }}
        {% elif column.target %} cast({{ name }} as {{ column.target }}) as {{ name }}
        {% else %} {{ name }}
        {% endif %}
        {{ "" if loop.last else "," }}
    {% endfor %}
from {{ source | name }}
