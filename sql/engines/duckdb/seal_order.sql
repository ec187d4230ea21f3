-- purpose: the one setting that stays open: whether rows that are kept stand in their order
-- one row is: nothing
-- parameters: none
-- reference: session_order.sql, which is said wherever a one-pass reader is taken in
set allowed_configs = ['preserve_insertion_order']
