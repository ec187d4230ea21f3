"""A soak: thousands of random pairs, each held against an oracle in plain Python.

``python -m benchmarks.soak --pairs 20000 --write`` runs them and writes `soak.md`; a wrong count
fails the command. ``--pairs 300`` is the reduced form that the tests run. The same seed draws the
same pairs.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, Phase, given, seed, settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the oracles and strategies stand beside the tests

import soaking  # noqa: E402

CHUNK = 100
"""Pairs that are drawn with one seed."""

TITLE = "<!-- figures: begin -->", "<!-- figures: end -->"
LIBRARIES = ("rdmp", "duckdb", "pyarrow", "pandas", "polars", "numpy", "hypothesis")


@dataclass
class Tally:
    """What came of the pairs of one kind."""

    pairs: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    spilled: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Task:
    """Pairs of one kind that are drawn with one seed."""

    kind: str
    pairs: int
    seed: int


def tasks(pairs: int, first_seed: int) -> list[Task]:
    """Return what draws so many pairs, the kinds by turns; the same whoever works on it."""
    found: list[tuple[float, Task]] = []
    for number, (kind, (_, _, share)) in enumerate(soaking.KINDS.items()):
        wanted = max(1, round(pairs * share))
        for chunk, start in enumerate(range(0, wanted, CHUNK)):
            few = min(CHUNK, wanted - start)
            key = (first_seed * 100 + number) * 100_000 + chunk
            found.append(((start + few) / wanted, Task(kind, few, key)))
    return [task for _, task in sorted(found, key=lambda one: one[0])]


def work(task: Task) -> Tally:
    """Judge the pairs of a task, beside the main thread: statements need no thread of their own."""
    tally = Tally()
    worker = threading.Thread(target=_judge, args=(task, tally), daemon=True)
    worker.start()
    worker.join()
    return tally


def _judge(task: Task, tally: Tally) -> None:
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        bench = soaking.Bench(folder=Path(folder))
        try:
            _chunk(task, bench, tally)
        finally:
            bench.close()
    tally.seconds = time.perf_counter() - start


def soak(
    pairs: int, first_seed: int, jobs: int = 1, state: Path | None = None, *, tell: bool = False
) -> dict[str, Tally]:
    """Judge so many random pairs, and return what came of each kind.

    ``state`` is a file that keeps what is done, so that a run can be broken off and taken up.
    """
    tallies = {kind: Tally() for kind in soaking.KINDS}
    done_before = _kept(state)
    todo = []
    for task in tasks(pairs, first_seed):
        if task.seed in done_before:
            _add(tallies[task.kind], done_before[task.seed])
        else:
            todo.append(task)

    def take(task: Task, tally: Tally) -> None:
        _add(tallies[task.kind], tally)
        for fault in tally.faults:
            print(fault, file=sys.stderr, flush=True)
        if state is not None:
            _keep(state, task, tally)
        if tell:
            total = tallies[task.kind]
            print(f"{task.kind}: {total.pairs:,} {dict(total.outcomes)}", flush=True)

    if jobs == 1:
        for task in todo:
            take(task, work(task))
    else:
        _share(todo, jobs, take)
    return tallies


def _share(todo: Sequence[Task], jobs: int, take: Callable[[Task, Tally], None]) -> None:
    """Have processes work on tasks."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        running = {pool.submit(work, task): task for task in todo}
        try:
            for done in as_completed(running):
                take(running[done], done.result())
        except KeyboardInterrupt:  # what is done is told; the rest is not begun
            pool.shutdown(cancel_futures=True)


def _add(tally: Tally, more: Tally) -> None:
    tally.pairs += more.pairs
    tally.outcomes.update(more.outcomes)
    tally.spilled += more.spilled
    tally.seconds += more.seconds
    tally.faults += more.faults


def _keep(state: Path, task: Task, tally: Tally) -> None:
    with state.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"seed": task.seed, **vars(tally)}) + "\n")


def _kept(state: Path | None) -> dict[int, Tally]:
    if state is None or not state.exists():
        return {}
    found = {}
    for line in state.read_text(encoding="utf-8").splitlines():
        values = json.loads(line)
        key = values.pop("seed")
        found[key] = Tally(**values | {"outcomes": Counter(values["outcomes"])})
    return found


def _chunk(task: Task, bench: soaking.Bench, tally: Tally) -> None:
    """Judge the pairs of one seed."""
    drawn, judge, _ = soaking.KINDS[task.kind]

    @seed(task.seed)
    @settings(
        max_examples=task.pairs,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(drawn)
    def run(case: Any) -> None:
        tally.pairs += 1
        bench.most_spilled = 0
        try:
            outcome = judge(case, bench)
        except Exception:  # noqa: BLE001 - whatever it is, it is a fault, and the soak goes on
            outcome = "wrong"
            if len(tally.faults) < 20:
                tally.faults.append(
                    f"seed {task.seed}: {case!r}\n{traceback.format_exc()}"[:20_000]
                )
        tally.outcomes[outcome] += 1
        tally.spilled += bench.most_spilled > 0

    run()


def figures(tallies: dict[str, Tally], first_seed: int) -> str:
    """Return the figures as Markdown."""
    versions = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    total = sum(tally.pairs for tally in tallies.values())
    wrong = sum(tally.outcomes["wrong"] for tally in tallies.values())
    lines = [
        (
            f"{datetime.now(UTC).date()}, Python {platform.python_version()}, {versions};"
            f" seed {first_seed}."
        ),
        "",
        f"**{total:,} pairs, {wrong:,} wrong.**",
        "",
        "| pairs | number | right | stopped | wrong | spilled | seconds |",
        "|---|--:|--:|---|--:|--:|--:|",
    ]
    for kind, tally in tallies.items():
        stops = ", ".join(
            f"{number:,} {outcome.removeprefix('stopped: ')}"
            for outcome, number in sorted(tally.outcomes.items())
            if outcome.startswith("stopped")
        )
        lines.append(
            f"| {kind} | {tally.pairs:,} | {tally.outcomes['right']:,} | {stops or '0'} |"
            f" {tally.outcomes['wrong']:,} | {tally.spilled:,} | {tally.seconds:,.0f} |"
        )
    return "\n".join(lines)


def _write(text: str) -> None:
    path = ROOT / "benchmarks" / "soak.md"
    begin, end = TITLE
    before, rest = path.read_text(encoding="utf-8").split(begin)
    after = rest.split(end)[1]
    path.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the soak from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    parser.add_argument("--state", type=Path, help="file that keeps what is done, to be taken up")
    parser.add_argument("--write", action="store_true", help="write the figures into soak.md")
    given_options = parser.parse_args(arguments)
    tallies = soak(
        given_options.pairs,
        given_options.seed,
        given_options.jobs,
        given_options.state,
        tell=True,
    )
    text = figures(tallies, given_options.seed)
    print(text)
    if given_options.write:
        _write(text)
    return 1 if any(tally.outcomes["wrong"] for tally in tallies.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
