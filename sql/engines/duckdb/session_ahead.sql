-- purpose: do not read whole row groups ahead: they cannot be put aside when memory is short
-- one row is: nothing
-- parameters: none
-- reference: PERF.md section 5; from a disk, reading ahead saves nothing
set disable_parquet_prefetching = true
