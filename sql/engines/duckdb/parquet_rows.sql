-- purpose: the number of rows of Parquet part files, from their footers
-- one row is: all files together
-- parameters: files
-- reference: FACTS.md section 6
select sum(num_rows) as row_count from parquet_file_metadata({{ files | literal }})
