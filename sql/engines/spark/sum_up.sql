-- purpose: sum up what Spark reads from text files, to hold it against what stands in them
-- one row is: the number of records and the sum of their checksums
-- parameters: relation, columns, unit
-- reference: COMPARISON.md rule 11; rdmp/records.py, sum_up
select
    count(*) as record_count,
    coalesce(
        sum(
            crc32(
                encode(
                    concat_ws(
                        {{ unit | literal }},
                        {% for column in columns %}
                            coalesce({{ column | name }}, ''){{ "" if loop.last else "," }}
                        {% endfor %}
                    ),
                    'UTF-8'
                )
            )
        ),
        0
    ) as checksum
from {{ relation | name }}
