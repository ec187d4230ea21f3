"""Sheets of Excel: typed by every cell, '' as missing, and no cell passed over in silence."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import xlsxwriter

import rdmp

AT = datetime(2020, 5, 1, 10, 20, 30, 123000)  # noqa: DTZ001
ERROR = object()


def book(path: Path, *sheets: list[list[Any]]) -> Path:
    with xlsxwriter.Workbook(path, {"default_date_format": "yyyy-mm-dd hh:mm:ss.000"}) as workbook:
        for sheet_rows in sheets:
            sheet = workbook.add_worksheet()
            for number, row in enumerate(sheet_rows):
                for place, value in enumerate(row):
                    if value is ERROR:
                        sheet.write_formula(number, place, "=1/0", None, "#DIV/0!")
                    elif isinstance(value, str):
                        sheet.write_string(number, place, value)
                    elif value is not None:
                        sheet.write(number, place, value)
    return path


def parquet(path: Path, **columns: Any) -> Path:
    pq.write_table(pa.table(columns), path)
    return path


def test_cells_are_numbers_truths_dates_and_texts(tmp_path: Path) -> None:
    file = book(
        tmp_path / "t.xlsx",
        [
            ["n", "b", "d", "t"],
            [1, True, AT, "01"],
            [None, None, None, None],
            [2.5, False, AT, "x "],
        ],
    )
    typed = {
        "n": [1, None, 2.5], "b": [True, None, False], "d": [AT, None, AT], "t": ["01", None, "x "],
    }  # fmt: skip
    found = rdmp.evaluate(file, parquet(tmp_path / "t.parquet", **typed))
    assert (found.original_rows, found.unique_rows, found.matched_rows) == (3, 3, 3)


def test_a_column_that_begins_with_empty_cells_is_typed_by_the_later_ones(tmp_path: Path) -> None:
    rows = [[key, 7 if key == 3000 else None] for key in range(1, 3001)]
    file = book(tmp_path / "t.xlsx", [["k", "v"], *rows])
    typed = {"k": list(range(1, 3001)), "v": pa.array([*[None] * 2999, 7], pa.int64())}
    found = rdmp.evaluate(parquet(tmp_path / "t.parquet", **typed), file)
    assert found.matched_rows == 3000


def test_an_empty_text_is_a_missing_value_and_told(tmp_path: Path) -> None:
    file = book(tmp_path / "t.xlsx", [["k", "v"], [1, ""], [2, None], [3, "a"]])
    other = parquet(tmp_path / "t.parquet", k=[1, 2, 3], v=["", "", "a"])
    for one, two in ((file, other), (other, file)):
        found = rdmp.evaluate(one, two)
        assert found.matched_rows == 3
        assert "empty-as-missing" in {finding.code for finding in found.findings}
    cast = rdmp.evaluate(other, file, cast={"v": "VARCHAR"})
    assert cast.matched_rows == 3


@pytest.mark.parametrize("late", ["text", True, AT])
def test_a_column_of_several_kinds_stops_even_in_its_last_row(late: Any, tmp_path: Path) -> None:
    rows = [[key, key] for key in range(2000)]
    file = book(tmp_path / "t.xlsx", [["k", "v"], *rows, [1, late]])
    with pytest.raises(rdmp.ColumnError, match=r"t\.xlsx: sheet 'Sheet1': .*'v' are of several"):
        rdmp.evaluate(file, file)


def test_an_error_in_a_cell_stops_with_its_row(tmp_path: Path) -> None:
    file = book(tmp_path / "t.xlsx", [["k", "v"], [1, 1], [2, ERROR]])
    with pytest.raises(rdmp.ColumnError, match="row 3: column 'v' holds an error"):
        rdmp.evaluate(file, file)


def test_a_sheet_is_named_where_there_are_several(tmp_path: Path) -> None:
    file = book(tmp_path / "t.xlsx", [["k"], [1]], [["k"], [2], [1]])
    with pytest.raises(rdmp.SourceError, match="2 sheets: 'Sheet1', 'Sheet2'"):
        rdmp.evaluate(file, file)
    with pytest.raises(rdmp.SourceError, match="no sheet 'sheet2'; its sheets are: 'Sheet1'"):
        rdmp.evaluate(f"{file}::sheet2", f"{file}::Sheet1")
    found = rdmp.evaluate(f"{file}::Sheet1", f"{file}::Sheet2")
    assert (found.original_rows, found.matched_rows) == (1, 1)


def test_names_that_occur_twice_stop_and_one_nameless_column_does_not(tmp_path: Path) -> None:
    file = book(tmp_path / "t.xlsx", [["a", "a"], [1, 2]])
    with pytest.raises(rdmp.ColumnError, match="more than once: 'a'"):
        rdmp.evaluate(file, file)
    merged = book(tmp_path / "m.xlsx", [["a", None, None], [1, 2, 3]])
    with pytest.raises(rdmp.ColumnError, match="more than once: ''"):
        rdmp.evaluate(merged, merged)
    file = book(tmp_path / "n.xlsx", [["a", None], [1, 2]])
    assert rdmp.evaluate(file, file, exclude=[""]).matched_rows == 1


def test_an_empty_table_stops(tmp_path: Path) -> None:
    file = book(tmp_path / "t.xlsx", [["a"]], [])
    with pytest.raises(rdmp.SourceError, match="no rows"):
        rdmp.evaluate(f"{file}::Sheet1", f"{file}::Sheet1")
    with pytest.raises(rdmp.SourceError, match="'Sheet2' is empty"):
        rdmp.evaluate(f"{file}::Sheet2", f"{file}::Sheet2")


def test_half_a_workbook_and_a_protected_one_stop(tmp_path: Path) -> None:
    file = book(tmp_path / "t.xlsx", [["a"], [1]])
    half = tmp_path / "half.xlsx"
    half.write_bytes(file.read_bytes()[:2000])
    with pytest.raises(rdmp.SourceError, match=r"half\.xlsx .* damaged or cut off"):
        rdmp.evaluate(file, half)
    # A workbook that a password protects is wrapped in a container of the old kind.
    locked = tmp_path / "locked.xlsx"
    locked.write_bytes(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(4000))
    with pytest.raises(rdmp.SourceError, match=r"locked\.xlsx .* protected by a password"):
        rdmp.evaluate(file, locked)
