-- purpose: the columns of a table of an attached file
-- one row is: a row of the table
-- parameters: path
-- reference: COMPARISON.md rule 2
select * from {{ path[0] | name }}.{{ path[1] | name }}.{{ path[2] | name }}
