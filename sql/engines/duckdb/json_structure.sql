-- purpose: the structure that holds every nested value of a column
-- one row is: the structure, and whether an object inside repeats a key
-- parameters: relation, column
-- reference: COMPARISON.md rule 5
with
    suspect as (
        select {{ column | name }} as nested
        from
            (
                select
                    {{ column | name }},
                    regexp_extract_all(
                        cast({{ column | name }} as varchar), '"(?:[^"\\]|\\.)*":'
                    ) as keys
                from {{ relation | name }}
            ) as listed
        where len(keys) <> len(list_distinct(keys))
    )
select
    (select cast(json_group_structure({{ column | name }}) as varchar) from {{ relation | name }}),
    exists (from suspect where (select count(*) <> count(distinct fullkey) from json_tree(nested)))
