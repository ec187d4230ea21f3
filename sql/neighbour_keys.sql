-- purpose: keys that occur twice in the original, or in the original and in the avatar
-- one row is: two neighbours in the order of keys, or a break of that order
-- parameters: keys, bits, promised
-- reference: DESIGN.md, the pruned plan; PERF.md section 1
-- The key is sorted as 32 bits and 16 bits, the lowest of which is 0 in the original and 1 in the
-- avatar.
{% from "keys.sql" import key %}
with
    side_key as (
        select {{ key(keys, bits) }} as key_bits, 0 as side
        from original_compared
        union all
        select {{ key(keys, bits) }} as key_bits, 1 as side
        from avatar_compared
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
        select tagged, lag(tagged) over ({% if promised %}order by tagged{% endif %}) as previous
        from sorted_key
    )
select
    previous >> 1 as candidate,
    tagged = previous + 1 as is_shared,
    -- the first key has no predecessor; any other break means that the order was not kept
    previous is null or tagged < previous as is_break
from neighbour
where
    previous is null
    or tagged < previous
    or (previous & 1 = 0 and (tagged = previous or tagged = previous + 1))
