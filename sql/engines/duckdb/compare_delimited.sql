-- purpose: tell whether the parallel reader returns the same records as the sequential one
-- one row is: the answer
-- parameters: paths, columns, delimiter, skip, encoding, compression
-- reference: COMPARISON.md rule 11
{% from "delimited.sql" import records %}
with
    {% for name, parallel in [("in_parallel", true), ("in_sequence", false)] %}
        {{ name }} as (
            select
                count(*) as record_count,
                sum(
                    hash(
                        {% for column in columns %}
                            {{ column | name }}{{ "," if not loop.last }}
                        {% endfor %}
                    )
                ) as fingerprint
            from
                {{
                    records(
                        paths, columns, delimiter, skip, encoding, compression, [""], parallel
                    )
                }}
        ){{ "," if not loop.last }}
    {% endfor %}
select
    in_parallel.record_count = in_sequence.record_count
    and in_parallel.fingerprint is not distinct from in_sequence.fingerprint as is_same
from in_parallel
cross join in_sequence
