"""The seam on DuckDB: one private connection, opened for one comparison.

It loads no extension, touches no network unless a source is in a bucket, keeps UTC as its zone, and
spills into a private folder. Sealed, it opens no file but those of its sources.

The rooms behind it: `settings` (what DuckDB is started with), `session` (the connection, and how
statements run), `registration` (how each kind of source becomes a relation), `registered` (what was
registered), `sealing` (what it may open), `blame` (which source is at fault).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from rdmp.engines.duckdb import delimited, exported, parquet, rows
from rdmp.engines.duckdb.registration import Registration
from rdmp.engines.duckdb.sealing import sealing
from rdmp.engines.duckdb.session import Session
from rdmp.errors import OptionError
from rdmp.forms import Chain
from rdmp.options import Options, Reading, Role
from rdmp.patterns import Pattern
from rdmp.records import line_of
from rdmp.seam import Column, Place, Relation, Statement, Survey
from rdmp.sources import Frame, Source, buckets
from rdmp.templates import render

_HELD = 0.25
"""Share of the memory limit that texts may take which are held as tables."""

_BYTES_OF_TEXT = 16
"""What a field takes in memory, besides its characters where they are more than a dozen."""


class DuckDBEngine:
    """DuckDB, embedded.

    Parameters
    ----------
    options : Options
        Threads, memory, temporary folder and space.

    Raises
    ------
    OptionError
        If one of these is not usable.
    """

    name = "duckdb"

    def __init__(self, options: Options) -> None:
        self._session = Session(options)
        self._registered = self._session.registered
        self._registration = Registration(self._session)
        self.syntax = self._session.syntax
        self.versions: Mapping[str, str] = {"duckdb": self._session.version}
        self._room = _HELD * self._session.memory
        if options.timezone is not None:
            known = render("engines/duckdb/knows_zone", self.syntax, zone=options.timezone)
            if not self._session.execute(known)[0][0]:
                self.close()
                message = f"--timezone names no time zone: {options.timezone!r}"
                raise OptionError(message, "write it like Europe/Paris or UTC")

    def seal(self, sources: Iterable[Source], folders: Iterable[Path]) -> None:
        """Open nothing else from now on, and set nothing; see `Sealable.seal`."""
        with self._session.translated("seal its connection"):
            for statement in sealing(sources, folders, self.syntax):
                self._session.execute(statement)

    def register(self, role: Role, source: Source, reading: Reading) -> Relation:
        """Make a source known under its role; see `Engine.register`."""
        self._registered.forget(role)
        if isinstance(source, Frame):
            return self._registration.register_frame(role, source)
        with buckets.reaching(source):
            return self._registration.register_named(role, source, reading)

    def define(self, name: str, statement: Statement) -> None:
        """Give a statement a name."""
        self._session.define(name, statement)

    def materialize(self, name: str, statement: Statement) -> int:
        """Run a statement and keep its rows under a name."""
        return self._session.materialize(name, statement)

    def query(self, statement: Statement) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows."""
        return self._session.run(statement)

    def confirm(self, relation: Relation, rows: int) -> bool:
        """Tell whether a full pass saw every row; see `Engine.confirm`."""
        text = self._registered.texts.get(relation.role)
        if text is None:
            return True
        with self._session.translated("count the records"):
            complete = self._session.beside(
                lambda: text.confirm(self._session.connection, self.syntax, rows)
            )
        if not complete:
            self.define(relation.role, text.statement(self.syntax))
        return complete

    def match(self, relation: Relation, patterns: Mapping[str, Pattern]) -> tuple[Statement, ...]:
        """Return the statements that hold lines against patterns; see `LineReader.match`."""
        text = self._registered.texts.get(relation.role)
        if text is None or not text.has_patterns:
            return ()
        return tuple(text.matches(self.syntax, patterns))

    def survey(self, relation: Relation) -> Survey:
        """Return what is known of a relation for next to nothing; see `Engine.survey`."""
        known = self._registered.surveys.get(relation.role)
        if known is None:
            known = self._registered.surveys[relation.role] = self._survey(relation)
        return known

    def _survey(self, relation: Relation) -> Survey:
        source = self._registered.parquets.get(relation.role)
        if source is not None:
            with self._session.translated("read the statistics"):
                return source.survey(self.syntax, relation, self._session.execute)
        few = render(
            "first_rows",
            self.syntax,
            relation=relation.sql_name,
            rows=parquet.SAMPLE_ROWS,
        )
        return Survey(sample=few)

    def has_room_for(self, relation: Relation) -> bool:
        """Tell whether the rows of a text fit into what is left of the memory for them."""
        text = self._registered.texts.get(relation.role)
        if text is None:
            return False
        wanted = text.expected * len(relation.columns) * _BYTES_OF_TEXT
        wanted += sum(path.stat().st_size for path in text.files.paths)
        if wanted > self._room:
            return False
        self._room -= wanted
        return True

    def locate(self, relation: Relation, column: Column, condition: Chain) -> Place:
        """Find the first value of which a condition is true."""
        escaped = self._registered.escaped.get(relation.role)
        if escaped is not None and column.name in escaped.header:
            return exported.locate(escaped, column, self.syntax, condition, self._look)
        text = self._registered.texts.get(relation.role)
        if text is None or column.name not in text.header:
            return Place(file=relation.label)
        for path, dialect in text.dialects.items():
            records = delimited.read_statement(
                self.syntax, [path], dialect, text.reading, parallel=False
            )
            statement = render(
                "engines/duckdb/first_row",
                self.syntax,
                records=records.sql,
                column=f"c{dialect.names.index(column.name)}",
                condition=condition,
            )
            row = self._session.run(statement)[0][0]
            if row is not None:
                return Place(file=str(path), line=line_of(path, dialect, int(row)))
        return Place(file=relation.label)

    def _look(self, statement: Statement, block: Any) -> list[tuple[Any, ...]]:
        self._session.connection.register("located", block)
        try:
            return self._session.run(statement)
        finally:
            self._session.connection.unregister("located")

    def number(self, relation: Relation) -> Statement:
        """Return the statement that reads rows with their places; see `RowEngine.number`."""
        text = self._registered.texts.get(relation.role)
        if text is not None:
            return text.numbered(self.syntax)
        source = self._registered.parquets.get(relation.role)
        if source is not None:
            return source.numbered(self.syntax)
        return rows.number_object(self.syntax, relation)

    def write(self, statement: Statement, path: Path, form: Literal["csv", "parquet"]) -> int:
        """Write the rows of a statement into a file; see `RowEngine.write`."""
        with self._session.translated("write the output: is there space left on the disk?"):
            return int(self._session.execute(rows.copy(self.syntax, statement, path, form))[0][0])

    def close(self) -> None:
        """Close the connection and remove the private folder."""
        self._session.close()
