-- view original
-- purpose: all part files of a Parquet source, with columns named by position
-- one row is: a row of the source
-- parameters: readings, keys, below, path_name, ranges, parts
-- reference: COMPARISON.md rules 2 and 14
    select
 t0
 as c0,
 t1
 as c1,
    from
        read_parquet(
            ['/data/span.parquet'],
            hive_partitioning = false
        ) as part(
                t0, 
                t1
        )

-- view avatar
-- purpose: all part files of a Parquet source, with columns named by position
-- one row is: a row of the source
-- parameters: readings, keys, below, path_name, ranges, parts
-- reference: COMPARISON.md rules 2 and 14
    select
 t0
 as c0,
 t1
 as c1,
    from
        read_parquet(
            ['/data/span.parquet'],
            hive_partitioning = false
        ) as part(
                t0, 
                t1
        )

-- view original_compared
-- purpose: one side in its compared form: same names and types on both sides
-- one row is: a row of the side
-- parameters: relation, expressions
-- reference: COMPARISON.md rules 4 to 10
select
            case
        when "c0" is not null
        then
            struct_pack(
                months := datepart('year', "c0") * 12 + datepart('month', "c0"),
                days := datepart('day', "c0"),
                micros
                := datepart('hour', "c0") * 3600000000
                + datepart('minute', "c0") * 60000000
                + datepart('microsecond', "c0")
            )
    end
        as "c0",
        "c1"
        as "c1"
from "original"

-- view avatar_compared
-- purpose: one side in its compared form: same names and types on both sides
-- one row is: a row of the side
-- parameters: relation, expressions
-- reference: COMPARISON.md rules 4 to 10
select
            case
        when "c0" is not null
        then
            struct_pack(
                months := datepart('year', "c0") * 12 + datepart('month', "c0"),
                days := datepart('day', "c0"),
                micros
                := datepart('hour', "c0") * 3600000000
                + datepart('minute', "c0") * 60000000
                + datepart('microsecond', "c0")
            )
    end
        as "c0",
        "c1"
        as "c1"
from "avatar"

-- counts
-- purpose: every count of the result from one grouping of both tables
-- one row is: the evaluation
-- parameters: columns, original, avatar
-- reference: DESIGN.md, the result; equal to rdmp.sql in original_rows and matched_rows
with
    -- a row of either side
    side_row as (
        select "c0", "c1", true as is_original
        from "original_compared"
            union all
            select "c0", "c1", false as is_original
            from "avatar_compared"
    ),
    -- a distinct row, and how often it occurs on each side
    distinct_row as (
        select
            count(*) filter (where is_original) as originals,
            count(*) filter (where not is_original) as avatars
        from side_row
        group by "c0", "c1"
    )
select coalesce(sum(originals), 0) as original_rows,
    count(*) filter (where originals = 1) as unique_rows,
    count(*) filter (where originals = 1 and avatars > 0) as matched_rows,
    coalesce(sum(originals) filter (where avatars > 0), 0) as present_rows,
    coalesce(sum(avatars), 0) as avatar_rows,
    coalesce(sum(avatars) filter (where originals > 0), 0) as copied_avatar_rows
from distinct_row
