"""How the cost grows with the rows: 1 M, 10 M and 100 M × 20 columns, under memory limits.

``python -m benchmarks.growth --scale 0.01`` runs the same with a hundredth of the rows.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from benchmarks.field import CASES, CONTENDERS, GROWTH_LIMIT, GROWTH_MOST, GROWTH_ROWS, Case
from benchmarks.run import Result, circumstances, options, run, setting, table, write

CONTENDED = ("scan", "rdmp", "rdmp_quick")
LIMITS = (GROWTH_LIMIT, "2GB", "500MB")


def cases(scale: float) -> tuple[Case, ...]:
    """Return one case for each number of rows and each limit."""
    return tuple(
        replace(
            CASES["mixed"],
            name=f"{limit}, {rows} rows",
            title="2 % copies",
            recipe=replace(CASES["mixed"].recipe, rows=rows),
            memory_limit=limit,
        )
        for limit in LIMITS
        for rows in (max(2_000, round(full * scale)) for full in GROWTH_ROWS)
    )


def growth(results: Sequence[Result]) -> str:
    """Return a Markdown table: CPU of each number of rows over that of the number before it."""
    lines = [
        "| contender | limit | from | to | CPU grows by | target |",
        "|---|---|--:|--:|--:|--:|",
    ]
    for name in CONTENDED:
        for limit in LIMITS:
            ours = [
                one
                for one in results
                if one.contender.name == name and one.case.memory_limit == limit and one.right
            ]
            for less, more in pairwise(ours):
                promised = (
                    name == "rdmp"
                    and limit == GROWTH_LIMIT
                    and more.case.recipe.rows == GROWTH_ROWS[-1]
                )
                row = (
                    name,
                    limit,
                    f"{less.case.recipe.rows:,}",
                    f"{more.case.recipe.rows:,}",
                    f"{more.measured.cpu / less.measured.cpu:.1f} ×",
                    f"≤ {GROWTH_MOST:.0f} ×" if promised else "",
                )
                lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all sizes; exit with 1 if an answer is wrong or missing."""
    parser = options(__doc__)
    given = parser.parse_args(arguments)
    if given.write and given.scale != 1:
        parser.error("--write is for full size: leave --scale away")
    here = setting(given)
    results: list[Result] = []
    for case in cases(given.scale):
        print(case.name, file=sys.stderr)
        results += run(case, [CONTENDERS[name] for name in CONTENDED], here)
    report = "\n\n".join((circumstances(here), table(results), growth(results)))
    print(report)
    if given.write:
        write("growth", report)
    return int(not all(one.right for one in results))


if __name__ == "__main__":
    sys.exit(main())
