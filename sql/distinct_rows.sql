-- purpose: both sides with their repeats counted instead of kept
-- one row is: a distinct compared row; where comparing narrows, of the original or of the avatar
-- parameters: columns, own, original, avatar
-- reference: rdmp/plans/subsets.py; COMPARISON.md rule 4
{% if own %}
    select
        {{ (columns + own) | map("name") | join(", ") }},
        count(*) as originals,
        cast(0 as bigint) as avatars
    from {{ original | name }}
    group by {{ (columns + own) | map("name") | join(", ") }}
    {% if avatar %}
        union all
        select
            {{ columns | map("name") | join(", ") }},
            {% for column in own %} null as {{ column | name }}, {% endfor %}
            cast(0 as bigint) as originals,
            count(*) as avatars
        from {{ avatar | name }}
        group by {{ columns | map("name") | join(", ") }}
    {% endif %}
{% else %}
    with
        -- a row of either side
        side_row as (
            select {{ columns | map("name") | join(", ") }}, true as is_original
            from {{ original | name }}
            {% if avatar %}
                union all
                select {{ columns | map("name") | join(", ") }}, false as is_original
                from {{ avatar | name }}
            {% endif %}
        )
    select
        {{ columns | map("name") | join(", ") }},
        count(*) filter (where is_original) as originals,
        count(*) filter (where not is_original) as avatars
    from side_row
    group by {{ columns | map("name") | join(", ") }}
{% endif %}
