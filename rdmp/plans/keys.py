"""Which few columns tell most rows apart: a guess that decides speed, never truth.

The pruned plan hashes a few columns of every row. Good ones have many values, and many together:
two columns that follow each other are one. Nobody knows that without looking, so

1. rank the columns by what a stored value weighs after compression (where the file tells), or by
   how many values they have in a sample, and keep the first eight;
2. count, in one pass over a sample, how many rows differ in the first one, two, … eight of them;
3. take the first set that tells all rows apart, or as many as eight columns do, and one more.

Only counts of columns together are used: the product of single counts is wrong where columns depend
on each other. A bad choice leaves more candidates, which are then compared in full.
"""

from __future__ import annotations

from dataclasses import dataclass

from rdmp.plans.definition import Layout
from rdmp.seam import Engine, Statement, Survey
from rdmp.syntax import Syntax
from rdmp.templates import render

CANDIDATES = 8
SAMPLE = "original_sample"


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """The chosen key columns.

    ``distinct`` is the share of the sample's rows that differ, 0 to 1.
    """

    columns: tuple[str, ...]
    distinct: float


def choose(engine: Engine, layout: Layout, survey: Survey) -> Keys:
    """Choose key columns from statistics and a sample (the view ``original_sample``)."""
    ranked = _ranked(engine, layout, survey)
    sampled, distinct, *prefixes = engine.query(prefix_statement(layout, ranked, engine.syntax))[0]
    if not sampled:
        return Keys(columns=layout.columns, distinct=1.0)
    best = max(prefixes)
    enough = next(number for number, found in enumerate(prefixes, 1) if found == best)
    # Where eight columns leave rows together that the others part, all columns are hashed.
    columns = ranked[: enough + 1] if best == distinct else list(layout.columns)
    return Keys(columns=tuple(columns), distinct=distinct / sampled)


def prefix_statement(layout: Layout, ranked: list[str], syntax: Syntax) -> Statement:
    """Return the statement that counts what columns tell apart together."""
    return render(
        "sample_distinct", syntax, sample=SAMPLE, columns=list(layout.columns), candidates=ranked
    )


def _ranked(engine: Engine, layout: Layout, survey: Survey) -> list[str]:
    """Return the most promising columns, the best first."""
    columns = list(layout.columns)
    if survey.weights:
        weights = [survey.weights.get(column, 0.0) for column in columns]
    else:
        statement = render("sample_columns", engine.syntax, sample=SAMPLE, columns=columns)
        weights = list(map(float, engine.query(statement)[0]))
    order = sorted(range(len(columns)), key=lambda position: (-weights[position], position))
    return [columns[position] for position in order[:CANDIDATES]]
