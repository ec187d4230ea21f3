-- purpose: count the records of delimited text files
-- one row is: the number of records
-- parameters: paths, columns, delimiter, skip, encoding, compression, parallel
-- reference: COMPARISON.md rule 11
{% from "delimited.sql" import records %}
select count(*) as record_count
from {{ records(paths, columns, delimiter, skip, encoding, compression, [""], parallel) }}
