"""What the footers of local Parquet files say that Spark does not show.

Spark reads a UUID as bytes, a duration as a number and INT96 as an instant of microseconds, fills a
column that a part file lacks with NULL, and does not say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rdmp.engines.parts import refuse_other_columns
from rdmp.errors import ColumnError, SourceError
from rdmp.seam import Type
from rdmp.sources import Files

NOTHING = Type(kind="empty", stored="nothing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Footers:
    """Part files of one schema: their rows, and what is known of columns by name.

    ``flaws`` say why values cannot be read exactly, ``durations`` what numbers of Spark mean;
    ``empty`` are the columns that hold nothing.
    ``differ_by_case`` is whether two names are the same but for upper and lower case.
    """

    paths: tuple[Path, ...]
    names: tuple[str, ...]
    rows: int
    flaws: dict[str, str]
    empty: frozenset[str]
    durations: dict[str, Type]
    differ_by_case: bool = False


def read_footers(files: Files) -> tuple[Footers, ...]:
    """Read the footers of all part files, and group them by their schemas.

    Raises
    ------
    SourceError
        If a file cannot be read.
    ColumnError
        If a name occurs more than once, or the parts do not have the same columns (rule 14).
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    groups: list[tuple[tuple[dict[str, Any], set[str]], list[Path], list[int]]] = []
    for path in files.paths:
        try:
            with pq.ParquetFile(path) as file:
                schema, flat = file.schema_arrow.remove_metadata(), file.schema
                rows = file.metadata.num_rows
                int96 = {
                    flat.column(place).path.partition(".")[0]
                    for place in range(len(flat))
                    if flat.column(place).physical_type == "INT96"
                }
        except (OSError, pa.ArrowException):
            message = f"{path} is no Parquet file that can be read"
            raise SourceError(message, "check whether it is complete") from None
        if len(set(schema.names)) != len(schema.names):
            name = next(one for one in schema.names if schema.names.count(one) > 1)
            message = f"{path}: the column name {name!r} occurs more than once"
            raise ColumnError(message, "give each column a name of its own")
        found = {field.name: field.type for field in schema}, int96
        same = next((group for group in groups if group[0] == found), None)
        if same is None:
            groups.append((found, [path], [rows]))
        else:
            same[1].append(path)
            same[2].append(rows)
    refuse_other_columns(files.label, [list(types) for (types, _), _, _ in groups])
    return tuple(_footers(types, int96, paths, sum(rows)) for (types, int96), paths, rows in groups)


def _footers(types: dict[str, Any], int96: set[str], paths: list[Path], rows: int) -> Footers:
    from pyarrow.types import is_duration, is_null

    durations = {
        name: Type(kind="duration", stored=str(one).upper(), unit=one.unit)
        for name, one in types.items()
        if is_duration(one)
    }
    inner = {name: one for name, one in types.items() if name not in durations}
    flaws = {name: flaw for name, one in inner.items() if (flaw := _flaw(one))}
    flaws |= dict.fromkeys(int96, "is stored as INT96, which may hold more than microseconds")
    return Footers(
        paths=tuple(paths),
        names=tuple(types),
        rows=rows,
        flaws=flaws,
        durations=durations,
        empty=frozenset(name for name, one in types.items() if is_null(one)),
        differ_by_case=len({name.casefold() for name in types}) < len(types),
    )


def _flaw(found: Any) -> str | None:  # noqa: C901 - a table of types
    """Return what Spark would read otherwise than it is meant, in values or inside them."""
    from pyarrow import types

    if types.is_dictionary(found):
        return _flaw(found.value_type)
    if types.is_timestamp(found) and found.unit == "ns":
        return "has nanoseconds, which Spark does not read"
    if types.is_duration(found):
        return "holds durations inside nested values, which Spark reads as numbers"
    if types.is_time(found) and found.unit != "us":
        return f"is a time of day in units of {found.unit}, which Spark does not read"
    if types.is_float16(found):
        return "has floats of 2 bytes, which Spark does not read"
    if isinstance(found, _extension()):
        return f"has the type {found.extension_name}, which Spark reads as what it is stored in"
    if types.is_struct(found):
        inner: Sequence[Any] = [found.field(place).type for place in range(found.num_fields)]
    elif types.is_map(found):
        inner = [found.key_type, found.item_type]
    elif types.is_nested(found):
        inner = [found.value_type]
    else:
        inner = []
    if any(types.is_null(one) for one in inner):
        return "holds nothing but NULL inside its values"
    return next((flaw for flaw in map(_flaw, inner) if flaw), None)


def _extension() -> Any:
    import pyarrow as pa

    return pa.BaseExtensionType


def escaped(path: Path) -> str:
    """Return a path as Spark reads it: brackets, stars and the like stand for themselves."""
    text = str(path.resolve())
    for character in "\\[]{}*?":
        text = text.replace(character, f"\\{character}")
    return f"file:{text}"
