"""What an evaluation says in words: one wording for the text and the Markdown report."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from rdmp.report.characters import visible, visible_name
from rdmp.result import TARGET, percent
from rdmp.words import Phrase, phrase

if TYPE_CHECKING:
    from rdmp.insight_result import Insight
    from rdmp.result import ComparedColumn, Evaluation, Finding
    from rdmp.words.catalogue import Words

MANY_COLUMNS = 20
"""From so many columns on, a score of 100 is easy to reach and says less."""

NOTHING = "\N{EM DASH}"
"""Stands for a figure that does not exist, in any language."""

_SMALLEST = Decimal("0.01")
"""The smallest share in percent that two decimals show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number of the report: its label, the number as shown, and what it means."""

    label: str
    value: str
    explanation: str

    @classmethod
    def of(cls, words: Words, said: Phrase, value: str) -> Figure:
        """Take label and explanation from a message of the catalogue."""
        explanation = words.part(said, "explanation") or ""
        return cls(label=words.say(said), value=value, explanation=explanation)


def score(words: Words, evaluation: Evaluation) -> str:
    """Return the score as shown: truncated to two decimals, from the integers."""
    return words.percent(bare_score(evaluation))


def bare_score(evaluation: Evaluation) -> Decimal:
    """Return the same as a number."""
    n = evaluation.original_rows
    return percent(n - evaluation.matched_rows, n)


def meaning(words: Words, evaluation: Evaluation) -> str:
    """Return the score as one plain sentence about people."""
    n, unique, matched = (
        evaluation.original_rows,
        evaluation.unique_rows,
        evaluation.matched_rows,
    )
    if matched:
        share = _leaked(words, matched, n)
        return words("meaning-matched", share=share, matched=matched, rows=n)
    if unique == 0:
        return words("meaning-no-unique", rows=n)
    if unique is None:
        return words("meaning-quick", rows=n)
    return words("meaning-none", unique=unique)


def target(words: Words, evaluation: Evaluation) -> str:
    """Return whether the usual target is met."""
    return words("target", target=TARGET, met="yes" if evaluation.meets_target else "no")


def advice(words: Words, evaluation: Evaluation) -> tuple[str, ...]:
    """Return what to do about the score, or how far to trust it."""
    sentences = []
    if not evaluation.meets_target:
        sentences.append(words("advice-raise-k"))
    columns = len(evaluation.columns)
    if columns >= MANY_COLUMNS and evaluation.matched_rows == 0:
        sentences.append(words("advice-many-columns", columns=columns))
    return tuple(sentences)


def figures(words: Words, evaluation: Evaluation) -> tuple[Figure, ...]:
    """Return every number beside the score, in reading order."""
    n, avatars = evaluation.original_rows, evaluation.avatar_rows
    unique, matched = evaluation.unique_rows, evaluation.matched_rows
    present, copied = evaluation.present_rows, evaluation.copied_avatar_rows
    known = "no" if copied is None or not avatars else "yes"
    shown: tuple[tuple[Phrase, str], ...] = (
        (phrase("figure-original-rows"), _count(words, n)),
        (
            phrase("figure-unique-rows", counted="no" if unique is None else "yes"),
            _count(words, unique),
        ),
        (phrase("figure-matched-rows"), _count(words, matched)),
        (phrase("figure-unique-match-rate"), rate(words, matched, unique)),
        (phrase("figure-lowest-score"), _protected(words, unique, n)),
        (
            phrase(
                "figure-present-score",
                counted="no" if present is None else "yes",
                present=present or 0,
            ),
            _protected(words, present, n),
        ),
        (phrase("figure-avatar-rows"), _count(words, avatars)),
        (
            phrase("figure-copied-rows", counted=known, share=rate(words, copied or 0, avatars)),
            _count(words, copied),
        ),
    )
    return tuple(Figure.of(words, said, value) for said, value in shown)


def sources(words: Words, result: Evaluation | Insight) -> tuple[tuple[str, str], ...]:
    """Return the sources as named, each with its label."""
    named = [(words("label-original"), result.original), (words("label-avatar"), result.avatar)]
    coincidence = getattr(result, "coincidence", None)
    if coincidence is not None:
        named.append((words("label-holdout"), coincidence.holdout))
    return tuple(named)


def column_titles(words: Words) -> tuple[str, str, str, str, str]:
    """Return the titles of the table of compared columns."""
    return (
        words("title-column"),
        words("title-original"),
        words("title-avatar"),
        words("title-compared-as"),
        words("title-how"),
    )


def column_name(words: Words, column: ComparedColumn) -> str:
    """Return the name of a compared column, with the avatar's own name if it is another."""
    name = visible_name(column.name)
    if column.avatar_name == column.name:
        return name
    return words("column-renamed", name=name, avatar=visible_name(column.avatar_name))


def types(words: Words, column: ComparedColumn) -> tuple[str, str, str]:
    """Return the types of a compared column: original, avatar, and the one compared."""
    compared = column.compared_type_in(words.language)
    original, avatar = (
        words("type-text") if stored == "text" else visible(stored)
        for stored in (column.original_type, column.avatar_type)
    )
    return original, avatar, visible(compared)


def finding(words: Words, found: Finding) -> str:
    """Return a finding as one line: columns that its message does not name, then the message."""
    message = found.message_in(words.language)
    unnamed = [name for name in found.columns if f"'{name}'" not in message]
    message = visible(message)
    if not unnamed:
        return message
    columns = ", ".join(map(visible_name, unnamed))
    return words("label-and-value", label=columns, value=message)


def remedy(words: Words, found: Finding) -> str | None:
    """Return what to do about a finding; None if there is nothing."""
    advised = found.remedy_in(words.language)
    return None if advised is None else visible(advised)


def severity(words: Words, found: Finding) -> str:
    """Return the word for how much a finding matters."""
    if found.severity == "warning":
        return words("severity-warning")
    return words("severity-note")


def warning(words: Words, found: Finding) -> str:
    """Return a warning as a line of the story beside a result that a program reads."""
    return words("label-and-value", label=severity(words, found), value=finding(words, found))


def provenance(words: Words, evaluation: Evaluation | Insight) -> str:
    """Return how the answer was computed: versions, time and the options that were given."""
    parts = [f"{name} {version}" for name, version in evaluation.versions.items()]
    parts.append(f"{evaluation.started_at:%Y-%m-%d %H:%M} UTC")
    parts.append(words("seconds", seconds=Decimal(f"{evaluation.seconds:.1f}")))
    parts.extend(
        f"{name} = {json.dumps(value, ensure_ascii=False, default=os.fspath)}"
        for name, value in evaluation.options.items()
    )
    return visible(" \N{MIDDLE DOT} ".join(parts))


def rate(words: Words, part: int, whole: int | None) -> str:
    """Return a share in percent; one that exists is never shown as 0."""
    if whole is None:
        return words("not-counted")
    if whole == 0:
        return NOTHING
    share = percent(part, whole)
    if part and not share:
        return words("percent-tiny", limit=_SMALLEST)
    return words.percent(share)


def _count(words: Words, rows: int | None) -> str:
    return words("not-counted") if rows is None else words.number(rows)


def _protected(words: Words, rows: int | None, n: int) -> str:
    return words("not-counted") if rows is None else words.percent(percent(n - rows, n))


def _leaked(words: Words, matched: int, n: int) -> str:
    """Return 100 minus the score as shown, so that the two add up and no leak is understated."""
    if 10_000 * matched < n:
        return words("leak-tiny", limit=_SMALLEST)
    hundredths = -(-10_000 * matched // n)
    return words.percent(Decimal(hundredths).scaleb(-2).normalize())
