-- purpose: how many candidate keys there are, and whether the order of keys was kept
-- one row is: all candidate keys
-- parameters: none
-- reference: PERF.md section 1: exactly one break proves the order
select
    count(*) filter (where is_break) as breaks,
    count(*) filter (where not is_break) as candidates,
    count(*) filter (where is_shared) as shared
from candidate_key
