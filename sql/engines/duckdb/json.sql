{#
The one place that opens a JSON file as records, each the text as it stands in the file. The reader
judges the whole text by the grammar, and gives back numbers and repeated keys as they were written.
What parses a record afterwards brings a number to 8 bytes: 0.12345678901234567891 would lose its
last digits. So in a record with a long number every number is made a text first (`written_out`),
marked by a code point that no text may hold.
#}
{% set string = '"(?:[^"\\\\]|\\\\.)*"' %}
{% set marker = "chr(64976)" %}
{% macro records(paths, layout, compression) %}
    read_json_objects(
        {{ paths | literal }},
        format = {{ layout | literal }},
        compression = {{ compression | literal }},
        filename = true,
        hive_partitioning = false,
        ignore_errors = false
    )
{%- endmacro %}
{# 15 characters and an exponent of two digits lie within what an 8-byte float gives back #}
{% macro holds_a_long_number(x) %}
    regexp_matches(
        {{ x }},
        {{
            (
                '^(?:[^"]|'
                ~ string
                ~ ")*[:,\\[\\s](?:[-+.eE0-9]{16,}|[-+.0-9]+[eE][-+]?[0-9]{3})"
            ) | literal
        }}
    )
{%- endmacro %}
{# control characters stand nowhere in JSON that the reader has let through #}
{% macro written_out(x) %}
    replace(
        replace(
            replace(
                regexp_replace(
                    {{ x }},
                    {{ ("(" ~ string ~ ")|(-?[0-9][-+.eE0-9]*)") | literal }},
                    '\1' || chr(1) || '\2' || chr(2),
                    'g'
                ),
                chr(1) || chr(2),
                ''
            ),
            chr(1),
            '"' || {{ marker }}
        ),
        chr(2),
        '"'
    )
{%- endmacro %}
{% macro holds_the_marker(x) %}
    (contains({{ x }}, {{ marker }}) or regexp_matches({{ x }}, '\\u[fF][dD][dD]0'))
{%- endmacro %}
{# a number as rule 12 reads it: 1E5 is a code there, and a number here #}
{% macro number_token(x) %}
    case
        when contains(lower({{ x }}), 'e')
        then replace(replace(replace(lower({{ x }}), 'e+', 'e'), 'e', 'e+'), 'e+-', 'e-')
        else {{ x }}
    end
{%- endmacro %}
