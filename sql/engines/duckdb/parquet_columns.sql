-- purpose: the types that the engine gives to the columns of a Parquet file
-- one row is: a row of the file
-- parameters: file
-- reference: FACTS.md section 2
select * from read_parquet({{ file | literal }}, hive_partitioning = false)
