"""Which columns may be identifiers: all their values distinct, and a sign that they number rows.

A measure (a weight, an income) may have distinct values too, and share none with the avatars: that
is what synthetic data are. Its kind tells it apart (fractions, times), or else its values (below).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rdmp.comparison import Comparison
from rdmp.findings.relaxations import Looked, in_groups
from rdmp.templates import render

_NAME = re.compile(
    r"(?:.*[^a-z])?(?:id|ids|uid|uuid|guid|key|pk|index|idx|row|rownum|rowid|record|ssn|nr|no|num|number|"
    r"identifier|code)(?:[^a-z].*)?|[a-z]+id",
)
_DATE = re.compile(r"9{1,4}[-/. ](9{1,2}|A)[-/. ,]+9{1,4}([ T].*)?|A 9{1,2}, ?9{4}")
_CATEGORY = 2
"""Occurrences of a value, on the average, from which on a column holds categories."""


def is_date(shape: str) -> bool:
    """Tell whether a shape (digits as 9, letters as A) is that of a date, however it is spelled."""
    return _DATE.fullmatch(shape) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """What is known of a column among some rows.

    ``has_fractions`` is None where the values are no floats.
    """

    rows: int
    present: int
    distinct: int
    has_fractions: bool | None = None

    @property
    def is_distinct(self) -> bool:
        """Whether every row has a value of its own."""
        return self.rows > 1 and self.distinct == self.present == self.rows

    @property
    def are_categories(self) -> bool:
        """Whether values occur several times, on the average."""
        return self.present >= 2 and self.present >= _CATEGORY * self.distinct


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspicion:
    """A column that may be an identifier.

    Attributes
    ----------
    column : Looked
    is_unshared : bool
        Whether no value was found among the avatars.
    is_certain : bool
        Whether there is a sign beside distinct values: numbers without a gap, a range that the
        other side does not enter, 128-bit identifiers, text, or the name.
    numbers_rows : bool
        Whether it numbers rows without a gap, or its name says that it is an identifier.
    """

    column: Looked
    is_unshared: bool
    is_certain: bool
    numbers_rows: bool


def suspect(
    comparison: Comparison,
    columns: Sequence[Looked],
    values: dict[str, Values],
    unshared: frozenset[str],
    unnamed: set[str],
) -> tuple[Suspicion, ...]:
    """Return the columns that may be identifiers."""
    distinct = [
        column
        for column in columns
        if values[column.base].is_distinct
        and (
            column.kind in {"integer", "text", "uuid"} or values[column.base].has_fractions is False
        )
    ]
    numbers = [column for column in distinct if column.kind in {"integer", "float"}]
    ranges = _ranges(comparison, numbers)
    found = []
    for column in distinct:
        is_unshared = column.base in unshared
        has_name = column.name in unnamed or _NAME.fullmatch(column.name.casefold()) is not None
        is_dense = is_apart = False
        if column.base in ranges:
            (low, high), (other_low, other_high) = ranges[column.base]
            rows = comparison.rows.get("original", values[column.base].rows)
            is_dense = high - low + 1 == rows
            is_apart = high < other_low or other_high < low
        if not (is_unshared or has_name or is_dense):
            continue
        found.append(
            Suspicion(
                column=column,
                is_unshared=is_unshared,
                is_certain=has_name or is_dense or is_apart or column.kind in {"text", "uuid"},
                numbers_rows=has_name or is_dense or column.kind == "uuid",
            )
        )
    return tuple(found)


Range = tuple[float, float]


def _ranges(comparison: Comparison, columns: Sequence[Looked]) -> dict[str, tuple[Range, Range]]:
    """Return the ranges of whole-number columns on both sides, where both have values."""
    engine = comparison.engine
    found: dict[str, tuple[Range, Range]] = {}
    for some in in_groups(columns):
        names = [column.strict[0] for column in some]
        sides = [
            engine.query(render("value_ranges", engine.syntax, relation=relation, columns=names))[0]
            for relation in ("original_compared", "avatar_compared")
        ]
        for place, column in enumerate(some):
            bounds = [side[2 * place : 2 * place + 2] for side in sides]
            if all(value is not None for pair in bounds for value in pair):
                found[column.base] = ((bounds[0][0], bounds[0][1]), (bounds[1][0], bounds[1][1]))
    return found
