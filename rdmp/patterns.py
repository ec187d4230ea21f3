r"""Regular expressions for the fields of a line of delimited text (RE2).

A line that matches one field after the other is a whole record, so one look at it tells what all
of its tokens are, several times cheaper than a test of each. What a `Pattern` lets through is less
than what has its meaning (`rdmp.alignment.claims` chooses it, ``sql/tokens.sql`` is the measure): a
field that it does not know proves nothing, and the tokens are then looked at one by one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

WHOLE_NUMBER = "-?(?:0|[1-9][0-9]{0,14})"
"""A whole number of at most 15 digits."""

BIT = "[01]"

_COMMON_YEAR = (
    "(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
    "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    "|02-(?:0[1-9]|1[0-9]|2[0-8])"
)
_LEAP_YEAR = "[12][0-9](?:0[48]|[2468][048]|[13579][26])|(?:12|16|20|24|28)00"

DATE = f"(?:[12][0-9]{{3}}-(?:{_COMMON_YEAR})|(?:{_LEAP_YEAR})-02-29)"
"""A date of the years 1000 to 2999."""

_HOURS = "(?:[01][0-9]|2[0-3]):[0-5][0-9]"

MEANT = ("true", "false", "nan", "inf", "infinity")
"""Words that are no text, in either case."""

DELIMITERS = (",", ";", "\t", "|")
"""Separators that stand in no expression: with another one a line may be parted in several ways."""

MOST_FIELDS = 40
"""Fields of a line up to which RE2 keeps all states of its automaton in memory; with 80 it took ten
times as long for each byte."""

_FIRST = ":"
"""The least character with which a text begins that is certainly no number and no date."""


def decimals(whole: int, written: int, zeros: int) -> str:
    """Return the pattern of decimals with at most so many digits before the point.

    Parameters
    ----------
    whole : int
        Digits before the point, at least 1.
    written : int
        Digits after it: at most so many, the last of them not 0; without ``zeros``.
    zeros : int
        How many closing zeros there are after exactly ``written`` digits; 0 for none.
    """
    before = f"-?(?:0|[1-9][0-9]{{0,{whole - 1}}})"
    if zeros:
        return f"{before}\\.[0-9]{{{written}}}0{{{zeros}}}"
    return f"{before}\\.[0-9]{{0,{written - 1}}}[1-9]"


def timestamps(length: int, separator: str) -> str:
    """Return the pattern of local timestamps of 16 characters (minutes), 19, or 21 to 26."""
    seconds = ":[0-5][0-9]" if length > 16 else ""
    fraction = f"\\.[0-9]{{{length - 20}}}" if length > 19 else ""
    return f"{DATE}{separator}{_HOURS}{seconds}{fraction}"


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a field may hold: one of some expressions, a text if ``texts``, or nothing.

    An expression of ``plain`` matches neither quotes nor any separator of fields.
    """

    plain: tuple[str, ...] = ()
    texts: bool = False

    def field(self, delimiter: str) -> str:
        """Return the expression of a field, quoted or not."""
        bare = "|".join((*self.plain, *self._texts(delimiter, quoted=False)))
        quoted = "|".join((*self.plain, *self._texts(delimiter, quoted=True)))
        return f'(?:{bare}|"(?:{quoted})?")?'

    def _texts(self, delimiter: str, *, quoted: bool) -> tuple[str, ...]:
        return (_text(delimiter, quoted=quoted),) if self.texts else ()


def any_field(delimiter: str) -> str:
    """Return the expression of any field that is written right."""
    return f'(?:"(?:[^"]|"")*"|[^{re.escape(delimiter)}"]*)'


def line(fields: Sequence[str], delimiter: str) -> str:
    """Return the expression of a line of fields."""
    return re.escape(delimiter).join(fields)


def _text(delimiter: str, *, quoted: bool) -> str:
    """Return the expression of a text that is none of the words with a meaning."""
    forbidden = '"' if quoted else f'"{delimiter}'
    return _beyond(MEANT, forbidden, doubled=quoted, first=_FIRST)


def _beyond(
    words: Sequence[str], forbidden: str, *, doubled: bool, first: str | None = None
) -> str:
    """Return the expression of what remains of a text whose rest may not be one of some words.

    With ``first``, something remains, and it begins with that character or a greater one.
    """
    pair = '|""' if doubled and first is None else ""
    heads = sorted({word[0] for word in words if word})
    led = "".join(heads) + "".join(heads).upper()
    rest = f"(?:[^{_escaped(forbidden)}]{'|' + chr(34) * 2 if doubled else ''})*"
    other = (
        f"[^{_escaped(forbidden + led)}]"
        if first is None
        else f"[{_ranges(first, forbidden + led)}]"
    )
    ways = [f"(?:{other}{pair}){rest}"]
    for head in heads:
        tails = [word[1:] for word in words if word[:1] == head]
        ways.append(f"[{head}{head.upper()}]{_beyond(tails, forbidden, doubled=doubled)}")
    ends = first is None and "" not in words
    return f"(?:{'|'.join(ways)}){'?' if ends else ''}"


def _ranges(first: str, without: str) -> str:
    """Return the ranges of a class: all characters from the first one on, some left out."""
    start, found = ord(first), []
    for left_out in sorted({ord(one) for one in without if one >= first}):
        if start < left_out:
            found.append(f"\\x{{{start:x}}}-\\x{{{left_out - 1:x}}}")
        start = left_out + 1
    return "".join((*found, f"\\x{{{start:x}}}-\\x{{10ffff}}"))


def _escaped(characters: str) -> str:
    return "".join(f"\\x{{{ord(one):x}}}" for one in characters)
