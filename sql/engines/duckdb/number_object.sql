-- purpose: the rows of an object in memory, with where each one stands
-- one row is: a row of the object
-- parameters: relation, columns
-- reference: the seam, RowEngine.number
select {{ columns | map("name") | join(", ") }}, 0 as part, row_number() over () as position
from {{ relation | name }}
