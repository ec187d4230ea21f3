"""Parquet files that are on this machine too: part files of several schemas, and their folders.

Spark fills a column that a part file lacks with NULL, takes the schema of one part for that of all,
and gives the values of ``key=value`` folders types of its own. So the parts are read by their
schemas and their folders, each group as a frame, cast to the types that lose nothing (rule 14); the
tokens of the folders are put beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING

from rdmp.engines.parts import agree
from rdmp.engines.spark.footers import NOTHING, Footers, escaped
from rdmp.engines.spark.types import to_stored
from rdmp.errors import SourceError
from rdmp.seam import Type
from rdmp.text_parts import tokens_of_keys

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

    from rdmp.sources import Files
    from rdmp.syntax import Syntax

TOKEN = Type(kind="token", stored="text")

Blamed = Callable[[Footers], AbstractContextManager[None]]
"""A context in which what Spark cannot read of some part files becomes an error that names them."""


@dataclass(frozen=True, slots=True)
class Parts:
    """All part files as one frame; its columns bear their own names, in the order of the first.

    ``types`` are what they mean, those of folders last.
    """

    frame: DataFrame
    names: tuple[str, ...]
    types: tuple[Type, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class _Group:
    """The part files of one schema, as Spark reads them."""

    footers: Footers
    frame: DataFrame
    types: dict[str, Type]


def read_parts(  # noqa: PLR0913 - what it reads, and what it needs to
    spark: SparkSession,
    syntax: Syntax,
    files: Files,
    footers: Sequence[Footers],
    *,
    blamed: Blamed,
    is_exact: Callable[[DataFrame], bool],
) -> Parts:
    """Read the part files.

    Parameters
    ----------
    footers : sequence of Footers
        The part files by their schemas.
    blamed : callable
    is_exact : callable
        Tells whether the only column of a frame, integers, lies within plus or minus 2^53.

    Raises
    ------
    SourceError, ColumnError
        If Spark does not read all of them, or a column has no common type.
    """
    groups = [_group(spark, files, one, blamed) for one in footers]
    names = tuple(groups[0].frame.columns)
    if len(groups) == 1:
        types = groups[0].types
    else:
        types = {name: _common(files.label, name, groups, is_exact) for name in names}
    rows = sum(one.footers.rows for one in groups)
    known = (*(types[name] for name in names), *(TOKEN for _ in files.keys))
    if len(groups) == 1 and not files.keys:
        return Parts(groups[0].frame, names, known, rows)
    frames = [
        part
        for group in groups
        for part in _by_folder(
            spark, files, group, [_target(group, n, types, syntax) for n in names], names
        )
    ]
    whole = (*names, *(key.name for key in files.keys))
    return Parts(reduce(_union, frames), whole, known, rows)


def _group(spark: SparkSession, files: Files, footers: Footers, blamed: Blamed) -> _Group:
    with blamed(footers):
        frame = spark.read.parquet(*map(escaped, footers.paths))
        read = frame.inputFiles()
    if len(read) != len(footers.paths):
        message = f"{files.label}: Spark leaves out files whose names begin with _ or a dot"
        raise SourceError(message, "give each part file another name")
    types = {
        field.name: _known(to_stored(field).type, field.name, footers) for field in frame.schema
    }
    return _Group(footers, frame, types)


def _known(stored: Type, name: str, footers: Footers) -> Type:
    if name in footers.empty:
        return NOTHING
    if name in footers.durations:
        return footers.durations[name]
    flaw = footers.flaws.get(name)
    return stored if flaw is None else replace(stored, flaw=flaw, castable=False)


def _common(
    label: str, name: str, groups: Sequence[_Group], is_exact: Callable[[DataFrame], bool]
) -> Type:
    def column_is_exact(place: int) -> bool:
        frame = groups[place].frame
        return is_exact(_positional(frame).select(f"t{frame.columns.index(name)}"))

    return agree(label, name, [group.types[name] for group in groups], column_is_exact)


def _target(group: _Group, name: str, types: dict[str, Type], syntax: Syntax) -> str | None:
    """Return what a column of a group is cast to, or None if it has the common type."""
    stored, wanted = group.types[name], types[name]
    if replace(stored, stored="") == replace(wanted, stored="") and stored.kind != "empty":
        return None
    return syntax.type(wanted)


def _by_folder(
    spark: SparkSession,
    files: Files,
    group: _Group,
    targets: Sequence[str | None],
    names: Sequence[str],
) -> list[DataFrame]:
    """Return the parts of a group, those with the same tokens of folders as one frame."""
    from pyspark.sql import functions as made

    folders: dict[tuple[str | None, ...], list[Path]] = {}
    for path in group.footers.paths:
        folders.setdefault(tokens_of_keys(files, path), []).append(path)
    places = [group.frame.columns.index(name) for name in names]
    frames = []
    for values, paths in folders.items():
        read = spark.read.schema(group.frame.schema).parquet(*map(escaped, paths))
        columns = [made.col(f"t{place}") for place in places]
        cast = [
            column if target is None else column.cast(target)
            for column, target in zip(columns, targets, strict=True)
        ]
        tokens = [made.lit(value).cast("string") for value in values]
        frames.append(
            _positional(read).select(
                *(one.alias(f"c{place}") for place, one in enumerate((*cast, *tokens)))
            )
        )
    return frames


def _positional(frame: DataFrame) -> DataFrame:
    return frame.toDF(*(f"t{place}" for place in range(len(frame.columns))))


def _union(one: DataFrame, other: DataFrame) -> DataFrame:
    return one.unionAll(other)
