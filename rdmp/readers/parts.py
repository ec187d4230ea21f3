"""Part files as one table: one schema for all, and the columns that their folders are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rdmp.errors import ColumnError
from rdmp.sources import Files
from rdmp.sources.folders import key_values


def common_schema(schemas: Mapping[Path, Any]) -> Any:
    """Return the schema of all parts; a column without any value takes the type of the others.

    Raises
    ------
    ColumnError
        If the parts differ in their columns, or in the type of one.
    """
    import pyarrow as pa

    first = next(iter(schemas.values()))
    for path, schema in schemas.items():
        names = schema.names
        repeated = sorted({name for name in names if names.count(name) > 1})
        if repeated:
            listed = ", ".join(map(repr, repeated))
            message = f"{path}: the same name occurs more than once: {listed}"
            raise ColumnError(message, "give each column a name of its own")
        if sorted(schema.names) != sorted(first.names):
            only = sorted(set(schema.names) ^ set(first.names)) or sorted(schema.names)
            message = f"{path}: the part files have different columns: {', '.join(map(repr, only))}"
            raise ColumnError(message, "write all parts with the same columns")
    try:
        return pa.unify_schemas(list(schemas.values()))
    except pa.ArrowException:
        for path, schema in schemas.items():
            for field in schema:
                if not first.field(field.name).equals(field):
                    message = (
                        f"{path}: the part files have different types of column {field.name!r}: "
                        f"{first.field(field.name).type} and {field.type}"
                    )
                    raise ColumnError(message, "write all parts with the same types") from None
        raise


def with_keys(source: Files, schema: Any) -> Any:
    """Return a schema with the ``key=value`` folders of a source after its own fields.

    Raises
    ------
    ColumnError
        If a folder has the name of a column.
    """
    import pyarrow as pa

    for key in source.keys:
        if key.name in schema.names:
            message = f"{source.label}: {key.name!r} is a folder and a column of its files"
            raise ColumnError(message, "rename one of the two")
    return pa.schema([*schema, *((key.name, pa.string()) for key in source.keys)])


def one_stream(
    source: Files, schemas: Mapping[Path, Any], read: Callable[[Path], Iterable[Any]]
) -> Any:
    """Return part files as one reader, which passes once.

    Parameters
    ----------
    source : Files
    schemas : mapping of Path to pyarrow.Schema
        The schema of each part.
    read : callable
        Yields the record batches of a part, in its schema.

    Raises
    ------
    ColumnError
        If the parts do not fit together.
    """
    import pyarrow as pa

    schema = common_schema(schemas)
    whole = with_keys(source, schema)

    def batches() -> Iterator[Any]:
        for path in source.paths:
            keys = [None if one in _MISSING else one for one in key_values(source, path)]
            for batch in read(path):
                ordered = batch.select(schema.names).cast(schema)
                values = [pa.array([key] * len(batch), pa.string()) for key in keys]
                yield pa.RecordBatch.from_arrays([*ordered.columns, *values], schema=whole)

    return pa.RecordBatchReader.from_batches(whole, batches())


_MISSING = {"", "__HIVE_DEFAULT_PARTITION__"}
