"""Data sets that read nothing ahead give the rows that pyarrow's own give."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from pyarrow import feather, orc

from rdmp.readers.sparing import sparing

ROWS = 30_000
FORMS = {"parquet": "parquet", "feather": "feather", "orc": "orc"}


def part(first: int) -> pa.Table:
    numbers = range(first, first + ROWS)
    return pa.table(
        {
            "number": pa.array(numbers, pa.int64()),
            "text": [f"{one:08d}" if one % 3 else None for one in numbers],
            "parts": pa.array([[one] for one in numbers], pa.list_(pa.int32())),
            "inside": pa.array([{"x": one} for one in numbers]),
            "inside.x": pa.array([-one for one in numbers], pa.int64()),
        }
    )


def write(table: pa.Table, path: Path, form: str) -> None:
    if form == "parquet":
        pq.write_table(table, path, row_group_size=7_000)
    elif form == "feather":
        feather.write_feather(table, str(path), chunksize=7_000)
    else:
        orc.write_table(table, str(path), stripe_size=50_000)


@pytest.fixture(params=FORMS)
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Any, Any]:
    """A data set of two parts in ``key=value`` folders, and one that reads nothing ahead."""
    form = request.param
    for number, key in enumerate(("a", "__HIVE_DEFAULT_PARTITION__")):
        (tmp_path / f"key={key}").mkdir()
        write(part(number * ROWS), tmp_path / f"key={key}" / f"t.{form}", form)
    keys = ds.partitioning(pa.schema([("key", pa.string())]), flavor="hive")
    whole = ds.dataset(tmp_path, format=FORMS[form], partitioning=keys)
    return whole, sparing(whole, whole.schema)


@pytest.mark.parametrize(
    "columns",
    [
        None,
        ["number"],
        ["key"],
        ["text", "key", "number"],
        ["parts", "number"],
        ["inside.x"],
        ["inside"],
    ],
)
@pytest.mark.parametrize("kept", [None, pc.field("number") > 12_345, pc.field("key") == "a"])
def test_a_scan_gives_the_columns_and_rows_that_were_asked_for(
    columns: list[str] | None, kept: Any, pair: tuple[Any, Any]
) -> None:
    whole, thrifty = pair
    expected = whole.scanner(columns=columns, filter=kept).to_table()
    found = thrifty.scanner(columns=columns, filter=kept).to_reader().read_all()
    assert found.combine_chunks().equals(expected.combine_chunks())


def test_an_engine_counts_rows_of_which_it_needs_no_column(pair: tuple[Any, Any]) -> None:
    rows = pair[1]
    with duckdb.connect() as connection:
        connection.register("rows", rows)
        counted = connection.sql("select count(*) from rows").fetchall()
        some = connection.sql("select count(*) from rows where number % 2 = 0").fetchall()
    assert (counted, some) == ([(2 * ROWS,)], [(ROWS,)])


def test_a_file_is_not_opened_before_its_rows_are_asked_for(pair: tuple[Any, Any]) -> None:
    rows = pair[1]
    first, last = rows.files
    reader = rows.scanner().to_reader()
    assert reader.read_next_batch().num_rows
    Path(last).unlink()
    with pytest.raises(FileNotFoundError):
        reader.read_all()
    assert Path(first).exists()


def test_a_table_is_read_more_than_once(pair: tuple[Any, Any]) -> None:
    rows = pair[1]
    assert {rows.scanner().to_reader().read_all().num_rows for _ in range(2)} == {2 * ROWS}
