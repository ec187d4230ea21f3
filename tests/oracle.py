"""The counts of a pair of tables in plain Python, from the formula and the rules of comparison.

Two values are compared by a predicate, pair by pair, in exact arithmetic: no hashing, no conversion
to a common form, no engine. It is slow and short on purpose: it is what the rest is held against.

Values are plain Python: a timestamp, an instant, a time or a duration is a whole number of
nanoseconds, a 4-byte float is the 8-byte float of the same number, a map is a list of its entries.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

Kind = Literal[
    "integer", "decimal", "float32", "float64", "text", "bytes", "boolean", "uuid", "date",
    "timestamp", "instant", "time", "duration", "struct", "list", "map", "nothing",
]  # fmt: skip

NUMBERS = {"integer", "decimal", "float32", "float64"}
DAY = 86_400 * 10**9
"""Nanoseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Type:
    """What a column is declared to hold.

    ``bits`` and ``signed`` are those of an integer, ``precision`` and ``scale`` those of a decimal,
    ``unit`` is that of a time; ``style`` tells storages of one kind apart and changes no answer.
    ``fields`` are those of a struct; a list has one and a map two, whose names mean nothing.
    """

    kind: Kind
    bits: int = 64
    signed: bool = True
    precision: int = 0
    scale: int = 0
    unit: Literal["s", "ms", "us", "ns"] = "us"
    style: str = ""
    fields: tuple[tuple[str, Type], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """The six counts of a result."""

    original_rows: int
    unique_rows: int
    matched_rows: int
    present_rows: int
    avatar_rows: int
    copied_avatar_rows: int


Row = Sequence[Any]


def count(
    original: Sequence[Row], avatar: Sequence[Row], left: Sequence[Type], right: Sequence[Type]
) -> Expected:
    """Count a pair of tables whose columns stand in the same order."""

    def repeated(row: Row) -> bool:
        return sum(_same_row(row, other, left, left) for other in original) > 1

    def among_avatars(row: Row) -> bool:
        return any(_same_row(row, other, left, right) for other in avatar)

    def among_originals(row: Row) -> bool:
        return any(_same_row(other, row, left, right) for other in original)

    unique = [row for row in original if not repeated(row)]
    return Expected(
        original_rows=len(original),
        unique_rows=len(unique),
        matched_rows=sum(map(among_avatars, unique)),
        present_rows=sum(map(among_avatars, original)),
        avatar_rows=len(avatar),
        copied_avatar_rows=sum(map(among_originals, avatar)),
    )


def _same_row(one: Row, other: Row, left: Sequence[Type], right: Sequence[Type]) -> bool:
    return all(map(same, one, other, left, right))


def is_missing(value: Any) -> bool:
    """NULL and NaN are missing (rule 8)."""
    return value is None or (isinstance(value, float) and math.isnan(value))


def same(one: Any, other: Any, left: Type, right: Type) -> bool:
    """Tell whether two values are equal (rules 4 to 10); of one type: as their source means it."""
    if is_missing(one) or is_missing(other):
        return is_missing(one) and is_missing(other)
    kinds = {left.kind, right.kind}
    if kinds <= NUMBERS:
        return _same_number(one, other, left, right)
    if "boolean" in kinds and kinds & NUMBERS:
        return bool(Fraction(one) == Fraction(other))
    if kinds == {"date", "timestamp"}:
        return _nanoseconds(one, left) == _nanoseconds(other, right)
    if kinds == {"uuid", "text"}:
        return str(one).lower() == str(other).lower()
    if kinds == {"bytes", "text"}:
        return _encoded(one) == _encoded(other)
    assert left.kind == right.kind, f"no rule compares {left} with {right}"
    match left.kind:
        case "struct":
            others = dict(right.fields)
            return all(same(one[n], other[n], t, others[n]) for n, t in left.fields)
        case "list":
            (_, inner), (_, inner_other) = left.fields[0], right.fields[0]
            return len(one) == len(other) and all(
                same(a, b, inner, inner_other) for a, b in zip(one, other, strict=True)
            )
        case "map":
            return _same_entries(list(one), list(other), left, right)
        case _:
            return bool(one == other)


def _encoded(value: str | bytes) -> bytes:
    return value.encode() if isinstance(value, str) else value


def _nanoseconds(value: Any, of: Type) -> int:
    """Return the nanoseconds since 1970 of a timestamp or of the midnight that a date is."""
    return (value.toordinal() - 719_163) * DAY if of.kind == "date" else int(value)


def _same_entries(one: list[Any], other: list[Any], left: Type, right: Type) -> bool:
    """Compare maps by their entries, in whatever order."""
    types = [field for _, field in left.fields], [field for _, field in right.fields]
    rest = list(other)
    for entry in one:
        found = next((e for e in rest if _same_row(entry, e, *types)), None)
        if found is None:
            return False
        rest.remove(found)
    return not rest


# -- numbers (rules 6 and 7) -----------------------------------------------------------------------


def _same_number(one: Any, other: Any, left: Type, right: Type) -> bool:
    kinds = {left.kind, right.kind}
    if "float32" in kinds and kinds & {"float64", "decimal"}:
        narrow, narrow_other = _narrow(one), _narrow(other)
        return narrow is not None and narrow == narrow_other
    if kinds == {"decimal", "float64"}:
        decimal, double = (one, other) if left.kind == "decimal" else (other, one)
        return _is_shortest(decimal, double)
    return _exact(one) == _exact(other)


def _narrow(value: float | Decimal) -> float | None:
    """Return the value at 4-byte precision, or None if 4 bytes cannot hold it."""
    try:
        narrow: float = struct.unpack("<f", struct.pack("<f", float(value)))[0]
    except OverflowError:
        return None
    return narrow


def _is_shortest(decimal: Decimal, double: float) -> bool:
    """1.1 is 1.10, and a whole number is that whole number, however its double is written."""
    if math.isinf(double):
        return False
    whole = double.is_integer() and decimal == decimal.to_integral_value()
    return Decimal(repr(double)) == decimal or (whole and Fraction(double) == Fraction(decimal))


def _exact(value: float | Decimal) -> Fraction | float:
    if isinstance(value, float) and math.isinf(value):
        return value
    return Fraction(value)
