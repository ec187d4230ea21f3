-- purpose: how many stored bytes a value of each column takes, after compression; how many are null
-- one row is: a column of the file, by its position
-- parameters: file
-- reference: PERF.md section 3
with
    chunk as (
        select
            split_part(path_in_schema, ', ', 1) as path,
            min(column_id) as position,
            sum(total_compressed_size) as bytes,
            coalesce(sum(stats_null_count), 0) as nulls,
            sum(num_values) as value_count
        from parquet_metadata({{ file | literal }})
        group by path_in_schema
    )
select
    position,
    bytes / greatest(value_count, 1) as weight,
    nulls / greatest(value_count, 1) as missing
from chunk
order by position
