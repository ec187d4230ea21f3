"""Tables and views of PostgreSQL, through ADBC: one transaction, one snapshot, one pass.

The types come from the catalog, below all domains; `postgresql_columns` settles how each column is
sent. What the type leaves open is asked of the values by the server first, in the same snapshot. A
pair of tables of one database is read in two transactions: each side is one snapshot, the two are
not the same.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from rdmp.errors import SourceError
from rdmp.readers.driver import STANDARD, ask, checked, one_pass, rows, run, translated
from rdmp.readers.needed import needed
from rdmp.readers.postgresql_columns import Column, Sent, plan, settle
from rdmp.sources import Address
from rdmp.sources.databases import holder, hosts, parameters
from rdmp.sources.tables import Table, choose
from rdmp.templates import render

_PATIENCE = 10
"""Seconds to wait for a server that does not answer, unless the user has set another time."""

_AT_ONCE = 400
"""Columns that are asked about in one statement: a result has 1664 at most."""


def read(source: Address) -> Any:
    """Return a table as a reader that passes once.

    Raises
    ------
    SourceError
        If the server, the database or the table cannot be reached or read.
    MissingExtraError
        If the driver is not installed.
    """
    return one_pass(_opened(source))


def _opened(source: Address) -> Iterator[Any]:
    def tell(state: str | None) -> SourceError:
        return _broken(source, state)

    with closing(_connect(source)) as connection, translated(tell):
        run(connection, render("databases/postgresql_transaction", STANDARD))
        ask(connection, render("databases/postgresql_session", STANDARD))
        table = _table(connection, source)
        sent = _settled(connection, table)
        statement = render(
            "databases/postgresql_rows",
            STANDARD,
            schema=table.schemas[0],
            table=table.name,
            columns=sent,
        )
        with rows(connection, statement) as reader:
            yield _schema(reader.schema, sent)
            for batch in reader:
                yield _converted(source.label, batch, sent)


def _table(connection: Any, source: Address) -> Table:
    found = ask(connection, render("databases/postgresql_tables", STANDARD))
    tables = [Table(schemas=(schema,), name=name, near=near) for schema, name, near in found]
    return choose(holder(source), source.table, tables)


def _settled(connection: Any, table: Table) -> list[Sent]:
    place: dict[str, Any] = {"schema": table.schemas[0], "table": table.name}
    described = ask(connection, render("databases/postgresql_columns", STANDARD, **place))
    columns = [plan(Column(*one)) for one in described]
    open_ones = [one for one in columns if one.check is not None]
    answers: dict[str, tuple[int, ...]] = {}
    for start in range(0, len(open_ones), _AT_ONCE):
        asked = open_ones[start : start + _AT_ONCE]
        statement = render("databases/postgresql_facts", STANDARD, columns=asked, **place)
        found = iter(ask(connection, statement)[0][1:])
        for one in asked:
            answers[one.name] = tuple(next(found) or 0 for _ in range(one.answers))
    return [settle(one, answers.get(one.name, (0,))) for one in columns]


def _schema(arrived: Any, sent: list[Sent]) -> Any:
    import pyarrow as pa

    return pa.schema([one.field(field.type) for one, field in zip(sent, arrived, strict=True)])


def _converted(label: str, batch: Any, sent: list[Sent]) -> Any:
    import pyarrow as pa

    fields = [one.field(array.type) for one, array in zip(sent, batch.columns, strict=True)]
    arrays = [
        checked(label, array, field.name).cast(field.type)
        for array, field in zip(batch.columns, fields, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=pa.schema(fields))


# -- what can go wrong --------------------------------------------------------------------------


def _connect(source: Address, **changed: str) -> Any:
    driver = needed("adbc_driver_postgresql.dbapi", "postgres", "a table of PostgreSQL")
    given = parameters(source.address)
    if not {"connect_timeout", "service"} & given.keys() and not _set_in_environment():
        changed.setdefault("connect_timeout", str(_PATIENCE))
    mark = "&" if "?" in source.address else "?"
    more = mark + "&".join(f"{name}={value}" for name, value in changed.items())
    address = source.address + (more if changed else "")
    if "dbname" in changed:
        return driver.connect(address)
    with translated(lambda _: _unconnected(source)):
        return driver.connect(address)


def _set_in_environment() -> bool:
    return any(name in os.environ for name in ("PGCONNECT_TIMEOUT", "PGSERVICE"))


def _unconnected(source: Address) -> SourceError:
    """Find out why there is no connection; the driver tells only that there is none."""
    label = holder(source)
    for host, port in hosts(source.address):
        try:
            socket.create_connection((host, port or 5432), timeout=_PATIENCE).close()
        except socket.gaierror:
            message = f"{label}: there is no host of that name"
            return SourceError(message, "check the address, and whether you are in its network")
        except OSError:
            message = f"{label}: no server answers there"
            return SourceError(message, "check host and port, and whether the server is running")
    driver_error = needed("adbc_driver_manager", "postgres", "a table of PostgreSQL").Error
    try:
        _connect(source, dbname="postgres").close()
    except driver_error:
        message = f"{label}: the server does not let this user in: wrong user or password"
        hint = "set PGPASSWORD or an entry of ~/.pgpass; also check the address and its sslmode"
        return SourceError(message, hint)
    message = f"{label}: there is no such database, or this user may not connect to it"
    return SourceError(message, "check the name of the database")


def _broken(source: Address, state: str | None) -> SourceError:
    label = source.label
    match state:
        case "42501":
            message, hint = f"{label} may not be read by this user", "ask for the SELECT privilege"
        case "57014":
            message = f"{label}: the server stopped the query, as a time limit or somebody asked"
            hint = "raise statement_timeout for this user"
        case None:  # which of them it is, the driver does not say once rows are flowing
            message = (
                f"{label}: the rows broke off: the connection was lost, a time limit was reached, "
                "or a view has failed"
            )
            hint = "select all of its rows in psql: it tells what is wrong"
        case _:
            message = f"{label}: the server failed while it read the table (SQLSTATE {state})"
            hint = "select all rows of the table in psql: it tells what is wrong"
    return SourceError(message, hint)
