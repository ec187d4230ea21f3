-- purpose: the Arrow schema that a writer left in the footer of a Parquet file
-- one row is: the schema, in base64
-- parameters: file
-- reference: FACTS.md section 6
select decode(value)
from parquet_kv_metadata({{ file | literal }})
where key = encode('ARROW:schema')
