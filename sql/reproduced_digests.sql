-- purpose: the matched rows by where they stand and a salted digest, without their values
-- one row is: a matched row of the original
-- parameters: columns, labels, placed, formula, number
-- reference: canonical.sql has the rendering; bound: the salt, in hexadecimal digits
{% import "primitives.sql" as engine %}
{% from "canonical.sql" import own_field, moment_field %}
{% from "conversions.sql" import convert %}
{% from "spreadsheets.sql" import harmless %}
with
    -- a matched row, its values as the original means them
    typed_row as (
        select
            {% for column in columns %}
                {% set outer = loop.index0 %}
                {% for chain in column.form %}
                    {{ convert(chain, "o." ~ (column.column | name)) }}
                    as v{{ outer }}_{{ loop.index0 }},
                {% endfor %}
            {% endfor %}
            r.avatar_rows,
            r.part,
            r.position
        from original_numbered as o
        inner join reproduced_row as r on o.part = r.part and o.position = r.position
    ),
    placed_row as (
        select
            cast({{ engine.item(labels | literal, "part") }} as varchar) as original_file,
            {{ "position" if placed else "cast(null as bigint)" }} as original_row,
            avatar_rows,
            {% set fields = namespace(all=[]) %}
            {% for column in columns %}
                {% set v = "v" ~ loop.index0 %}
                {% set made = (
                    moment_field(v ~ "_0", v ~ "_1", v ~ "_2")
                    if column.is_moment
                    else own_field(v ~ "_0", column.type)
                ) %}
                {% set fields.all = fields.all + [made] %}
            {% endfor %}
            {{ engine.salted_digest("?", fields.all | join(" || ")) }} as sha256,
            part
        from typed_row
    )
select
    {% if formula %} {{ harmless("original_file", formula, number) }} as original_file,
    {% else %} original_file,
    {% endif %}
    original_row,
    avatar_rows,
    sha256
from placed_row
order by part, original_row, sha256
