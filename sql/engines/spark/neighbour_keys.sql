-- purpose: keys that repeat in the original or stand on both sides: only their rows matter
-- one row is: a candidate key; one more, which is none, says that nothing rests on an order
-- parameters: keys, bits, promised
-- reference: DESIGN.md, the pruned plan, 2
{% from "keys.sql" import key %}
with
    side_key as (
        select {{ key(keys, bits) }} as candidate, 1 as originals, 0 as avatars
        from original_compared
        union all
        select {{ key(keys, bits) }} as candidate, 0 as originals, 1 as avatars
        from avatar_compared
    )
select
    candidate,
    max(avatars) = 1 as is_shared,
    false as is_break,
    -- nothing is counted on the way
    cast(null as bigint) as key_count
from side_key
group by candidate
having sum(originals) > 1 or (max(originals) = 1 and max(avatars) = 1)
union all
select
    cast(null as bigint) as candidate,
    false as is_shared,
    true as is_break,
    cast(null as bigint) as key_count
    {# -- nothing rests on an order, promised or not: #}
    {{ "" if promised else "" }}
