"""`columns`: on which columns the protection rests, and what a few known columns give away."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Unpack

from rdmp.asking import no_rows
from rdmp.comparison import Comparison, compare, define_sample
from rdmp.errors import EngineError, OptionError
from rdmp.evaluation import given, in_order, versions
from rdmp.insight_result import ColumnInsight, Insight, Subset, WorstSubsets
from rdmp.options import Keywords, Options
from rdmp.plans import SAMPLE, Layout, Sizes, worst
from rdmp.plans.choice import SMALL
from rdmp.plans.subsets import Family, count_each
from rdmp.plans.worst import Limits, together
from rdmp.result import Counts
from rdmp.templates import render


def columns(
    original: object,
    avatar: object,
    *,
    size: int | None = None,
    **keywords: Unpack[Keywords],
) -> Insight:
    """Tell on which columns the protection of an avatar table rests.

    For each compared column it answers: how many values does it have, how many original rows have
    a value that the avatar has, and what would the score be without this column? A column whose
    removal lets many rows match, such as a renumbered identifier, hides copies. All counts are
    exact.

    Parameters
    ----------
    original, avatar : path-like or object
        As those of `evaluate`.
    size : int, optional
        Also find which so many columns are the worst: those on which the most rows are unique and
        match. Where there are too many subsets to count them all, the search is greedy, and
        `WorstSubsets.is_exhaustive` is False.
    **keywords
        See `Options`. ``columns`` are those that the attacker knows: every figure is about them.

    Returns
    -------
    Insight

    Raises
    ------
    InputError
        As `evaluate`; also if ``size`` is not a number of columns from 1 to those compared.
    EngineError
        As `evaluate`.
    """
    options = Options(**keywords)
    if options.quick:
        message = "--quick has no meaning here: each column's figures rest on the unique rows"
        raise OptionError(message, "leave it out")
    started_at, start = datetime.now(UTC), time.perf_counter()
    with compare(original, avatar, options) as comparison:
        measured = measure(comparison, size=size)
        asked = {} if size is None else {"size": size}
        return Insight(
            original=comparison.original.label,
            avatar=comparison.avatar.label,
            counts=measured.counts,
            columns=measured.columns,
            worst=measured.worst,
            findings=in_order(comparison.alignment.findings),
            engine=comparison.engine.name,
            versions=versions(comparison),
            options=given(options) | asked,
            started_at=started_at,
            seconds=time.perf_counter() - start,
            statements=tuple(comparison.engine.statements),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The figures of an `Insight`."""

    counts: Counts
    columns: tuple[ColumnInsight, ...]
    worst: WorstSubsets | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Profile:
    """One column by itself, as ``sql/column_values.sql`` tells it."""

    layout: Layout
    original_values: int
    avatar_values: int
    present_rows: int
    alone: Counts
    bits: float


def measure(
    comparison: Comparison,
    *,
    size: int | None = None,
    small: int = SMALL,
    limits: Limits | None = None,
) -> Measured:
    """Measure an open comparison.

    Parameters
    ----------
    comparison : Comparison
    size : int, optional
        As that of `columns`.
    small : int
        Rows of both sides up to which nothing is pruned; it decides speed, never a figure.
    limits : Limits, optional
        How far the search for the worst subsets goes.
    """
    width = len(comparison.alignment.columns)
    if size is not None and not 1 <= size <= width:
        message = f"--size must be from 1 to the number of compared columns, {width}, not {size}"
        raise OptionError(message)
    _keep_text(comparison)
    profiles = [_profile(comparison, layout) for layout in layouts(comparison)]
    sizes = _checked_sizes(comparison, profiles)
    is_small = sizes.original + sizes.avatar <= small
    survey = None if is_small else define_sample(comparison)
    whole, without = _leave_one_out(comparison, profiles, sizes, is_small=is_small)
    found = tuple(
        ColumnInsight(
            column=aligned.shown,
            original_values=profile.original_values,
            avatar_values=profile.avatar_values,
            present_rows=profile.present_rows,
            alone=profile.alone,
            without=counts,
        )
        for aligned, profile, counts in zip(
            comparison.alignment.columns, profiles, without, strict=True
        )
    )
    where = worst.Search(
        columns=tuple(
            worst.Column(layout=one.layout, values=one.original_values, counts=one.alone)
            for one in profiles
        ),
        sizes=sizes,
        survey=survey,
        limits=limits or Limits(),
    )
    return Measured(
        counts=replace(whole, avatar_rows=sizes.avatar),
        columns=tuple(sorted(found, key=_protection)),
        worst=None if size is None else _worst(comparison, where, size),
    )


def _protection(column: ColumnInsight) -> tuple[int, int]:
    """Sort the columns whose removal matches the most rows first, then those that share least."""
    matched = 0 if column.without is None else column.without.matched_rows
    return -matched, column.present_rows


def layouts(comparison: Comparison) -> tuple[Layout, ...]:
    """Return the part of the layout that belongs to each compared column, in order.

    A column has a name for each expression of its form, and of the original's own form if any.
    """
    names, own = iter(comparison.layout.columns), iter(comparison.layout.own)
    return tuple(
        Layout(
            columns=tuple(next(names) for _ in aligned.original_form),
            own=tuple(next(own) for _ in aligned.own or ()),
        )
        for aligned in comparison.alignment.columns
    )


def _keep_text(comparison: Comparison) -> None:
    """Read delimited text once: each of the passes below would parse all of it again."""
    engine, layout = comparison.engine, comparison.layout
    for relation, names in (
        (comparison.original, layout.columns + layout.own),
        (comparison.avatar, layout.columns),
    ):
        if relation.reading is not None:
            view, kept = f"{relation.role}_compared", f"{relation.role}_read_once"
            for name, source in ((kept, view), (view, kept)):
                rows = render("kept_rows", engine.syntax, relation=source, columns=list(names))
                if name == kept:
                    engine.materialize(name, rows)
                else:
                    engine.define(name, rows)


def _profile(comparison: Comparison, layout: Layout) -> _Profile:
    engine = comparison.engine
    statement = render(
        "column_values", engine.syntax, columns=list(layout.columns), own=list(layout.own)
    )
    *integers, together = engine.query(statement)[0]
    n, avatars, values, avatar_values, present, unique, matched = map(int, integers)
    return _Profile(
        layout=layout,
        original_values=values,
        avatar_values=avatar_values,
        present_rows=present,
        alone=Counts(
            original_rows=n, avatar_rows=avatars, unique_rows=unique, matched_rows=matched
        ),
        bits=2 * math.log2(n) - math.log2(together) if n else 0,
    )


def _checked_sizes(comparison: Comparison, profiles: Sequence[_Profile]) -> Sizes:
    """Return the rows of both sides; refuse a side without any, and passes that contradict."""
    told = {(one.alone.original_rows, one.alone.avatar_rows or 0) for one in profiles}
    known = comparison.sizes
    if known is not None:
        told.add((known.original, known.avatar))
    if len(told) > 1:
        message = "one pass over the tables saw other rows than the next"
        raise EngineError(message, "was a file changed meanwhile? run it again")
    original, avatar = told.pop()
    if original == 0:
        raise no_rows(comparison.original)
    if avatar == 0:
        raise no_rows(comparison.avatar)
    return Sizes(original=original, avatar=avatar)


def _leave_one_out(
    comparison: Comparison, profiles: Sequence[_Profile], sizes: Sizes, *, is_small: bool
) -> tuple[Counts, list[Counts | None]]:
    """Count on all columns, and without each one."""
    whole = comparison.layout
    if len(profiles) == 1:
        return profiles[0].alone, [None]
    parts = [one.layout for one in profiles]
    members = [together(parts[:place] + parts[place + 1 :]) for place in range(len(parts))]
    bits = dict.fromkeys(whole.columns, 0.0)
    bits |= {one.layout.columns[0]: one.bits for one in profiles}
    family = Family(
        whole=whole,
        members=(whole, *members),
        bits=bits,
        sizes=sizes,
        sample=None if is_small else SAMPLE,
    )
    everything, *without = count_each(comparison.engine, family)
    return everything, list(without)


def _worst(
    comparison: Comparison,
    where: worst.Search,
    size: int,
) -> WorstSubsets:
    found = worst.search(comparison.engine, where, size)
    names = [aligned.shown.name for aligned in comparison.alignment.columns]
    return WorstSubsets(
        size=size,
        possible=math.comb(len(names), size),
        is_exhaustive=found.is_exhaustive,
        subsets=tuple(
            Subset(columns=tuple(names[place] for place in subset), counts=counts)
            for subset, counts in found.subsets
        ),
    )
