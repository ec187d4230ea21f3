"""Everything that a reader is told, as data: which message of the catalogue, and its values.

A finding is made where it is found, and said where it is read: a `Phrase` carries it from one place
to the other. ``en.ftl`` and ``fr.ftl`` are the catalogue, `rdmp.words.catalogue` speaks it. This
module loads neither, so that whoever only makes phrases does not wait for them.

To say something new, write a message of the same key into both files, in Fluent's syntax, and say
it by that key, in full, where it is used::

    words = words_in("fr")
    words("columns-compared", columns=12)  # at once
    words.say(phrase("how-as-dates"))  # of a phrase that was made elsewhere

Tests compare the keys and variables of both files with each other and with the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from rdmp.words.catalogue import Words

__all__ = [
    "LANGUAGES",
    "Language",
    "Listing",
    "Phrase",
    "Value",
    "listed",
    "phrase",
    "preferred",
    "quoted",
    "words_in",
]

Language = Literal["en", "fr"]
"""A language of the catalogue, by its ISO 639 code."""

LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A message of the catalogue with its values, in no language yet.

    Attributes
    ----------
    key : str
        Of the message.
    values : tuple of (str, Value)
        Its variables.
    """

    key: str
    values: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """Names or phrases with commas between them: a dozen at most, and how many more there are."""

    items: tuple[str | Phrase, ...]


Value: TypeAlias = int | Decimal | str | Phrase | tuple[Phrase, ...] | Listing
"""What a variable stands for.

A number is written as the language writes it, a decimal with the digits that it has; a text stands
as it is; a phrase is said in the same language, several are joined by "and".
"""


def phrase(key: str, /, **values: Value) -> Phrase:
    """Return a message of the catalogue with its values, to be said later."""
    return Phrase(key, tuple(values.items()))


def listed(items: Iterable[str | Phrase]) -> Listing:
    """List names, as they are written in the sentence, or phrases."""
    return Listing(tuple(items))


_LETTERS = 80


def quoted(name: str) -> str:
    """Return a name for a sentence: in quotes, control characters spelt out, never long."""
    return repr(name if len(name) <= _LETTERS else f"{name[:_LETTERS]}…")


def preferred(environment: Mapping[str, str]) -> Language:
    """Return the language that the locale of an environment asks for; English for any other.

    Of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG``, the first that is not empty decides.

    >>> preferred({"LANG": "fr_CA.UTF-8"}), preferred({"LC_ALL": "C", "LANG": "fr"})
    ('fr', 'en')
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next(filter(None, (environment.get(name) for name in names)), "")
    spoken = locale.lower()
    spoken = re.split(r"[-_.@]", spoken)[0]
    return next((language for language in LANGUAGES if language == spoken), "en")


def words_in(language: Language) -> Words:
    """Return the catalogue in a language; it is read once in a process."""
    from rdmp.words.catalogue import catalogue

    return catalogue(language)
