"""The rows that the second look keeps beside all avatars, and what can be counted in them.

``original_kept`` and ``avatar_kept`` are tables of strictly compared rows: all of a side if they
are few, else a sample. ``original_near`` and ``avatar_near`` (of all avatars) add relaxed values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rdmp.comparison import Comparison, define_sample
from rdmp.findings.relaxations import Looked, in_groups
from rdmp.findings.suspects import Values
from rdmp.forms import Expression
from rdmp.options import Role
from rdmp.plans import Sizes
from rdmp.seam import Statement, Survey
from rdmp.templates import render

WHOLE = 200_000
"""Rows of a side up to which every one is looked at."""

SAMPLED = 30_000
"""Rows of a sample that are kept, at least, if it has so many."""

KEPT, KEPT_AVATAR = "original_kept", "avatar_kept"


def keep(
    comparison: Comparison, columns: tuple[Looked, ...], sizes: Sizes, survey: Survey | None
) -> None:
    """Keep rows of both sides, and make what has relaxed values beside the strict ones.

    With a survey, the original's sample is there already.
    """
    engine = comparison.engine
    names = [name for column in columns for name in column.strict]
    sides: tuple[tuple[Role, int, str], ...] = (
        ("original", sizes.original, KEPT),
        ("avatar", sizes.avatar, KEPT_AVATAR),
    )
    for role, rows, kept in sides:
        if rows <= WHOLE:
            engine.materialize(kept, with_relaxed(comparison, f"{role}_compared", names))
            continue
        sample = f"{role}_sample"
        if role == "avatar" or survey is None:
            define_sample(comparison, role)
        found = engine.query(
            render("facts", engine.syntax, relation=sample, questions=(), expected={})
        )
        every = max(1, int(found[0][0]) // SAMPLED)
        engine.materialize(kept, with_relaxed(comparison, sample, names, every=every))
    # The kept rows are read several times, so they are relaxed once; all avatars are read twice.
    relaxed = relaxing(columns)
    engine.materialize("original_near", with_relaxed(comparison, KEPT, names, relaxed))
    engine.define("avatar_near", with_relaxed(comparison, "avatar_compared", names, relaxed))


def relaxing(columns: Iterable[Looked]) -> list[Expression]:
    """Return the relaxed values of the columns that admit any."""
    found = []
    for column in columns:
        if column.chain:
            found.append(Expression(column.near[0], column.strict[0], column.chain))
        if column.light_chain:
            found.append(Expression(column.light[0], column.strict[0], column.light_chain))
    return found


def with_relaxed(
    comparison: Comparison,
    relation: str,
    names: Sequence[str],
    expressions: Sequence[Expression] = (),
    every: int = 1,
) -> Statement:
    """Return the statement of strict columns with relaxed values beside them."""
    return render(
        "near",
        comparison.engine.syntax,
        relation=relation,
        columns=list(names),
        expressions=list(expressions),
        every=every,
    )


def count_values(
    comparison: Comparison, relation: str, columns: tuple[Looked, ...]
) -> dict[str, Values]:
    """Count the values of each column among some rows."""
    engine = comparison.engine
    counted: dict[str, Values] = {}
    for some in in_groups(columns):
        statement = render("value_counts", engine.syntax, relation=relation, columns=some)
        rows, *found = engine.query(statement)[0]
        for place, column in enumerate(some):
            counted[column.base] = Values(
                rows=int(rows),
                present=int(found[3 * place]),
                distinct=int(found[3 * place + 1]),
                has_fractions=bool(found[3 * place + 2]) if column.kind == "float" else None,
            )
    return counted


def count_shared(
    comparison: Comparison, relation: str, other: str, columns: Sequence[Looked]
) -> dict[str, int]:
    """Count the rows of a relation whose value, column by column, occurs in another one."""
    engine = comparison.engine
    counted: dict[str, int] = {}
    for some in in_groups(columns):
        names = [list(column.strict) for column in some]
        statement = render(
            "shared_values", engine.syntax, relation=relation, other=other, columns=names
        )
        row = engine.query(statement)[0]
        counted |= {column.base: int(found) for column, found in zip(some, row, strict=True)}
    return counted


def count_meeting(comparison: Comparison, column: Looked) -> int:
    """Count the kept rows of the original whose relaxed value is among the kept avatar rows."""
    engine = comparison.engine
    for side, relation in (("original", KEPT), ("avatar", KEPT_AVATAR)):
        view = with_relaxed(comparison, relation, column.strict, relaxing([column]))
        engine.define(f"{side}_value", view)
    near = replace(column, strict=column.near, relaxations=())
    return count_shared(comparison, "original_value", "avatar_value", [near])[column.base]


def shapes_of(comparison: Comparison, relation: str, column: Looked) -> frozenset[str]:
    """Return the commonest shapes of a text column."""
    engine = comparison.engine
    statement = render("value_shapes", engine.syntax, relation=relation, column=column.strict[0])
    return frozenset(str(shape) for (shape,) in engine.query(statement))
