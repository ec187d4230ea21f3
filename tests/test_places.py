"""Where a reproduced row stands: file and number for every kind of source, or nothing at all."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from database_writers import write_duckdb, write_sqlite
from export_writers import redshift_escape
from formats import FORMATS

import rdmp

ROWS = 9_000
"""Of more than one block, batch or stripe where a format has them."""

KEYS = random.Random(7).sample(range(10 * ROWS), ROWS)  # noqa: S311 - a table, no secret
PLACES = sorted(random.Random(8).sample(range(ROWS), 40))  # noqa: S311


def table(keys: list[int]) -> pa.Table:
    return pa.table({"key": pa.array(keys), "label": [f"person {key}" for key in keys]})


@pytest.fixture(scope="module")
def avatar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an avatar that holds the rows of `PLACES`, in another order."""
    path = tmp_path_factory.mktemp("avatar") / "a.parquet"
    keys = [KEYS[place] for place in reversed(PLACES)]
    pq.write_table(table([*keys, *range(10 * ROWS, 11 * ROWS)]), path)
    return path


def told(original: object, avatar: Path, output: Path, **options: Any) -> list[tuple[Any, Any]]:
    """Return file and number of each row that was written, as they were written."""
    written = rdmp.write_rows(original, avatar, output, threads=4, **options)
    rows = pq.read_table(output).to_pylist()
    assert written.counts.matched_rows == len(rows)
    assert written.are_placed == all(row["original_row"] is not None for row in rows)
    assert len({row["sha256"] for row in rows}) == len(rows)
    return [(row["original_file"], row["original_row"]) for row in rows]


@pytest.mark.parametrize("name", sorted(FORMATS.keys() - {"pandas", "polars"}))
def test_a_row_of_a_file_is_told_by_its_number_in_it(
    name: str, avatar: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    original = FORMATS[name].write(table(KEYS), folder, None)
    expected = [(str(original), place + 1) for place in PLACES]
    assert told(original, avatar, tmp_path / "r.parquet") == expected


def test_a_row_of_json_with_long_numbers_is_told_by_its_number(tmp_path: Path) -> None:
    keys = [10**20 + key for key in KEYS]
    lines = "".join(f'{{"key": {key}}}\n' for key in keys)
    (tmp_path / "o.json").write_text(lines, encoding="utf-8")
    chosen = "".join(f'{{"key": {keys[place]}}}\n' for place in PLACES)
    (tmp_path / "a.json").write_text(chosen, encoding="utf-8")
    original = tmp_path / "o.json"
    rows = told(original, tmp_path / "a.json", tmp_path / "r.parquet")
    assert rows == [(str(original), place + 1) for place in PLACES]


def test_a_row_of_an_export_with_escapes_is_told_by_its_number(
    avatar: Path, tmp_path: Path
) -> None:
    original = tmp_path / "o.txt"
    records = [("key", "label"), *((key, f"person {key}") for key in KEYS)]
    original.write_bytes(redshift_escape()(records))
    how = {"original_export": "redshift-escape", "original_header": True}
    rows = told(original, avatar, tmp_path / "r.parquet", **how)
    assert rows == [(str(original), place + 1) for place in PLACES]


@pytest.mark.parametrize("name", ["ndjson", "orc", "feather"])
def test_parts_that_are_numbered_as_one_table_are_told_without_a_number(
    name: str, avatar: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    for part in range(3):
        (folder / str(part)).mkdir(parents=True)
        FORMATS[name].write(table(KEYS[part::3]), folder / str(part), None)
    rows = told(folder, avatar, tmp_path / "r.parquet")
    assert rows == [(str(folder), None)] * len(PLACES)


@pytest.mark.parametrize("write", [write_duckdb, write_sqlite])
def test_a_row_of_a_database_is_told_without_a_number(
    write: Any, avatar: Path, tmp_path: Path
) -> None:
    path = tmp_path / "o.db"
    write(table(KEYS), path)
    rows = told(f"{path}::t", avatar, tmp_path / "r.parquet")
    assert rows == [(f"{path}::t", None)] * len(PLACES)


def test_values_come_without_a_number_from_where_there_is_none(
    avatar: Path, tmp_path: Path
) -> None:
    write_duckdb(table(KEYS), tmp_path / "o.duckdb")
    output = tmp_path / "r.parquet"
    rdmp.write_rows(tmp_path / "o.duckdb", avatar, output, values=True)
    rows = pq.read_table(output).to_pylist()
    assert sorted(row["key"] for row in rows) == sorted(KEYS[place] for place in PLACES)
    assert {row["original_row"] for row in rows} == {None}


# -- what cannot be copied as it stands ------------------------------------------------------------


COPIED = {"parquet", "csv", "csv.gz", "csv.zst", "pandas", "polars"}
"""What can be copied record by record; and frames, which are refused as no files."""


@pytest.mark.parametrize("name", sorted(FORMATS.keys() - COPIED))
def test_an_avatar_of_which_no_row_can_be_left_out_is_not_filtered(
    name: str, tmp_path: Path
) -> None:
    avatar = FORMATS[name].write(table(KEYS[:5]), tmp_path, None)
    output = tmp_path / "out"
    with pytest.raises(rdmp.OptionError, match="no row can be left out") as raised:
        rdmp.write_filtered(table(KEYS), str(avatar), output)
    assert raised.value.hint == "write it as Parquet or as CSV, and pass the path"
    assert not output.exists()


def test_an_avatar_with_escapes_is_not_filtered(tmp_path: Path) -> None:
    avatar = tmp_path / "a.txt"
    avatar.write_bytes(redshift_escape()([("key", "label"), (1, "a")]))
    how: dict[str, Any] = {"avatar_export": "redshift-escape", "avatar_header": True}
    with pytest.raises(rdmp.OptionError, match="text with escapes"):
        rdmp.write_filtered(table(KEYS), avatar, tmp_path / "out.txt", **how)


@pytest.mark.parametrize("write", [rdmp.write_rows, rdmp.write_filtered])
def test_an_output_in_a_bucket_is_refused_before_anything_is_read(
    write: Any, tmp_path: Path
) -> None:
    with pytest.raises(rdmp.OptionError, match=r"s3://… is not on a disk of this machine"):
        write(table(KEYS), _plain(tmp_path), "s3://bucket/out.csv")


def _plain(folder: Path) -> Path:
    path = folder / "a.csv"
    path.write_text("key,label\n1,a\n", encoding="utf-8")
    return path
