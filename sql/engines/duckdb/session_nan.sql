-- purpose: read Parquet floats as they are: their statistics do not tell of NaN
-- one row is: nothing
-- parameters: none
-- reference: FACTS.md section 0 and 6
set parquet_can_have_nan = true
