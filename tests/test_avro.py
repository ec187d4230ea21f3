"""Avro: every logical type as it is, and never half a file."""

from __future__ import annotations

import subprocess
import sys
import uuid
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

import fastavro
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import rdmp

COLUMNS: dict[str, tuple[Any, pa.DataType, Any]] = {
    "int": ("int", pa.int32(), -7),
    "float": ("float", pa.float32(), 36.599998474121094),
    "decimal": (
        {"type": "bytes", "logicalType": "decimal", "precision": 30, "scale": 10},
        pa.decimal128(30, 10),
        Decimal("12345678901234567890.0123456789"),
    ),
    "fixed": (
        {
            "type": "fixed", "name": "f", "size": 8,
            "logicalType": "decimal", "precision": 18, "scale": 3,
        },
        pa.decimal128(18, 3),
        Decimal("-3.125"),
    ),
    "day": ({"type": "int", "logicalType": "date"}, pa.date32(), date(1899, 12, 31)),
    "millis": ({"type": "int", "logicalType": "time-millis"}, pa.time32("ms"), time(1, 2, 3, 4000)),
    "micros": ({"type": "long", "logicalType": "time-micros"}, pa.time64("us"), time(1, 2, 3, 4)),
    "at": (
        {"type": "long", "logicalType": "timestamp-micros"},
        pa.timestamp("us", "UTC"),
        datetime(1600, 1, 1, 0, 0, 0, 1, tzinfo=UTC),
    ),
    "at_millis": (
        {"type": "long", "logicalType": "timestamp-millis"},
        pa.timestamp("ms", "UTC"),
        datetime(1965, 1, 1, tzinfo=UTC),
    ),
    "local": (
        {"type": "long", "logicalType": "local-timestamp-micros"},
        pa.timestamp("us"),
        datetime(2020, 1, 1, 1),  # noqa: DTZ001
    ),
    "uuid": ({"type": "string", "logicalType": "uuid"}, pa.uuid(), uuid.UUID(int=5)),
    "enum": ({"type": "enum", "name": "e", "symbols": ["A", "B"]}, pa.string(), "B"),
    "record": (
        {"type": "record", "name": "r", "fields": [{"name": "x", "type": ["null", "int"]}]},
        pa.struct([("x", pa.int64())]),
        {"x": None},
    ),
    "array": (
        {"type": "array", "items": ["null", "long"]}, pa.list_(pa.int64()), [1, None]
    ),
    "map": ({"type": "map", "values": "long"}, pa.map_(pa.string(), pa.int64()), {"k": 1}),
    "bytes": ("bytes", pa.binary(), b"\x00\xff"),
    "text": ("string", pa.string(), ""),
}  # fmt: skip


def write(path: Path, fields: list[dict[str, Any]], rows: list[dict[str, Any]]) -> Path:
    schema = fastavro.parse_schema({"type": "record", "name": "row", "fields": fields})
    with path.open("wb") as file:
        fastavro.writer(file, schema, rows, codec="deflate", sync_interval=1000)
    return path


def numbers(path: Path, *values: int | None) -> Path:
    fields: list[dict[str, Any]] = [{"name": "k", "type": ["null", "int"]}]
    return write(path, fields, [{"k": value} for value in values])


@pytest.mark.parametrize("column", COLUMNS)
def test_a_logical_type_is_the_same_in_parquet(column: str, tmp_path: Path) -> None:
    kind, stored, value = COLUMNS[column]
    fields: list[dict[str, Any]] = [{"name": "k", "type": "long"}]
    fields.append({"name": column, "type": ["null", kind]})
    given = str(value) if column == "uuid" else value
    rows: list[dict[str, Any]] = [{"k": 1, column: given}, {"k": 2, column: None}]
    file = write(tmp_path / "t.avro", fields, rows)
    typed = value.bytes if column == "uuid" else list(value.items()) if column == "map" else value
    table = pa.table({"k": [1, 2], column: pa.array([typed, None], stored)})
    pq.write_table(table, tmp_path / "t.parquet")
    for one, other in ((file, tmp_path / "t.parquet"), (tmp_path / "t.parquet", file)):
        found = rdmp.evaluate(one, other)
        assert (found.unique_rows, found.matched_rows) == (2, 2)


def test_a_file_cut_off_anywhere_stops(tmp_path: Path) -> None:
    file = numbers(tmp_path / "t.avro", *range(5000))
    whole = file.read_bytes()
    half = tmp_path / "half.avro"
    for size in (5, 40, len(whole) // 2, len(whole) - 17, len(whole) - 1):
        half.write_bytes(whole[:size])
        with pytest.raises(rdmp.SourceError, match=r"half\.avro"):
            rdmp.evaluate(file, half)


WITH_LITTLE_PATIENCE = """
import sys
import rdmp
from rdmp.readers import avro

avro._PATIENCE = 2.0
try:
    rdmp.evaluate(sys.argv[1], sys.argv[1])
except rdmp.SourceError as stop:
    print(stop.message)
"""


def test_a_damaged_block_stops_although_its_reader_does_not(tmp_path: Path) -> None:
    whole = bytearray(numbers(tmp_path / "t.avro", *range(5000)).read_bytes())
    middle = len(whole) // 2
    whole[middle : middle + 40] = bytes(40)
    (tmp_path / "bad.avro").write_bytes(whole)
    # In a process of its own, which takes the stuck thread with it.
    run = subprocess.run(
        [sys.executable, "-c", WITH_LITTLE_PATIENCE, str(tmp_path / "bad.avro")],
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    assert "bad.avro cannot be read as an Avro file" in run.stdout


def test_a_file_without_rows_stops(tmp_path: Path) -> None:
    with pytest.raises(rdmp.SourceError, match="no rows"):
        rdmp.evaluate(numbers(tmp_path / "t.avro"), numbers(tmp_path / "o.avro", 1))


def test_a_union_of_several_kinds_stops_and_uuids_inside_too(tmp_path: Path) -> None:
    kinds = {
        "union": ["null", "int", "string"],
        "inside": {"type": "array", "items": COLUMNS["uuid"][0]},
    }
    for name, kind in kinds.items():
        file = write(tmp_path / "t.avro", [{"name": name, "type": kind}], [])
        with pytest.raises(rdmp.ColumnError, match=repr(name)):
            rdmp.evaluate(file, file)


def test_part_files_are_one_table_and_drift_stops(tmp_path: Path) -> None:
    folder = tmp_path / "zone=1"
    for key, value in (("a", 1), ("b*", 2)):
        (tmp_path / "data" / f"zone={key}").mkdir(parents=True)
        numbers(tmp_path / "data" / f"zone={key}" / "part[1]", value)
    table = pa.table({"k": [1, 2], "zone": ["a", "b*"]})
    pq.write_table(table, tmp_path / "t.parquet")
    found = rdmp.evaluate(tmp_path / "data", tmp_path / "t.parquet")
    assert (found.original_rows, found.matched_rows) == (2, 2)
    folder.mkdir()
    numbers(folder / "1.avro", 1)
    write(folder / "2.avro", [{"name": "k", "type": "string"}], [{"k": "x"}])
    with pytest.raises(rdmp.ColumnError, match=r"2\.avro.*'k'"):
        rdmp.evaluate(folder, folder)
