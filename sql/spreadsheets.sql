{# A text that no spreadsheet takes for a formula: one that begins like one, and is no plain number,
   gets an apostrophe before it; so does one that begins with an apostrophe, so that nothing is lost. #}
{% macro harmless(x, formula, number) -%}
    case
        when
            regexp_matches({{ x }}, {{ formula | literal }})
            and not regexp_full_match({{ x }}, {{ number | literal }})
        then '''' || {{ x }}
        else {{ x }}
    end
{%- endmacro %}
