"""Ways to overlook how a value is written, and the columns whose kind admits them (rule 17 b).

A relaxation is a chain of conversions after the compared form. What it merges is told, and never
counted in the score.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rdmp.alignment.align import AlignedColumn
from rdmp.forms import Chain, Form, conversion
from rdmp.seam import Type
from rdmp.words import Phrase, phrase

_DOUBLE = Type(kind="float", stored="DOUBLE", bits=64)
_FLOAT = Type(kind="float", stored="FLOAT", bits=32)

Kind = Literal["integer", "decimal", "float", "text", "uuid", "other"]

_INTEGER = re.compile(r"(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DECIMAL\(\d+,\s*0\))")
_DECIMAL = re.compile(r"DECIMAL\((\d+),\s*(\d+)\)")
_FLOATING = re.compile(r"DOUBLE|FLOAT")

_WITH_WHOLE = "type-rest-whole"
"""Whole numbers against floats: of what no float holds, no relaxation makes another number."""

_MONEY = 9
"""Decimal places up to which a decimal is written on purpose, and no trace of an 8-byte float."""

_COORDINATE = 6
"""The same for 4-byte floats, which are often written with 9 digits in all."""


@dataclass(frozen=True, slots=True)
class Relaxation:
    """One way to overlook how a value is written, and the words for it."""

    chain: Chain
    said: Phrase


_OF_TEXT = (
    Relaxation((conversion("trimmed"),), phrase("near-trimmed")),
    Relaxation((conversion("composed"),), phrase("near-composed")),
    Relaxation((conversion("case_folded"),), phrase("near-case")),
    Relaxation((conversion("empty_as_null"),), phrase("near-empty")),
    Relaxation((conversion("number_in_text"),), phrase("near-numbers")),
)
_OF_FLOATS = (
    Relaxation((conversion("nine_digits"),), phrase("near-nine-digits")),
    Relaxation((conversion("four_bytes"),), phrase("near-four-bytes")),
)
_OF_DECIMALS = (
    Relaxation(
        (conversion("cast_as", _DOUBLE), conversion("nine_digits")),
        phrase("near-nine-digits"),
    ),
    Relaxation(
        (conversion("cast_as", _DOUBLE), conversion("four_bytes")),
        phrase("near-four-bytes"),
    ),
)
_OF_SHORT_DECIMALS = _OF_DECIMALS[1:]
_OF_LONG_NUMBERS = (Relaxation((conversion("cast_as", _DOUBLE),), phrase("near-eight-bytes")),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """One compared column, as the second look sees it.

    Attributes
    ----------
    name : str
        The original's name.
    base : str
        What its SQL names begin with.
    kind : Kind
        Of the compared value.
    strict : tuple of str
        The columns of the compared views.
    relaxations : tuple of Relaxation
        What its kind admits.
    undone : tuple of Relaxation
        What its kind admits as well, and the engine cannot compute.
    """

    name: str
    base: str
    kind: Kind
    strict: tuple[str, ...]
    relaxations: tuple[Relaxation, ...] = ()
    undone: tuple[Relaxation, ...] = ()

    @property
    def near(self) -> tuple[str, ...]:
        """The columns in which all relaxations are applied."""
        return (f"{self.base}_near",) if self.relaxations else self.strict

    @property
    def light(self) -> tuple[str, ...]:
        """Columns that cost little, and are equal where the relaxed values are."""
        return (f"{self.base}_light",) if self.light_chain else self.near

    @property
    def chain(self) -> Chain:
        """All relaxations, one after the other."""
        return tuple(step for one in self.relaxations for step in one.chain)

    @property
    def light_chain(self) -> Chain:
        """What is cheaper than `chain` and as good to begin with: a float cut to 4 bytes."""
        floats = self.relaxations and self.kind in {"float", "decimal"}
        return (conversion("try_as", _FLOAT),) if floats else ()


def looked(column: AlignedColumn, codes: set[str], absent: frozenset[str] = frozenset()) -> Looked:
    """Return a column with the relaxations that it admits.

    Parameters
    ----------
    column : AlignedColumn
    codes : set of str
        Codes of the findings that alignment has for this column.
    absent : frozenset of str
        Conversions that the engine does not have: what needs one is not looked for.
    """
    base = column.original.sql_name
    endings = ("", "_rest", "_rest_2")
    strict = tuple(f"{base}{endings[place]}" for place, _ in enumerate(column.original_form))
    form = column.shown.form
    # What has a rest beside it is of the type that holds the most.
    compared = form if isinstance(form, str) else str(dict(form.values).get("type", ""))
    has_whole = isinstance(form, Phrase) and form.key == _WITH_WHOLE
    kind, scale = _kind(compared)
    relaxations: tuple[Relaxation, ...] = ()
    if "lost-digits" in codes:
        relaxations = _OF_LONG_NUMBERS
    elif kind == "text":
        relaxations = _OF_TEXT
    elif kind == "float" and compared != "FLOAT" and not has_whole:
        relaxations = _OF_FLOATS
    elif kind == "decimal" and scale > _MONEY:
        relaxations = _OF_DECIMALS
    elif kind == "decimal" and scale > _COORDINATE:
        relaxations = _OF_SHORT_DECIMALS
    possible = tuple(
        one for one in relaxations if absent.isdisjoint(step.name for step in one.chain)
    )
    return Looked(
        name=column.shown.name,
        base=base,
        kind=kind,
        strict=strict,
        relaxations=possible,
        undone=tuple(one for one in relaxations if one not in possible),
    )


def _kind(compared: str) -> tuple[Kind, int]:
    """Return the kind of a compared type and the scale of a decimal."""
    if _INTEGER.fullmatch(compared):
        return "integer", 0
    if _FLOATING.fullmatch(compared):
        return "float", 0
    decimal = _DECIMAL.fullmatch(compared)
    if decimal is not None:
        return "decimal", int(decimal[2])
    match compared:
        case "VARCHAR" | "BLOB":
            return ("text" if compared == "VARCHAR" else "other"), 0
        case "UUID":
            return "uuid", 0
        case _:
            return "other", 0


def relaxed(column: AlignedColumn, chain: Chain) -> AlignedColumn:
    """Return a column in a relaxed form, which unique rows are not judged by."""
    return replace(
        column,
        original_form=_after(column.original_form, chain),
        avatar_form=_after(column.avatar_form, chain),
        own=column.own if column.own is not None else column.original_form,
    )


def _after(form: Form, chain: Chain) -> Form:
    """Relax the value of a form; what it could not hold has no part in it."""
    return (form[0] + chain,)


def in_groups(columns: Sequence[Looked]) -> Iterator[list[Looked]]:
    """Yield some columns after the other: what an engine plans at once has its bounds.

    DuckDB ends the process where a statement counts distinct values of 5,000 columns, and takes
    twenty times as long for two hundred as for ten times twenty.
    """
    for start in range(0, len(columns), _AT_ONCE):
        yield list(columns[start : start + _AT_ONCE])


_AT_ONCE = 25
