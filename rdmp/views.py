"""The views that are compared: each side in the form that alignment has decided."""

from __future__ import annotations

from rdmp.alignment.align import AlignedColumn, Alignment
from rdmp.forms import Expression, Form
from rdmp.plans import Layout
from rdmp.recorded import Recorded
from rdmp.seam import Column, Relation
from rdmp.templates import render


def define_views(
    engine: Recorded, relations: tuple[Relation, Relation], alignment: Alignment
) -> Layout:
    """Define both compared views; their columns have the same names and types."""
    original, avatar = relations
    left: list[Expression] = []
    right: list[Expression] = []
    own: list[Expression] = []
    for column in alignment.columns:
        base = column.original.sql_name
        left += expressions(base, column.original, column.original_form)
        right += expressions(base, column.avatar, column.avatar_form)
        own += expressions(f"{base}_own", column.original, _own(column))
    define_compared(engine, "original_compared", original.sql_name, left + own)
    define_compared(engine, "avatar_compared", avatar.sql_name, right)
    return Layout(
        columns=tuple(one.name for one in left),
        own=tuple(one.name for one in own),
        made={"original": tuple(left + own), "avatar": tuple(right)},
    )


def define_compared(engine: Recorded, name: str, relation: str, columns: list[Expression]) -> None:
    """Define a view of a relation in a compared form."""
    engine.define(name, render("compared", engine.syntax, relation=relation, expressions=columns))


def _own(column: AlignedColumn) -> Form:
    return column.own if column.own is not None else ()


def expressions(name: str, column: Column, form: Form) -> list[Expression]:
    """Return the columns of a compared view that a form of one column makes."""
    endings = ("", "_rest", "_rest_2")
    return [
        Expression(f"{name}{endings[position]}", column.sql_name, chain)
        for position, chain in enumerate(form)
    ]
