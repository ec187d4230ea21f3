"""`rdmp verify`: a run repeated from its evidence, which may have been edited by anybody."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import chdir, suppress
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
import storage as servers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lake_writers import write_delta
from postgresql import GUARDED, PASSWORD, Server

import rdmp
from rdmp.cli.app import main
from rdmp.cli.exit_codes import ExitCode
from rdmp.evidence.reading import read_evidence

Verify = Callable[..., tuple[int, str, str]]
PERSON = "Zzyzx"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a working directory with an original, two avatars and a holdout."""
    folder = tmp_path / "study"
    folder.mkdir()
    write(folder / "original.csv", range(60))
    write(folder / "holdout.csv", range(500, 540))
    write(folder / "k05.csv", [*range(9), *range(100, 150)])
    write(folder / "k10.csv", [*range(3), *range(100, 150)])
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def verify(capsys: pytest.CaptureFixture[str]) -> Verify:
    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["verify", *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def write(path: Path, numbers: Any) -> None:
    lines = [f"{number % 60},{PERSON} {number}" for number in numbers]
    path.write_text("\n".join(["age,name", *lines, ""]), encoding="utf-8")


def edit(path: Path | str, change: Callable[[dict[str, Any]], object]) -> None:
    """Edit evidence as somebody with a text editor would."""
    value = json.loads(Path(path).read_text(encoding="utf-8"))
    change(value)
    Path(path).write_text(json.dumps(value), encoding="utf-8")


def kinds(found: rdmp.Verification) -> list[tuple[str, str]]:
    return [(one.kind, one.what) for one in found.differences]


def test_what_nobody_has_touched_is_the_same(folder: Path, verify: Verify) -> None:
    rdmp.write_evidence("original.csv", "k05.csv", "e.json")
    code, out, err = verify("e.json")
    assert (code, err) == (ExitCode.DONE, "")
    assert out == (
        "e.json: the same. The run was repeated, and the score, its counts and findings are as "
        "recorded.\n"
    )


def test_several_avatars_a_holdout_and_options_are_repeated_as_they_were(folder: Path) -> None:
    avatars = ["k10.csv", "k05.csv"]
    options: Any = {"columns": ["name"], "null": ["NA"], "cast": {"name": "VARCHAR"}}
    made = rdmp.write_evidence("original.csv", avatars, "e.json", holdout="holdout.csv", **options)
    found = rdmp.verify("e.json", threads=1)
    assert (found.same, found.differences, found.notes) == (True, (), ())
    assert [one.counts for one in found.evaluations] == [one.counts for one in made]
    drawn = [
        [one.coincidence and one.coincidence.drawn for one in all_]
        for all_ in (found.evaluations, made)
    ]
    assert drawn[0] == drawn[1] != [None, None]
    assert [len(one.columns) for one in found.evaluations] == [1, 1]


def test_evidence_is_found_true_from_another_working_directory(
    folder: Path, tmp_path: Path, verify: Verify, monkeypatch: pytest.MonkeyPatch
) -> None:
    rdmp.write_evidence("original.csv", "k*5.csv", "e.json")
    monkeypatch.chdir(tmp_path)
    assert verify("study/e.json")[0] == ExitCode.DONE


@pytest.mark.parametrize("avatar", ["k05.csv", "k0*.csv", "parts", "t.duckdb::main.t"])
@pytest.mark.parametrize("absolute", [False, True])
def test_a_folder_that_was_moved_with_its_evidence_is_the_same(
    avatar: str,
    absolute: bool,  # noqa: FBT001 - a parameter of the table
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (folder / "parts").mkdir()
    (folder / "parts" / "0.csv").write_bytes((folder / "k05.csv").read_bytes())
    with duckdb.connect(str(folder / "t.duckdb")) as connection:
        connection.execute("create table t as from 'k05.csv'")
    inside = Path("results [1]")
    inside.mkdir()
    where = f"{folder}{os.sep}" if absolute else ""
    rdmp.write_evidence(f"{where}original.csv", f"{where}{avatar}", inside / "e.json")
    elsewhere = tmp_path / "moved [2]"
    monkeypatch.chdir(tmp_path)
    shutil.move(folder, elsewhere)
    found = rdmp.verify(elsewhere / inside / "e.json")
    assert (found.same, found.evaluations[0].matched_rows) == (True, 9)


def test_evidence_that_was_moved_away_from_its_data_finds_it_where_it_was(
    folder: Path, tmp_path: Path
) -> None:
    rdmp.write_evidence("original.csv", "k05.csv", "e.json")
    (tmp_path / "other").mkdir()
    shutil.move("e.json", tmp_path / "other" / "e.json")
    assert rdmp.verify(tmp_path / "other" / "e.json").same
    # Files of the same names beside it are others: those that are as recorded are taken.
    for name in ("original.csv", "k05.csv"):
        write(tmp_path / "other" / name, range(5))
    assert rdmp.verify(tmp_path / "other" / "e.json").same


def test_a_file_with_the_same_rows_in_other_bytes_is_told(folder: Path, verify: Verify) -> None:
    rdmp.write_evidence("original.csv", "k05.csv", "e.json")
    with (folder / "k05.csv").open("a", encoding="utf-8") as file:
        file.write("\n")
    code, out, err = verify("e.json")
    assert (code, err) == (ExitCode.OTHER, "")
    assert out == (
        "e.json: NOT the same. One thing differs from what is recorded:\n"
        "  k05.csv: k05.csv is not the file that was evaluated\n"
    )


def test_a_changed_file_with_other_counts_is_told_with_both_counts(
    folder: Path, verify: Verify
) -> None:
    rdmp.write_evidence("original.csv", ["k05.csv", "k10.csv"], "e.json")
    write(folder / "k10.csv", [*range(4), *range(100, 150)])
    code, out, _ = verify("e.json", "--lang", "fr")
    assert code == ExitCode.OTHER
    assert "  k10.csv\N{NO-BREAK SPACE}: matched_rows valait 3, et vaut 4\n" in out
    assert "k05.csv" not in out
    code, out, _ = verify("e.json", "--format", "json")
    answer = json.loads(out)
    assert (code, answer["same"]) == (ExitCode.OTHER, False)
    changed = next(one for one in answer["differences"] if one["kind"] == "file-changed")
    assert (changed["role"], changed["what"]) == ("avatar", "k10.csv")
    assert changed["recorded"] != changed["found"]
    counts = {one["what"]: (one["recorded"], one["found"]) for one in answer["differences"]}
    assert counts["matched_rows"] == (3, 4)
    assert counts["avatar_rows"] == (53, 54)
    assert PERSON not in out


def test_parts_that_came_or_went_are_told(folder: Path) -> None:
    parts = folder / "parts"
    parts.mkdir()
    for name in ("0", "1"):
        write(parts / f"{name}.csv", range(9))
    rdmp.write_evidence("original.csv", "parts", "e.json")
    (parts / "1.csv").rename(parts / "2.csv")
    found = rdmp.verify("e.json")
    assert kinds(found) == [("file-missing", "1.csv"), ("file-added", "2.csv")]
    assert not found.same


def test_a_file_that_is_gone_cannot_be_verified(folder: Path, verify: Verify) -> None:
    rdmp.write_evidence("original.csv", "k05.csv", "e.json")
    (folder / "k05.csv").unlink()
    code, out, err = verify("e.json")
    assert (code, out) == (ExitCode.USER, "")
    assert err == (
        "rdmp: error: e.json: the avatar k05.csv is neither beside the evidence, as it was, nor "
        "where it was\nhint: put the evidence and its files into the same places as before\n"
    )


def test_a_changed_file_that_cannot_be_read_is_named_as_changed(
    folder: Path, verify: Verify
) -> None:
    rdmp.write_evidence("original.csv", "k05.csv", "e.json")
    (folder / "k05.csv").write_text("age,name\n1,2,3\n", encoding="utf-8")
    code, out, err = verify("e.json")
    assert (code, out) == (ExitCode.USER, "")
    assert "(the avatar is not as recorded: k05.csv)" in err.splitlines()[0]


def test_objects_in_memory_cannot_be_verified_and_one_line_says_so(
    folder: Path, verify: Verify
) -> None:
    rdmp.write_evidence(pa.table({"age": [1]}), pa.table({"age": [1]}), "e.json")
    code, out, err = verify("e.json")
    assert (code, out) == (ExitCode.USER, "")
    assert err == (
        "rdmp: error: e.json: the original was an object in memory: the run cannot be repeated\n"
        "hint: write evidence of files, to have it verified\n"
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("matched_rows", 0),
        ("original_rows", 6000),
        ("unique_rows", None),
        ("copied_avatar_rows", 1),
        ("score", 100.0),
        ("unique_match_rate", 0),
        ("coincidence", None),
    ],
)
def test_a_figure_that_was_edited_is_told(name: str, value: object, folder: Path) -> None:
    rdmp.write_evidence("original.csv", "k05.csv", "e.json", holdout="holdout.csv")
    edit("e.json", lambda one: one["evaluations"][0].update({name: value}))
    found = rdmp.verify("e.json")
    assert not found.same
    assert {one.kind for one in found.differences} == {"count"}
    assert all(one.what.partition(".")[0] == name for one in found.differences)


def test_a_rate_of_the_holdout_that_was_edited_is_told(folder: Path) -> None:
    rdmp.write_evidence("original.csv", "k05.csv", "e.json", holdout="holdout.csv")
    edit("e.json", lambda one: one["evaluations"][0]["coincidence"].update(verdict="no-sign!"))
    assert kinds(rdmp.verify("e.json")) == [("count", "coincidence.verdict")]


def test_a_finding_that_was_taken_out_is_told(folder: Path) -> None:
    (folder / "k05.csv").write_text("AGE,name\n1,a\n2,b\n", encoding="utf-8")
    rdmp.write_evidence("original.csv", "k05.csv", "e.json")
    recorded = json.loads(Path("e.json").read_text(encoding="utf-8"))["evaluations"][0]
    assert "name-case" in {one["code"] for one in recorded["findings"]}

    def without(one: dict[str, Any]) -> None:
        findings = one["evaluations"][0]["findings"]
        findings[:] = [finding for finding in findings if finding["code"] != "name-case"]

    edit("e.json", without)
    assert kinds(rdmp.verify("e.json")) == [("finding", "name-case")]


@pytest.mark.parametrize(
    "column", [{"name": "other", "type": "text"}, {"name": "name", "type": "x"}]
)
def test_a_schema_that_was_edited_is_told(column: dict[str, str], folder: Path) -> None:
    rdmp.write_evidence("original.csv", "k05.csv", "e.json")
    edit("e.json", lambda one: one["sources"][1]["columns"].__setitem__(1, column))
    found = rdmp.verify("e.json")
    assert {one.kind for one in found.differences} == {"schema"}


def test_other_versions_are_a_note_and_no_failure(folder: Path, verify: Verify) -> None:
    rdmp.write_evidence("original.csv", "k05.csv", "e.json")

    def older(one: dict[str, Any]) -> None:
        one["versions"]["duckdb"] = "2.0.0"
        one["sources"][0]["columns"][0]["type"] = "spelled otherwise"

    edit("e.json", older)
    code, out, _ = verify("e.json")
    assert code == ExitCode.DONE
    assert f"  note: duckdb was 2.0.0, and is {duckdb.__version__}\n" in out
    assert "  note: original.csv: column age was spelled otherwise, and is text\n" in out
    found = rdmp.verify("e.json")
    assert [(one.kind, one.what) for one in found.notes] == [
        ("version", "duckdb"),
        ("schema", "age"),
    ]


def test_another_machine_is_a_note_and_excuses_nothing(folder: Path) -> None:
    rdmp.write_evidence("original.csv", "k05.csv", "e.json")

    def elsewhere(one: dict[str, Any]) -> None:
        one["versions"]["platform"] = "Somewhere"
        one["sources"][0]["columns"][0]["type"] = "spelled otherwise"

    edit("e.json", elsewhere)
    found = rdmp.verify("e.json")
    assert [(one.kind, one.what) for one in found.notes] == [("version", "platform")]
    assert kinds(found) == [("schema", "age")]


def test_a_table_of_a_database_has_no_digest_and_its_counts_are_repeated(
    folder: Path, postgresql: Server, verify: Verify, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgresql.run(
        "drop table if exists audited",
        "create table audited (age bigint, name text)",
        "insert into audited select n, 'Zzyzx ' || n from generate_series(0, 8) as n",
        f"grant select on audited to {GUARDED}",
    )
    address = f"{postgresql.address(f'{GUARDED}:{PASSWORD}')}::audited"
    (made,) = rdmp.write_evidence("original.csv", address, "e.json", cast={"age": "BIGINT"})
    assert made.matched_rows == 9
    text = Path("e.json").read_text(encoding="utf-8")
    assert PASSWORD not in text
    avatar = json.loads(text)["sources"][1]
    assert (avatar["digest"], avatar["absolute"], avatar["files"]) == (None, None, [])
    assert avatar["no_digest"] == "a table at an address has no bytes of its own to digest"
    assert avatar["named"] == f"{postgresql.address(GUARDED)}::audited"

    code, _, err = verify("e.json")
    assert code == ExitCode.USER
    assert err.endswith("hint: pass --allow-remote if you trust whoever wrote the evidence\n")
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    code, out, _ = verify("e.json", "--allow-remote")
    assert code == ExitCode.DONE
    assert "is no file, so that only its counts could be compared" in out
    postgresql.run("delete from audited where age < 2")
    code, out, _ = verify("e.json", "--allow-remote")
    assert code == ExitCode.OTHER
    assert "matched_rows was 9, and is 7" in out


def test_files_of_a_bucket_have_digests_and_are_read_again_if_allowed(
    folder: Path, verify: Verify
) -> None:
    with servers.s3() as s3:
        s3.put("study/k/1.csv", (folder / "k05.csv").read_bytes())
        s3.put("study/k/2.csv", (folder / "k10.csv").read_bytes())
        rdmp.write_evidence("original.csv", s3.at("study/k/"), "e.json")
        avatar = json.loads(Path("e.json").read_text(encoding="utf-8"))["sources"][1]
        assert [one["path"] for one in avatar["files"]] == ["1.csv", "2.csv"]
        assert (avatar["named"], avatar["absolute"]) == (s3.at("study/k/"), None)
        assert servers.WHISPERED not in Path("e.json").read_text(encoding="utf-8")
        assert verify("e.json")[0] == ExitCode.USER
        assert verify("e.json", "--allow-remote")[0] == ExitCode.DONE
        s3.put("study/k/2.csv", (folder / "k05.csv").read_bytes())
        found = rdmp.verify("e.json", allow_remote=True)
        assert ("file-changed", "2.csv") in kinds(found)


@pytest.mark.parametrize("prefix", ["", "delta:"])
def test_a_lake_on_this_disk_is_read_again_if_allowed_and_moves_with_its_evidence(
    prefix: str, folder: Path, tmp_path: Path, verify: Verify, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = pa.table({"age": [1, 2], "name": [f"{PERSON} 1", f"{PERSON} 2"]})
    write_delta(rows, folder / "lake")
    rdmp.write_evidence("original.csv", f"{prefix}lake", "e.json", cast={"age": "BIGINT"})
    monkeypatch.chdir(tmp_path)
    shutil.move(folder, tmp_path / "moved")
    code, _, err = verify("moved/e.json")
    assert code == ExitCode.USER
    assert err.endswith("hint: pass --allow-remote if you trust whoever wrote the evidence\n")
    found = rdmp.verify("moved/e.json", allow_remote=True)
    assert (found.same, found.evaluations[0].matched_rows) == (True, 2)
    assert [one.kind for one in found.notes] == ["no-digest"]


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://nobody@127.0.0.1:1/db::t",
        "s3://bucket/key.parquet",
        "gs://bucket/key.parquet",
        "delta:s3://bucket/table",
        "iceberg:catalog::a.b",
        "anything://127.0.0.1:1/x::t",
        "https://127.0.0.1:1/x.csv",
    ],
)
@pytest.mark.parametrize("key", ["named", "absolute"])
def test_edited_evidence_reaches_no_server_unless_it_is_allowed_to(
    address: str, key: str, folder: Path, verify: Verify, monkeypatch: pytest.MonkeyPatch
) -> None:
    rdmp.write_evidence("original.csv", "k05.csv", "e.json")

    def elsewhere(one: dict[str, Any]) -> None:
        one["sources"][1][key] = address
        one["sources"][1]["relative"] = "nothing-here" if key == "absolute" else None
        if key == "named":
            one["sources"][1]["absolute"] = None

    edit("e.json", elsewhere)
    monkeypatch.setattr("socket.socket.connect", lambda *_: pytest.fail("it was reached"))
    code, out, err = verify("e.json")
    assert (code, out) == (ExitCode.USER, "")
    assert len(err.splitlines()) == 2
    assert "--allow-remote" in err


def _set(*path: Any) -> Callable[[Any], Callable[[dict[str, Any]], None]]:
    def to(value: Any) -> Callable[[dict[str, Any]], None]:
        def change(one: Any) -> None:
            for step in path[:-1]:
                one = one[step]
            one[path[-1]] = value

        return change

    return to


HOSTILE: dict[str, Callable[[dict[str, Any]], object]] = {
    "another kind": _set("kind")("rdmp evaluate"),
    "a version to come": _set("schema_version")(2),
    "a version that is true": lambda one: one.update(schema_version=True),
    "a further key": _set("note")("hello"),
    "a key less": lambda one: one.pop("engine"),
    "sources that are none": _set("sources")({}),
    "no source": _set("sources")([]),
    "no evaluation": _set("evaluations")([]),
    "an evaluation more": lambda one: one["evaluations"].append(one["evaluations"][0]),
    "a role of its own": _set("sources", 0, "role")("editor"),
    "a name that is a number": _set("sources", 0, "named")(7),
    "a name with a lone surrogate": _set("sources", 0, "named")("\ud800"),
    "half a place": _set("sources", 0, "relative")(None),
    "a digest of another length": _set("sources", 0, "digest")("ab"),
    "a size below 0": _set("sources", 0, "files", 0, "size")(-1),
    "a size beyond all": _set("sources", 0, "files", 0, "size")(10**30),
    "a reason of its own": _set("sources", 0, "no_digest")("trust me"),
    "a file named twice": lambda one: one["sources"][0]["files"].append(
        one["sources"][0]["files"][0]
    ),
    "another number of columns": _set("sources", 0, "column_count")(3),
    "a column without a type": lambda one: one["sources"][0]["columns"][0].pop("type"),
    "an option that is none": _set("options", "init_sql")("select 1"),
    "a place to spill": _set("options", "temp_directory")("/"),
    "an option of another type": _set("options", "columns")("name"),
    "an option of a list of numbers": _set("options", "null")([1]),
    "an option of another word": _set("options", "second_look")("sometimes"),
    "options that contradict": lambda one: one["options"].update(header=True, no_header=True),
    "a cast that is a statement": _set("options", "cast")({"age": "int); select 1 --"}),
    "a count that is a text": _set("evaluations", 0, "matched_rows")("0"),
    "a count that is true": lambda one: one["evaluations"][0].update(matched_rows=True),
    "a count that is none": _set("evaluations", 0, "matched_rows")(None),
    "a finding that is a text": _set("evaluations", 0, "findings")(["none"]),
    "a finding without a code": _set("evaluations", 0, "findings")([{"severity": "note"}]),
    "an evaluation of another version": _set("evaluations", 0, "schema_version")(9),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_evidence_that_was_edited_out_of_shape_ends_with_2_and_one_line(
    name: str, folder: Path, verify: Verify
) -> None:
    rdmp.write_evidence("original.csv", "k05.csv", "e.json")
    edit("e.json", HOSTILE[name])
    code, out, err = verify("e.json")
    assert (code, out) == (ExitCode.USER, "")
    first, hint = err.splitlines()
    assert first.startswith("rdmp: error: ")
    assert hint.startswith("hint: ")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b"null",
        b'"rdmp evidence"',
        b"[" * 100_000,
        b'{"kind": "rdmp evidence", "kind": "rdmp evidence"}',
        b'{"kind": "rdmp evidence", "schema_version": NaN}',
        b'{"kind": "rdmp evidence", "schema_version": ' + b"9" * 5000 + b"}",
    ],
    ids=range(10),
)
def test_what_is_no_evidence_ends_with_2_and_one_line(
    data: bytes, folder: Path, verify: Verify
) -> None:
    Path("e.json").write_bytes(data)
    code, out, err = verify("e.json")
    assert (code, out) == (ExitCode.USER, "")
    assert len(err.splitlines()) == 2


@pytest.mark.parametrize("name", ["absent.json", ".", "pipe", "", "null\0byte"])
def test_evidence_that_cannot_be_read_ends_with_2_and_one_line(
    name: str, folder: Path, verify: Verify
) -> None:
    os.mkfifo("pipe")
    code, out, err = verify(name)
    assert (code, out) == (ExitCode.USER, "")
    assert len(err.splitlines()) == 2


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value of some JSON but those of statements, which nothing reads."""
    if path and path[-1] == "statements":
        return
    if path:
        yield path
    if isinstance(value, dict | list):
        steps = value.items() if isinstance(value, dict) else enumerate(value)
        for step, inner in steps:
            yield from _places(inner, (*path, step))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=4,
)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with evidence in it."""
    folder = tmp_path_factory.mktemp("study")
    for name, numbers in (("original", range(6)), ("k05", range(3)), ("holdout", range(9, 12))):
        write(folder / f"{name}.csv", numbers)
    with chdir(folder):
        rdmp.write_evidence("original.csv", "k05.csv", "e.json", holdout="holdout.csv")
    return folder


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_edit_of_evidence_ends_in_anything_but_a_verdict_or_one_line(
    data: st.DataObject, written: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edited = json.loads((written / "e.json").read_text(encoding="utf-8"))
    path = data.draw(st.sampled_from(list(_places(edited))))
    _set(*path)(data.draw(JSON))(edited)
    (written / "edited.json").write_text(json.dumps(edited), encoding="utf-8")
    capsys.readouterr()
    with chdir(written):
        code = main(["verify", "edited.json", "--no-progress"])
    said = capsys.readouterr()
    assert code in {ExitCode.DONE, ExitCode.OTHER, ExitCode.USER}
    if code == ExitCode.USER:
        assert said.out == ""
        assert len(said.err.splitlines()) <= 2
        assert said.err.startswith("rdmp: error: ")


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(at=st.floats(0, 1), byte=st.integers(0, 255))
def test_a_byte_that_was_changed_is_read_as_evidence_or_refused(
    at: float, byte: int, written: Path
) -> None:
    evidence = json.loads((written / "e.json").read_text(encoding="utf-8"))
    slim = evidence | {"evaluations": [evidence["evaluations"][0] | {"statements": []}]}
    data = bytearray(json.dumps(slim), "utf-8")
    data[int(at * (len(data) - 1))] = byte
    (written / "bytes.json").write_bytes(data)
    with suppress(rdmp.InputError):
        found = read_evidence(written / "bytes.json")
        assert [one.role for one in found.sources] == ["original", "avatar", "holdout"]
