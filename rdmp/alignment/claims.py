"""What the first tokens of two text files let one claim of all others (rule 12).

A claim is no decision: it is a pattern that every line is held to, and what is known of a column
once every line has matched. It is made only where the tokens of both sides are of one plain kind,
so that nothing but kinds, digits and spelling matters: then what the first rows show and the
pattern lets through are the same facts as those of all tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rdmp import patterns
from rdmp.alignment.facts import (
    BIT,
    DATE,
    DECIMAL,
    LOCAL,
    MISSING,
    SHORT_INTEGER,
    TEXT,
    TRUTH,
    Clock,
    LongNumber,
    TokenFacts,
    decimal_code,
)
from rdmp.alignment.questions import About, Answers, Question
from rdmp.alignment.tokens import Side, TypedTokens, type_together
from rdmp.patterns import Pattern

_TRUTHS = {TRUTH: "true|false", TRUTH + 16: "TRUE|FALSE", TRUTH + 32: "True|False"}

_LENGTH = 15
"""Characters of a decimal that is told without a double."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A pattern of the fields of a column, and the codes of its tokens if all of them match."""

    pattern: Pattern
    codes: Mapping[int, int]


def claims(pairs: Iterable[tuple[str, About, About]], seen: Answers) -> dict[Question, Claim]:
    """Make the claims of columns that are text on both sides.

    Parameters
    ----------
    pairs : iterable of str and two of About
        Name of a column, and both of its sides; ``seen`` has the codes of some tokens of each.
    """
    found: dict[Question, Claim] = {}
    for name, *sides in pairs:
        some = [TokenFacts(seen.get(about.codes) or {}) for about in sides]
        made = [claim(facts.codes) for facts in some]
        if some[0].alone != some[1].alone or made[0] is None or made[1] is None:
            continue
        left, right = made[0], made[1]
        # Digits may be claimed that no token has: the type has to be the same with and without.
        claimed = [TokenFacts(left.codes), TokenFacts(right.codes)]
        if _typed(name, sides, some) == _typed(name, sides, claimed):
            found[sides[0].codes], found[sides[1].codes] = left, right
    return found


def _typed(
    name: str, sides: list[About], facts: list[TokenFacts]
) -> tuple[TypedTokens, TypedTokens]:
    left, right = (
        Side(relation=about.relation, column=about.column, facts=known)
        for about, known in zip(sides, facts, strict=True)
    )
    return type_together(name, left, right)


def claim(seen: Mapping[int, int]) -> Claim | None:
    """Claim that all tokens of a column are of the kinds of some of them.

    Parameters
    ----------
    seen : mapping of int to int
        Codes of ``sql/tokens.sql``, each with how often it was seen.

    Returns
    -------
    Claim or None
        The numbers of its codes say no more than that there are such tokens, and of missing ones it
        says nothing. None where the kinds are mixed, or have no short pattern.
    """
    facts = TokenFacts(seen)
    codes = {code: count for code, count in seen.items() if code != MISSING}
    if facts.kinds == {TEXT}:
        return Claim(Pattern(texts=True), codes)
    if facts.kinds == {DATE}:
        return Claim(Pattern((patterns.DATE,)), codes)
    if facts.kinds == {TRUTH} and codes.keys() <= _TRUTHS.keys():
        return Claim(Pattern(tuple(_TRUTHS[code] for code in codes)), codes)
    if facts.kinds and facts.kinds <= {DATE, LOCAL}:
        return _times(codes)
    if facts.kinds and facts.kinds <= {SHORT_INTEGER, BIT, DECIMAL}:
        return _numbers(codes)
    return None


def _times(codes: Mapping[int, int]) -> Claim | None:
    plain = [patterns.DATE] if DATE in codes else []
    for clock in map(Clock.of_code, codes.keys() - {DATE}):
        if clock.fine or not (clock.length in {16, 19} or 21 <= clock.length <= 26):
            return None
        plain.append(patterns.timestamps(clock.length, "T" if clock.has_t else " "))
    return Claim(Pattern(tuple(plain)), codes)


def _numbers(codes: Mapping[int, int]) -> Claim | None:
    plain = []
    if SHORT_INTEGER in codes:
        plain.append(patterns.WHOLE_NUMBER)  # 0 and 1 among whole numbers say nothing more
    elif BIT in codes:
        plain.append(patterns.BIT)
    numbers = [LongNumber.of_code(code, n) for code, n in codes.items() if code & 15 == DECIMAL]
    if any(not one.shortest or one.style > 31 for one in numbers):
        return None
    # How a decimal is written: its places, or 1 + the places as written where zeros close it.
    places: dict[int, int] = {}
    for one in numbers:
        places[one.style] = max(places.get(one.style, 0), one.places)
    written = max((style - 1 if style else most for style, most in places.items()), default=0)
    whole = _LENGTH - len("-.") - written
    if whole < 1 or places.get(0) == 0:
        return None
    claimed = {code: count for code, count in codes.items() if code & 15 != DECIMAL}
    for style, most in places.items():
        zeros = style - 1 - most if style else 0
        if style and zeros < 1:
            return None
        plain.append(patterns.decimals(whole, most, zeros))
        code = decimal_code(whole, most, style)
        claimed[code] = sum(n.count for n in numbers if n.style == style)
    return Claim(Pattern(tuple(plain)), claimed)
