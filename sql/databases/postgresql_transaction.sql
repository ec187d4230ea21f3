-- purpose: one snapshot for all that is read, and nothing is written
-- one row is: nothing
-- parameters: none
-- reference: the PostgreSQL manual, SET TRANSACTION
set transaction isolation level repeatable read, read only
