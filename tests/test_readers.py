"""Tables in files that a library reads as Arrow: the same counts as from Parquet, or a stop."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import feather, orc

import rdmp

TABLE = pa.table(
    {
        "key": pa.array([1, 2, 3, 4, 4], pa.int32()),
        "text": ["a", "", None, "d", "d"],
        "price": pa.array(
            [Decimal("1.10"), None, Decimal("2.25"), None, None], pa.decimal128(9, 2)
        ),
        "at": pa.array([datetime(2020, 1, 1, 12, tzinfo=UTC)] * 5, pa.timestamp("us", "UTC")),
        "parts": pa.array([[1], [], None, [1, 2], [1, 2]], pa.list_(pa.int64())),
    }
)
"""Three unique rows of five."""


def write_stream(table: pa.Table, path: Path) -> None:
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table)


def write_orc(table: pa.Table, path: Path) -> None:
    orc.write_table(table, str(path))


def write_feather(table: pa.Table, path: Path) -> None:
    feather.write_feather(table, str(path))


WRITERS = {"t.orc": write_orc, "t.feather": write_feather, "t.arrows": write_stream}


@pytest.fixture
def parquet(tmp_path: Path) -> Path:
    path = tmp_path / "avatar.parquet"
    pq.write_table(TABLE.slice(1), path)
    return path


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_scores_as_the_same_table_in_parquet(
    name: str, tmp_path: Path, parquet: Path
) -> None:
    WRITERS[name](TABLE, tmp_path / name)
    found = rdmp.evaluate(tmp_path / name, parquet)
    assert (found.original_rows, found.unique_rows, found.matched_rows) == (5, 3, 2)
    found = rdmp.evaluate(parquet, tmp_path / name)
    assert (found.original_rows, found.unique_rows, found.matched_rows) == (4, 2, 2)


@pytest.mark.parametrize("name", WRITERS)
def test_half_a_file_stops_and_is_named(name: str, tmp_path: Path, parquet: Path) -> None:
    path = tmp_path / name
    WRITERS[name](TABLE, path)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(rdmp.SourceError, match=name):
        rdmp.evaluate(path, parquet)


def test_folders_are_columns_of_text(tmp_path: Path) -> None:
    for zone, rows in (("01", TABLE.slice(0, 3)), ("2", TABLE.slice(3))):
        folder = tmp_path / "data" / f"zone={zone}"
        folder.mkdir(parents=True)
        write_orc(rows, folder / "part.orc")
    whole = TABLE.append_column("zone", pa.array(["01", "01", "01", "2", "2"]))
    pq.write_table(whole, tmp_path / "whole.parquet")
    found = rdmp.evaluate(tmp_path / "whole.parquet", tmp_path / "data")
    assert (found.unique_rows, found.matched_rows) == (3, 3)


def test_parts_of_other_columns_or_types_stop(tmp_path: Path, parquet: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    write_orc(TABLE, folder / "1.orc")
    write_orc(TABLE.drop_columns(["text"]), folder / "2.orc")
    with pytest.raises(rdmp.ColumnError, match=r"2\.orc.*'text'"):
        rdmp.evaluate(folder, parquet)
    wide = TABLE.set_column(0, "key", TABLE["key"].cast(pa.float64()))
    write_orc(wide, folder / "2.orc")
    with pytest.raises(rdmp.ColumnError, match=r"2\.orc.*'key'"):
        rdmp.evaluate(folder, parquet)


def test_a_table_is_asked_only_of_what_holds_tables(tmp_path: Path, parquet: Path) -> None:
    write_orc(TABLE, tmp_path / "t.orc")
    with pytest.raises(rdmp.SourceError, match="no tables that have names"):
        rdmp.evaluate(f"{tmp_path / 't.orc'}::sheet", parquet)


LIBRARIES = {
    "t.avro": (b"Obj\x01", "datafusion", "avro"),
    "t.xlsx": (b"PK\x03\x04", "fastexcel", "office"),
    "t.dta": (b"<stata_dta>", "pyreadstat", "office"),
    "t.sav": (b"$FL2", "pyreadstat", "office"),
    "t.xpt": (b"HEADER RECORD*******LIBRARY HEADER", "pyreadstat", "office"),
}


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_that_is_not_installed_is_named_with_its_command(
    name: str, tmp_path: Path, parquet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head, library, extra = LIBRARIES[name]
    (tmp_path / name).write_bytes(head + bytes(100))
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(rdmp.MissingExtraError, match=library) as stop:
        rdmp.evaluate(tmp_path / name, parquet)
    assert stop.value.hint == f"pip install 'rdmp[{extra}]'"


@pytest.mark.parametrize("name", ["t.avro", "t.xlsx", "t.dta", "t.sav", "t.sas7bdat", "t.zsav"])
def test_a_file_that_is_not_what_its_name_says_stops(
    name: str, tmp_path: Path, parquet: Path
) -> None:
    (tmp_path / name).write_bytes(b"key,text\n1,a\n")
    with pytest.raises(rdmp.SourceError, match=rf"{name} is not an? \w+ file"):
        rdmp.evaluate(tmp_path / name, parquet)


def test_libraries_are_loaded_only_for_their_formats(tmp_path: Path, parquet: Path) -> None:
    listed = ", ".join(repr(library) for _, library, _ in LIBRARIES.values())
    script = (
        "import sys, rdmp; rdmp.evaluate(sys.argv[1], sys.argv[1]); "
        f"print([name for name in ({listed}) if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, str(parquet)], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"
