-- purpose: whether a column of Parquet part files holds integers that no 8-byte float holds
-- one row is: the number of such values
-- parameters: files, position, width
-- reference: COMPARISON.md rule 14
{% import "questions.sql" as ask %}
select {{ ask.beyond_exact("t" ~ position) }} as values_beyond
from
    read_parquet({{ files | literal }}, hive_partitioning = false) as part(
        {% for number in range(width) %}t{{ number }}{{ "" if loop.last else ", " }}{% endfor %}
    )
