"""Promises of the command line: exit code, bytes of stdout, lines of stderr.

The library is replaced by a fake of a few lines: what it computes is tested elsewhere.
"""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import get_type_hints

import pytest

from rdmp.cli import exit_codes
from rdmp.cli.app import main
from rdmp.cli.exit_codes import ExitCode
from rdmp.cli.options import STORY, Shared
from rdmp.errors import ColumnError, MissingExtraError, QueryError, ResourceError
from rdmp.options import Keywords, Options
from rdmp.report.text import text_report
from rdmp.result import ComparedColumn, Counts, Evaluation, Finding
from rdmp.seam import Column, Relation, Statement, Type
from rdmp.words import phrase

QUOTED = "a value of the data"

EVALUATION = Evaluation(
    original="o.csv",
    avatar="a.csv",
    counts=Counts(original_rows=250, matched_rows=89, unique_rows=200),
    columns=(
        ComparedColumn(
            name="zip",
            avatar_name="zip",
            original_type="VARCHAR",
            avatar_type="VARCHAR",
            form="VARCHAR",
            rule=phrase("how-text"),
        ),
    ),
    findings=(
        Finding(
            code="w",
            severity="warning",
            columns=("zip",),
            said=phrase("finding-name-case", pairs="'zip', look\nat 'it'"),
        ),
        Finding(
            code="n",
            severity="note",
            columns=(),
            said=phrase("finding-columns-left-out", columns="'note'"),
        ),
    ),
    engine="fake",
    versions={"rdmp": "0"},
    options={},
    started_at=datetime(2026, 1, 1, tzinfo=UTC),
    seconds=0.0,
    statements=(),
)

READS = Statement(name="read", sql="from somewhere")


class Library:
    """Stands in for `rdmp.evaluation`; remembers what it was given."""

    def __init__(self) -> None:
        self.given: dict[str, object] = {}
        self.fails: BaseException | None = None

    def evaluate(self, original: object, avatar: object, **keywords: object) -> Evaluation:
        self.given = keywords
        if self.fails is not None:
            raise self.fails
        return EVALUATION

    def explain(self, original: object, avatar: object, **keywords: object) -> SimpleNamespace:
        self.given = keywords
        text = Type(kind="text", stored="VARCHAR")
        columns = (Column(name="a\nb", sql_name="c0", type=text),)
        original_relation = Relation(
            role="original", sql_name="o", label="o.csv", columns=columns, reads=READS
        )
        return SimpleNamespace(
            original=original_relation,
            avatar=replace(original_relation, role="avatar", sql_name="a"),
            statements=(Statement(name="facts", sql="select 1", parameters=("NA",)),),
        )


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Library:
    fake = Library()
    monkeypatch.setattr("rdmp.evaluation.evaluate", fake.evaluate)
    monkeypatch.setattr("rdmp.evaluation.explain", fake.explain)
    return fake


Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def rdmp(library: Library, capsys: pytest.CaptureFixture[str]) -> Command:
    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        streams = capsys.readouterr()
        return code, streams.out, streams.err

    return run


def test_an_evaluation_ends_with_0_and_stdout_holds_the_report_alone(rdmp: Command) -> None:
    code, out, err = rdmp("evaluate", "o.csv", "a.csv")
    assert code == ExitCode.DONE
    assert out == text_report(EVALUATION, sys.stdout)
    assert err == ""  # the text holds the findings; they are not told twice


def test_json_and_markdown_go_to_stdout_and_warnings_to_stderr(rdmp: Command) -> None:
    code, out, err = rdmp("evaluate", "o.csv", "a.csv", "--format", "json")
    assert code == ExitCode.DONE
    assert json.loads(out) == EVALUATION.to_dict()
    assert re.fullmatch(r"rdmp: warning: Columns .* paired: 'zip', look\\nat 'it'\.\n", err)
    _, out, err = rdmp("evaluate", "o.csv", "a.csv", "--format", "markdown")
    assert out.startswith("## Row Direct Match Protection")
    assert re.fullmatch(r"rdmp: warning: Columns .* paired: 'zip', look\\nat 'it'\.\n", err)


def test_a_score_below_the_limit_ends_with_1_after_the_whole_report(rdmp: Command) -> None:
    whole = rdmp("evaluate", "o.csv", "a.csv")[1]
    code, out, err = rdmp("evaluate", "o.csv", "a.csv", "--fail-under", "64.5")
    assert (code, out) == (ExitCode.BELOW, whole)
    assert err == "rdmp: the score of 64.40 is below --fail-under 64.5\n"


def test_a_score_that_equals_the_limit_ends_with_0(rdmp: Command) -> None:
    assert rdmp("evaluate", "o.csv", "a.csv", "--fail-under", "64.4")[0] == ExitCode.DONE


def test_sql_prints_names_statements_and_parameters(rdmp: Command, library: Library) -> None:
    code, out, err = rdmp("sql", "o.csv", "a.csv", "--null", "NA")
    assert (code, err) == (ExitCode.DONE, "")
    assert '--   c0: "a\\nb" VARCHAR' in out
    assert out.endswith('-- facts\nselect 1\n;\n-- parameters: ["NA"]\n')
    assert library.given == {"null": ["NA"]}


def test_command_line_and_library_have_the_same_options_both_ways() -> None:
    assert set(Shared.__annotations__) - STORY == set(Keywords.__annotations__)
    assert set(Keywords.__annotations__) == set(Options.__dataclass_fields__)
    assert set(Shared.__annotations__) >= STORY


@pytest.mark.parametrize("command", ["evaluate", "sql"])
def test_help_lists_every_option_and_goes_to_stdout(command: str, rdmp: Command) -> None:
    code, out, err = rdmp(command, "--help")
    assert (code, err) == (ExitCode.DONE, "")
    for name in Shared.__annotations__:
        assert re.search(rf"--{name.replace('_', '-')}\s", out), name
    for name in ("fail-under", "format", "lang"):
        assert (f"--{name} " in out) == (command == "evaluate")


def test_without_options_the_library_gets_no_keyword(rdmp: Command, library: Library) -> None:
    rdmp("evaluate", "o.csv", "a.csv", "--no-progress")
    assert library.given == {}


def test_every_option_reaches_the_library_as_its_keyword(rdmp: Command, library: Library) -> None:
    flags = {name for name, kind in get_type_hints(Keywords).items() if kind is bool}
    assert "quick" in flags
    special: dict[str, tuple[list[str], object]] = {
        "columns": (['a, b ,"c,d",\''], ("a", " b ", "c,d", "'")),
        "exclude": (['""'], ("",)),
        "rename": (["a=b=c", "=d"], {"a=b": "c", "": "d"}),
        "cast": (["zip=DECIMAL(5,2)"], {"zip": "DECIMAL(5,2)"}),
        "null": (["NA", "-"], ["NA", "-"]),
        "decimal": ([","], ","),
        "original_decimal": ([","], ","),
        "avatar_decimal": (["."], "."),
        "delimiter": ([r"\t"], "\t"),
        "threads": (["3"], 3),
        "second_look": (["always"], "always"),
        "engine": (["spark"], "spark"),
    }
    arguments: list[str] = []
    expected: dict[str, object] = {}
    for name in Keywords.__annotations__:
        flag = f"--{name.replace('_', '-')}"
        if name in flags:
            arguments.append(flag)
            expected[name] = True
            continue
        written, value = special.get(name, ([f"[{name}]"], f"[{name}]"))
        arguments.extend(part for text in written for part in (flag, text))
        expected[name] = value
    code, _, err = rdmp("evaluate", *arguments, "o.csv", "a.csv")
    assert (code, err) == (ExitCode.DONE, "")
    assert library.given == expected


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("", "missing command"),
        ("evaluat", "no such command 'evaluat'"),
        ("--nope", "no such option: --nope"),
        ("evaluate", "missing argument 'ORIGINAL'"),
        ("evaluate o", "missing argument 'AVATAR...'"),
        ("sql o a b", "got unexpected extra argument"),
        ("evaluate o a --colums x", "no such option: --colums"),
        ("evaluate o a --columns", "option '--columns' requires an argument"),
        ("evaluate o a --columns=", "invalid value for '--columns': no column is named"),
        ('evaluate o a --columns "x', "invalid value for '--columns': this is not one line of CSV"),
        ("evaluate o a --rename x", "invalid value for '--rename': 'x' is not two names"),
        ("evaluate o a --rename x=", "invalid value for '--rename': 'x=' is not two names"),
        ("evaluate o a --cast x=A --cast x=B", "invalid value for '--cast': 'x' is given twice"),
        ("evaluate o a --decimal ;", "invalid value for '--decimal': ';' is not one of '.', ','"),
        ("evaluate o a --delimiter=", "invalid value for '--delimiter': an empty text"),
        ("evaluate o a --threads 0", "invalid value for '--threads': "),
        ("evaluate o a --threads many", "invalid value for '--threads': "),
        (
            "evaluate o a --fail-under 101",
            "invalid value for '--fail-under': '101' is not a number from 0 to 100",
        ),
        (
            "evaluate o a --fail-under=-1",
            "invalid value for '--fail-under': '-1' is not a number from 0 to 100",
        ),
        (
            "evaluate o a --fail-under nan",
            "invalid value for '--fail-under': 'nan' is not a number from 0 to 100",
        ),
        ("evaluate o a --format xml", "invalid value for '--format': 'xml' is not one of"),
    ],
)
def test_wrong_usage_ends_with_2_one_line_and_a_hint(
    arguments: str, said: str, rdmp: Command
) -> None:
    code, out, err = rdmp(*arguments.split())
    assert (code, out) == (ExitCode.USER, "")
    error, hint = err.splitlines()
    assert error.startswith(f"rdmp: error: {said}")
    assert hint.startswith("hint: ")
    assert "--help" in hint


def test_a_misspelt_option_is_answered_with_the_right_one(rdmp: Command) -> None:
    assert "did you mean --columns?" in rdmp("evaluate", "o", "a", "--colums", "x")[2]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ColumnError("column 'a' is odd", "exclude it"), 2),
        (MissingExtraError("polars is not installed", "pip install"), 2),
        (QueryError("the statement 'facts' did not run", "report it"), 3),
        (ResourceError("memory ran out", "pass --memory-limit"), 3),
    ],
)
def test_an_error_of_ours_is_two_lines_and_its_exit_code(
    error: ColumnError, code: int, rdmp: Command, library: Library
) -> None:
    library.fails = error
    error.__context__ = RuntimeError(QUOTED)
    assert rdmp("evaluate", "o", "a") == (
        code,
        "",
        f"rdmp: error: {error.message}\nhint: {error.hint}\n",
    )


def test_a_message_is_one_line_whatever_a_name_in_it_holds(rdmp: Command, library: Library) -> None:
    library.fails = ColumnError("column 'a\nb\x1b[31m' is odd")
    assert rdmp("evaluate", "o", "a")[2] == "rdmp: error: column 'a\\nb\\u001b[31m' is odd\n"


def test_the_message_of_an_engine_is_shown_with_debug_only_and_after_a_warning(
    rdmp: Command, library: Library
) -> None:
    library.fails = QueryError("a statement did not run")
    library.fails.__context__ = RuntimeError(QUOTED)
    library.fails.__suppress_context__ = True  # as ``raise … from None`` leaves it
    assert QUOTED not in rdmp("evaluate", "o", "a")[2]
    code, _, err = rdmp("evaluate", "o", "a", "--debug")
    assert code == ExitCode.ENGINE
    assert err.index("may show values of the data") < err.index(QUOTED)


def test_a_bug_ends_with_70_and_a_traceback_that_quotes_no_data(
    rdmp: Command, library: Library
) -> None:
    library.fails = KeyError(QUOTED)
    library.fails.__cause__ = ValueError(QUOTED)
    code, out, err = rdmp("evaluate", "o", "a")
    assert (code, out) == (ExitCode.BUG, "")
    assert err.startswith("rdmp: error: this is a bug in rdmp (KeyError)\nhint: please report it")
    assert re.search(r'File ".*evaluate\.py", line \d+, in evaluate\n', err)
    assert err.endswith("builtins.KeyError\n")
    assert "builtins.ValueError\n" in err
    assert QUOTED not in err
    assert QUOTED in rdmp("evaluate", "o", "a", "--debug")[2]


def test_exhausted_memory_is_no_bug(rdmp: Command, library: Library) -> None:
    library.fails = MemoryError()
    code, _, err = rdmp("evaluate", "o", "a")
    assert code == ExitCode.ENGINE
    assert err.startswith("rdmp: error: there is not enough memory\n")


def test_a_result_that_cannot_be_written_ends_with_3(
    rdmp: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(text: str) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(sys.stdout, "write", full)
    monkeypatch.setattr(exit_codes, "_discard", lambda stream: None)
    code, _, err = rdmp("evaluate", "o", "a")
    assert code == ExitCode.ENGINE
    assert err == "rdmp: error: the result could not be written: No space left on device\n"


def test_the_exit_codes_are_those_of_the_design() -> None:
    assert {code.name: code.value for code in ExitCode} == {
        "DONE": 0,
        "BELOW": 1,
        "USER": 2,
        "ENGINE": 3,
        "BUG": 70,
        "INTERRUPTED": 130,
    }


# ------------------------------------------------------------------------------ the whole process

ROOT = Path(__file__).parents[1]

PROGRAM = """
import os, signal, sys
sys.path.insert(0, {tests!r})
import rdmp.evaluation

def evaluate(original, avatar, **keywords):
    from test_cli import EVALUATION
    {body}
    return EVALUATION

rdmp.evaluation.evaluate = evaluate
sys.argv = ["rdmp", "evaluate", "o", "a", *{arguments!r}]
from rdmp.__main__ import run
run()
"""


def process(
    body: str, *arguments: str, after: str = "", before: str = "", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    program = PROGRAM.format(tests=str(ROOT / "tests"), body=body, arguments=arguments)
    line = f'{before} "$0" -c "$1" {after}'
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line, sys.executable, program],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, **environment},
        timeout=60,
    )


@pytest.mark.parametrize(
    ("name", "code", "told"),
    [("SIGINT", 130, b"rdmp: interrupted\n"), ("SIGTERM", 143, b""), ("SIGHUP", 129, b"")],
)
def test_a_signal_unwinds_the_program_and_names_itself_in_the_exit_code(
    name: str, code: int, told: bytes
) -> None:
    done = process(
        f"""
    try:
        os.kill(os.getpid(), signal.{name})
    finally:
        print("cleaned up", file=sys.stderr)
"""
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"cleaned up\n" + told)


def test_an_engine_that_swallows_the_interrupt_does_not_hide_it() -> None:
    done = process(
        """
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        raise RuntimeError("Query interrupted") from None
"""
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"rdmp: interrupted\n")


def test_ctrl_c_while_a_text_is_executed_ends_with_130_as_anywhere(tmp_path: Path) -> None:
    # As a dataclass is made; no shell between, which says 130 of whatever a signal has ended.
    (tmp_path / "executing.py").write_text(
        """
import os, signal, sys
from rdmp.cli import signals

signals.listen()
try:
    exec("os.kill(os.getpid(), signal.SIGINT)\\nfor _ in range(9_999): pass")
except KeyboardInterrupt:
    sys.exit(signals.exit_code())
""",
        encoding="utf-8",
    )
    program = [sys.executable, "-m", "executing"]
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    done = subprocess.run(program, check=False, env={**os.environ, "PYTHONPATH": path}, timeout=60)
    assert done.returncode == 130


def test_ctrl_c_while_the_program_loads_ends_with_130_and_one_line() -> None:
    program = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
from rdmp.__main__ import run
run()
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=False, cwd=ROOT, timeout=60
    )
    assert (done.returncode, done.stderr) == (130, b"rdmp: interrupted\n")


def test_a_signal_that_the_caller_ignores_stays_ignored() -> None:
    done = process("os.kill(os.getpid(), signal.SIGHUP)", before="trap '' HUP;")
    assert done.returncode == ExitCode.DONE


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    done = process("", after="| true")
    assert (done.returncode, done.stderr) == (ExitCode.DONE, b"")


def test_a_reader_that_has_seen_enough_does_not_change_the_verdict() -> None:
    done = process("", "--fail-under", "99", after="| true")
    assert done.returncode == ExitCode.BELOW
    assert done.stderr == b"rdmp: the score of 64.40 is below --fail-under 99\n"


def test_a_full_disk_under_stdout_ends_with_3_and_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full on this system")
    done = process("", after="> /dev/full")
    assert done.returncode == ExitCode.ENGINE
    assert done.stderr.startswith(b"rdmp: error: the result could not be written: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_a_pipe_gets_utf_8_in_every_locale_and_no_colour(locale: str) -> None:
    done = process("", LC_ALL=locale, PYTHONIOENCODING="ascii", TERM="xterm-256color")
    assert done.returncode == ExitCode.DONE
    assert "are unique and stand unchanged" in " ".join(done.stdout.decode("utf-8").split())
    assert "—" in done.stdout.decode("utf-8")
    assert b"\x1b" not in done.stdout


def test_files_that_the_program_writes_are_the_owners_alone(tmp_path: Path) -> None:
    target = tmp_path / "written"
    done = process(f"open({str(target)!r}, 'w').close()")
    assert done.returncode == ExitCode.DONE
    assert target.stat().st_mode & 0o777 == 0o600


def test_help_loads_no_engine() -> None:
    program = """
import sys
from rdmp.cli.app import main
main(["evaluate", "--help"])
heavy = {"duckdb", "pyarrow", "jinja2", "pandas", "polars"} & set(sys.modules)
sys.exit(', '.join(sorted(heavy)) or 0)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=False, cwd=ROOT, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_signals_that_stop_the_program_are_left_alone_by_the_library() -> None:
    program = "import signal, rdmp; print(signal.getsignal(signal.SIGTERM) is signal.SIG_DFL)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, cwd=ROOT, timeout=60
    )
    assert done.stdout == b"True\n"
