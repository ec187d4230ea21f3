"""Parquet files: one statement that reads them all.

Part files come grouped by schema (`parquet_schema`); groups that differ are brought to one common
type that loses nothing (rule 14).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rdmp.engines.duckdb.parquet_schema import Group, Query, literal_path
from rdmp.engines.parts import agree, refuse_other_columns
from rdmp.seam import Relation, Statement, Survey, Type
from rdmp.sources import Files
from rdmp.syntax import Syntax
from rdmp.templates import render


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How one group's columns become the columns of the relation."""

    paths: tuple[str, ...]
    width: int
    items: tuple[tuple[str, Type | None], ...]


def plan_reading(
    groups: list[Group], label: str, is_exact: Callable[[Group, int], bool]
) -> tuple[tuple[str, ...], tuple[Type, ...], tuple[Reading, ...]]:
    """Bring all groups to one set of columns.

    Parameters
    ----------
    groups : list of Group
    label : str
        The source as named.
    is_exact : callable
        Tells whether an integer column of a group lies within plus or minus 2^53.

    Raises
    ------
    ColumnError
        If the part files have different columns, or a column has no common type.
    """
    first = groups[0]
    if len(groups) == 1:
        items: tuple[tuple[str, Type | None], ...] = tuple(
            (f"t{i}", None) for i in range(len(first.names))
        )
        return (
            first.names,
            first.types,
            (Reading(paths=first.paths, width=len(items), items=items),),
        )
    refuse_other_columns(label, [group.names for group in groups])

    def common(name: str) -> Type:
        positions = [group.names.index(name) for group in groups]
        found = [group.types[at] for group, at in zip(groups, positions, strict=True)]
        return agree(label, name, found, lambda one: is_exact(groups[one], positions[one]))

    types = tuple(map(common, first.names))
    readings = []
    for group in groups:
        places = {name: position for position, name in enumerate(group.names)}
        items = tuple(
            (f"t{places[name]}", _target(group.types[places[name]], wanted))
            for name, wanted in zip(first.names, types, strict=True)
        )
        readings.append(Reading(paths=group.paths, width=len(items), items=items))
    return first.names, types, tuple(readings)


def _target(stored: Type, wanted: Type) -> Type | None:
    """Return what a part's column is cast to; a column without values takes any type by itself."""
    return None if stored == wanted or stored.kind in {"empty", "duration"} else wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class ParquetSource:
    """The part files of one side, and the statements that read all or a few of their rows."""

    files: Files
    groups: tuple[Group, ...]
    readings: tuple[Reading, ...]

    def statement(
        self,
        syntax: Syntax,
        readings: Sequence[Reading] | None = None,
        ranges: Sequence[tuple[int, int]] = (),
        parts: Sequence[Sequence[int]] = (),
    ) -> Statement:
        """Return the SELECT of all rows, or of some part files and ranges of row numbers.

        ``parts`` has the numbers of the files of each reading: rows then come with their place.
        """
        root = self.files.root
        return render(
            "engines/duckdb/read_parquet",
            syntax,
            readings=readings or self.readings,
            keys=self.files.keys,
            below=len(str(root.absolute())) + 2 if root else 1,
            path_name=self._unused_name(),
            ranges=ranges,
            parts=parts,
        )

    def numbered(self, syntax: Syntax) -> Statement:
        """Return the SELECT of all rows with their part and their number in it."""
        places = {
            literal_path(str(path.absolute())): number
            for number, path in enumerate(self.files.paths)
        }
        parts = [[places[path] for path in reading.paths] for reading in self.readings]
        return self.statement(syntax, parts=parts)

    def _unused_name(self) -> str:
        """Return a name for the engine's column of file paths that no column of the files has."""
        taken = {name.casefold() for group in self.groups for name in group.names}
        name = "file_path"
        while name in taken:
            name += "_"
        return name

    def survey(self, syntax: Syntax, relation: Relation, query: Query) -> Survey:
        """Weigh the columns of the first part, and read rows from a few places of the data set.

        Keys are chosen for both sides by what the original's columns weigh: no others are weighed.
        """
        sample = self._sample(syntax, relation.rows or 0)
        if relation.role != "original":
            return Survey(sample=sample)
        found = query(
            render("engines/duckdb/parquet_weights", syntax, file=self.groups[0].paths[0])
        )
        # A nested column has several leaves: then positions say nothing, and nothing is weighed.
        flat = len(found) == len(self.groups[0].names)
        weights, missing = dict[str, float](), dict[str, float]()
        for position, (item, _) in enumerate(self.readings[0].items):
            weighed = found[int(item[1:])] if flat else (0, 1.0, 0.0)
            weights[f"c{position}"], missing[f"c{position}"] = map(float, weighed[1:])
        return Survey(weights=weights, missing=missing, sample=sample)

    def _sample(self, syntax: Syntax, rows: int) -> Statement:
        names = {name.casefold() for group in self.groups for name in group.names}
        if "file_row_number" in names:
            reading = self.readings[0]
            return self.statement(syntax, [replace(reading, paths=reading.paths[:1])])
        readings = []
        for reading in self.readings:
            step = max(1, len(reading.paths) // 4)
            readings.append(replace(reading, paths=reading.paths[::step][:4]))
        parts = sum(len(reading.paths) for reading in readings)
        sampled = min(SAMPLE_ROWS, rows // 20, SAMPLE_VALUES // len(names))
        if parts > 1:
            return self.statement(syntax, readings[:4], ((0, max(1, sampled // 4) - 1),))
        places = 2 if len(names) >= WIDE else 4
        each = max(1, sampled // places)
        last = max(rows - each, 0)
        starts = tuple(last * place // (places - 1) for place in range(places))
        return self.statement(syntax, readings, tuple((s, s + each - 1) for s in starts))


SAMPLE_ROWS = 40_000
"""Rows of a sample at most, from four places: fewer of a small or a wide table."""

SAMPLE_VALUES = 1_000_000

WIDE = 100
"""Columns from which on the rows come from both ends alone: a few values cost a whole page of each
column in each place."""


def rows_statement(files: Files, syntax: Syntax) -> Statement:
    """Return the statement that adds up the rows of all footers."""
    paths = [literal_path(str(path.absolute())) for path in files.paths]
    return render("engines/duckdb/parquet_rows", syntax, files=paths)
