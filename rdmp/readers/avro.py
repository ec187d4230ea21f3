"""Avro files, through DataFusion.

DataFusion maps every logical type exactly and decodes a file ten times faster than a reader in
Python, but it takes a file that was cut off for one that ends there: half a file gave half of the
rows, without an error. So the blocks of a file are walked through first, without decoding them, and
its rows are counted against what the blocks announce. At a block that it cannot decode it stays for
ever; so deflated blocks are unpacked for a trial in this walk, and no batch is waited for for long.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any

from rdmp.errors import ColumnError, SourceError
from rdmp.readers.needed import needed
from rdmp.readers.parts import one_stream
from rdmp.sources import Files

_MAGIC = b"Obj\x01"
_PATIENCE = 60.0
"""Seconds that a batch of some thousand rows may take: a thousand times what it takes."""

_MARK = 16
"""Bytes of the mark that closes the header and each block."""


def read(source: Files) -> Any:
    """Return Avro files as a reader that passes once.

    Raises
    ------
    MissingExtraError
        If DataFusion is not installed.
    SourceError, ColumnError
        If a file is damaged, or a column cannot be read exactly.
    """
    needed("datafusion", "avro", "Avro files")
    outlines = {path: _outline(path) for path in source.paths}
    schemas = {path: _schema(path, outline) for path, outline in outlines.items()}

    def batches(path: Path) -> Iterator[Any]:
        seen = 0
        for batch in _batches(path):
            seen += len(batch)
            yield batch.cast(schemas[path])
        if seen != outlines[path].rows:
            raise _damaged(path)

    return one_stream(source, schemas, batches)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outline:
    """What the frame of a file tells: its schema, and how many rows its blocks hold."""

    schema: Any
    rows: int


def _open(path: Path) -> Any:
    """Return a file as a reader; what DataFusion raises becomes an error that names it."""
    import datafusion
    import pyarrow as pa

    # As an address, so that no part of the name is taken for a pattern or an ending.
    address = path.absolute().as_uri().replace("*", "%2A")
    try:
        frame = datafusion.SessionContext().read_avro(address, file_extension="")
        return pa.RecordBatchReader.from_stream(frame)
    except BaseException as problem:  # a panic of the library is no Exception
        if isinstance(problem, KeyboardInterrupt | SystemExit):
            raise
        raise _damaged(path) from None


def _batches(path: Path) -> Iterator[Any]:
    """Yield the batches of a file, each within `_PATIENCE`.

    They are read in a thread of their own, which is left behind where it is stuck.
    """
    reader = _open(path)
    found: Queue[Any] = Queue(maxsize=2)

    def fill() -> None:
        try:
            for batch in reader:
                found.put(batch)
            found.put(None)
        except BaseException:  # noqa: BLE001 - likewise
            found.put(_damaged(path))

    Thread(target=fill, daemon=True).start()
    while True:
        try:
            batch = found.get(timeout=_PATIENCE)
        except Empty:
            raise _damaged(path) from None
        if batch is None:
            return
        if isinstance(batch, SourceError):
            raise batch
        yield batch


def _schema(path: Path, outline: _Outline) -> Any:
    """Return the Arrow schema, UUIDs as such: DataFusion hands over their bare bytes."""
    import pyarrow as pa

    schema = _open(path).schema.remove_metadata()
    fields = outline.schema.get("fields", ()) if isinstance(outline.schema, dict) else ()
    for position, field in enumerate(fields):
        kinds = field["type"] if isinstance(field["type"], list) else [field["type"]]
        if any(_is_uuid(kind) for kind in kinds):
            schema = schema.set(position, schema.field(position).with_type(pa.uuid()))
        elif any(_holds_uuid(kind) for kind in kinds):
            message = f"{path}: column {field['name']!r} holds UUIDs inside its values"
            raise ColumnError(message, "write them as text, or exclude the column")
    return schema


def _is_uuid(kind: Any) -> bool:
    return isinstance(kind, dict) and kind.get("logicalType") == "uuid"


def _holds_uuid(kind: Any) -> bool:
    if isinstance(kind, list):
        return any(map(_holds_uuid, kind))
    if not isinstance(kind, dict):
        return False
    inner = [kind.get("items"), kind.get("values"), kind.get("type")]
    inner += [field.get("type") for field in kind.get("fields", ())]
    return _is_uuid(kind) or any(map(_holds_uuid, inner))


def _outline(path: Path) -> _Outline:
    """Walk through the blocks of a file (Avro 1.12, object container files)."""
    size = path.stat().st_size
    with path.open("rb") as file:
        try:
            if file.read(len(_MAGIC)) != _MAGIC:
                raise _damaged(path)
            facts = _facts(file)
            mark = file.read(_MARK)
            rows = 0
            while file.tell() < size:
                rows += _number(file)
                length = _number(file)
                if length < 0:
                    raise _damaged(path)
                if facts.get(b"avro.codec") == b"deflate":
                    zlib.decompress(file.read(length), wbits=-15)
                else:
                    file.seek(length, 1)
                if file.read(_MARK) != mark:
                    raise _damaged(path)
            return _Outline(schema=json.loads(facts[b"avro.schema"]), rows=rows)
        except (EOFError, KeyError, OSError, ValueError, zlib.error):
            raise _damaged(path) from None


def _facts(file: IO[bytes]) -> dict[bytes, bytes]:
    """Read the map that opens a file: blocks of pairs, the last one empty."""
    facts = {}
    while count := _number(file):
        if count < 0:  # then the bytes of the block follow, of which nothing is needed
            count, _ = -count, _number(file)
        for _ in range(count):
            key = file.read(_number(file))
            facts[key] = file.read(_number(file))
    return facts


def _number(file: IO[bytes]) -> int:
    """Read a whole number: seven bits a byte, the sign in the lowest bit."""
    value = shift = 0
    while True:
        byte = file.read(1)
        if not byte:
            raise EOFError
        value |= (byte[0] & 127) << shift
        shift += 7
        if byte[0] < 128:
            return (value >> 1) ^ -(value & 1)


def _damaged(path: Path) -> SourceError:
    message = f"{path} cannot be read as an Avro file: it is damaged or cut off"
    return SourceError(message, "copy or write it again")
