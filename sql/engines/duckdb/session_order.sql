-- purpose: whether rows that are kept stand in the order in which they came
-- one row is: nothing
-- parameters: kept
-- reference: the seam, RowEngine.number: a one-pass reader has no other order
set preserve_insertion_order = {{ kept | literal }}
