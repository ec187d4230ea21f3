"""Tables and views of SQLite files, through ADBC.

SQLite has no types of columns: each value is an integer, a real, a text or a blob, whatever the
column is declared as. So all values are asked first, and the column is what they are. Truth values
arrive as integers, decimals as reals, dates as text, because that is what is stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import quote

from rdmp.errors import SourceError
from rdmp.readers import remarks
from rdmp.readers.driver import STANDARD, ask, checked, one_pass, rows, translated
from rdmp.readers.needed import needed
from rdmp.sources import Files
from rdmp.sources.tables import Table, choose
from rdmp.templates import render

_BATCH = {"adbc.sqlite.query.batch_rows": "8192"}

_AT_ONCE = 300
"""Columns that are asked about in one statement: a result has 2000 at most."""

Form = Literal["integer", "real", "text", "blob", "nothing", "quoted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A column, the kind of all its values, and why it is not compared if they are of several."""

    name: str
    stored: str
    form: Form
    flaw: str | None = None

    @property
    def field(self) -> Any:
        """The Arrow field of the column."""
        import pyarrow as pa

        match self.form:
            case "integer":
                return pa.field(self.name, pa.int64())
            case "real":
                return pa.field(self.name, pa.float64())
            case "text":
                return pa.field(self.name, pa.string())
            case "blob":
                return pa.field(self.name, pa.binary())
            case "nothing":
                return pa.field(self.name, pa.null())
            case "quoted":
                return remarks.as_text(
                    self.name, stored=self.stored, flaw=self.flaw, castable=False
                )


def read(source: Files) -> Any:
    """Return a table as a reader that passes once.

    Raises
    ------
    SourceError
        If the file is damaged, locked or has no such table.
    MissingExtraError
        If the driver is not installed.
    """
    return one_pass(_opened(source))


def _opened(source: Files) -> Iterator[Any]:
    import pyarrow as pa

    path = source.paths[0]

    def tell(_: str | None) -> SourceError:
        message = f"{path} cannot be read: it is damaged or cut off, or somebody is writing to it"
        return SourceError(message, "close the program that writes to it, or copy it again")

    driver = needed("adbc_driver_sqlite.dbapi", "sqlite", "an SQLite file")
    address = f"file:{quote(str(path.absolute()))}?mode=ro"
    with translated(tell), closing(driver.connect(address)) as connection:
        table = _table(connection, source)
        columns = _columns(connection, table)
        statement = render("databases/sqlite_rows", STANDARD, table=table, columns=columns)
        schema = pa.schema([one.field for one in columns])
        with rows(connection, statement, **_BATCH) as reader:
            yield schema
            waiting = True
            for batch in reader:
                found, waiting = _without_sample(batch) if waiting else (batch, False)
                yield _converted(source.label, found, schema)


def _table(connection: Any, source: Files) -> str:
    found = ask(connection, render("databases/sqlite_tables", STANDARD))
    tables = [Table(schemas=("main",), name=name) for (name,) in found]
    return choose(str(source.paths[0]), source.table, tables).name


def _columns(connection: Any, table: str) -> list[Sent]:
    described = ask(connection, render("databases/sqlite_columns", STANDARD, table=table))
    columns: list[Sent] = []
    for start in range(0, len(described), _AT_ONCE):
        part = described[start : start + _AT_ONCE]
        names = [name for name, _ in part]
        facts = render("databases/sqlite_facts", STANDARD, table=table, columns=names)
        _, *counts = ask(connection, facts)[0]
        columns += [
            _sent(name, stored, counts[place * 5 : place * 5 + 5])
            for place, (name, stored) in enumerate(part)
        ]
    return columns


def _sent(name: str, stored: str | None, counts: list[int]) -> Sent:
    """Settle what a column is by the kinds of its values."""
    integers, reals, texts, blobs, beyond = counts
    kinds = {
        "integers": integers, "other numbers": reals, "text": texts, "bytes": blobs,
    }  # fmt: skip
    found = [kind for kind, count in kinds.items() if count]
    form: Form = "quoted"
    match found:
        case []:
            form = "nothing"
        case ["integers"]:
            form = "integer"
        case ["other numbers"]:
            form = "real"
        case ["integers", "other numbers"] if not beyond:
            form = "real"
        case ["text"]:
            form = "text"
        case ["bytes"]:
            form = "blob"
    flaw = None if form != "quoted" else f"holds values of several kinds: {' and '.join(found)}"
    return Sent(name=name, stored=stored or "any", form=form, flaw=flaw)


def _without_sample(batch: Any) -> tuple[Any, bool]:
    """Drop the row that showed the driver the types; tell whether it is still to come."""
    import pyarrow.compute as pc

    kept = batch.filter(pc.equal(batch.column(0), 0))
    return kept, kept.num_rows == batch.num_rows


def _converted(label: str, batch: Any, schema: Any) -> Any:
    import pyarrow as pa

    arrays = [
        pa.nulls(batch.num_rows)
        if pa.types.is_null(field.type)
        else checked(label, array, field.name)
        for array, field in zip(batch.columns[1:], schema, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)
