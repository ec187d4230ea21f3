-- view original
-- purpose: a source as Spark reads it, under our names; a data frame is named for its kind
-- one row is: a row of the source
-- parameters: source, columns
-- reference: COMPARISON.md rule 2; shown, as names that a source holds twice cannot be read so
select
        `int with bigint`
        as `c0`,
        `unsigned with signed`
        as `c1`,
        `int with double`
        as `c2`,
        `decimals of two scales`
        as `c3`,
        `decimals beyond 38 digits`
        as `c4`,
        `decimal with double`
        as `c5`,
        `wide decimal with double`
        as `c6`,
        `float with double`
        as `c7`,
        `truth with number`
        as `c8`,
        `date with timestamp`
        as `c9`,
        `milliseconds with microseconds`
        as `c10`,
        `two zones`
        as `c11`,
        `times`
        as `c12`,
        `text with bytes`
        as `c13`,
        cast(`structs in another order` as struct<f1:bigint,f2:double>)
        as `c14`,
        `lists`
        as `c15`,
        `maps in another order`
        as `c16`,
        `zeros in a list`
        as `c17`,
        `durations of two units`
        as `c18`,
        `durations of one unit`
        as `c19`,
        `nothing with text`
        as `c20`,
        `local`
        as `c21`
from parquet.`o.parquet`

-- view avatar
-- purpose: a source as Spark reads it, under our names; a data frame is named for its kind
-- one row is: a row of the source
-- parameters: source, columns
-- reference: COMPARISON.md rule 2; shown, as names that a source holds twice cannot be read so
select
        `int with bigint`
        as `c0`,
        `unsigned with signed`
        as `c1`,
        `int with double`
        as `c2`,
        `decimals of two scales`
        as `c3`,
        `decimals beyond 38 digits`
        as `c4`,
        `decimal with double`
        as `c5`,
        `wide decimal with double`
        as `c6`,
        `float with double`
        as `c7`,
        `truth with number`
        as `c8`,
        `date with timestamp`
        as `c9`,
        `milliseconds with microseconds`
        as `c10`,
        `two zones`
        as `c11`,
        `times`
        as `c12`,
        `text with bytes`
        as `c13`,
        cast(`structs in another order` as struct<f1:double,f2:int>)
        as `c14`,
        `lists`
        as `c15`,
        `maps in another order`
        as `c16`,
        `zeros in a list`
        as `c17`,
        `durations of two units`
        as `c18`,
        `durations of one unit`
        as `c19`,
        `nothing with text`
        as `c20`,
        `local`
        as `c21`
from parquet.`a.parquet`

-- facts
-- purpose: what alignment asks about the columns of one side
-- one row is: the rows of the side, then the answers in the order of the questions
-- parameters: relation, questions, expected
-- reference: COMPARISON.md rules 5 to 13; one expression tells the tokens of all columns, so that
-- nothing is gained from what is expected of each
    select
        count(*) as row_count,
             count(*) - count(`c2`),
             count(*) - count(`c5`),
             count(*) - count(`c6`),
                count(case
            when abs(`c6`) < cast('100000' as decimal(38, 10)) then null
        when     length(trim(both '0' from translate(cast(`c6` as string), '.-', ''))) <= 15 or     case
        when octet_length(cast(`c6` as string)) <= 15 and not contains(lower(cast(`c6` as string)), 'e')
        then true
        when abs(cast(cast(`c6` as string) as double)) = double('infinity')
        then false
        when  trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')) = ''
        then true
        when length( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))) <= 15 and abs(cast(cast(`c6` as string) as double)) >= double('1e-290')
        then true
        when length( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))) > 17 or abs(cast(cast(`c6` as string) as double)) = double(0)
        then false
        when     cast(
        concat(
            cast(cast( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')) as bigint) div 10 as string), 'e', cast(    (
        case when contains(lower(cast(`c6` as string)), 'e') then     coalesce(cast(try_cast(split_part(lower(cast(`c6` as string)), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(cast(`c6` as string)), 'e', 1), '.', 2))
        + length( translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')))
    ) + 1 as string)
        ) as double
    )
    = abs(cast(cast(`c6` as string) as double)) or     cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')) as bigint) div 10 + 1) as string), 'e', cast(    (
        case when contains(lower(cast(`c6` as string)), 'e') then     coalesce(cast(try_cast(split_part(lower(cast(`c6` as string)), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(cast(`c6` as string)), 'e', 1), '.', 2))
        + length( translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')))
    ) + 1 as string)
        ) as double
    )
    = abs(cast(cast(`c6` as string) as double))
        then false
        else
             trim(both '0' from  translate( split_part(lower(cast(cast(cast(`c6` as string) as double) as string)), 'e', 1), '.-+', '')) =  trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))
            or not (    cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')) as bigint) - 1) as string), 'e', cast(    (
        case when contains(lower(cast(`c6` as string)), 'e') then     coalesce(cast(try_cast(split_part(lower(cast(`c6` as string)), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(cast(`c6` as string)), 'e', 1), '.', 2))
        + length( translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')))
    ) + 0 as string)
        ) as double
    )
    = abs(cast(cast(`c6` as string) as double)) or     cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')) as bigint) + 1) as string), 'e', cast(    (
        case when contains(lower(cast(`c6` as string)), 'e') then     coalesce(cast(try_cast(split_part(lower(cast(`c6` as string)), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(cast(`c6` as string)), 'e', 1), '.', 2))
        + length( translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')))
    ) + 0 as string)
        ) as double
    )
    = abs(cast(cast(`c6` as string) as double)))
    end
        then null
        when
             length(trim(trailing '0' from split_part(cast(`c6` as string), '.', 2))) = 0
            and case
        when abs(cast(split_part(cast(`c6` as string), '.', 1) as double)) < double(9223372036854775808)
        then
            cast(cast(abs(cast(split_part(cast(`c6` as string), '.', 1) as double)) as bigint) as decimal(38, 0))
            <=> try_cast(trim(leading '-' from split_part(cast(`c6` as string), '.', 1)) as decimal(38, 0))
        when abs(cast(split_part(cast(`c6` as string), '.', 1) as double)) <= double('1e38')
        then
            cast(2 as decimal(1, 0)) * (
                cast(cast(floor((abs(cast(split_part(cast(`c6` as string), '.', 1) as double)) / double(2)) / double(9223372036854775808)) as bigint) as decimal(19, 0)) * cast(9223372036854775808 as decimal(19, 0))
                + cast(
                    cast(
                        (abs(cast(split_part(cast(`c6` as string), '.', 1) as double)) / double(2)) - cast(cast(floor((abs(cast(split_part(cast(`c6` as string), '.', 1) as double)) / double(2)) / double(9223372036854775808)) as bigint) as double) * double(9223372036854775808) as bigint
                    ) as decimal(19, 0)
                )
            )
            <=> try_cast(trim(leading '-' from split_part(cast(`c6` as string), '.', 1)) as decimal(38, 0))
        else false
    end
        then null
        when
             length(trim(trailing '0' from split_part(cast(`c6` as string), '.', 2))) = 0
            and abs(cast(`c6` as double)) < double(9223372036854775808)
            and length(trim(both '0' from cast(cast(cast(`c6` as double) as bigint) as string)))
            - cast(`c6` < 0 as int)
            <= length( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')))
        then `c6`
        when length( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))) > 17 or     cast(
        concat(
            cast(cast( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')) as bigint) div 10 as string), 'e', cast(    (
        case when contains(lower(cast(`c6` as string)), 'e') then     coalesce(cast(try_cast(split_part(lower(cast(`c6` as string)), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(cast(`c6` as string)), 'e', 1), '.', 2))
        + length( translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')))
    ) + 1 as string)
        ) as double
    )
    = abs(cast(cast(`c6` as string) as double)) or     cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')) as bigint) div 10 + 1) as string), 'e', cast(    (
        case when contains(lower(cast(`c6` as string)), 'e') then     coalesce(cast(try_cast(split_part(lower(cast(`c6` as string)), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(cast(`c6` as string)), 'e', 1), '.', 2))
        + length( translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')))
    ) + 1 as string)
        ) as double
    )
    = abs(cast(cast(`c6` as string) as double))
        then `c6`
        when `c6` is not null
        then cast(raise_error('`c6`') as decimal(38, 10))
    end),
             count(*) filter (where isnan(`c7`)),
             count(*) - count(`c7`),
            count(*) filter (
        where
            from_utc_timestamp(case
            when from_utc_timestamp(to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '60' minute, 'Europe/Paris') = cast(`c21` as timestamp)
            then to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '60' minute
            when from_utc_timestamp(to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '30' minute, 'Europe/Paris') = cast(`c21` as timestamp)
            then to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '30' minute
        else to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris')
    end, 'Europe/Paris') <> cast(`c21` as timestamp)
                or from_utc_timestamp(
                    case
            when from_utc_timestamp(to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '60' minute, 'Europe/Paris') = cast(`c21` as timestamp)
            then to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '60' minute
            when from_utc_timestamp(to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '30' minute, 'Europe/Paris') = cast(`c21` as timestamp)
            then to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '30' minute
        else to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris')
    end + interval '-60' minute, 'Europe/Paris'
                )
                = cast(`c21` as timestamp)
                or from_utc_timestamp(
                    case
            when from_utc_timestamp(to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '60' minute, 'Europe/Paris') = cast(`c21` as timestamp)
            then to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '60' minute
            when from_utc_timestamp(to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '30' minute, 'Europe/Paris') = cast(`c21` as timestamp)
            then to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '30' minute
        else to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris')
    end + interval '-30' minute, 'Europe/Paris'
                )
                = cast(`c21` as timestamp)
                or from_utc_timestamp(
                    case
            when from_utc_timestamp(to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '60' minute, 'Europe/Paris') = cast(`c21` as timestamp)
            then to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '60' minute
            when from_utc_timestamp(to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '30' minute, 'Europe/Paris') = cast(`c21` as timestamp)
            then to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '30' minute
        else to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris')
    end + interval '30' minute, 'Europe/Paris'
                )
                = cast(`c21` as timestamp)
                or from_utc_timestamp(
                    case
            when from_utc_timestamp(to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '60' minute, 'Europe/Paris') = cast(`c21` as timestamp)
            then to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '60' minute
            when from_utc_timestamp(to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '30' minute, 'Europe/Paris') = cast(`c21` as timestamp)
            then to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '30' minute
        else to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris')
    end + interval '60' minute, 'Europe/Paris'
                )
                = cast(`c21` as timestamp)
    )
    from `original`


-- facts
-- purpose: what alignment asks about the columns of one side
-- one row is: the rows of the side, then the answers in the order of the questions
-- parameters: relation, questions, expected
-- reference: COMPARISON.md rules 5 to 13; one expression tells the tokens of all columns, so that
-- nothing is gained from what is expected of each
    select
        count(*) as row_count,
             count(*) filter (where isnan(`c2`)),
             count(*) - count(`c2`),
             count(*) filter (where isnan(`c5`)),
             count(*) - count(`c5`),
             count(*) filter (where isnan(`c6`)),
             count(*) - count(`c6`),
             count(*) filter (where isnan(`c7`)),
             count(*) - count(`c7`),
                count(*) filter (where `c8` not in (0, 1) and not isnan(cast(`c8` as double)))
    from `avatar`


-- view original_compared
-- purpose: one side in its compared form: same names and types on both sides
-- one row is: a row of the side
-- parameters: relation, expressions
-- reference: COMPARISON.md rules 4 to 10
select
         cast(`c0` as bigint)
        as `c0`,
         cast(`c1` as decimal(38, 0))
        as `c1`,
         cast(`c2` as double)
        as `c2`,
         cast(`c3` as decimal(18, 4))
        as `c3`,
        try_cast(`c4` as decimal(38, 0))
        as `c4`,
         cast(case
            when try_cast(try_cast(`c4` as decimal(38, 0)) as decimal(38, 0)) = `c4`
            then null
            else `c4`
        end as string)
        as `c4_rest`,
         cast(`c5` as double)
        as `c5`,
         cast(`c6` as double)
        as `c6`,
        case
            when abs(`c6`) < cast('100000' as decimal(38, 10)) then null
        when     length(trim(both '0' from translate(cast(`c6` as string), '.-', ''))) <= 15 or     case
        when octet_length(cast(`c6` as string)) <= 15 and not contains(lower(cast(`c6` as string)), 'e')
        then true
        when abs(cast(cast(`c6` as string) as double)) = double('infinity')
        then false
        when  trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')) = ''
        then true
        when length( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))) <= 15 and abs(cast(cast(`c6` as string) as double)) >= double('1e-290')
        then true
        when length( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))) > 17 or abs(cast(cast(`c6` as string) as double)) = double(0)
        then false
        when     cast(
        concat(
            cast(cast( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')) as bigint) div 10 as string), 'e', cast(    (
        case when contains(lower(cast(`c6` as string)), 'e') then     coalesce(cast(try_cast(split_part(lower(cast(`c6` as string)), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(cast(`c6` as string)), 'e', 1), '.', 2))
        + length( translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')))
    ) + 1 as string)
        ) as double
    )
    = abs(cast(cast(`c6` as string) as double)) or     cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')) as bigint) div 10 + 1) as string), 'e', cast(    (
        case when contains(lower(cast(`c6` as string)), 'e') then     coalesce(cast(try_cast(split_part(lower(cast(`c6` as string)), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(cast(`c6` as string)), 'e', 1), '.', 2))
        + length( translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')))
    ) + 1 as string)
        ) as double
    )
    = abs(cast(cast(`c6` as string) as double))
        then false
        else
             trim(both '0' from  translate( split_part(lower(cast(cast(cast(`c6` as string) as double) as string)), 'e', 1), '.-+', '')) =  trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))
            or not (    cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')) as bigint) - 1) as string), 'e', cast(    (
        case when contains(lower(cast(`c6` as string)), 'e') then     coalesce(cast(try_cast(split_part(lower(cast(`c6` as string)), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(cast(`c6` as string)), 'e', 1), '.', 2))
        + length( translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')))
    ) + 0 as string)
        ) as double
    )
    = abs(cast(cast(`c6` as string) as double)) or     cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')) as bigint) + 1) as string), 'e', cast(    (
        case when contains(lower(cast(`c6` as string)), 'e') then     coalesce(cast(try_cast(split_part(lower(cast(`c6` as string)), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(cast(`c6` as string)), 'e', 1), '.', 2))
        + length( translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')))
    ) + 0 as string)
        ) as double
    )
    = abs(cast(cast(`c6` as string) as double)))
    end
        then null
        when
             length(trim(trailing '0' from split_part(cast(`c6` as string), '.', 2))) = 0
            and case
        when abs(cast(split_part(cast(`c6` as string), '.', 1) as double)) < double(9223372036854775808)
        then
            cast(cast(abs(cast(split_part(cast(`c6` as string), '.', 1) as double)) as bigint) as decimal(38, 0))
            <=> try_cast(trim(leading '-' from split_part(cast(`c6` as string), '.', 1)) as decimal(38, 0))
        when abs(cast(split_part(cast(`c6` as string), '.', 1) as double)) <= double('1e38')
        then
            cast(2 as decimal(1, 0)) * (
                cast(cast(floor((abs(cast(split_part(cast(`c6` as string), '.', 1) as double)) / double(2)) / double(9223372036854775808)) as bigint) as decimal(19, 0)) * cast(9223372036854775808 as decimal(19, 0))
                + cast(
                    cast(
                        (abs(cast(split_part(cast(`c6` as string), '.', 1) as double)) / double(2)) - cast(cast(floor((abs(cast(split_part(cast(`c6` as string), '.', 1) as double)) / double(2)) / double(9223372036854775808)) as bigint) as double) * double(9223372036854775808) as bigint
                    ) as decimal(19, 0)
                )
            )
            <=> try_cast(trim(leading '-' from split_part(cast(`c6` as string), '.', 1)) as decimal(38, 0))
        else false
    end
        then null
        when
             length(trim(trailing '0' from split_part(cast(`c6` as string), '.', 2))) = 0
            and abs(cast(`c6` as double)) < double(9223372036854775808)
            and length(trim(both '0' from cast(cast(cast(`c6` as double) as bigint) as string)))
            - cast(`c6` < 0 as int)
            <= length( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')))
        then `c6`
        when length( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))) > 17 or     cast(
        concat(
            cast(cast( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')) as bigint) div 10 as string), 'e', cast(    (
        case when contains(lower(cast(`c6` as string)), 'e') then     coalesce(cast(try_cast(split_part(lower(cast(`c6` as string)), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(cast(`c6` as string)), 'e', 1), '.', 2))
        + length( translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')))
    ) + 1 as string)
        ) as double
    )
    = abs(cast(cast(`c6` as string) as double)) or     cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')) as bigint) div 10 + 1) as string), 'e', cast(    (
        case when contains(lower(cast(`c6` as string)), 'e') then     coalesce(cast(try_cast(split_part(lower(cast(`c6` as string)), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(cast(`c6` as string)), 'e', 1), '.', 2))
        + length( translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(cast(`c6` as string)), 'e', 1), '.-+', '')))
    ) + 1 as string)
        ) as double
    )
    = abs(cast(cast(`c6` as string) as double))
        then `c6`
        when `c6` is not null
        then cast(raise_error('`c6`') as decimal(38, 10))
    end
        as `c6_rest`,
         case when isnan(`c7`) then null else `c7` end
        as `c7`,
         cast(null as double)
        as `c7_rest`,
         cast(`c8` as tinyint)
        as `c8`,
        `c9`
        as `c9`,
         case when `c9` is not null then cast(0 as bigint) end
        as `c9_rest`,
        `c10`
        as `c10`,
        `c11`
        as `c11`,
        `c12`
        as `c12`,
         encode( cast(`c13` as string), 'UTF-8')
        as `c13`,
        case
        when `c14` is not null
        then
            named_struct(
                        'f1_1',
                        `c14`.f1,
                        'f2_1',
                         case when isnan(`c14`.f2) then null else `c14`.f2 end
            )
    end
        as `c14`,
        transform(
        `c15`,
        item0 ->   cast(item0 as double)

    )
        as `c15`,
         sort_array(    transform(map_entries(`c16`), entry -> named_struct('f1', entry.key, 'f2', entry.value)))
        as `c16`,
        transform(
        `c17`,
        item0 ->   case when isnan(item0) then null else item0 end

    )
        as `c17`,
            cast(`c18` as decimal(19, 0)) * cast(1000000 as decimal(10, 0))
        as `c18`,
        `c19`
        as `c19`,
         case when `c20` is not null then true end
        as `c20`,
         unix_micros(cast(case
            when from_utc_timestamp(to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '60' minute, 'Europe/Paris') = cast(`c21` as timestamp)
            then to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '60' minute
            when from_utc_timestamp(to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '30' minute, 'Europe/Paris') = cast(`c21` as timestamp)
            then to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris') + interval '30' minute
        else to_utc_timestamp(cast(`c21` as timestamp), 'Europe/Paris')
    end as timestamp))
        as `c21`,
         case when `c21` is not null then cast(0 as bigint) end
        as `c21_rest`,
        `c6`
        as `c6_own`,
        `c21`
        as `c21_own`
from `original`

-- view avatar_compared
-- purpose: one side in its compared form: same names and types on both sides
-- one row is: a row of the side
-- parameters: relation, expressions
-- reference: COMPARISON.md rules 4 to 10
select
        `c0`
        as `c0`,
        `c1`
        as `c1`,
         case when isnan(`c2`) then null else `c2` end
        as `c2`,
         cast(`c3` as decimal(18, 4))
        as `c3`,
        try_cast(`c4` as decimal(38, 0))
        as `c4`,
         cast(case
            when try_cast(try_cast(`c4` as decimal(38, 0)) as decimal(38, 2)) = `c4`
            then null
            else `c4`
        end as string)
        as `c4_rest`,
         case when isnan(`c5`) then null else `c5` end
        as `c5`,
         case when isnan(`c6`) then null else `c6` end
        as `c6`,
         cast(null as decimal(38, 10))
        as `c6_rest`,
        case
            when
                abs(cast( case when isnan(`c7`) then null else `c7` end as float)) = float('infinity')
                and abs(cast( case when isnan(`c7`) then null else `c7` end as double)) < double('infinity')
            then null
            else cast( case when isnan(`c7`) then null else `c7` end as float)
        end
        as `c7`,
            case when case
            when
                abs(cast( case when isnan(`c7`) then null else `c7` end as float)) = float('infinity')
                and abs(cast( case when isnan(`c7`) then null else `c7` end as double)) < double('infinity')
            then null
            else cast( case when isnan(`c7`) then null else `c7` end as float)
        end is null then  case when isnan(`c7`) then null else `c7` end end
        as `c7_rest`,
         cast(`c8` as tinyint)
        as `c8`,
         cast(`c9` as date)
        as `c9`,
            (
        unix_micros(cast(`c9` as timestamp))
        - unix_micros(cast(cast(`c9` as date) as timestamp))
    )
        as `c9_rest`,
        `c10`
        as `c10`,
        `c11`
        as `c11`,
        `c12`
        as `c12`,
        `c13`
        as `c13`,
        case
        when `c14` is not null
        then
            named_struct(
                        'f1_1',
                         cast(`c14`.f2 as bigint),
                        'f2_1',
                         case when isnan(`c14`.f1) then null else `c14`.f1 end
            )
    end
        as `c14`,
        transform(
        `c15`,
        item0 ->   case when isnan(item0) then null else item0 end

    )
        as `c15`,
         sort_array(    transform(map_entries(`c16`), entry -> named_struct('f1', entry.key, 'f2', entry.value)))
        as `c16`,
        transform(
        `c17`,
        item0 ->   case when isnan(item0) then null else item0 end

    )
        as `c17`,
            cast(`c18` as decimal(19, 0)) * cast(1000 as decimal(10, 0))
        as `c18`,
        `c19`
        as `c19`,
         case when `c20` is not null then true end
        as `c20`,
         unix_micros(cast(`c21` as timestamp))
        as `c21`,
         case when `c21` is not null then cast(0 as bigint) end
        as `c21_rest`
from `avatar`

-- counts_narrowed
-- purpose: every count where comparing can merge rows that differ: U is as the source means it
-- one row is: the evaluation
-- parameters: columns, own, original, avatar
-- reference: COMPARISON.md rule 4
with
    -- an original row as its own source means it, how often it occurs, and what is compared
    own_row as (
        select `c0`, `c1`, `c2`, `c3`, `c4`, `c4_rest`, `c5`, `c6`, `c6_rest`, `c7`, `c7_rest`, `c8`, `c9`, `c9_rest`, `c10`, `c11`, `c12`, `c13`, `c14`, `c15`, `c16`, `c17`, `c18`, `c19`, `c20`, `c21`, `c21_rest`, count(*) as occurrences
        from `original_compared`
        group by `c0`, `c1`, `c2`, `c3`, `c4`, `c4_rest`, `c5`, `c6`, `c6_rest`, `c7`, `c7_rest`, `c8`, `c9`, `c9_rest`, `c10`, `c11`, `c12`, `c13`, `c14`, `c15`, `c16`, `c17`, `c18`, `c19`, `c20`, `c21`, `c21_rest`, `c6_own`, `c21_own`
    ),
    side_row as (
        select
            `c0`, `c1`, `c2`, `c3`, `c4`, `c4_rest`, `c5`, `c6`, `c6_rest`, `c7`, `c7_rest`, `c8`, `c9`, `c9_rest`, `c10`, `c11`, `c12`, `c13`, `c14`, `c15`, `c16`, `c17`, `c18`, `c19`, `c20`, `c21`, `c21_rest`,
            occurrences as originals,
            case when occurrences = 1 then 1 else 0 end as uniques,
            0 as avatars
        from own_row
            union all
            select
                `c0`, `c1`, `c2`, `c3`, `c4`, `c4_rest`, `c5`, `c6`, `c6_rest`, `c7`, `c7_rest`, `c8`, `c9`, `c9_rest`, `c10`, `c11`, `c12`, `c13`, `c14`, `c15`, `c16`, `c17`, `c18`, `c19`, `c20`, `c21`, `c21_rest`, 0 as originals, 0 as uniques, 1 as avatars
            from `avatar_compared`
    ),
    -- a distinct compared row
    distinct_row as (
        select sum(originals) as originals, sum(uniques) as uniques, sum(avatars) as avatars
        from side_row
        group by `c0`, `c1`, `c2`, `c3`, `c4`, `c4_rest`, `c5`, `c6`, `c6_rest`, `c7`, `c7_rest`, `c8`, `c9`, `c9_rest`, `c10`, `c11`, `c12`, `c13`, `c14`, `c15`, `c16`, `c17`, `c18`, `c19`, `c20`, `c21`, `c21_rest`
    )
select
    coalesce(sum(originals), 0) as original_rows,
    coalesce(sum(uniques), 0) as unique_rows,
    coalesce(sum(uniques) filter (where avatars > 0), 0) as matched_rows,
    coalesce(sum(originals) filter (where avatars > 0), 0) as present_rows,
    coalesce(sum(avatars), 0) as avatar_rows,
    coalesce(sum(avatars) filter (where originals > 0), 0) as copied_avatar_rows
from distinct_row
