-- purpose: read a relation to its end, to find out whether it can be read
-- one row is: the number of rows, and counts for which every value must be decoded
-- parameters: relation
-- reference: COMPARISON.md rule 15
select count(*) as row_count, count(*) filter (where hash(columns(*)) = 0)
from {{ relation | name }}
