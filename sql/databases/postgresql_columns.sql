-- purpose: the columns of a table and their types, below all domains
-- one row is: a column, in the order of the table
-- parameters: schema, table
-- reference: the PostgreSQL manual, pg_attribute and pg_type
with recursive
    -- one row is: a column, as the type that it has or as one that its domain rests on
    layer as (
        select
            attribute.attnum as place,
            attribute.attname as name,
            attribute.atttypid as type_id,
            attribute.atttypmod as modifier
        from pg_catalog.pg_attribute as attribute
        inner join pg_catalog.pg_class as class on class.oid = attribute.attrelid
        inner join pg_catalog.pg_namespace as namespace on namespace.oid = class.relnamespace
        where
            namespace.nspname = {{ schema | literal }}
            and class.relname = {{ table | literal }}
            and attribute.attnum > 0
            and not attribute.attisdropped
        union all
        select
            layer.place,
            layer.name,
            domain_type.typbasetype as type_id,
            case
                when layer.modifier = -1 then domain_type.typtypmod else layer.modifier
            end as modifier
        from layer
        inner join pg_catalog.pg_type as domain_type on domain_type.oid = layer.type_id
        where domain_type.typtype = 'd'
    )

select
    layer.name::text as name,
    pg_catalog.format_type(layer.type_id, layer.modifier) as stored,
    layer.modifier as modifier,
    coalesce(element.typtype, found.typtype) = 'e' as is_enum,
    found.typcategory = 'A' and found.typelem <> 0 as is_array,
    case
        when coalesce(element.typnamespace, found.typnamespace) = 'pg_catalog'::regnamespace
        then coalesce(element.typname, found.typname)::text
    end as type_name
from layer
inner join pg_catalog.pg_type as found on found.oid = layer.type_id and found.typtype <> 'd'
left join
    pg_catalog.pg_type as element
    on element.oid = found.typelem
    and found.typcategory = 'A'
    and found.typelem <> 0
order by layer.place
