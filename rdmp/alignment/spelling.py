"""Where two text files spell one column in different ways (COMPARISON.md, rule 13).

Equal values that are written differently do not match once a column is text: the one way to a false
100 % that no type can prevent. So it is told, or it stops.
"""

from __future__ import annotations

from collections.abc import Iterable

from rdmp.alignment.facts import (
    NUMBERS,
    NUMERIC,
    OTHER_NUMBER,
    TIMES,
    TRUTH,
    ZERO_LED,
    named,
    spelled_differently,
    worded,
)
from rdmp.alignment.tokens import Side
from rdmp.errors import ColumnError
from rdmp.result import Finding
from rdmp.words import Phrase, phrase, quoted

_NUMBERS, _DATES, _TRUTH = (
    phrase("tokens-numbers"),
    phrase("tokens-dates"),
    phrase("tokens-truth"),
)
_ALONE = {"number": _NUMBERS, "time": _DATES, "truth": _TRUTH}


def findings_as_numbers(name: str, original: Side, avatar: Side) -> Iterable[Finding]:
    """Tell where long numbers have lost their last digits in the other file."""
    for full, cut in ((original, avatar), (avatar, original)):
        long, beyond = full.facts.long_integers
        cut_long, cut_beyond = cut.facts.long_integers
        if cut_long and not cut_beyond and 2 * beyond > long:
            yield Finding(
                code="lost-digits",
                severity="warning",
                columns=(name,),
                said=phrase(
                    "finding-lost-digits",
                    column=quoted(name),
                    full=full.relation.role,
                    cut=cut.relation.role,
                ),
            )


def findings_as_text(name: str, original: Side, avatar: Side) -> Iterable[Finding]:
    """Tell where a column is text although one file alone, or most tokens, would not be.

    Raises
    ------
    ColumnError
        If one file has only numbers and the other none.
    """
    if not (original.facts.kinds | avatar.facts.kinds) - NUMERIC:
        yield _fits_no_type(name)
        return
    for numbers, other in ((original, avatar), (avatar, original)):
        _refuse_none(name, numbers, other)
    yield from findings_against_text(name, original, avatar)


def findings_against_text(name: str, original: Side, avatar: Side) -> Iterable[Finding]:
    """Tell the same where one side is text by its type: it is compared as text, and only told."""
    for special, other in ((original, avatar), (avatar, original)):
        alone = special.facts.alone
        if alone in {"none", "text", other.facts.alone} or other.facts.alone == "none":
            continue
        strange = other.facts.kinds - (NUMERIC if alone == "number" else special.facts.kinds)
        yield _kinds_differ(name, special, other, named(strange))
        return
    yield from _same_kinds(name, original, avatar)


def _refuse_none(name: str, numbers: Side, other: Side) -> None:
    """Stop where one file has only numbers and the other has tokens, but no number."""
    only = numbers.facts.alone == "number" and numbers.facts.count(NUMBERS)
    if not only or not other.facts.tokens or other.facts.count(NUMBERS):
        return
    role, opposite = numbers.relation.role, other.relation.role
    strange = other.facts.kinds
    message = (
        f"column {name!r} holds only numbers in the {role} ({numbers.relation.label}) and none in "
        f"the {opposite} ({other.relation.label}), where it holds {worded(strange)}"
    )
    comma = f"pass --{opposite}-decimal , if the comma is the decimal separator, or "
    hint = comma if OTHER_NUMBER in strange and other.decimal == "." else ""
    raise ColumnError(message, f"{hint}pass --cast {name}=VARCHAR to compare it as text")


def _kinds_differ(name: str, special: Side, other: Side, strange: tuple[Phrase, ...]) -> Finding:
    return Finding(
        code="kinds-differ",
        severity="warning",
        columns=(name,),
        said=phrase(
            "finding-kinds-differ",
            column=quoted(name),
            special=special.relation.role,
            alone=_ALONE[special.facts.alone],
            other=other.relation.role,
            strange=strange,
        ),
    )


def _same_kinds(name: str, original: Side, avatar: Side) -> Iterable[Finding]:
    """Tell where most tokens have a type, and the files write values of this type differently."""
    tokens = original.facts.tokens + avatar.facts.tokens
    for kinds, most, example in (
        (NUMBERS | {ZERO_LED, OTHER_NUMBER}, _NUMBERS, phrase("example-numbers")),
        (TIMES, _DATES, phrase("example-dates")),
        ({TRUTH}, _TRUTH, phrase("example-truth")),
    ):
        number = original.facts.count(kinds) + avatar.facts.count(kinds)
        if 2 * number > tokens and spelled_differently(original.facts, avatar.facts):
            others = (original.facts.kinds | avatar.facts.kinds) - kinds
            yield Finding(
                code="spelled-differently",
                severity="warning",
                columns=(name,),
                said=phrase(
                    "finding-spelled-differently",
                    column=quoted(name),
                    mixed="yes" if others else "no",
                    others=named(others) if others else "",
                    most=most,
                    example=example,
                ),
            )


def _fits_no_type(name: str) -> Finding:
    return Finding(
        code="number-fits-no-type",
        severity="warning",
        columns=(name,),
        said=phrase("finding-number-fits-no-type", column=quoted(name)),
    )
