-- purpose: how many rows of a sample differ in the first one, two, three … of some columns
-- one row is: the rows of the sample, those distinct in all columns, then in each prefix
-- parameters: sample, columns, candidates
-- reference: PERF.md section 3; single-column counts say nothing about columns together
-- Each figure is a statement of its own: an engine that counts distinct values by joins tries all
-- orders of ten joins, which takes longer than counting.
{% from "keys.sql" import key %}
with
    figure as (
        select 0 as place, count(*) as found
        from {{ sample | name }}
        union all
        select 1 as place, count(distinct {{ key(columns, 64) }}) as found
        from {{ sample | name }}
        {% for column in candidates %}
            union all
            select
                {{ loop.index + 1 }} as place,
                count(distinct {{ key(candidates[: loop.index], 64) }}) as found
            from {{ sample | name }}
        {% endfor %}
    )
select
    max(found) filter (where place = 0) as row_count,
    max(found) filter (where place = 1) as distinct_rows
    {% for column in candidates %}
        , max(found) filter (where place = {{ loop.index + 1 }}) as distinct_prefix_{{ loop.index }}
    {% endfor %}
from figure
