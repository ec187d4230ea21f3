"""The type of a text column: once, jointly, from every token of both sides (rule 12).

Facts are counted over all tokens (`facts`); what differs between the files is told (`spelling`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rdmp.alignment.facts import (
    BIT,
    DATE,
    INFINITE,
    INSTANT,
    MISSING,
    NAN,
    NUMERIC,
    OTHER_NUMBER,
    SCIENTIFIC,
    TIMES,
    TRUTH,
    ZERO_LED,
    TokenFacts,
    worded,
)
from rdmp.alignment.questions import About, Answers
from rdmp.alignment.stops import Offence
from rdmp.errors import ColumnError
from rdmp.forms import Chain, conversion
from rdmp.seam import Column, Relation, Type


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedTokens:
    """The type that the tokens of one side were found to have, and the way into it."""

    type: Type
    chain: Chain
    fine: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One text column and what is known of it."""

    relation: Relation
    column: Column
    facts: TokenFacts

    @property
    def decimal(self) -> str:
        """The decimal separator of this file."""
        return self.relation.reading.decimal if self.relation.reading else "."

    def typed(self, target: Type, *, nan: bool = False, fine: bool = False) -> TypedTokens:
        """Return the way of this side's tokens into a type."""
        chain: Chain = ()
        match target.kind:
            case "integer" | "decimal" | "float":
                chain = (conversion("token_number", target, self.decimal, nan),)
            case "boolean":
                chain = (conversion("token_boolean"),)
            case "date" | "time" | "timestamp" | "instant" | "bytes" | "uuid" if not fine:
                chain = (conversion("token_as", target),)
        return TypedTokens(type=target, chain=chain, fine=fine)


def side_of(about: About, answers: Answers) -> Side:
    """Return a text column with what the answers say of its tokens."""
    return Side(relation=about.relation, column=about.column, facts=about.facts(answers))


TEXT_TYPE = Type(kind="text", stored="text")
_BOOLEAN = Type(kind="boolean", stored="text")
_DATE = Type(kind="date", stored="text")
_DOUBLE = Type(kind="float", stored="text", bits=64)


def type_together(name: str, original: Side, avatar: Side) -> tuple[TypedTokens, TypedTokens]:
    """Type a column that is text in both files, from every token of both.

    Raises
    ------
    Offence
        If local and zoned timestamps are mixed in one file.
    """
    left, right = original.facts, avatar.facts
    kinds = left.kinds | right.kinds
    sides = (original, avatar)
    if kinds and kinds <= NUMERIC:
        return _both(sides, number_type(left, right) or TEXT_TYPE, nan=NAN in kinds)
    if kinds == {TRUTH} or {left.kinds, right.kinds} == {frozenset({TRUTH}), frozenset({BIT})}:
        return _both(sides, _BOOLEAN)
    if kinds == {DATE}:
        return _both(sides, _DATE)
    if kinds and kinds <= TIMES:
        fine = left.fine or right.fine
        one, other = (_time(name, side, fine=fine) for side in sides)
        # A side without any token takes the type of the other.
        nothing = TypedTokens(type=TEXT_TYPE, chain=())
        return one or other or nothing, other or one or nothing
    return _both(sides, TEXT_TYPE)


def type_against(name: str, side: Side, other: Type) -> TypedTokens:
    """Type a text column by the type of the other side.

    Raises
    ------
    Offence
        If a token is not of the other side's kind.
    ColumnError
        If no token can be of its kind, or no type holds the numbers.
    """
    kinds = side.facts.kinds
    match other.kind:
        case "text" | "bytes" | "uuid":
            return side.typed(TEXT_TYPE)
        case "empty":
            return _alone(name, side)
        case "boolean" if kinds <= {TRUTH}:
            return side.typed(_BOOLEAN)
        case "integer" | "decimal" | "float" if kinds == {TRUTH}:
            return side.typed(_BOOLEAN)
        case "integer" | "decimal" | "float" | "boolean":
            bits = {TRUTH} if TRUTH in kinds else {BIT}
            _refuse(name, side, bits if other.kind == "boolean" else NUMERIC, other)
            return side.typed(_number_or_stop(name, side), nan=NAN in kinds)
        case "date" | "timestamp" | "instant":
            _refuse(name, side, TIMES, other)
            if kinds <= {DATE}:
                return side.typed(_DATE)
            return _time(name, side, fine=side.facts.fine) or side.typed(_DATE)
        case _ if not kinds:
            return side.typed(TEXT_TYPE)
        case "time":
            message = f"column {name!r} is a time in one side and text in {side.relation.label}"
            raise ColumnError(message, f"pass --cast {name}=TIME to read the text as times")
        case _:
            message = (
                f"column {name!r} is {other.stored} on one side and text in {side.relation.label}"
            )
            raise ColumnError(message, "exclude it, or write both files in a format that has types")


def _number_or_stop(name: str, side: Side) -> Type:
    found = number_type(side.facts)
    if found is None:
        where = f"{side.relation.label}: column {name!r}"
        message = f"{where} holds numbers that no type holds exactly"
        raise ColumnError(message, f"compare it as text on both sides with --cast {name}=VARCHAR")
    return found


def number_type(*facts: TokenFacts) -> Type | None:
    """Return the cheapest type that gives back every token as the same number, or None."""
    whole = max(fact.whole for fact in facts)
    places = max(fact.places for fact in facts)
    kinds = frozenset[int]().union(*(fact.kinds for fact in facts))
    double = all(fact.fits_double for fact in facts)
    if INFINITE in kinds or kinds == {NAN}:
        return _DOUBLE if double else None
    if places == 0 and whole <= 18:
        return Type(kind="integer", stored="text", bits=64)
    if places == 0 and whole <= 38:
        return Type(kind="integer", stored="text", bits=128)
    if whole + places <= 18:
        return Type(kind="decimal", stored="text", precision=18, scale=places)
    if double:
        return _DOUBLE
    if whole + places <= 38 and not (SCIENTIFIC in kinds and places > 30):
        return Type(kind="decimal", stored="text", precision=38, scale=places)
    return None


def _both(
    sides: tuple[Side, Side], target: Type, *, nan: bool = False
) -> tuple[TypedTokens, TypedTokens]:
    left, right = (side.typed(target, nan=nan) for side in sides)
    return left, right


def _alone(name: str, side: Side) -> TypedTokens:
    nothing = Side(relation=side.relation, column=side.column, facts=TokenFacts({}))
    return type_together(name, side, nothing)[0]


def _time(name: str, side: Side, *, fine: bool) -> TypedTokens | None:
    kinds = side.facts.kinds
    if not kinds:
        return None
    if INSTANT in kinds and kinds != {INSTANT}:
        raise Offence(
            role=side.relation.role,
            column=side.column,
            condition=_not_of(side, {INSTANT}),
            message=f"column {name!r} mixes local timestamps or dates with timestamps that have a "
            "zone",
            hint="write one kind of timestamp in the file, or exclude the column",
        )
    unit: Literal["us", "ns"] = "ns" if fine else "us"
    kind: Literal["instant", "timestamp"] = "instant" if INSTANT in kinds else "timestamp"
    return side.typed(Type(kind=kind, stored="text", unit=unit), fine=fine)


def _not_of(side: Side, kinds: Iterable[int]) -> Chain:
    allowed = (MISSING, *sorted(kinds))
    return (conversion("token_not_of_kind", side.decimal, allowed),)


def _refuse(name: str, side: Side, allowed: Iterable[int], other: Type) -> None:
    strange = side.facts.kinds - set(allowed)
    if not strange:
        return
    role = side.relation.role
    opposite = "avatar" if role == "original" else "original"
    article = {"integer": "a number", "decimal": "a number", "float": "a number"}
    hint = f"pass --cast {name}=VARCHAR to compare it as text, or --exclude it"
    if strange == {OTHER_NUMBER} and side.decimal == ".":
        hint = f"pass --{role}-decimal , if the comma is the decimal separator"
    elif ZERO_LED in strange and other.kind in article:
        hint = f"pass --cast {name}={other.stored} to read leading zeros as numbers"
    elif other.kind == "boolean":  # as text, t would meet no true
        hint = f"spell the truth values out in the file, or pass --exclude {name}"
    raise Offence(
        role=role,
        column=side.column,
        condition=_not_of(side, allowed),
        message=f"column {name!r} is {article.get(other.kind, other.kind)} in the {opposite} and "
        f"holds {worded(strange)} here",
        hint=hint,
    )
