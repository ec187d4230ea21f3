-- purpose: the engine shows no bar of its own
-- one row is: nothing
-- parameters: none
-- reference: FACTS.md section 6
set enable_progress_bar_print = false
