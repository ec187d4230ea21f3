"""Apache Iceberg tables, through pyiceberg, which applies deletes and changes of the schema.

Without a catalog a table is what its newest metadata file says. A catalog that pyiceberg is
configured for (`~/.pyiceberg.yaml`, ``PYICEBERG_CATALOG__…``) knows it for certain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rdmp.errors import RdmpError, SourceError
from rdmp.extras import needed
from rdmp.readers import VERSION
from rdmp.sources.buckets import explained, in_bucket, is_in_bucket

if TYPE_CHECKING:
    from rdmp.sources import Address

_METADATA = re.compile(r"(?P<plain>v)?(?P<number>\d+)(-[^/]+?)?(\.gz)?\.metadata\.json")
_FSSPEC = {"py-io-impl": "pyiceberg.io.fsspec.FsspecFileIO"}
"""Buckets are reached by the libraries that reach them for every other source."""


def read(source: Address) -> Any:
    """Return the current snapshot of a table as a reader that passes once.

    Raises
    ------
    MissingExtraError
        If pyiceberg is not installed.
    SourceError
        If there is no such table, or it uses what the library cannot read.
    """
    import pyarrow as pa

    needed("pyiceberg", "lake", "an Iceberg table")
    table = _of_catalog(source, source.table) if source.table else _of_metadata(source)
    convert = needed("pyiceberg.io.pyarrow", "lake", "an Iceberg table").schema_to_pyarrow
    with _read_of(source):
        scan = table.scan()
        schema = convert(scan.projection())
        tasks = list(scan.plan_files())
        snapshot = scan.snapshot()
        if snapshot is not None:
            schema = schema.with_metadata({VERSION: f"snapshot {snapshot.snapshot_id}"})
    return pa.RecordBatchReader.from_batches(schema, _batches(source, scan, tasks, schema))


def _batches(source: Address, scan: Any, tasks: Iterable[Any], schema: Any) -> Iterator[Any]:
    """Yield the rows of one data file after the other."""
    import pyarrow as pa

    with _read_of(source):
        for task in tasks:
            with _plain(scan, task) as file:
                found = _rows(file, schema) if file else _projected(scan, task)
                for batch in found:
                    yield from pa.Table.from_batches([batch]).cast(schema).to_batches()


def _rows(file: Any, schema: Any) -> Iterator[Any]:
    for batch in file.iter_batches(_BATCH):
        yield batch.select(schema.names)


_BATCH = 16_384
"""Rows that are decoded at once."""


@contextmanager
def _plain(scan: Any, task: Any) -> Iterator[Any]:
    """Open a data file that is read as it stands; yield None for any other.

    It is Parquet, has no deletes, and has the columns of the table: by their ids, names and types.
    Read so, a few batches of it are in memory, and not the whole file.
    """
    import pyarrow.parquet as pq
    from pyiceberg.io.pyarrow import pyarrow_to_schema

    if task.delete_files or str(task.file.file_format.value).lower() != "parquet":
        yield None
        return
    with (
        scan.io.new_input(task.file.file_path).open() as opened,
        pq.ParquetFile(opened, pre_buffer=False, buffer_size=_BUFFER) as file,
    ):
        stored = file.schema_arrow
        if any("[ns" in str(one) for one in stored.types):  # the library knows what becomes of them
            yield None
            return
        found = pyarrow_to_schema(stored, scan.table_metadata.name_mapping())
        yield file if _columns(found) == _columns(scan.projection()) else None


_BUFFER = 1 << 20


def _columns(schema: Any) -> dict[int, tuple[str, str]]:
    return {one.field_id: (one.name, str(one.field_type)) for one in schema.fields}


def _projected(scan: Any, task: Any) -> Iterator[Any]:
    """Yield the rows of a data file with its deletes and the changes of the schema applied.

    `DataScan.to_arrow_batch_reader` decodes all data files at once, whole and ahead of whoever
    reads them: as much memory as the table has. These two steps of it, which have no public name,
    read one file batch by batch (tests/test_lake.py holds them to it).
    """
    from pyiceberg.io.pyarrow import ArrowScan, _read_all_delete_files

    reading = ArrowScan(scan.table_metadata, scan.io, scan.projection(), scan.row_filter)
    deletes = _read_all_delete_files(scan.io, [task])
    yield from reading._record_batches_from_scan_tasks_and_deletes(  # noqa: SLF001
        [task], deletes
    )


def _of_catalog(source: Address, name: str) -> Any:
    from pyiceberg.catalog import load_catalog
    from pyiceberg.exceptions import NoSuchNamespaceError, NoSuchTableError

    try:
        catalog = load_catalog(source.address)
    except Exception:  # noqa: BLE001 - each kind of catalog has its own; their texts may hold secrets
        message = f"{source.label}: pyiceberg cannot open the catalog {source.address!r}"
        hint = "describe it in ~/.pyiceberg.yaml or PYICEBERG_CATALOG__… (docs/cloud.md)"
        raise SourceError(message, hint) from None
    with _read_of(source):
        try:
            return catalog.load_table(name)
        except (NoSuchNamespaceError, NoSuchTableError):
            message = f"{source.label}: the catalog has no such table"
            raise SourceError(message, "name it as NAMESPACE.TABLE") from None


def _of_metadata(source: Address) -> Any:
    from pyiceberg.table import StaticTable

    remote = is_in_bucket(source.address)
    place = in_bucket(source.address) if remote else Path(source.address).absolute()
    with _read_of(source):
        if not place.name.endswith(".metadata.json"):
            place = _newest(source, place)
        table = StaticTable.from_metadata(str(place), _FSSPEC if remote else {})
        snapshot = table.current_snapshot()
        written = snapshot.manifest_list if snapshot else table.location()
    if not remote and "://" in written and not written.startswith("file://"):
        message = f"{source.label}: its files are in {written.partition('://')[0]}://, not here"
        raise SourceError(message, "name the table where it is: iceberg:s3://…")
    return table


def _newest(source: Address, folder: Path) -> Path:
    """Return the metadata file that counts: the one of the highest number.

    ``version-hint.text`` decides between two of one number, and stops where the file that it names
    is not there. That it names an older one means nothing: it is written last.
    """
    metadata = folder / "metadata"
    files = {path.name: path for path in metadata.iterdir()} if metadata.is_dir() else {}
    found = {name: told for name in files if (told := _METADATA.fullmatch(name))}
    if not found:
        message = f"{source.label}: there is no Iceberg table"
        raise SourceError(message, "name the folder in which metadata/ is, or a metadata.json")
    highest = max(int(told["number"]) for told in found.values())
    best = sorted(name for name, told in found.items() if int(told["number"]) == highest)
    hinted = files.get("version-hint.text")
    if hinted is not None:
        hint = hinted.read_text(encoding="utf-8").strip()
        named = [name for name in found if _is_meant(hint, name)]
        if not named:
            message = f"{source.label}: the metadata file that version-hint.text names is missing"
            raise SourceError(message, "copy the table whole, or name a metadata.json")
        best = [name for name in best if name in named] or best
    if len(best) > 1 or len({told["plain"] for told in found.values()}) > 1:
        message = f"{source.label}: which metadata file is the newest cannot be told"
        raise SourceError(message, "name one: iceberg:TABLE/metadata/….metadata.json")
    return files[best[0]]


def _is_meant(hint: str, name: str) -> bool:
    endings = ("", ".metadata.json", ".gz.metadata.json")
    return any(name in {f"{hint}{ending}", f"v{hint}{ending}"} for ending in endings)


@contextmanager
def _read_of(source: Address) -> Iterator[None]:
    """Turn whatever the library raises into ours, without its words: they may quote data."""
    try:
        yield
    except RdmpError:
        raise
    except Exception as problem:  # noqa: BLE001 - each part of the library has its own kinds
        raise _unreadable(source, problem) from None


def _unreadable(source: Address, problem: Exception) -> SourceError:
    if is_in_bucket(source.address) and not isinstance(problem, FileNotFoundError):
        told = explained(source.label, problem)
        if told is not None:
            return told
    if isinstance(problem, FileNotFoundError):
        message = f"{source.label}: a file that the Iceberg table names is not there"
        return SourceError(message, "copy the table whole; one that was moved cannot be read")
    message = (
        f"{source.label}: the Iceberg table cannot be read: it is damaged, or uses what pyiceberg "
        "does not know, such as equality deletes"
    )
    return SourceError(message, "have its deletes and files rewritten (compaction), or export it")
