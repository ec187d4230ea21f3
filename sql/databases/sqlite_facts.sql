-- purpose: of which kinds the values of each column are, since any value may be of any kind
-- one row is: the rows; then of each column its integers, reals, texts and blobs, and the integers
-- that no 8-byte float holds
-- parameters: table, columns
-- reference: the SQLite documentation, storage classes
select
    count(*) as row_count
    {% for column in columns %}
        {% set value = column | name %},
        count(*) filter (where typeof({{ value }}) = 'integer') as i{{ loop.index0 }},
        count(*) filter (where typeof({{ value }}) = 'real') as r{{ loop.index0 }},
        count(*) filter (where typeof({{ value }}) = 'text') as t{{ loop.index0 }},
        count(*) filter (where typeof({{ value }}) = 'blob') as b{{ loop.index0 }},
        count(*) filter (
            where
                typeof({{ value }}) = 'integer'
                and {{ value }} not between -9007199254740992
                and 9007199254740992
        ) as beyond{{ loop.index0 }}
    {% endfor %}
from {{ table | name }}
