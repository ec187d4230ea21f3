"""Rule 17 b: rows that would match if it were overlooked how their values are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rdmp.findings.look import Look
from rdmp.findings.relaxations import Looked, Relaxation, in_groups
from rdmp.result import Finding
from rdmp.words import Phrase, listed, phrase, quoted


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


def undone(look: Look) -> tuple[Finding, ...]:
    """Return what was not looked for, because the engine cannot compute it."""
    missed: dict[Phrase, list[str]] = {}
    for column in look.columns:
        for relaxation in column.undone:
            missed.setdefault(relaxation.said, []).append(column.name)
    if not missed:
        return ()
    names = tuple(dict.fromkeys(name for columns in missed.values() for name in columns))
    return (
        Finding(
            code="look-undone",
            severity="note",
            columns=names,
            said=phrase(
                "finding-look-undone",
                engine=look.comparison.engine.name,
                conditions=tuple(missed),
                columns=listed(map(quoted, names)),
            ),
        ),
    )


def _causes(look: Look, left_out: tuple[Looked, ...]) -> list[Cause]:
    """Return the columns in which near rows differ."""
    columns = [column for column in look.columns if column not in left_out]
    relaxable = [column for column in columns if column.relaxations]
    numbers: list[Any] = []
    for some in in_groups(relaxable):
        _, *found_of = look.query(
            "near_causes",
            strict=[name for column in columns for name in column.strict],
            near=[name for column in columns for name in column.near],
            columns=some,
        )[0]
        numbers += found_of
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
    found_in: dict[Phrase, list[str]] = {}
    for cause in causes:
        for relaxation in cause.relaxations:
            found_in.setdefault(relaxation.said, []).append(cause.column.name)
    conditions = tuple(
        phrase("near-in-columns", relaxation=said, columns=listed(map(quoted, names)))
        for said, names in found_in.items()
    )
    return Finding(
        code="near-match",
        severity="warning",
        columns=tuple(cause.column.name for cause in causes),
        said=phrase(
            "finding-near-match",
            near=near,
            strict=strict,
            conditions=conditions,
            without=len(left_out),
            left_out=listed(quoted(column.name) for column in left_out),
            sampled=look.sampled_rows,
            cure=_cure(causes),
            columns=listed(quoted(cause.column.name) for cause in causes),
        ),
    )


def _cure(causes: list[Cause]) -> str:
    """Choose among the remedies of the catalogue."""
    conversions = {step.name for cause in causes for one in cause.relaxations for step in one.chain}
    if conversions == {"number_in_text"}:
        return "null"
    return "round" if "nine_digits" in conversions else "alike"
