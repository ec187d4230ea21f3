"""Make the pairs, run every contender on them, check each answer, and write one table.

``python -m benchmarks.run`` runs everything at full size: about 25 GB of disk and some hours.
``python -m benchmarks.run --scale 0.01 --repeat 1`` is a small run of the same.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import measure, pairs
from benchmarks.field import (
    CASES,
    CONTENDERS,
    LEFT_OUT,
    TARGETS,
    Case,
    Contender,
    Environment,
    Target,
    wrong,
)
from benchmarks.measure import Measurement
from benchmarks.pairs import Pair

ROOT = Path(__file__).parent.parent
README = Path(__file__).parent / "README.md"
#: The product is measured without its second look, once it has one.
NO_SECOND_LOOK = ("--second-look", "never")

DISTRIBUTIONS: Mapping[Environment, tuple[str, ...]] = {
    "product": ("rdmp", "duckdb", "pyarrow"),
    "engines": ("duckdb", "polars", "datafusion", "pandas", "pyarrow"),
    "packages": ("sdmetrics", "table-evaluator", "pandas", "numpy"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Where and how the contenders run."""

    work: Path
    interpreters: Mapping[Environment, str]
    repeat: int = 3
    limit: float = 900.0
    second_look: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One contender on one case: the median of its runs, and what is to be said of its answer."""

    case: Case
    contender: Contender
    measured: Measurement
    runs: int
    remark: str

    @property
    def right(self) -> bool:
        """Whether every run ended and gave the truth."""
        return not self.remark


def has_second_look(interpreter: str) -> bool:
    """Return whether this version of the product knows the option that switches it off."""
    asked = subprocess.run(
        (interpreter, "-m", "rdmp", "evaluate", "--help"),
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "200"},
    )
    return NO_SECOND_LOOK[0] in asked.stdout


def make(case: Case, work: Path) -> Pair:
    """Make the pair of a case in a process of its own, so that this one stays small."""
    command = pairs.command(case.recipe, work, case.form)
    subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    return pairs.paths(case.recipe, work, case.form)


def command(
    case: Case, contender: Contender, pair: Pair, setting: Setting, temporary: Path
) -> tuple[str, ...]:
    """Return the command line of one run."""
    limits: tuple[str, ...] = ()
    if contender.limits:
        limits = ("--temp-directory", str(temporary))
        if case.memory_limit:
            limits = ("--memory-limit", case.memory_limit, *limits)
    return (
        setting.interpreters[contender.environment],
        *contender.arguments,
        str(pair.original),
        str(pair.avatar),
        *contender.options,
        *(NO_SECOND_LOOK if contender.name == "rdmp" and setting.second_look else ()),
        *limits,
    )


def judge(contender: Contender, pair: Pair, measured: Measurement) -> str:
    """Return what is wrong with a run, in a few words, or nothing."""
    if measured.timed_out:
        return "no answer within the time limit"
    if measured.code:
        last = measured.complaint.strip().splitlines()[-1:] or [""]
        print(f"    {contender.name}: {last[0]}", file=sys.stderr)
        return f"failed, exit code {measured.code}"
    try:
        found = json.loads(measured.output)
    except json.JSONDecodeError:
        return "no JSON on stdout"
    errors = wrong(contender, found, pair.truth)
    return ", ".join(
        f"WRONG: {count} {value}, truth {getattr(pair.truth, count)}"
        for count, value in errors.items()
    )


def run(case: Case, contenders: Iterable[Contender], setting: Setting) -> tuple[Result, ...]:
    """Run all contenders of a case in turn, several rounds, so that all share the weather.

    Who fails, or gives no answer in time, is not tried again.
    """
    pair = make(case, setting.work)
    field = tuple(contenders)
    runs: dict[str, list[Measurement]] = {one.name: [] for one in field}
    remarks: dict[str, str] = {}
    for _ in range(setting.repeat):
        for contender in field:
            if contender.name in remarks and not runs[contender.name][-1].done:
                continue
            with tempfile.TemporaryDirectory(dir=setting.work) as temporary:
                measured = measure.run(
                    command(case, contender, pair, setting, Path(temporary)),
                    temporary=Path(temporary),
                    directory=ROOT,
                    environment=os.environ,
                    limit=setting.limit,
                )
            runs[contender.name].append(measured)
            if remark := judge(contender, pair, measured):
                remarks[contender.name] = remark
    return tuple(
        Result(
            case=case,
            contender=one,
            measured=measure.median(runs[one.name]),
            runs=len(runs[one.name]),
            remark=remarks.get(one.name, ""),
        )
        for one in field
    )


def table(results: Sequence[Result]) -> str:
    """Return one Markdown table of all that was run."""
    figures_of = ("wall s", "CPU s", "CPU ÷ scan", "peak MB", "spill MB")
    heads = ("case", "rows × columns", "contender", *figures_of, "answer")
    lines = [f"| {' | '.join(heads)} |", "|---|--:|---|--:|--:|--:|--:|--:|---|"]
    scans = {one.case.name: one for one in results if one.contender.name == "scan"}
    for one in results:
        scan = scans.get(one.case.name)
        found = one.measured
        figures = [f"{found.wall:.2f}", f"{found.cpu:.2f}"]
        figures += [f"{found.cpu / scan.measured.cpu:.2f}" if scan and scan.right else "–"]
        figures += [f"{found.peak / 1e6:,.0f}", f"{found.spill / 1e6:,.0f}"]
        if not found.done:
            figures = ["–"] * 5
        recipe = one.case.recipe
        row = (
            f"{one.case.name}: {one.case.title}",
            f"{recipe.rows:,} × {recipe.columns}",
            one.contender.name,
            *figures,
            one.remark or "right",
        )
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines)


def reached(target: Target, results: Sequence[Result]) -> float | None:
    """Return the figure that a target speaks of, or None where it was not measured rightly."""
    here = {
        one.contender.name: float(getattr(one.measured, target.measure))
        for one in results
        if one.case.name == target.case and one.measured.done and one.right
    }
    figure = here.get(target.contender)
    if figure is None or not target.against:
        return figure
    others = [here[name] for name in target.against if name in here]
    return figure / min(others) if others else None


def targets(results: Sequence[Result]) -> str:
    """Return a Markdown table of what was promised and what was reached."""
    lines = ["| case | contender | target | reached | |", "|---|---|---|--:|---|"]
    for target in TARGETS:
        figure = reached(target, results)
        if figure is None:
            continue
        large = target.measure != "cpu" and not target.against
        shown = f"{figure / 1e6:,.0f} MB" if large else f"{figure:.2f}"
        verdict = "met" if figure <= target.most else "missed"
        row = (target.case, target.contender, target.says(), shown, verdict)
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines)


def machine() -> str:
    """Return the machine in a line: processor, cores, memory, kernel; nothing that names it."""
    model = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    system = f"{platform.system()} {platform.release().partition('-')[0]}"
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB, {system}"


def versions(interpreters: Mapping[Environment, str]) -> str:
    """Return the versions of Python and of the contenders, asked of each interpreter."""
    program = (
        "import importlib.metadata as m, json, platform, sys\n"
        "found = {'Python': platform.python_version()}\n"
        "for name in sys.argv[1:]:\n"
        "    try: found[name] = m.version(name)\n"
        "    except m.PackageNotFoundError: pass\n"
        "print(json.dumps(found))"
    )
    lines = []
    for name, interpreter in interpreters.items():
        asked = subprocess.run(
            (interpreter, "-c", program, *DISTRIBUTIONS[name]),
            check=True,
            capture_output=True,
            text=True,
        )
        found = json.loads(asked.stdout)
        lines.append(f"* {name}: " + ", ".join(f"{key} {value}" for key, value in found.items()))
    return "\n".join(lines)


def circumstances(setting: Setting) -> str:
    """Return date, machine and versions as Markdown."""
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {machine()}; runs of each: {setting.repeat}, medians.\n\n"
        f"{versions(setting.interpreters)}"
    )


def legend(names: Iterable[str]) -> str:
    """Return what each contender computes as Markdown."""
    return "\n".join(f"* **{name}**: {CONTENDERS[name].does}" for name in names)


def write(name: str, text: str, readme: Path = README) -> None:
    """Put text between the two markers of this name in the README."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, found, rest = readme.read_text(encoding="utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        message = f"{readme.name} lacks the markers of {name}"
        raise ValueError(message)
    readme.write_text(f"{before}{begin}\n{text.strip()}\n{end}{after}", encoding="utf-8")


def options(description: str | None) -> argparse.ArgumentParser:
    """Return the options that both commands share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(
        "--work",
        type=Path,
        default=Path(tempfile.gettempdir()) / "rdmp-benchmarks",
        help="folder of the pairs, which are kept, and of what is spilled",
    )
    parser.add_argument("--scale", type=float, default=1.0, help="share of the rows of each case")
    parser.add_argument("--repeat", type=int, default=3, help="rounds")
    parser.add_argument("--limit", type=float, default=900.0, help="seconds that a run may take")
    parser.add_argument("--write", action="store_true", help="write to benchmarks/README.md")
    parser.add_argument(
        "--product", default=sys.executable, help="interpreter that has rdmp: this one by default"
    )
    parser.add_argument(
        "--engines", default=sys.executable, help="interpreter with requirements.txt"
    )
    parser.add_argument(
        "--packages", default=sys.executable, help="interpreter with requirements-packages.txt"
    )
    return parser


def setting(given: argparse.Namespace) -> Setting:
    """Return the setting that the options describe."""
    work: Path = given.work
    work.mkdir(parents=True, exist_ok=True)
    return Setting(
        work=work,
        interpreters={
            "product": given.product,
            "engines": given.engines,
            "packages": given.packages,
        },
        repeat=given.repeat,
        limit=given.limit,
        second_look=has_second_look(given.product),
    )


def resized(cases: Iterable[Case], sizes: Sequence[int]) -> tuple[Case, ...]:
    """Return each case once for each number of rows; the cases as they are if none is given."""
    if not sizes:
        return tuple(cases)
    return tuple(
        replace(
            case,
            name=f"{case.name}_{rows}",
            recipe=replace(case.recipe, rows=rows),
        )
        for case in cases
        for rows in sizes
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the chosen cases; exit with 1 if the scan or rdmp gave a wrong answer or none."""
    parser = options(__doc__)
    parser.add_argument("--cases", nargs="+", choices=CASES, default=list(CASES))
    parser.add_argument("--contenders", nargs="+", choices=CONTENDERS, default=list(CONTENDERS))
    parser.add_argument(
        "--sizes", nargs="+", type=int, default=[], help="rows, in place of those of the cases"
    )
    given = parser.parse_args(arguments)
    if given.write and given.scale != 1:
        parser.error("--write is for full size: leave --scale away")
    here = setting(given)
    results: list[Result] = []
    for case in resized((CASES[name].scaled(given.scale) for name in given.cases), given.sizes):
        print(f"{case.name}: {case.recipe.name}", file=sys.stderr)
        field = [CONTENDERS[name] for name in case.contenders if name in given.contenders]
        results += run(case, field, here)
    size = f"\n\nA small run: all rows × {given.scale:g}." if given.scale != 1 else ""
    left_out = "\n".join(f"* {name}: {reason}" for name, reason in LEFT_OUT.items())
    report = "\n\n".join(
        (
            circumstances(here) + size,
            legend(given.contenders),
            table(results),
            "### Targets",
            targets(results),
            "### Not in the table",
            left_out,
        )
    )
    print(report)
    if given.write:
        write("table", report)
    ours = ("scan", "rdmp", "rdmp_quick")
    return int(any(not one.right for one in results if one.contender.name in ours))


if __name__ == "__main__":
    sys.exit(main())
