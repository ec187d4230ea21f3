-- purpose: how many candidate keys there are, whether their order was kept, and of how many keys
-- one row is: all candidate keys
-- parameters: none
-- reference: PERF.md section 1: exactly one break proves the order
select
    count(*) filter (where is_break) as breaks,
    count(candidate) as candidates,
    count(*) filter (where is_shared) as shared,
    max(key_count) as keys
from candidate_key
