{# Purpose: the definition as DataFusion spells it. Parameters: names, quoted. #}
with
unique_row as (
    select {{ names | join(", ") }} from original
    group by {{ names | join(", ") }} having count(*) = 1
),

matched_row as (
    select * from unique_row
    intersect
    select distinct {{ names | join(", ") }} from avatar
)

select count(*) as matched_rows from matched_row
