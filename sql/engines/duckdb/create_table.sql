-- purpose: the rows of a statement, kept under a name
-- one row is: the number of rows kept
-- parameters: table, query
-- reference: the seam, materialize
create or replace temp table {{ table | name }} as
{{ query }}
