-- purpose: read a file to its end, to find out whether it can be read
-- one row is: the number of rows
-- parameters: file
-- reference: COMPARISON.md rule 15
select count(*) as row_count, count(columns(*))
from read_parquet({{ file | literal }}, hive_partitioning = false)
