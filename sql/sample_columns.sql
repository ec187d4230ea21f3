-- purpose: about how many values each column of a sample has
-- one row is: the sample
-- parameters: sample, columns
-- reference: PERF.md section 3, where no file statistics weigh the columns
select
    {% for column in columns %}
    approx_count_distinct({{ column | name }}),
    {% endfor %}
from {{ sample | name }}
