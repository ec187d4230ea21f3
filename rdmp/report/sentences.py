"""What an evaluation says in words: one wording for the text and the Markdown report."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rdmp.report.characters import visible, visible_name
from rdmp.result import TARGET, truncated

if TYPE_CHECKING:
    from rdmp.insight_result import Insight
    from rdmp.result import ComparedColumn, Evaluation, Finding

MANY_COLUMNS = 20
"""From so many columns on, a score of 100 is easy to reach and says less."""

NAME = "Row Direct Match Protection (RDMP)"

SCOPE = (
    "This is the direct-match attack, the simplest one: look up each original record among the"
    " avatars. It tests the criterion of individualisation (singling out a person; GDPR working"
    " party, opinion 05/2014). Passing it is necessary, not sufficient: linking records and"
    " inferring values need tests of their own."
)

NOT_COUNTED = "not counted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number of the report: its label, the number as shown, and what it means."""

    label: str
    value: str
    explanation: str


def score(evaluation: Evaluation) -> str:
    """Return the score as shown: truncated to two decimals, from the integers."""
    n = evaluation.original_rows
    return truncated(n - evaluation.matched_rows, n)


def meaning(evaluation: Evaluation) -> str:
    """Return the score as one plain sentence about people."""
    n, unique, matched = (
        evaluation.original_rows,
        evaluation.unique_rows,
        evaluation.matched_rows,
    )
    if matched:
        verbs = "is unique and stands" if matched == 1 else "are unique and stand"
        return (
            f"{_leaked(matched, n)} of the original records \N{EM DASH} {matched:,} of {n:,}"
            f" \N{EM DASH} {verbs} unchanged among the avatars."
        )
    if unique == 0:
        return (
            f"None of the {n:,} original records is unique, so none could be matched:"
            " the score says nothing about this pair."
        )
    if unique is None:
        return f"None of the {n:,} original records is unique and unchanged among the avatars."
    subject = (
        "The only unique original record does not stand"
        if unique == 1
        else f"None of the {unique:,} unique original records stands"
    )
    return f"{subject} unchanged among the avatars."


def target(evaluation: Evaluation) -> str:
    """Return whether the usual target is met."""
    verdict = "met" if evaluation.meets_target else "NOT met"
    return (
        f"Usual target: above {TARGET} % (published for the avatar method) \N{EM DASH} {verdict}."
    )


def advice(evaluation: Evaluation) -> tuple[str, ...]:
    """Return what to do about the score, or how far to trust it."""
    sentences = []
    if not evaluation.meets_target:
        sentences.append(
            "The authors of the avatar method advise to raise k, the number of neighbours,"
            " and to generate the avatars again."
        )
    columns = len(evaluation.columns)
    if columns >= MANY_COLUMNS and evaluation.matched_rows == 0:
        sentences.append(
            f"A match must agree on all {columns} columns, so a score of 100 is easy to reach"
            " here. Use --columns to compare only what an attacker may know."
        )
    return tuple(sentences)


def figures(evaluation: Evaluation) -> tuple[Figure, ...]:
    """Return every number beside the score, in reading order."""
    n, avatars = evaluation.original_rows, evaluation.avatar_rows
    unique, matched = evaluation.unique_rows, evaluation.matched_rows
    present, copied = evaluation.present_rows, evaluation.copied_avatar_rows
    return (
        Figure(
            label="Original rows",
            value=_count(n),
            explanation="n, all records of the original",
        ),
        Figure(
            label="Unique rows",
            value=_count(unique),
            explanation=(
                "the unique rows were not counted in this quick run"
                if unique is None
                else "occur exactly once: only these can be singled out"
            ),
        ),
        Figure(
            label="Matched rows",
            value=_count(matched),
            explanation="unique rows that stand unchanged among the avatars",
        ),
        Figure(
            label="Unique match rate",
            value=rate(matched, unique),
            explanation="matched rows / unique rows: the leak among those who can leak",
        ),
        Figure(
            label="Lowest score",
            value=_protected(unique, n),
            explanation="what this original would get if every unique row were matched",
        ),
        Figure(
            label="Present score",
            value=_protected(present, n),
            explanation=(
                "the score without the rule of uniqueness"
                if present is None
                else "the score without the rule of uniqueness:"
                f" {_rows(present)}, repeated ones included, found among the avatars"
            ),
        ),
        Figure(
            label="Avatar rows",
            value=_count(avatars),
            explanation="all records of the avatar",
        ),
        Figure(
            label="Copied avatar rows",
            value=_count(copied),
            explanation=(
                "equal some original row, repeats counted"
                if copied is None or not avatars
                else f"{rate(copied, avatars)} of the avatar rows equal some original row"
            ),
        ),
    )


def column_name(column: ComparedColumn) -> str:
    """Return the name of a compared column, with the avatar's own name if it is another."""
    name = visible_name(column.name)
    if column.avatar_name == column.name:
        return name
    return f"{name} (avatar: {visible_name(column.avatar_name)})"


def finding(found: Finding) -> str:
    """Return a finding as one line: columns that its message does not name, then the message."""
    unnamed = [name for name in found.columns if f"'{name}'" not in found.message]
    prefix = f"{', '.join(map(visible_name, unnamed))}: " if unnamed else ""
    return prefix + visible(found.message)


def provenance(evaluation: Evaluation | Insight) -> str:
    """Return how the answer was computed: versions, time and the options that were given."""
    parts = [f"{name} {version}" for name, version in evaluation.versions.items()]
    parts.append(f"{evaluation.started_at:%Y-%m-%d %H:%M} UTC")
    parts.append(f"{evaluation.seconds:.1f} s")
    parts.extend(
        f"{name} = {json.dumps(value, ensure_ascii=False, default=os.fspath)}"
        for name, value in evaluation.options.items()
    )
    return visible(" \N{MIDDLE DOT} ".join(parts))


def _count(rows: int | None) -> str:
    return NOT_COUNTED if rows is None else f"{rows:,}"


def _rows(rows: int) -> str:
    return "1 original row" if rows == 1 else f"{rows:,} original rows"


def _protected(rows: int | None, n: int) -> str:
    return NOT_COUNTED if rows is None else f"{truncated(n - rows, n)} %"


def rate(part: int, whole: int | None) -> str:
    """Return a share in percent; one that exists is never shown as 0."""
    if whole is None:
        return NOT_COUNTED
    if whole == 0:
        return "\N{EM DASH}"
    shown = truncated(part, whole)
    return "under 0.01 %" if part and float(shown) == 0 else f"{shown} %"


def _leaked(matched: int, n: int) -> str:
    """Return 100 minus the score as shown, so that the two add up and no leak is understated."""
    if 10_000 * matched < n:
        return "Less than 0.01 %"
    hundredths = -(-10_000 * matched // n)
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".") + " %"
