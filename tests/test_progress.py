"""Progress: a bar on a terminal once a run takes two seconds, and nothing anywhere else."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import rdmp
from rdmp import progress
from rdmp.cli.progress import PATIENCE, Bar
from rdmp.engines.duckdb import session as engines
from rdmp.engines.running import interruptible

ROOT = Path(__file__).parents[1]

PROGRAM = """
import sys, time
sys.path.insert(0, {tests!r})
import rdmp.evaluation
from rdmp import progress
from rdmp.engines.duckdb import DuckDBEngine
from rdmp.options import Options
from rdmp.seam import Statement
from test_cli import EVALUATION

def evaluate(original, avatar, **keywords):
    engine = DuckDBEngine(Options(threads=1))
    long = Statement(name="long", sql="select sum(sqrt(i)) from range({rows}) as r(i)")
    until = time.monotonic() + {seconds}
    with progress.step("counting sheep"):
        while time.monotonic() < until:
            engine.query(long)
    engine.close()
    return EVALUATION

rdmp.evaluation.evaluate = evaluate
sys.argv = ["rdmp", "evaluate", "o", "a", *{arguments!r}]
from rdmp.__main__ import run
run()
"""


@dataclass(frozen=True)
class Ended:
    code: int
    out: bytes
    terminal: bytes


def on_a_terminal(
    folder: Path,
    *arguments: str,
    seconds: float = 2.6,
    rows: int = 100_000_000,
    interrupt_at: bytes | None = None,
    term: str = "xterm-256color",
) -> Ended:
    """Run the program with stderr on a terminal and stdout in a file."""
    program = PROGRAM.format(
        tests=str(ROOT / "tests"), seconds=seconds, rows=rows, arguments=arguments
    )
    ours, theirs = pty.openpty()
    out = folder / "out"
    environment = {**os.environ, "TERM": term}
    with out.open("wb") as stdout:
        process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=theirs, stdout=stdout, stderr=theirs, cwd=ROOT, env=environment,
        )  # fmt: skip
    os.close(theirs)
    seen = bytearray()
    try:
        for part in parts_of(ours):
            seen += part
            if interrupt_at is not None and interrupt_at in seen:
                process.send_signal(signal.SIGINT)
                interrupt_at = None
        return Ended(process.wait(timeout=60), out.read_bytes(), bytes(seen))
    finally:
        os.close(ours)
        process.kill()
        process.wait()


def parts_of(terminal: int) -> Iterator[bytes]:
    while select.select([terminal], [], [], 60)[0]:
        part = b""
        with contextlib.suppress(OSError):  # how a terminal says that nobody writes any more
            part = os.read(terminal, 65536)
        if not part:
            return
        yield part


def plain(arguments: tuple[str, ...] = (), seconds: float = 2.6) -> Ended:
    """Run the program with both streams in pipes."""
    program = PROGRAM.format(
        tests=str(ROOT / "tests"), seconds=seconds, rows=100_000_000, arguments=arguments
    )
    environment = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True, check=False, cwd=ROOT, env=environment, timeout=120,
    )  # fmt: skip
    return Ended(done.returncode, done.stdout, done.stderr)


SHOW, HIDE = b"\x1b[?25h", b"\x1b[?25l"


def test_a_run_above_two_seconds_shows_step_percentage_and_time_and_a_pipe_not_a_byte(
    tmp_path: Path,
) -> None:
    shown = on_a_terminal(tmp_path, "--format", "json")
    assert shown.code == 0
    assert b"counting sheep" in shown.terminal
    assert b"%" in shown.terminal
    assert b"0:00:0" in shown.terminal
    # It is gone at the end, and the cursor is back.
    assert shown.terminal.rindex(SHOW) > shown.terminal.rindex(HIDE)
    warning = b"rdmp: warning: Columns whose names differ only by upper and lower case were paired:"
    warning += b" 'zip', look\\nat 'it'."
    piped = plain(("--format", "json"))
    assert piped.terminal == warning + b"\n"
    assert piped.out == shown.out
    assert piped.out.startswith(b"{")
    assert shown.terminal.endswith(warning + b"\r\n")


@pytest.mark.parametrize(
    ("arguments", "seconds", "term"),
    [
        (("--no-progress",), PATIENCE + 0.6, "xterm-256color"),
        ((), PATIENCE + 0.6, "dumb"),
        ((), 0.0, "xterm-256color"),
    ],
    ids=["switched off", "no cursor", "short"],
)
def test_no_bar_is_shown_where_none_is_wanted(
    tmp_path: Path, arguments: tuple[str, ...], seconds: float, term: str
) -> None:
    shown = on_a_terminal(tmp_path, *arguments, seconds=seconds, term=term)
    assert (shown.code, shown.terminal) == (0, b"")
    assert shown.out


def test_ctrl_c_under_the_bar_ends_with_130_one_line_and_the_cursor_back(tmp_path: Path) -> None:
    ended = on_a_terminal(tmp_path, seconds=600, rows=10**12, interrupt_at=b"counting sheep")
    assert (ended.code, ended.out) == (130, b"")
    assert ended.terminal.endswith(b"rdmp: interrupted\r\n")
    assert ended.terminal.count(b"rdmp:") == 1
    assert ended.terminal.rindex(SHOW) > ended.terminal.rindex(HIDE)


# -- the library ----------------------------------------------------------------------------------


@dataclass
class Heard:
    """An observer that remembers."""

    steps: list[str] = field(default_factory=list)
    shares: list[float | None] = field(default_factory=list)

    def observe(self, step: str, share: float | None) -> None:
        self.steps.append(step)
        self.shares.append(share)


@pytest.fixture
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make an engine tell before every statement, however fast it is."""

    def at_once(work: Callable[[], Any], interrupt: object, share: Callable[[], Any]) -> Any:
        progress.tell(share())
        return work()

    monkeypatch.setattr(engines, "interruptible", at_once)


TABLE = pa.table({"a": [1, 2, 3], "b": [0.5, None, 2.5]})


@pytest.mark.usefixtures("told_at_once")
def test_an_observer_hears_the_steps_of_an_evaluation_in_plain_words() -> None:
    heard = Heard()
    with rdmp.observing(heard):
        rdmp.evaluate(TABLE, TABLE.slice(1), holdout=TABLE, second_look="always")
    assert set(heard.steps) >= {
        "reading the original",
        "reading the avatar",
        "finding copies",
        "finding rows of the holdout",
        "looking for hidden copies",
    }
    assert all(share is None or 0 <= share <= 1 for share in heard.shares)


@pytest.mark.usefixtures("told_at_once")
def test_an_observer_of_several_hears_which_avatar_it_is() -> None:
    heard = Heard()
    with rdmp.observing(heard):
        rdmp.evaluate_many(TABLE, [TABLE, TABLE.slice(1)])
    assert "avatar 2 of 2: finding copies" in heard.steps
    assert "checking avatar 1 of 2: reading the avatar" in heard.steps


@pytest.mark.usefixtures("told_at_once")
def test_nobody_hears_anything_after_or_without_observing(
    capfd: pytest.CaptureFixture[str],
) -> None:
    heard = Heard()
    with rdmp.observing(heard), rdmp.observing(None):
        rdmp.evaluate(TABLE, TABLE)
    rdmp.evaluate(TABLE, TABLE)
    assert heard.steps == []
    assert capfd.readouterr() == ("", "")


@contextmanager
def in_thread(work: Callable[[], None]) -> Iterator[None]:
    thread = threading.Thread(target=work)
    thread.start()
    yield
    thread.join()


@pytest.mark.parametrize("beside", [False, True], ids=["main thread", "another thread"])
def test_whoever_waits_for_a_statement_tells_how_much_is_done(beside: bool) -> None:  # noqa: FBT001
    heard = Heard()
    enough = threading.Event()

    class Loud(Heard):
        def observe(self, step: str, share: float | None) -> None:
            heard.observe(step, share)
            enough.set()

    def work() -> None:
        with rdmp.observing(Loud()), progress.step("outer"), progress.step("inner"):
            # The work ends only once an observer has heard of it.
            assert interruptible(lambda: enough.wait(60), lambda: None, lambda: 0.25)

    if beside:
        with in_thread(work):
            pass
    else:
        work()
    assert heard.steps[0] == "outer: inner"
    assert heard.shares[0] == 0.25


def test_an_observer_that_raises_ends_the_work() -> None:
    stopped = threading.Event()

    class Tired:
        def observe(self, step: str, share: float | None) -> None:
            raise KeyError(step)

    with rdmp.observing(Tired()), pytest.raises(KeyError):
        interruptible(lambda: stopped.wait(60), stopped.set)
    assert stopped.is_set()


def test_a_bar_that_was_never_drawn_leaves_no_trace(capsys: pytest.CaptureFixture[str]) -> None:
    bar = Bar()
    bar.observe("young", 0.5)
    bar.clear()
    assert capsys.readouterr() == ("", "")
