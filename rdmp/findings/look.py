"""The second look: evidence for what may hide copies (COMPARISON.md, rule 17).

1. Keep some rows of the original: all of them if they are few, else a sample (the seam's survey).
   Beside them, a few rows of the avatar: what both share need not be looked for.
2. Suspect the columns that may be identifiers (`suspects`).
3. Find the avatar rows that may equal a kept row once values are relaxed and the suspects left out:
   by keys over a few columns, of which each costs little.
4. Compare these two small heaps strictly, without the suspects, relaxed, and both.

All of it is evidence. Where it points to something, the families of findings count every row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rdmp import plans
from rdmp.comparison import Comparison, define_sample, redefine
from rdmp.findings import kept
from rdmp.findings.kept import (
    KEPT,
    KEPT_AVATAR,
    count_meeting,
    count_shared,
    count_values,
    keep,
    relaxing,
    shapes_of,
    with_relaxed,
)
from rdmp.findings.relaxations import Looked, looked, relaxed
from rdmp.findings.suspects import Suspicion, Values, is_date, suspect
from rdmp.forms import Chain
from rdmp.options import Role
from rdmp.plans import Layout, Sizes
from rdmp.result import Counts
from rdmp.seam import Survey
from rdmp.templates import absent, render

_ENOUGH = 0.98
"""Share of the kept rows' differences that key columns must tell."""

_KEY_COLUMNS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """How many kept rows stand among the avatars, compared in four ways."""

    strict: int
    without: int
    relaxed: int
    both: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What the second look has seen.

    Attributes
    ----------
    comparison : Comparison
    counts : Counts
        Of the strict comparison.
    columns : tuple of Looked
        All compared columns.
    kept : int
        Rows of the original that were looked at.
    sampled, avatar_sampled : bool
        Whether these, or the avatar rows kept beside them, are not all.
    values, avatar_values : mapping of str to Values
        What is known of each column among the kept rows, by its SQL name.
    suspicions : tuple of Suspicion
        Columns that may be identifiers.
    unshared : frozenset of str
        SQL names of columns of which no kept value was found among the avatars; the others were
        found, or not looked for.
    kept_shared : mapping of str to int
        Kept rows of the original whose value is among the kept avatar rows.
    evidence : Evidence or None
        None where there was nothing to relax or leave out.
    """

    comparison: Comparison
    counts: Counts
    columns: tuple[Looked, ...]
    kept: int
    sampled: bool
    avatar_sampled: bool
    values: dict[str, Values]
    avatar_values: dict[str, Values]
    suspicions: tuple[Suspicion, ...]
    unshared: frozenset[str]
    kept_shared: dict[str, int]
    evidence: Evidence | None

    @property
    def sampled_rows(self) -> int:
        """Rows of the sample that was looked at before everything was counted; 0 without one."""
        return self.kept if self.sampled else 0

    def query(self, template: str, **parameters: Any) -> list[tuple[Any, ...]]:
        """Run a template of the second look."""
        engine = self.comparison.engine
        return engine.query(render(template, engine.syntax, **parameters))

    def shapes(self, column: Looked) -> tuple[frozenset[str], frozenset[str]]:
        """Return the commonest shapes of a text column among the kept rows of either side."""
        return (
            shapes_of(self.comparison, KEPT, column),
            shapes_of(self.comparison, KEPT_AVATAR, column),
        )

    def meeting(self, column: Looked) -> int:
        """Count the kept rows of the original whose relaxed value is among the kept avatar rows."""
        return count_meeting(self.comparison, column)

    def count_without(self, left_out: Sequence[Looked]) -> Counts:
        """Count every row strictly, with some columns left out."""
        return _count(self._sized, _without(self.comparison.layout, left_out), quick=False)

    def count_relaxed(self, chains: dict[str, Chain], left_out: Sequence[Looked]) -> int:
        """Count the unique rows that match once some columns are relaxed, and others left out."""
        gone = {column.base for column in left_out}
        given = self.comparison.alignment
        columns = tuple(
            relaxed(column, chains[column.original.sql_name])
            if column.original.sql_name in chains
            else column
            for column in given.columns
            if column.original.sql_name not in gone
        )
        try:
            other = redefine(self._sized, replace(given, columns=columns))
            return _count(other, other.layout, quick=True).matched_rows
        finally:
            redefine(self.comparison, given)

    @property
    def _sized(self) -> Comparison:
        """The comparison with the numbers of rows that are known by now."""
        known: dict[Role, int] = {"original": self.counts.original_rows}
        if self.counts.avatar_rows is not None:
            known["avatar"] = self.counts.avatar_rows
        return replace(self.comparison, rows=known)


def _count(comparison: Comparison, layout: Layout, *, quick: bool) -> Counts:
    task = plans.Task(layout=layout, sizes=comparison.sizes, quick=quick)
    pays = not task.is_small and comparison.engine.survey(comparison.original).pruning_pays
    survey = define_sample(comparison) if pays else None
    return plans.count(comparison.engine, task, survey)


def _without(layout: Layout, left_out: Sequence[Looked]) -> Layout:
    gone = {column.base for column in left_out}

    def rest(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in names if name.partition("_")[0] not in gone)

    return Layout(columns=rest(layout.columns), own=rest(layout.own))


def look_again(comparison: Comparison, counts: Counts, survey: Survey | None = None) -> Look:
    """Look for what hides copies.

    Parameters
    ----------
    comparison : Comparison
    counts : Counts
        Of the strict comparison.
    survey : Survey, optional
        Of the original, if its sample is there already.
    """
    codes: dict[str, set[str]] = {}
    for finding in comparison.alignment.findings:
        for name in finding.columns:
            codes.setdefault(name, set()).add(finding.code)
    lacking = absent(comparison.engine.syntax)
    columns = tuple(
        looked(column, codes.get(column.shown.name, set()), lacking)
        for column in comparison.alignment.columns
    )
    unnamed = {name for name, found in codes.items() if "unnamed-column" in found}
    sizes = Sizes(original=counts.original_rows, avatar=counts.avatar_rows or 0)
    keep(comparison, columns, sizes, survey)
    values = count_values(comparison, KEPT, columns)
    avatar_values = count_values(comparison, KEPT_AVATAR, columns)
    shared = count_shared(comparison, KEPT, KEPT_AVATAR, columns)
    doubtful = [
        column
        for column in columns
        if not shared[column.base]
        and (
            (values[column.base].is_distinct and column.kind != "float")
            or values[column.base].has_fractions is False
            or values[column.base].are_categories
        )
    ]
    among_all = count_shared(comparison, "avatar_compared", KEPT, doubtful)
    unshared = frozenset(name for name, found in among_all.items() if not found)
    suspicions = suspect(comparison, columns, values, unshared, unnamed)
    suspicions = tuple(one for one in suspicions if not _is_respelled(comparison, one))
    evidence = _evidence(comparison, columns, suspicions, values, sizes)
    return Look(
        comparison=comparison,
        counts=counts,
        columns=columns,
        kept=values[columns[0].base].rows,
        sampled=sizes.original > kept.WHOLE,
        avatar_sampled=sizes.avatar > kept.WHOLE,
        values=values,
        avatar_values=avatar_values,
        suspicions=suspicions,
        unshared=unshared,
        kept_shared=shared,
        evidence=evidence,
    )


def _is_respelled(comparison: Comparison, suspicion: Suspicion) -> bool:
    """Tell whether a text shares values once relaxed, or holds dates: it is no identifier then."""
    column = suspicion.column
    if column.kind != "text" or not suspicion.is_unshared:
        return False
    if count_meeting(comparison, column):
        return True
    return all(
        shapes and all(map(is_date, shapes))
        for shapes in (shapes_of(comparison, side, column) for side in (KEPT, KEPT_AVATAR))
    )


def _evidence(
    comparison: Comparison,
    columns: tuple[Looked, ...],
    suspicions: tuple[Suspicion, ...],
    values: dict[str, Values],
    sizes: Sizes,
) -> Evidence | None:
    gone = {one.column.base for one in suspicions}
    rest = [column for column in columns if column.base not in gone]
    if not rest or not (gone or any(column.relaxations for column in rest)):
        return None
    engine = comparison.engine
    keys = _names(rest, "light")
    if sizes.original > kept.WHOLE:
        keys = _few_keys(comparison, rest, values) or keys
    if not engine.materialize("near_key", render("near_keys", engine.syntax, keys=keys)):
        return Evidence(strict=0, without=0, relaxed=0, both=0)
    strict_names = _names(columns, "strict")
    for side in ("original", "avatar"):
        rows = render(
            "near_rows", engine.syntax, relation=f"{side}_near", columns=strict_names, keys=keys
        )
        engine.materialize(f"{side}_close_row", rows)
        close = with_relaxed(comparison, f"{side}_close_row", strict_names, relaxing(columns))
        # Few rows, read several times: relaxed once, as planning what a view means costs more.
        engine.materialize(f"{side}_close", close)
    ways = [
        strict_names,
        _names(rest, "strict"),
        _names(columns, "near"),
        _names(rest, "near"),
    ]
    _, *found = engine.query(render("near_evidence", engine.syntax, ways=ways))[0]
    strict, without, near, both = map(int, found)
    return Evidence(strict=strict, without=without, relaxed=near, both=both)


def _names(columns: Iterable[Looked], form: str) -> list[str]:
    return [name for column in columns for name in getattr(column, form)]


def _few_keys(
    comparison: Comparison, columns: Sequence[Looked], values: dict[str, Values]
) -> list[str] | None:
    """Return a few columns that tell the kept rows apart, those first that cost little."""
    order = sorted(
        columns, key=lambda one: (one.kind == "text", -values[one.base].distinct, one.base)
    )
    # A float cut to 4 bytes has fewer values than are counted.
    whole = [one for one in order if one.kind not in {"float", "text"}]
    if whole and values[whole[0].base].distinct >= _ENOUGH * values[whole[0].base].rows:
        return _names(whole[:4], "light")
    ranked = _names(order[:_KEY_COLUMNS], "light")
    engine = comparison.engine
    statement = render(
        "sample_distinct",
        engine.syntax,
        sample="original_near",
        columns=_names(columns, "light"),
        candidates=ranked,
    )
    _, distinct, *prefixes = engine.query(statement)[0]
    for number, found in enumerate(prefixes, 1):
        if found >= _ENOUGH * distinct:
            return ranked[: number + 1]
    return None
