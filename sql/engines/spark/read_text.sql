-- purpose: text files as Spark reads them; shown, as their names are handed over beside it
-- one row is: a record of the source
-- parameters: path, columns, missing, delimiter
-- reference: COMPARISON.md rule 11; rdmp/engines/spark/text.py has every option
{% import "primitives.sql" as engine %}
select
    {% for column in columns %}
        {{ engine.token(("_" ~ column) | name, missing) }}
        as {{ column | name }}{{ "" if loop.last else "," }}
    {% endfor %}
from csv.{{ path | name }}
with (sep = {{ delimiter | literal }}, quote = '"', escape = '"', multiline = 'true')
