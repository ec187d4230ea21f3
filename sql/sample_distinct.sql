-- purpose: how many rows of a sample differ in the first one, two, three … of some columns
-- one row is: the rows of the sample, those distinct in all columns, then in each prefix
-- parameters: sample, columns, candidates
-- reference: PERF.md section 3; single-column counts say nothing about columns together
{% from "keys.sql" import key %}
select
    count(*) as row_count,
    count(distinct {{ key(columns, 64) }}) as distinct_rows
    {% for column in candidates %}
        ,
        count(distinct {{ key(candidates[: loop.index], 64) }}) as distinct_prefix_{{ loop.index }}
    {% endfor %}
from {{ sample | name }}
