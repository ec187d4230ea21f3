-- purpose: the matched rows themselves, with where they stand: personal data
-- one row is: a matched row of the original
-- parameters: columns, labels, placed, titles, formula, number
-- reference: rdmp/reproduced.py
{% import "primitives.sql" as engine %}
{% from "spreadsheets.sql" import harmless %}
{% set file = "cast(" ~ engine.item(labels | literal, "r.part") ~ " as varchar)" %}
select
    {% if formula %} {{ harmless(file, formula, number) }}
    {% else %} {{ file }}
    {% endif %} as {{ titles[0] | name }},
    {{ "r.position" if placed else "cast(null as bigint)" }} as {{ titles[1] | name }},
    r.avatar_rows as {{ titles[2] | name }},
    {% for column in columns %}
        {% set x = "o." ~ (column.column | name) %}
        {% if column.as_text %} {% set x = "cast(" ~ x ~ " as varchar)" %} {% endif %}
        {% if formula and column.is_text %} {{ harmless(x, formula, number) }}
        {% else %} {{ x }}
        {% endif %} as {{ column.name | name }},
    {% endfor %}
from original_numbered as o
inner join reproduced_row as r on o.part = r.part and o.position = r.position
order by r.part, r.position
