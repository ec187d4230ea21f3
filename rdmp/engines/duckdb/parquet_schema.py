"""The schemas of Parquet files: true names and types, and the part files that share them.

The file's own schema is asked, not only the engine: a name that differs from another by case only
is renamed by DuckDB, INT96 is cut to microseconds, a decimal of more than 38 digits becomes a
double, and a duration loses its unit.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rdmp.engines.duckdb.types import flawed, to_type
from rdmp.errors import SourceError
from rdmp.seam import Statement, Type
from rdmp.sources import Files
from rdmp.syntax import Syntax
from rdmp.templates import render

_INT96 = "is stored as INT96 nanoseconds, of which only microseconds can be read"
_HALF = "is stored as 2-byte floats, which no rule compares"
_WIDE = "holds decimals of more than 38 digits, which cannot be read exactly"

_DURATION_TAG = b"\x12"
"""The byte that stands for a duration in an Arrow schema: without it there is none, and pyarrow,
which takes as long to load as DuckDB, is not needed."""
_PANDAS_EXTENSION = b"ARROW:extension:name"
"""Likewise for a period of pandas, which Parquet stores as a bare integer."""

Query = Callable[[Statement], list[tuple[Any, ...]]]
Describe = Callable[[Statement], Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a Parquet schema, in the order of the file."""

    name: str
    physical: str | None
    children: int
    logical: str | None
    precision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Part files with one schema."""

    paths: tuple[str, ...]
    names: tuple[str, ...]
    types: tuple[Type, ...]


def literal_path(path: str) -> str:
    """Write a path, here or in a bucket, so that DuckDB takes no part of it for a pattern."""
    return "".join(f"[{mark}]" if mark in "*?[" else mark for mark in path)


def read_groups(files: Files, syntax: Syntax, query: Query, describe: Describe) -> list[Group]:
    """Read the schemas of all part files, without their data."""
    import duckdb

    paths = [literal_path(str(path.absolute())) for path in files.paths]
    try:
        found = query(render("engines/duckdb/parquet_schemas", syntax, files=paths))
        groups = [
            group
            for raw, names in sorted(found, key=lambda row: min(row[1]))
            for group in _groups_of_schema(raw, sorted(names), syntax, query, describe)
        ]
    except (duckdb.OutOfMemoryException, duckdb.InterruptException):
        raise
    except duckdb.Error:
        _refuse_unreadable(files, syntax, query, describe)
        raise
    return groups


def _refuse_unreadable(files: Files, syntax: Syntax, query: Query, describe: Describe) -> None:
    """Name the file whose schema the engine cannot read."""
    import duckdb

    for path in files.paths:
        file = literal_path(str(path.absolute()))
        try:
            query(render("engines/duckdb/parquet_schemas", syntax, files=[file]))
            describe(render("engines/duckdb/parquet_columns", syntax, file=file))
        except duckdb.Error:
            if _has_no_columns(path):
                message = f"{path} has no columns"
                raise SourceError(message, "check how the file was written") from None
            message = (
                f"{path} is no Parquet file that can be read: its schema is damaged or unknown"
            )
            raise SourceError(message, "copy or write the file again") from None


def _has_no_columns(path: Path) -> bool:
    """Tell whether a file is sound and has no columns: DuckDB cannot tell it from a damaged one."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with path.open("rb") as file:
            return not pq.read_metadata(file).num_columns
    except (pa.ArrowException, OSError):
        return False


def _groups_of_schema(
    raw: Sequence[Sequence[Any]], names: list[str], syntax: Syntax, query: Query, describe: Describe
) -> Iterable[Group]:
    """Yield the files of one Parquet schema, parted by what their Arrow schemas mean."""
    elements = [Element(*element) for element in raw]
    paths = [literal_path(name) for name in names]
    types = [
        to_type(one)
        for one in describe(render("engines/duckdb/parquet_columns", syntax, file=paths[0]))
    ]
    top = list(_top_level(elements))
    if not top or len(top) != len(types):
        message = f"{names[0]}: the columns of the Parquet file cannot be told"
        raise SourceError(message, "write the file anew")
    types = [_judged(one, nested) for one, (_, nested) in zip(types, top, strict=True)]
    columns = tuple(name for name, _ in top)
    own: dict[tuple[Type, ...], list[str]] = {}
    encoded = _arrow_schemas(top, paths, syntax, query)
    for name, path in zip(names, paths, strict=True):
        meant = _as_arrow_means(types, encoded.get(name, b""))
        own.setdefault(meant, []).append(path)
    for meant, files in own.items():
        yield Group(paths=tuple(files), names=columns, types=meant)


def _top_level(elements: Sequence[Element]) -> Iterable[tuple[str, list[Element]]]:
    """Yield each column with all of its elements; the schema is a tree in preorder."""
    position = 1
    for _ in range(elements[0].children):
        start, open_elements = position, 1
        while open_elements:
            open_elements += elements[position].children - 1
            position += 1
        yield elements[start].name, list(elements[start:position])


def _judged(stored: Type, elements: list[Element]) -> Type:
    if any(element.physical == "INT96" for element in elements):
        return flawed(stored, _INT96)
    if any(element.precision > 38 for element in elements):
        return flawed(stored, _WIDE, castable=False)
    if any((element.logical or "").startswith("Float16") for element in elements):
        return flawed(stored, _HALF)
    return stored


def _arrow_schemas(
    top: list[tuple[str, list[Element]]], paths: list[str], syntax: Syntax, query: Query
) -> dict[str, bytes]:
    """Return the Arrow schema of each file that has one, if there is anything to learn from it."""
    if not any(e.physical == "INT64" and e.logical is None for _, nested in top for e in nested):
        return {}
    found = query(render("engines/duckdb/parquet_arrow_schema", syntax, files=paths))
    schemas = {}
    for name, schema in found:
        try:
            schemas[name] = base64.b64decode(schema)
        except ValueError:
            message = f"{name} is damaged: the Arrow schema in its footer cannot be read"
            raise SourceError(message, "copy or write the file again") from None
    return schemas


def _as_arrow_means(types: list[Type], encoded: bytes) -> tuple[Type, ...]:
    """Give bare 8-byte integers the meaning that only the Arrow schema in the footer knows."""
    if not any(tag in encoded for tag in (_DURATION_TAG, _PANDAS_EXTENSION)):
        return tuple(types)
    import pyarrow as pa

    try:
        schema = pa.ipc.read_schema(pa.py_buffer(encoded))
    except (pa.ArrowException, ValueError):
        return tuple(types)
    if len(schema) != len(types):
        return tuple(types)
    return tuple(map(_meant, types, schema))


def _meant(stored: Type, field: Any) -> Type:
    import pyarrow as pa

    metadata = field.metadata or {}
    extension = getattr(field.type, "extension_name", metadata.get(b"ARROW:extension:name", b""))
    extension = extension.decode() if isinstance(extension, bytes) else extension
    if extension.startswith("pandas."):
        return flawed(stored, f"is stored as {extension}, which no rule compares", castable=False)
    if pa.types.is_duration(field.type):
        return Type(kind="duration", stored=str(field.type).upper(), unit=field.type.unit)
    if pa.types.is_nested(field.type) and "duration" in str(field.type):
        return flawed(stored, "holds durations inside nested values", castable=False)
    return stored
