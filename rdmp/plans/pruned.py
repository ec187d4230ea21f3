"""The pruned plan: the counts of the definition from a fraction of its work.

1. Hash a few columns of every row to a key (`keys`), and keep the keys that occur twice in the
   original or stand on both sides: the candidates. Equal rows have equal keys, so that every row
   that can matter is among the candidates' rows; a row whose key occurs once is unique.
2. Apply the definition to the candidates' rows. Equality is decided there, on all columns.

Why the counts are exact: rows of the original outside the candidates are unique and match nothing,
so they add to ``unique_rows`` alone. A collision of keys adds candidates, which costs time.

The keys are sorted once, with their side in the lowest bit, and compared with their neighbours.
That a window without ORDER BY keeps the order of a sorted subquery is what the engine does, not
what SQL promises: the statement reports each break of the order, and any but the first row's
sends the plan back to the window that is promised.
"""

from __future__ import annotations

from dataclasses import dataclass

from rdmp.forms import Expression
from rdmp.options import Role
from rdmp.plans import definition
from rdmp.plans.definition import Layout, RowsDifferError, Sizes
from rdmp.plans.keys import Keys
from rdmp.result import Counts
from rdmp.seam import Engine, Statement
from rdmp.syntax import Syntax
from rdmp.templates import render

KEY_BITS = 47
"""Bits of a key that is sorted with its side: 48 bits sort at half the price of 64."""

WHOLE_BITS = 64
"""Bits of a key that is not sorted."""

MOST_CANDIDATES = 0.75
"""Share of the original's rows from which on pruning gains nothing."""

CANDIDATE_KEY = "candidate_key"

SIDES: tuple[Role, Role] = ("original", "avatar")


def count(
    engine: Engine, layout: Layout, keys: Keys, sizes: Sizes, bits: int = KEY_BITS
) -> Counts | None:
    """Count every figure of the result.

    Returns
    -------
    Counts or None
        None where so many rows are candidates that the definition is cheaper.

    Raises
    ------
    RowsDifferError
        If there are not as many keys as rows.
    """
    evidence = find(engine, keys, bits)
    if evidence.keys not in {None, sizes.original + sizes.avatar}:
        raise RowsDifferError(sizes.original + sizes.avatar, evidence.keys)
    if evidence.candidates > MOST_CANDIDATES * sizes.original:
        return None
    found = _NOTHING
    if evidence.candidates:
        found = _candidates_counted(engine, layout, keys, bits, shared=evidence.shared > 0)
    return Counts(
        original_rows=sizes.original,
        unique_rows=sizes.original - found.original_rows + (found.unique_rows or 0),
        matched_rows=found.matched_rows,
        present_rows=found.present_rows,
        avatar_rows=sizes.avatar,
        copied_avatar_rows=found.copied_avatar_rows,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What was found among the keys.

    ``breaks`` of their order, ``candidates``, those among them that are ``shared``, and how many
    ``keys`` there were: one for each row of both sides. None where nobody has counted.
    """

    breaks: int
    candidates: int
    shared: int
    keys: int | None


def find(engine: Engine, keys: Keys, bits: int = KEY_BITS) -> Evidence:
    """Find the candidates for all counts."""
    engine.materialize(CANDIDATE_KEY, neighbours(keys, engine.syntax, bits))
    evidence = _evidence(engine)
    if evidence.breaks != 1:
        engine.materialize(CANDIDATE_KEY, neighbours(keys, engine.syntax, bits, promised=True))
        evidence = _evidence(engine)
    return evidence


def count_matches(
    engine: Engine, layout: Layout, keys: Keys, sizes: Sizes, bits: int = WHOLE_BITS
) -> Counts | None:
    """Count matched rows only; None where the definition is cheaper."""
    shared = engine.materialize(CANDIDATE_KEY, shared_keys(keys, engine.syntax, bits))
    if shared > MOST_CANDIDATES * sizes.original:
        return None
    found = _NOTHING
    if shared:
        found = _candidates_counted(engine, layout, keys, bits, shared=True)
    return Counts(original_rows=sizes.original, matched_rows=found.matched_rows)


def _candidates_counted(
    engine: Engine, layout: Layout, keys: Keys, bits: int, *, shared: bool
) -> Counts:
    """Apply the definition to the rows of the candidates; avatars are read if any key is shared."""
    avatar = "avatar_candidate" if shared else None
    for name, view in candidate_views(layout, keys, engine.syntax, bits):
        if name == "original_candidate" or shared:
            engine.define(name, view)
    statement = definition.statement(layout, engine.syntax, "original_candidate", avatar)
    return definition.read(engine.query(statement))


_NOTHING = Counts(
    original_rows=0,
    unique_rows=0,
    matched_rows=0,
    present_rows=0,
    avatar_rows=0,
    copied_avatar_rows=0,
)
"""The counts of no rows."""


def _evidence(engine: Engine) -> Evidence:
    breaks, candidates, shared, keys = engine.query(render("candidate_evidence", engine.syntax))[0]
    return Evidence(
        breaks=int(breaks),
        candidates=int(candidates),
        shared=int(shared),
        keys=None if keys is None else int(keys),
    )


def neighbours(keys: Keys, syntax: Syntax, bits: int, *, promised: bool = False) -> Statement:
    """Return the statement that finds the candidates for all counts."""
    columns = list(keys.columns)
    return render("neighbour_keys", syntax, keys=columns, bits=bits, promised=promised)


def shared_keys(keys: Keys, syntax: Syntax, bits: int) -> Statement:
    """Return the statement that finds the candidates for matches alone."""
    return render("shared_keys", syntax, keys=list(keys.columns), bits=bits)


def candidate_views(
    layout: Layout, keys: Keys, syntax: Syntax, bits: int
) -> tuple[tuple[str, Statement], ...]:
    """Return the views of the candidates' rows on both sides.

    They stand on the relations, not on the compared views, where the layout knows how: then only
    what is left of the rows is converted.
    """
    return tuple(
        (f"{role}_candidate", _candidates(layout, keys, syntax, bits, role)) for role in SIDES
    )


def _candidates(layout: Layout, keys: Keys, syntax: Syntax, bits: int, role: Role) -> Statement:
    relation: str = role
    made = {one.name: one for one in layout.made.get(role, ())}
    if not made:
        relation = f"{role}_compared"
    columns = layout.columns + (layout.own if role == "original" else ())
    return render(
        "candidates",
        syntax,
        relation=relation,
        expressions=[made.get(column, Expression(column, column)) for column in columns],
        keys=[made.get(column, Expression(column, column)) for column in keys.columns],
        bits=bits,
    )
