-- purpose: whether nested values hold a number that no 8-byte float gives back
-- one row is: the count of such numbers
-- parameters: parts, pointer
-- reference: COMPARISON.md rule 6
{% from "json.sql" import holds_a_long_number, marker, records, written_out %}
{% from "tokens.sql" import given_back %}
with
    number as (
        {% for part in parts %}
            select
                unnest(
                    regexp_extract_all(
                        cast(
                            json_extract(
                                {{ written_out("cast(json as varchar)") }}, {{ pointer | literal }}
                            ) as varchar
                        ),
                        {{ marker }} || '([^"]*)"',
                        1
                    )
                ) as token
            from {{ records(part.paths, part.layout, part.compression) }}
            where {{ holds_a_long_number("cast(json as varchar)") }}
            {% if not loop.last %}
                union all
            {% endif %}
        {% endfor %}
    )
select count(*) filter (where {{ given_back("token") }} = 0)
from number
