"""Which few columns tell most rows apart: a guess that decides speed, never truth.

The pruned plan hashes a few columns of every row. Good ones part most pairs of rows, part them
together (two columns that follow each other are one), and are cheap to decode. Nobody knows that
without looking:

1. keep the columns that promise most bits for their cost. Where the file has statistics, the stored
   bytes of a value stand for both, and the share of NULL bounds the bits; without statistics every
   column takes part. Only these are sampled: a sample of two hundred columns costs a quarter of
   reading the table;
2. measure in a sample how many bits each of them tells: minus log2 of the share of pairs of rows
   that it leaves together (a column that is half NULL tells 2 bits, however many values it has);
3. count, in one pass over the sample, how many rows differ in the first one, two, … eight of the
   best, and in all that are kept;
4. take the first set that tells apart what all of them do, and go on until the bits suffice for
   every pair of rows of both tables.

Only the counts of columns together decide what is enough; the sum of single bits, which is wrong
where columns depend on each other, only adds columns. A bad choice leaves more candidates, which
are then compared in full.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rdmp.plans.definition import Layout, Sizes
from rdmp.seam import Engine, Statement, Survey
from rdmp.syntax import Syntax
from rdmp.templates import render

PROMISING = 14
CANDIDATES = 8
SAMPLE = "original_sample"

_SPARE_BITS = 6.0

_COST, _COST_OF_BYTE = 0.02, 0.012
"""Seconds to decode and hash ten million values: for any column, and for each byte of a value
(measured on dictionaries, plain integers, floats, dates and texts; only the ratio matters)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """The chosen key columns.

    ``distinct`` is the share of the sample's rows that differ, 0 to 1.
    """

    columns: tuple[str, ...]
    distinct: float


def choose(engine: Engine, layout: Layout, survey: Survey, sizes: Sizes) -> Keys:
    """Choose key columns for tables of a size, from statistics and ``original_sample``."""
    costs = _costs(layout, survey)
    kept = promising(layout, survey)
    bits = _bits(engine, list(kept))
    best = sorted(bits, key=lambda column: bits[column] / costs[column], reverse=True)[:CANDIDATES]
    sampled, distinct, *prefixes = engine.query(prefixes_of(kept, best, engine.syntax))[0]
    if not sampled or max(prefixes) < distinct:
        # Eight columns leave rows together that others part: all columns are hashed.
        return Keys(columns=layout.columns, distinct=distinct / sampled if sampled else 1.0)
    enough = prefixes.index(distinct) + 1
    wanted = math.log2(sizes.original) + math.log2(sizes.avatar) + _SPARE_BITS
    while enough < len(best) and sum(bits[column] for column in best[:enough]) < wanted:
        enough += 1
    return Keys(columns=tuple(best[:enough]), distinct=distinct / sampled)


def prefixes_of(columns: Sequence[str], names: list[str], syntax: Syntax) -> Statement:
    """Return the statement that counts what the first columns tell apart together."""
    return render("sample_distinct", syntax, sample=SAMPLE, columns=list(columns), candidates=names)


def promising(layout: Layout, survey: Survey) -> tuple[str, ...]:
    """Return the columns whose stored bytes promise most bits for their cost."""
    if not survey.weights:
        return layout.columns
    costs = _costs(layout, survey)

    def promise(column: str) -> float:
        # Plainly stored values take more bits than they tell.
        stored = min(8 * survey.weights.get(column, 0.0), 24.0)
        missing = survey.missing.get(column, 0.0)
        # Two rows without a value are not told apart, however many values the other rows have.
        told = min(stored, -2 * math.log2(missing)) if missing else stored
        return told / costs[column]

    return tuple(sorted(layout.columns, key=promise, reverse=True)[:PROMISING])


def _costs(layout: Layout, survey: Survey) -> dict[str, float]:
    return {
        column: _COST + _COST_OF_BYTE * survey.weights.get(column, 0.0) for column in layout.columns
    }


def _bits(engine: Engine, columns: list[str]) -> dict[str, float]:
    """Measure the collision entropy of each column in the sample."""
    statement = render("sample_collisions", engine.syntax, sample=SAMPLE, columns=columns)
    sampled, *together = engine.query(statement)[0]
    pairs = max(int(sampled) * (int(sampled) - 1), 1)
    return {
        column: math.log2(pairs / max(int(found), 1))
        for column, found in zip(columns, together, strict=True)
    }
