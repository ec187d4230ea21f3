"""Arrow files and streams, Feather, and ORC, through pyarrow's data sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rdmp.errors import SourceError
from rdmp.readers.parts import common_schema, with_keys
from rdmp.sources.buckets import filesystem, inside

if TYPE_CHECKING:
    from pathlib import Path

    from rdmp.sources import Files

_STREAM = b"\xff\xff\xff\xff"
_DAMAGED = "it is damaged or cut off"


def read(source: Files) -> Any:
    """Return part files as one data set, or a stream as a reader that passes once.

    Raises
    ------
    SourceError
        If a file is damaged.
    ColumnError
        If the parts differ in their columns.
    """
    import pyarrow as pa
    import pyarrow.dataset as ds

    from rdmp.readers.sparing import sparing

    streams = [path for path in source.paths if source.format == "arrow" and _is_stream(path)]
    if streams:
        return _stream(source)
    name = "feather" if source.format == "arrow" else "orc"
    schemas = {}
    for path in source.paths:
        try:
            file = ds.dataset(inside(path), format=name, filesystem=filesystem(path))
            schemas[path] = file.schema.remove_metadata()
        except (pa.ArrowException, OSError):
            raise _damaged(path) from None
    schema = with_keys(source, common_schema(schemas))
    keys = pa.schema([(key.name, pa.string()) for key in source.keys])
    found = ds.dataset(
        [inside(path) for path in source.paths],
        schema=schema,
        format=name,
        filesystem=filesystem(source.paths[0]),
        partitioning=ds.partitioning(keys, flavor="hive") if source.keys else None,
        partition_base_dir=inside(source.root) if source.root else None,
    )
    return sparing(found, found.schema)


def _is_stream(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == _STREAM


def _stream(source: Files) -> Any:
    import pyarrow as pa

    if len(source.paths) > 1 or source.keys:
        message = f"{source.label} holds Arrow streams, of which only one can be read at a time"
        raise SourceError(message, "write them as Arrow files (Feather) or as Parquet")
    path = source.paths[0]
    try:
        local = filesystem(path) is None
        return pa.ipc.open_stream(pa.memory_map(str(path)) if local else path.open("rb"))
    except (pa.ArrowException, OSError):
        raise _damaged(path) from None


def _damaged(path: Path) -> SourceError:
    message = f"{path} cannot be read: {_DAMAGED}"
    return SourceError(message, "copy or write it again")
