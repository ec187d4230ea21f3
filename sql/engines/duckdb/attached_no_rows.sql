-- purpose: whether a view of an attached file can be read
-- one row is: nothing
-- parameters: path
-- reference: COMPARISON.md rule 15
select * from {{ path[0] | name }}.{{ path[1] | name }}.{{ path[2] | name }} limit 0
