-- purpose: how many threads run a statement
-- one row is: nothing
-- parameters: threads
-- reference: PERF.md section 5: grouping by all columns takes memory for each
set threads = {{ threads | literal }}
