"""Big and odd tables: what was tried, what came of it, and what it took.

``python -m benchmarks.odd --write`` runs all cases, each as a process of its own with ten minutes
and 4 GB, and writes the table of `docs/limits.md`. ``--cases wide,parts`` chooses, ``--scale 0.01``
is a small run. A wrong answer, a traceback, and whatever takes too long or too much, fail the
command.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from benchmarks.measure import Measurement, run

ROOT = Path(__file__).resolve().parents[1]
SECONDS, BYTES = 600, 4 * 10**9
BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"


@dataclass(frozen=True)
class Case:
    """A pair that is big or odd.

    ``make`` writes it into a folder, in a process of its own, and takes a scale; ``answer`` is n,
    unique and matched rows, or part of the message of the stop that is right.
    """

    name: str
    title: str
    make: Callable[[Path, float], tuple[int, int, int] | str]
    limits: tuple[str, ...] = ("--memory-limit", "2GB")


def _write(folder: Path, original: object, avatar: object, **how: object) -> None:
    import pyarrow.parquet as pq

    pq.write_table(original, folder / "original.parquet", **how)
    pq.write_table(avatar, folder / "avatar.parquet", **how)


def _numbers(start: int, stop: int, columns: int) -> object:
    import pyarrow as pa

    return pa.table(
        {f"column {i}": pa.array([n * (i + 1) for n in range(start, stop)]) for i in range(columns)}
    )


def wide(folder: Path, scale: float) -> tuple[int, int, int]:
    """Write 5,000 columns."""
    columns = max(10, round(5_000 * scale))
    _write(folder, _numbers(0, 1_000, columns), _numbers(900, 1_900, columns))
    return 1_000, 1_000, 100


def wide_text(folder: Path, scale: float) -> tuple[int, int, int]:
    """Write 5,000 columns of text files."""
    import pyarrow.csv

    columns = max(10, round(5_000 * scale))
    for name, start in (("original", 0), ("avatar", 90)):
        pyarrow.csv.write_csv(_numbers(start, start + 100, columns), folder / f"{name}.csv")
    return 100, 100, 10


def one_row(folder: Path, _: float) -> tuple[int, int, int]:
    """Write one row a side."""
    _write(folder, _numbers(7, 8, 3), _numbers(7, 8, 3))
    return 1, 1, 1


def no_columns(folder: Path, _: float) -> str:
    """Write tables without columns."""
    import pyarrow as pa

    empty = pa.table({"a": [1, 2]}).select([])
    _write(folder, empty, empty)
    return "columns"


def no_columns_text(folder: Path, _: float) -> str:
    """Write text files of blank lines."""
    for name in ("original", "avatar"):
        (folder / f"{name}.csv").write_text("\n\n\n", encoding="utf-8")
    return "original.csv"


def long_texts(folder: Path, scale: float) -> tuple[int, int, int]:
    """Write texts of 100 MB, two of which differ in their last letter."""
    import pyarrow as pa

    letters = max(1_000, round(100_000_000 * scale))
    same, near, other = "x" * letters, "x" * (letters - 1) + "y", "z" * letters
    _write(
        folder,
        pa.table({"id": [1, 2, 3], "text": [same, near, other]}),
        pa.table({"id": [1, 2, 3], "text": [same, same, other]}),
        row_group_size=1,
    )
    return 3, 3, 2


def long_texts_text(folder: Path, scale: float) -> tuple[int, int, int] | str:
    """Write the same as text files."""
    letters = max(1_000, round(100_000_000 * scale))
    same, near = "x" * letters, "x" * (letters - 1) + "y"
    for name, second in (("original", near), ("avatar", same)):
        with (folder / f"{name}.csv").open("w", encoding="utf-8") as file:
            file.write(f"id,text\n1,{same}\n2,{second}\n")
    return "the record on line 2" if letters > 2_000_000 else (2, 2, 1)


def parts(folder: Path, scale: float) -> tuple[int, int, int]:
    """Write 100,000 part files of one row."""
    number = max(10, round(100_000 * scale))
    import pyarrow as pa
    import pyarrow.parquet as pq

    (folder / "original").mkdir()
    schema = pa.schema([("a", pa.int64()), ("b", pa.string())])
    for i in range(number):
        row = pa.table({"a": [i], "b": [f"row {i}"]}, schema=schema)
        pq.write_table(row, folder / "original" / f"part-{i:06d}.parquet")
    half = range(number // 2, number)
    avatar = pa.table({"a": list(half), "b": [f"row {i}" for i in half]}, schema=schema)
    pq.write_table(avatar, folder / "avatar.parquet")
    return number, number, number - number // 2


def text_parts(folder: Path, scale: float) -> tuple[int, int, int]:
    """Write 100,000 part files of text."""
    number = max(10, round(100_000 * scale))
    (folder / "original").mkdir()
    for i in range(number):
        path = folder / "original" / f"part-{i:06d}.csv"
        path.write_text(f"a,b\n{i},row {i}\n", encoding="utf-8")
    with (folder / "avatar.csv").open("w", encoding="utf-8") as file:
        file.write("a,b\n")
        file.writelines(f"{i},row {i}\n" for i in range(number // 2, number))
    return number, number, number - number // 2


def row_groups(folder: Path, scale: float) -> tuple[int, int, int]:
    """Write 10,000 row groups."""
    groups = max(10, round(10_000 * scale))
    rows = groups * 10
    _write(folder, _numbers(0, rows, 5), _numbers(rows // 2, rows * 3 // 2, 5), row_group_size=10)
    return rows, rows, rows - rows // 2


def all_null(folder: Path, scale: float) -> tuple[int, int, int]:
    """Write nothing but NULL."""
    import pyarrow as pa

    rows = max(10, round(1_000_000 * scale))
    table = pa.table({"a": pa.nulls(rows), "b": pa.nulls(rows, pa.int64())})
    _write(folder, table, table)
    return rows, 0, 0


def itself(folder: Path, scale: float) -> tuple[int, int, int]:
    """Write a table and itself."""
    rows = max(10, round(1_000_000 * scale))
    table = _numbers(0, rows, 8)
    _write(folder, table, table)
    return rows, rows, rows


def unicode_names(folder: Path, _: float) -> tuple[int, int, int]:
    """Write two columns whose names are equal up to their Unicode form."""
    import pyarrow as pa

    names = ["caf\u00e9", "cafe\u0301", "CAF\u00c9"]
    columns = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    _write(folder, pa.table(columns, names), pa.table(columns[::-1], names[::-1]))
    return 3, 3, 3


def nested(folder: Path, scale: float) -> tuple[int, int, int] | str:
    """Write a list in a list, 200 times."""
    import pyarrow as pa

    depth = max(5, round(200 * scale))
    kind: pa.DataType = pa.int64()
    values: list[object] = [1, 2, 3]
    for _ in range(depth):
        kind = pa.list_(kind)
        values = [[one] for one in values]
    table = pa.table({"deep": pa.array(values, kind)})
    _write(folder, table, table.slice(1))
    return 3, 3, 2


def nested_structs(folder: Path, scale: float) -> tuple[int, int, int] | str:
    """Write a struct in a struct, 200 times."""
    import pyarrow as pa

    depth = max(5, round(200 * scale))
    array: pa.Array = pa.array([1, 2, 3])
    for _ in range(depth):
        array = pa.StructArray.from_arrays([array], ["inside"])
    table = pa.table({"deep": array})
    _write(folder, table, table.slice(1))
    return 3, 3, 2


def avatars(folder: Path, scale: float) -> tuple[int, int, int]:
    """Write a thousand avatars of one original; the last one is compared last."""
    import pyarrow.parquet as pq

    number = max(3, round(1_000 * scale))
    pq.write_table(_numbers(0, 1_000, 10), folder / "original.parquet")
    (folder / "avatars").mkdir()
    for i in range(number):
        pq.write_table(_numbers(i, i + 1_000, 10), folder / "avatars" / f"{i:04d}.parquet")
    return 1_000, 1_000, max(0, 1_000 - (number - 1))


CASES = (
    Case("wide", "5,000 columns (Parquet, 1,000 rows)", wide),
    Case("wide_text", "5,000 columns (CSV, 100 rows)", wide_text),
    Case("one_row", "1 row", one_row),
    Case("no_columns", "0 columns (Parquet)", no_columns),
    Case("no_columns_text", "0 columns (blank lines)", no_columns_text),
    Case("long_texts", "texts of 100 MB (Parquet)", long_texts, ("--memory-limit", "3GB")),
    Case("long_texts_text", "texts of 100 MB (CSV)", long_texts_text, ("--memory-limit", "3GB")),
    Case("parts", "100,000 part files (Parquet)", parts),
    Case("text_parts", "100,000 part files (CSV)", text_parts),
    Case("row_groups", "10,000 row groups", row_groups),
    Case("all_null", "all NULL (1 M rows)", all_null),
    Case("itself", "a table equal to itself (1 M × 8)", itself),
    Case("unicode_names", "names equal up to Unicode form", unicode_names),
    Case("nested", "lists in lists, 200 deep", nested),
    Case("nested_structs", "structs in structs, 200 deep", nested_structs),
    Case("avatars", "1,000 avatars of one original", avatars),
)


@dataclass(frozen=True)
class Outcome:
    """What came of a case."""

    case: Case
    measured: Measurement
    verdict: str
    good: bool


def _side(folder: Path, name: str) -> str:
    return next(str(path) for path in folder.iterdir() if path.stem == name)


LOOP = """
import json, sys
from pathlib import Path
import rdmp
original, folder, memory = sys.argv[1:]
every = sorted(Path(folder).iterdir())
if hasattr(rdmp, "evaluate_many"):
    found = list(rdmp.evaluate_many(original, every, memory_limit=memory))[-1]
else:
    for avatar in every:
        found = rdmp.evaluate(original, avatar, memory_limit=memory)
print(json.dumps(found.to_dict()))
"""


def tried(case: Case, scale: float) -> Outcome:
    """Make a pair, evaluate it, and hold what came of it against what should."""
    with tempfile.TemporaryDirectory(prefix="odd-") as place:
        folder = Path(place)
        make = [sys.executable, "-m", "benchmarks.odd", "--make", case.name, "--into", place]
        made = subprocess.run(
            [*make, "--scale", str(scale)], cwd=ROOT, check=True, capture_output=True, text=True
        )
        answer = json.loads(made.stdout)
        original = _side(folder, "original")
        if case.name == "avatars":
            command = [sys.executable, "-c", LOOP, original, str(folder / "avatars"), "2GB"]
        else:
            command = [sys.executable, "-m", "rdmp", "evaluate", original, _side(folder, "avatar")]
            command += ["--format", "json", *case.limits]
        (folder / "temporary").mkdir()
        measured = run(
            command,
            temporary=folder / "temporary",
            directory=ROOT,
            environment=os.environ,
            limit=SECONDS,
        )
    verdict = _verdict(measured, answer)
    small = measured.peak <= BYTES and measured.wall <= SECONDS
    return Outcome(case, measured, verdict, good=verdict.startswith(("right", "stop")) and small)


def _verdict(measured: Measurement, answer: list[int] | str) -> str:
    if measured.timed_out:
        return "too long"
    if measured.code in {2, 3}:
        line = measured.complaint.splitlines()[0].removeprefix("rdmp: error: ")
        line = re.sub(r"[^' ]*/(?=(original|avatar)[./])", "", line)  # not where it was tried
        clear = "Traceback" not in measured.complaint
        if isinstance(answer, str) and answer not in line:
            return f"wrong stop: {line}"
        return f"stop: {line[:160]}" if clear else "traceback"
    if measured.code:
        return f"exit code {measured.code}: {measured.complaint[-300:]}"
    found = json.loads(measured.output)
    counts = [found[name] for name in ("original_rows", "unique_rows", "matched_rows")]
    return "right" if counts == answer else f"WRONG: {counts} and not {answer}"


def table(outcomes: Sequence[Outcome]) -> str:
    """Return the figures as Markdown."""
    libraries = ", ".join(f"{name} {version(name)}" for name in ("rdmp", "duckdb", "pyarrow"))
    lines = [
        f"{datetime.now(UTC).date()}, Python {platform.python_version()}, {libraries}.",
        "",
        "| tried | wall s | CPU s | peak MB | came of it |",
        "|---|--:|--:|--:|---|",
    ]
    lines += [
        f"| {one.case.title} | {one.measured.wall:.1f} | {one.measured.cpu:.1f} |"
        f" {one.measured.peak / 1e6:,.0f} | {one.verdict.replace('|', ' ')} |"
        for one in outcomes
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the cases from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", help="names with commas between them")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--write", action="store_true", help="write the table into docs/limits.md")
    parser.add_argument("--make", help=argparse.SUPPRESS)
    parser.add_argument("--into", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    cases = {case.name: case for case in CASES}
    if chosen.make:
        print(json.dumps(cases[chosen.make].make(chosen.into, chosen.scale)))
        return 0
    outcomes = []
    for name in chosen.cases.split(",") if chosen.cases else cases:
        outcomes.append(tried(cases[name], chosen.scale))
        print(table(outcomes[-1:]).splitlines()[-1], flush=True)
    text = table(outcomes)
    if chosen.write:
        path = ROOT / "docs" / "limits.md"
        before, rest = path.read_text(encoding="utf-8").split(BEGIN)
        path.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}", encoding="utf-8")
    return 0 if all(one.good for one in outcomes) else 1


if __name__ == "__main__":
    raise SystemExit(main())
