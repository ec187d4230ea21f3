"""Text without some of its records, and files that are whole or not there at all."""

from __future__ import annotations

import csv
import gzip
import io
import os
import stat
from collections.abc import Callable, Sequence
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rdmp.dialect import read_dialect
from rdmp.errors import OptionError
from rdmp.options import Reading
from rdmp.output.delimited import filter_text
from rdmp.output.names import distinct, harmless
from rdmp.output.pending import check_target, pending_file, pending_folder, refuse_inputs

ENDS = ("\n", "\r\n", "\r")


def removing(going: set[int]) -> Callable[[int, int], Sequence[int]]:
    return lambda first, last: sorted(one for one in going if first <= one <= last)


def filtered(folder: Path, data: bytes, going: set[int], block: int, **reading: object) -> bytes:
    source, target = folder / "source.csv", folder / "target.csv"
    source.write_bytes(data)
    target.touch()
    how = Reading(**reading)  # type: ignore[arg-type]
    filter_text(source, target, read_dialect(source, how), removing(going), block)
    return target.read_bytes()


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, list[str], str]:
    """Draw a header, records as they are written, and the line end; quotes hold anything."""
    end = draw(st.sampled_from(ENDS))
    width = draw(st.integers(1, 3))
    bare = st.sampled_from(["1", "a b", "é", "x-y", "=1", "日本"])
    breaks = {"\n": "\n", "\r\n": "\r\n", "\r": "\r"}[end]
    inside = st.lists(st.sampled_from(["a", ",", '""', breaks, " ", "é", "''"]), max_size=5).map(
        "".join
    )
    quoted = inside.map(lambda text: f'"{text}"')
    fields = st.lists(st.one_of(bare, bare, quoted), min_size=width, max_size=width)
    records = draw(st.lists(fields.map(",".join), max_size=12))
    return ",".join(f"n{place}" for place in range(width)), records, end


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    texts(),
    st.sets(st.integers(1, 12)),
    st.integers(1, 40),
    st.tuples(st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]), st.booleans()),
)
def test_what_stays_of_a_text_is_what_it_was_byte_for_byte(
    tmp_path: Path,
    drawn: tuple[str, list[str], str],
    going: set[int],
    block: int,
    written: tuple[str, bool],
) -> None:
    header, records, end = drawn
    encoding, ended = written
    lines = [f"{one}{end}" for one in (header, *records)]
    if not ended and records:
        lines[-1] = records[-1]
    kept = [line for number, line in enumerate(lines) if number not in going]
    source, left = ("".join(some).encode(encoding) for some in (lines, kept))
    how = "utf-16" if encoding == "utf-16" else "utf-8"
    assert filtered(tmp_path, source, going, block, encoding=how) == left


@pytest.mark.parametrize("block", [1, 2, 7, 1000])
@pytest.mark.parametrize(
    ("text", "going", "left"),
    [
        ('a,b\n"x\n1",2\n\n3,4\n5,6\n', {2}, 'a,b\n"x\n1",2\n\n5,6\n'),
        ("a,b\n\n\n1,2\n\n3,4\n", {2}, "a,b\n\n\n1,2\n\n"),
        ("a\n1\n\n2\n", {2}, "a\n1\n2\n"),
        ('sep=;\na;"b;c"\n1;2\n3;4\n', {1}, 'sep=;\na;"b;c"\n3;4\n'),
        ('"a\nb",c\n1,2\n3,4', {2}, '"a\nb",c\n1,2\n'),
        ('a,b\nx"y,1\n2,"3"\n4,5\n', {2}, 'a,b\nx"y,1\n4,5\n'),
        ("a,b\r\n1,2\r\n3,4\r\n", {1}, "a,b\r\n3,4\r\n"),
        ("a,b\n1,2\n3,4\n", {1, 2}, "a,b\n"),
    ],
)
def test_records_are_told_apart_as_the_engine_does(
    tmp_path: Path, text: str, going: set[int], left: str, block: int
) -> None:
    assert filtered(tmp_path, text.encode(), going, block) == left.encode()


def test_a_mark_stays_although_the_record_behind_it_goes(tmp_path: Path) -> None:
    data = "\ufeff1,2\n3,4\n".encode()
    assert filtered(tmp_path, data, {1}, 3, header=False) == "\ufeff3,4\n".encode()


def test_a_separator_of_two_bytes_is_one(tmp_path: Path) -> None:
    data = 'a§b\n1§"x\ny"\n2§3\n'.encode()
    assert filtered(tmp_path, data, {2}, 5, delimiter="§") == 'a§b\n1§"x\ny"\n'.encode()


def test_bytes_of_latin_1_stay(tmp_path: Path) -> None:
    data = 'é,b\n"ü",1\nß,2\n'.encode("latin-1")
    assert filtered(tmp_path, data, {1}, 4, encoding="latin-1") == "é,b\nß,2\n".encode("latin-1")


def test_compressed_text_is_compressed_in_the_same_way(tmp_path: Path) -> None:
    text = b"a,b\n1,2\n3,4\n"
    assert gzip.decompress(filtered(tmp_path, gzip.compress(text), {1}, 5)) == b"a,b\n3,4\n"
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as packed:
        packed.write(text)
    found = filtered(tmp_path, sink.getvalue().to_pybytes(), {2}, 5)
    with pa.input_stream(pa.BufferReader(found), compression="zstd") as unpacked:
        assert unpacked.read() == b"a,b\n1,2\n"


def test_the_csv_module_agrees_on_which_records_stay(tmp_path: Path) -> None:
    rows = [[str(number), f'q"{number}', "x\ny" if number % 3 else ""] for number in range(500)]
    text = io.StringIO(newline="")
    csv.writer(text).writerows([["a", "b", "c"], *rows])
    going = {number for number in range(1, 501) if number % 7 == 0}
    found = filtered(tmp_path, text.getvalue().encode(), going, 64).decode()
    left = list(csv.reader(io.StringIO(found, newline="")))[1:]
    assert left == [row for number, row in enumerate(rows, 1) if number not in going]


# -- files on their way ---------------------------------------------------------------------------


def test_nothing_is_left_of_a_file_that_was_broken_off(tmp_path: Path) -> None:
    def broken_off(how: type[BaseException]) -> None:
        with pending_file(tmp_path / "x.csv", force=False, private=True) as path:
            path.write_text("half")
            raise how

    def folder_broken_off(how: type[BaseException]) -> None:
        with pending_folder(tmp_path / "x", force=False) as path:
            (path / "part").write_text("half")
            raise how

    for stop in (KeyboardInterrupt, SystemExit, ValueError):
        with pytest.raises(stop):
            broken_off(stop)
        with pytest.raises(stop):
            folder_broken_off(stop)
    assert list(tmp_path.iterdir()) == []


def test_a_private_file_is_its_owners_from_the_first_moment(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with pending_file(tmp_path / "x.csv", force=False, private=True) as path:
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE((tmp_path / "x.csv").stat().st_mode) == 0o600
        with pending_file(tmp_path / "y.csv", force=False, private=False):
            pass
        assert stat.S_IMODE((tmp_path / "y.csv").stat().st_mode) == 0o666
    finally:
        os.umask(before)


def test_what_came_to_stand_there_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "x.csv"

    def write() -> None:
        with pending_file(target, force=False, private=True) as path:
            path.write_text("ours")
            target.write_text("theirs")

    with pytest.raises(OptionError, match="exists"):
        write()
    assert target.read_text() == "theirs"
    assert list(tmp_path.iterdir()) == [target]


def test_a_folder_is_replaced_as_a_whole_and_only_by_force(tmp_path: Path) -> None:
    target = tmp_path / "x"
    target.mkdir()
    (target / "old").touch()
    with pytest.raises(OptionError, match="--force"):
        check_target(target, force=False, folder=True)
    check_target(target, force=True, folder=True)
    with pytest.raises(OptionError, match="no file to replace"):
        check_target(target, force=True)
    with pending_folder(target, force=True) as path:
        (path / "new").touch()
    assert [one.name for one in target.iterdir()] == ["new"]
    assert list(tmp_path.iterdir()) == [target]


def test_an_output_that_cannot_be_written_is_told_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="No such file or directory"):
        check_target(tmp_path / "no" / "x.csv", force=False)
    (tmp_path / "file").touch()
    with pytest.raises(OptionError, match="Not a directory"):
        check_target(tmp_path / "file" / "x.csv", force=False)
    with pytest.raises(OptionError, match="names no file"):
        check_target(Path(), force=False)
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_an_output_may_not_be_in_or_around_what_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.csv").touch()
    (tmp_path / "link.csv").symlink_to(folder / "a.csv")
    (tmp_path / "twin.csv").hardlink_to(folder / "a.csv")
    read = [folder / "a.csv", folder]
    for target in (
        folder / "a.csv",
        folder / "b.csv",
        folder / "deep" / "b.csv",
        folder / ".." / "in",
        tmp_path / "link.csv",
        tmp_path / "twin.csv",
        tmp_path,
    ):
        with pytest.raises(OptionError, match="what is read"):
            refuse_inputs(target, read)
    refuse_inputs(tmp_path / "out.csv", read)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("=1+1", "'=1+1"),
        ("@a", "'@a"),
        ("-a", "'-a"),
        ("+a", "'+a"),
        ("\t=1", "'\t=1"),
        ("\rx", "'\rx"),
        (" =1", "' =1"),
        ("'", "''"),
        ("\uff1d1", "'\uff1d1"),
        ("-5", "-5"),
        ("+5.5", "+5.5"),
        ("-1,5e-7", "-1,5e-7"),
        ("a=1", "a=1"),
        ("", ""),
        ("-5+1", "'-5+1"),
    ],
)
def test_a_text_that_may_be_a_formula_gets_an_apostrophe(text: str, written: str) -> None:
    assert harmless(text) == written


def test_names_that_differ_by_case_or_are_empty_get_names_of_their_own() -> None:
    assert distinct(["id", "ID", "", "id_2", "Id", "column_3"]) == (
        "id",
        "ID_3",
        "column_3_2",
        "id_2",
        "Id_4",
        "column_3",
    )
