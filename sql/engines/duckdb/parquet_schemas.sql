-- purpose: the distinct schemas of Parquet part files, as the files have them
-- one row is: a schema and its files
-- parameters: files
-- reference: COMPARISON.md rules 2, 6, 10 and 14
with
    file_schema as (
        select
            file_name,
            list(
                row(name, type, coalesce(num_children, 0), logical_type, coalesce(precision, 0))
                order by column_id
            ) as elements
        from parquet_schema({{ files | literal }})
        group by file_name
    )
select elements, list(file_name) as files
from file_schema
group by elements
