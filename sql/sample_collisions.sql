-- purpose: how many ordered pairs of rows of a sample have the same value in a column
-- one row is: the rows of the sample, then a figure for each column
-- parameters: sample, columns
-- reference: the collision (Rényi) entropy of a column is minus log2 of the share of such pairs
select
    (select count(*) from {{ sample | name }})
    {% for column in columns %}
        ,
        (
            select coalesce(sum(occurrences * (occurrences - 1)), 0)
            from
                (
                    select count(*) as occurrences
                    from {{ sample | name }}
                    group by {{ column | name }}
                ) as same
        )
    {% endfor %}
