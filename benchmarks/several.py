"""What ten candidates cost in one command, against ten commands with one each.

Both ways are whole processes; CPU is user + system time of all of them. Every score is held against
the recipes of the pairs. From the root of the checkout, with an interpreter that has `rdmp`:

    python -m benchmarks.several --work FOLDER
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks import pairs

SHARES = (0.0, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.06, 0.08, 0.1)
"""Share of copies in each candidate; the original is the same for all."""

TARGET = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """CPU and wall time in seconds, and the matched rows that were found."""

    cpu: float
    wall: float
    matched: tuple[int, ...]


def measured(work: Callable[[], tuple[int, ...]]) -> Cost:
    """Run something that runs processes."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    matched = work()
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - start
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(cpu=cpu, wall=wall, matched=matched)


def evaluate(original: Path, avatars: Sequence[Path], temporary: Path) -> tuple[int, ...]:
    """Run `rdmp evaluate` as it is used, and return the matched rows."""
    command = [sys.executable, "-m", "rdmp", "evaluate", original, *avatars]
    options = ["--format", "json", "--temp-directory", temporary]
    done = subprocess.run([*command, *options], check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    found = found if isinstance(found, list) else [found]
    return tuple(one["matched_rows"] for one in found)


def compare(recipe: pairs.Recipe, form: pairs.Format, folder: Path) -> tuple[Cost, Cost]:
    """Measure both ways; the answers of both are held against the truth."""
    recipes = [replace(recipe, copies=share) for share in SHARES]
    for one in recipes:
        # In processes of their own: what they cost is counted before anything is measured.
        subprocess.run(pairs.command(one, folder, form), check=True, capture_output=True)
    files = [pairs.paths(one, folder, form) for one in recipes]
    original, avatars = files[0].original, [one.avatar for one in files]
    truth = tuple(one.truth.matched_rows for one in files)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        temporary = Path(place)
        alone = measured(lambda: tuple(evaluate(original, [one], temporary)[0] for one in avatars))
        together = measured(lambda: evaluate(original, avatars, temporary))
    assert alone.matched == together.matched == truth
    return alone, together


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure Parquet and CSV, and print one line of a table for each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.several", description=main.__doc__)
    parser.add_argument("--work", type=Path, required=True, help="where the pairs are kept")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--columns", type=int, default=12)
    parser.add_argument("--formats", nargs="+", choices=pairs.FORMATS, default=pairs.FORMATS)
    given = parser.parse_args(arguments)
    recipe = pairs.Recipe(rows=given.rows, columns=given.columns)
    print("| format | ten commands, CPU s | one command, CPU s | ratio | target |")
    print("|---|--:|--:|--:|---|")
    for form in given.formats:
        alone, together = compare(recipe, form, given.work)
        ratio = together.cpu / alone.cpu
        met = "met" if ratio <= TARGET else "missed"
        figures = f"{alone.cpu:.1f} | {together.cpu:.1f} | {ratio:.2f} | ≤ {TARGET}: {met}"
        print(f"| {form} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
