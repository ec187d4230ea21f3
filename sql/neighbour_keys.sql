-- purpose: keys that occur twice in the original, or in the original and in the avatar
-- one row is: two neighbours in the order of keys, a break of that order, or the last key
-- parameters: keys, bits, promised
-- reference: DESIGN.md, the pruned plan; PERF.md section 1
-- The key is sorted as 32 bits and 16 bits, the lowest of which is 0 in the original and 1 in the
-- avatar. Behind all keys stands one more, whose place tells how many they are.
{% from "keys.sql" import key %}
{% set greatest = 140737488355327 %}
with
    side_key as (
        select {{ key(keys, bits) }} as key_bits, 0 as side
        from original_compared
        union all
        select {{ key(keys, bits) }} as key_bits, 1 as side
        from avatar_compared
        union all
        select cast({{ greatest }} as ubigint) as key_bits, 1 as side
    ),
    sorted_key as (
        select cast(high as ubigint) << 16 | low as tagged
        from
            (
                select
                    cast(key_bits >> 15 as uinteger) as high,
                    cast((key_bits & 32767) << 1 | side as usmallint) as low
                from side_key
                order by high, low
            ) as split_key
    ),
    neighbour as (
        select
            tagged,
            lag(tagged) over ({% if promised %}order by tagged{% endif %}) as previous,
            row_number() over ({% if promised %}order by tagged{% endif %}) as position
        from sorted_key
    ),
    -- the first key has no predecessor; any other break means that the order was not kept
    judged as (
        select
            *,
            coalesce(
                previous & 1 = 0 and (tagged = previous or tagged = previous + 1), false
            ) as is_candidate,
            previous is null or tagged < previous as is_break,
            tagged = {{ greatest * 2 + 1 }} as is_last
        from neighbour
    )
select
    case when is_candidate then previous >> 1 end as candidate,
    is_candidate and tagged = previous + 1 as is_shared,
    is_break,
    -- as many keys as there are rows, if none was lost on the way
    case when is_last then position - 1 end as key_count
from judged
where is_candidate or is_break or is_last
