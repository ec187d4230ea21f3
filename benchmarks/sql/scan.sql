-- Purpose: what it costs to read both tables: every column decoded and hashed once.
-- One row. Inputs: original, avatar. `mixed` is there so that no hash can be left out.
with
hashed as (
    select 0 as side, hash(*columns(*)) as h from original
    union all
    select 1 as side, hash(*columns(*)) as h from avatar
)

select
    count(*) filter (side = 0) as original_rows,
    count(*) filter (side = 1) as avatar_rows,
    bit_xor(h)::varchar as mixed
from hashed
