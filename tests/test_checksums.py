"""`--verify-checksums`: what is damaged is an error, and what cannot be verified is said."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import rdmp
from rdmp.cli.app import main
from rdmp.cli.exit_codes import ExitCode
from rdmp.readers.pages import BadPageError, Page, pages

Versions = Literal["1.0", "2.0"]


def some_table(rows: int = 3000) -> pa.Table:
    return pa.table(
        {
            "number": [i * 7 for i in range(rows)],
            "text": [f"person {i % 50}" for i in range(rows)],
            "nested": [[i, None] if i % 3 else None for i in range(rows)],
        }
    )


def write(path: Path, *, checksums: bool = True, **how: Any) -> Path:
    how = {"row_group_size": 1000, "data_page_size": 400, "write_batch_size": 100} | how
    pq.write_table(some_table(), path, write_page_checksum=checksums, **how)
    return path


def pages_of(path: Path) -> list[Page]:
    metadata = pq.read_metadata(path)
    with path.open("rb") as file:
        return [
            page
            for group in range(metadata.num_row_groups)
            for column in range(metadata.num_columns)
            for page in pages(file, metadata.row_group(group).column(column))
        ]


def flip(path: Path, place: int, bit: int = 1) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= bit
    path.write_bytes(content)


def codes(evaluation: rdmp.Evaluation) -> list[str]:
    return [one.code for one in evaluation.findings if one.code.startswith("checksums")]


@pytest.mark.parametrize("compression", ["snappy", "zstd", "none"])
@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_every_page_is_found_and_its_checksum_is_that_of_its_bytes(
    tmp_path: Path, version: Versions, compression: str
) -> None:
    import zlib

    path = write(tmp_path / "t.parquet", data_page_version=version, compression=compression)
    content = path.read_bytes()
    found = pages_of(path)
    assert len(found) > 30
    for page in found:
        assert page.checksum is not None
        assert zlib.crc32(content[page.start : page.start + page.size]) == page.checksum % 2**32
    bare = write(
        tmp_path / "bare.parquet",
        checksums=False,
        data_page_version=version,
        compression=compression,
    )
    assert {page.checksum for page in pages_of(bare)} == {None}


def test_sound_files_with_checksums_are_verified_in_silence(tmp_path: Path) -> None:
    paths = write(tmp_path / "o.parquet"), write(tmp_path / "a.parquet")
    found = rdmp.evaluate(*paths, verify_checksums=True)
    assert (found.matched_rows, codes(found)) == (3000, [])
    assert found.options["verify_checksums"] is True


@pytest.mark.parametrize("side", ["o", "a", "h"])
def test_a_damaged_page_is_an_error_that_names_the_file(tmp_path: Path, side: str) -> None:
    paths = [write(tmp_path / f"{name}.parquet") for name in "oah"]
    damaged = tmp_path / f"{side}.parquet"
    page = pages_of(damaged)[-2]
    flip(damaged, page.start + page.size // 2)
    with pytest.raises(rdmp.SourceError, match=rf"{side}\.parquet is damaged"):
        rdmp.evaluate(*paths[:2], holdout=paths[2], verify_checksums=True)


def test_files_without_checksums_are_counted_in_a_note(tmp_path: Path) -> None:
    original = tmp_path / "original"
    original.mkdir()
    for number in range(3):
        write(original / f"{number}.parquet", checksums=number == 1)
    avatar = write(tmp_path / "a.parquet")
    found = rdmp.evaluate(original, avatar, verify_checksums=True)
    assert codes(found) == ["checksums-missing"]
    note = next(one for one in found.findings if one.code == "checksums-missing")
    assert note.severity == "note"
    assert "2 of 3 files" in note.message


def test_what_is_no_parquet_file_is_said_to_be_unverified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "o.csv").write_text("a\n1\n2\n", encoding="utf-8")
    table = pa.table({"a": [1, 2]})
    found = rdmp.evaluate(tmp_path / "o.csv", table, holdout=table, verify_checksums=True)
    assert codes(found) == ["checksums-not-parquet"] * 3
    path = str(tmp_path / "o.csv")
    assert main(["evaluate", path, path, "--verify-checksums", "--format", "json"]) == ExitCode.DONE
    said = json.loads(capsys.readouterr().out)["findings"]
    assert [one["code"] for one in said].count("checksums-not-parquet") == 2


def test_without_the_option_nothing_is_verified_and_nothing_is_said(tmp_path: Path) -> None:
    paths = write(tmp_path / "o.parquet", checksums=False), write(tmp_path / "a.parquet")
    assert codes(rdmp.evaluate(*paths)) == []


def test_a_file_that_lost_its_end_or_its_headers_is_damaged(tmp_path: Path) -> None:
    avatar = write(tmp_path / "a.parquet")
    original = write(tmp_path / "o.parquet")
    for page in pages_of(original)[:3]:
        original = write(tmp_path / "o.parquet")
        content = bytearray(original.read_bytes())
        content[page.header : page.start] = b"\xff" * (page.start - page.header)
        original.write_bytes(content)
        with pytest.raises(rdmp.SourceError, match=r"o\.parquet is damaged"):
            rdmp.evaluate(original, avatar, verify_checksums=True)


@pytest.mark.parametrize("rows", [0, 1])
def test_small_tables_have_pages_too(tmp_path: Path, rows: int) -> None:
    pq.write_table(some_table().slice(0, rows), tmp_path / "o.parquet", write_page_checksum=True)
    if rows:
        paths = tmp_path / "o.parquet", tmp_path / "o.parquet"
        assert rdmp.evaluate(*paths, verify_checksums=True).matched_rows == 1
    assert all(page.checksum is not None for page in pages_of(tmp_path / "o.parquet"))


@pytest.mark.parametrize("verify", [False, True])
def test_a_file_without_columns_is_said_to_have_none(tmp_path: Path, *, verify: bool) -> None:
    pq.write_table(some_table().select([]), tmp_path / "o.parquet", write_page_checksum=True)
    with pytest.raises(rdmp.SourceError, match=r"o\.parquet has no columns"):
        rdmp.evaluate(tmp_path / "o.parquet", tmp_path / "o.parquet", verify_checksums=verify)


def test_any_damage_to_a_header_of_a_page_is_a_bad_page_or_changes_nothing(tmp_path: Path) -> None:
    path = write(tmp_path / "t.parquet")
    chunk = pq.read_metadata(path).row_group(0).column(0)
    sound = path.read_bytes()
    first, second = pages_of(path)[:2]
    nested = b"\x1c" * 5_000
    damages = [
        (place, bytes([sound[place] ^ 1 << bit]))
        for page in (first, second)
        for place in range(page.header, page.start)
        for bit in range(8)
    ]
    bad = 0
    for place, damage in [*damages, (first.header, nested)]:
        content = sound[:place] + damage + sound[place + len(damage) :]
        try:
            list(pages(io.BytesIO(content), chunk))
        except BadPageError:
            bad += 1
    assert bad > len(damages) / 4
