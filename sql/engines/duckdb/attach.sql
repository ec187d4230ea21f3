-- purpose: a DuckDB file beside the engine's own tables; nothing is written to it
-- one row is: nothing
-- parameters: file, database
-- reference: FACTS.md section 2
attach or replace {{ file | literal }} as {{ database | name }} (type duckdb, read_only)
