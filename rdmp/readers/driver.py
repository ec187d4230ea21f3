"""What all ADBC drivers have in common: their errors in our words, their rows as one Arrow stream.

A driver's message may quote a record, a statement or a part of the address: none becomes part of
ours, and none is reachable from it. What is kept is its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from rdmp.errors import ColumnError, RdmpError
from rdmp.seam import Statement
from rdmp.syntax import DuckDBSyntax

STANDARD = DuckDBSyntax(engine="databases")
"""Names and texts are quoted as the SQL standard has it, which DuckDB does as well."""

Tell = Callable[[str | None], RdmpError]
"""Words for an error, by its SQLSTATE if it has one."""


class WithheldError(Exception):
    """An error of a driver, without its message."""


@contextmanager
def translated(tell: Tell) -> Iterator[None]:
    """Turn an error of a driver into ours."""
    import pyarrow as pa

    manager = import_module("adbc_driver_manager")
    try:
        yield
    except (manager.Error, pa.ArrowException, OSError) as problem:
        raise tell(getattr(problem, "sqlstate", None)) from _withheld(problem)


def _withheld(problem: Exception) -> WithheldError:
    status = getattr(getattr(problem, "status_code", None), "name", "none")
    state = getattr(problem, "sqlstate", None)
    return WithheldError(
        f"{type(problem).__name__}, status {status}, SQLSTATE {state}; "
        "the driver's own message is withheld"
    )


def ask(connection: Any, statement: Statement) -> list[tuple[Any, ...]]:
    """Return the few rows of a statement as plain Python values."""
    with connection.cursor() as cursor:
        cursor.execute(statement.sql)
        found = cursor.fetch_arrow_table()
        return list(zip(*(column.to_pylist() for column in found.columns), strict=True))


def run(connection: Any, statement: Statement) -> None:
    """Run a statement that returns nothing."""
    with connection.cursor() as cursor:
        cursor.execute(statement.sql)


@contextmanager
def rows(connection: Any, statement: Statement, **settings: str) -> Iterator[Any]:
    """Yield the rows of a statement as a reader of record batches."""
    with connection.cursor(adbc_stmt_kwargs=settings or None) as cursor:
        cursor.execute(statement.sql)
        with cursor.fetch_record_batch() as reader:
            yield reader


def one_pass(opened: Iterator[Any]) -> Any:
    """Return a reader of an iterator that yields a schema first and then its record batches.

    The iterator holds the connection, and lets it go when it ends or is forgotten.
    """
    import pyarrow as pa

    return pa.RecordBatchReader.from_batches(next(opened), opened)


def checked(label: str, array: Any, name: str) -> Any:
    """Return a column whose text is UTF-8.

    Raises
    ------
    ColumnError
        If it is not.
    """
    import pyarrow as pa

    if pa.types.is_string(array.type) or pa.types.is_large_string(array.type):
        try:
            array.validate(full=True)
        except pa.ArrowInvalid:
            message = f"{label}: column {name!r} holds text that is not UTF-8"
            hint = "convert it in the database, or make a view without the column"
            raise ColumnError(message, hint) from None
    return array
