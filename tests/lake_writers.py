"""Writers of Delta and Iceberg tables, with what their Python libraries read but do not write."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from storage import Storage

_Z85 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"
_DELETION_VECTOR_MAGIC = 1681511377


def write_delta(table: pa.Table, path: Path, **options: Any) -> str:
    """Write a Delta table, and return the address by which it is named."""
    from deltalake import write_deltalake

    # Its writer fails at signs such as brackets in a path, so it is told a plain one.
    plain = path.with_name("plain")
    if path.exists():
        path.rename(plain)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_deltalake(str(plain), table, **options)
    plain.rename(path)
    return f"delta:{path}"


def write_iceberg(table: pa.Table, path: Path, **options: Any) -> str:
    """Write an Iceberg table of two data files, and return the address by which it is named."""
    middle = table.num_rows // 2
    made = create_iceberg(table.schema, path, **options)
    for part in (table.slice(0, middle), table.slice(middle)):
        made.append(part)
    return f"iceberg:{path}"


def create_iceberg(
    schema: pa.Schema, path: Path | str, io: dict[str, str] | None = None, **options: Any
) -> Any:
    """Create an empty Iceberg table at a path or address, in a catalog that is forgotten."""
    from pyiceberg.catalog.memory import InMemoryCatalog

    catalog = InMemoryCatalog("test", **(io or {}))
    catalog.create_namespace("n")
    place = str(path) if "://" in str(path) else f"file://{Path(path).absolute()}"
    return catalog.create_table("n.t", schema=schema, location=place, **options)


def write_to_bucket(
    write: Callable[..., str], table: pa.Table, storage: Storage, name: str, scratch: Path
) -> str:
    """Write a table into a bucket, and return the address by which it is named.

    ``write`` is `write_delta`, `write_iceberg`, or a writer of one file that returns anything.
    """
    address = storage.at(name)
    if write is write_iceberg:
        made = create_iceberg(
            table.schema, address, {"py-io-impl": "pyiceberg.io.fsspec.FsspecFileIO"}
        )
        made.append(table)
        return f"iceberg:{address}"
    write(table, scratch)
    if scratch.is_file():
        storage.put(name, scratch.read_bytes())
        return address
    storage.put_folder(scratch, name)
    return f"delta:{address}" if write is write_delta else address


# -- Delta -------------------------------------------------------------------------------------


def add_deletion_vector(path: Path, rows: list[int]) -> None:
    """Delete rows of a Delta table of one part file as Spark does: without rewriting the file."""
    from pyroaring import BitMap64

    log = path / "_delta_log"
    actions = [json.loads(line) for line in (log / f"{0:020}.json").read_text().splitlines()]
    add = next(action["add"] for action in actions if "add" in action)
    vector = struct.pack("<i", _DELETION_VECTOR_MAGIC) + BitMap64(rows).serialize()
    described = {
        "storageType": "i",
        "pathOrInlineDv": _z85(vector),
        "sizeInBytes": len(vector),
        "cardinality": len(rows),
    }
    removed = {"path": add["path"], "dataChange": True, "deletionTimestamp": 1}
    commit = [
        {"protocol": _protocol("deletionVectors")},
        {"remove": removed},
        {"add": {**add, "deletionVector": described}},
    ]
    (log / f"{1:020}.json").write_text("\n".join(map(json.dumps, commit)))


def set_protocol(path: Path, protocol: dict[str, Any], metadata: dict[str, Any]) -> None:
    """Change what the first commit of a Delta table says of its protocol and its columns."""
    first = path / "_delta_log" / f"{0:020}.json"
    actions = [json.loads(line) for line in first.read_text().splitlines()]
    for action in actions:
        if "protocol" in action:
            action["protocol"] = protocol
        if "metaData" in action:
            action["metaData"] |= metadata
    first.write_text("\n".join(map(json.dumps, actions)))


def map_columns(path: Path, schema: pa.Schema, *, by_feature: bool) -> None:
    """Rename the columns of a Delta table as Spark does: without rewriting the part files."""
    fields = [
        {
            "name": f"new {field.name}",
            "type": {"int64": "long", "string": "string"}[str(field.type)],
            "nullable": True,
            "metadata": {
                "delta.columnMapping.id": position,
                "delta.columnMapping.physicalName": field.name,
            },
        }
        for position, field in enumerate(schema, 1)
    ]
    metadata = {
        "configuration": {
            "delta.columnMapping.mode": "name",
            "delta.columnMapping.maxColumnId": str(len(fields)),
        },
        "schemaString": json.dumps({"type": "struct", "fields": fields}),
    }
    old = {"minReaderVersion": 2, "minWriterVersion": 5}
    set_protocol(path, _protocol("columnMapping") if by_feature else old, metadata)


def _protocol(*features: str) -> dict[str, Any]:
    named = list(features)
    return {
        "minReaderVersion": 3,
        "minWriterVersion": 7,
        "readerFeatures": named,
        "writerFeatures": named,
    }


def require_feature(path: Path, feature: str) -> None:
    """Let a Delta table demand that its readers know a feature."""
    set_protocol(path, _protocol(feature), {})


def _z85(data: bytes) -> str:
    """Encode bytes in the base-85 alphabet of ZeroMQ, which Delta's inline vectors use."""
    padded = data + b"\0" * (-len(data) % 4)
    words = (int.from_bytes(padded[i : i + 4], "big") for i in range(0, len(padded), 4))
    return "".join(_Z85[word // 85**power % 85] for word in words for power in (4, 3, 2, 1, 0))


# -- Iceberg -----------------------------------------------------------------------------------


def add_deletes(table: Any, deletes: pa.Table, *, by_equality: bool = False) -> None:
    """Commit a delete file to an Iceberg table, as engines that merge on reading do."""
    from pyiceberg.manifest import (
        DataFile,
        DataFileContent,
        FileFormat,
        ManifestContent,
        ManifestEntry,
        ManifestEntryStatus,
        ManifestWriterV2,
    )
    from pyiceberg.table.snapshots import Operation
    from pyiceberg.table.update.snapshot import _FastAppendFiles
    from pyiceberg.typedef import Record

    location = f"{table.location()}/data/deletes-{table.metadata.last_sequence_number}.parquet"
    output = table.io.new_output(location)
    with output.create() as file:
        pq.write_table(deletes, file)
    kind = DataFileContent.EQUALITY_DELETES if by_equality else DataFileContent.POSITION_DELETES
    entry = DataFile.from_args(
        content=kind,
        file_path=location,
        file_format=FileFormat.PARQUET,
        partition=Record(),
        record_count=deletes.num_rows,
        file_size_in_bytes=len(output.to_input_file()),
        equality_ids=[1] if by_equality else None,
    )

    class DeletesWriter(ManifestWriterV2):
        def content(self) -> ManifestContent:
            return ManifestContent.DELETES

        @property
        def _meta(self) -> dict[str, str]:
            return {**super()._meta, "content": "deletes"}

    class Deletes(_FastAppendFiles):
        def _manifests(self) -> list[Any]:
            writer = DeletesWriter(
                self._transaction.table_metadata.spec(),
                self._transaction.table_metadata.schema(),
                self.new_manifest_output(),
                self._snapshot_id,
                self._compression,
            )
            with writer:
                writer.add(
                    ManifestEntry.from_args(
                        status=ManifestEntryStatus.ADDED,
                        snapshot_id=self._snapshot_id,
                        sequence_number=None,
                        file_sequence_number=None,
                        data_file=entry,
                    )
                )
            return [writer.to_manifest_file(), *self._existing_manifests()]

    with table.transaction() as transaction:
        Deletes(Operation.DELETE, transaction, table.io).commit()


def positions(file: str, rows: list[int]) -> pa.Table:
    """Return the content of a file of positional deletes, with the field ids of its standard."""
    schema = pa.schema(
        [
            pa.field("file_path", pa.string(), metadata={"PARQUET:field_id": "2147483546"}),
            pa.field("pos", pa.int64(), metadata={"PARQUET:field_id": "2147483545"}),
        ]
    )
    return pa.table({"file_path": [file] * len(rows), "pos": rows}, schema=schema)
