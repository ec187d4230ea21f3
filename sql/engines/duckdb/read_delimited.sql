-- purpose: read delimited text files of one dialect as text, an empty field as missing
-- one row is: one record of a file
-- parameters: paths, columns, delimiter, skip, encoding, compression, missing, awkward,
-- in_quotes, parallel
-- reference: COMPARISON.md rule 11
{% from "delimited.sql" import records %}
select
    {% for column in columns %}
        {% if awkward %}
            case
                when
                    {{ column | name }} not in (
                        {%- for token in awkward %}
                            {{ token | literal }}{{ ", " if not loop.last }}
                        {% endfor -%}
                    )
                then {{ column | name }}
            end as {{ column | name }}{{ "," if not loop.last }}
        {% else %} {{ column | name }}{{ "," if not loop.last }}
        {% endif %}
    {% endfor %}
from
    {{
        records(
            paths, columns, delimiter, skip, encoding, compression, missing, parallel, in_quotes
        )
    }}
