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
