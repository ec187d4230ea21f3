"""The catalogue in one language: Fluent's messages, and numbers as the language writes them.

Why Fluent, and not gettext: a sentence here has several numbers and several choices, and French
needs other ones than English (articles, genders). A message holds them all, where gettext knows one
plural a message and leaves the rest to the code. Plural rules and the form of numbers are Babel's.

An entry is parsed when it is first said: a report needs a third of them, and parsing all would cost
more than everything else here together.
"""

from __future__ import annotations

import re
from collections.abc import KeysView, Sequence
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentType, fluent_number
from fluent.syntax.ast import Message, Resource, TextElement
from fluent.syntax.visitor import Visitor

from rdmp.words import Language, Listing, Phrase, Value

if TYPE_CHECKING:
    from fluent.runtime.resolver import Pattern

_ENTRY = re.compile(r"^([a-z][a-z0-9-]*) =", re.MULTILINE)
_LISTED = 12
_LONGEST = 2000
"""Characters of a text in a sentence; Fluent refuses more than 2,500 in one place."""


class Words:
    """What can be said in one language.

    Parameters
    ----------
    language : {'en', 'fr'}
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        source = files("rdmp.words").joinpath(f"{language}.ftl").read_text(encoding="utf-8")
        starts = [found.start() for found in _ENTRY.finditer(source)]
        self._sources = {
            _key(source, start): source[start:end]
            for start, end in zip(starts, [*starts[1:], len(source)], strict=True)
        }
        # Isolation marks are for mixed directions of writing; here they would only be in the way.
        self._bundle = FluentBundle(
            [language], functions={"PERCENT": self._percent}, use_isolating=False
        )

    @property
    def keys(self) -> KeysView[str]:
        """The keys of all messages."""
        return self._sources.keys()

    def __call__(self, key: str, /, **values: Value) -> str:
        """Say a message.

        Raises
        ------
        LookupError
            If the message is not in the catalogue, or a variable of it has no value.
        """
        return self.say(Phrase(key, tuple(values.items())))

    def say(self, said: Phrase) -> str:
        """Say a phrase.

        Raises
        ------
        LookupError
            If its message is not in the catalogue, or a variable of it has no value.
        """
        pattern = self._bundle.get_message(self._loaded(said.key)).value
        return self._formatted(pattern, said)

    def part(self, said: Phrase, name: str) -> str | None:
        """Say a named part of a phrase, such as the remedy of a finding; None if it has none.

        Raises
        ------
        LookupError
            As `say`.
        """
        pattern = self._bundle.get_message(self._loaded(said.key)).attributes.get(name)
        return None if pattern is None else self._formatted(pattern, said)

    def join(self, phrases: Sequence[Phrase]) -> str:
        """Say one phrase or more, joined by "and"."""
        said, *more = map(self.say, phrases)
        for another in more:
            said = self("both", first=said, second=another)
        return said

    def list(self, listing: Listing) -> str:
        """Say names or phrases with commas between them, a dozen at most."""
        few, more = listing.items[:_LISTED], len(listing.items) - _LISTED
        said = ", ".join(one if isinstance(one, str) else self.say(one) for one in few)
        return self("names-and-more", names=said, more=more) if more > 0 else said

    def number(self, value: int | Decimal, *, signed: bool = False) -> str:
        """Write a number as the language does; a decimal with all digits that it has."""
        plus = "+" if signed and not Decimal(value).is_signed() else ""
        return plus + self("number", number=value)

    def percent(self, value: int | Decimal) -> str:
        """Write a number of percent: 95.00 %, or 95,00 % in French."""
        return self("percent", number=value)

    def _percent(self, value: int | Decimal) -> FluentType:
        return _Said(self.percent(value))

    def _loaded(self, key: str) -> str:
        if not self._bundle.has_message(key):
            self._bundle.add_resource(_unwrapped(FluentResource(self._sources[key])))
        return key

    def _formatted(self, pattern: Pattern | None, said: Phrase) -> str:
        if pattern is None:
            message = f"{said.key} says nothing by itself"
            raise LookupError(message)
        values = {name: self._argument(value) for name, value in said.values}
        text, errors = self._bundle.format_pattern(pattern, values)
        if errors:
            message = f"{said.key} in {self.language}: {errors[0]}"
            raise LookupError(message)
        return str(text)

    def _argument(self, value: Value) -> str | FluentType:
        match value:
            case str():
                return value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…"
            case Phrase():
                return self._argument(self.say(value))
            case tuple():
                return self._argument(self.join(value))
            case Listing():
                return self._argument(self.list(value))
            case _:
                return _number(value)


class _Said(FluentType):
    """What a function of the catalogue says."""

    def __init__(self, said: str) -> None:
        self._said = said

    def format(self, locale: object) -> str:
        """Return it, in whatever locale."""
        del locale
        return self._said


@cache
def catalogue(language: Language) -> Words:
    """Return the catalogue in a language; it is read once in a process."""
    return Words(language)


def _key(source: str, start: int) -> str:
    return source[start : source.index(" =", start)]


def _number(value: int | Decimal) -> FluentType:
    """Return a number that is shown with the digits after the point that it has."""
    places = 0
    if isinstance(value, Decimal):
        exponent = value.as_tuple().exponent
        places = max(0, -exponent) if isinstance(exponent, int) else 0
    number = fluent_number(value, minimumFractionDigits=places, maximumFractionDigits=places)
    assert isinstance(number, FluentType)  # noqa: S101 - it is none for what is no number
    return number


class _Unwrapping(Visitor):
    """Lines are wrapped in the file alone: no message holds a line break."""

    def visit_TextElement(self, node: TextElement) -> None:  # noqa: N802 - Fluent's name
        node.value = node.value.replace("\n", " ")


def _unwrapped(resource: Resource) -> Resource:
    for entry in resource.body:
        if isinstance(entry, Message):
            _Unwrapping().visit(entry)
    return resource
