-- purpose: from which size on hash tables and sorts are spilled
-- one row is: nothing
-- parameters: tables
-- reference: PERF.md section 5: what reads beside them needs memory, too
set operator_memory_limit = {{ tables | literal }}
