"""The query of the score for a database, as a text to paste: what it does not do, and the SQL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rdmp.report.sql import one_line

if TYPE_CHECKING:
    from rdmp.warehouses import Definition, Warehouse

_ALWAYS = (
    "Types are not aligned: both columns of a pair must have the same type.",
    "Where they differ, the database converts one in its own way, which may hide copies, or stops.",
    "NaN is a value here; rdmp takes it as missing. A missing value equals a missing value.",
    "Text is equal as the database's collation says; rdmp compares bytes.",
)

_OF: dict[Warehouse, tuple[str, ...]] = {
    "snowflake": (),
    "bigquery": ("Arrays, JSON and geography cannot be compared: leave such columns out.",),
    "redshift": ("Blanks at the end of a text do not count.",),
    "postgres": (
        "Blanks at the end of char(n) do not count.",
        "json and xml cannot be compared: leave such columns out, or cast them in a view.",
    ),
    "trino": (),
    "clickhouse": ("-0.0 inside arrays and tuples is another value than 0.0.",),
}


def definition_text(found: Definition, title: str) -> str:
    """Return the query with its explanation in comments, which no name can end."""
    return "\n".join(_lines(found, title)) + "\n"


def _lines(found: Definition, title: str) -> Iterator[str]:
    yield f"-- The score of two tables of {title}, by its definition, to be run there."
    yield "--"
    yield f"-- original: {one_line(list(found.original))}"
    yield f"-- avatar: {one_line(list(found.avatar))}"
    for column in found.columns:
        other = "" if column.avatar == column.original else f", {one_line(column.avatar)} there"
        yield f"--   {column.alias}: {one_line(column.original)}{other}"
    yield "--"
    yield "-- What this text does not do, and rdmp evaluate does:"
    for caution in (*_ALWAYS, *_OF[found.database]):
        yield f"-- * {caution}"
    yield found.statement.sql.rstrip()
    yield ";"
