{#
The one place that opens a delimited text file as records. What each option is for stands in
rdmp/engines/duckdb/delimited.py. Not given on purpose: new_line (with '\r\n' the reader loses rows)
and buffer_size (with a small one it loses rows).
#}
{% macro records(
    paths,
    columns,
    delimiter,
    skip,
    encoding,
    compression,
    missing,
    parallel,
    in_quotes=true
) %}
    read_csv(
        {{ paths | literal }},
        auto_detect = false,
        header = false,
        skip = {{ skip | literal }},
        columns = {
            {% for column in columns %}
                {{ column | literal }}:'VARCHAR'{{ "," if not loop.last }}
            {% endfor %}
        },
        delim = {{ delimiter | literal }},
        quote = '"',
        escape = '"',
        comment = '',
        nullstr = {{ missing | literal }},
        allow_quoted_nulls = {{ in_quotes | literal }},
        strict_mode = true,
        null_padding = false,
        ignore_errors = false,
        encoding = {{ encoding | literal }},
        compression = {{ compression | literal }},
        hive_partitioning = false,
        union_by_name = false,
        parallel = {{ parallel | literal }}
    )
{%- endmacro %}

{# The physical lines of a file as rows of one column, `line`, null where one is blank. #}
{% macro lines_of(path, skip, encoding, compression) %}
    read_csv(
        [{{ path | literal }}],
        auto_detect = false,
        header = false,
        skip = {{ skip | literal }},
        columns = {'line':'VARCHAR'},
        -- three control characters that stand in no text: the line is one field
        delim = chr(1) || chr(2) || chr(3),
        quote = '',
        escape = '',
        comment = '',
        strict_mode = false,
        encoding = {{ encoding | literal }},
        compression = {{ compression | literal }},
        hive_partitioning = false
    )
{%- endmacro %}
