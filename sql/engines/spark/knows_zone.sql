-- purpose: whether a time zone is known: an error if it is not
-- one row is: the zone
-- parameters: zone
-- reference: COMPARISON.md rule 10
select from_utc_timestamp(timestamp '2000-01-01 00:00:00', {{ zone | literal }}) as known
