-- purpose: how many rows a table of an attached file has
-- one row is: the number of rows
-- parameters: path
-- reference: the engine answers it from what it knows of the table
select count(*) as row_count from {{ path[0] | name }}.{{ path[1] | name }}.{{ path[2] | name }}
