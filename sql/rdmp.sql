-- purpose: the metric as defined: 100 * (1 - matched_rows / original_rows) is the RDMP
-- one row is: the evaluation
-- parameters: columns
-- reference: DESIGN.md, the formula; U is unique_row, A is distinct_avatar
with
    original_row as (select {{ columns | map("name") | join(", ") }} from original_compared),
    -- an original row that occurs exactly once
    unique_row as (
        select {{ columns | map("name") | join(", ") }}
        from original_row
        group by {{ columns | map("name") | join(", ") }}
        having count(*) = 1
    ),
    -- an avatar row, repeats taken once
    distinct_avatar as (
        select distinct {{ columns | map("name") | join(", ") }} from avatar_compared
    ),
    -- a unique original row that stands unchanged among the avatars
    matched_row as (
        select {{ columns | map("name") | join(", ") }}
        from unique_row
        intersect
        select {{ columns | map("name") | join(", ") }}
        from distinct_avatar
    )
select
    (select count(*) from original_row) as original_rows,
    (select count(*) from matched_row) as matched_rows
