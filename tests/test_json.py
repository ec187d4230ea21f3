"""JSON and NDJSON: numbers as they are written, kinds from every record, no guess."""

from __future__ import annotations

import gzip
import json
import os
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

import rdmp


def lines(path: Path, *records: str) -> Path:
    path.write_text("".join(record + "\n" for record in records), encoding="utf-8")
    return path


def parquet(path: Path, **columns: Any) -> Path:
    pq.write_table(pa.table(columns), path)
    return path


def counts(original: object, avatar: object, **options: Any) -> tuple[int, int | None, int]:
    found = rdmp.evaluate(original, avatar, **options)
    return found.original_rows, found.unique_rows, found.matched_rows


def types(original: object, avatar: object) -> dict[str, str]:
    return {one.name: one.original_type for one in rdmp.evaluate(original, avatar).columns}


LONG = "0.12345678901234567"


def test_a_number_is_the_decimal_that_is_written(tmp_path: Path) -> None:
    file = lines(tmp_path / "t.json", f'{{"v": {LONG}}}', '{"v": 1.10}', '{"v": 12345678.5}')
    typed = pa.array([Decimal(LONG), Decimal("1.1"), Decimal("12345678.5")], pa.decimal128(30, 17))
    assert counts(file, parquet(tmp_path / "t.parquet", v=typed)) == (3, 3, 3)
    near = pa.array([Decimal("0.12345678901234568")] * 2, pa.decimal128(30, 17))
    assert counts(file, parquet(tmp_path / "near.parquet", v=near)) == (3, 3, 0)


def test_whole_numbers_beyond_a_double_stay_apart(tmp_path: Path) -> None:
    big = [2**53, 2**53 + 1, 2**63 + 1, 10**30 + 1]
    file = lines(tmp_path / "t.ndjson", *(f'{{"v":{value}}}' for value in big))
    other = lines(tmp_path / "o.ndjson", *(f'{{"v":{value - 1}}}' for value in big))
    assert counts(file, file) == (4, 4, 4)
    assert counts(file, other) == (4, 4, 1)
    assert types(file, file) == {"v": "HUGEINT"}


def test_a_double_written_in_17_digits_is_that_double(tmp_path: Path) -> None:
    values = [0.1 + 0.2, 1e22, 5e-324, 1.7976931348623157e308, -0.0, 123456.789]
    file = lines(tmp_path / "t.ndjson", *(json.dumps({"v": value}) for value in values))
    assert counts(file, parquet(tmp_path / "t.parquet", v=values)) == (6, 6, 6)


def test_every_spelling_of_a_number_is_the_same_number(tmp_path: Path) -> None:
    spelled = ["1E5", "1e+5", "100000", "100000.0", "1.0e5", "0.1e6"]
    file = lines(tmp_path / "t.ndjson", *(f'{{"v":{one}}}' for one in spelled))
    hundred = parquet(tmp_path / "t.parquet", v=[100_000, 1])
    assert counts(hundred, file) == (2, 2, 1)
    assert counts(file, hundred) == (6, 0, 0)


def test_a_late_number_of_another_size_decides_the_type(tmp_path: Path) -> None:
    records = [f'{{"v":{value}}}' for value in range(30_000)]
    file = lines(tmp_path / "t.ndjson", *records, '{"v":0.5}', '{"v":99999999999999999999}')
    assert counts(file, file) == (30_002, 30_002, 30_002)
    assert types(file, file) == {"v": "DECIMAL(38,1)"}


def test_a_long_number_in_one_record_leaves_texts_alone(tmp_path: Path) -> None:
    texts = ['a "1234567890.12345678" b', "\\", 'x\\"', "[1234567890.12345678,", "1e999", "é\n\t"]
    rows = [f'{{"s": {json.dumps(text)}, "v": 1234567890.12345678}}' for text in texts]
    file = lines(tmp_path / "t.ndjson", *rows)
    typed = {"s": texts, "v": pa.array([Decimal("1234567890.12345678")] * 6, pa.decimal128(20, 8))}
    assert counts(file, parquet(tmp_path / "t.parquet", **typed)) == (6, 6, 6)


def test_a_string_is_text_whatever_it_looks_like(tmp_path: Path) -> None:
    file = lines(tmp_path / "t.ndjson", '{"v":"1"}', '{"v":"01"}', '{"v":"2024-01-01"}', '{"v":""}')
    assert types(file, file) == {"v": "VARCHAR"}
    assert counts(file, parquet(tmp_path / "t.parquet", v=["1", "01", "2024-01-01", ""]))[2] == 4
    with pytest.raises(rdmp.ColumnError, match="'v'"):
        rdmp.evaluate(file, parquet(tmp_path / "n.parquet", v=[1, 2]))


def test_a_missing_key_null_and_nan_are_missing(tmp_path: Path) -> None:
    file = lines(
        tmp_path / "t.ndjson", '{"k":1,"v":null}', '{"k":2}', '{"k":3,"v":NaN}', '{"v":1.5}'
    )
    typed = {"k": [1, 2, 3, None], "v": [None, None, None, 1.5]}
    assert counts(file, parquet(tmp_path / "t.parquet", **typed)) == (4, 4, 4)


def test_a_column_of_nulls_fits_any_type(tmp_path: Path) -> None:
    file = lines(tmp_path / "t.ndjson", '{"k":1,"v":null}', '{"k":2,"v":null}')
    typed = {"k": [1, 2], "v": pa.array([None, "a"])}
    assert counts(file, parquet(tmp_path / "t.parquet", **typed)) == (2, 2, 1)


def test_nested_values_are_structs_and_lists(tmp_path: Path) -> None:
    file = lines(
        tmp_path / "t.ndjson",
        '{"k":1,"s":{"b":[1, 2.50],"a":"x"},"l":[{"q":true}]}',
        '{"k":2,"s":{"a":null},"l":[]}',
        '{"k":3,"s":null}',
    )
    struct = pa.struct([("a", pa.string()), ("b", pa.list_(pa.float64()))])
    listed = pa.list_(pa.struct([("q", pa.bool_())]))
    typed = {
        "k": [1, 2, 3],
        "s": pa.array([{"a": "x", "b": [1, 2.5]}, {"a": None, "b": None}, None], struct),
        "l": pa.array([[{"q": True}], [], None], listed),
    }
    assert counts(file, parquet(tmp_path / "t.parquet", **typed)) == (3, 3, 3)


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ('{"k":1,"v":[1,"x"]}', "several kinds"),
        ('{"k":1,"v":[{}]}', "several kinds"),
        ('{"k":1,"v":[{"a":1,"a":2}]}', "same key more than once"),
        (f'{{"k":1,"v":[{LONG}1234]}}', "no double holds"),
    ],
)
def test_nested_values_that_no_type_holds_stop(record: str, told: str, tmp_path: Path) -> None:
    file = lines(tmp_path / "t.ndjson", record)
    with pytest.raises(rdmp.ColumnError, match=f"'v'.*{told}"):
        rdmp.evaluate(file, file)


@pytest.mark.parametrize(
    ("record", "error", "told"),
    [
        ('{"k":1,"k":2}', rdmp.SourceError, "line 3: a record holds the same key"),
        ("[1]", rdmp.SourceError, "line 3: a record is no JSON object"),
        ('{"k":"secret"}', rdmp.ColumnError, "line 3: column 'k' mixes numbers and text"),
        ('{"k":true}', rdmp.ColumnError, "line 3: column 'k' mixes numbers and true/false"),
        ('{"k":{"a":1}}', rdmp.ColumnError, "line 3: column 'k' mixes numbers and objects"),
        ('{"k":1', rdmp.SourceError, "line 3 of .* is not one whole JSON object"),
        ('{"k":01}', rdmp.SourceError, "line 3 of .* is not one whole JSON object"),
        ('{"k":1}{"k":2}', rdmp.SourceError, "line 3 of .* is not one whole JSON object"),
    ],
)
def test_a_record_that_is_none_stops_with_file_and_line(
    record: str, error: type[Exception], told: str, tmp_path: Path
) -> None:
    file = lines(tmp_path / "t.ndjson", '{"k":1}', "", record, '{"k":4}')
    with pytest.raises(error, match=told) as stop:
        rdmp.evaluate(file, file)
    assert "secret" not in str(stop.value)
    assert "t.ndjson" in str(stop.value)


def test_the_code_point_that_marks_numbers_is_refused_in_texts(tmp_path: Path) -> None:
    for spelled in ("\ufdd0", "\\uFDD0"):
        file = lines(tmp_path / "t.ndjson", f'{{"k":"{spelled}"}}')
        with pytest.raises(rdmp.SourceError, match=r"U\+FDD0"):
            rdmp.evaluate(file, file)


def test_arrays_are_read_like_lines_and_half_of_one_stops(tmp_path: Path) -> None:
    file = lines(tmp_path / "t.ndjson", '{"k":1}', '{"k":2.50}')
    (tmp_path / "t.json").write_text('\ufeff [\n {"k": 1.0},\n\n {"k": 2.5}]', encoding="utf-8")
    assert counts(file, tmp_path / "t.json") == (2, 2, 2)
    (tmp_path / "t.json").write_text('[{"k": 1},\n {"k": 2.5}', encoding="utf-8")
    with pytest.raises(rdmp.SourceError, match=r"t\.json cannot be read to its end"):
        rdmp.evaluate(file, tmp_path / "t.json")


@pytest.mark.parametrize("text", ["[]", "\n\n", "{}\n"])
def test_a_file_without_a_record_stops(text: str, tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text(text)
    with pytest.raises(rdmp.SourceError, match=r"t\.json holds no record"):
        rdmp.evaluate(tmp_path / "t.json", tmp_path / "t.json")


def test_what_is_no_json_stops_by_its_first_character(tmp_path: Path) -> None:
    for content in (b"key,value\n1,2\n", b"\x00\x01"):
        (tmp_path / "t.json").write_bytes(content)
        with pytest.raises(rdmp.SourceError, match="neither a JSON object nor an array"):
            rdmp.evaluate(tmp_path / "t.json", tmp_path / "t.json")
    (tmp_path / "t.json").write_bytes('{"a":1}\n'.encode("utf-16"))
    with pytest.raises(rdmp.SourceError, match="UTF-16"):
        rdmp.evaluate(tmp_path / "t.json", tmp_path / "t.json")


def test_compressed_files_are_read_and_half_of_one_stops(tmp_path: Path) -> None:
    records = [json.dumps({"k": key, "noise": os.urandom(8).hex()}) for key in range(4000)]
    file = lines(tmp_path / "t.ndjson", *records)
    packed = {"t.ndjson.gz": gzip.compress, "t.ndjson.zst": zstandard.ZstdCompressor().compress}
    for name, pack in packed.items():
        (tmp_path / name).write_bytes(pack(file.read_bytes()))
        assert counts(file, tmp_path / name) == (4000, 4000, 4000)
        (tmp_path / name).write_bytes(pack(file.read_bytes())[:-5000])
        with pytest.raises(rdmp.SourceError, match=r"t\.ndjson\."):
            rdmp.evaluate(file, tmp_path / name)


def test_names_that_differ_by_case_or_hold_marks_are_columns(tmp_path: Path) -> None:
    record = {"id": 1, "ID": 2, "a/b": 3, "x~y": 4, "": 5, "0": 6, 'q"': 7, "$.id": 8}
    file = lines(tmp_path / "t.ndjson", json.dumps(record))
    other = lines(tmp_path / "o.ndjson", json.dumps(dict(reversed(record.items()))))
    assert counts(file, other) == (1, 1, 1)
    swapped = lines(tmp_path / "s.ndjson", json.dumps(record | {"id": 2, "ID": 1}))
    assert counts(file, swapped) == (1, 1, 0)


def test_part_files_are_one_table_and_drift_stops(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    for zone, record in (("01", '{"k":1,"v":1.5}'), ("2", '{"v":2,"k":2}')):
        (folder / f"zone={zone}").mkdir(parents=True)
        lines(folder / f"zone={zone}" / "part.ndjson", record)
    typed = {"k": [1, 2], "v": [1.5, 2], "zone": ["01", "2"]}
    assert counts(folder, parquet(tmp_path / "t.parquet", **typed)) == (2, 2, 2)
    lines(folder / "zone=2" / "part.ndjson", '{"k":2}')
    with pytest.raises(rdmp.ColumnError, match=r"part\.ndjson.*'v'"):
        rdmp.evaluate(folder, folder)


def test_names_of_files_are_no_patterns(tmp_path: Path) -> None:
    for name in ("a[1].ndjson", "a*.ndjson", "it's.ndjson"):
        file = lines(tmp_path / name, '{"k":1}')
        assert counts(file, file) == (1, 1, 1)
