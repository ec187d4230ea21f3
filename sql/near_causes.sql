-- purpose: in which columns near rows differ, and which relaxation alone makes their values equal
-- one row is: all pairs of near rows; for each column the pairs that differ, then by relaxation
-- parameters: strict, near, columns
-- reference: COMPARISON.md rule 17
{% from "keys.sql" import key %}
{% from "conversions.sql" import convert %}
with
    -- a row of the original without an equal avatar row
    unmatched_row as (
        select distinct *
        from original_close
        where {{ key(strict, 64) }} not in (select {{ key(strict, 64) }} from avatar_close)
    ),
    original_key as (select *, {{ key(near, 64) }} as pair_key from unmatched_row),
    avatar_key as (select *, {{ key(near, 64) }} as pair_key from avatar_close)
select
    count(*) as pair_count
    {% for column in columns %}
        {% for name in column.strict %}
            {% set differs = "n." ~ (name | name) ~ " is distinct from a." ~ (name | name) %},
            count(*) filter (where {{ differs }})
        {% endfor %}
        {% set value = column.strict[0] | name %}
        {% for relaxation in column.relaxations %}
            ,
            count(*) filter (
                where
                    n.{{ value }} is distinct from a.{{ value }}
                    and {{ convert(relaxation.chain, "n." ~ value) }}
                    is not distinct from {{ convert(relaxation.chain, "a." ~ value) }}
            )
        {% endfor %}
    {% endfor %}
from original_key as n
inner join avatar_key as a on n.pair_key = a.pair_key
