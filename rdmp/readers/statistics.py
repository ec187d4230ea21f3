"""Files of SAS, Stata and SPSS, through pyreadstat, in pieces.

==============================  ================================================================
in the file                     here
==============================  ================================================================
a number                        a double; Stata's float and integers as what they are
a missing number, of any code   missing: ``.``, ``.A`` to ``.Z``, SPSS's declared missing values
'' or blanks                    missing: these formats have no other missing text
a number with a date format     a date, local timestamp or time, read from its shortest decimal
a number with a value label     the number: the label is only shown
==============================  ================================================================

What the library would convert itself it cuts to the microsecond below, which turns the time .123 of
SPSS into .122999; so the numbers are taken as stored, and converted here as whole columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from rdmp.errors import ColumnError, SourceError
from rdmp.readers.needed import needed
from rdmp.readers.parts import one_stream
from rdmp.readers.remarks import EMPTY_IS_MISSING
from rdmp.sources import Files

Clock = Literal["date", "timestamp", "time"]

_CELLS = 3_000_000
"""Values of one piece, which live in memory as objects for a moment."""

_BLOCK = 80
"""Bytes of a record of a SAS transport file, which is made of whole ones. It does not say how many
rows it has: cut off between two records, it shows no sign of it."""

_FORMAT = re.compile(r"(?P<name>[A-Z][A-Z0-9]*?)\d*(?:\.\d*)?")
_SAS: dict[Clock, re.Pattern[str]] = {
    "timestamp": re.compile(
        r"DATETIME|DATEAMPM|MDYAMPM|DT[A-Z]+|NLDATM[A-Z]*|(IS|E|B)8601(DT|DN|DZ|DX|LX)"
    ),
    "date": re.compile(
        r"DATE|DAY|DOWNAME|(DD|MM)?MMYY[BCDNPS]?|DDMMYY[BCDNPS]?|MMDDYY[BCDNPS]?|YYMMDD[BCDNPS]?"
        r"|YYMM[CDNPS]?|YYMON|YYQR?[CDNPSZ]?|MONTH|MONNAME|MONYY|YEAR|QTRR?|JULIAN|JULDAY|WEEKDAY"
        r"|WEEKDAT[EX]|WORDDAT[EX]|NLDATE[A-Z]*|WEEK[UVW]|(IS|E|B)8601DA"
    ),
    "time": re.compile(r"TIME|HHMM|HOUR|MMSS|TOD|TIMEAMPM|NLTIM[A-Z]*|(IS|E|B)8601(TM|TZ|TX|LZ)"),
}
_SPSS: dict[Clock, re.Pattern[str]] = {
    "timestamp": re.compile(r"DATETIME|YMDHMS"),
    "date": re.compile(r"[AEJS]?DATE|QYR|MOYR|WKYR"),
    "time": re.compile(r"D?TIME|MTIME"),
}
_EPOCH_DAYS = {"sas": 3653, "stata": 3653, "spss": 141428}
"""Days from the format's first day (1960-01-01, 1582-10-14) to 1970-01-01."""

_DAY = 86_400
_MICROSECONDS = 10**6


def read(source: Files) -> Any:
    """Return the files as a reader that passes once, in pieces.

    Raises
    ------
    MissingExtraError
        If pyreadstat is not installed.
    SourceError, ColumnError
        If a file is damaged, or a column cannot be read exactly.
    """
    needed("pyreadstat", "office", "SAS, Stata and SPSS files")
    metas = {path: _meta(source, path) for path in source.paths}
    schemas = {path: _schema(source, path, meta) for path, meta in metas.items()}
    return one_stream(
        source, schemas, lambda path: _pieces(source, path, metas[path], schemas[path])
    )


def _reader(source: Files, path: Path) -> Any:
    import pyreadstat

    if source.format == "stata":
        return pyreadstat.read_dta
    if source.format == "spss":
        return pyreadstat.read_sav
    with path.open("rb") as file:
        is_transport = file.read(6) == b"HEADER"
    return pyreadstat.read_xport if is_transport else pyreadstat.read_sas7bdat


def _meta(source: Files, path: Path) -> Any:
    reader = _reader(source, path)
    if reader.__name__ == "read_xport" and path.stat().st_size % _BLOCK:
        raise _damaged(path)
    try:
        _, meta = reader(str(path), metadataonly=True)
    except Exception:  # noqa: BLE001 - its own error, or one of decoding
        raise _damaged(path) from None
    return meta


def _schema(source: Files, path: Path, meta: Any) -> Any:
    """Return the Arrow schema of a file."""
    import pyarrow as pa

    clocks: dict[Clock, Any] = {
        "date": pa.date32(), "timestamp": pa.timestamp("us"), "time": pa.time64("us"),
    }  # fmt: skip
    numbers = {
        "int8": pa.int8(), "int16": pa.int16(), "int32": pa.int32(), "float": pa.float32(),
    }  # fmt: skip
    fields = []
    for name in meta.column_names:
        stored = meta.readstat_variable_types[name]
        clock = _clock(source, path, name, meta.original_variable_types[name] or "")
        if stored in {"string", "string_ref"}:
            fields.append(pa.field(name, pa.string(), metadata=EMPTY_IS_MISSING))
        elif clock is not None:
            fields.append(pa.field(name, clocks[clock]))
        else:
            fields.append(pa.field(name, numbers.get(stored, pa.float64())))
    return pa.schema(fields)


def _clock(source: Files, path: Path, name: str, shown: str) -> Clock | None:
    """Tell from how a number is shown whether it is a date, a timestamp or a time."""
    if source.format == "stata":
        kind = shown.lstrip("%-")
        if kind.startswith("tC"):
            message = (
                f"{path}: column {name!r} counts leap seconds (%tC), which no other format does"
            )
            raise ColumnError(message, "store it as %tc, or exclude it")
        if kind.startswith("tc"):
            return "timestamp"
        return "date" if kind.startswith(("td", "d")) else None
    found = _FORMAT.fullmatch(shown.upper())
    if found is None:
        return None
    clocks = _SPSS if source.format == "spss" else _SAS
    return next((clock for clock, names in clocks.items() if names.fullmatch(found["name"])), None)


def _pieces(source: Files, path: Path, meta: Any, schema: Any) -> Iterator[Any]:
    """Yield the rows in pieces; a file that ends before its last row is damaged."""
    import pyarrow as pa
    import pyreadstat

    seen = 0
    pieces = pyreadstat.read_file_in_chunks(
        _reader(source, path),
        str(path),
        chunksize=max(_CELLS // max(len(schema), 1), 1000),
        output_format="dict",
        disable_datetime_conversion=True,
    )
    while True:
        try:
            columns, _ = next(pieces, (None, None))
        except Exception:  # noqa: BLE001 - its own error, or one of decoding
            raise _damaged(path) from None
        if columns is None or not columns[schema.names[0]]:
            break  # of a transport file, whose rows are not counted, empty pieces come for ever
        arrays = [_array(source, path, field, columns[field.name]) for field in schema]
        batch = pa.RecordBatch.from_arrays(arrays, schema=schema)
        seen += len(batch)
        yield batch
    if meta.number_rows is not None and seen != meta.number_rows:
        raise _damaged(path)


def _array(source: Files, path: Path, field: Any, values: list[Any]) -> Any:
    """Return the values of a column in its type; a number that its type does not hold stops."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_string(field.type):
        texts = pa.array(values, pa.string())
        return pc.replace_with_mask(texts, pc.equal(texts, ""), pa.scalar(None, pa.string()))
    numbers = pa.array(values, pa.float64(), from_pandas=True)
    days = _EPOCH_DAYS[source.format]
    try:
        if pa.types.is_timestamp(field.type):
            # Stata counts milliseconds, the others seconds.
            parts = 1000 if source.format == "stata" else _MICROSECONDS
            since = pc.subtract(_whole(numbers, parts), days * _DAY * _MICROSECONDS)
            return since.cast(field.type)
        if pa.types.is_time(field.type):
            return _time_of_day(_whole(numbers, _MICROSECONDS)).cast(field.type)
        if pa.types.is_date(field.type):
            if source.format == "spss":
                numbers = pc.divide(numbers, _DAY)
            whole = pc.subtract(numbers.cast(pa.int64()), days)
            return whole.cast(pa.int32()).cast(field.type)
        return numbers.cast(field.type, safe=not pa.types.is_floating(field.type))
    except pa.ArrowException:
        message = (
            f"{path}: column {field.name!r} is shown as a {_shown(field.type)}, and holds numbers "
            "that are none"
        )
        hint = f"give the column another format, or pass --exclude {field.name}"
        raise ColumnError(message, hint) from None


def _whole(numbers: Any, parts: int) -> Any:
    """Return numbers in parts of their unit, rounded, from their shortest decimal form.

    A double near 1.4e10 seconds cannot hold .123, but its shortest form says so.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    places = len(str(parts)) - 1
    short = pc.if_else(pc.less(pc.abs(numbers), 1e6), pc.round(numbers, 9), numbers)
    exact = short.cast(pa.string()).cast(pa.decimal128(38, 18))
    rounded = pc.round(exact, places).cast(pa.decimal128(25, places))
    return pc.multiply(rounded, pa.scalar(parts, pa.decimal128(7, 0))).cast(pa.int64())


def _time_of_day(microseconds: Any) -> Any:
    """Return times of one day; a longer one is none."""
    import pyarrow as pa
    import pyarrow.compute as pc

    found = pc.min_max(microseconds)
    low, high = found["min"].as_py(), found["max"].as_py()
    if low is not None and (low < 0 or high >= _DAY * _MICROSECONDS):
        message = "a time of more than a day"
        raise pa.ArrowInvalid(message)
    return microseconds


def _shown(stored: Any) -> str:
    import pyarrow as pa

    if pa.types.is_time(stored):
        return "time of day"
    return "date" if pa.types.is_date(stored) else "timestamp"


def _damaged(path: Path) -> SourceError:
    message = f"{path} cannot be read: it is damaged or cut off, or its text is badly encoded"
    return SourceError(message, "copy or write it again")
