-- purpose: write the rows of a statement into a file, in their order
-- one row is: the number of rows written
-- parameters: query, file, is_csv
-- reference: the seam, RowEngine.write
copy (
{{ query }}
) to {{ file | literal }} (
    use_tmp_file false,
{% if is_csv %} format csv, header true, delimiter ',', force_quote *, compression none
{% else %} format parquet
{% endif %}
)
