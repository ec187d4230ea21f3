"""The traps of ``../shared/cases`` that Spark can read end on it as on DuckDB."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import rdmp

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"

ONLY_STOP = {
    "084-two-thousand-columns": "ran out of stack",
}
"""Traps at which Spark stops, and may: what each one holds that Spark does not have."""


def traps() -> list[object]:
    """List the traps that lie in files, and ask for nothing that is DuckDB's own."""
    found: list[object] = []
    for path in sorted(CASES.glob("*/expect.json")):
        expected = json.loads(path.read_text(encoding="utf-8"))
        if expected["via"] == "files" and set(expected.get("options") or ()) <= {"env_TZ"}:
            name = path.parent.name
            marks = [pytest.mark.slow] if ONLY_STOP.get(name) == "ran out of stack" else []
            found.append(pytest.param(path.parent, expected, id=name, marks=marks))
    absent = pytest.mark.skip(reason="../shared is not beside this checkout")
    return found or [pytest.param(Path(), {}, marks=absent)]


def outcome(original: Path, avatar: Path, *, engine: object) -> tuple[Any, ...]:
    """Return counts and findings, or that it stopped."""
    try:
        found = rdmp.evaluate(original, avatar, second_look="never", engine=engine)
    except rdmp.RdmpError as error:
        return ("stopped", str(error))
    return found.counts, sorted(one.code for one in found.findings)


@pytest.mark.parametrize(("case", "expected"), traps())
def test_a_trap_ends_on_spark_as_on_duckdb(
    spark: SparkSession, tmp_path: Path, case: Path, expected: dict[str, Any]
) -> None:
    subprocess.run([sys.executable, str(case / "make.py")], cwd=tmp_path, check=True, timeout=60)
    sides = [tmp_path / expected["inputs"][role] for role in ("original", "avatar")]
    here = outcome(*sides, engine=spark)
    there = outcome(*sides, engine="duckdb")
    if here[0] == "stopped" and there[0] != "stopped":
        assert case.name in ONLY_STOP, here
        assert ONLY_STOP[case.name] in here[1]
    elif there[0] == "stopped":
        assert here[0] == "stopped"
    else:
        assert here == there
