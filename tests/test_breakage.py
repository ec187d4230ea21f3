"""Faults that a newcomer found, each held for its whole kind."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, time
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa
import pytest

import rdmp
from rdmp.engines.duckdb import delimited
from rdmp.engines.duckdb.session import Session

STAMPS = [pd.Timestamp(1001), pd.Timestamp(2003)]
SPANS = [pd.Timedelta(1001), pd.Timedelta(2003)]


@pytest.mark.parametrize(
    "values",
    [
        STAMPS,
        SPANS,
        [pd.Timestamp(1001, tz="UTC"), pd.Timestamp(2003, tz="UTC")],
        [[one] for one in STAMPS],
        [{"at": one} for one in STAMPS],
        [time(1, 2, tzinfo=UTC), time(3, 4, tzinfo=UTC)],
        [time(1, 2, tzinfo=UTC), time(1, 2)],
        [[time(1, 2, tzinfo=UTC)], [time(3, 4)]],
    ],
)
def test_objects_that_arrow_would_cut_stop(values: list[Any]) -> None:
    frame = pd.DataFrame({"seen": pd.Series(values, dtype=object)})
    with pytest.raises(rdmp.ColumnError, match="seen") as stop:
        rdmp.evaluate(frame, frame.copy())
    assert stop.value.hint


def test_objects_to_the_microsecond_go_on() -> None:
    frame = pd.DataFrame(
        {
            "at": pd.Series([pd.Timestamp(1000), pd.Timestamp(2000)], dtype=object),
            "t": [time(1), time(2)],
        }
    )
    assert rdmp.evaluate(frame, frame.copy()).matched_rows == 2


def test_floats_that_went_through_four_bytes_are_told(tmp_path: Path) -> None:
    readings = [36.6, 37.1, 38.3, 39.9]
    widened = [float(pa.scalar(x, pa.float32()).as_py()) for x in readings]
    original = tmp_path / "o.csv"
    original.write_text("v\n" + "\n".join(map(str, readings)) + "\n")
    for spelled in (map(repr, widened), (f"{x:.9g}" for x in widened)):
        avatar = tmp_path / "a.csv"
        avatar.write_text("v\n" + "\n".join(spelled) + "\n")
        found = rdmp.evaluate(original, avatar)
        assert found.matched_rows == 0
        assert [one.code for one in found.findings] == ["near-match"]


def test_whole_numbers_are_not_near_because_four_bytes_merge_them() -> None:
    original = pa.table({"v": pa.array([16777217.0, 33554435.0])})
    avatar = pa.table({"v": pa.array([16777216.0, 33554436.0])})
    assert not rdmp.evaluate(original, avatar).findings


def test_a_separator_that_stands_nowhere_stops(tmp_path: Path) -> None:
    for name in ("o.csv", "a.csv"):
        (tmp_path / name).write_text("a,b\n1,x\n2,y\n")
    with pytest.raises(rdmp.SourceError, match=r"does not stand in the first line of .*o\.csv"):
        rdmp.evaluate(tmp_path / "o.csv", tmp_path / "a.csv", delimiter=";")


def test_a_separator_for_files_of_one_column_is_taken(tmp_path: Path) -> None:
    for name in ("o.csv", "a.csv"):
        (tmp_path / name).write_text("a\nx,1\ny,2\n")
    assert rdmp.evaluate(tmp_path / "o.csv", tmp_path / "a.csv", delimiter=";").matched_rows == 2


@pytest.mark.parametrize(
    ("local", "odd"),
    [("2024-10-27 02:30", True), ("2024-03-31 02:30", True), ("2024-07-01 02:30", False)],
)
def test_local_times_that_clocks_show_twice_or_never_are_told(
    tmp_path: Path, local: str, *, odd: bool
) -> None:
    (tmp_path / "o.csv").write_text(f"v\n{local}\n")
    (tmp_path / "a.csv").write_text("v\n2024-10-27T00:30Z\n")
    typed = pa.table({"v": pa.array([pd.Timestamp(local)], pa.timestamp("us"))})
    for original in (tmp_path / "o.csv", typed):
        found = rdmp.evaluate(original, tmp_path / "a.csv", timezone="Europe/Paris")
        assert ("odd-local-hours" in {one.code for one in found.findings}) is odd


@pytest.mark.parametrize(
    "keywords",
    [
        {"null": "NA"},
        {"columns": "a"},
        {"exclude": "a"},
        {"null": [1]},
        {"cast": "a=INT"},
        {"rename": "a=b"},
        {"decimal": ";"},
        {"quick": True, "second_look": "always"},
        {"timezone": "Nope"},
    ],
)
def test_keywords_of_another_shape_are_refused(keywords: dict[str, Any]) -> None:
    pair = pa.table({"a": [1]})
    with pytest.raises(rdmp.OptionError):
        rdmp.evaluate(pair, pair, **keywords)


def test_a_message_shows_only_the_beginning_of_a_name() -> None:
    name = "x" * 10_000
    with pytest.raises(rdmp.ColumnError) as stop:
        rdmp.evaluate(pa.table({name: [1]}), pa.table({"y": [1]}))
    assert len(stop.value.message) < 400


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes the output")
def test_a_closed_output_is_no_bug(tmp_path: Path) -> None:
    (tmp_path / "o.csv").write_text("a\n1\n")
    command = f"{sys.executable} -m rdmp evaluate o.csv o.csv >&-"
    ran = subprocess.run(
        ["sh", "-c", command],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 3
    assert ran.stderr.startswith("rdmp: error: standard output is closed")


def test_one_reader_for_both_sides_is_an_error_of_the_source() -> None:
    reader = pa.table({"a": [1, 2]}).to_reader()
    with pytest.raises(rdmp.SourceError, match="read before"):
        rdmp.evaluate(reader, reader)


@pytest.fixture
def good_files(tmp_path: Path) -> tuple[Path, Path]:
    original, avatar = tmp_path / "o.csv", tmp_path / "a.csv"
    original.write_text("a,b\n1,x\n2,y\n3,z\n")
    avatar.write_text("a,b\n1,x\n3,z\n4,z\n")
    return original, avatar


def test_a_good_file_at_which_the_parallel_reader_stops_is_read_in_order(
    monkeypatch: pytest.MonkeyPatch, good_files: tuple[Path, Path]
) -> None:
    real, stopped = Session.execute, []

    def misled(self: Session, statement: rdmp.Statement) -> list[tuple[Any, ...]]:
        if statement.name == "facts" and any(
            one.parallel for one in self.registered.texts.values()
        ):
            stopped.append(statement.name)
            raise duckdb.InvalidInputException("a record: 1,x")
        return real(self, statement)

    monkeypatch.setattr(Session, "execute", misled)
    found = rdmp.evaluate(*good_files)
    assert stopped == ["facts"]
    assert (found.original_rows, found.matched_rows) == (3, 2)


def test_rows_that_a_pass_has_lost_make_it_run_again_in_order(
    monkeypatch: pytest.MonkeyPatch, good_files: tuple[Path, Path]
) -> None:
    asked: list[int] = []

    def never(*_: object) -> bool:
        asked.append(1)
        return False

    monkeypatch.setattr(delimited, "inspect", lambda *_: 9)
    monkeypatch.setattr(delimited, "is_read_right_in_parallel", never)
    found = rdmp.evaluate(*good_files)
    assert len(asked) == 2
    assert (found.original_rows, found.matched_rows) == (3, 2)
    assert [one.name for one in found.statements].count("facts") >= 4
