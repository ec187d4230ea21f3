"""An Arrow table -> a table of a database, with the types that its users would give it."""

from __future__ import annotations

from contextlib import closing
from importlib import import_module
from pathlib import Path
from urllib.parse import quote

import pyarrow as pa


def write_duckdb(table: pa.Table, path: Path, name: str = "t") -> None:
    """Write a table of a DuckDB file; every type of Arrow has one there."""
    import duckdb

    with duckdb.connect(str(path)) as connection:
        connection.register("given", table)
        connection.table("given").create(_quoted(name))


def write_sqlite(table: pa.Table, path: Path, name: str = "t") -> None:
    """Write a table of an SQLite file: truth values as 0 and 1, decimals as reals, times as text.

    Raises
    ------
    NotImplementedError
        If there is no usual way to store a type.
    """
    driver = import_module("adbc_driver_sqlite.dbapi")

    with closing(driver.connect(f"file:{quote(str(path))}")) as connection:
        with connection.cursor() as cursor:
            cursor.adbc_ingest(name, _as_sqlite_stores(table), mode="create")
        connection.commit()


def write_postgres(table: pa.Table, uri: str, name: str) -> None:
    """Write a table of PostgreSQL, in place of the one of that name.

    Raises
    ------
    NotImplementedError
        If PostgreSQL has no such type.
    """
    driver = import_module("adbc_driver_postgresql.dbapi")

    declared = ", ".join(
        f"{_quoted(field.name)} {_postgresql_type(field.type)}" for field in table.schema
    )
    with closing(driver.connect(uri)) as connection:
        with connection.cursor() as cursor:
            cursor.execute(f"drop table if exists {_quoted(name)}")
        with connection.cursor() as cursor:
            cursor.execute(f"create table {_quoted(name)} ({declared})")
        with connection.cursor() as cursor:
            cursor.adbc_ingest(name, _as_postgresql_takes(table), mode="append")
        connection.commit()


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _as_sqlite_stores(table: pa.Table) -> pa.Table:
    is_ = pa.types
    for position, field in enumerate(table.schema):
        stored, column = field.type, table.column(position)
        if is_.is_dictionary(stored):
            column = column.cast(stored.value_type)
            stored = stored.value_type
        if is_.is_boolean(stored):
            column = column.cast(pa.int8())
        elif is_.is_decimal(stored):
            # Not cast: Arrow's own way from decimals to doubles does not always find the nearest.
            nearest = [None if one is None else float(one) for one in column.to_pylist()]
            column = pa.array(nearest, pa.float64())
        elif is_.is_date(stored) or is_.is_time(stored) or is_.is_timestamp(stored):
            column = column.cast(pa.string())
        elif not (
            is_.is_integer(stored)
            or is_.is_floating(stored)
            or is_.is_string(stored)
            or is_.is_binary(stored)
        ):
            message = f"SQLite has no usual way to store {stored}"
            raise NotImplementedError(message)
        table = table.set_column(position, field.name, column)
    return table


def _postgresql_type(stored: pa.DataType) -> str:
    is_ = pa.types
    if is_.is_dictionary(stored):
        return _postgresql_type(stored.value_type)
    if is_.is_list(stored) or is_.is_large_list(stored):
        return f"{_postgresql_type(stored.value_type)}[]"
    if is_.is_decimal(stored):
        return f"numeric({stored.precision}, {stored.scale})"
    if is_.is_timestamp(stored) and stored.unit != "ns":
        return "timestamp" if stored.tz is None else "timestamptz"
    if is_.is_time(stored) and stored.unit != "ns":
        return "time"
    if is_.is_integer(stored) and not is_.is_uint64(stored):
        return "smallint" if stored.bit_width == 8 else _INTEGERS[str(stored)]
    found = _PLAIN.get(str(stored))
    if found is None:
        message = f"PostgreSQL has no type for {stored}"
        raise NotImplementedError(message)
    return found


_INTEGERS = {
    "int16": "smallint", "int32": "integer", "int64": "bigint",
    "uint16": "integer", "uint32": "bigint",
}  # fmt: skip
_PLAIN = {
    "bool": "boolean", "float": "real", "double": "double precision", "string": "text",
    "large_string": "text", "binary": "bytea", "large_binary": "bytea", "date32[day]": "date",
    "extension<arrow.uuid>": "uuid", "month_day_nano_interval": "interval",
}  # fmt: skip


def _as_postgresql_takes(table: pa.Table) -> pa.Table:
    """Widen the types for which the driver has no writer."""
    for position, field in enumerate(table.schema):
        stored, column = field.type, table.column(position)
        if pa.types.is_dictionary(stored):
            column = column.cast(stored.value_type)
        elif pa.types.is_unsigned_integer(stored):
            column = column.cast(pa.int32() if stored.bit_width < 32 else pa.int64())
        elif pa.types.is_int8(stored):
            column = column.cast(pa.int16())
        elif pa.types.is_time32(stored):
            column = column.cast(pa.time64("us"))
        table = table.set_column(position, field.name, column)
    return table
