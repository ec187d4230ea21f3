"""What is known of the tokens of a text column: how often each kind occurs (rule 12).

A token has a kind, decided by pattern and never by an engine's lenient cast. ``sql/tokens.sql``
gives each token a code, which holds its kind and what the choice of a type needs; here the codes
are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from rdmp.words import Phrase, phrase, words_in

MISSING = 0
SHORT_INTEGER, BIT, DECIMAL, SCIENTIFIC = 1, 2, 3, 4
NAN, INFINITE, ZERO_LED = 5, 6, 7
TRUTH, DATE, LOCAL, INSTANT, OTHER_NUMBER, TEXT = 8, 9, 10, 11, 12, 13
UNEXPECTED = 15
"""No kind: a token of which only some kinds were asked, and it is of none of these."""

LETTERS = TRUTH + 48
"""The code of ``t`` and ``f``, where what wrote the file writes truths so."""

NUMBERS = frozenset({SHORT_INTEGER, BIT, DECIMAL, SCIENTIFIC})
NUMERIC = NUMBERS | {NAN, INFINITE}
TIMES = frozenset({DATE, LOCAL, INSTANT})

WORDS = {
    **dict.fromkeys(NUMBERS, phrase("tokens-numbers")),
    NAN: phrase("tokens-nan"),
    INFINITE: phrase("tokens-infinite"),
    ZERO_LED: phrase("tokens-zero-led"),
    TRUTH: phrase("tokens-truth"),
    DATE: phrase("tokens-dates"),
    LOCAL: phrase("tokens-local"),
    INSTANT: phrase("tokens-instants"),
    OTHER_NUMBER: phrase("tokens-other-numbers"),
    TEXT: phrase("tokens-text"),
}

Alone = Literal["number", "truth", "time", "none", "text"]


def named(kinds: Iterable[int]) -> tuple[Phrase, ...]:
    """Name kinds of tokens, without any token."""
    return tuple(dict.fromkeys(WORDS[kind] for kind in sorted(kinds)))


def worded(kinds: Iterable[int]) -> str:
    """Name kinds of tokens in English, as an error does."""
    return words_in("en").join(named(kinds))


@dataclass(frozen=True, slots=True, kw_only=True)
class LongNumber:
    """What a code tells of numbers that are more than a short whole number, and how many they are.

    ``whole`` and ``places`` are digits before and after the point, never too few, 127 at most.
    ``given_back`` is whether an 8-byte float gives the number back, ``shortest`` whether its
    shortest form does. ``style`` is how it is written, 0 if there is nothing particular to it.
    """

    whole: int
    places: int
    style: int
    given_back: bool
    shortest: bool
    count: int

    @classmethod
    def of_code(cls, code: int, count: int) -> LongNumber:
        """Read a code of ``sql/tokens.sql``."""
        style, given_back = code >> 5 & 127, bool(code >> 4 & 1)
        only_whole = code & 15 == DECIMAL and bool(style & 64)
        return cls(
            whole=code >> 19,
            places=code >> 12 & 127,
            style=style & 63 if code & 15 == DECIMAL else style,
            given_back=given_back,
            shortest=given_back and not only_whole,
            count=count,
        )


def decimal_code(whole: int, places: int, style: int) -> int:
    """Return the code of decimals that a double gives back; `LongNumber.of_code` reads it."""
    return DECIMAL + 16 * (((whole * 128 + places) * 128 + style) * 2 + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """What a code tells of timestamps: their length, and whether a T parts date and time.

    ``fine`` is whether they are finer than microseconds.
    """

    length: int
    has_t: bool
    fine: bool

    @classmethod
    def of_code(cls, code: int) -> Clock:
        """Read a code of ``sql/tokens.sql``."""
        return cls(length=code >> 5 & 63, has_t=bool(code >> 11 & 1), fine=bool(code >> 4 & 1))


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
        return sum(self.codes.values()) - self.missing

    @property
    def missing(self) -> int:
        """Missing tokens."""
        return self.codes.get(MISSING, 0)

    def _numbers(self) -> Iterable[LongNumber]:
        for code, count in self.codes.items():
            if code & 15 in {DECIMAL, SCIENTIFIC}:
                yield LongNumber.of_code(code, count)

    @property
    def whole(self) -> int:
        """Digits before the point, enough for every number."""
        short = 15 if SHORT_INTEGER in self.kinds else 1
        return max(short, *(number.whole for number in self._numbers()), 1)

    @property
    def places(self) -> int:
        """Digits after the point, enough for every number; closing zeros do not count."""
        return max((number.places for number in self._numbers()), default=0)

    @property
    def beyond_double(self) -> int:
        """Numbers that an 8-byte float does not give back."""
        return sum(number.count for number in self._numbers() if not number.given_back)

    @property
    def fits_double(self) -> bool:
        """Whether an 8-byte float stands for every number, and never for two of them."""
        return all(number.shortest for number in self._numbers())

    @property
    def long_integers(self) -> tuple[int, int]:
        """Whole numbers of 16 digits and more, and those among them that no double gives back."""
        long = [number for number in self._numbers() if number.whole > 15 and not number.places]
        return (
            sum(number.count for number in long),
            sum(number.count for number in long if not number.given_back),
        )

    @property
    def fine(self) -> bool:
        """Whether a timestamp has more than microseconds."""
        times = (code for code in self.codes if code & 15 in {LOCAL, INSTANT})
        return any(Clock.of_code(code).fine for code in times)

    @property
    def spelling(self) -> frozenset[tuple[str, int]]:
        """What is particular to how numbers, timestamps and truths are written here."""
        numbers = {("number", number.style) for number in self._numbers() if number.style}
        times = {("time", code >> 5) for code in self.codes if code & 15 in {LOCAL, INSTANT}}
        truths = {("truth", code >> 4) for code in self.codes if code & 15 == TRUTH}
        marks = self.kinds & {DATE, LOCAL, INSTANT, ZERO_LED, OTHER_NUMBER}
        return frozenset(numbers | times | truths | {("kind", kind) for kind in marks})

    @property
    def alone(self) -> Alone:
        """What the column would be if this file were the only one."""
        if not self.kinds:
            return "none"
        if self.kinds <= NUMERIC:
            return "number"
        if self.kinds == {TRUTH}:
            return "truth"
        return "time" if self.kinds <= TIMES else "text"


def spelled_differently(original: TokenFacts, avatar: TokenFacts) -> bool:
    """Tell whether the files write the same kind of value in different ways."""
    return bool(original.tokens and avatar.tokens) and original.spelling != avatar.spelling
