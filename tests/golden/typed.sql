-- view original
-- purpose: a registered Arrow object, with columns named by position
-- one row is: a row of the object
-- parameters: source, width
-- reference: COMPARISON.md rule 2
select *
from
    "original_source" as part(
c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20    )

-- view avatar
-- purpose: a registered Arrow object, with columns named by position
-- one row is: a row of the object
-- parameters: source, width
-- reference: COMPARISON.md rule 2
select *
from
    "avatar_source" as part(
c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20    )

-- view original_compared
-- purpose: one side in its compared form: same names and types on both sides
-- one row is: a row of the side
-- parameters: relation, expressions
-- reference: COMPARISON.md rules 4 to 10
select
        "c0"
        as "c0",
         cast("c1" as bigint)
        as "c1",
         cast("c2" as hugeint)
        as "c2",
         cast("c3" as double)
        as "c3",
            case
        when try_cast(try_cast("c3" as double) as bigint) = "c3"
        then null
        else "c3"
    end
        as "c3_rest",
         cast("c4" as double)
        as "c4",
            case
            when abs("c4") < cast('10000000000000' as decimal(20, 2)) then null

            when try_cast(cast(cast("c4" as double) as varchar) as decimal(20, 2)) = "c4"
            then null
        when try_cast(try_cast(cast("c4" as double) as hugeint) as decimal(20, 2)) = "c4"
        then null
        else "c4"
    end
        as "c4_rest",
         try_cast("c5" as decimal(38, 2))
        as "c5",
         cast(    case
        when try_cast(try_cast("c5" as decimal(38, 2)) as decimal(38, 2)) = "c5"
        then null
        else "c5"
    end as varchar)
        as "c5_rest",
         case when isnan("c6") then null else "c6" end
        as "c6",
         cast(null as double)
        as "c6_rest",
         cast("c7" as double)
        as "c7",
         cast("c8" as tinyint)
        as "c8",
        "c9"
        as "c9",
         cast("c10" as varchar)
        as "c10",
        "c11"
        as "c11",
         case when isfinite("c11") then cast(0 as bigint) end
        as "c11_rest",
        "c12"
        as "c12",
         case when isfinite("c12") then cast(0 as bigint) end
        as "c12_rest",
         case when isfinite("c12") then cast(0 as bigint) end
        as "c12_rest_2",
         epoch_us("c13")
        as "c13",
         case when "c13" is not null then cast(0 as bigint) end
        as "c13_rest",
         epoch_us( timezone('Europe/Paris', "c14"))
        as "c14",
         case when "c14" is not null then cast(0 as bigint) end
        as "c14_rest",
        "c15"
        as "c15",
         cast("c16" as hugeint) * 1000000000
        as "c16",
         case when "c17" is not null then true end
        as "c17",
            case
        when "c18" is not null
        then
            struct_pack(
                        f1_1
                        :=  cast(struct_extract_at("c18", 1) as double),
                        f1_2
                        :=     case
        when try_cast(try_cast(struct_extract_at("c18", 1) as double) as bigint) = struct_extract_at("c18", 1)
        then null
        else struct_extract_at("c18", 1)
    end,
                        f2_1
                        :=  case when isnan(struct_extract_at("c18", 2)) then null else struct_extract_at("c18", 2) end
            )
    end
        as "c18",
            list_transform(
        "c19",
        lambda item0:
 cast(item0 as double)

    )
        as "c19",
         list_sort(    list_transform(
         map_entries("c20"),
        lambda item0:
    case
        when item0 is not null
        then
            struct_pack(
                        f1_1
                        := struct_extract_at(item0, 1),
                        f2_1
                        :=  try_cast( case when isnan(struct_extract_at(item0, 2)) then null else struct_extract_at(item0, 2) end as float),
                        f2_2
                        :=     case when try_cast( case when isnan(struct_extract_at(item0, 2)) then null else struct_extract_at(item0, 2) end as float) is null then  case when isnan(struct_extract_at(item0, 2)) then null else struct_extract_at(item0, 2) end end
            )
    end

    ))
        as "c20",
        "c4"
        as "c4_own",
        "c14"
        as "c14_own",
         list_sort(    list_transform(
         map_entries("c20"),
        lambda item0:
    case
        when item0 is not null
        then
            struct_pack(
                        f1_1
                        := struct_extract_at(item0, 1),
                        f2_1
                        :=  case when isnan(struct_extract_at(item0, 2)) then null else struct_extract_at(item0, 2) end
            )
    end

    ))
        as "c20_own"
from "original"

-- view avatar_compared
-- purpose: one side in its compared form: same names and types on both sides
-- one row is: a row of the side
-- parameters: relation, expressions
-- reference: COMPARISON.md rules 4 to 10
select
        "c0"
        as "c0",
        "c1"
        as "c1",
         cast("c2" as hugeint)
        as "c2",
         case when isnan("c3") then null else "c3" end
        as "c3",
         cast(null as bigint)
        as "c3_rest",
         case when isnan("c4") then null else "c4" end
        as "c4",
         cast(null as decimal(20, 2))
        as "c4_rest",
         try_cast("c5" as decimal(38, 2))
        as "c5",
         cast(    case
        when try_cast(try_cast("c5" as decimal(38, 2)) as decimal(38, 30)) = "c5"
        then null
        else "c5"
    end as varchar)
        as "c5_rest",
         try_cast( case when isnan("c6") then null else "c6" end as float)
        as "c6",
            case when try_cast( case when isnan("c6") then null else "c6" end as float) is null then  case when isnan("c6") then null else "c6" end end
        as "c6_rest",
         cast( case when isnan("c7") then null else "c7" end as double)
        as "c7",
         cast("c8" as tinyint)
        as "c8",
         encode( cast("c9" as varchar))
        as "c9",
         coalesce(cast(try_cast( cast("c10" as varchar) as uuid) as varchar),  cast("c10" as varchar))
        as "c10",
         cast("c11" as date)
        as "c11",
            case
        when isfinite("c11")
        then epoch_us("c11") - epoch_us(cast(cast("c11" as date) as timestamp))
    end
        as "c11_rest",
         cast( make_timestamp(    divide(epoch_ns("c12") - ((epoch_ns("c12") % 1000) + 1000) % 1000, 1000)) as date)
        as "c12",
            case
        when isfinite( make_timestamp(    divide(epoch_ns("c12") - ((epoch_ns("c12") % 1000) + 1000) % 1000, 1000)))
        then epoch_us( make_timestamp(    divide(epoch_ns("c12") - ((epoch_ns("c12") % 1000) + 1000) % 1000, 1000))) - epoch_us(cast(cast( make_timestamp(    divide(epoch_ns("c12") - ((epoch_ns("c12") % 1000) + 1000) % 1000, 1000)) as date) as timestamp))
    end
        as "c12_rest",
        ((epoch_ns("c12") % 1000) + 1000) % 1000
        as "c12_rest_2",
            divide(epoch_ns("c13") - ((epoch_ns("c13") % 1000) + 1000) % 1000, 1000)
        as "c13",
        ((epoch_ns("c13") % 1000) + 1000) % 1000
        as "c13_rest",
         epoch_us("c14")
        as "c14",
         case when "c14" is not null then cast(0 as bigint) end
        as "c14_rest",
        "c15"
        as "c15",
         cast("c16" as hugeint) * 1000000
        as "c16",
         case when "c17" is not null then true end
        as "c17",
            case
        when "c18" is not null
        then
            struct_pack(
                        f1_1
                        :=  case when isnan(struct_extract_at("c18", 2)) then null else struct_extract_at("c18", 2) end,
                        f1_2
                        :=  cast(null as bigint),
                        f2_1
                        :=  case when isnan(struct_extract_at("c18", 1)) then null else struct_extract_at("c18", 1) end
            )
    end
        as "c18",
            list_transform(
        "c19",
        lambda item0:
 case when isnan(item0) then null else item0 end

    )
        as "c19",
         list_sort(    list_transform(
         map_entries("c20"),
        lambda item0:
    case
        when item0 is not null
        then
            struct_pack(
                        f1_1
                        := struct_extract_at(item0, 1),
                        f2_1
                        :=  case when isnan(struct_extract_at(item0, 2)) then null else struct_extract_at(item0, 2) end,
                        f2_2
                        :=  cast(null as double)
            )
    end

    ))
        as "c20"
from "avatar"

-- counts_narrowed
-- purpose: every count where comparing can merge rows that differ: U is as the source means it
-- one row is: the evaluation
-- parameters: columns, own, original, avatar
-- reference: COMPARISON.md rule 4
with
    -- an original row as its own source means it, how often it occurs, and what is compared
    own_row as (
        select "c0", "c1", "c2", "c3", "c3_rest", "c4", "c4_rest", "c5", "c5_rest", "c6", "c6_rest", "c7", "c8", "c9", "c10", "c11", "c11_rest", "c12", "c12_rest", "c12_rest_2", "c13", "c13_rest", "c14", "c14_rest", "c15", "c16", "c17", "c18", "c19", "c20", count(*) as occurrences
        from "original_compared"
        group by "c0", "c1", "c2", "c3", "c3_rest", "c4", "c4_rest", "c5", "c5_rest", "c6", "c6_rest", "c7", "c8", "c9", "c10", "c11", "c11_rest", "c12", "c12_rest", "c12_rest_2", "c13", "c13_rest", "c14", "c14_rest", "c15", "c16", "c17", "c18", "c19", "c20", "c4_own", "c14_own", "c20_own"
    ),
    side_row as (
        select
            "c0", "c1", "c2", "c3", "c3_rest", "c4", "c4_rest", "c5", "c5_rest", "c6", "c6_rest", "c7", "c8", "c9", "c10", "c11", "c11_rest", "c12", "c12_rest", "c12_rest_2", "c13", "c13_rest", "c14", "c14_rest", "c15", "c16", "c17", "c18", "c19", "c20",
            occurrences as originals,
            case when occurrences = 1 then 1 else 0 end as uniques,
            0 as avatars
        from own_row
            union all
            select
                "c0", "c1", "c2", "c3", "c3_rest", "c4", "c4_rest", "c5", "c5_rest", "c6", "c6_rest", "c7", "c8", "c9", "c10", "c11", "c11_rest", "c12", "c12_rest", "c12_rest_2", "c13", "c13_rest", "c14", "c14_rest", "c15", "c16", "c17", "c18", "c19", "c20", 0 as originals, 0 as uniques, 1 as avatars
            from "avatar_compared"
    ),
    -- a distinct compared row
    distinct_row as (
        select sum(originals) as originals, sum(uniques) as uniques, sum(avatars) as avatars
        from side_row
        group by "c0", "c1", "c2", "c3", "c3_rest", "c4", "c4_rest", "c5", "c5_rest", "c6", "c6_rest", "c7", "c8", "c9", "c10", "c11", "c11_rest", "c12", "c12_rest", "c12_rest_2", "c13", "c13_rest", "c14", "c14_rest", "c15", "c16", "c17", "c18", "c19", "c20"
    )
select
    coalesce(sum(originals), 0) as original_rows,
    coalesce(sum(uniques), 0) as unique_rows,
    coalesce(sum(uniques) filter (where avatars > 0), 0) as matched_rows,
    coalesce(sum(originals) filter (where avatars > 0), 0) as present_rows,
    coalesce(sum(avatars), 0) as avatar_rows,
    coalesce(sum(avatars) filter (where originals > 0), 0) as copied_avatar_rows
from distinct_row
