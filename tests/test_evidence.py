"""`--evidence` and `write_evidence`: what an auditor needs, whole or not at all, and no data."""

from __future__ import annotations

import hashlib
import json
import platform
import re
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import rdmp
from rdmp.cli.app import main
from rdmp.cli.exit_codes import ExitCode
from rdmp.options import ENGINES, MEANS, Options

PERSON = "Zzyzx"
COPIES = {"k05": 9, "k10": 3}
COUNTED = {"original_rows": 60, "unique_rows": 60, "matched_rows": 9, "score": 85.0}

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a working directory with an original, two avatars of it, and a holdout."""

    def write(name: str, numbers: list[int]) -> None:
        lines = [f"{number % 60},{PERSON} {number}" for number in numbers]
        (tmp_path / f"{name}.csv").write_text("\n".join(["age,name", *lines, ""]), encoding="utf-8")

    write("original", list(range(60)))
    write("holdout", list(range(500, 540)))
    for name, copies in COPIES.items():
        write(name, [*range(copies), *range(100, 150)])
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def command(folder: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["evaluate", "original.csv", *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def read(path: Path | str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    return found


def test_evidence_is_written_beside_the_result_which_stays_the_same(
    command: Command, folder: Path
) -> None:
    code, out, err = command("k05.csv", "--evidence", "e.json", "--format", "json")
    assert (code, json.loads(out)["matched_rows"]) == (0, 9)
    _, alone, told = command("k05.csv", "--format", "json")
    assert json.loads(out).keys() == json.loads(alone).keys()
    assert err == told
    evidence = read("e.json")
    assert {key: evidence["evaluations"][0][key] for key in COUNTED} == COUNTED
    assert evidence["evaluations"][0] == json.loads(out)
    assert evidence["evaluations"][0]["statements"]
    assert (evidence["kind"], evidence["schema_version"]) == ("rdmp evidence", 1)


def test_each_source_is_recorded_with_its_files_rows_and_all_columns(
    command: Command, folder: Path
) -> None:
    command("k05.csv", "--exclude", "age", "--holdout", "holdout.csv", "--evidence", "e.json")
    sources = read("e.json")["sources"]
    assert [one["role"] for one in sources] == ["original", "avatar", "holdout"]
    assert [one["rows"] for one in sources] == [60, 59, 40]
    for one in sources:
        data = (folder / one["named"]).read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        file = {"path": one["named"], "size": len(data), "sha256": digest}
        assert (one["files"], one["digest"], one["no_digest"]) == ([file], digest, None)
        assert (one["absolute"], one["relative"]) == (str(folder / one["named"]), one["named"])
        assert [column["name"] for column in one["columns"]] == ["age", "name"]
        assert one["column_count"] == 2


def test_every_option_that_may_change_an_answer_is_recorded_given_or_not(command: Command) -> None:
    given = ("--null", "NA", "--rename", "age=age", "--threads", "2", "--second-look", "never")
    command("k05.csv", *given, "--evidence", "e.json")
    options = read("e.json")["options"]
    assert options.keys() == Options.__dataclass_fields__.keys() - MEANS - ENGINES
    assert (options["null"], options["rename"]) == (["NA"], {"age": "age"})
    assert (options["second_look"], options["quick"], options["columns"]) == ("never", False, None)


def test_the_versions_of_everything_that_counts_are_recorded(command: Command) -> None:
    command("k05.csv", "--evidence", "e.json")
    evidence = read("e.json")
    libraries = {name: version(name) for name in ("rdmp", "duckdb", "pyarrow")}
    machine = {"python": platform.python_version(), "platform": platform.platform()}
    assert evidence["versions"] == libraries | machine
    assert evidence["engine"] == "duckdb"


def test_several_avatars_with_a_holdout_are_one_evidence_in_their_order(command: Command) -> None:
    avatars = ("k10.csv", "k05.csv")
    code, *_ = command(*avatars, "--holdout", "holdout.csv", "--evidence", "e.json")
    evidence = read("e.json")
    assert code == 0
    roles = [(one["role"], one["named"]) for one in evidence["sources"]]
    assert roles == [
        ("original", "original.csv"),
        *(("avatar", name) for name in avatars),
        ("holdout", "holdout.csv"),
    ]
    assert [one["matched_rows"] for one in evidence["evaluations"]] == [3, 9]
    assert all(one["coincidence"]["holdout_rows"] == 40 for one in evidence["evaluations"])


def test_parts_of_a_folder_are_recorded_by_their_path_inside_it(folder: Path) -> None:
    for part in ("x=1", "x=2"):
        (folder / "parts" / part).mkdir(parents=True)
        (folder / "parts" / part / "p.csv").write_bytes((folder / "k05.csv").read_bytes())
    rdmp.write_evidence("original.csv", "parts", "e.json", exclude=["x"])
    avatar = read("e.json")["sources"][1]
    assert [one["path"] for one in avatar["files"]] == ["x=1/p.csv", "x=2/p.csv"]
    both = "".join(one["sha256"] for one in avatar["files"])
    assert avatar["digest"] == hashlib.sha256(both.encode()).hexdigest()


def test_the_file_is_its_owners_alone_and_holds_no_value_of_the_data(
    command: Command, folder: Path
) -> None:
    command("k05.csv", "k10.csv", "--holdout", "holdout.csv", "--evidence", "e.json")
    assert (folder / "e.json").stat().st_mode & 0o777 == 0o600
    assert PERSON not in (folder / "e.json").read_text(encoding="utf-8")


def test_a_file_that_stands_there_is_replaced_only_by_force(command: Command, folder: Path) -> None:
    (folder / "e.json").write_text("mine", encoding="utf-8")
    code, out, err = command("k05.csv", "--evidence", "e.json")
    assert (code, out) == (ExitCode.USER, "")
    assert err == "rdmp: error: the output e.json exists\nhint: pass --force to replace it\n"
    assert (folder / "e.json").read_text(encoding="utf-8") == "mine"
    assert command("k05.csv", "--evidence", "e.json", "--force")[0] == 0
    assert read("e.json")["kind"] == "rdmp evidence"


@pytest.mark.parametrize("target", ["original.csv", "k05.csv", "holdout.csv"])
def test_evidence_never_replaces_what_is_read(target: str, command: Command, folder: Path) -> None:
    before = (folder / target).read_bytes()
    options = ("--holdout", "holdout.csv", "--force", "--evidence", target)
    code, _, err = command("k05.csv", *options)
    assert code == ExitCode.USER
    assert "is or lies in what is read" in err
    assert (folder / target).read_bytes() == before


def test_a_run_that_fails_leaves_no_evidence(command: Command, folder: Path) -> None:
    (folder / "k05.csv").write_text("other\n1\n", encoding="utf-8")
    before = sorted(folder.iterdir())
    assert command("k05.csv", "--evidence", "e.json")[0] == ExitCode.USER
    assert sorted(folder.iterdir()) == before


def test_the_score_below_the_limit_leaves_evidence_all_the_same(command: Command) -> None:
    code, *_ = command("k05.csv", "--fail-under", "90", "--evidence", "e.json")
    assert code == ExitCode.BELOW
    assert read("e.json")["evaluations"][0]["score"] == 85.0


def test_a_page_and_evidence_are_about_one_run(command: Command, folder: Path) -> None:
    pytest.importorskip("vl_convert")
    code, *_ = command("k05.csv", "--report", "r.html", "--evidence", "e.json")
    assert code == 0
    page = (folder / "r.html").read_text(encoding="utf-8")
    for one in read("e.json")["sources"]:
        assert one["digest"] in page
    assert (folder / "e.json").stat().st_mode & 0o777 == 0o600


def test_a_page_and_evidence_cannot_be_one_file(command: Command, folder: Path) -> None:
    pytest.importorskip("vl_convert")
    before = sorted(folder.iterdir())
    code, _, err = command("k05.csv", "--report", "r.html", "--evidence", "./r.html")
    assert code == ExitCode.USER
    assert err.startswith("rdmp: error: the page and the evidence would be one file: r.html\n")
    assert sorted(folder.iterdir()) == before


def test_evidence_of_objects_in_memory_says_that_they_have_no_file(folder: Path) -> None:
    table = pa.table({"a": [1, 2, 3]})
    rdmp.write_evidence(table, table.slice(1).to_reader(), "e.json")
    original, avatar = read("e.json")["sources"]
    assert original["no_digest"] == avatar["no_digest"] == "an object in memory has no file"
    assert (original["digest"], original["files"], original["absolute"]) == (None, [], None)
    assert (original["rows"], original["columns"]) == (3, [{"name": "a", "type": "BIGINT"}])


def test_quick_evidence_has_the_counts_that_were_made(command: Command) -> None:
    assert command("k05.csv", "--quick", "--evidence", "e.json")[0] == 0
    (found,) = read("e.json")["evaluations"]
    assert (found["matched_rows"], found["unique_rows"]) == (9, None)


def test_the_page_of_the_docs_names_every_key(folder: Path) -> None:
    rdmp.write_evidence("original.csv", "k05.csv", "e.json")
    page = Path(__file__).resolve().parents[1] / "docs" / "evidence.md"
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line[:3] == "| `"]
    named = [key for line in lines for key in re.findall(r"`(\w+)`", line.split("|")[1])]
    evidence = read("e.json")
    assert sorted(named) == sorted([*evidence, *evidence["sources"][0]])
