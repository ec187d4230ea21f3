"""What to say where no rule compares two types, and which way out there is."""

from __future__ import annotations

from rdmp.alignment.compared import Incomparable
from rdmp.errors import ColumnError
from rdmp.seam import Type


def refuse(name: str, left: Type, right: Type, reason: Incomparable) -> ColumnError:
    """Turn an incomparable pair into the error of its column."""
    if reason.reason:
        message = f"column {name!r} {reason.reason}"
    else:
        message = (
            f"column {name!r} is {kind_of(left)} in the original and {kind_of(right)} in the avatar"
        )
    return ColumnError(message, reason.hint or _way_out(name, left, right))


def refuse_uncastable(name: str, stored: Type) -> None:
    """Stop where what the engine reads is not what is stored: a cast would only hide it.

    Raises
    ------
    ColumnError
        If the type is such a one.
    """
    if not stored.castable:
        raise refuse(name, stored, stored, Incomparable(stored.flaw or ""))


def refuse_unverifiable(name: str, stored: Type, target: Type) -> None:
    """Stop at a cast of which nobody could tell whether it loses something; text holds all.

    Raises
    ------
    ColumnError
        If there is no way back from the type to that of the column.
    """
    if target.kind != "text" and stored.kind in _NO_WAY_BACK:
        message = f"column {name!r} is {kind_of(stored)}, which no cast to {target.stored} can hold"
        raise ColumnError(message, f"pass --cast {name}=VARCHAR, or --exclude {name}")


def _way_out(name: str, left: Type, right: Type) -> str:
    if not {left.kind, right.kind} <= _CASTABLE or not (left.castable and right.castable):
        return f"pass --exclude {name}, or change its type in the files"
    if {left.kind, right.kind} == {"timestamp"}:
        return f"pass --cast {name}=TIMESTAMP if microseconds are enough, or --exclude {name}"
    if len({left.kind, right.kind} & {"text", "token"}) == 1:
        clock = next((_CLOCKS[one.kind] for one in (left, right) if one.kind in _CLOCKS), None)
        if clock is not None:  # as text, 10:00 would meet no 10:00:00
            return f"pass --cast {name}={clock} to read the text as such, or --exclude {name}"
    return f"pass --cast {name}=VARCHAR to compare it as text, or --exclude {name}"


_CLOCKS = {"date": "DATE", "time": "TIME", "timestamp": "TIMESTAMP", "instant": "TIMESTAMPTZ"}

_NO_WAY_BACK = {"duration", "interval", "struct", "list", "map", "other"}
"""Kinds without a type that a value could be cast back to."""

_CASTABLE = {
    "text", "token", "integer", "decimal", "float", "boolean", "date", "timestamp", "instant",
    "time", "uuid",
}  # fmt: skip


def kind_of(stored: Type) -> str:
    """Name a type for the reader: a number (BIGINT), text."""
    words = {"integer": "a number", "decimal": "a number", "float": "a number", "token": "text"}
    word = words.get(stored.kind, stored.kind)
    return word if stored.kind in {"text", "token"} else f"{word} ({stored.stored})"
