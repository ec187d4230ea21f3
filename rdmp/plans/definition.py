"""The definition: one grouping of both tables by every compared column."""

from __future__ import annotations

from dataclasses import dataclass

from rdmp.result import Counts
from rdmp.seam import Engine, Statement
from rdmp.syntax import Syntax
from rdmp.templates import render


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The columns of the compared views.

    Attributes
    ----------
    columns : tuple of str
        Compared columns, on both sides.
    own : tuple of str
        Further columns of the original, as its own source means them, where comparing narrows.
    """

    columns: tuple[str, ...]
    own: tuple[str, ...] = ()


def statements(layout: Layout, syntax: Syntax) -> tuple[Statement, ...]:
    """Return the statement that counts everything."""
    if layout.own:
        return (
            render("counts_narrowed", syntax, columns=list(layout.columns), own=list(layout.own)),
        )
    return (render("counts", syntax, columns=list(layout.columns)),)


def count(engine: Engine, layout: Layout) -> Counts:
    """Count every figure of the result with the definition.

    The first two figures equal those of ``sql/rdmp.sql``.
    """
    (statement,) = statements(layout, engine.syntax)
    original, unique, matched, present, avatar, copied = map(int, engine.query(statement)[0])
    return Counts(
        original_rows=original,
        unique_rows=unique,
        matched_rows=matched,
        present_rows=present,
        avatar_rows=avatar,
        copied_avatar_rows=copied,
    )
