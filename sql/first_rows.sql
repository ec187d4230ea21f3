-- purpose: the first rows that come, to learn from and never to decide by
-- one row is: a row of the source
-- parameters: relation, rows
-- reference: PERF.md section 3
select * from {{ relation | name }} limit {{ rows }}
