-- purpose: what can be read as a table of an attached file
-- one row is: a table or view, its schema, whether it is a view
-- parameters: database
-- reference: FACTS.md section 2
select schema_name, table_name, false as is_view
from duckdb_tables()
where database_name = {{ database | literal }} and not internal
union all
select schema_name, view_name, true as is_view
from duckdb_views()
where database_name = {{ database | literal }} and not internal
