"""A delimited source as a relation: its parts, the statement that reads them, and their faults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rdmp.dialect import Dialect
from rdmp.engines.duckdb import delimited
from rdmp.errors import SourceError
from rdmp.options import Reading
from rdmp.patterns import DELIMITERS, MOST_FIELDS
from rdmp.records import find_fault
from rdmp.seam import Statement
from rdmp.sources import Files
from rdmp.syntax import Syntax
from rdmp.templates import render
from rdmp.text_parts import places, read_parts, tokens_of_keys

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from rdmp.patterns import Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """What the template of the union needs of one group of files."""

    sql: str
    order: tuple[str, ...]
    values: tuple[str | None, ...]


@dataclass(slots=True)
class DelimitedSource:
    """The part files of one side, grouped by how they are written.

    ``expected`` is the number of records unless fields hold line breaks; ``parallel`` turns False
    when the parallel reader was misled.
    """

    files: Files
    reading: Reading
    dialects: dict[Path, Dialect]
    expected: int = 0
    parallel: bool = True

    @classmethod
    def open(cls, files: Files, reading: Reading) -> DelimitedSource:
        """Learn how each part file is written.

        Raises
        ------
        SourceError, ColumnError
            If a file cannot be read as text, or the parts have different columns.
        """
        reading, dialects = read_parts(files, reading)
        return cls(files=files, reading=reading, dialects=dialects)

    @property
    def header(self) -> tuple[str, ...]:
        """Names of the columns, in the order of the first file."""
        return self.dialects[self.files.paths[0]].names

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns, those of the folders last."""
        return (*self.header, *(key.name for key in self.files.keys))

    def statement(self, syntax: Syntax) -> Statement:
        """Return the SELECT of all records."""
        groups: dict[tuple[Dialect, tuple[str | None, ...]], list[Path]] = {}
        for path, dialect in self.dialects.items():
            groups.setdefault((dialect, self._values(path)), []).append(path)
        reads = [
            (dialect, values, self._read(syntax, paths, dialect))
            for (dialect, values), paths in groups.items()
        ]
        if len(reads) == 1 and not self.files.keys:
            return reads[0][2]
        parts = [
            _Part(sql=read.sql, order=self._order(dialect), values=values)
            for dialect, values, read in reads
        ]
        return render("engines/duckdb/union_parts", syntax, parts=parts)

    def numbered(self, syntax: Syntax) -> Statement:
        """Return the SELECT of all records with their part and their number in it.

        One thread reads each file from front to back: the parallel reader has no order.
        """
        parts = [
            _Part(
                sql=delimited.read_statement(
                    syntax, [path], dialect, self.reading, parallel=False
                ).sql,
                order=self._order(dialect),
                values=self._values(path),
            )
            for path, dialect in self.dialects.items()
        ]
        return render("engines/duckdb/number_parts", syntax, parts=parts)

    def _read(self, syntax: Syntax, paths: Sequence[Path], dialect: Dialect) -> Statement:
        return delimited.read_statement(
            syntax, paths, dialect, self.reading, parallel=self.parallel
        )

    def _order(self, dialect: Dialect) -> tuple[str, ...]:
        return tuple(f"c{place}" for place in places(self.header, dialect))

    def _values(self, path: Path) -> tuple[str | None, ...]:
        return tokens_of_keys(self.files, path, self.reading.null)

    def inspect(self, connection: DuckDBPyConnection, syntax: Syntax) -> None:
        """Look for what the reader passes over without a word, and count the lines.

        Raises
        ------
        SourceError
            With file and line.
        """
        self.expected = sum(
            delimited.inspect(connection, syntax, path, dialect)
            for path, dialect in self.dialects.items()
        )

    @property
    def has_patterns(self) -> bool:
        """Whether lines hold all columns, not too many, and have fields in one way alone."""
        parted = all(dialect.delimiter in DELIMITERS for dialect in self.dialects.values())
        return parted and not self.files.keys and len(self.header) <= MOST_FIELDS

    def matches(self, syntax: Syntax, patterns: Mapping[str, Pattern]) -> Iterator[Statement]:
        """Yield the statements that hold the lines of each part against patterns of its fields."""
        for path, dialect in self.dialects.items():
            places = delimited.column_names(dialect)
            if dialect.names != self.header:
                places = tuple(f"c{self.header.index(name)}" for name in dialect.names)
            yield delimited.match(syntax, path, dialect, [patterns.get(one) for one in places])

    def confirm(self, connection: DuckDBPyConnection, syntax: Syntax, rows: int) -> bool:
        """Tell whether a full pass that saw so many rows saw them all (`delimited`, the check)."""
        if rows == self.expected or not self.parallel:
            return True
        groups: dict[Dialect, list[Path]] = {}
        for path, dialect in self.dialects.items():
            groups.setdefault(dialect, []).append(path)
        self.parallel = all(
            delimited.is_read_right_in_parallel(connection, syntax, paths, dialect)
            for dialect, paths in groups.items()
        )
        return self.parallel

    def fault(self) -> SourceError | None:
        """Return the first fault of any part, or None if all are good."""
        found = (find_fault(path, dialect) for path, dialect in self.dialects.items())
        return next((fault for fault in found if fault is not None), None)
