"""One flat table and its avatar, written in every format: what `test_matrix.py` reads back.

A format is one entry of `FORMATS`: a function that writes a table below a folder and returns what a
user would hand over, and what each column is when it is read back. A format that cannot hold a
column leaves it out of ``kinds``; the writer gets only those that it holds. What stands in
databases, lakes and buckets, and what warehouses export, is in `stored_formats.py`.
"""

from __future__ import annotations

import csv
import gzip
import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import feather, orc

Kind = Literal["number", "boolean", "text", "date", "timestamp", "instant", "token"]
Writer = Callable[[pa.Table, Path, Any], object]
"""Takes a table, a folder, and the server that it needs, or None."""

SCHEMA = pa.schema(
    [
        ("key", pa.int64()),
        ("count", pa.int32()),
        ("price", pa.decimal128(12, 2)),
        ("score", pa.float64()),
        ("note", pa.string()),
        ("label", pa.string()),
        ("flag", pa.bool_()),
        ("day", pa.date32()),
        ("at", pa.timestamp("us")),
        ("instant", pa.timestamp("us", "UTC")),
    ]
)
NOTES = [
    "",
    "NULL",
    "a,b|c",
    'quo"te',
    "two\nlines",
    "back\\slash",
    "é ü 漢 🙂",
    "null",
    "1",
    "N/A",
]
ROWS, COPIES, DUPLICATES, NEAR = 100, 30, 10, 2
"""Rows of the original; those that the avatar has too; those that occur twice in the original, of
which the avatar has some; and rows for each column that differ in this column alone."""


def _row(key: int, chance: random.Random) -> dict[str, Any]:
    start = datetime(1950, 1, 1)  # noqa: DTZ001 - a local timestamp
    at = start + timedelta(milliseconds=chance.randrange(2_000_000_000_000))
    row = {
        "key": key,
        "count": chance.randrange(-5, 2**31 - 1),
        "price": Decimal(chance.randrange(-(10**7), 10**9)) / 100,
        # At most 15 digits, which is what a sheet keeps.
        "score": chance.choice([round(chance.gauss(0, 1e6), 6), 0.1, -0.0, 1e22, 5e-7]),
        "note": chance.choice(NOTES),
        "label": f"person {chance.randrange(50)}",
        "flag": chance.random() < 0.5,
        "day": date(1920, 1, 1) + timedelta(days=chance.randrange(36_000)),
        "at": at,
        "instant": at.replace(tzinfo=UTC) + timedelta(seconds=chance.randrange(10**6)),
    }
    return {name: None if name != "key" and chance.random() < 0.05 else row[name] for name in row}


def _differing(row: dict[str, Any], column: str) -> dict[str, Any]:
    """Return the row with another value in one column, of which every format can tell."""
    value = row[column]
    if column == "note":
        other: Any = "something else"
    elif value is None:
        other = _row(0, random.Random(column))[column]  # noqa: S311 - a table, no secret
        other = SUBSTITUTES[column] if other is None else other
    else:
        other = None if column != "key" else value + 10**6
    return {**row, column: other}


SUBSTITUTES: dict[str, Any] = {
    "count": 1, "price": Decimal("1.25"), "score": 0.5, "label": "nobody", "flag": True,
    "day": date(2000, 1, 1), "at": datetime(2000, 1, 1),  # noqa: DTZ001
    "instant": datetime(2000, 1, 1, tzinfo=UTC),
}  # fmt: skip


def flat_pair() -> tuple[pa.Table, pa.Table]:
    """Return original and avatar; `known` says what they have in common."""
    chance = random.Random(20_26)  # noqa: S311
    rows = [_row(key, chance) for key in range(ROWS)]
    duplicated = rows[-DUPLICATES:]
    avatar = [*rows[:COPIES], *duplicated[:3]]
    near = iter(rows[COPIES:])
    avatar += [_differing(next(near), name) for name in SCHEMA.names for _ in range(NEAR)]
    avatar += [_row(10**9 + key, chance) for key in range(40)]
    chance.shuffle(avatar)
    original = rows + duplicated
    chance.shuffle(original)
    return pa.Table.from_pylist(original, SCHEMA), pa.Table.from_pylist(avatar, SCHEMA)


def known(left_out: set[str]) -> tuple[int, int, int]:
    """Return n, unique and matched rows, by construction, when some columns are left out."""
    return ROWS + DUPLICATES, ROWS - DUPLICATES, COPIES + NEAR * len(left_out)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """How a format is written, and what each column is that it holds.

    ``server`` is the fixture of the server that its writer needs; ``export`` is what a user says of
    it with ``--export``.
    """

    write: Writer
    kinds: Mapping[str, Kind]
    server: str | None = None
    export: str | None = None


TYPED: dict[str, Kind] = {
    "key": "number", "count": "number", "price": "number", "score": "number", "note": "text",
    "label": "text", "flag": "boolean", "day": "date", "at": "timestamp", "instant": "instant",
}  # fmt: skip
TOKENS: dict[str, Kind] = dict.fromkeys(TYPED, "token")
JSON: dict[str, Kind] = TYPED | {"day": "text", "at": "text", "instant": "text"}
SHEET: dict[str, Kind] = {
    name: kind for name, kind in (TYPED | {"day": "timestamp"}).items() if name != "instant"
}
STATISTICS: dict[str, Kind] = {
    name: kind for name, kind in (TYPED | {"flag": "number"}).items() if name != "instant"
}


def write_parquet(table: pa.Table, folder: Path, _: object = None) -> Path:
    path = folder / "t.parquet"
    pq.write_table(table, path)
    return path


def write_feather(table: pa.Table, folder: Path, _: object = None) -> Path:
    path = folder / "t.feather"
    feather.write_feather(table, str(path))
    return path


def write_orc(table: pa.Table, folder: Path, _: object = None) -> Path:
    path = folder / "t.orc"
    orc.write_table(table, str(path))
    return path


def write_csv(table: pa.Table, folder: Path, _: object = None) -> Path:
    path = folder / "t.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(table.column_names)
        writer.writerows([spelled(value) for value in row.values()] for row in table.to_pylist())
    return path


def spelled(value: Any) -> str:
    """Write a value as text files do; JSON writes what it has no type for in the same way."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return value.isoformat(sep=" ") if isinstance(value, datetime) else str(value)


def _json_token(value: Any) -> str:
    if isinstance(value, Decimal):
        return str(value)
    plain = value is None or isinstance(value, bool | int | float | str)
    return json.dumps(value if plain else spelled(value))


def json_lines(table: pa.Table) -> list[str]:
    """Return the rows as JSON objects, numbers with all their digits."""
    return [
        "{" + ", ".join(f"{json.dumps(k)}: {_json_token(v)}" for k, v in row.items()) + "}"
        for row in table.to_pylist()
    ]


def write_csv_gz(table: pa.Table, folder: Path, _: object = None) -> Path:
    plain = write_csv(table, folder)
    path = plain.rename(folder / "plain").with_name("t.csv.gz")
    path.write_bytes(gzip.compress(path.with_name("plain").read_bytes()))
    return path


def write_csv_zst(table: pa.Table, folder: Path, _: object = None) -> Path:
    import zstandard

    plain = write_csv(table, folder)
    path = plain.rename(folder / "plain").with_name("t.csv.zst")
    path.write_bytes(zstandard.compress(path.with_name("plain").read_bytes()))
    return path


def write_ndjson(table: pa.Table, folder: Path, _: object = None) -> Path:
    path = folder / "t.ndjson"
    path.write_text("\n".join(json_lines(table)) + "\n", encoding="utf-8")
    return path


def write_json(table: pa.Table, folder: Path, _: object = None) -> Path:
    path = folder / "t.json"
    path.write_text("[" + ",\n".join(json_lines(table)) + "]\n", encoding="utf-8")
    return path


_AVRO: dict[pa.DataType, Any] = {
    pa.int64(): "long", pa.int32(): "int", pa.float64(): "double", pa.string(): "string",
    pa.bool_(): "boolean",
    pa.decimal128(12, 2): {
        "type": "bytes", "logicalType": "decimal", "precision": 12, "scale": 2,
    },
    pa.date32(): {"type": "int", "logicalType": "date"},
    pa.timestamp("us"): {"type": "long", "logicalType": "local-timestamp-micros"},
    pa.timestamp("us", "UTC"): {"type": "long", "logicalType": "timestamp-micros"},
}  # fmt: skip


def write_avro(table: pa.Table, folder: Path, _: object = None) -> Path:
    import fastavro

    path = folder / "t.avro"
    fields = [{"name": one.name, "type": ["null", _AVRO[one.type]]} for one in table.schema]
    schema = fastavro.parse_schema({"type": "record", "name": "row", "fields": fields})
    with path.open("wb") as file:
        fastavro.writer(file, schema, table.to_pylist(), codec="deflate", sync_interval=2000)
    return path


def write_excel(table: pa.Table, folder: Path, _: object = None) -> Path:
    import xlsxwriter

    path = folder / "t.xlsx"
    with xlsxwriter.Workbook(path, {"default_date_format": "yyyy-mm-dd hh:mm:ss.000"}) as book:
        sheet = book.add_worksheet("people")
        sheet.write_row(0, 0, table.column_names)
        for number, row in enumerate(table.to_pylist(), 1):
            for place, value in enumerate(row.values()):
                if isinstance(value, str):
                    sheet.write_string(number, place, value)
                elif value is not None:
                    sheet.write(number, place, value)
    return path


def _for_statistics(table: pa.Table) -> Any:
    """Return a frame as statisticians have it: numbers are doubles, '' is the missing text."""
    import pandas as pd

    columns: dict[str, Any] = {}
    for field in table.schema:
        values = table[field.name].to_pylist()
        if pa.types.is_string(field.type):
            columns[field.name] = ["" if value is None else value for value in values]
        elif pa.types.is_date(field.type):
            columns[field.name] = pd.Series(values, dtype=object)
        elif pa.types.is_timestamp(field.type):
            columns[field.name] = pd.Series(values, dtype="datetime64[ms]")
        else:
            columns[field.name] = [None if value is None else float(value) for value in values]
    return pd.DataFrame(columns)


def write_spss(table: pa.Table, folder: Path, _: object = None) -> Path:
    import pyreadstat

    pyreadstat.write_sav(_for_statistics(table), str(folder / "t.sav"))
    return folder / "t.sav"


def write_stata(table: pa.Table, folder: Path, _: object = None) -> Path:
    import pyreadstat

    pyreadstat.write_dta(_for_statistics(table), str(folder / "t.dta"))
    return folder / "t.dta"


def write_sas(table: pa.Table, folder: Path, _: object = None) -> Path:
    import pyreadstat

    path = folder / "t.xpt"
    pyreadstat.write_xport(_for_statistics(table), str(path), file_format_version=8)
    return path


def frame_of_pandas(table: pa.Table, _: Path, __: object = None) -> object:
    return table.to_pandas()


def frame_of_polars(table: pa.Table, _: Path, __: object = None) -> object:
    import polars as pl

    return pl.from_arrow(table)


FORMATS: dict[str, Written] = {
    "parquet": Written(write=write_parquet, kinds=TYPED),
    "csv": Written(write=write_csv, kinds=TOKENS),
    "csv.gz": Written(write=write_csv_gz, kinds=TOKENS),
    "csv.zst": Written(write=write_csv_zst, kinds=TOKENS),
    "ndjson": Written(write=write_ndjson, kinds=JSON),
    "json": Written(write=write_json, kinds=JSON),
    "feather": Written(write=write_feather, kinds=TYPED),
    "orc": Written(write=write_orc, kinds=TYPED),
    "avro": Written(write=write_avro, kinds=TYPED),
    "excel": Written(write=write_excel, kinds=SHEET),
    "sas": Written(write=write_sas, kinds=STATISTICS),
    "stata": Written(write=write_stata, kinds=STATISTICS),
    "spss": Written(write=write_spss, kinds=STATISTICS),
    "pandas": Written(write=frame_of_pandas, kinds=TYPED),
    "polars": Written(write=frame_of_polars, kinds=TYPED),
}


def compares(one: Kind, other: Kind) -> bool:
    """Tell whether a rule compares two kinds of column; else the comparison stops (rule 5).

    Texts of a text file are typed by the other side; JSON's are text.
    """
    return (
        one == other
        or "token" in {one, other}
        or {one, other} in ({"date", "timestamp"}, {"boolean", "number"})
    )
