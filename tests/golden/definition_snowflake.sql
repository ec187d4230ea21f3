-- The score of two tables of Snowflake, by its definition, to be run there.
--
-- original: ["CLINIC", "PATIENTS"]
-- avatar: ["The Clinic", "avatars"]
--   c_0: "AGE"
--   c_1: "C0", "SCORE" there
--   c_2: "Sex"
--   c_3: "first name"
--
-- What this text does not do, and rdmp evaluate does:
-- * Types are not aligned: both columns of a pair must have the same type.
-- * Where they differ, the database converts one in its own way, which may hide copies, or stops.
-- * NaN is a value here; rdmp takes it as missing. A missing value equals a missing value.
-- * Text is equal as the database's collation says; rdmp compares bytes.
-- purpose: the metric as defined, on two tables of one database:
-- 100 * (1 - matched_rows / original_rows) is the RDMP
-- one row is: the evaluation
-- parameters: columns, original, avatar, distinct, bitwise
-- reference: DESIGN.md, the formula; rdmp.sql is the same on aligned views
with
    original_row as (
        select source."AGE" as "c_0", source."C0" as "c_1", source."Sex" as "c_2", source."first name" as "c_3"
        from "CLINIC"."PATIENTS" as source
    ),
    avatar_row as (
        select source."AGE" as "c_0", source."SCORE" as "c_1", source."Sex" as "c_2", source."first name" as "c_3"
        from "The Clinic"."avatars" as source
    ),
    -- an original row that occurs exactly once
    unique_row as (select "c_0", "c_1", "c_2", "c_3" from original_row group by "c_0", "c_1", "c_2", "c_3" having count(*) = 1),
    -- a unique original row that stands unchanged among the avatars
    matched_row as (
        select "c_0", "c_1", "c_2", "c_3"
        from unique_row intersect
        select "c_0", "c_1", "c_2", "c_3"
        from avatar_row
    )
select
    (select count(*) from original_row) as original_rows,
    (select count(*) from unique_row) as unique_rows,
    (select count(*) from matched_row) as matched_rows
;
