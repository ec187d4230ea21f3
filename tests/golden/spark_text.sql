-- view original
-- purpose: text files as Spark reads them; shown, as their names are handed over beside it
-- one row is: a record of the source
-- parameters: path, columns, missing, delimiter
-- reference: COMPARISON.md rule 11; rdmp/engines/spark/text.py has every option
select
        case
            when
                `_c0` not in (                        'NA'
)
            then `_c0`
        end
        as `c0`,
        case
            when
                `_c1` not in (                        'NA'
)
            then `_c1`
        end
        as `c1`,
        case
            when
                `_c2` not in (                        'NA'
)
            then `_c2`
        end
        as `c2`,
        case
            when
                `_c3` not in (                        'NA'
)
            then `_c3`
        end
        as `c3`,
        case
            when
                `_c4` not in (                        'NA'
)
            then `_c4`
        end
        as `c4`,
        case
            when
                `_c5` not in (                        'NA'
)
            then `_c5`
        end
        as `c5`,
        case
            when
                `_c6` not in (                        'NA'
)
            then `_c6`
        end
        as `c6`,
        case
            when
                `_c7` not in (                        'NA'
)
            then `_c7`
        end
        as `c7`,
        case
            when
                `_c8` not in (                        'NA'
)
            then `_c8`
        end
        as `c8`,
        case
            when
                `_c9` not in (                        'NA'
)
            then `_c9`
        end
        as `c9`
from csv.`o.csv`
with (sep = ',', quote = '"', escape = '"', multiline = 'true')

-- view avatar
-- purpose: text files as Spark reads them; shown, as their names are handed over beside it
-- one row is: a record of the source
-- parameters: path, columns, missing, delimiter
-- reference: COMPARISON.md rule 11; rdmp/engines/spark/text.py has every option
select
        case
            when
                `_c0` not in (                        'NA'
)
            then `_c0`
        end
        as `c0`,
        case
            when
                `_c1` not in (                        'NA'
)
            then `_c1`
        end
        as `c1`,
        case
            when
                `_c2` not in (                        'NA'
)
            then `_c2`
        end
        as `c2`,
        case
            when
                `_c3` not in (                        'NA'
)
            then `_c3`
        end
        as `c3`,
        case
            when
                `_c4` not in (                        'NA'
)
            then `_c4`
        end
        as `c4`,
        case
            when
                `_c5` not in (                        'NA'
)
            then `_c5`
        end
        as `c5`,
        case
            when
                `_c6` not in (                        'NA'
)
            then `_c6`
        end
        as `c6`,
        case
            when
                `_c7` not in (                        'NA'
)
            then `_c7`
        end
        as `c7`,
        case
            when
                `_c8` not in (                        'NA'
)
            then `_c8`
        end
        as `c8`,
        case
            when
                `_c9` not in (                        'NA'
)
            then `_c9`
        end
        as `c9`
from csv.`a.csv`
with (sep = ',', quote = '"', escape = '"', multiline = 'true')

-- facts
-- purpose: what alignment asks about the columns of one side
-- one row is: the rows of the side, then the answers in the order of the questions
-- parameters: relation, questions, expected
-- reference: COMPARISON.md rules 5 to 13; one expression tells the tokens of all columns, so that
-- nothing is gained from what is expected of each
    with
        -- one token of one column, as it is and with a point for its decimal separator
        asked_token as (
            select
                inline(
                    array(
                            struct(
                                0 as question,
                                 `c0` as token,
                                 `c0`
                                as pointed
                            ),
                            struct(
                                1 as question,
                                 `c1` as token,
                                 `c1`
                                as pointed
                            ),
                            struct(
                                2 as question,
                                 `c2` as token,
                                 `c2`
                                as pointed
                            ),
                            struct(
                                3 as question,
                                 `c3` as token,
                                 `c3`
                                as pointed
                            ),
                            struct(
                                4 as question,
                                 `c4` as token,
                                 `c4`
                                as pointed
                            ),
                            struct(
                                5 as question,
                                 `c5` as token,
                                 `c5`
                                as pointed
                            ),
                            struct(
                                6 as question,
                                 `c6` as token,
                                 `c6`
                                as pointed
                            ),
                            struct(
                                7 as question,
                                 `c7` as token,
                                 `c7`
                                as pointed
                            ),
                            struct(
                                8 as question,
                                 `c8` as token,
                                 `c8`
                                as pointed
                            )
                    )
                )
            from `original`
        ),
        told_token as (
            select question,     case
        when token is null
        then 0
        when token >= ':'
        then     case
        when not token rlike '^(?:[tTfFnNiI][a-zA-Z]{2,7})\\z'
        then 13
        when token in ('true', 'false')
        then 8
        when lower(token) in ('true', 'false')
        then case when token = upper(token) then 24 else 40 end
        when lower(token) = 'nan'
        then 5
        when lower(token) in ('inf', 'infinity')
        then 6
        else 13
    end
        when octet_length(token) >= 10 and token rlike '^(?:[^-]{4}-[^-]{2}-(?s:.*))\\z'
        then     case
        when octet_length(token) = 10
        then case when     (token rlike '^(?:[0-9]{4}-[0-9]{2}-[0-9]{2})\\z' and try_cast(token as date) is not null) and token >= '0001' then 9 else 13 end
        when     (token rlike '^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?)\\z' and try_cast(left(token, 10) as date) is not null)
        then 10 +     ((length(token) + case when contains(token, 'T') then 64 else 0 end) * 32 +     case
        when octet_length(token) > 26 and token rlike '[.][0-9]{6}[0-9]*[1-9]' then 16 else 0
    end)
        when     (token rlike '^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z| UTC|[-+](0[0-9]|1[0-5])(:?[0-5][0-9])?))\\z' and try_cast(left(token, 10) as date) is not null)
        then 11 +     ((length(token) + case when contains(token, 'T') then 64 else 0 end) * 32 +     case
        when octet_length(token) > 26 and token rlike '[.][0-9]{6}[0-9]*[1-9]' then 16 else 0
    end)
        else 13
    end
        when pointed rlike '^(?:-?(0|[1-9][0-9]{0,14}))\\z'
        then case when token in ('0', '1') then 2 else 1 end
        when not pointed rlike '^(?:[-+.0-9eE]*)\\z'
        then
            case
                when token rlike '^(?:(?i)-(inf|infinity))\\z'
                then 6
                when token rlike '^(?:[-+]?([0-9]{1,3}([ ,.\'][0-9]{3})*([.,][0-9]+)?|[0-9]*[.,][0-9]+))\\z'
                then 12
                else 13
            end
        when octet_length(pointed) <= 15 and pointed rlike '^(?:-?(0|[1-9][0-9]*)\\.[0-9]*[1-9])\\z'
        then
            19
            + 4096
            * (
                (instr(pointed, '.') - 1 - cast(pointed < '0' as int)) * 128
                + octet_length(pointed)
                - instr(pointed, '.')
            )
        when pointed rlike '^(?:-?((0|[1-9][0-9]*)(\\.[0-9]*)?|\\.[0-9]+))\\z'
        then
            3
            + 16
            * (
                (    (
        cast(least(greatest(    length(trim(leading '-0' from split_part(pointed, '.', 1))), 0), 127) as int) * 128
        + cast(least(greatest( length(trim(trailing '0' from split_part(pointed, '.', 2))), 0), 127) as int)
    ) * 128 +     (
        case
            when pointed rlike '^(?:.*[.]|.*[.].*0)\\z'
            then 1 + least(length(split_part(pointed, '.', 2)), 30)
            else 0
        end
        + case when pointed rlike '^(?:-?[.].*)\\z' then 32 else 0 end
    )) * 2
                +     case
        when     case
        when octet_length(pointed) <= 15 and not contains(lower(pointed), 'e')
        then true
        when abs(cast(pointed as double)) = double('infinity')
        then false
        when  trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) = ''
        then true
        when length( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', ''))) <= 15 and abs(cast(pointed as double)) >= double('1e-290')
        then true
        when length( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', ''))) > 17 or abs(cast(pointed as double)) = double(0)
        then false
        when     cast(
        concat(
            cast(cast( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) as bigint) div 10 as string), 'e', cast(    (
        case when contains(lower(pointed), 'e') then     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(pointed), 'e', 1), '.', 2))
        + length( translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')))
    ) + 1 as string)
        ) as double
    )
    = abs(cast(pointed as double)) or     cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) as bigint) div 10 + 1) as string), 'e', cast(    (
        case when contains(lower(pointed), 'e') then     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(pointed), 'e', 1), '.', 2))
        + length( translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')))
    ) + 1 as string)
        ) as double
    )
    = abs(cast(pointed as double))
        then false
        else
             trim(both '0' from  translate( split_part(lower(cast(cast(pointed as double) as string)), 'e', 1), '.-+', '')) =  trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
            or not (    cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) as bigint) - 1) as string), 'e', cast(    (
        case when contains(lower(pointed), 'e') then     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(pointed), 'e', 1), '.', 2))
        + length( translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')))
    ) + 0 as string)
        ) as double
    )
    = abs(cast(pointed as double)) or     cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) as bigint) + 1) as string), 'e', cast(    (
        case when contains(lower(pointed), 'e') then     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(pointed), 'e', 1), '.', 2))
        + length( translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')))
    ) + 0 as string)
        ) as double
    )
    = abs(cast(pointed as double)))
    end
        then 1
        when pointed rlike '^(?:-?[0-9]+)\\z' and case
        when abs(cast(pointed as double)) < double(9223372036854775808)
        then
            cast(cast(abs(cast(pointed as double)) as bigint) as decimal(38, 0))
            <=> try_cast(trim(leading '-' from pointed) as decimal(38, 0))
        when abs(cast(pointed as double)) <= double('1e38')
        then
            cast(2 as decimal(1, 0)) * (
                cast(cast(floor((abs(cast(pointed as double)) / double(2)) / double(9223372036854775808)) as bigint) as decimal(19, 0)) * cast(9223372036854775808 as decimal(19, 0))
                + cast(
                    cast(
                        (abs(cast(pointed as double)) / double(2)) - cast(cast(floor((abs(cast(pointed as double)) / double(2)) / double(9223372036854775808)) as bigint) as double) * double(9223372036854775808) as bigint
                    ) as decimal(19, 0)
                )
            )
            <=> try_cast(trim(leading '-' from pointed) as decimal(38, 0))
        else false
    end
        then 129
        else 0
    end
            )
        when pointed rlike '^(?:-?((0|[1-9][0-9]*|\\.[0-9]+)[eE][-+][0-9]+|((0|[1-9][0-9]*)\\.[0-9]*|\\.[0-9]+)[eE][-+]?[0-9]+))\\z'
        then
            4
            + 16
            * (
                (
                        (
        cast(least(greatest(greatest(    length(trim(leading '-0' from split_part( split_part(lower(pointed), 'e', 1), '.', 1))), 1) + greatest(    coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000), 0), 0), 127) as int) * 128
        + cast(least(greatest( length(trim(trailing '0' from split_part( split_part(lower(pointed), 'e', 1), '.', 2))) -     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000), 0), 127) as int)
    ) * 128 +     (
        64
        + case when contains(pointed, 'E') then 1 else 0 end
        + case when contains(pointed, '+') then 2 else 0 end
        + case when pointed rlike '[eE][-+]?0[0-9]' then 4 else 0 end
    )
                )
                * 2
                +     case
        when     case
        when octet_length(pointed) <= 15 and not contains(lower(pointed), 'e')
        then true
        when abs(cast(pointed as double)) = double('infinity')
        then false
        when  trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) = ''
        then true
        when length( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', ''))) <= 15 and abs(cast(pointed as double)) >= double('1e-290')
        then true
        when length( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', ''))) > 17 or abs(cast(pointed as double)) = double(0)
        then false
        when     cast(
        concat(
            cast(cast( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) as bigint) div 10 as string), 'e', cast(    (
        case when contains(lower(pointed), 'e') then     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(pointed), 'e', 1), '.', 2))
        + length( translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')))
    ) + 1 as string)
        ) as double
    )
    = abs(cast(pointed as double)) or     cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) as bigint) div 10 + 1) as string), 'e', cast(    (
        case when contains(lower(pointed), 'e') then     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(pointed), 'e', 1), '.', 2))
        + length( translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')))
    ) + 1 as string)
        ) as double
    )
    = abs(cast(pointed as double))
        then false
        else
             trim(both '0' from  translate( split_part(lower(cast(cast(pointed as double) as string)), 'e', 1), '.-+', '')) =  trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
            or not (    cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) as bigint) - 1) as string), 'e', cast(    (
        case when contains(lower(pointed), 'e') then     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(pointed), 'e', 1), '.', 2))
        + length( translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')))
    ) + 0 as string)
        ) as double
    )
    = abs(cast(pointed as double)) or     cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) as bigint) + 1) as string), 'e', cast(    (
        case when contains(lower(pointed), 'e') then     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(pointed), 'e', 1), '.', 2))
        + length( translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')))
    ) + 0 as string)
        ) as double
    )
    = abs(cast(pointed as double)))
    end
        then 1
        when pointed rlike '^(?:-?[0-9]+)\\z' and case
        when abs(cast(pointed as double)) < double(9223372036854775808)
        then
            cast(cast(abs(cast(pointed as double)) as bigint) as decimal(38, 0))
            <=> try_cast(trim(leading '-' from pointed) as decimal(38, 0))
        when abs(cast(pointed as double)) <= double('1e38')
        then
            cast(2 as decimal(1, 0)) * (
                cast(cast(floor((abs(cast(pointed as double)) / double(2)) / double(9223372036854775808)) as bigint) as decimal(19, 0)) * cast(9223372036854775808 as decimal(19, 0))
                + cast(
                    cast(
                        (abs(cast(pointed as double)) / double(2)) - cast(cast(floor((abs(cast(pointed as double)) / double(2)) / double(9223372036854775808)) as bigint) as double) * double(9223372036854775808) as bigint
                    ) as decimal(19, 0)
                )
            )
            <=> try_cast(trim(leading '-' from pointed) as decimal(38, 0))
        else false
    end
        then 129
        else 0
    end
            )
        when pointed rlike '^(?:[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?)\\z' and not pointed rlike '^(?:-?[1-9][0-9]*[eE][0-9]+)\\z'
        then 7
        when token rlike '^(?:[-+]?([0-9]{1,3}([ ,.\'][0-9]{3})*([.,][0-9]+)?|[0-9]*[.,][0-9]+))\\z'
        then 12
        else 13
    end as code from asked_token
        ),
        -- a code of one column
        counted_code as (
            select question, code, count(*) as tokens from told_token group by question, code
        ),
        -- the one answer
        histogram as (
            select
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 0
                        )
                    ) as h0,
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 1
                        )
                    ) as h1,
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 2
                        )
                    ) as h2,
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 3
                        )
                    ) as h3,
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 4
                        )
                    ) as h4,
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 5
                        )
                    ) as h5,
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 6
                        )
                    ) as h6,
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 7
                        )
                    ) as h7,
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 8
                        )
                    ) as h8,
                coalesce(sum(tokens) filter (where question = 0), 0) as row_count
            from counted_code
        ),
            plain as (
                select
                            count(*) filter (where (`c9` is not null and not coalesce(        `c9` rlike '^(?:([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,6}0*)?)?)\\z', false)))
                        as p0
                from `original`
            )
    select
        row_count,
            h0,
            h1,
            h2,
            h3,
            h4,
            h5,
            h6,
            h7,
            h8,
            p0
    from histogram
 cross join plain


-- facts
-- purpose: what alignment asks about the columns of one side
-- one row is: the rows of the side, then the answers in the order of the questions
-- parameters: relation, questions, expected
-- reference: COMPARISON.md rules 5 to 13; one expression tells the tokens of all columns, so that
-- nothing is gained from what is expected of each
    with
        -- one token of one column, as it is and with a point for its decimal separator
        asked_token as (
            select
                inline(
                    array(
                            struct(
                                0 as question,
                                 `c0` as token,
                                 `c0`
                                as pointed
                            ),
                            struct(
                                1 as question,
                                 `c1` as token,
                                 `c1`
                                as pointed
                            ),
                            struct(
                                2 as question,
                                 `c2` as token,
                                 `c2`
                                as pointed
                            ),
                            struct(
                                3 as question,
                                 `c3` as token,
                                 `c3`
                                as pointed
                            ),
                            struct(
                                4 as question,
                                 `c4` as token,
                                 `c4`
                                as pointed
                            ),
                            struct(
                                5 as question,
                                 `c5` as token,
                                 `c5`
                                as pointed
                            ),
                            struct(
                                6 as question,
                                 `c6` as token,
                                 `c6`
                                as pointed
                            ),
                            struct(
                                7 as question,
                                 `c7` as token,
                                 `c7`
                                as pointed
                            ),
                            struct(
                                8 as question,
                                 `c8` as token,
                                 `c8`
                                as pointed
                            )
                    )
                )
            from `avatar`
        ),
        told_token as (
            select question,     case
        when token is null
        then 0
        when token >= ':'
        then     case
        when not token rlike '^(?:[tTfFnNiI][a-zA-Z]{2,7})\\z'
        then 13
        when token in ('true', 'false')
        then 8
        when lower(token) in ('true', 'false')
        then case when token = upper(token) then 24 else 40 end
        when lower(token) = 'nan'
        then 5
        when lower(token) in ('inf', 'infinity')
        then 6
        else 13
    end
        when octet_length(token) >= 10 and token rlike '^(?:[^-]{4}-[^-]{2}-(?s:.*))\\z'
        then     case
        when octet_length(token) = 10
        then case when     (token rlike '^(?:[0-9]{4}-[0-9]{2}-[0-9]{2})\\z' and try_cast(token as date) is not null) and token >= '0001' then 9 else 13 end
        when     (token rlike '^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?)\\z' and try_cast(left(token, 10) as date) is not null)
        then 10 +     ((length(token) + case when contains(token, 'T') then 64 else 0 end) * 32 +     case
        when octet_length(token) > 26 and token rlike '[.][0-9]{6}[0-9]*[1-9]' then 16 else 0
    end)
        when     (token rlike '^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z| UTC|[-+](0[0-9]|1[0-5])(:?[0-5][0-9])?))\\z' and try_cast(left(token, 10) as date) is not null)
        then 11 +     ((length(token) + case when contains(token, 'T') then 64 else 0 end) * 32 +     case
        when octet_length(token) > 26 and token rlike '[.][0-9]{6}[0-9]*[1-9]' then 16 else 0
    end)
        else 13
    end
        when pointed rlike '^(?:-?(0|[1-9][0-9]{0,14}))\\z'
        then case when token in ('0', '1') then 2 else 1 end
        when not pointed rlike '^(?:[-+.0-9eE]*)\\z'
        then
            case
                when token rlike '^(?:(?i)-(inf|infinity))\\z'
                then 6
                when token rlike '^(?:[-+]?([0-9]{1,3}([ ,.\'][0-9]{3})*([.,][0-9]+)?|[0-9]*[.,][0-9]+))\\z'
                then 12
                else 13
            end
        when octet_length(pointed) <= 15 and pointed rlike '^(?:-?(0|[1-9][0-9]*)\\.[0-9]*[1-9])\\z'
        then
            19
            + 4096
            * (
                (instr(pointed, '.') - 1 - cast(pointed < '0' as int)) * 128
                + octet_length(pointed)
                - instr(pointed, '.')
            )
        when pointed rlike '^(?:-?((0|[1-9][0-9]*)(\\.[0-9]*)?|\\.[0-9]+))\\z'
        then
            3
            + 16
            * (
                (    (
        cast(least(greatest(    length(trim(leading '-0' from split_part(pointed, '.', 1))), 0), 127) as int) * 128
        + cast(least(greatest( length(trim(trailing '0' from split_part(pointed, '.', 2))), 0), 127) as int)
    ) * 128 +     (
        case
            when pointed rlike '^(?:.*[.]|.*[.].*0)\\z'
            then 1 + least(length(split_part(pointed, '.', 2)), 30)
            else 0
        end
        + case when pointed rlike '^(?:-?[.].*)\\z' then 32 else 0 end
    )) * 2
                +     case
        when     case
        when octet_length(pointed) <= 15 and not contains(lower(pointed), 'e')
        then true
        when abs(cast(pointed as double)) = double('infinity')
        then false
        when  trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) = ''
        then true
        when length( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', ''))) <= 15 and abs(cast(pointed as double)) >= double('1e-290')
        then true
        when length( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', ''))) > 17 or abs(cast(pointed as double)) = double(0)
        then false
        when     cast(
        concat(
            cast(cast( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) as bigint) div 10 as string), 'e', cast(    (
        case when contains(lower(pointed), 'e') then     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(pointed), 'e', 1), '.', 2))
        + length( translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')))
    ) + 1 as string)
        ) as double
    )
    = abs(cast(pointed as double)) or     cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) as bigint) div 10 + 1) as string), 'e', cast(    (
        case when contains(lower(pointed), 'e') then     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(pointed), 'e', 1), '.', 2))
        + length( translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')))
    ) + 1 as string)
        ) as double
    )
    = abs(cast(pointed as double))
        then false
        else
             trim(both '0' from  translate( split_part(lower(cast(cast(pointed as double) as string)), 'e', 1), '.-+', '')) =  trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
            or not (    cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) as bigint) - 1) as string), 'e', cast(    (
        case when contains(lower(pointed), 'e') then     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(pointed), 'e', 1), '.', 2))
        + length( translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')))
    ) + 0 as string)
        ) as double
    )
    = abs(cast(pointed as double)) or     cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) as bigint) + 1) as string), 'e', cast(    (
        case when contains(lower(pointed), 'e') then     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(pointed), 'e', 1), '.', 2))
        + length( translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')))
    ) + 0 as string)
        ) as double
    )
    = abs(cast(pointed as double)))
    end
        then 1
        when pointed rlike '^(?:-?[0-9]+)\\z' and case
        when abs(cast(pointed as double)) < double(9223372036854775808)
        then
            cast(cast(abs(cast(pointed as double)) as bigint) as decimal(38, 0))
            <=> try_cast(trim(leading '-' from pointed) as decimal(38, 0))
        when abs(cast(pointed as double)) <= double('1e38')
        then
            cast(2 as decimal(1, 0)) * (
                cast(cast(floor((abs(cast(pointed as double)) / double(2)) / double(9223372036854775808)) as bigint) as decimal(19, 0)) * cast(9223372036854775808 as decimal(19, 0))
                + cast(
                    cast(
                        (abs(cast(pointed as double)) / double(2)) - cast(cast(floor((abs(cast(pointed as double)) / double(2)) / double(9223372036854775808)) as bigint) as double) * double(9223372036854775808) as bigint
                    ) as decimal(19, 0)
                )
            )
            <=> try_cast(trim(leading '-' from pointed) as decimal(38, 0))
        else false
    end
        then 129
        else 0
    end
            )
        when pointed rlike '^(?:-?((0|[1-9][0-9]*|\\.[0-9]+)[eE][-+][0-9]+|((0|[1-9][0-9]*)\\.[0-9]*|\\.[0-9]+)[eE][-+]?[0-9]+))\\z'
        then
            4
            + 16
            * (
                (
                        (
        cast(least(greatest(greatest(    length(trim(leading '-0' from split_part( split_part(lower(pointed), 'e', 1), '.', 1))), 1) + greatest(    coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000), 0), 0), 127) as int) * 128
        + cast(least(greatest( length(trim(trailing '0' from split_part( split_part(lower(pointed), 'e', 1), '.', 2))) -     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000), 0), 127) as int)
    ) * 128 +     (
        64
        + case when contains(pointed, 'E') then 1 else 0 end
        + case when contains(pointed, '+') then 2 else 0 end
        + case when pointed rlike '[eE][-+]?0[0-9]' then 4 else 0 end
    )
                )
                * 2
                +     case
        when     case
        when octet_length(pointed) <= 15 and not contains(lower(pointed), 'e')
        then true
        when abs(cast(pointed as double)) = double('infinity')
        then false
        when  trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) = ''
        then true
        when length( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', ''))) <= 15 and abs(cast(pointed as double)) >= double('1e-290')
        then true
        when length( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', ''))) > 17 or abs(cast(pointed as double)) = double(0)
        then false
        when     cast(
        concat(
            cast(cast( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) as bigint) div 10 as string), 'e', cast(    (
        case when contains(lower(pointed), 'e') then     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(pointed), 'e', 1), '.', 2))
        + length( translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')))
    ) + 1 as string)
        ) as double
    )
    = abs(cast(pointed as double)) or     cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) as bigint) div 10 + 1) as string), 'e', cast(    (
        case when contains(lower(pointed), 'e') then     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(pointed), 'e', 1), '.', 2))
        + length( translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')))
    ) + 1 as string)
        ) as double
    )
    = abs(cast(pointed as double))
        then false
        else
             trim(both '0' from  translate( split_part(lower(cast(cast(pointed as double) as string)), 'e', 1), '.-+', '')) =  trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
            or not (    cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) as bigint) - 1) as string), 'e', cast(    (
        case when contains(lower(pointed), 'e') then     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(pointed), 'e', 1), '.', 2))
        + length( translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')))
    ) + 0 as string)
        ) as double
    )
    = abs(cast(pointed as double)) or     cast(
        concat(
            cast((cast( trim(both '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')) as bigint) + 1) as string), 'e', cast(    (
        case when contains(lower(pointed), 'e') then     coalesce(cast(try_cast(split_part(lower(pointed), 'e', 2) as int) as bigint), 100000) else 0 end
        - length(split_part( split_part(lower(pointed), 'e', 1), '.', 2))
        + length( translate( split_part(lower(pointed), 'e', 1), '.-+', ''))
        - length(trim(trailing '0' from  translate( split_part(lower(pointed), 'e', 1), '.-+', '')))
    ) + 0 as string)
        ) as double
    )
    = abs(cast(pointed as double)))
    end
        then 1
        when pointed rlike '^(?:-?[0-9]+)\\z' and case
        when abs(cast(pointed as double)) < double(9223372036854775808)
        then
            cast(cast(abs(cast(pointed as double)) as bigint) as decimal(38, 0))
            <=> try_cast(trim(leading '-' from pointed) as decimal(38, 0))
        when abs(cast(pointed as double)) <= double('1e38')
        then
            cast(2 as decimal(1, 0)) * (
                cast(cast(floor((abs(cast(pointed as double)) / double(2)) / double(9223372036854775808)) as bigint) as decimal(19, 0)) * cast(9223372036854775808 as decimal(19, 0))
                + cast(
                    cast(
                        (abs(cast(pointed as double)) / double(2)) - cast(cast(floor((abs(cast(pointed as double)) / double(2)) / double(9223372036854775808)) as bigint) as double) * double(9223372036854775808) as bigint
                    ) as decimal(19, 0)
                )
            )
            <=> try_cast(trim(leading '-' from pointed) as decimal(38, 0))
        else false
    end
        then 129
        else 0
    end
            )
        when pointed rlike '^(?:[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?)\\z' and not pointed rlike '^(?:-?[1-9][0-9]*[eE][0-9]+)\\z'
        then 7
        when token rlike '^(?:[-+]?([0-9]{1,3}([ ,.\'][0-9]{3})*([.,][0-9]+)?|[0-9]*[.,][0-9]+))\\z'
        then 12
        else 13
    end as code from asked_token
        ),
        -- a code of one column
        counted_code as (
            select question, code, count(*) as tokens from told_token group by question, code
        ),
        -- the one answer
        histogram as (
            select
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 0
                        )
                    ) as h0,
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 1
                        )
                    ) as h1,
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 2
                        )
                    ) as h2,
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 3
                        )
                    ) as h3,
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 4
                        )
                    ) as h4,
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 5
                        )
                    ) as h5,
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 6
                        )
                    ) as h6,
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 7
                        )
                    ) as h7,
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = 8
                        )
                    ) as h8,
                coalesce(sum(tokens) filter (where question = 0), 0) as row_count
            from counted_code
        ),
            plain as (
                select
                            count(*) filter (where (`c9` is not null and not coalesce(        `c9` rlike '^(?:([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,6}0*)?)?)\\z', false)))
                        as p0
                from `avatar`
            )
    select
        row_count,
            h0,
            h1,
            h2,
            h3,
            h4,
            h5,
            h6,
            h7,
            h8,
            p0
    from histogram
 cross join plain


-- view original_compared
-- purpose: one side in its compared form: same names and types on both sides
-- one row is: a row of the side
-- parameters: relation, expressions
-- reference: COMPARISON.md rules 4 to 10
select
         cast(cast (cast (`c0` as decimal(38, 0)) as bigint) as bigint)
        as `c0`,
         cast(cast (`c1` as decimal(38, 0)) as decimal(38, 0))
        as `c1`,
         cast(cast (`c2` as decimal(18, 2)) as decimal(18, 2))
        as `c2`,
         cast(case when lower(`c3`) = 'nan' then null else cast (`c3` as decimal(18, 5)) end as decimal(18, 5))
        as `c3`,
            case when `c4` is not null then lower(`c4`) in ('true', 't', '1') end
        as `c4`,
        cast(left(`c5`, 10) as date)
        as `c5`,
         unix_micros(cast(    cast(
        regexp_extract(
            `c6`,
            '^([0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?)?)',
            1
        ) as timestamp_ntz
    ) as timestamp))
        as `c6`,
            case
        when `c6` is not null
        then cast(rpad(regexp_extract(`c6`, '[.][0-9]{6}([0-9]{1,3})', 1), 3, '0') as bigint)
    end
        as `c6_rest`,
         cast(timestamp_micros(
            unix_micros(cast(    cast(
        regexp_extract(
            `c7`,
            '^([0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?)?)',
            1
        ) as timestamp_ntz
    ) as timestamp)) -     case
        when `c7` rlike '[-+][0-9]{2}(:?[0-9]{2})?\\z' and `c7` rlike ':[^-+]*[-+]'
        then
            case when `c7` rlike '[+][0-9:]*\\z' then 1 else -1 end * (
                60 * cast(regexp_extract(`c7`, '[-+]([0-9]{2})(:?[0-9]{2})?\\z', 1) as bigint)
                + cast(
                    concat(
                        '0', regexp_extract(`c7`, '[-+][0-9]{2}:?([0-9]{2})?\\z', 1)
                    ) as bigint
                )
            )
        else 0
    end * 60000000
        ) as timestamp)
        as `c7`,
        `c8`
        as `c8`,
        cast(
            regexp_replace(
                regexp_replace(`c9`, '^([0-9]{2}:[0-9]{2})\\z', '$1:00'),
                '([.][0-9]{6})[0-9]+\\z',
                '$1'
            ) as time(6)
        )
        as `c9`
from `original`

-- view avatar_compared
-- purpose: one side in its compared form: same names and types on both sides
-- one row is: a row of the side
-- parameters: relation, expressions
-- reference: COMPARISON.md rules 4 to 10
select
         cast(cast (cast (`c0` as decimal(38, 0)) as bigint) as bigint)
        as `c0`,
         cast(cast (`c1` as decimal(38, 0)) as decimal(38, 0))
        as `c1`,
         cast(cast (`c2` as decimal(18, 2)) as decimal(18, 2))
        as `c2`,
         cast(case when lower(`c3`) = 'nan' then null else cast (`c3` as decimal(18, 5)) end as decimal(18, 5))
        as `c3`,
            case when `c4` is not null then lower(`c4`) in ('true', 't', '1') end
        as `c4`,
        cast(left(`c5`, 10) as date)
        as `c5`,
         unix_micros(cast(    cast(
        regexp_extract(
            `c6`,
            '^([0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?)?)',
            1
        ) as timestamp_ntz
    ) as timestamp))
        as `c6`,
            case
        when `c6` is not null
        then cast(rpad(regexp_extract(`c6`, '[.][0-9]{6}([0-9]{1,3})', 1), 3, '0') as bigint)
    end
        as `c6_rest`,
         cast(timestamp_micros(
            unix_micros(cast(    cast(
        regexp_extract(
            `c7`,
            '^([0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?)?)',
            1
        ) as timestamp_ntz
    ) as timestamp)) -     case
        when `c7` rlike '[-+][0-9]{2}(:?[0-9]{2})?\\z' and `c7` rlike ':[^-+]*[-+]'
        then
            case when `c7` rlike '[+][0-9:]*\\z' then 1 else -1 end * (
                60 * cast(regexp_extract(`c7`, '[-+]([0-9]{2})(:?[0-9]{2})?\\z', 1) as bigint)
                + cast(
                    concat(
                        '0', regexp_extract(`c7`, '[-+][0-9]{2}:?([0-9]{2})?\\z', 1)
                    ) as bigint
                )
            )
        else 0
    end * 60000000
        ) as timestamp)
        as `c7`,
        `c8`
        as `c8`,
        cast(
            regexp_replace(
                regexp_replace(`c9`, '^([0-9]{2}:[0-9]{2})\\z', '$1:00'),
                '([.][0-9]{6})[0-9]+\\z',
                '$1'
            ) as time(6)
        )
        as `c9`
from `avatar`

-- counts
-- purpose: every count of the result from one grouping of both tables
-- one row is: the evaluation
-- parameters: columns, original, avatar
-- reference: DESIGN.md, the result; equal to rdmp.sql in original_rows and matched_rows
with
    -- a row of either side
    side_row as (
        select `c0`, `c1`, `c2`, `c3`, `c4`, `c5`, `c6`, `c6_rest`, `c7`, `c8`, `c9`, true as is_original
        from `original_compared`
            union all
            select `c0`, `c1`, `c2`, `c3`, `c4`, `c5`, `c6`, `c6_rest`, `c7`, `c8`, `c9`, false as is_original
            from `avatar_compared`
    ),
    -- a distinct row, and how often it occurs on each side
    distinct_row as (
        select
            count(*) filter (where is_original) as originals,
            count(*) filter (where not is_original) as avatars
        from side_row
        group by `c0`, `c1`, `c2`, `c3`, `c4`, `c5`, `c6`, `c6_rest`, `c7`, `c8`, `c9`
    )
select coalesce(sum(originals), 0) as original_rows,
    count(*) filter (where originals = 1) as unique_rows,
    count(*) filter (where originals = 1 and avatars > 0) as matched_rows,
    coalesce(sum(originals) filter (where avatars > 0), 0) as present_rows,
    coalesce(sum(avatars), 0) as avatar_rows,
    coalesce(sum(avatars) filter (where originals > 0), 0) as copied_avatar_rows
from distinct_row
