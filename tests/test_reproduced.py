"""`write_rows` and `write_filtered` against the oracle, by every road, and what they refuse."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import os
import stat
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import oracle
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import strategies
from hypothesis import HealthCheck, given, settings
from strategies import Table
from test_seam import AVATAR, ORIGINAL, FakeEngine

import rdmp
from rdmp.engines.duckdb.engine import DuckDBEngine
from rdmp.options import Options
from rdmp.plans import choice

Pair = tuple[Table, Table, tuple[str, ...]]
SALT = bytes(range(32))
SHARED = Path(__file__).parents[2] / "shared" / "realdata"
TRUTH = SHARED / "truth.json"

few_examples = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


# -- the oracle -----------------------------------------------------------------------------------


def same_row(one: Sequence[Any], other: Sequence[Any], *types: Sequence[oracle.Type]) -> bool:
    return all(map(oracle.same, one, other, *types))


def reproduced(original: Table, avatar: Table) -> list[tuple[int, int]]:
    """Return the matched rows of the original, from 1, and how often each stands in the avatar."""
    found = []
    for number, row in enumerate(original.rows, 1):
        alike = [r for r in original.rows if same_row(row, r, original.types, original.types)]
        times = sum(same_row(row, other, original.types, avatar.types) for other in avatar.rows)
        if len(alike) == 1 and times:
            found.append((number, times))
    return found


def staying(original: Table, avatar: Table) -> list[int]:
    """Return the avatar rows, from 0, that equal no unique row of the original."""
    gone = [original.rows[number - 1] for number, _ in reproduced(original, avatar)]
    return [
        number
        for number, row in enumerate(avatar.rows)
        if not any(same_row(one, row, original.types, avatar.types) for one in gone)
    ]


def told(path: Path) -> list[tuple[int, int]]:
    rows = pq.read_table(path).to_pylist()
    return [(row["original_row"], row["avatar_rows"]) for row in rows]


def stored(table: Any, path: Path) -> bool:
    """Write a table in small row groups; False where pyarrow cannot, as with views in structs."""
    try:
        pq.write_table(table, path, row_group_size=3)
    except pa.ArrowNotImplementedError:
        return False
    return True


@few_examples
@given(strategies.pairs())
def test_rows_are_those_of_the_oracle_from_parquet_and_from_frames(
    tmp_path: Path, pair: Pair
) -> None:
    original, avatar, order = pair
    left, right = strategies.arrow(original), strategies.arrow(avatar, order)
    target, digests = tmp_path / "rows.parquet", []
    (tmp_path / "salt").write_bytes(SALT)
    sources: list[tuple[Any, Any]] = [(left, right), (left.to_reader(2), right.to_reader(2))]
    if stored(left, tmp_path / "o.parquet") and stored(right, tmp_path / "a.parquet"):
        sources.append((tmp_path / "o.parquet", tmp_path / "a.parquet"))
    for one, other in sources:
        try:
            written = rdmp.write_rows(
                one, other, target, salt_file=tmp_path / "salt", force=True, threads=1
            )
        except rdmp.ColumnError:  # what Parquet cannot hold as it was
            continue
        assert told(target) == reproduced(original, avatar)
        assert written.counts.matched_rows == len(told(target))
        digests.append(pq.read_table(target)["sha256"].to_pylist())
        assert all(found == digests[0] for found in digests)


@few_examples
@given(strategies.pairs())
def test_what_filter_leaves_is_what_the_oracle_leaves(tmp_path: Path, pair: Pair) -> None:
    original, avatar, order = pair
    if not stored(strategies.arrow(avatar, order), tmp_path / "a.parquet"):
        return
    table = pq.read_table(tmp_path / "a.parquet")
    left, target = staying(original, avatar), tmp_path / "f.parquet"
    target.unlink(missing_ok=True)
    source = strategies.arrow(original)
    try:
        if not left:
            with pytest.raises(rdmp.SourceError, match="every row"):
                rdmp.write_filtered(source, tmp_path / "a.parquet", target, threads=1)
            return
        written = rdmp.write_filtered(source, tmp_path / "a.parquet", target, threads=1)
    except rdmp.ColumnError:
        return
    found = pq.read_table(target)
    assert found.schema.equals(table.schema, check_metadata=True)
    assert repr(found.to_pylist()) == repr([table.to_pylist()[number] for number in left])
    assert written.after is not None
    assert (written.after.matched_rows, written.after.avatar_rows) == (0, len(left))
    groups = pq.ParquetFile(target).metadata
    assert all(groups.row_group(n).num_rows <= 3 for n in range(groups.num_row_groups))


def test_a_pair_that_is_pruned_gives_the_same_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{"a": number % 997, "b": str(number // 3), "c": number % 7} for number in range(5000)]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "o.parquet", row_group_size=700)
    pq.write_table(pa.Table.from_pylist(rows[4000::9]), tmp_path / "a.parquet")
    found = []
    for small in (choice.SMALL, 10):
        monkeypatch.setattr(choice, "SMALL", small)
        rdmp.write_rows(
            tmp_path / "o.parquet", tmp_path / "a.parquet", tmp_path / "r.parquet", force=True
        )
        found.append(told(tmp_path / "r.parquet"))
    assert found[0] == found[1] == [(number, 1) for number in range(4001, 5001, 9)]


# -- where a row stands ---------------------------------------------------------------------------


def pair_of_texts(folder: Path, original: str | bytes, avatar: str | bytes) -> tuple[Path, Path]:
    paths = folder / "o.csv", folder / "a.csv"
    for path, text in zip(paths, (original, avatar), strict=True):
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    return paths


def test_a_row_of_text_is_numbered_by_records_and_not_by_lines(tmp_path: Path) -> None:
    text = 'a,b\n"x\ny",1\n\nu,2\nu,2\nv,3\n'
    original, avatar = pair_of_texts(tmp_path, text, 'b,a\n3,v\n3,v\n1,"x\ny"\n2,u\n')
    rdmp.write_rows(original, avatar, tmp_path / "r.parquet")
    assert told(tmp_path / "r.parquet") == [(1, 1), (4, 2)]


def test_rows_of_part_files_are_told_by_file_and_row(tmp_path: Path) -> None:
    for form in ("csv", "parquet"):
        folder = tmp_path / form
        for number, part in enumerate(("k=b", "k=a [1]", "k=it's")):
            (folder / part).mkdir(parents=True)
            table = pa.table({"x": [number * 10 + row for row in range(3)]})
            if form == "csv":
                text = "x\n" + "".join(f"{x}\n" for x in table["x"].to_pylist())
                (folder / part / "p,1.csv").write_text(text)
            else:
                pq.write_table(table, folder / part / "p,1.parquet")
        avatar = pa.table({"x": [12, 0, 12], "k": ["a [1]", "b", "a [1]"]})
        rdmp.write_rows(folder, avatar, tmp_path / f"{form}.parquet")
        rows = pq.read_table(tmp_path / f"{form}.parquet").drop("sha256").to_pylist()
        assert [(Path(row.pop("original_file")).parent.name, *row.values()) for row in rows] == [
            ("k=a [1]", 3, 2),
            ("k=b", 1, 1),
        ]


def test_a_large_text_and_a_large_frame_are_numbered_in_their_order(tmp_path: Path) -> None:
    numbers = range(1, 300_001)
    original = tmp_path / "o.csv"
    original.write_text("x\n" + "".join(f"{number}\n" for number in numbers))
    wanted = list(range(7, 300_001, 29_989))
    avatar = pa.table({"x": wanted})
    frame = pa.table({"x": numbers})
    for number, source in enumerate((original, frame, frame.to_reader(1000))):
        rdmp.write_rows(source, avatar, tmp_path / f"{number}.parquet")
        assert told(tmp_path / f"{number}.parquet") == [(number, 1) for number in wanted]


def test_names_of_our_own_meet_no_column_of_the_user(tmp_path: Path) -> None:
    names = ["part", "position", "file_row_number", "FILE_INDEX", "filename", "original_row", ""]
    table = pa.table([[5, 6]] * len(names), names=names)
    pq.write_table(table, tmp_path / "o.parquet")
    written = rdmp.write_rows(tmp_path / "o.parquet", table, tmp_path / "r.parquet", values=True)
    found = pq.read_table(tmp_path / "r.parquet")
    assert written.renamed_columns == (("original_row", "original_row_2"), ("", "column_10"))
    assert found.column_names[3:] == [*names[:5], "original_row_2", "column_10"]
    assert told(tmp_path / "r.parquet") == [(1, 1), (2, 1)]


# -- digests --------------------------------------------------------------------------------------


def field(value: str | None) -> str:
    return "-" if value is None else f"{len(value.encode())}:{value}"


def digest(*values: str | None) -> str:
    return hashlib.sha256(SALT + "".join(map(field, values)).encode()).hexdigest()


def digests(folder: Path, original: object, avatar: object, **keywords: Any) -> list[str]:
    (folder / "salt").write_bytes(SALT)
    target = folder / "digests.parquet"
    rdmp.write_rows(original, avatar, target, salt_file=folder / "salt", force=True, **keywords)
    return list(pq.read_table(target)["sha256"].to_pylist())


def test_a_digest_is_what_the_documentation_says(tmp_path: Path) -> None:
    table = pa.table(
        {
            "z": [date(2024, 1, 2)],
            "number": [Decimal("-36.60")],
            "double": [1e22],
            "float": pa.array([36.6], pa.float32()),
            "zero": [-0.0],
            "infinite": [float("-inf")],
            "nan": [float("nan")],
            "missing": pa.array([None], pa.string()),
            "text": ['é,"-'],
            "empty": [""],
            "truth": [True],
            "moment": pa.array([1_500], pa.timestamp("ns")),
            "instant": [datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)],
            "time": [time(0, 0, 1)],
            "duration": pa.array([2], pa.duration("ms")),
            "bytes": [b"\xff\x00"],
            "spelt": [b"ab"],
            "list": [[1, None]],
            "struct": [{"y": "", "x": 10}],
            "map": pa.array([[("k", 1.5)]], pa.map_(pa.string(), pa.float64())),
            "large": [120_000],
        }
    )
    midnight = (date(2024, 1, 2) - date(1970, 1, 1)).days * 86_400 * 10**9
    expected = {
        "z": str(midnight),
        "number": "-366e-1",
        "double": "1e22",
        "float": "366e-1",
        "zero": "0",
        "infinite": "-inf",
        "nan": None,
        "missing": None,
        "text": 'é,"-',
        "empty": None,
        "truth": "1e0",
        "moment": "1500",
        "instant": "1000000000",
        "time": "1000000000",
        "duration": "2000000",
        "spelt": "ab",
        "list": "3:1e0-",
        "struct": "3:1e10:",
        "map": "1:k5:15e-1",
        "large": "12e4",
    }
    parts = {name: field(value) for name, value in expected.items()} | {"bytes": "x4:FF00"}
    rendering = "".join(parts[name] for name in sorted(table.column_names))
    found = digests(tmp_path, table, table)
    assert found == [hashlib.sha256(SALT + rendering.encode()).hexdigest()]


def test_a_person_has_one_digest_from_text_and_from_parquet(tmp_path: Path) -> None:
    table = pa.table(
        {
            "id": pa.array([1, 20, 300], pa.int16()),
            "name": ["Ann", "", 'Bo, "the"\nsecond'],
            "big": [1e22, 0.1, 1.5e-7],
            "price": pa.array([Decimal("1.10"), Decimal("20.00"), None], pa.decimal128(9, 2)),
            "day": pa.array([date(2024, 1, 2), None, date(1600, 1, 1)]),
            "at": [datetime(2024, 1, 2, 3, 4, 5, 678_900), datetime(1969, 1, 1), None],  # noqa: DTZ001
            "seen": [datetime(2024, 1, 2, tzinfo=UTC)] * 3,
            "ok": [True, None, False],
            "code": ["007", "1E5", "12"],
            "reading": pa.array([36.6, 1e-5, 1.0], pa.float32()),
        }
    )
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(table.column_names[::-1])
    for row in table.to_pylist():
        values = ["" if value is None else str(value) for value in row.values()]
        values[-1] = str(np.float32(row["reading"]))
        writer.writerow(values[::-1])
    (tmp_path / "o.csv").write_bytes(text.getvalue().encode())
    pq.write_table(table, tmp_path / "o.parquet")
    sources = [table, tmp_path / "o.parquet", tmp_path / "o.csv"]
    found = [digests(tmp_path, one, other) for one in sources for other in (one, table)]
    assert len(set(found[0])) == 3
    assert all(one == found[0] for one in found)


def test_no_two_rows_share_a_rendering(tmp_path: Path) -> None:
    texts = ["a", "a-", "-", "1:a", "NULL", None, "a1:", "1:", "0:", "2:-1"]
    rows = [{"x": x, "y": y} for x in texts for y in texts]
    table = pa.Table.from_pylist(rows)
    assert len(set(digests(tmp_path, table, table))) == len(rows)


def test_a_digest_comes_again_under_the_same_salt_alone(tmp_path: Path) -> None:
    table = pa.table({"x": ["a", "b"]})
    assert digests(tmp_path, table, table) == [digest("a"), digest("b")]
    found = []
    for number in range(2):
        rdmp.write_rows(table, table, tmp_path / f"{number}.parquet")
        found.append(pq.read_table(tmp_path / f"{number}.parquet")["sha256"].to_pylist())
    assert len({one for some in [*found, [digest("a"), digest("b")]] for one in some}) == 6


def test_the_salt_stands_in_nothing_that_is_written_or_returned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    salt = b"never to be seen" * 2
    monkeypatch.setattr("secrets.token_bytes", lambda size: salt)
    table = pa.table({"x": ["a", "b"]})
    for form in ("csv", "parquet"):
        written = rdmp.write_rows(table, table, tmp_path / f"r.{form}")
        data = (tmp_path / f"r.{form}").read_bytes()
        for shown in (salt, salt.hex().encode(), salt.hex().upper().encode()):
            assert shown not in data
            assert shown not in repr(written).encode()


def test_a_salt_that_can_be_guessed_is_refused(tmp_path: Path) -> None:
    (tmp_path / "salt").write_bytes(b"pepper")
    table = pa.table({"x": ["a"]})
    with pytest.raises(rdmp.OptionError, match="6 bytes, which can be guessed"):
        rdmp.write_rows(table, table, tmp_path / "r.csv", salt_file=tmp_path / "salt")
    with pytest.raises(rdmp.OptionError, match="cannot read the salt file"):
        rdmp.write_rows(table, table, tmp_path / "r.csv", salt_file=tmp_path / "none")
    with pytest.raises(rdmp.OptionError, match="--salt-file is for their digests"):
        rdmp.write_rows(table, table, tmp_path / "r.csv", salt_file=tmp_path / "salt", values=True)
    assert [one.name for one in tmp_path.iterdir()] == ["salt"]


# -- values ---------------------------------------------------------------------------------------


def test_values_in_csv_are_no_formulas_and_nothing_is_lost(tmp_path: Path) -> None:
    texts = ["=1+1", "'", "-5", "-a", "@x", "", None, "a,b", 'q"', "x\ny", " =1"]
    table = pa.table({"=name": texts, "n": [-number for number in range(len(texts))]})
    rdmp.write_rows(table, table, tmp_path / "v.csv", values=True)
    rdmp.write_rows(table, table, tmp_path / "v.parquet", values=True)
    with (tmp_path / "v.csv").open(newline="") as file:
        header, *rows = list(csv.reader(file))
    assert header == ["original_file", "original_row", "avatar_rows", "'=name", "n"]
    cells = [row[3] for row in rows]
    assert all(not cell or cell[0] not in "=@+\t" for cell in cells)
    assert [cell.removeprefix("'") for cell in cells] == [text or "" for text in texts]
    assert [row[4] for row in rows] == [str(-number) for number in range(len(texts))]
    exact = pq.read_table(tmp_path / "v.parquet").select(["=name", "n"])
    assert exact.to_pylist() == table.to_pylist()


def test_values_in_parquet_are_exact_and_keep_their_types(tmp_path: Path) -> None:
    table = pa.table(
        {
            "a": pa.array([1, 2], pa.uint64()),
            "b": pa.array([Decimal("1.50"), None], pa.decimal128(38, 2)),
            "c": pa.array([1, 2], pa.timestamp("ns")),
            "d": [[1, None], None],
            "e": [{"x": "y"}, None],
            "f": [b"\x00", b"\xff"],
            "g": [0.1, float("inf")],
        }
    )
    pq.write_table(table, tmp_path / "o.parquet")
    rdmp.write_rows(tmp_path / "o.parquet", table, tmp_path / "v.parquet", values=True)
    found = pq.read_table(tmp_path / "v.parquet").select(table.column_names)
    assert found.to_pylist() == table.to_pylist()
    assert found.schema.types == table.schema.types


def test_all_columns_are_written_with_values_and_what_cannot_be_read_is_named(
    tmp_path: Path,
) -> None:
    table = pa.table({"id": ["p1", "p2"], "x": [1, 2], "h": pa.array([1.5, 2.5], pa.float16())})
    pq.write_table(table, tmp_path / "o.parquet")
    avatar = pa.table({"x": [2]})
    written = rdmp.write_rows(
        tmp_path / "o.parquet", avatar, tmp_path / "v.parquet", values=True, columns=["x"]
    )
    assert written.omitted_columns == ("h",)
    rows = pq.read_table(tmp_path / "v.parquet").drop("original_file").to_pylist()
    assert rows == [{"original_row": 2, "avatar_rows": 1, "id": "p2", "x": 2}]


# -- filter ---------------------------------------------------------------------------------------


TEXT = 'a,b\r\n"x\r\ny",1\r\n\r\nu,2\r\n"v",3\r\nw,4\r\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("packed", [False, True])
def test_lines_that_stay_in_a_text_stay_byte_for_byte(
    tmp_path: Path,
    encoding: str,
    packed: bool,  # noqa: FBT001
) -> None:
    data = TEXT.replace("w", "é").encode(encoding)
    original, avatar = pair_of_texts(
        tmp_path, 'b,a\n3,v\n1,"x\r\ny"\n2,u\n2,u\n', gzip.compress(data) if packed else data
    )
    written = rdmp.write_filtered(
        original, avatar, tmp_path / "f.csv", avatar_encoding=encoding.removesuffix("-sig")
    )
    found = (tmp_path / "f.csv").read_bytes()
    left = "a,b\r\n\r\nu,2\r\né,4\r\n".encode(encoding)
    assert (gzip.decompress(found) if packed else found) == left
    assert (written.removed_rows, written.remaining_rows, written.remaining_copies) == (2, 2, 1)
    assert written.after is not None
    assert written.after.matched_rows == 0


def test_a_folder_of_parts_becomes_a_folder_of_the_same_parts(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    for part, rows in {"k=1/a [x].csv": "1\n2\n", "k=2/b'.csv": "3\n", "k=2/c.csv": "1\n"}.items():
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        (folder / part).write_text(f"x\n{rows}")
    (folder / "_SUCCESS").touch()
    original = pa.table({"x": [2, 3, 9], "k": [1, 2, 1]})
    rdmp.write_filtered(original, folder, tmp_path / "out")
    out = {
        str(path.relative_to(tmp_path / "out")): path.read_text()
        for path in (tmp_path / "out").rglob("*.csv")
    }
    assert out == {"k=1/a [x].csv": "x\n1\n", "k=2/b'.csv": "x\n", "k=2/c.csv": "x\n1\n"}


def test_parquet_keeps_codecs_groups_and_metadata(tmp_path: Path) -> None:
    table = pa.table(
        {
            "x": range(100),
            "c": pa.array([str(n % 5) for n in range(100)]).dictionary_encode(),
            "v": pa.array([str(n) for n in range(100)], pa.string_view()),
        }
    ).replace_schema_metadata({"pandas": "{}", "own": "é"})
    pq.write_table(
        table, tmp_path / "a.parquet", row_group_size=30, compression={"x": "gzip", "c": "zstd"}
    )
    original = pa.concat_tables([table.slice(row, 1) for row in (0, 1, 31, 99)])
    rdmp.write_filtered(original, tmp_path / "a.parquet", tmp_path / "f.parquet")
    before, after = (pq.ParquetFile(tmp_path / name) for name in ("a.parquet", "f.parquet"))
    assert after.schema_arrow.equals(before.schema_arrow, check_metadata=True)
    assert after.schema.equals(before.schema)
    sizes = [after.metadata.row_group(n).num_rows for n in range(after.num_row_groups)]
    assert sizes == [28, 29, 30, 9]
    for number in range(3):
        codecs = {file.metadata.row_group(0).column(number).compression for file in (before, after)}
        assert len(codecs) == 1
    left = [number for number in range(100) if number not in {0, 1, 31, 99}]
    assert after.read()["x"].to_pylist() == left


def test_a_repeated_original_stays_among_the_avatars_and_is_counted(tmp_path: Path) -> None:
    original, avatar = pair_of_texts(tmp_path, "x\na\na\nb\n", "x\na\nb\na\nc\nb\n")
    written = rdmp.write_filtered(original, avatar, tmp_path / "f.csv")
    assert (tmp_path / "f.csv").read_text() == "x\na\na\nc\n"
    assert (written.removed_rows, written.remaining_copies) == (2, 2)


def test_an_avatar_of_which_nothing_would_remain_is_not_written(tmp_path: Path) -> None:
    original, avatar = pair_of_texts(tmp_path, "x\na\nb\n", "x\nb\nb\n")
    with pytest.raises(rdmp.SourceError, match="every row of the avatar"):
        rdmp.write_filtered(original, avatar, tmp_path / "f.csv")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.csv", "o.csv"]


def test_a_reader_that_can_be_read_once_serves_for_the_verification(tmp_path: Path) -> None:
    _, avatar = pair_of_texts(tmp_path, "x\n", "x\n1\n2\n")
    original = pa.table({"x": [2, 3]}).to_reader()
    written = rdmp.write_filtered(original, avatar, tmp_path / "f.csv")
    assert written.after is not None
    assert written.after.avatar_rows == 1


def test_a_frame_is_not_filtered(tmp_path: Path) -> None:
    table = pa.table({"x": [1]})
    with pytest.raises(rdmp.OptionError, match="only files can be copied"):
        rdmp.write_filtered(table, table, tmp_path / "f.csv")


# -- refusals -------------------------------------------------------------------------------------

COMMANDS = ["rows", "filter"]


def run(command: str, original: Path, avatar: Path, output: Path, *more: str) -> tuple[int, str]:
    """Run a command in a locale without a language."""
    arguments = [command, str(original), str(avatar), "-o", str(output), *more]
    ran = subprocess.run(
        [sys.executable, "-m", "rdmp", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[1],
        env=os.environ | {"LC_ALL": "C"},
    )
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_what_stands_there_is_replaced_by_force_alone(tmp_path: Path, command: str) -> None:
    original, avatar = pair_of_texts(tmp_path, "x\n1\n2\n", "x\n1\n3\n")
    target = tmp_path / "out.csv"
    target.write_text("mine")
    code, said = run(command, original, avatar, target)
    assert code == 2
    assert "exists" in said
    assert "--force" in said
    assert target.read_text() == "mine"
    code, said = run(command, original, avatar, target, "--force")
    assert code == 0, said
    assert target.read_text() != "mine"
    mode = stat.S_IMODE(target.stat().st_mode)
    umask = os.umask(0)
    os.umask(umask)
    assert mode == (0o600 if command == "rows" else 0o666 & ~umask)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.csv", "o.csv", "out.csv"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_source_is_never_replaced(tmp_path: Path, command: str) -> None:
    original, avatar = pair_of_texts(tmp_path, "x\n1\n2\n", "x\n1\n3\n")
    write = {"rows": rdmp.write_rows, "filter": rdmp.write_filtered}[command]
    for target in (original, avatar):
        with pytest.raises(rdmp.OptionError, match="what is read"):
            write(original, avatar, target, force=True)  # type: ignore[operator]
    folder = tmp_path / "parts"
    folder.mkdir()
    (folder / "a.csv").write_text("x\n1\n3\n")
    with pytest.raises(rdmp.OptionError, match="what is read"):
        write(original, folder, folder / "new.csv", force=True)  # type: ignore[operator]
    with pytest.raises(rdmp.OptionError, match="fits the pattern of what is read"):
        write(original, f"{folder}/*.csv", folder / "new.csv")  # type: ignore[operator]
    write(original, f"{folder}/a*.csv", folder / "new.csv")  # type: ignore[operator]
    assert sorted(one.name for one in folder.iterdir()) == ["a.csv", "new.csv"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("option", [{"quick": True}, {"second_look": "always"}])
def test_options_without_meaning_are_refused(
    tmp_path: Path, command: str, option: dict[str, Any]
) -> None:
    original, avatar = pair_of_texts(tmp_path, "x\n1\n2\n", "x\n1\n3\n")
    write = {"rows": rdmp.write_rows, "filter": rdmp.write_filtered}[command]
    with pytest.raises(rdmp.OptionError, match="no meaning here"):
        write(original, avatar, tmp_path / "f.csv", **option)  # type: ignore[operator]


def test_an_output_that_is_no_csv_and_no_parquet_is_refused(tmp_path: Path) -> None:
    table = pa.table({"x": [1]})
    with pytest.raises(rdmp.OptionError, match=r"neither \.csv nor \.parquet"):
        rdmp.write_rows(table, table, tmp_path / "r.xlsx")


def test_an_engine_that_cannot_tell_rows_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(rdmp.OptionError, match="the engine fake can count rows"):
        rdmp.write_rows(ORIGINAL, AVATAR, tmp_path / "r.csv", engine=FakeEngine())
    (tmp_path / "a.csv").write_text("x\n1\n")
    with pytest.raises(rdmp.OptionError, match="the engine fake can count rows"):
        rdmp.write_filtered(ORIGINAL, tmp_path / "a.csv", tmp_path / "f.csv", engine=FakeEngine())


def test_rows_that_are_not_as_many_as_were_counted_are_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, avatar = pair_of_texts(tmp_path, "x\n1\n2\n", "x\n1\n3\n")
    find = "rdmp.{}.find_{}"
    monkeypatch.setattr(find.format("reproduced", "originals"), lambda *_: 7)
    with pytest.raises(rdmp.EngineError, match="7 reproduced rows were found, and 1 were counted"):
        rdmp.write_rows(original, avatar, tmp_path / "r.csv")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.csv", "o.csv"]


def test_a_file_that_does_not_score_100_is_not_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, avatar = pair_of_texts(tmp_path, "x\n1\n2\n", "x\n1\n3\n")

    def copy(source: Path, target: Path, *_: object) -> int:
        target.write_bytes(source.read_bytes())
        return 2

    monkeypatch.setattr("rdmp.filtered.filter_text", copy)
    with pytest.raises(rdmp.EngineError, match="still equal a unique original row"):
        rdmp.write_filtered(original, avatar, tmp_path / "f.csv")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.csv", "o.csv"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("signal", [KeyboardInterrupt, SystemExit])
def test_nothing_is_left_after_an_interruption(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    signal: type[BaseException],
) -> None:
    original, avatar = pair_of_texts(tmp_path, "x\n1\n2\n", "x\n1\n3\n")

    def stop(*given: Any) -> int:
        next(tmp_path.glob(".rdmp-*")).write_text("half")
        raise signal

    monkeypatch.setattr(DuckDBEngine, "write", stop)
    monkeypatch.setattr("rdmp.filtered.filter_text", stop)
    write = {"rows": rdmp.write_rows, "filter": rdmp.write_filtered}[command]
    with pytest.raises(signal):
        write(original, avatar, tmp_path / "f.csv")  # type: ignore[operator]
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.csv", "o.csv"]


def test_the_commands_say_what_was_done(tmp_path: Path) -> None:
    original, avatar = pair_of_texts(tmp_path, "x\n1\n2\n5\n5\n", "x\n1\n3\n5\n")
    code, said = run("rows", original, avatar, tmp_path / "r.csv", "--values")
    assert code == 0
    assert "1 row of 4" in said
    assert "personal data" in said
    code, said = run("filter", original, avatar, tmp_path / "f.csv")
    assert code == 0
    assert "2 rows of 3" in said
    assert "The score was 75" in said
    assert "is 100.00 % now" in said
    assert "1 row remains that equals an original row that occurs more than once" in said
    assert "raise k" in said
    code, said = run("filter", original, avatar, tmp_path / "g.csv", "--no-verify")
    assert code == 0
    assert "not evaluated" in said
    code, said = run("rows", original, avatar, tmp_path / "fr.csv", "--values", "--lang", "fr")
    assert code == 0
    assert "1 ligne sur 4" in said
    assert "rdmp: avertissement\N{NO-BREAK SPACE}: la sortie contient" in said
    code, said = run("filter", original, avatar, tmp_path / "h.csv", "--lang", "fr")
    assert code == 0
    assert "2 lignes sur 3" in said
    assert "il est maintenant de 100,00\N{NO-BREAK SPACE}%" in said
    code, said = run("rows", original, avatar, tmp_path / "q.csv", "--quick")
    assert code == 2
    assert "--quick has no meaning here" in said


# -- real pairs -----------------------------------------------------------------------------------


def keywords(line: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "columns": line["columns"],
        "null": [token for token in line["null_tokens"] if token],
        "no_header": not line["header"],
        "cast": line.get("cast") or {},
        "rename": {a: b for a, b in (line.get("mapping") or {}).items() if a != b},
    }
    if line["original"].endswith((".csv", ".csv.gz")):
        found["original_delimiter"] = line["delimiter_original"]
        found["avatar_delimiter"] = line["delimiter_synthetic"]
    if line.get("decimal_original", ".") != ".":
        found["original_decimal"] = line["decimal_original"]
    return found


def truth() -> list[dict[str, Any]]:
    """Return one line for each pair of files: the one with the most matched rows."""
    lines = list(json.loads(TRUTH.read_text())) if TRUTH.exists() else []
    most: dict[tuple[str, str], dict[str, Any]] = {}
    for line in sorted(lines, key=lambda one: int(one["matched"])):
        most[line["original"], line["avatar"]] = line
    return list(most.values())


def records(path: Path) -> list[str]:
    """Return what stands in a file, by readers of other houses, and its schema first."""
    if path.suffix in {".pqt", ".parquet"}:
        table = pq.read_table(path)
        return [repr(table.schema), *map(repr, table.to_pylist())]
    unpack = gzip.decompress if path.suffix == ".gz" else bytes
    lines = unpack(path.read_bytes()).splitlines(keepends=True)
    return [line.decode("latin-1") for line in lines]


def left_of(original: Path, avatar: Path, found: Any, options: dict[str, Any]) -> int:
    """Return how many avatar rows equal no unique row of the original."""
    counts = rdmp.evaluate(original, avatar, second_look="never", **options).counts
    assert counts.avatar_rows is not None
    return counts.avatar_rows - int(sum(found["avatar_rows"].to_pylist()))


@pytest.mark.slow
@pytest.mark.skipif(not TRUTH.exists(), reason="the real pairs in ../shared are not there")
@pytest.mark.parametrize("line", truth(), ids=lambda line: str(line["name"]))
def test_real_pairs_are_told_and_filtered(tmp_path: Path, line: dict[str, Any]) -> None:
    original, avatar = SHARED / line["original"], SHARED / line["avatar"]
    options = keywords(line)
    rows = rdmp.write_rows(original, avatar, tmp_path / "r.parquet", **options)
    counts = rows.counts
    assert (counts.original_rows, counts.unique_rows) == (line["n"], line["U"])
    found = pq.read_table(tmp_path / "r.parquet")
    assert found.num_rows == counts.matched_rows == line["matched"]
    target = tmp_path / f"filtered{avatar.suffix}"
    if not left_of(original, avatar, found, options):
        with pytest.raises(rdmp.SourceError, match="every row of the avatar"):
            rdmp.write_filtered(original, avatar, target, **options)
        return
    done = rdmp.write_filtered(original, avatar, target, **options)
    again = rdmp.evaluate(original, target, second_look="never", **options)
    assert again.score == 100
    assert again.counts.avatar_rows == done.remaining_rows
    assert again.counts.copied_avatar_rows == done.remaining_copies
    lines, left = records(avatar), records(target)
    assert len(lines) - len(left) == done.removed_rows
    rest = iter(lines)
    assert all(line in rest for line in left)  # a part of them, in their order


# -- what is asked of the engine ------------------------------------------------------------------


def test_the_engine_is_left_open_for_whoever_opened_it(tmp_path: Path) -> None:
    original, avatar = pair_of_texts(tmp_path, "x\n1\n2\n", "x\n1\n3\n")
    engine = DuckDBEngine(Options())
    rdmp.write_rows(original, avatar, tmp_path / "r.csv", engine=engine)
    rdmp.write_filtered(original, avatar, tmp_path / "f.csv", engine=engine)
    assert rdmp.evaluate(original, tmp_path / "f.csv", engine=engine).score == 100
    engine.close()
