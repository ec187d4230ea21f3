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
 "c5",
 "c6",
 "c7"
from
        read_csv(
        ['/data/original.csv'],
        auto_detect = false,
        header = false,
        skip = 1,
        columns = {
                'c0':'VARCHAR',
                'c1':'VARCHAR',
                'c2':'VARCHAR',
                'c3':'VARCHAR',
                'c4':'VARCHAR',
                'c5':'VARCHAR',
                'c6':'VARCHAR',
                'c7':'VARCHAR'
        },
        delim = ',',
        quote = '"',
        escape = '"',
        comment = '',
        nullstr = ['', 'NA', 'a;b'],
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
 "c5",
 "c6",
 "c7"
from
        read_csv(
        ['/data/avatar.csv'],
        auto_detect = false,
        header = false,
        skip = 1,
        columns = {
                'c0':'VARCHAR',
                'c1':'VARCHAR',
                'c2':'VARCHAR',
                'c3':'VARCHAR',
                'c4':'VARCHAR',
                'c5':'VARCHAR',
                'c6':'VARCHAR',
                'c7':'VARCHAR'
        },
        delim = ',',
        quote = '"',
        escape = '"',
        comment = '',
        nullstr = ['', 'NA', 'a;b'],
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

-- view original_compared
-- purpose: one side in its compared form: same names and types on both sides
-- one row is: a row of the side
-- parameters: relation, expressions
-- reference: COMPARISON.md rules 4 to 10
select
         cast(cast("c0" as bigint) as bigint)
        as "c0",
         cast(cast("c1" as decimal(18, 2)) as decimal(18, 2))
        as "c1",
         cast(case when lower("c2") = 'nan' then null else cast("c2" as decimal(18, 5)) end as decimal(18, 5))
        as "c2",
            case when "c3" is not null then lower("c3") in ('true', 't', '1') end
        as "c3",
         cast("c4" as date)
        as "c4",
         epoch_us( cast("c5" as timestamp))
        as "c5",
            coalesce(
        cast(
            rpad(nullif(regexp_extract("c5", '\.[0-9]{6}([0-9]{1,3})', 1), ''), 3, '0') as bigint
        ),
         case when "c5" is not null then cast(0 as bigint) end
    )
        as "c5_rest",
         cast( cast("c6" as timestamptz) as timestamptz)
        as "c6",
        "c7"
        as "c7"
from "original"

-- view avatar_compared
-- purpose: one side in its compared form: same names and types on both sides
-- one row is: a row of the side
-- parameters: relation, expressions
-- reference: COMPARISON.md rules 4 to 10
select
         cast(cast("c0" as bigint) as bigint)
        as "c0",
         cast(cast("c1" as decimal(18, 2)) as decimal(18, 2))
        as "c1",
         cast(case when lower("c2") = 'nan' then null else cast("c2" as decimal(18, 5)) end as decimal(18, 5))
        as "c2",
            case when "c3" is not null then lower("c3") in ('true', 't', '1') end
        as "c3",
         cast("c4" as date)
        as "c4",
         epoch_us( cast("c5" as timestamp))
        as "c5",
            coalesce(
        cast(
            rpad(nullif(regexp_extract("c5", '\.[0-9]{6}([0-9]{1,3})', 1), ''), 3, '0') as bigint
        ),
         case when "c5" is not null then cast(0 as bigint) end
    )
        as "c5_rest",
         cast( cast("c6" as timestamptz) as timestamptz)
        as "c6",
        "c7"
        as "c7"
from "avatar"

-- counts
-- purpose: every count of the result from one grouping of both tables
-- one row is: the evaluation
-- parameters: columns, original, avatar
-- reference: DESIGN.md, the result; equal to rdmp.sql in original_rows and matched_rows
with
    -- a row of either side
    side_row as (
        select "c0", "c1", "c2", "c3", "c4", "c5", "c5_rest", "c6", "c7", true as is_original
        from "original_compared"
            union all
            select "c0", "c1", "c2", "c3", "c4", "c5", "c5_rest", "c6", "c7", false as is_original
            from "avatar_compared"
    ),
    -- a distinct row, and how often it occurs on each side
    distinct_row as (
        select
            count(*) filter (where is_original) as originals,
            count(*) filter (where not is_original) as avatars
        from side_row
        group by "c0", "c1", "c2", "c3", "c4", "c5", "c5_rest", "c6", "c7"
    )
select coalesce(sum(originals), 0) as original_rows,
    count(*) filter (where originals = 1) as unique_rows,
    count(*) filter (where originals = 1 and avatars > 0) as matched_rows,
    coalesce(sum(originals) filter (where avatars > 0), 0) as present_rows,
    coalesce(sum(avatars), 0) as avatar_rows,
    coalesce(sum(avatars) filter (where originals > 0), 0) as copied_avatar_rows
from distinct_row
