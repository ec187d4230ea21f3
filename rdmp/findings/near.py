"""Rule 17 b: rows that would match if it were overlooked how their values are written."""

from __future__ import annotations

from dataclasses import dataclass

from rdmp.alignment.names import shown
from rdmp.findings.look import Look
from rdmp.findings.relaxations import Looked, Relaxation
from rdmp.result import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """A column in which near rows differ, and the relaxations that make its values equal."""

    column: Looked
    relaxations: tuple[Relaxation, ...]


def find(look: Look) -> tuple[Finding, ...]:
    """Return the near matches, with the columns and what was overlooked in them."""
    evidence = look.evidence
    if evidence is None:
        return ()
    if evidence.relaxed > evidence.strict:
        left_out: tuple[Looked, ...] = ()
        strict = look.counts.matched_rows
    elif evidence.both > evidence.without:
        left_out = tuple(one.column for one in look.suspicions)
        strict = look.count_without(left_out).matched_rows
    else:
        return ()
    causes = _causes(look, left_out)
    chains = {
        cause.column.base: tuple(step for one in cause.relaxations for step in one.chain)
        for cause in causes
    }
    near = look.count_relaxed(chains, left_out) if chains else strict
    return (_finding(look, causes, left_out, strict, near),) if near > strict else ()


def _causes(look: Look, left_out: tuple[Looked, ...]) -> list[Cause]:
    """Return the columns in which near rows differ."""
    columns = [column for column in look.columns if column not in left_out]
    relaxable = [column for column in columns if column.relaxations]
    row = look.query(
        "near_causes",
        strict=[name for column in columns for name in column.strict],
        near=[name for column in columns for name in column.near],
        columns=relaxable,
    )[0]
    _, *numbers = row
    causes = []
    for column in relaxable:
        width, ways = len(column.strict), len(column.relaxations)
        differing, single = numbers[:width], numbers[width : width + ways]
        numbers = numbers[width + ways :]
        if any(differing):
            found = tuple(
                one for one, pairs in zip(column.relaxations, single, strict=True) if pairs
            )
            causes.append(Cause(column=column, relaxations=found or column.relaxations))
    return causes


def _finding(
    look: Look, causes: list[Cause], left_out: tuple[Looked, ...], strict: int, near: int
) -> Finding:
    by_words: dict[str, list[str]] = {}
    for cause in causes:
        for relaxation in cause.relaxations:
            by_words.setdefault(relaxation.words, []).append(cause.column.name)
    conditions = " and ".join(f"{words} in {shown(names)}" for words, names in by_words.items())
    without = f" (and {shown([c.name for c in left_out])} left out)" if left_out else ""
    return Finding(
        code="near-match",
        severity="warning",
        columns=tuple(cause.column.name for cause in causes),
        message=f"{near:,} unique rows would match instead of {strict:,} if {conditions}{without}. "
        f"The score compares what is written, and does not count them.{look.how}",
        remedy=_remedy(causes),
    )


def _remedy(causes: list[Cause]) -> str:
    names = shown([cause.column.name for cause in causes])
    conversions = {step.name for cause in causes for one in cause.relaxations for step in one.chain}
    if conversions == {"number_in_text"}:
        return (
            f"If a token among the numbers of {names} means a missing value, pass it with --null; "
            "else write the numbers alike in both files."
        )
    if "nine_digits" in conversions:
        return f"Round {names} to the same number of decimals in both files."
    return f"Write {names} alike in both files."
