-- purpose: how many stored bytes a value of each column takes, after compression
-- one row is: a column of the file, by its position
-- parameters: file
-- reference: PERF.md section 3; a text's bytes say less about how many values differ
with
    chunk as (
        select
            split_part(path_in_schema, ', ', 1) as path,
            min(column_id) as position,
            sum(total_compressed_size) as bytes,
            sum(num_values) as value_count,
            bool_or(type = 'BYTE_ARRAY') as is_text
        from parquet_metadata({{ file | literal }})
        group by path_in_schema
    )
select position, bytes / greatest(value_count, 1) * case when is_text then 0.3 else 1 end as weight
from chunk
order by position
