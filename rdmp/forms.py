"""Compared forms: how a stored value becomes what is grouped, hashed and intersected.

A form is one or two expressions over a column: a value and, where its type cannot hold every
stored value exactly, a rest beside it that keeps the two apart. An expression is a chain of
conversions, the innermost first; a conversion is a macro of ``sql/conversions.sql`` by name.
Nothing here is SQL.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rdmp.seam import Type


@dataclass(frozen=True, slots=True)
class Conversion:
    """One macro of ``sql/conversions.sql`` and its arguments after the expression."""

    name: str
    arguments: tuple[Type | int | str | bool | tuple[int, ...] | tuple[Form, ...], ...] = ()


Chain = tuple[Conversion, ...]
"""Conversions of one expression, the innermost first; empty: the column as it is."""

Form = tuple[Chain, ...]
"""The value and, if there are two, the rest."""

AS_STORED: Form = ((),)


@dataclass(frozen=True, slots=True)
class Expression:
    """A column of a compared view: its name there, the stored column, and the way between them."""

    name: str
    column: str
    chain: Chain = ()


def conversion(name: str, *arguments: Type | int | str | bool | tuple[int, ...]) -> Conversion:
    """Name a macro and its arguments."""
    return Conversion(name, arguments)


def after(first: Chain, form: Form) -> Form:
    """Apply a chain before each expression of a form."""
    return tuple(first + chain for chain in form)
