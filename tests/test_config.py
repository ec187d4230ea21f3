"""Options from a file: the same words, what counts first, and what is told of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rdmp.cli.app import main
from rdmp.cli.exit_codes import ExitCode
from rdmp.cli.options import Shared
from rdmp.errors import OptionError

EXAMPLES = Path(__file__).parents[1] / "examples"
PAIR = (str(EXAMPLES / "original.csv"), str(EXAMPLES / "avatar.csv"))


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Start in a folder below that of a project."""
    (tmp_path / "inner").mkdir()
    monkeypatch.chdir(tmp_path / "inner")
    return tmp_path / "pyproject.toml"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    streams = capsys.readouterr()
    return code, streams.out, streams.err


def options(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code, out, _ = run(capsys, "evaluate", *PAIR, "--format", "json", *arguments)
    assert code == ExitCode.DONE
    found: dict[str, Any] = json.loads(out)["options"]
    return found


def test_the_command_line_counts_before_the_file_and_the_file_before_the_project(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project.write_text(
        '[tool.rdmp]\nexclude = ["ward"]\nthreads = 1\nsecond-look = "never"\n'
        'null = ["NA", "-"]\ncast = { age = "BIGINT" }\nno_header = false\n'
    )
    file = project.with_name("more.toml")
    file.write_text('exclude = ["days", "weight"]\nthreads = 2\n')
    assert options(capsys) == {
        "exclude": ["ward"],
        "threads": 1,
        "second_look": "never",
        "null": ["NA", "-"],
        "cast": {"age": "BIGINT"},
    }
    found = options(capsys, "--config", str(file), "--threads", "3", "--null", "x")
    assert found["exclude"] == ["days", "weight"]
    assert found["threads"] == 3
    assert found["null"] == ["x"]
    assert found["second_look"] == "never"


def test_a_file_is_never_used_in_silence(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project.write_text('[tool.rdmp]\nexclude = ["ward"]\nfail-under = 10\n')
    code, _, err = run(capsys, "evaluate", *PAIR, "--second-look", "never")
    assert (code, err) == (
        ExitCode.DONE,
        f"rdmp: options from {project}: exclude, fail-under\n",
    )


def test_the_gate_can_stand_in_the_file(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project.write_text("[tool.rdmp]\nfail-under = 99.5\nquick = true\n")
    code, _, err = run(capsys, "evaluate", *PAIR)
    assert code == ExitCode.BELOW
    assert err.endswith("rdmp: the score of 95.00 is below --fail-under 99.5\n")
    assert run(capsys, "evaluate", *PAIR, "--fail-under", "95")[0] == ExitCode.DONE


def test_a_key_of_another_command_is_passed_over(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project.write_text('[tool.rdmp]\nfail-under = 99\nformat = "json"\nsize = 2\n')
    code, out, err = run(capsys, "sql", *PAIR)
    assert code == ExitCode.DONE
    assert out.startswith("--")
    assert err == ""


def test_the_nearest_project_counts_alone(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project.write_text("[tool.rdmp]\nquick = true\n")
    (project.parent / "inner" / "pyproject.toml").write_text("[tool.other]\nquick = 5\n")
    assert options(capsys) == {}


def test_a_pyproject_can_be_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = project.parent / "other"
    other.mkdir()
    (other / "pyproject.toml").write_text('colour = 1\n[tool.rdmp]\ncolumns = ["age", "sex"]\n')
    found = options(capsys, "--config", str(other / "pyproject.toml"))
    assert found == {"columns": ["age", "sex"]}


def test_names_with_commas_and_quotes_and_none_are_names(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, object] = {}

    def evaluate(*_: object, **keywords: object) -> None:
        given.update(keywords)
        raise OptionError("enough")

    monkeypatch.setattr("rdmp.evaluation.evaluate", evaluate)
    project.write_text("""[tool.rdmp]\nexclude = ["a,b", 'q"t', "", " c "]\n""")
    assert run(capsys, "evaluate", *PAIR)[0] == ExitCode.USER
    assert given == {"exclude": ("a,b", 'q"t', "", " c ")}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('colums = ["a"]', "'colums' is no option of rdmp"),
        ("config = 'x'", "'config' is no option of rdmp"),
        ("help = true", "'help' is no option of rdmp"),
        ("original = 'x'", "'original' is no option of rdmp"),
        ("quick = 'yes'", "quick is true or false"),
        ("exclude = 'a'", "exclude is a list of names"),
        ("exclude = []", "exclude is a list of names"),
        ("null = [1]", "null is a list of texts"),
        ("cast = ['a=B']", "cast is a table of texts"),
        ("rename = { a = 'b=c' }", "rename is a table of texts"),
        ("threads = [1]", "threads is one text or number"),
        ("threads = true", "threads is one text or number"),
        ("no-header = true\nno_header = true", "'no_header' is given twice"),
        ("threads = 'many'", "invalid value for '--threads'"),
        ("fail-under = 101", "invalid value for '--fail-under': '101' is not a number from 0"),
        ("decimal = ';'", "invalid value for '--decimal'"),
        ("quick = ", "is not TOML"),
        ("[quick]\na = 1", "quick is true or false"),
    ],
)
@pytest.mark.parametrize("place", ["project", "file"])
def test_what_is_wrong_is_told_with_file_and_key(
    line: str, said: str, place: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = project if place == "project" else project.with_name("rdmp.toml")
    head = "" if place == "file" else "[tool.rdmp]\n"
    if line.startswith("[") and place == "project":
        line = line.replace("[quick]", "[tool.rdmp.quick]")
    path.write_text(f"{head}{line}\n")
    arguments = () if place == "project" else ("--config", str(path))
    code, out, err = run(capsys, "evaluate", *PAIR, *arguments)
    assert (code, out) == (ExitCode.USER, "")
    error, hint = [one for one in err.splitlines() if not one.startswith("rdmp: options from")]
    assert error.startswith(f"rdmp: error: {path}")
    assert said in error
    assert hint.startswith("hint: ")


def test_an_option_of_the_command_line_is_not_blamed_on_the_file(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project.write_text("[tool.rdmp]\nthreads = 1\n")
    _, _, err = run(capsys, "evaluate", *PAIR, "--threads", "0")
    assert "rdmp: error: invalid value for '--threads'" in err


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_named(
    content: bytes | None, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = project.with_name("rdmp.toml")
    if content is not None:
        path.write_bytes(content)
    code, _, err = run(capsys, "evaluate", *PAIR, "--config", str(path))
    assert code == ExitCode.USER
    assert str(path) in err


def test_help_needs_no_good_file(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project.write_text("[tool.rdmp]\ncolums = 1\n")
    code, out, _ = run(capsys, "evaluate", "--help")
    assert code == ExitCode.DONE
    assert "--config" in out


def test_every_shared_option_but_the_file_itself_can_stand_in_a_file(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in set(Shared.__annotations__) - {"config"}:
        project.write_text(f"[tool.rdmp]\n{name.replace('_', '-')} = 1979-05-27\n")
        code, _, err = run(capsys, "evaluate", *PAIR)
        assert code == ExitCode.USER
        assert "is no option" not in err
