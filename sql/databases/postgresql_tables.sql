-- purpose: what can be read as a table, and whether its name is enough without its schema
-- one row is: a table, view, materialized view or foreign table
-- parameters: none
-- reference: the PostgreSQL manual, pg_class
select
    namespace.nspname::text as schema_name,
    class.relname::text as table_name,
    pg_catalog.pg_table_is_visible(class.oid) as is_near
from pg_catalog.pg_class as class
inner join pg_catalog.pg_namespace as namespace on namespace.oid = class.relnamespace
where
    class.relkind in ('r', 'p', 'v', 'm', 'f')
    and namespace.nspname <> 'information_schema'
    and namespace.nspname !~ '^pg_'
