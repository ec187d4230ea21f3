-- purpose: where the unique original rows stand that stand among the avatars
-- one row is: a matched row; as many as matched_rows of counts
-- parameters: columns, own
-- reference: DESIGN.md, the formula; COMPARISON.md rule 4
with
    -- an original row that occurs once, as its own source means it, and its place
    unique_row as (
        select
            {{ columns | map("name") | join(", ") }}, min(part) as part, min(position) as position
        from original_candidate
        group by {{ (columns + own) | map("name") | join(", ") }}
        having count(*) = 1
    ),
    -- a distinct avatar row, and how often it occurs
    avatar_row as (
        select {{ columns | map("name") | join(", ") }}, count(*) as avatar_rows
        from avatar_candidate
        group by {{ columns | map("name") | join(", ") }}
    )
select u.part, u.position, a.avatar_rows
from unique_row as u
inner join
    avatar_row as a
    on {% for column in columns %}
        u.{{ column | name }} is not distinct from a.{{ column | name }}
        {{ "and" if not loop.last }}
    {% endfor %}
