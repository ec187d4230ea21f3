-- purpose: which rows of a part are to go, a range of it at a time
-- one row is: the number of a row in its file, from 1, ascending
-- parameters: none
-- reference: rdmp/filtered.py; bound: part, first and last number
select position from reproducing_row where part = ? and position between ? and ? order by position
