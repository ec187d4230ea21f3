-- purpose: holdout rows that stand in the original, and those that stand among the avatars alone
-- one row is: the holdout
-- parameters: known, known_keys, copied, copied_keys
-- reference: rdmp/holdout; `known` are the columns as compared with the original, `copied`
-- with the avatar
-- Rows whose key stands on one side only are equal to none of the other: they are left out unread.
{% from "keys.sql" import key %}
{% macro same(columns, one, other) %}
    {% for column in columns %}
        {{ one }}.{{ column | name }}
        is not distinct from {{ other }}.{{ column | name }}{{ "" if loop.last else " and" }}
    {% endfor %}
{% endmacro %}
with
    -- a holdout row that may stand on another side
    holdout_row as (
        select
            {{ (known + copied) | map("name") | join(", ") }},
            {{ key(known_keys, 64) }} in (select candidate from known_key) as may_be_known,
            {{ key(copied_keys, 64) }} in (select candidate from copied_key) as may_be_copied
        from holdout_compared
        where
            {{ key(known_keys, 64) }} in (select candidate from known_key)
            or {{ key(copied_keys, 64) }} in (select candidate from copied_key)
    ),
    -- a row of the other sides that may stand in the holdout
    original_row as (
        select {{ known | map("name") | join(", ") }}
        from original_of_holdout
        where {{ key(known_keys, 64) }} in (select candidate from known_key)
    ),
    avatar_row as (
        select {{ copied | map("name") | join(", ") }}
        from avatar_of_holdout
        where {{ key(copied_keys, 64) }} in (select candidate from copied_key)
    ),
    -- a holdout row that stands in the original
    known_row as (
        select may_be_known
        from holdout_row
        semi join original_row on may_be_known and {{ same(known, "holdout_row", "original_row") }}
    ),
    -- a holdout row that stands among the avatars, in the original or not
    copied_row as (
        select {{ known | map("name") | join(", ") }}
        from holdout_row
        semi join avatar_row on may_be_copied and {{ same(copied, "holdout_row", "avatar_row") }}
    ),
    -- a holdout row that stands among the avatars by coincidence
    coincident_row as (
        select {{ known[0] | name }}
        from copied_row
        anti join original_row on {{ same(known, "copied_row", "original_row") }}
    )
select
    (select count(*) from known_row) as known_rows,
    (select count(*) from coincident_row) as coincident_rows
