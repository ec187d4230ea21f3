-- purpose: count the fields of delimited text that are certain tokens outside quotes
-- one row is: their number in each column
-- parameters: paths, columns, delimiter, skip, encoding, compression, tokens
-- reference: COMPARISON.md rule 11
{% from "delimited.sql" import records %}
select
    {% for column in columns %}
        count(*) filter ({{ column | name }} is null) as {{ column | name }}
        {{- "," if not loop.last }}
    {% endfor %}
from {{ records(paths, columns, delimiter, skip, encoding, compression, tokens, true, false) }}
