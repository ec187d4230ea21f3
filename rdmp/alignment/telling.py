"""What the reader is told of a column: how it was compared, and what had to be decided."""

from __future__ import annotations

from collections.abc import Iterable

from rdmp.alignment import findings, spelling
from rdmp.alignment.compared import Compared, Typed
from rdmp.alignment.facts import BIT, NAN, spelled_differently
from rdmp.alignment.questions import About, Answers
from rdmp.alignment.tokens import side_of
from rdmp.result import Finding
from rdmp.words import Phrase, phrase

Sides = tuple[About, About]


def of_tokens(
    name: str, sides: Sides, left: Typed, right: Typed, answers: Answers
) -> Iterable[Finding]:
    """Tell what is strange about tokens: rule 13, and true/false against 0/1 in text."""
    original, avatar = (side_of(about, answers) for about in sides)
    are_tokens = [about.is_token for about in sides]
    if all(are_tokens):
        match left.type.kind, right.type.kind:
            case "text", "text" if original.facts.tokens or avatar.facts.tokens:
                yield from spelling.findings_as_text(name, original, avatar)
            case (("integer" | "decimal" | "float"), _):
                yield from spelling.findings_as_numbers(name, original, avatar)
            case "boolean", _ if BIT in original.facts.kinds | avatar.facts.kinds:
                yield findings.truth_as_bits(name)
    elif any(are_tokens) and left.type.kind == right.type.kind == "text":
        yield from spelling.findings_against_text(name, original, avatar)


def decided(
    name: str, sides: Sides, compared: Compared, zone: str | None, answers: Answers
) -> Iterable[Finding]:
    """Tell what comparing two types had to decide."""
    for decision in compared.decisions:
        match decision:
            case "float-narrowed":
                yield findings.float_narrowed(name)
            case "float-with-integer":
                yield findings.float_with_integer(name)
            case "decimal-beyond-double" if _beyond_double(sides, answers):
                yield findings.beyond_double(name)
            case "boolean-as-number":
                yield findings.truth_as_bits(name)
            case "bytes-as-text":
                yield findings.bytes_as_text(name)
            case "local-as-instant":
                yield from _odd_hours(name, sides, zone, answers)


def _odd_hours(name: str, sides: Sides, zone: str | None, answers: Answers) -> Iterable[Finding]:
    odd = sum(answers.get(about.ask("odd_hours", zone), 0) for about in sides)
    if odd and zone is not None:
        yield findings.odd_hours(name, zone, odd)


def _beyond_double(sides: Sides, answers: Answers) -> bool:
    return any(
        about.facts(answers).beyond_double
        if about.is_token
        else about.column.type.kind == "decimal" and answers.get(about.beyond_double)
        for about in sides
    )


def missing_values(
    name: str, sides: Sides, answers: Answers, *, numbers: bool
) -> Iterable[Finding]:
    """Tell where NaN is missing (rule 8); ``numbers`` is whether `nan` of a text is one."""
    nans = missing = 0
    for about in sides:
        if about.codes in answers:
            facts = about.facts(answers)
            nans += facts.count({NAN}) if numbers else 0
            missing += facts.missing
        nans += answers.get(about.ask("nans"), 0)
        missing += answers.get(about.ask("missing"), 0)
    if nans:
        yield findings.nan_as_missing(name, both=missing > 0)


def how(sides: Sides, compared: Compared, answers: Answers) -> Phrase:
    """Tell how a column was compared."""
    said = compared.how
    are_tokens = [about.is_token for about in sides]
    if all(are_tokens):
        if compared.type != "VARCHAR":
            said = phrase("how-read-from-text", how=said)
        if spelled_differently(*(about.facts(answers) for about in sides)):
            said = phrase("how-spelled-differently", how=said)
    elif any(are_tokens):
        said = phrase("how-text-as-type", how=said)
    return said
