-- view original
-- purpose: read delimited text files of one dialect as text, an empty field as missing
-- one row is: one record of a file
-- parameters: paths, columns, delimiter, skip, encoding, compression, missing, awkward,
-- in_quotes, parallel
-- reference: COMPARISON.md rule 11
select
 "c0",
 "c1",
 "c2",
 "c3",
 "c4",
 "c5"
from
        read_csv(
        ['/data/mixed.csv'],
        auto_detect = false,
        header = false,
        skip = 1,
        columns = {
                'c0':'VARCHAR',
                'c1':'VARCHAR',
                'c2':'VARCHAR',
                'c3':'VARCHAR',
                'c4':'VARCHAR',
                'c5':'VARCHAR'
        },
        delim = ',',
        quote = '"',
        escape = '"',
        comment = '',
        nullstr = [''],
        allow_quoted_nulls = true,
        strict_mode = true,
        null_padding = false,
        ignore_errors = false,
        encoding = 'utf-8',
        compression = 'none',
        hive_partitioning = false,
        union_by_name = false,
        parallel = true
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
 t2
 as c2,
 t3
 as c3,
 t4
 as c4,
 t5
 as c5,
    from
        read_parquet(
            ['/data/typed.parquet'],
            hive_partitioning = false
        ) as part(
                t0, 
                t1, 
                t2, 
                t3, 
                t4, 
                t5
        )

-- view original_compared
-- purpose: one side in its compared form: same names and types on both sides
-- one row is: a row of the side
-- parameters: relation, expressions
-- reference: COMPARISON.md rules 4 to 10
select
         cast(cast("c0" as bigint) as bigint)
        as "c0",
         cast(cast("c1" as decimal(18, 1)) as double)
        as "c1",
            case
            when abs(cast("c1" as decimal(18, 1))) < cast('100000000000000' as decimal(18, 1)) then null

            when try_cast(cast(cast(cast("c1" as decimal(18, 1)) as double) as varchar) as decimal(18, 1)) = cast("c1" as decimal(18, 1))
            then null
        when try_cast(try_cast(cast(cast("c1" as decimal(18, 1)) as double) as hugeint) as decimal(18, 1)) = cast("c1" as decimal(18, 1))
        then null
        else cast("c1" as decimal(18, 1))
    end
        as "c1_rest",
         cast(cast("c2" as decimal(18, 1)) as double)
        as "c2",
            case
            when abs(cast("c2" as decimal(18, 1))) < cast('100000000000000' as decimal(18, 1)) then null

            when try_cast(cast(cast(cast("c2" as decimal(18, 1)) as double) as varchar) as decimal(18, 1)) = cast("c2" as decimal(18, 1))
            then null
        when try_cast(try_cast(cast(cast("c2" as decimal(18, 1)) as double) as hugeint) as decimal(18, 1)) = cast("c2" as decimal(18, 1))
        then null
        else cast("c2" as decimal(18, 1))
    end
        as "c2_rest",
            case when "c3" is not null then lower("c3") in ('true', 't', '1') end
        as "c3",
         epoch_us( cast("c4" as timestamp))
        as "c4",
            coalesce(
        cast(
            rpad(nullif(regexp_extract("c4", '\.[0-9]{6}([0-9]{1,3})', 1), ''), 3, '0') as bigint
        ),
         case when "c4" is not null then cast(0 as bigint) end
    )
        as "c4_rest",
        "c5"
        as "c5",
        cast("c1" as decimal(18, 1))
        as "c1_own",
        cast("c2" as decimal(18, 1))
        as "c2_own"
from "original"

-- view avatar_compared
-- purpose: one side in its compared form: same names and types on both sides
-- one row is: a row of the side
-- parameters: relation, expressions
-- reference: COMPARISON.md rules 4 to 10
select
        "c0"
        as "c0",
         case when isnan("c1") then null else "c1" end
        as "c1",
         cast(null as decimal(18, 1))
        as "c1_rest",
         cast(cast( case when isnan("c2") then null else "c2" end as varchar) as double)
        as "c2",
         cast(null as decimal(18, 1))
        as "c2_rest",
        "c3"
        as "c3",
            divide(epoch_ns("c4") - ((epoch_ns("c4") % 1000) + 1000) % 1000, 1000)
        as "c4",
        ((epoch_ns("c4") % 1000) + 1000) % 1000
        as "c4_rest",
         nullif("c5", '')
        as "c5"
from "avatar"

-- counts_narrowed
-- purpose: every count where comparing can merge rows that differ: U is as the source means it
-- one row is: the evaluation
-- parameters: columns, own, original, avatar
-- reference: COMPARISON.md rule 4
with
    -- an original row as its own source means it, how often it occurs, and what is compared
    own_row as (
        select "c0", "c1", "c1_rest", "c2", "c2_rest", "c3", "c4", "c4_rest", "c5", count(*) as occurrences
        from "original_compared"
        group by "c0", "c1", "c1_rest", "c2", "c2_rest", "c3", "c4", "c4_rest", "c5", "c1_own", "c2_own"
    ),
    side_row as (
        select
            "c0", "c1", "c1_rest", "c2", "c2_rest", "c3", "c4", "c4_rest", "c5",
            occurrences as originals,
            case when occurrences = 1 then 1 else 0 end as uniques,
            0 as avatars
        from own_row
            union all
            select
                "c0", "c1", "c1_rest", "c2", "c2_rest", "c3", "c4", "c4_rest", "c5", 0 as originals, 0 as uniques, 1 as avatars
            from "avatar_compared"
    ),
    -- a distinct compared row
    distinct_row as (
        select sum(originals) as originals, sum(uniques) as uniques, sum(avatars) as avatars
        from side_row
        group by "c0", "c1", "c1_rest", "c2", "c2_rest", "c3", "c4", "c4_rest", "c5"
    )
select
    coalesce(sum(originals), 0) as original_rows,
    coalesce(sum(uniques), 0) as unique_rows,
    coalesce(sum(uniques) filter (where avatars > 0), 0) as matched_rows,
    coalesce(sum(originals) filter (where avatars > 0), 0) as present_rows,
    coalesce(sum(avatars), 0) as avatar_rows,
    coalesce(sum(avatars) filter (where originals > 0), 0) as copied_avatar_rows
from distinct_row
