-- purpose: how many close rows of the original stand among the avatars, compared in several ways
-- one row is: all of them; evidence only, by keys: whatever is told is counted anew
-- parameters: ways
-- reference: COMPARISON.md rule 17
{% from "keys.sql" import key %}
select
    count(*) as row_count
    {% for way in ways %}
        ,
        count(*) filter (where {{ key(way, 64) }} in (select {{ key(way, 64) }} from avatar_close))
    {% endfor %}
from original_close
