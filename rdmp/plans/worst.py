"""Which few columns single out and match the most rows: all subsets, or a search that says so.

A subset is counted exactly, always. Where there are too many to count them all, columns are added
one at a time to the worst column alone. On a large pair the additions are tried on a slice first:
all rows of some values of the columns that are there already, so that groups are whole and counts
are those of a smaller pair; the most promising are then counted on all rows. What is returned was
counted in full; only which subsets were looked at rests on the slice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from rdmp.plans import choice, definition
from rdmp.plans.choice import Task
from rdmp.plans.definition import Layout, Sizes
from rdmp.result import Counts
from rdmp.seam import Engine, Survey
from rdmp.templates import render

PROMISING = 3
"""Additions that are counted in full after a slice was tried."""

Subset = tuple[int, ...]
"""Positions of columns, ascending."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How far a search goes.

    Attributes
    ----------
    subsets : int
        The most subsets that are all counted.
    rows : int
        The most rows that are read for it: subsets times rows of both sides.
    slice : int
        Rows of both sides up to which additions are tried on all rows.
    """

    subsets: int = 500
    rows: int = 400_000_000
    slice: int = 2_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column by itself: its part of the layout, its number of values, and its counts."""

    layout: Layout
    values: int
    counts: Counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Worst:
    """What a search found: subsets with their counts, the worst first."""

    subsets: tuple[tuple[Subset, Counts], ...]
    is_exhaustive: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """Where to search: the columns and rows of a pair, and a survey of it unless it is small."""

    columns: tuple[Column, ...]
    sizes: Sizes
    survey: Survey | None
    limits: Limits = Limits()

    @property
    def rows(self) -> int:
        """Rows of both sides."""
        return self.sizes.original + self.sizes.avatar

    def layout(self, subset: Iterable[int]) -> Layout:
        """Return the columns of a subset."""
        return together(self.columns[position].layout for position in sorted(subset))


def together(layouts: Iterable[Layout]) -> Layout:
    """Return the columns of several layouts as one."""
    parts = tuple(layouts)
    return Layout(
        columns=tuple(name for part in parts for name in part.columns),
        own=tuple(name for part in parts for name in part.own),
    )


def search(engine: Engine, where: Search, size: int) -> Worst:
    """Find the subsets of so many columns that match the most unique rows."""
    number, limits = comb(len(where.columns), size), where.limits
    if size == 1:
        found: dict[Subset, Counts] = {
            (place,): column.counts for place, column in enumerate(where.columns)
        }
        return _worst(found, is_exhaustive=True)
    if number <= limits.subsets and (number - 1) * where.rows <= limits.rows:
        every = combinations(range(len(where.columns)), size)
        return _worst({one: _count(engine, where, one) for one in every}, is_exhaustive=True)
    return _worst(_greedy(engine, where, size), is_exhaustive=False)


def _worst(found: dict[Subset, Counts], *, is_exhaustive: bool) -> Worst:
    ordered = sorted(found.items(), key=lambda item: (_harm(item[1]), item[0]))
    return Worst(subsets=tuple(ordered), is_exhaustive=is_exhaustive)


def _harm(counts: Counts) -> tuple[int, int]:
    """Sort the most matched rows first, then the most unique ones."""
    return -counts.matched_rows, -(counts.unique_rows or 0)


def _count(engine: Engine, where: Search, subset: Subset) -> Counts:
    """Count a subset on all rows."""
    layout = where.layout(subset)
    return choice.count(engine, Task(layout=layout, sizes=where.sizes), where.survey)


def _greedy(engine: Engine, where: Search, size: int) -> dict[Subset, Counts]:
    """Add one column at a time to the worst column; return the subsets counted in full."""

    def alone(place: int) -> tuple[int, int, int, int]:
        column = where.columns[place]
        return *_harm(column.counts), -column.values, place

    base: Subset = (min(range(len(where.columns)), key=alone),)
    found: dict[Subset, Counts] = {}
    while len(base) < size:
        larger = _additions(base, len(where.columns))
        bits = _slice_bits(where, base)
        if not bits:
            found = {one: _count(engine, where, one) for one in larger}
        else:
            tried = _tried(engine, where, base, bits)
            if len(base) + 1 < size:
                found = tried
            else:
                promising = sorted(tried, key=lambda one: (_harm(tried[one]), one))[:PROMISING]
                found = {one: _count(engine, where, one) for one in promising}
        base = min(found, key=lambda one: (_harm(found[one]), one))
    return found


def _additions(base: Subset, width: int) -> Sequence[Subset]:
    return [tuple(sorted((*base, place))) for place in range(width) if place not in base]


def _slice_bits(where: Search, base: Subset) -> int:
    """Return how often to halve the rows, 0 where they are few, or the values of the base are."""
    bits = 0
    while where.rows >> bits > where.limits.slice:
        bits += 1
    values = max(where.columns[place].values for place in base)
    return bits if values >= 100 << bits else 0


def _tried(engine: Engine, where: Search, base: Subset, bits: int) -> dict[Subset, Counts]:
    """Count every addition on the rows of a few values of the base."""
    whole = where.layout(range(len(where.columns)))
    keys = list(where.layout(base).columns)
    for side, columns in (("original", whole.columns + whole.own), ("avatar", whole.columns)):
        part = render(
            "row_slice",
            engine.syntax,
            relation=f"{side}_compared",
            columns=list(columns),
            keys=keys,
            bits=bits,
        )
        engine.materialize(f"{side}_slice", part)
    return {
        one: definition.read(
            engine.query(
                definition.statement(
                    where.layout(one), engine.syntax, "original_slice", "avatar_slice"
                )
            )
        )
        for one in _additions(base, len(where.columns))
    }
