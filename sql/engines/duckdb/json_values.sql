-- purpose: the values of JSON records: numbers as they are written, texts, and what is nested as
-- JSON
-- one row is: a record
-- parameters: parts, columns, long
-- reference: COMPARISON.md rules 5, 6 and 12
{% from "json.sql" import marker, number_token, records, holds_a_long_number, written_out %}
{% for part in parts %}
    select
        {% for column in columns %}
            {% if column.kind == "number" %}
                {{ number_token("replace(plain[" ~ loop.index ~ "], " ~ marker ~ ", '')") }}
            {% elif column.kind == "nested" %} nullif(nested[{{ loop.index }}], 'null')
            {% elif column.kind == "boolean" %} cast(plain[{{ loop.index }}] as boolean)
            {% elif column.kind == "empty" %} null
            {% else %} plain[{{ loop.index }}]
            {% endif %} as c{{ loop.index0 }},
        {% endfor %}
        {% for value in part.values %}
            cast({{ value | literal }} as varchar) as c{{ columns | length + loop.index0 }},
        {% endfor %}
    from
        (
            select
                json_extract(
                    json, {{ columns | map(attribute="pointer") | list | literal }}
                ) as nested,
                json_extract_string(
                    {% if long %}
                        case
                            when {{ holds_a_long_number("cast(json as varchar)") }}
                            then {{ written_out("cast(json as varchar)") }}
                            else cast(json as varchar)
                        end
                    {% else %}json
                    {% endif %},
                    {{ columns | map(attribute="pointer") | list | literal }}
                ) as plain
            from {{ records(part.paths, part.layout, part.compression) }}
        ) as record
    {% if not loop.last %}
        union all
    {% endif %}
{% endfor %}
