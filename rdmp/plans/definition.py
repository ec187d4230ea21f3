"""The definition: one grouping of both tables by every compared column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rdmp.errors import EngineError
from rdmp.forms import Chain, Expression
from rdmp.options import Role
from rdmp.result import Counts
from rdmp.seam import Engine, Statement, Type
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
    made : mapping of role to expressions
        How the columns of each view are made from the relation of that name; without it, nobody
        can go behind the views.
    """

    columns: tuple[str, ...]
    own: tuple[str, ...] = ()
    made: Mapping[Role, tuple[Expression, ...]] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """Rows of both sides, each at least 1, known before anything is counted."""

    original: int
    avatar: int


class RowsDifferError(EngineError):
    """Two passes over the same tables have seen different numbers of rows."""

    def __init__(self, told: int, seen: int | None, whose: str = "two tables") -> None:
        message = f"the {whose} had {told} rows in one pass and {seen} in another"
        super().__init__(message, "was a file changed meanwhile? run it again")


def statement(
    layout: Layout,
    syntax: Syntax,
    original: str = "original_compared",
    avatar: str | None = "avatar_compared",
) -> Statement:
    """Return the statement that counts everything.

    Parameters
    ----------
    layout : Layout
    syntax : Syntax
    original, avatar : str
        The relations to count; without an avatar, repeats of the original are counted alone.
    """
    columns, own = list(layout.columns), list(layout.own)
    if not own:
        return render("counts", syntax, columns=columns, original=original, avatar=avatar)
    return render(
        "counts_narrowed", syntax, columns=columns, own=own, original=original, avatar=avatar
    )


def repeated_statement(layout: Layout, syntax: Syntax) -> Statement:
    """Return the statement that costs least where next to all rows repeat.

    Where grouping keeps apart whatever a conversion could, it is done first, and what is left is
    converted: one row of thousands.
    """
    made = [{one.name: one for one in layout.made.get(role, ())} for role in ("original", "avatar")]
    if layout.own or not all(made):
        return statement(layout, syntax)
    sides = [[one[column] for column in layout.columns] for one in made]
    if not all(keeps_equals(one.chain) for side in sides for one in side):
        return statement(layout, syntax)
    return render("counts_repeated", syntax, originals=sides[0], avatars=sides[1])


def keeps_equals(chain: Chain) -> bool:
    """Tell whether values that are grouped together are surely one value after a conversion.

    0.0 and -0.0 are, and a month and thirty days; as text they would be two. As numbers they stay
    one, and what is not converted is grouped in the same way again.
    """
    return all(
        step.name == "nan_as_null" or (step.name == "cast_as" and _is_number(step.arguments))
        for step in chain
    )


def _is_number(arguments: tuple[object, ...]) -> bool:
    return all(isinstance(one, Type) and one.kind in _NUMBERS for one in arguments)


_NUMBERS = {"integer", "decimal", "float"}


def count(engine: Engine, layout: Layout, *, repeated: bool = False) -> Counts:
    """Count every figure of the result with the definition.

    ``original_rows`` and ``matched_rows`` equal those of ``sql/rdmp.sql``.

    Parameters
    ----------
    engine : Engine
    layout : Layout
    repeated : bool
        Whether next to all rows are expected to repeat one another.
    """
    counting = repeated_statement if repeated else statement
    return read(engine.query(counting(layout, engine.syntax)))


def read(rows: list[tuple[int, ...]]) -> Counts:
    """Read the one row of the statement."""
    original, unique, matched, present, avatar, copied = map(int, rows[0])
    return Counts(
        original_rows=original,
        unique_rows=unique,
        matched_rows=matched,
        present_rows=present,
        avatar_rows=avatar,
        copied_avatar_rows=copied,
    )
