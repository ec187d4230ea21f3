"""`--report` and `write_report`: a page for one avatar or several, in its place or not at all."""

from __future__ import annotations

import builtins
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import rdmp
from rdmp.cli.app import main
from rdmp.cli.exit_codes import ExitCode
from rdmp.evidence.writing import Run
from rdmp.inputs import describe

PERSON = "Zzyzx"
ROWS = 60
COPIES = {"k05": 9, "k10": 3, "k20": 0}

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an original, three avatars of it, and a holdout."""
    folder = tmp_path_factory.mktemp("pairs")

    def write(name: str, numbers: list[int]) -> None:
        lines = [f"{number % 60},{PERSON} {number}" for number in numbers]
        (folder / f"{name}.csv").write_text("\n".join(["age,name", *lines, ""]), encoding="utf-8")

    write("original", list(range(ROWS)))
    write("holdout", list(range(500, 540)))
    for name, copies in COPIES.items():
        write(name, [*range(copies), *range(100, 150)])
    return folder


@pytest.fixture
def command(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("LC_ALL", "C")

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["evaluate", "original.csv", *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def sha256(path: Path) -> str:
    (described,) = describe([("original", path)])
    assert described.sha256 is not None
    return described.sha256


def test_a_page_is_written_beside_the_result_which_stays_the_same(
    command: Command, tmp_path: Path, folder: Path
) -> None:
    target = tmp_path / "r.html"
    code, out, err = command("k05.csv", "--format", "json", "--report", str(target))
    assert (code, json.loads(out)["matched_rows"]) == (0, 9)
    _, alone, told = command("k05.csv", "--format", "json")
    assert json.loads(out).keys() == json.loads(alone).keys()
    assert err == told
    page = target.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "85.00 %" in page
    assert "On which columns the protection rests" in page
    assert sha256(folder / "original.csv") in page
    assert sha256(folder / "k05.csv") in page
    assert PERSON not in page


def test_of_several_the_page_has_the_table_and_the_best_in_full(
    command: Command, tmp_path: Path, folder: Path
) -> None:
    target = tmp_path / "r.html"
    avatars = [f"{name}.csv" for name in COPIES]
    options = ("--holdout", "holdout.csv", "--lang", "fr", "--format", "json")
    code, out, _ = command(*avatars, *options, "--report", str(target))
    assert code == 0
    assert [one["matched_rows"] for one in json.loads(out)] == list(COPIES.values())
    page = target.read_text(encoding="utf-8")
    assert '<html lang="fr">' in page
    table = page[page.index('class="stacked candidates"') :]
    places = [table.index(f">{name}.csv<") for name in reversed(COPIES)]
    assert places == sorted(places)
    assert "Sur quelles colonnes repose la protection\N{NO-BREAK SPACE}: k20.csv" in page
    for name in ("original", "holdout", *COPIES):
        assert sha256(folder / f"{name}.csv") in page
    # The numbers in the names are the axis of the picture.
    assert [one for one in re.findall(r">(\d+)</text>", page) if one in {"5", "10", "20"}]
    assert PERSON not in page


def test_a_quick_run_has_a_page_without_columns(command: Command, tmp_path: Path) -> None:
    for number, avatars in enumerate((["k05.csv"], ["k05.csv", "k20.csv"])):
        target = tmp_path / f"{number}.html"
        assert command(*avatars, "--quick", "--report", str(target))[0] == 0
        page = target.read_text(encoding="utf-8")
        assert "On which columns the protection rests" not in page


def test_a_page_stands_on_the_options_of_a_file(command: Command, tmp_path: Path) -> None:
    target, config = tmp_path / "r.html", tmp_path / "c.toml"
    config.write_text(
        f'report = "{target.as_posix()}"\nlang = "fr"\nexclude = ["age"]\nfail-under = 90\n',
        encoding="utf-8",
    )
    code, _, err = command("k05.csv", "--config", str(config))
    assert code == ExitCode.BELOW
    assert "report" in err
    page = target.read_text(encoding="utf-8")
    assert '<html lang="fr">' in page
    assert "exclude [&#34;age&#34;]" in page


def test_a_page_that_stands_there_is_replaced_by_force_alone(
    command: Command, tmp_path: Path
) -> None:
    target = tmp_path / "r.html"
    target.write_text("mine", encoding="utf-8")
    code, out, err = command("k05.csv", "--report", str(target))
    assert (code, out) == (ExitCode.USER, "")
    assert err == (f"rdmp: error: the output {target} exists\nhint: pass --force to replace it\n")
    assert target.read_text(encoding="utf-8") == "mine"
    assert command("k05.csv", "--report", str(target), "--force")[0] == 0
    assert target.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert [one.name for one in tmp_path.iterdir()] == ["r.html"]


@pytest.mark.parametrize("place", ["no/such/r.html", "original.csv", "k05.csv", "s3://b/r.html"])
@pytest.mark.usefixtures("unread")
def test_a_place_that_cannot_be_written_stops_before_anything_is_read(
    command: Command, folder: Path, place: str
) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    code, out, err = command("k05.csv", "--report", place, "--force")
    assert (code, out) == (ExitCode.USER, "")
    assert err.startswith("rdmp: error: ")
    assert len(err.splitlines()) == 2
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no evaluation begin."""

    def read(*_: object, **__: object) -> None:
        pytest.fail("it was read")

    monkeypatch.setattr("rdmp.reporting.evaluate_each", read)


@pytest.mark.usefixtures("unread")
def test_without_the_library_that_draws_nothing_is_computed(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def missing(name: str, *arguments: Any) -> Any:
        if name == "vl_convert":
            raise ImportError(name)
        return real(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", missing)
    code, out, err = command("k05.csv", "--report", str(tmp_path / "r.html"))
    assert (code, out) == (ExitCode.USER, "")
    assert err.splitlines()[1] == "hint: pip install 'rdmp[report]'"
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_rewritten_meanwhile_leaves_no_page(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    avatar = tmp_path / "a.csv"
    avatar.write_bytes((folder / "k05.csv").read_bytes())

    def rewriting(run: Run) -> Any:
        avatar.write_text(f"age,name\n1,{PERSON}\n", encoding="utf-8")
        return read(run)

    read = Run.inputs
    monkeypatch.setattr(Run, "inputs", rewriting)
    with pytest.raises(rdmp.SourceError, match="was changed or removed while it was read"):
        rdmp.write_report(folder / "original.csv", avatar, tmp_path / "r.html")
    assert not (tmp_path / "r.html").exists()


def test_objects_in_memory_have_a_page_too(tmp_path: Path) -> None:
    table = pa.table({"a": [1, 2, 3]})
    avatars = [table.slice(1).to_reader(), pa.table({"a": [7]})]
    found = rdmp.write_report(table, avatars, tmp_path / "r.html")
    assert [one.matched_rows for one in found] == [2, 0]
    (alone,) = rdmp.write_report(table, table.slice(1).to_reader(), tmp_path / "alone.html")
    assert alone.matched_rows == 2
    page = (tmp_path / "alone.html").read_text(encoding="utf-8")
    assert "On which columns the protection rests" not in page  # it could be read only once
    assert "no file of this machine" in page
