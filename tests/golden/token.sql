-- view original
-- purpose: read delimited text files of one dialect as text, an empty field as missing
-- one row is: one record of a file
-- parameters: paths, columns, delimiter, skip, encoding, compression, missing, awkward,
-- in_quotes, parallel
-- reference: COMPARISON.md rule 11
select
 "c0"
from
        read_csv(
        ['/data/one.csv'],
        auto_detect = false,
        header = false,
        skip = 1,
        columns = {
                'c0':'VARCHAR'
        },
        delim = ';',
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
-- purpose: read delimited text files of one dialect as text, an empty field as missing
-- one row is: one record of a file
-- parameters: paths, columns, delimiter, skip, encoding, compression, missing, awkward,
-- in_quotes, parallel
-- reference: COMPARISON.md rule 11
select
 "c0"
from
        read_csv(
        ['/data/other.csv'],
        auto_detect = false,
        header = false,
        skip = 1,
        columns = {
                'c0':'VARCHAR'
        },
        delim = ';',
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

-- facts
-- purpose: what alignment asks about the columns of one side
-- one row is: the rows of the side, then the answers in the order of the questions
-- parameters: relation, questions, expected
-- reference: COMPARISON.md rules 5 to 13; rdmp/alignment/questions.py, expected_kinds
select
    count(*) as row_count,
        histogram(    case
        when "c0" is null
        then 0
        when "c0" >= ':'
        then     case
        when strlen("c0") not in (3, 4, 5, 8)
        then 13
        when not contains('tTfFnNiI', "c0" [1])
        then 13
        when "c0" in ('true', 'false')
        then 8
        when lower("c0") in ('true', 'false')
        then 8 + case when "c0" = upper("c0") then 16 else 32 end
        when lower("c0") = 'nan'
        then 5
        when lower("c0") in ('inf', 'infinity')
        then 6
        else 13
    end
        when strlen("c0") >= 10 and instr("c0", '-') = 5 and "c0" [8] = '-'
        then     case
        when strlen("c0") = 10
        then case when cast(try_cast("c0" as date) as varchar) = "c0" then 9 else 13 end
        when strlen("c0") <= 26 and cast(try_cast("c0" as timestamp) as varchar) = "c0"
        then 10 +     ((length("c0") + case when contains("c0", 'T') then 64 else 0 end) * 32 +     case
        when strlen("c0") > 26 and regexp_matches("c0", '\.[0-9]{6}[0-9]*[1-9]')
        then 16
        else 0
    end)
        when     (
        regexp_full_match(
            "c0",
            '[0-9]{4}-[0-9]{2}-[0-9]{2}[ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?'
        )
        and try_cast(left("c0", 10) as date) is not null
    )
        then 10 +     ((length("c0") + case when contains("c0", 'T') then 64 else 0 end) * 32 +     case
        when strlen("c0") > 26 and regexp_matches("c0", '\.[0-9]{6}[0-9]*[1-9]')
        then 16
        else 0
    end)
        when     (
        regexp_full_match(
            "c0",
            '[0-9]{4}-[0-9]{2}-[0-9]{2}[ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z| UTC|[-+](0[0-9]|1[0-5])(:?[0-5][0-9])?)'
        )
        and try_cast(left("c0", 10) as date) is not null
    )
        then 11 +     ((length("c0") + case when contains("c0", 'T') then 64 else 0 end) * 32 +     case
        when strlen("c0") > 26 and regexp_matches("c0", '\.[0-9]{6}[0-9]*[1-9]')
        then 16
        else 0
    end)
        else 13
    end
        -- clean decimals have a point, and need no look at whole numbers
        when contains(replace(replace("c0", '.', ';'), ',', '.'), '.') and     (strlen(replace(replace("c0", '.', ';'), ',', '.')) <= 15 and regexp_full_match(replace(replace("c0", '.', ';'), ',', '.'), '-?(0|[1-9][0-9]*)\.[0-9]*[1-9]'))
        then     3
    + 32
    * 128
    * (
        (instr(replace(replace("c0", '.', ';'), ',', '.'), '.') - 1 - cast(replace(replace("c0", '.', ';'), ',', '.') < '0' as integer)) * 128
        + strlen(replace(replace("c0", '.', ';'), ',', '.'))
        - instr(replace(replace("c0", '.', ';'), ',', '.'), '.')
    )
    + 16
        when  regexp_full_match(replace(replace("c0", '.', ';'), ',', '.'), '-?(0|[1-9][0-9]{0,14})')
        then case when "c0" in ('0', '1') then 2 else 1 end
        when not regexp_full_match(replace(replace("c0", '.', ';'), ',', '.'), '[-+.0-9eE]*')
        then
            case
                when lower("c0") in ('-inf', '-infinity')
                then 6
                when     regexp_full_match("c0", '[-+]?([0-9]{1,3}([ ,.''][0-9]{3})*([.,][0-9]+)?|[0-9]*[.,][0-9]+)')
                then 12
                else 13
            end
        when regexp_full_match(replace(replace("c0", '.', ';'), ',', '.'), '-?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)')
        then     3
    + 16
    * (
        (    (
        cast(least(greatest( length(ltrim(split_part(replace(replace("c0", '.', ';'), ',', '.'), '.', 1), '-0')), 0), 127) as integer) * 128
        + cast(least(greatest( length(rtrim(split_part(replace(replace("c0", '.', ';'), ',', '.'), '.', 2), '0')), 0), 127) as integer)
    ) * 128 +     (
        case
            when contains(replace(replace("c0", '.', ';'), ',', '.'), '.') and right(replace(replace("c0", '.', ';'), ',', '.'), 1) in ('0', '.')
            then 1 + cast(least(length(split_part(replace(replace("c0", '.', ';'), ',', '.'), '.', 2)), 30) as integer)
            else 0
        end
        + case when left(ltrim(replace(replace("c0", '.', ';'), ',', '.'), '-'), 1) = '.' then 32 else 0 end
    )) * 2
        +     case
        when strlen(replace(replace("c0", '.', ';'), ',', '.')) <= 15 and not contains(lower(replace(replace("c0", '.', ';'), ',', '.')), 'e')
        then 1
        when cast(cast(replace(replace("c0", '.', ';'), ',', '.') as double) as varchar) = replace(replace("c0", '.', ';'), ',', '.')
        then 1
        when not isfinite(cast(replace(replace("c0", '.', ';'), ',', '.') as double))
        then 0
        when     trim(replace(replace( split_part(lower(cast(cast(replace(replace("c0", '.', ';'), ',', '.') as double) as varchar)), 'e', 1), '.', ''), '-', ''), '0') =     trim(replace(replace( split_part(lower(replace(replace("c0", '.', ';'), ',', '.')), 'e', 1), '.', ''), '-', ''), '0')
        then 1
        when
            not regexp_matches(replace(replace("c0", '.', ';'), ',', '.'), '[.eE]')
            and try_cast(cast(replace(replace("c0", '.', ';'), ',', '.') as double) as hugeint) = try_cast(replace(replace("c0", '.', ';'), ',', '.') as hugeint)
        then 129
        else 0
    end
    )
        when
            regexp_full_match(
                replace(replace("c0", '.', ';'), ',', '.'),
                '-?((0|[1-9][0-9]*|\.[0-9]+)[eE][-+][0-9]+|((0|[1-9][0-9]*)\.[0-9]*|\.[0-9]+)[eE][-+]?[0-9]+)'
            )
        then
            4
            + 16
            * (
                (
                        (
        cast(least(greatest(greatest( length(ltrim(split_part( split_part(lower(replace(replace("c0", '.', ';'), ',', '.')), 'e', 1), '.', 1), '-0')), 1) + greatest(    coalesce(try_cast(split_part(lower(replace(replace("c0", '.', ';'), ',', '.')), 'e', 2) as integer), 100000), 0), 0), 127) as integer) * 128
        + cast(least(greatest( length(rtrim(split_part( split_part(lower(replace(replace("c0", '.', ';'), ',', '.')), 'e', 1), '.', 2), '0')) -     coalesce(try_cast(split_part(lower(replace(replace("c0", '.', ';'), ',', '.')), 'e', 2) as integer), 100000), 0), 127) as integer)
    ) * 128 +     (
        64
        + case when contains(replace(replace("c0", '.', ';'), ',', '.'), 'E') then 1 else 0 end
        + case when contains(replace(replace("c0", '.', ';'), ',', '.'), '+') then 2 else 0 end
        + case when regexp_matches(replace(replace("c0", '.', ';'), ',', '.'), '[eE][-+]?0[0-9]') then 4 else 0 end
    )
                )
                * 2
                +     case
        when strlen(replace(replace("c0", '.', ';'), ',', '.')) <= 15 and not contains(lower(replace(replace("c0", '.', ';'), ',', '.')), 'e')
        then 1
        when cast(cast(replace(replace("c0", '.', ';'), ',', '.') as double) as varchar) = replace(replace("c0", '.', ';'), ',', '.')
        then 1
        when not isfinite(cast(replace(replace("c0", '.', ';'), ',', '.') as double))
        then 0
        when     trim(replace(replace( split_part(lower(cast(cast(replace(replace("c0", '.', ';'), ',', '.') as double) as varchar)), 'e', 1), '.', ''), '-', ''), '0') =     trim(replace(replace( split_part(lower(replace(replace("c0", '.', ';'), ',', '.')), 'e', 1), '.', ''), '-', ''), '0')
        then 1
        when
            not regexp_matches(replace(replace("c0", '.', ';'), ',', '.'), '[.eE]')
            and try_cast(cast(replace(replace("c0", '.', ';'), ',', '.') as double) as hugeint) = try_cast(replace(replace("c0", '.', ';'), ',', '.') as hugeint)
        then 129
        else 0
    end
            )
        when
            regexp_full_match(replace(replace("c0", '.', ';'), ',', '.'), '[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?')
            and not regexp_full_match(replace(replace("c0", '.', ';'), ',', '.'), '-?[1-9][0-9]*[eE][0-9]+')
        then 7
        when     regexp_full_match("c0", '[-+]?([0-9]{1,3}([ ,.''][0-9]{3})*([.,][0-9]+)?|[0-9]*[.,][0-9]+)')
        then 12
        else 13
    end)
from "original"

-- facts
-- purpose: what alignment asks about the columns of one side
-- one row is: the rows of the side, then the answers in the order of the questions
-- parameters: relation, questions, expected
-- reference: COMPARISON.md rules 5 to 13; rdmp/alignment/questions.py, expected_kinds
select
    count(*) as row_count,
        histogram(    case
        when "c0" is null
        then 0
        when "c0" >= ':'
        then     case
        when strlen("c0") not in (3, 4, 5, 8)
        then 13
        when not contains('tTfFnNiI', "c0" [1])
        then 13
        when "c0" in ('true', 'false')
        then 8
        when lower("c0") in ('true', 'false')
        then 8 + case when "c0" = upper("c0") then 16 else 32 end
        when lower("c0") = 'nan'
        then 5
        when lower("c0") in ('inf', 'infinity')
        then 6
        else 13
    end
        when strlen("c0") >= 10 and instr("c0", '-') = 5 and "c0" [8] = '-'
        then     case
        when strlen("c0") = 10
        then case when cast(try_cast("c0" as date) as varchar) = "c0" then 9 else 13 end
        when strlen("c0") <= 26 and cast(try_cast("c0" as timestamp) as varchar) = "c0"
        then 10 +     ((length("c0") + case when contains("c0", 'T') then 64 else 0 end) * 32 +     case
        when strlen("c0") > 26 and regexp_matches("c0", '\.[0-9]{6}[0-9]*[1-9]')
        then 16
        else 0
    end)
        when     (
        regexp_full_match(
            "c0",
            '[0-9]{4}-[0-9]{2}-[0-9]{2}[ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?'
        )
        and try_cast(left("c0", 10) as date) is not null
    )
        then 10 +     ((length("c0") + case when contains("c0", 'T') then 64 else 0 end) * 32 +     case
        when strlen("c0") > 26 and regexp_matches("c0", '\.[0-9]{6}[0-9]*[1-9]')
        then 16
        else 0
    end)
        when     (
        regexp_full_match(
            "c0",
            '[0-9]{4}-[0-9]{2}-[0-9]{2}[ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z| UTC|[-+](0[0-9]|1[0-5])(:?[0-5][0-9])?)'
        )
        and try_cast(left("c0", 10) as date) is not null
    )
        then 11 +     ((length("c0") + case when contains("c0", 'T') then 64 else 0 end) * 32 +     case
        when strlen("c0") > 26 and regexp_matches("c0", '\.[0-9]{6}[0-9]*[1-9]')
        then 16
        else 0
    end)
        else 13
    end
        -- clean decimals have a point, and need no look at whole numbers
        when contains("c0", '.') and     (strlen("c0") <= 15 and regexp_full_match("c0", '-?(0|[1-9][0-9]*)\.[0-9]*[1-9]'))
        then     3
    + 32
    * 128
    * (
        (instr("c0", '.') - 1 - cast("c0" < '0' as integer)) * 128
        + strlen("c0")
        - instr("c0", '.')
    )
    + 16
        when  regexp_full_match("c0", '-?(0|[1-9][0-9]{0,14})')
        then case when "c0" in ('0', '1') then 2 else 1 end
        when not regexp_full_match("c0", '[-+.0-9eE]*')
        then
            case
                when lower("c0") in ('-inf', '-infinity')
                then 6
                when     regexp_full_match("c0", '[-+]?([0-9]{1,3}([ ,.''][0-9]{3})*([.,][0-9]+)?|[0-9]*[.,][0-9]+)')
                then 12
                else 13
            end
        when regexp_full_match("c0", '-?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)')
        then     3
    + 16
    * (
        (    (
        cast(least(greatest( length(ltrim(split_part("c0", '.', 1), '-0')), 0), 127) as integer) * 128
        + cast(least(greatest( length(rtrim(split_part("c0", '.', 2), '0')), 0), 127) as integer)
    ) * 128 +     (
        case
            when contains("c0", '.') and right("c0", 1) in ('0', '.')
            then 1 + cast(least(length(split_part("c0", '.', 2)), 30) as integer)
            else 0
        end
        + case when left(ltrim("c0", '-'), 1) = '.' then 32 else 0 end
    )) * 2
        +     case
        when strlen("c0") <= 15 and not contains(lower("c0"), 'e')
        then 1
        when cast(cast("c0" as double) as varchar) = "c0"
        then 1
        when not isfinite(cast("c0" as double))
        then 0
        when     trim(replace(replace( split_part(lower(cast(cast("c0" as double) as varchar)), 'e', 1), '.', ''), '-', ''), '0') =     trim(replace(replace( split_part(lower("c0"), 'e', 1), '.', ''), '-', ''), '0')
        then 1
        when
            not regexp_matches("c0", '[.eE]')
            and try_cast(cast("c0" as double) as hugeint) = try_cast("c0" as hugeint)
        then 129
        else 0
    end
    )
        when
            regexp_full_match(
                "c0",
                '-?((0|[1-9][0-9]*|\.[0-9]+)[eE][-+][0-9]+|((0|[1-9][0-9]*)\.[0-9]*|\.[0-9]+)[eE][-+]?[0-9]+)'
            )
        then
            4
            + 16
            * (
                (
                        (
        cast(least(greatest(greatest( length(ltrim(split_part( split_part(lower("c0"), 'e', 1), '.', 1), '-0')), 1) + greatest(    coalesce(try_cast(split_part(lower("c0"), 'e', 2) as integer), 100000), 0), 0), 127) as integer) * 128
        + cast(least(greatest( length(rtrim(split_part( split_part(lower("c0"), 'e', 1), '.', 2), '0')) -     coalesce(try_cast(split_part(lower("c0"), 'e', 2) as integer), 100000), 0), 127) as integer)
    ) * 128 +     (
        64
        + case when contains("c0", 'E') then 1 else 0 end
        + case when contains("c0", '+') then 2 else 0 end
        + case when regexp_matches("c0", '[eE][-+]?0[0-9]') then 4 else 0 end
    )
                )
                * 2
                +     case
        when strlen("c0") <= 15 and not contains(lower("c0"), 'e')
        then 1
        when cast(cast("c0" as double) as varchar) = "c0"
        then 1
        when not isfinite(cast("c0" as double))
        then 0
        when     trim(replace(replace( split_part(lower(cast(cast("c0" as double) as varchar)), 'e', 1), '.', ''), '-', ''), '0') =     trim(replace(replace( split_part(lower("c0"), 'e', 1), '.', ''), '-', ''), '0')
        then 1
        when
            not regexp_matches("c0", '[.eE]')
            and try_cast(cast("c0" as double) as hugeint) = try_cast("c0" as hugeint)
        then 129
        else 0
    end
            )
        when
            regexp_full_match("c0", '[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?')
            and not regexp_full_match("c0", '-?[1-9][0-9]*[eE][0-9]+')
        then 7
        when     regexp_full_match("c0", '[-+]?([0-9]{1,3}([ ,.''][0-9]{3})*([.,][0-9]+)?|[0-9]*[.,][0-9]+)')
        then 12
        else 13
    end)
from "avatar"

-- view original_compared
-- purpose: one side in its compared form: same names and types on both sides
-- one row is: a row of the side
-- parameters: relation, expressions
-- reference: COMPARISON.md rules 4 to 10
select
         cast(cast(replace(replace("c0", '.', ';'), ',', '.') as decimal(18, 1)) as decimal(18, 1))
        as "c0"
from "original"

-- view avatar_compared
-- purpose: one side in its compared form: same names and types on both sides
-- one row is: a row of the side
-- parameters: relation, expressions
-- reference: COMPARISON.md rules 4 to 10
select
         cast(cast("c0" as decimal(18, 1)) as decimal(18, 1))
        as "c0"
from "avatar"

-- counts
-- purpose: every count of the result from one grouping of both tables
-- one row is: the evaluation
-- parameters: columns, original, avatar
-- reference: DESIGN.md, the result; equal to rdmp.sql in original_rows and matched_rows
with
    -- a row of either side
    side_row as (
        select "c0", true as is_original
        from "original_compared"
            union all
            select "c0", false as is_original
            from "avatar_compared"
    ),
    -- a distinct row, and how often it occurs on each side
    distinct_row as (
        select
            count(*) filter (where is_original) as originals,
            count(*) filter (where not is_original) as avatars
        from side_row
        group by "c0"
    )
select coalesce(sum(originals), 0) as original_rows,
    count(*) filter (where originals = 1) as unique_rows,
    count(*) filter (where originals = 1 and avatars > 0) as matched_rows,
    coalesce(sum(originals) filter (where avatars > 0), 0) as present_rows,
    coalesce(sum(avatars), 0) as avatar_rows,
    coalesce(sum(avatars) filter (where originals > 0), 0) as copied_avatar_rows
from distinct_row
