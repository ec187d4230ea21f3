-- purpose: no progress bar of the engine's own
-- one row is: nothing
-- parameters: none
-- reference: FACTS.md section 0 and 6
set enable_progress_bar = false
