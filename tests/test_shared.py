"""The traps and the real pairs that any implementation is held against, each a test of its own.

They lie in ``shared`` beside the checkout, with a runner of their own; where they are absent, these
tests are skipped.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
SHARED = CHECKOUT.parent / "shared"
CASES, REAL = SHARED / "cases", SHARED / "realdata"
ABSENT = "../shared is not beside this checkout"


def cases() -> list[object]:
    """List the traps."""
    names = sorted(path.parent.name for path in CASES.glob("*/expect.json"))
    return [pytest.param(name) for name in names] or [
        pytest.param("", marks=pytest.mark.skip(reason=ABSENT))
    ]


def pairs() -> list[object]:
    """List the folders of the real pairs."""
    truth = REAL / "truth.json"
    lines = json.loads(truth.read_text(encoding="utf-8")) if truth.exists() else []
    folders = sorted({line["original"].partition("/")[0] for line in lines})
    there = [folder for folder in folders if (REAL / folder).is_dir()]
    return [pytest.param(folder) for folder in there] or [
        pytest.param("", marks=pytest.mark.skip(reason=ABSENT))
    ]


def hold(runner: Path, *arguments: str) -> None:
    """Let a runner judge the command of this checkout, wherever the runner starts it."""
    program = f"{shlex.quote(sys.executable)} -m rdmp"
    command = [sys.executable, str(runner), "--rdmp", program, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", cases())
def test_a_trap_is_answered_as_it_should_be(name: str) -> None:
    hold(CASES / "run.py", "--python", shlex.quote(sys.executable), name)


@pytest.mark.parametrize("folder", pairs())
def test_a_real_pair_gives_the_true_counts(folder: str) -> None:
    hold(REAL / "run.py", folder)
