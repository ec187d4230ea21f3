-- purpose: keep the sides of a join as written: of a text file the engine does not know the size
-- one row is: nothing
-- parameters: none
-- reference: benchmarks/README.md, csv: the other way around a whole text file is held in memory
set disabled_optimizers = 'build_side_probe_side'
