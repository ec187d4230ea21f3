-- Purpose: how many unique rows of the original stand among the avatars.
-- One row. Inputs: original, avatar, with the same columns in the same order.
with
unique_row as (
    select * from original group by all having count(*) = 1
),

matched_row as (
    select * from unique_row
    intersect
    select distinct * from avatar
)

select count(*) as matched_rows from matched_row
