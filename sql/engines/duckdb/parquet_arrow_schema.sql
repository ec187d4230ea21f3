-- purpose: the Arrow schemas that writers left in the footers of Parquet files
-- one row is: a file and its schema, in base64
-- parameters: files
-- reference: FACTS.md section 6
select file_name, decode(value) as arrow_schema
from parquet_kv_metadata({{ files | literal }})
where key = encode('ARROW:schema')
