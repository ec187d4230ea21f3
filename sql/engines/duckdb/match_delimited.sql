-- purpose: hold every physical line of a text file against the pattern of a record
-- one row is: the lines that are not blank, and those that are such a record
-- parameters: path, lines, encoding, compression, pattern
-- reference: COMPARISON.md rule 12; rdmp/patterns.py
{% from "delimited.sql" import lines_of %}
select
    count(line) as line_count,
    count(*) filter (regexp_full_match(line, {{ pattern | literal }})) as matching_count
from {{ lines_of(path, lines, encoding, compression) }}
