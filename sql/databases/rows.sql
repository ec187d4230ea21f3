-- purpose: the rows of a table of any database
-- one row is: a row of the table
-- parameters: path
-- reference: the ADBC driver that the user has installed
select * from {% for part in path %} {{ part | name }}{{ "" if loop.last else "." }}{% endfor %}
