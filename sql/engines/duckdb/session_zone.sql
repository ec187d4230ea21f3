-- purpose: the session's time zone, whatever the machine's
-- one row is: nothing
-- parameters: none
-- reference: FACTS.md section 0 and 6
set timezone = 'UTC'
