-- purpose: what the values of JSON records are
-- one row is: records, those that are no object, that repeat a key, that hold a long number and
-- that hold the marker of numbers; then the kinds of each key
-- parameters: parts, pointers
-- reference: COMPARISON.md rules 5 and 12
{% from "json.sql" import records, holds_a_long_number, holds_the_marker %}
with
    record as (
        {% for part in parts %}
            select
                cast(json as varchar) as written,
                json_type(json) as kind,
                json_type(json, {{ pointers | literal }}) as kinds,
                len(json_keys(json)) as key_count
            from {{ records(part.paths, part.layout, part.compression) }}
            {% if not loop.last %}
                union all
            {% endif %}
        {% endfor %}
    )
select
    count(*) as record_count,
    count(*) filter (where kind <> 'OBJECT') as other_count,
    count(*) filter (where key_count <> list_count(kinds)) as repeating_count,
    count(*) filter (where {{ holds_a_long_number("written") }}) as long_count,
    count(*) filter (where {{ holds_the_marker("written") }}) as marker_count,
    {% for _ in pointers %} list(distinct kinds[{{ loop.index }}]),{% endfor %}
from record
