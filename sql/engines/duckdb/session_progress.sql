-- purpose: the engine knows how far a statement is
-- one row is: nothing
-- parameters: none
-- reference: FACTS.md section 6: without it, query_progress stays -1
set enable_progress_bar = true
