"""A Parquet file without some of its rows: a row group at a time, written as the file was.

The schema of the new file is the old one's, element by element: the writer's ways that decide it
(how lists, decimals and INT96 are stored) are tried on an empty file until it is. Codecs,
dictionaries, statistics and the metadata of pandas and Arrow are taken over; a row group becomes at
most as large as it was. Bloom filters and the sizes of pages are not kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

from rdmp.errors import SourceError

_ANEW = "write the avatar anew with another program, or as CSV"

Positions = Callable[[int, int], Sequence[int]]
"""Tells which rows of a range of numbers go, ascending."""


def filter_parquet(source: Path, target: Path, removed: Positions) -> int:
    """Copy a Parquet file without some of its rows; return how many rows it had.

    Parameters
    ----------
    source, target : Path
        What is read, and the file that takes the rest.
    removed : callable
        Which rows go, by their number from 1.

    Raises
    ------
    SourceError
        If the source cannot be read to its end, or its schema cannot be written.
    """
    import pyarrow.parquet as pq

    rows = 0
    with _reading(source):
        file = pq.ParquetFile(source, arrow_extensions_enabled=True)
    with file:
        ways = _ways(file, source)
        with pq.ParquetWriter(target, file.schema_arrow, **ways) as writer:
            for number in range(file.num_row_groups):
                with _reading(source):
                    group = file.read_row_group(number)
                going = removed(rows + 1, rows + group.num_rows)
                rows += group.num_rows
                if len(going) < group.num_rows:
                    first = rows - group.num_rows + 1
                    _write(writer, source, group, [position - first for position in going])
    return rows


def _write(writer: Any, source: Path, group: Any, going: list[int]) -> None:
    import pyarrow as pa

    try:
        kept = _without(group, going)
        writer.write_table(kept, row_group_size=kept.num_rows)
    except pa.ArrowNotImplementedError:
        message = f"{source} holds a type that cannot be written again, such as views in structs"
        raise SourceError(message, _ANEW) from None


@contextmanager
def _reading(source: Path) -> Iterator[None]:
    """Turn what goes wrong while the source is read into an error that names it."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError):
        message = f"{source} cannot be read to its end: it is damaged, or was changed meanwhile"
        raise SourceError(message, "copy or write the file again") from None


def _without(group: Any, going: list[int]) -> Any:
    """Return a row group without some of its rows, which ascend from 0."""
    import pyarrow as pa

    if not going:
        return group
    mask = [True] * group.num_rows
    for position in going:
        mask[position] = False
    kept = [_kept(column, pa.array(mask), going) for column in group.columns]
    return pa.Table.from_arrays(kept, schema=group.schema)


def _kept(column: Any, mask: Any, going: list[int]) -> Any:
    import pyarrow as pa

    try:
        return column.filter(mask)
    except pa.ArrowNotImplementedError:  # views of text and bytes cannot be filtered yet
        starts = [0, *(position + 1 for position in going)]
        pieces = [
            chunk
            for start, end in zip(starts, [*going, len(column)], strict=True)
            for chunk in column.slice(start, end - start).chunks
        ]
        return pa.chunked_array([pa.concat_arrays(pieces)])


def _ways(file: Any, source: Path) -> dict[str, Any]:
    """Return how a file is written so that its schema is the same.

    Raises
    ------
    SourceError
        If the writer has no way to store a column as the file does.
    """
    import pyarrow as pa

    ways = _kept_ways(file)
    wanted = _elements(file.schema)
    nearest: list[tuple[object, ...]] = []
    for way in _schema_ways():
        try:
            written = _elements(_written_schema(file.schema_arrow, ways | way))
        except (pa.ArrowNotImplementedError, pa.ArrowInvalid):
            continue
        if written == wanted:
            return ways | way
        if not nearest or _differences(written, wanted) < _differences(nearest, wanted):
            nearest = written
    odd = sorted({str(one[0]) for one, other in zip(wanted, nearest, strict=False) if one != other})
    named = f"column {', '.join(map(repr, odd))}" if odd else "its columns"
    message = f"{source}: {named} cannot be written in the way in which the file stores it"
    raise SourceError(message, _ANEW)


def _differences(one: Sequence[object], other: Sequence[object]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=False)) + abs(len(one) - len(other))


def _schema_ways() -> Iterator[dict[str, Any]]:
    """Yield what the writer can do otherwise in a schema, the usual first."""
    for version, compliant, integers, int96 in product(
        ("2.6", "1.0", "2.4"), (True, False), (False, True), (False, True)
    ):
        yield {
            "version": version,
            "use_compliant_nested_type": compliant,
            "store_decimal_as_integer": integers,
            "use_deprecated_int96_timestamps": int96,
        }


def _written_schema(schema: Any, ways: dict[str, Any]) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    pq.ParquetWriter(sink, schema, **ways).close()
    return pq.ParquetFile(pa.BufferReader(sink.getvalue())).schema


def _elements(schema: Any) -> list[tuple[object, ...]]:
    """Return everything that a Parquet schema means by its leaves."""
    leaves = (schema.column(number) for number in range(len(schema)))
    return [
        (
            leaf.path,
            leaf.physical_type,
            _meaning(str(leaf.logical_type), leaf.physical_type),
            leaf.length,
            leaf.max_definition_level,
            leaf.max_repetition_level,
        )
        for leaf in leaves
    ]


def _meaning(logical: str, physical: str) -> str:
    """Return what a logical type says, however it is spelt in the file."""
    if (physical, logical) in _PLAIN_INTEGERS:
        return "None"
    return logical.partition(", is_from_converted_type")[0]


_PLAIN_INTEGERS = {
    ("INT32", "Int(bitWidth=32, isSigned=true)"),
    ("INT64", "Int(bitWidth=64, isSigned=true)"),
}
"""What an integer without a logical type is anyway."""


def _kept_ways(file: Any) -> dict[str, Any]:
    """Return what the first row group tells of codecs, dictionaries and statistics."""
    metadata = file.metadata
    keys = metadata.metadata or {}
    ways: dict[str, Any] = {"store_schema": b"ARROW:schema" in keys}
    if not metadata.num_row_groups:
        return ways
    group = metadata.row_group(0)
    columns = [group.column(number) for number in range(group.num_columns)]
    codecs = {one.path_in_schema: _CODECS.get(one.compression, one.compression) for one in columns}
    dictionaries = [one.path_in_schema for one in columns if one.has_dictionary_page]
    measured = [one.path_in_schema for one in columns if one.is_stats_set]
    ways["compression"] = codecs
    ways["use_dictionary"] = dictionaries or False
    ways["write_statistics"] = measured or False
    ways["write_page_index"] = any(one.has_offset_index for one in columns)
    if group.sorting_columns:
        ways["sorting_columns"] = group.sorting_columns
    return ways


_CODECS = {"UNCOMPRESSED": "NONE"}
"""What the writer calls a codec where the file calls it otherwise."""
