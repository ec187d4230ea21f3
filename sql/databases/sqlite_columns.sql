-- purpose: the columns of a table of SQLite, generated ones among them
-- one row is: a column, in the order of the table
-- parameters: table
-- reference: the SQLite documentation, pragma table_xinfo
select name, type as stored
from pragma_table_xinfo({{ table | literal }})
where hidden <> 1
order by cid
