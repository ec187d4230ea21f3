-- purpose: what can be read as a table of an SQLite file
-- one row is: a table or view
-- parameters: none
-- reference: the SQLite documentation, sqlite_schema
select name from sqlite_master where type in ('table', 'view') and substr(name, 1, 7) <> 'sqlite_'
