"""Data sets of pyarrow that hold little of what they have read ahead.

By itself pyarrow decodes up to a gigabyte of each scan ahead of whoever takes it, and an engine
that spills takes slowly: a table of 1 GB that met itself took 1.9 GB beside the engine's memory. So
one row group, stripe or batch of a file is decoded after the other, when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds


@dataclass(frozen=True, slots=True)
class _Scan:
    """One pass over a data set, as engines ask for it."""

    dataset: ds.Dataset
    columns: list[str]
    filter: Any

    def to_reader(self) -> pa.RecordBatchReader:
        schema = pa.schema([self.dataset.schema.field(name) for name in self.columns])
        return pa.RecordBatchReader.from_batches(schema, self._batches(schema))

    def _batches(self, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
        # What is filtered may need columns that are not asked for.
        needed = schema if self.filter is None else self.dataset.schema
        for fragment in self.dataset.get_fragments():
            for batch in _pieces(fragment, needed):
                if self.filter is None:
                    yield batch
                else:
                    kept = pa.Table.from_batches([batch]).filter(self.filter)
                    yield from kept.select(schema.names).to_batches()


class _Sparing(ds.FileSystemDataset):  # type: ignore[misc]  # pyarrow has no types
    """A data set whose scanners, which engines ask it for, read nothing ahead."""

    def scanner(self, **options: Any) -> Any:
        columns = options.pop("columns", None)
        wanted = options.pop("filter", None)
        if options or not (columns is None or (columns and isinstance(columns, list))):
            return super().scanner(columns=columns, filter=wanted, **options)
        return _Scan(self, self.schema.names if columns is None else columns, wanted)


def sparing(dataset: Any, schema: Any) -> Any:
    """Return a data set of files, under a schema, that reads nothing ahead."""
    form, fragments = dataset.format, list(dataset.get_fragments())
    if isinstance(form, ds.ParquetFileFormat):
        options = ds.ParquetFragmentScanOptions(pre_buffer=False)
        form = ds.ParquetFileFormat(
            read_options=form.read_options, default_fragment_scan_options=options
        )
        fragments = [
            form.make_fragment(
                one.path,
                filesystem=one.filesystem,
                partition_expression=one.partition_expression,
            )
            for one in fragments
        ]
    return _Sparing(fragments, schema, form, dataset.filesystem)


def _pieces(fragment: Any, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a file under a schema, a piece of the file at a time."""
    if isinstance(fragment, ds.ParquetFileFragment):
        for piece in fragment.split_by_row_group():
            yield from piece.to_batches(schema=schema, columns=schema.names, batch_readahead=1)
        return
    keys = ds.get_partition_keys(fragment.partition_expression)
    stored = [name for name in schema.names if name not in keys]
    with fragment.open() as file:
        read = _stripes if isinstance(fragment.format, ds.OrcFileFormat) else _record_batches
        for batch in read(file, stored):
            values = [
                pa.repeat(pa.scalar(keys[field.name], field.type), len(batch))
                if field.name in keys
                else batch.column(field.name).cast(field.type)
                for field in schema
            ]
            yield pa.RecordBatch.from_arrays(values, schema=schema)


def _stripes(file: Any, names: list[str]) -> Iterator[pa.RecordBatch]:
    from pyarrow import orc

    stored = orc.ORCFile(file)
    # A name with a point in it is taken for a way into a struct.
    asked = None if not names or any("." in name for name in names) else names
    for stripe in range(stored.nstripes):
        yield stored.read_stripe(stripe, columns=asked)


def _record_batches(file: Any, names: list[str]) -> Iterator[pa.RecordBatch]:
    with pa.ipc.open_file(file) as stored:
        fields = sorted(stored.schema.get_field_index(name) for name in names)
    file.seek(0)
    options = pa.ipc.IpcReadOptions(included_fields=fields or None)
    with pa.ipc.open_file(file, options=options) as stored:
        for number in range(stored.num_record_batches):
            yield stored.get_batch(number)
