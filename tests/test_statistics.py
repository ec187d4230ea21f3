"""Files of SAS, Stata and SPSS: dates by their formats, one kind of missing, never half a file."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pyreadstat
import pytest

import rdmp
import rdmp.sources
from rdmp.readers import statistics

Writer = Callable[..., Path]


def write_sav(frame: pd.DataFrame, folder: Path, **options: Any) -> Path:
    pyreadstat.write_sav(frame, str(folder / "t.sav"), **options)
    return folder / "t.sav"


def write_zsav(frame: pd.DataFrame, folder: Path, **options: Any) -> Path:
    pyreadstat.write_sav(frame, str(folder / "t.zsav"), compress=True, **options)
    return folder / "t.zsav"


def write_dta(frame: pd.DataFrame, folder: Path, **options: Any) -> Path:
    pyreadstat.write_dta(frame, str(folder / "t.dta"), **options)
    return folder / "t.dta"


def write_xpt(frame: pd.DataFrame, folder: Path, **options: Any) -> Path:
    pyreadstat.write_xport(frame, str(folder / "t.xpt"), file_format_version=5, **options)
    return folder / "t.xpt"


WRITERS = [write_sav, write_zsav, write_dta, write_xpt]


def parquet(folder: Path, **columns: Any) -> Path:
    pq.write_table(pa.table(columns), folder / "t.parquet")
    return folder / "t.parquet"


@pytest.mark.parametrize("write", WRITERS)
def test_a_time_is_read_from_its_shortest_decimal(write: Writer, tmp_path: Path) -> None:
    start = datetime(1890, 1, 1)  # noqa: DTZ001
    times = [start + timedelta(days=400 * i, milliseconds=86_399_999 - i) for i in range(150)]
    frame = pd.DataFrame({"k": range(150), "at": pd.Series(times, dtype="datetime64[ms]")})
    typed = {"k": list(range(150)), "at": pa.array(times, pa.timestamp("us"))}
    found = rdmp.evaluate(write(frame, tmp_path), parquet(tmp_path, **typed))
    assert found.matched_rows == 150


@pytest.mark.parametrize("write", WRITERS)
def test_an_empty_text_and_a_missing_number_are_missing(write: Writer, tmp_path: Path) -> None:
    frame = pd.DataFrame({"k": [1, 2, 3], "v": [1.5, None, 2], "t": ["", "a", " b"]})
    typed = {"k": [1, 2, 3], "v": [1.5, None, 2], "t": ["", "a", " b"]}
    found = rdmp.evaluate(parquet(tmp_path, **typed), write(frame, tmp_path))
    assert found.matched_rows == 3
    assert "empty-as-missing" in {finding.code for finding in found.findings}


@pytest.mark.parametrize("write", [write_sav, write_xpt])
def test_times_of_day_are_times_and_longer_ones_stop(write: Writer, tmp_path: Path) -> None:
    times = [time(1, 2, 3), time(23, 59, 59), None]
    file = write(pd.DataFrame({"k": [1, 2, 3], "t": times}), tmp_path)
    typed = {"k": [1, 2, 3], "t": pa.array(times, pa.time64("us"))}
    assert rdmp.evaluate(file, parquet(tmp_path, **typed)).matched_rows == 3
    shown = {"t": "TIME8"}
    file = write(pd.DataFrame({"t": [3600.0, 90_000.0]}), tmp_path, variable_format=shown)
    with pytest.raises(rdmp.ColumnError, match="'t' is shown as a time of day"):
        rdmp.evaluate(file, file)


def test_a_date_with_a_part_of_a_day_stops(tmp_path: Path) -> None:
    frame = pd.DataFrame({"d": [100.5]})
    file = write_xpt(frame, tmp_path, variable_format={"d": "DATE9"})
    with pytest.raises(rdmp.ColumnError, match="'d' is shown as a date"):
        rdmp.evaluate(file, file)


def test_declared_missing_values_of_spss_are_missing(tmp_path: Path) -> None:
    frame = pd.DataFrame({"k": [1, 2, 3], "v": [1.0, 99.0, 7.0]})
    file = write_sav(frame, tmp_path, missing_ranges={"v": [99]})
    assert rdmp.evaluate(file, parquet(tmp_path, k=[1, 2, 3], v=[1, None, 7])).matched_rows == 3


@pytest.mark.parametrize("write", [write_dta, write_sav])
def test_a_value_label_is_shown_and_the_code_compared(write: Writer, tmp_path: Path) -> None:
    frame = pd.DataFrame({"sex": [1, 2, 2]})
    file = write(frame, tmp_path, variable_value_labels={"sex": {1: "f", 2: "m"}})
    assert rdmp.evaluate(file, parquet(tmp_path, sex=[1, 2, 2])).matched_rows == 1


def test_missing_codes_of_stata_are_missing(tmp_path: Path) -> None:
    frame = pd.DataFrame({"k": [1, 2, 3], "v": [1, "a", "z"]})
    file = write_dta(frame, tmp_path, missing_user_values={"v": ["a", "z"]})
    assert rdmp.evaluate(file, parquet(tmp_path, k=[1, 2, 3], v=[1, None, None])).matched_rows == 3


def test_leap_seconds_of_stata_stop(tmp_path: Path) -> None:
    file = write_dta(pd.DataFrame({"c": [1.0]}), tmp_path, variable_format={"c": "%tC"})
    with pytest.raises(rdmp.ColumnError, match="'c' counts leap seconds"):
        rdmp.evaluate(file, file)


def test_a_4_byte_float_of_stata_is_one(tmp_path: Path) -> None:
    frame = pd.DataFrame({"v": pd.Series([36.6, 1.5], dtype="float32")})
    frame.to_stata(tmp_path / "t.dta", write_index=False)
    found = rdmp.evaluate(tmp_path / "t.dta", parquet(tmp_path, v=[36.6, 1.5]))
    assert found.columns[0].original_type == "FLOAT"
    assert found.matched_rows == 2


@pytest.mark.parametrize("write", WRITERS)
def test_half_a_file_and_an_empty_table_stop(write: Writer, tmp_path: Path) -> None:
    frame = pd.DataFrame({"k": range(2000), "t": [f"person {i}" for i in range(2000)]})
    file = write(frame, tmp_path)
    half = tmp_path / f"half{file.suffix}"
    half.write_bytes(file.read_bytes()[: file.stat().st_size // 2 + 7])
    with pytest.raises(rdmp.SourceError, match=half.name):
        rdmp.evaluate(half, half)
    empty = write(frame.iloc[:0], tmp_path)
    with pytest.raises(rdmp.SourceError, match="no rows"):
        rdmp.evaluate(empty, empty)


@pytest.mark.parametrize("write", WRITERS)
def test_pieces_lose_no_row(write: Writer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "_CELLS", 1)
    frame = pd.DataFrame({"k": range(2500), "t": [f"person {i}" for i in range(2500)]})
    typed = {"k": list(range(2500)), "t": list(frame["t"])}
    found = rdmp.evaluate(write(frame, tmp_path), parquet(tmp_path, **typed))
    assert (found.original_rows, found.matched_rows) == (2500, 2500)


@pytest.mark.parametrize(
    ("shown", "clock"),
    [
        ("DATE9", "date"), ("YYMMDD10", "date"), ("E8601DA10.", "date"), ("MONYY7", "date"),
        ("DDMMYYP8", "date"), ("WEEKDATE29", "date"), ("DATETIME22.3", "timestamp"),
        ("E8601DT19", "timestamp"), ("DTDATE9", "timestamp"), ("NLDATM20", "timestamp"),
        ("TIME8", "time"), ("HHMM5", "time"), ("BEST12", None), ("COMMA10.2", None),
        ("DATEX", None), ("", None),
    ],
)  # fmt: skip
def test_a_format_of_sas_tells_what_a_number_is(shown: str, clock: str | None) -> None:
    source = rdmp.sources.Files(label="t", format="sas", paths=(Path("t"),))
    assert statistics._clock(source, Path("t"), "v", shown) == clock


def test_dates_are_days_in_every_format(tmp_path: Path) -> None:
    days = [date(1582, 10, 15), date(1959, 12, 31), date(1970, 1, 1), date(2999, 1, 1), None]
    frame = pd.DataFrame({"k": range(5), "d": pd.Series(days, dtype=object)})
    typed = parquet(tmp_path, k=list(range(5)), d=pa.array(days, pa.date32()))
    for write in WRITERS:
        assert rdmp.evaluate(typed, write(frame, tmp_path)).matched_rows == 5
