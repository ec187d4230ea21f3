"""What a comparison of two values is made of; the rules stand in `types` and the rooms it calls."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rdmp.alignment.tokens import TypedTokens
from rdmp.forms import Chain, Form, conversion
from rdmp.seam import Type
from rdmp.words import Phrase, phrase

NUMBERS = ("integer", "decimal", "float")


class Incomparable(Exception):  # noqa: N818 - a state of two types, which may turn out well
    """Two types that no rule compares."""

    def __init__(self, reason: str = "", hint: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A value whose type is known: as stored, or a token on its way into a type.

    ``small`` is True where every value is known to lie within plus or minus 2^53, ``bits`` where
    every value is known to be 0 or 1. ``from_text`` marks a value read from text, whose decimal
    spelling is the number itself.
    """

    type: Type
    chain: Chain = ()
    fine: bool = False
    from_text: bool = False
    small: bool = False
    bits: bool = False

    @property
    def drops_empty(self) -> bool:
        """Whether the source of this value cannot tell '' from a missing value."""
        return self.from_text or self.type.empty_is_missing

    @classmethod
    def of_tokens(cls, tokens: TypedTokens) -> Typed:
        """Take over what the tokens of a text file were found to be."""
        return cls(type=tokens.type, chain=tokens.chain, fine=tokens.fine, from_text=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """How one pair of values is compared.

    Attributes
    ----------
    left, right : Form
        The compared form of each side; both have identical types.
    left_own, right_own : Form or None
        The side's own form, where the compared one can merge values that differ; else None.
    type : str or Phrase
        What is compared, for the reader.
    how : Phrase
        One sentence.
    decisions : tuple of str
        What a finding must tell, in kebab case.
    """

    left: Form
    right: Form
    type: str | Phrase
    how: Phrase
    left_own: Form | None = None
    right_own: Form | None = None
    decisions: tuple[str, ...] = ()

    @property
    def mirrored(self) -> Compared:
        """The same with the sides exchanged."""
        return replace(
            self,
            left=self.right,
            right=self.left,
            left_own=self.right_own,
            right_own=self.left_own,
        )


def same(left: Typed, right: Typed, shown: str | Phrase, how: Phrase) -> Compared:
    """Compare values that are what they are on both sides."""
    return Compared(
        left=(left.chain,), right=(right.chain,), type=shown, how=types_named(how, left, right)
    )


def cast(value: Typed, target: Type) -> Chain:
    """Return the way of a value into a type; none where it has the type already."""
    there = replace(value.type, stored="") == replace(target, stored="") and not value.from_text
    return value.chain if there else (*value.chain, conversion("cast_as", target))


def types_named(how: Phrase, left: Typed, right: Typed) -> Phrase:
    """Add the stored types where they differ and say something."""
    one, other = left.type.stored, right.type.stored
    if one == other or "text" in {one, other}:
        return how
    return phrase("how-with-types", how=how, original=one, avatar=other)
