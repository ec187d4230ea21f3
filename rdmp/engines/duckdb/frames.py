"""Objects in memory -> what DuckDB can scan: an Arrow table, a data set, or a one-pass reader.

Frames of pandas and polars go through Arrow, whose conversion is exact and refuses columns of
several kinds; DuckDB's own reading of them is not (an object column of 1 and '1' becomes text).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from rdmp.errors import ColumnError, SourceError
from rdmp.options import Role
from rdmp.readers import remarks
from rdmp.seam import Type
from rdmp.sources import Frame

_READABLE_EXTENSIONS = {"arrow.uuid", "arrow.json"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scannable:
    """An Arrow object, its names, the types that only Arrow knows, and whether it is one-pass."""

    value: Any
    names: tuple[str, ...]
    known: dict[int, Type]
    once: bool


def scannable(frame: Frame, role: Role) -> Scannable:
    """Turn an object into what DuckDB can scan.

    Raises
    ------
    SourceError
        If it is no table.
    ColumnError
        If a column has no single type that can be read.
    """
    import pyarrow as pa

    value = frame.value
    if _is_a(value, "pandas", "DataFrame"):
        value = _from_pandas(value, role)
    elif _is_a(value, "polars", "LazyFrame"):
        value = _from_polars(_collected(value, role), role)
    elif _is_a(value, "polars", "DataFrame"):
        value = _from_polars(value, role)
    elif isinstance(value, pa.RecordBatch):
        value = pa.Table.from_batches([value])
    elif not _is_arrow(value):
        value = _from_stream(value, frame.label, role)
    schema = value.schema
    if not schema.names:
        message = f"{role}: {frame.label} has no column"
        raise SourceError(message, "pass a table that has columns")
    return _plain(value, schema, role)


def _is_a(value: Any, library: str, name: str) -> bool:
    """Tell whether an object is of a library's class or of one derived from it, unimported."""
    return any(
        one.__module__.partition(".")[0] == library and one.__name__ == name
        for one in type(value).__mro__
    )


def _is_arrow(value: Any) -> bool:
    import pyarrow as pa

    if isinstance(value, pa.Table | pa.RecordBatchReader):
        return True
    return _is_a(value, "pyarrow", "Dataset")


def _from_stream(value: Any, label: str, role: Role) -> Any:
    import pyarrow as pa

    if not hasattr(value, "__arrow_c_stream__"):
        message = f"{role}: {label} is nothing that can be read as a table"
        hint = "pass a path, a pandas or polars frame, or an object with an Arrow stream"
        raise SourceError(message, hint)
    try:
        return pa.RecordBatchReader.from_stream(value)
    except Exception:  # noqa: BLE001 - whatever the object may raise
        message = f"{role}: {label} does not yield an Arrow stream of records"
        raise SourceError(message, "pass an Arrow table or a path") from None


def _from_pandas(frame: Any, role: Role) -> Any:
    import pyarrow as pa

    names = [str(name) for name in frame.columns]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        message = f"{role}: the same name occurs more than once: {', '.join(map(repr, repeated))}"
        raise ColumnError(message, "rename the columns of the frame")
    for position, name in enumerate(names):
        series = frame.iloc[:, position]
        if series.dtype == object:
            _refuse_mixed(series, name, role)
    for name in filter(None, frame.index.names):
        level = frame.index.get_level_values(name).to_series()
        if level.dtype == object:
            _refuse_mixed(level, str(name), role)
    # An index with a name is a column; pandas would leave a named range of numbers out.
    named_range = type(frame.index).__name__ == "RangeIndex" and frame.index.name is not None
    unreadable = (pa.ArrowException, OverflowError, TypeError, ValueError)
    try:
        return pa.Table.from_pandas(frame, preserve_index=True if named_range else None)
    except unreadable:
        for position, name in enumerate(names):
            try:
                pa.Array.from_pandas(frame.iloc[:, position])
            except unreadable:
                raise _no_single_type(name, role) from None
        message = f"{role}: the frame cannot be read through Arrow"
        raise SourceError(message, "write it as Parquet and pass the path") from None


def _refuse_mixed(series: Any, name: str, role: Role) -> None:
    """Refuse objects of several kinds, which Arrow may bring to one type without a word."""
    from pandas.api.types import infer_dtype

    if infer_dtype(series, skipna=True) in _ONE_KIND:
        return
    kinds: dict[tuple[str, ...], set[str]] = {}
    for value in series[series.notna()]:
        _add_kinds(value, (), kinds)
    if any(len(found) > 1 and not found <= {"integer", "floating"} for found in kinds.values()):
        raise _no_single_type(name, role)


_ONE_KIND = {
    "string", "bytes", "floating", "integer", "boolean", "decimal", "empty",
}  # fmt: skip
"""What pandas calls a column of objects whose values are of one kind for certain: a date may stand
among its datetimes, a datetime with a zone among those without, and a value finer than the
microseconds to which Arrow would cut it."""


def _add_kinds(  # noqa: C901, PLR0912 - one branch a kind
    value: Any, place: tuple[str, ...], kinds: dict[tuple[str, ...], set[str]]
) -> None:
    """Note of what kind a value is, and what is inside it, each at its place."""
    kind = type(value).__name__
    if isinstance(value, dict):
        kind = "dict"
        for key, inner in value.items():
            _add_kinds(inner, (*place, str(key)), kinds)
    elif isinstance(value, list | tuple) or (hasattr(value, "tolist") and bool(value.shape)):
        kind = "list"
        for inner in value:
            _add_kinds(inner, (*place, "[]"), kinds)
    elif value is None or kind in {"NAType", "NaTType"}:
        return
    elif isinstance(value, datetime):
        kind = "datetime" if value.tzinfo is None else "instant"
    elif isinstance(value, bool) or kind == "bool_":
        kind = "boolean"
    elif isinstance(value, int) or hasattr(value, "bit_count"):
        kind = "integer"
    elif isinstance(value, float) or hasattr(value, "is_integer"):
        kind = "floating"
    elif isinstance(value, timedelta):
        kind = "timedelta"
    kinds.setdefault(place, set()).add(kind)
    if getattr(value, "nanosecond", 0) or getattr(value, "nanoseconds", 0):
        kinds[place].add("finer than microseconds, to which Arrow would cut it")
    if isinstance(value, time) and value.tzinfo is not None:
        kinds[place].add("with a zone, which Arrow would drop")
    if isinstance(value, set | frozenset):  # its order means nothing, and Arrow would keep one
        kinds[place].add("in any order")


def _collected(frame: Any, role: Role) -> Any:
    try:
        return frame.collect()
    except Exception:  # noqa: BLE001 - whatever its plan may raise
        message = f"{role}: the lazy frame cannot be collected"
        raise SourceError(message, "run its collect() to see why, and pass the result") from None


def _from_polars(frame: Any, role: Role) -> Any:
    for name, stored in frame.schema.items():
        if _holds_objects(stored):  # polars would hand over their addresses in memory
            raise _no_single_type(name, role)
    try:
        return frame.to_arrow()
    except BaseException as problem:  # polars raises a panic, which is no Exception
        if isinstance(problem, KeyboardInterrupt | SystemExit):
            raise
        for name in frame.columns:
            try:
                frame.select(name).to_arrow()
            except BaseException:  # noqa: BLE001
                raise _no_single_type(name, role) from None
        message = f"{role}: the frame cannot be read through Arrow"
        raise SourceError(message, "write it as Parquet and pass the path") from None


def _holds_objects(stored: Any) -> bool:
    inner = [one.dtype for one in getattr(stored, "fields", ())]
    if getattr(stored, "inner", None) is not None:
        inner.append(stored.inner)
    return str(stored) == "Object" or any(map(_holds_objects, inner))


def _no_single_type(name: str, role: Role) -> ColumnError:
    message = (
        f"{role}: column {name!r} holds objects of several kinds, or of a kind that cannot be read"
    )
    return ColumnError(message, "give the column one type, such as text or numbers")


def _plain(value: Any, schema: Any, role: Role) -> Scannable:
    """Replace what DuckDB misreads: durations by their integers, wide decimals by narrower ones."""
    import pyarrow as pa

    known: dict[int, Type] = {}
    fields = []
    for position, field in enumerate(schema):
        stored = field.type
        if pa.types.is_duration(stored):
            known[position] = Type(kind="duration", stored=str(stored).upper(), unit=stored.unit)
            stored = pa.int64()
        elif pa.types.is_decimal256(stored):
            stored = pa.decimal128(38, stored.scale) if stored.scale <= 38 else stored
        if (said := remarks.known(field)) is not None:
            known[position] = said
        flaw = None if remarks.is_exact(field) else _flaw(stored)
        if flaw:
            message = (
                f"{role}: column {field.name!r} has the Arrow type {flaw}, which cannot be read "
                "exactly"
            )
            raise ColumnError(
                message, "convert the column to a plain type, or leave it out of the frame"
            )
        fields.append(field.with_type(stored))
    once = isinstance(value, pa.RecordBatchReader)
    plain = pa.schema(fields)
    if plain.types != schema.types:
        if not once and not isinstance(value, pa.Table):
            value, once = value.scanner().to_reader(), True
        wide = [one.name for one in schema if pa.types.is_decimal256(one.type)]
        if (
            once and wide
        ):  # a stream casts while the engine reads, where no error could name a column
            value, once = value.read_all(), False
        try:
            value = value.cast(plain)
        except pa.ArrowException:
            named = ", ".join(map(repr, wide))
            message = f"{role}: column {named} holds decimals of more than 38 digits"
            raise ColumnError(message, "round the column, or leave it out") from None
    return Scannable(value=value, names=tuple(schema.names), known=known, once=once)


def _flaw(stored: Any) -> str | None:
    """Return the part of a type that DuckDB cannot take exactly, or None."""
    import pyarrow as pa

    kind = pa.types
    if isinstance(stored, pa.BaseExtensionType):
        readable = stored.extension_name in _READABLE_EXTENSIONS
        return None if readable else stored.extension_name
    if kind.is_dictionary(stored):
        return _flaw(stored.value_type)
    if kind.is_map(stored):
        return _flaw(stored.key_type) or _flaw(stored.item_type)
    if kind.is_struct(stored):
        return next((flaw for field in stored if (flaw := _flaw(field.type))), None)
    if hasattr(stored, "value_type"):
        return _flaw(stored.value_type)
    plain = (
        kind.is_null(stored)
        or kind.is_boolean(stored)
        or kind.is_integer(stored)
        or kind.is_float32(stored)
        or kind.is_float64(stored)
        or kind.is_decimal128(stored)
        or kind.is_decimal32(stored)
        or kind.is_decimal64(stored)
        or kind.is_date(stored)
        or kind.is_time(stored)
        or kind.is_timestamp(stored)
        or kind.is_string(stored)
        or kind.is_large_string(stored)
        or kind.is_string_view(stored)
        or kind.is_binary(stored)
        or kind.is_large_binary(stored)
        or kind.is_binary_view(stored)
        or kind.is_fixed_size_binary(stored)
    )
    return None if plain else str(stored)
