-- purpose: what distinct rows count that are alone with their key, on any columns that hold it
-- one row is: all distinct rows
-- parameters: keys, bits
-- reference: rdmp/plans/subsets.py
{% from "keys.sql" import key %}
with
    -- a distinct row, and whether another one has its key
    keyed_row as (
        select
            originals,
            avatars,
            {{ key(keys, bits) }} in (select candidate from candidate_key) as is_open
        from distinct_row
    )
select
    coalesce(sum(originals), 0) as original_rows,
    count(*) filter (where originals = 1 and not is_open) as unique_rows,
    count(*) filter (where originals = 1 and avatars > 0 and not is_open) as matched_rows
from keyed_row
