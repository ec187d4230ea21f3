"""Rule 17 a: a column that numbers rows forbids every match, whatever else was copied."""

from __future__ import annotations

from collections.abc import Sequence

from rdmp.findings.look import Look
from rdmp.findings.suspects import Suspicion
from rdmp.result import Counts, Finding, percent
from rdmp.words import listed, phrase, quoted

_CHANGES = 2
"""Matches without the columns, as a multiple of those with them, from which on they are told."""


def find(look: Look) -> tuple[Finding, ...]:
    """Return the identifiers without which there are matches, or which can only forbid them."""
    evidence = look.evidence
    if not look.suspicions or evidence is None:
        return ()
    if evidence.without > evidence.strict:
        needed, counts = _needed(look)
        if _tells(look, needed, counts):
            return (_hides(look, needed, counts),)
    return tuple(
        _unmatchable(look, one) for one in look.suspicions if one.is_unshared and one.numbers_rows
    )


def _needed(look: Look) -> tuple[Sequence[Suspicion], Counts]:
    """Leave out of the suspicion what forbids nothing; count every row without the others."""
    needed = list(look.suspicions)
    counts = look.count_without([one.column for one in needed])
    for one in look.suspicions:
        fewer = [other for other in needed if other is not one]
        if fewer:
            other_counts = look.count_without([other.column for other in fewer])
            if other_counts.matched_rows >= counts.matched_rows:
                needed, counts = fewer, other_counts
    return needed, counts


def _tells(look: Look, needed: Sequence[Suspicion], counts: Counts) -> bool:
    """Tell whether leaving the columns out changes the reading."""
    matched, without = look.counts.matched_rows, counts.matched_rows
    if without == matched or without < _CHANGES * matched:
        return False
    if all(one.is_certain for one in needed):
        return True
    # It may be a measure: then the other columns coincide now and then, not in most rows.
    return 2 * without >= (look.counts.unique_rows or 0)


def _hides(look: Look, needed: Sequence[Suspicion], counts: Counts) -> Finding:
    names = [one.column.name for one in needed]
    unique, matched, n = counts.unique_rows or 0, counts.matched_rows, counts.original_rows
    return Finding(
        code="identifier",
        severity="warning",
        columns=tuple(names),
        said=phrase(
            "finding-identifier-hides",
            count=len(names),
            columns=listed(map(quoted, names)),
            unshared="yes" if all(one.is_unshared for one in needed) else "no",
            matched=matched,
            unique=unique,
            score=percent(n - matched, n),
            sampled=look.sampled_rows,
            exclude=_csv(names),
        ),
    )


def _unmatchable(look: Look, suspicion: Suspicion) -> Finding:
    name = suspicion.column.name
    without = "some"
    if look.evidence is not None and not look.evidence.without:
        without = "no-sampled" if look.sampled else "no-row"
    return Finding(
        code="identifier",
        severity="note",
        columns=(name,),
        said=phrase(
            "finding-identifier-unmatchable",
            column=quoted(name),
            without=without,
            kept=look.kept,
            exclude=_csv([name]),
        ),
    )


def _csv(names: Sequence[str]) -> str:
    """Write names as --exclude takes them."""
    quoted = [
        '"' + name.replace('"', '""') + '"' if not name or set(name) & set(',"') else name
        for name in names
    ]
    line = ",".join(quoted)
    return f"'{line}'" if set(line) - _PLAIN else line


_PLAIN = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_,.-")
