-- purpose: whether a time zone is known by its name
-- one row is: the number of zones of this name
-- parameters: zone
-- reference: COMPARISON.md rule 10
select count(*) as zone_count
from pg_timezone_names()
where lower(name) = lower({{ zone | literal }})
