-- purpose: all part files of a Parquet source, with columns named by position
-- one row is: a row of the source
-- parameters: readings, keys, below, path_name, ranges, parts
-- reference: COMPARISON.md rules 2 and 14
{% for reading in readings %}
    select
        {% for item, target in reading.items %}
            {% if target %} cast({{ item }} as {{ target | type }})
            {% else %} {{ item }}
            {% endif %} as c{{ loop.index0 }},
        {% endfor %}
        {% set width = reading.items | length %}
        {% for key in keys %}
            {% set value = "split_part(substr(file_path, " ~ below ~ "), '/', " ~ key.level ~ ")" %}
            nullif(
                nullif(
                    url_decode(substr({{ value }}, strpos({{ value }}, '=') + 1)),
                    '__HIVE_DEFAULT_PARTITION__'
                ),
                ''
            ) as c{{ width + loop.index0 }},
        {% endfor %}
        {% if parts %}
            list_extract(
                {{ parts[loop.index0] | literal }}, cast(file_index as bigint) + 1
            ) as part,
            file_row_number + 1 as position,
        {% endif %}
    from
        read_parquet(
            {{ reading.paths | literal }},
            hive_partitioning = false
            {% if ranges %}, file_row_number = true{% endif %}
            {% if keys %}, filename = {{ path_name | literal }}{% endif %}
        ) as part(
            {% for number in range(reading.width) %}
                t{{ number }}{{ "" if loop.last else ", " }}
            {% endfor %}
            {% if ranges %}, row_position{% endif %}
            {% if keys %}, file_path{% endif %}
        )
    {% if ranges %}
        where
            {% for first, last in ranges %}
                row_position between {{ first }} and {{ last }}{{ "" if loop.last else " or " }}
            {% endfor %}
    {% endif %}
    {% if not loop.last %}
        union all
    {% endif %}

{% endfor %}
