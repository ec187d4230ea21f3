-- purpose: where the avatar rows stand that equal a unique original row
-- one row is: such an avatar row
-- parameters: columns, own
-- reference: DESIGN.md, the formula; COMPARISON.md rule 4
with
    -- an original row that occurs once, as its own source means it
    unique_row as (
        select {{ columns | map("name") | join(", ") }}
        from original_candidate
        group by {{ (columns + own) | map("name") | join(", ") }}
        having count(*) = 1
    ),
    -- what they are compared by: two of them may be one there
    compared_row as (select distinct {{ columns | map("name") | join(", ") }} from unique_row)
select a.part, a.position
from avatar_candidate as a
inner join
    compared_row as u
    on {% for column in columns %}
        a.{{ column | name }} is not distinct from u.{{ column | name }}
        {{ "and" if not loop.last }}
    {% endfor %}
order by a.part, a.position
