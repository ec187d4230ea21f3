-- purpose: a name for a statement
-- one row is: nothing
-- parameters: view, query
-- reference: the seam, define
create or replace temp view {{ view | name }} as
{{ query }}
