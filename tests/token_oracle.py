"""What two text columns are, and which of their rows match: rules 11 to 13 in plain Python.

Written from COMPARISON.md with `re`, `fractions` and `datetime`, and with nothing of ``rdmp``. A
cell is a token (`str`) or missing (`None`). Cells are read into values that are equal where the
rules say so.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Literal

import numpy as np

Kind = Literal["number", "nan", "inf", "led", "truth", "date", "local", "instant", "text"]
Value = object
Cells = Sequence[str | None]

_DECIMAL = re.compile(r"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)")
_SCIENTIFIC = re.compile(r"(?P<mantissa>[^eE]*)[eE](?P<exponent>[-+]?[0-9]+)")
_ANY_NUMBER = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_CODE = re.compile(r"-?[1-9][0-9]*[eE][0-9]+")
_STAMP = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:[ T](?P<hour>[0-9]{2}):(?P<minute>[0-9]{2})"
    r"(?::(?P<second>[0-9]{2})(?:\.(?P<part>[0-9]{1,9}))?)?"
    r"(?P<zone>Z| UTC|[-+](?:0[0-9]|1[0-5])(?::?[0-5][0-9])?)?)?"
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Infinite:
    """An infinite number; no exact number equals it."""

    positive: bool


def kind_of(token: str) -> Kind:
    """Return what a token is (rule 12)."""
    if token.lower() in {"true", "false"}:
        return "truth"
    if token.lower() == "nan":
        return "nan"
    if re.fullmatch("-?inf(inity)?", token.lower()):
        return "inf"
    if is_number(token):
        return "number"
    if _ANY_NUMBER.fullmatch(token) and not _CODE.fullmatch(token):
        return "led"
    return _kind_of_stamp(token)


def is_number(token: str) -> bool:
    """Return whether a token is a decimal number, or scientific notation that no code uses."""
    if _DECIMAL.fullmatch(token):
        return True
    found = _SCIENTIFIC.fullmatch(token)
    if found is None or not _DECIMAL.fullmatch(found["mantissa"]):
        return False
    return found["exponent"][0] in "-+" or "." in found["mantissa"]


def _kind_of_stamp(token: str) -> Kind:
    found = _STAMP.fullmatch(token)
    if found is None:
        return "text"
    try:
        date.fromisoformat(found["day"])
    except ValueError:
        return "text"
    if found["hour"] is None:
        return "date"
    if int(found["hour"]) > 23 or int(found["minute"]) > 59 or int(found["second"] or 0) > 59:
        return "text"
    return "local" if found["zone"] is None else "instant"


def number(token: str) -> Fraction:
    """Return the number that a token is, exactly."""
    return Fraction(Decimal(token))


def nanoseconds(token: str) -> int:
    """Return a date or timestamp as nanoseconds since 1970, in UTC or on the local clock."""
    found = _STAMP.fullmatch(token)
    assert found is not None
    clock = datetime.fromisoformat(found["day"]).replace(tzinfo=UTC) + timedelta(
        hours=int(found["hour"] or 0),
        minutes=int(found["minute"] or 0),
        seconds=int(found["second"] or 0),
    )
    zone = (found["zone"] or "").removeprefix("Z").removeprefix(" UTC")
    if zone:
        digits = zone[1:].replace(":", "").ljust(4, "0")
        offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
        clock += -offset if zone[0] == "+" else offset
    since = clock - _EPOCH
    seconds = since.days * 86_400 + since.seconds
    return seconds * 10**9 + int((found["part"] or "").ljust(9, "0"))


def read(token: str | None, as_type: Literal["number", "truth", "time", "text"]) -> Value:
    """Return the value of a token; None is missing."""
    if token is None:
        return None
    match as_type:
        case "number":
            if kind_of(token) == "nan":
                return None
            if kind_of(token) == "inf":
                return Infinite(positive=not token.startswith("-"))
            return number(token)
        case "truth":
            return token.lower() in {"true", "1"}
        case "time":
            return nanoseconds(token)
        case "text":
            return token


# -- one column ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Column:
    """What the rules make of a pair of columns.

    ``own`` are the values of the typed side as its source means them, where comparing merges some;
    they decide which rows are unique. ``stops`` is True where an evaluation must stop. ``fits`` is
    whether a type holds all numbers of the column: None where the rules leave it open. ``codes``
    are the findings that are due.
    """

    original: tuple[Value, ...] = ()
    avatar: tuple[Value, ...] = ()
    stops: bool = False
    fits: bool | None = None
    codes: frozenset[str] = field(default_factory=frozenset)
    own: tuple[Value, ...] | None = None

    @property
    def mirrored(self) -> Column:
        """The same with the sides exchanged; ``own`` of the text is the text."""
        return replace(self, original=self.avatar, avatar=self.original)


def kinds_of(cells: Cells) -> frozenset[Kind]:
    """Return the kinds of the tokens that are there."""
    return frozenset(kind_of(cell) for cell in cells if cell is not None)


def type_together(original: Cells, avatar: Cells) -> Column:
    """Type a column that is text in both files, from every token of both."""
    left, right = kinds_of(original), kinds_of(avatar)
    every = left | right
    if every and every <= {"number", "nan", "inf"}:
        codes = _of_missing(original, avatar)
        return _column(original, avatar, "number", codes, fits=holds(original, avatar))
    if every == {"truth"}:
        return _column(original, avatar, "truth")
    bits = [
        {cell for cell in cells if cell is not None} <= {"0", "1"} for cells in (original, avatar)
    ]
    if (left == {"truth"} and right and bits[1]) or (right == {"truth"} and left and bits[0]):
        return _column(original, avatar, "truth", {"boolean-as-number"})
    if every and every <= {"date", "local", "instant"}:
        zoned = [("instant" in kinds, bool(kinds - {"instant"})) for kinds in (left, right)]
        if any(all(side) for side in zoned) or (zoned[0] != zoned[1] and left and right):
            return Column(stops=True)
        return _column(original, avatar, "time")
    return as_text(original, avatar)


def as_text(original: Cells, avatar: Cells) -> Column:
    """Compare a column as text, or stop where one file has only numbers and the other none."""
    left, right = kinds_of(original), kinds_of(avatar)
    for one, other in ((left, right), (right, left)):
        all_numbers = "number" in one and one <= {"number", "nan", "inf"}
        # nan and inf stand among numbers: a file of nothing else has no other kind of token.
        if all_numbers and other - {"nan", "inf"} and "number" not in other:
            return Column(stops=True)
    alone = {_alone(left), _alone(right)}
    differ = "none" not in alone and len(alone) == 2
    return _column(original, avatar, "text", {"kinds-differ"} if differ else set())


def _alone(kinds: frozenset[Kind]) -> str:
    if not kinds:
        return "none"
    if kinds <= {"number", "nan", "inf"}:
        return "number"
    if kinds == {"truth"}:
        return "truth"
    return "time" if kinds <= {"date", "local", "instant"} else "text"


def _of_missing(original: Cells, avatar: Cells) -> set[str]:
    cells = (*original, *avatar)
    if not any(cell is not None and kind_of(cell) == "nan" for cell in cells):
        return set()
    return {"nan-and-null" if None in cells else "nan-as-missing"}


def _column(
    original: Cells,
    avatar: Cells,
    as_type: Literal["number", "truth", "time", "text"],
    codes: set[str] | None = None,
    *,
    fits: bool | None = None,
) -> Column:
    return Column(
        original=tuple(read(cell, as_type) for cell in original),
        avatar=tuple(read(cell, as_type) for cell in avatar),
        codes=frozenset(codes or ()),
        fits=fits,
    )


def holds(*files: Cells) -> bool | None:
    """Return whether BIGINT, HUGEINT, DECIMAL or DOUBLE holds every number; None: it may.

    A decimal type has 38 digits. How many an exponent takes, and whether whole numbers of 39 digits
    fit a HUGEINT, is left open.
    """
    tokens = [c for cells in files for c in cells if c is not None and kind_of(c) != "nan"]
    infinite = any(kind_of(token) == "inf" for token in tokens)
    tokens = [token for token in tokens if kind_of(token) == "number"]
    double = all(is_given_back(token) for token in tokens)
    if double and infinite:
        return True
    if infinite:
        return False
    whole = max((len(str(int(abs(number(token))))) for token in tokens), default=1)
    places = max((_places(number(token)) for token in tokens), default=0)
    if double or (whole + places <= 38 and not any("e" in token.lower() for token in tokens)):
        return True
    return None if whole <= 39 and whole + places <= 40 else False


def is_given_back(token: str) -> bool:
    """Return whether the nearest 8-byte float, in its shortest form, is the same number.

    One that is the same whole number in its full form only would stand for two numbers.
    """
    nearest = float(token)
    return not math.isinf(nearest) and number(token) == Fraction(repr(nearest))


def _places(value: Fraction) -> int:
    places = 0
    while value.denominator != 1:
        value, places = value * 10, places + 1
    return places


# -- a column of a file against one that has a type --------------------------------------------


def type_against(cells: Cells, stored: Sequence[object], sql_type: str) -> Column:
    """Type a column of a text file by the stored type of the other side (rules 5 to 12).

    ``original`` of the result is the text. A float counts as its shortest decimal form or, where it
    is whole, as that number: `same` compares. A time is a number of nanoseconds since 1970.
    """
    column = _type_against(cells, stored, sql_type)
    return replace(column, codes=column.codes | _of_nan(cells, stored, column))


def _type_against(cells: Cells, stored: Sequence[object], sql_type: str) -> Column:
    kinds = kinds_of(cells)
    kind = _kind_of_type(sql_type)
    if not kinds or not any(_is_value(value) for value in stored):
        return _against_nothing(cells, stored, sql_type)
    if kind == "text":
        filled = tuple(value or None for value in stored)
        alone = {_alone(kinds), _alone(kinds_of([str(value) for value in filled if value]))}
        codes = {"kinds-differ"} if "none" not in alone and len(alone) == 2 else set()
        return Column(
            original=tuple(cells), avatar=filled, own=tuple(stored), codes=frozenset(codes)
        )
    if kind == "truth" or (kind == "number" and kinds == {"truth"}):
        return _against_truth(cells, stored, kind)
    if kind == "number":
        if not kinds <= {"number", "nan", "inf"}:
            return Column(stops=True)
        read_cells = tuple(read(cell, "number") for cell in cells)
        numbers = tuple(stored_number(value, sql_type) for value in stored)
        return Column(original=read_cells, avatar=numbers, fits=holds(cells))
    if not kinds <= ({"instant"} if sql_type == "TIMESTAMPTZ" else {"date", "local"}):
        return Column(stops=True)
    return Column(original=tuple(read(cell, "time") for cell in cells), avatar=tuple(stored))


def _is_value(value: object) -> bool:
    return value is not None and not (isinstance(value, float) and math.isnan(value))


def _of_nan(cells: Cells, stored: Sequence[object], column: Column) -> frozenset[str]:
    """Return the finding of rule 8, which is due where NaN was read as missing."""
    as_text = any(isinstance(value, str) for value in column.original)
    nan_tokens = not as_text and any(c is not None and kind_of(c) == "nan" for c in cells)
    if not nan_tokens and not any(isinstance(v, float) and math.isnan(v) for v in stored):
        return frozenset()
    return frozenset({"nan-and-null" if None in (*cells, *stored) else "nan-as-missing"})


def _kind_of_type(sql_type: str) -> str:
    if sql_type == "VARCHAR":
        return "text"
    if sql_type == "BOOLEAN":
        return "truth"
    return "time" if sql_type.startswith(("DATE", "TIMESTAMP")) else "number"


def _against_truth(cells: Cells, stored: Sequence[object], kind: str) -> Column:
    words = kinds_of(cells) == {"truth"}
    bits = {cell for cell in cells if cell is not None} <= {"0", "1"}
    if not words and not bits:
        return Column(stops=True)
    if kind == "number" and any(_is_value(v) and v not in {0, 1} for v in stored):
        return Column(stops=True)
    truths = tuple(bool(value) if _is_value(value) else None for value in stored)
    codes = frozenset() if words and kind == "truth" else frozenset({"boolean-as-number"})
    return Column(original=tuple(read(cell, "truth") for cell in cells), avatar=truths, codes=codes)


def _against_nothing(cells: Cells, stored: Sequence[object], sql_type: str) -> Column:
    """Compare with a column that has no value: missing or not, of whatever kind (rule 5)."""
    alone = type_together(cells, [])
    if alone.stops:
        return alone
    values = tuple(stored_number(value, sql_type) for value in stored)
    filled = tuple(None if value == "" else value for value in values)
    return Column(original=alone.original, avatar=filled, own=values, fits=alone.fits)


def stored_number(value: object, sql_type: str) -> Value:
    """Return a stored number as the numbers that it may be called; NaN is missing."""
    if isinstance(value, float):
        if math.isnan(value):
            return None
        if math.isinf(value):
            return Infinite(positive=value > 0)
        shortest = str(np.float32(value)) if sql_type == "FLOAT" else repr(value)
        whole = [Fraction(value)] if value.is_integer() else []
        return Names(frozenset({Fraction(shortest), *whole}))
    if isinstance(value, int | Decimal):
        return Fraction(value)
    return value


@dataclass(frozen=True)
class Names:
    """A float: its shortest decimal form and, if it is whole, the whole number."""

    numbers: frozenset[Fraction]


def same(one: Value, other: Value) -> bool:
    """Return whether two values are equal; missing equals missing."""
    for first, second in ((one, other), (other, one)):
        if isinstance(first, Names) and isinstance(second, Fraction):
            return second in first.numbers
    return one == other


# -- a table -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Counts:
    """n, unique rows, those of them and all that were found, avatars, and copies among these."""

    original_rows: int
    unique_rows: int
    matched_rows: int
    present_rows: int
    avatar_rows: int
    copied_avatar_rows: int


def count(columns: Sequence[Column]) -> Counts:
    """Count every figure from the values of both sides, row by row."""
    original = list(zip(*(column.original for column in columns), strict=True))
    avatar = list(zip(*(column.avatar for column in columns), strict=True))
    own = list(zip(*(c.original if c.own is None else c.own for c in columns), strict=True))
    occurrences = Counter(own)

    def equal(one: tuple[Value, ...], other: tuple[Value, ...]) -> bool:
        return all(map(same, one, other))

    found = [any(equal(row, other) for other in avatar) for row in original]
    return Counts(
        original_rows=len(original),
        unique_rows=sum(occurrences[row] == 1 for row in own),
        matched_rows=sum(f and occurrences[row] == 1 for row, f in zip(own, found, strict=True)),
        present_rows=sum(found),
        avatar_rows=len(avatar),
        copied_avatar_rows=sum(any(equal(row, other) for row in original) for other in avatar),
    )
