-- purpose: the first record of a text file for which something is true of a column
-- one row is: its number in the file, from 1
-- parameters: records, column, condition
-- reference: COMPARISON.md rule 19
{% from "conversions.sql" import convert %}
with
    numbered_record as (
        select row_number() over () as position, {{ column | name }} from ({{ records }}) as record
    )
select min(position) as position
from numbered_record
where {{ convert(condition, column | name) }}
