-- purpose: the metric as defined, on two tables of one database:
-- 100 * (1 - matched_rows / original_rows) is the RDMP
-- one row is: the evaluation
-- parameters: columns, original, avatar, distinct, bitwise
-- reference: DESIGN.md, the formula; rdmp.sql is the same on aligned views
{% import "databases/definition_values.sql" as values %}
{% set names = columns | map(attribute="alias") | map("name") | join(", ") %}
with
    original_row as (
        select {{ values.taken(columns, "original", bitwise) }}
        from {{ original | map("name") | join(".") }} as source
    ),
    avatar_row as (
        select {{ values.taken(columns, "avatar", bitwise) }}
        from {{ avatar | map("name") | join(".") }} as source
    ),
    -- an original row that occurs exactly once
    unique_row as (select {{ names }} from original_row group by {{ names }} having count(*) = 1),
    -- a unique original row that stands unchanged among the avatars
    matched_row as (
        select {{ names }}
        from unique_row {{ "intersect distinct" if distinct else "intersect" }}
        select {{ names }}
        from avatar_row
    )
select
    (select count(*) from original_row) as original_rows,
    (select count(*) from unique_row) as unique_rows,
    (select count(*) from matched_row) as matched_rows
