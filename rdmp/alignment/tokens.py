"""What the fields of a text file are (COMPARISON.md, rules 11 to 13).

A token has a kind, decided by pattern and never by an engine's lenient cast. The codes of
``sql/tokens.sql``, counted over every token of a column, are the facts; a column is typed once, from
the facts of both files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from rdmp.alignment.stops import Offence
from rdmp.errors import ColumnError
from rdmp.forms import Chain, conversion
from rdmp.result import Finding
from rdmp.seam import Column, Relation, Type

MISSING = 0
SHORT_INTEGER, BIT, DECIMAL, SCIENTIFIC = 1, 2, 3, 4
NAN, INFINITE, ZERO_LED = 5, 6, 7
TRUTH, DATE, LOCAL, INSTANT, OTHER_NUMBER, TEXT = 8, 9, 10, 11, 12, 13

NUMBERS = frozenset({SHORT_INTEGER, BIT, DECIMAL, SCIENTIFIC})
NUMERIC = NUMBERS | {NAN, INFINITE}

_WORDS = {
    SHORT_INTEGER: "numbers",
    BIT: "numbers",
    DECIMAL: "numbers",
    SCIENTIFIC: "numbers",
    NAN: "'nan'",
    INFINITE: "'inf'",
    ZERO_LED: "numbers with leading zeros or a plus sign",
    TRUTH: "true/false",
    DATE: "dates",
    LOCAL: "local timestamps",
    INSTANT: "timestamps with a zone",
    OTHER_NUMBER: "numbers spelled with a comma or with separated thousands",
    TEXT: "other text",
}


@dataclass(frozen=True, slots=True)
class TokenFacts:
    """How often each code occurs among the tokens of a column."""

    codes: Mapping[int, int]

    def count(self, kinds: Iterable[int]) -> int:
        """Return the number of tokens of some kinds."""
        wanted = set(kinds)
        return sum(n for code, n in self.codes.items() if code & 15 in wanted)

    @property
    def kinds(self) -> frozenset[int]:
        """The kinds that occur, missing aside."""
        return frozenset(code & 15 for code in self.codes) - {MISSING}

    @property
    def tokens(self) -> int:
        """Tokens that are not missing."""
        return sum(n for code, n in self.codes.items() if code & 15 != MISSING)

    @property
    def missing(self) -> int:
        """Missing tokens."""
        return self.codes.get(MISSING, 0)

    def _numbers(self) -> Iterable[tuple[int, int, int, int]]:
        """Yield whole digits, decimal places, flags and count of each long or decimal number."""
        for code, count in self.codes.items():
            if code & 15 in {DECIMAL, SCIENTIFIC}:
                payload = code >> 4
                yield payload >> 9, payload >> 2 & 127, payload & 3, count

    @property
    def whole(self) -> int:
        """Most digits before the point, 127 at most."""
        short = 15 if SHORT_INTEGER in self.kinds else 1
        return max((whole for whole, *_ in self._numbers()), default=0) or short

    @property
    def places(self) -> int:
        """Most digits after the point, without closing zeros, 127 at most."""
        return max((places for _, places, *_ in self._numbers()), default=0)

    @property
    def beyond_double(self) -> int:
        """Numbers that an 8-byte float does not give back."""
        return sum(n for *_, flags, n in self._numbers() if not flags & 1)

    @property
    def padded(self) -> int:
        """Numbers that end in a zero after the point, such as 1.0."""
        return sum(n for *_, flags, n in self._numbers() if flags & 2)

    @property
    def long_integers(self) -> tuple[int, int]:
        """Whole numbers of 16 digits and more, and those among them that no double gives back."""
        long = [(n, flags) for whole, places, flags, n in self._numbers() if whole > 15 and not places]
        return sum(n for n, _ in long), sum(n for n, flags in long if not flags & 1)

    @property
    def fine(self) -> bool:
        """Whether a timestamp has more than microseconds."""
        return any(code & 15 in {LOCAL, INSTANT} and code >> 4 & 1 for code in self.codes)

    @property
    def spelling(self) -> frozenset[object]:
        """What is particular to how numbers and timestamps are written here."""
        stamps = {code >> 5 for code in self.codes if code & 15 in {LOCAL, INSTANT}}
        marks = {"padded"} if self.padded else set()
        return frozenset(stamps | marks | (self.kinds & {SCIENTIFIC, DATE, LOCAL, INSTANT}))

    @property
    def alone(self) -> Literal["number", "truth", "date", "none", "text"]:
        """What the column would be if this file were the only one."""
        if not self.kinds:
            return "none"
        if self.kinds <= NUMERIC and self.kinds & NUMBERS:
            return "number"
        if self.kinds == {TRUTH}:
            return "truth"
        return "date" if self.kinds <= {DATE, LOCAL, INSTANT} else "text"


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
        match target.kind:
            case "integer" | "decimal" | "float":
                chain = (conversion("token_number", target, self.decimal, nan),)
            case "boolean":
                chain = (conversion("token_boolean"),)
            case "text":
                chain = ()
            case _ if fine:
                chain = ()
            case _:
                chain = (conversion("cast_as", target),)
        return TypedTokens(type=target, chain=chain, fine=fine)


TEXT_TYPE = Type(kind="text", stored="text")
_BOOLEAN = Type(kind="boolean", stored="text")
_DATE = Type(kind="date", stored="text")
_DOUBLE = Type(kind="float", stored="text", bits=64)


def type_together(
    name: str, original: Side, avatar: Side
) -> tuple[TypedTokens, TypedTokens, tuple[Finding, ...]]:
    """Type a column that is text in both files, from every token of both (rules 12 and 13).

    Raises
    ------
    Offence, ColumnError
        If local and zoned timestamps are mixed in one file, or if one file has only numbers and the
        other none.
    """
    kinds = original.facts.kinds | avatar.facts.kinds
    sides = (original, avatar)
    if kinds and kinds <= NUMERIC and kinds & NUMBERS:
        number = number_type(original.facts, avatar.facts)
        if number is None:
            return *_both(sides, TEXT_TYPE), (_fits_no_type(name),)
        findings = tuple(_lost_digits(name, original, avatar))
        return *_both(sides, number, nan=NAN in kinds), findings
    if kinds == {TRUTH}:
        return *_both(sides, _BOOLEAN), ()
    if {original.facts.kinds, avatar.facts.kinds} == {frozenset({TRUTH}), frozenset({BIT})}:
        return *_both(sides, _BOOLEAN), (truth_as_bits(name),)
    if kinds and kinds <= {DATE, LOCAL, INSTANT}:
        if all(side.facts.kinds == {DATE} or not side.facts.kinds for side in sides):
            return *_both(sides, _DATE), ()
        fine = original.facts.fine or avatar.facts.fine
        left, right = (_time(name, side, fine=fine) for side in sides)
        return left or right or _time_of_nothing(), right or left or _time_of_nothing(), ()
    findings = tuple(_differing_kinds(name, original, avatar))
    return *_both(sides, TEXT_TYPE), findings


def type_against(name: str, side: Side, other: Type) -> TypedTokens:
    """Type a text column by the type of the other side (rule 12).

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
        case "integer" | "decimal" | "float" | "boolean":
            if kinds == {TRUTH} or not kinds and other.kind == "boolean":
                return side.typed(_BOOLEAN)
            allowed = {BIT} if other.kind == "boolean" else NUMERIC
            _refuse(name, side, allowed, other)
            number = number_type(side.facts)
            if number is None:
                message = f"{side.relation.label}: column {name!r} holds numbers that no type holds exactly"
                raise ColumnError(message, f"compare it as text with --cast {name}=VARCHAR on both sides")
            return side.typed(number, nan=NAN in kinds)
        case "date" | "timestamp" | "instant":
            _refuse(name, side, {DATE, LOCAL, INSTANT}, other)
            if kinds <= {DATE}:
                return side.typed(_DATE)
            return _time(name, side, fine=side.facts.fine) or side.typed(_DATE)
        case "time":
            if not kinds:
                return side.typed(TEXT_TYPE)
            message = (
                f"column {name!r} is a time in one side and text in {side.relation.label}"
            )
            raise ColumnError(message, f"pass --cast {name}=TIME to read the text as times")
        case _:
            if not kinds:
                return side.typed(TEXT_TYPE)
            message = (
                f"column {name!r} is {other.stored} on one side and text in {side.relation.label}"
            )
            raise ColumnError(message, "exclude it, or write both files in a format that has types")


def number_type(*facts: TokenFacts) -> Type | None:
    """Return the cheapest type that gives back every token as the same number, or None."""
    whole = max(fact.whole for fact in facts)
    places = max(fact.places for fact in facts)
    kinds = frozenset[int]().union(*(fact.kinds for fact in facts))
    double = not any(fact.beyond_double for fact in facts)
    if INFINITE in kinds:
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


def spelled_differently(original: TokenFacts, avatar: TokenFacts) -> bool:
    """Tell whether the files write the same kind of value in different ways."""
    return bool(original.tokens and avatar.tokens) and original.spelling != avatar.spelling


def truth_as_bits(name: str) -> Finding:
    """Say that true/false met 0/1."""
    return Finding(
        code="boolean-as-number",
        severity="note",
        columns=(name,),
        message=f"Column {name!r} is true/false on one side and 0/1 on the other; true was compared "
        "as 1.",
    )


def _both(sides: tuple[Side, Side], target: Type, *, nan: bool = False) -> tuple[TypedTokens, TypedTokens]:
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


def _time_of_nothing() -> TypedTokens:
    return TypedTokens(type=TEXT_TYPE, chain=())


def _not_of(side: Side, kinds: Iterable[int]) -> Chain:
    allowed = (MISSING, *sorted(kinds))
    return (conversion("token_not_of_kind", side.decimal, allowed),)


def _refuse(name: str, side: Side, allowed: Iterable[int], other: Type) -> None:
    strange = side.facts.kinds - set(allowed)
    if not strange:
        return
    role = side.relation.role
    opposite = "original" if role == "avatar" else "avatar"
    article = {"integer": "a number", "decimal": "a number", "float": "a number"}
    hint = f"pass --cast {name}=VARCHAR to compare it as text, or --exclude it"
    if strange == {OTHER_NUMBER} and side.decimal == ".":
        hint = f"pass --{role}-decimal , if the comma is the decimal separator"
    elif ZERO_LED in strange and other.kind in article:
        hint = f"pass --cast {name}={other.stored} to read leading zeros as numbers"
    raise Offence(
        role=role,
        column=side.column,
        condition=_not_of(side, allowed),
        message=f"column {name!r} is {article.get(other.kind, other.kind)} in the {opposite} and "
        f"holds {words(strange)} here",
        hint=hint,
    )


def words(kinds: Iterable[int]) -> str:
    """Name kinds of tokens, without any token."""
    return " and ".join(dict.fromkeys(_WORDS[kind] for kind in sorted(kinds)))


def _fits_no_type(name: str) -> Finding:
    return Finding(
        code="number-fits-no-type",
        severity="warning",
        columns=(name,),
        message=f"Column {name!r} holds numbers that no type holds exactly; it was compared as text, "
        "so 1 and 1.0 differ.",
        remedy=f"Write the numbers alike in both files, or round them to fewer digits ({name!r}).",
    )


def _lost_digits(name: str, original: Side, avatar: Side) -> Iterable[Finding]:
    for full, cut in ((original, avatar), (avatar, original)):
        long, beyond = full.facts.long_integers
        cut_long, cut_beyond = cut.facts.long_integers
        if cut_long and not cut_beyond and 2 * beyond > long:
            yield Finding(
                code="lost-digits",
                severity="warning",
                columns=(name,),
                message=f"Column {name!r} holds long numbers in the {full.relation.role} whose last "
                f"digits seem lost in the {cut.relation.role}, as if they had passed through "
                "an 8-byte float; they cannot match.",
                remedy=f"Write {name!r} of the {cut.relation.role} anew as integers or text.",
            )


def _differing_kinds(name: str, original: Side, avatar: Side) -> Iterable[Finding]:
    """Rule 13: a column that stays text although one file alone, or most tokens, would not."""
    kinds = (original.facts.alone, avatar.facts.alone)
    if "none" in kinds:
        return
    for special, other in ((original, avatar), (avatar, original)):
        alone = special.facts.alone
        if alone in {"text", other.facts.alone}:
            continue
        strange = other.facts.kinds - (NUMERIC if alone == "number" else special.facts.kinds)
        role, opposite = special.relation.role, other.relation.role
        if alone == "number" and not other.facts.count(NUMBERS):
            message = (
                f"column {name!r} holds only numbers in the {role} ({special.relation.label}) and "
                f"none in the {opposite} ({other.relation.label}), where it holds {words(strange)}"
            )
            comma = f"pass --{opposite}-decimal , if the comma is the decimal separator, or "
            hint = comma if OTHER_NUMBER in strange else ""
            raise ColumnError(message, f"{hint}pass --cast {name}=VARCHAR to compare it as text")
        yield Finding(
            code="kinds-differ",
            severity="warning",
            columns=(name,),
            message=f"Column {name!r} was compared as text: the {role} alone would be "
            f"{ {'number': 'numbers', 'date': 'dates', 'truth': 'true/false'}[alone] }, but the "
            f"{opposite} also holds {words(strange)}. Values that are equal but written "
            "differently do not match.",
            remedy="If such a token means a missing value, pass it with --null; else give the column "
            "a type with --cast.",
        )
        return
    numbers = original.facts.count(NUMBERS) + avatar.facts.count(NUMBERS)
    tokens = original.facts.tokens + avatar.facts.tokens
    if 2 * numbers > tokens and spelled_differently(original.facts, avatar.facts):
        strange = (original.facts.kinds | avatar.facts.kinds) - NUMERIC
        yield Finding(
            code="spelled-differently",
            severity="warning",
            columns=(name,),
            message=f"Column {name!r} was compared as text because it also holds {words(strange)}; "
            "most of its tokens are numbers, and the files write numbers differently (such as 1 "
            "and 1.0), so equal numbers do not match.",
            remedy="If the other tokens mean a missing value, pass them with --null.",
        )
