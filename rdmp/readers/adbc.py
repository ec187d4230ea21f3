"""Databases by their address: PostgreSQL by our own hand, any other through an installed driver.

A driver is found by the scheme of the address, in this order: the Python package
``adbc_driver_SCHEME``; a manifest ``SCHEME.toml`` in ``ADBC_DRIVER_PATH``, in ``etc/adbc/drivers``
of the virtual environment, ``~/.config/adbc/drivers`` or ``/etc/adbc/drivers``; a shared library
``libSCHEME.so``. ``profile://NAME`` is a connection profile. The address goes to the driver as it
stands; credentials are the driver's own affair.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from rdmp.errors import SourceError
from rdmp.readers import postgresql
from rdmp.readers.driver import checked, one_pass, rows, translated
from rdmp.readers.needed import needed
from rdmp.sources import Address
from rdmp.sources.databases import POSTGRESQL, holder, scheme_of
from rdmp.sources.tables import Table, choose, split
from rdmp.syntax import DuckDBSyntax
from rdmp.templates import render

_PACKAGES = {"grpc": "flightsql", "grpc+tcp": "flightsql", "grpc+tls": "flightsql"}
"""Packages of drivers that are not named as the scheme is."""

_BACKTICKS = ("mysql", "mariadb", "bigquery", "databricks", "spark", "hive", "clickhouse")
"""Databases that quote names with backticks, as drivers call them or as schemes do."""


@dataclass(frozen=True, slots=True)
class _BacktickSyntax(DuckDBSyntax):
    """The spelling of databases in which double quotes make a text."""

    engine: str = "databases"

    def name(self, value: str) -> str:
        """Quote an identifier."""
        return "`" + value.replace("`", "``") + "`"


def read(source: Address) -> Any:
    """Return a table as a reader that passes once.

    Raises
    ------
    SourceError
        If the database or the table cannot be reached or read.
    MissingExtraError
        If the driver manager is not installed.
    """
    if scheme_of(source.address) in POSTGRESQL:
        return postgresql.read(source)
    return one_pass(_opened(source))


def _opened(source: Address) -> Iterator[Any]:
    import pyarrow as pa

    def tell(state: str | None) -> SourceError:
        message = f"{source.label} cannot be read"
        if state is not None:
            message = f"{message} (SQLSTATE {state})"
        return SourceError(message, "check the name of the table, and that this user may read it")

    with closing(_connect(source)) as connection, translated(tell):
        statement = render(
            "databases/rows", _syntax(connection, source), path=_path(connection, source)
        )
        with rows(connection, statement) as reader:
            schema = reader.schema.remove_metadata()
            yield schema
            for batch in reader:
                arrays = [
                    checked(source.label, array, name)
                    for array, name in zip(batch.columns, schema.names, strict=True)
                ]
                yield pa.RecordBatch.from_arrays(arrays, schema=schema)


def _connect(source: Address) -> Any:
    scheme, label = scheme_of(source.address), holder(source)
    package = _PACKAGES.get(scheme, scheme).replace("-", "_")
    manager = needed("adbc_driver_manager.dbapi", "adbc", f"{scheme}://")

    def tell(_: str | None) -> SourceError:
        message = f"{label}: no connection through the ADBC driver {package!r}"
        hint = (
            "check that the driver is installed, the address, and user and password; "
            "the driver says more when it is used alone"
        )
        return SourceError(message, hint)

    with translated(tell):
        if package.isidentifier() and find_spec(f"adbc_driver_{package}") is not None:
            own = needed(f"adbc_driver_{package}.dbapi", "adbc", f"{scheme}://")
            return own.connect(source.address)
        return manager.connect(uri=source.address)


def _syntax(connection: Any, source: Address) -> DuckDBSyntax:
    vendor = scheme_of(source.address)
    with translated(lambda _: SourceError(source.label)), suppress(KeyError):
        vendor = f"{vendor} {connection.adbc_get_info()['vendor_name']}".lower()
    quotes_with_backticks = any(word in vendor for word in _BACKTICKS)
    return _BacktickSyntax() if quotes_with_backticks else DuckDBSyntax(engine="databases")


def _path(connection: Any, source: Address) -> tuple[str, ...]:
    """Return the schemas and the name of the table: as the driver lists it, if it lists tables."""
    tables = _tables(connection)
    if tables:
        return choose(holder(source), source.table, tables).path
    if source.table is None:
        message = f"{source.label}: this driver does not list its tables"
        raise SourceError(message, "name one behind the address: ::TABLE")
    return split(source.table) or (source.table,)


def _tables(connection: Any) -> list[Table]:
    found: list[Table] = []
    unlisted = needed("adbc_driver_manager", "adbc", "a database").Error
    with suppress(unlisted, OSError):
        for catalog in connection.adbc_get_objects(depth="tables").read_all().to_pylist():
            for schema in catalog["catalog_db_schemas"] or ():
                within = (catalog["catalog_name"], schema["db_schema_name"])
                found += [
                    Table(schemas=tuple(filter(None, within)), name=one["table_name"])
                    for one in schema["db_schema_tables"] or ()
                ]
    return found
