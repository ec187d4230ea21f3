-- purpose: the keys of the records of JSON files
-- one row is: a key of a file, where in a record it stands first, and how often it occurs
-- parameters: parts
-- reference: COMPARISON.md rules 2 and 14
{% from "json.sql" import records %}
select filename, key, min(place) as place, count(*) as record_count
from
    (
        {% for part in parts %}
            select
                filename,
                unnest(json_keys(json)) as key,
                unnest(range(len(json_keys(json)))) as place
            from {{ records(part.paths, part.layout, part.compression) }}
            {% if not loop.last %}
                union all
            {% endif %}
        {% endfor %}
    ) as found
group by filename, key
order by filename, place, key
