-- purpose: one side in its compared form, read once and kept
-- one row is: a row of the side
-- parameters: relation, columns
-- reference: rdmp/insight.py
select {{ columns | map("name") | join(", ") }} from {{ relation | name }}
