"""Several evaluations beside each other: which is best, what they share, what sets them apart.

Nothing here opens a table or computes a score.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from rdmp.result import Evaluation, Finding

_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def best_first(evaluations: Iterable[Evaluation]) -> tuple[Evaluation, ...]:
    """Put the best score first, exactly; equal scores stay in their order."""
    return tuple(sorted(evaluations, key=_leaked))


def _leaked(evaluation: Evaluation) -> Fraction:
    return Fraction(evaluation.matched_rows, evaluation.original_rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedFinding:
    """A finding, and the evaluations of which it is true, by their places."""

    finding: Finding
    places: tuple[int, ...]


def shared_findings(evaluations: Sequence[Evaluation]) -> tuple[SharedFinding, ...]:
    """Return every finding once, with the evaluations that have it.

    Warnings come first, and then what is true of more evaluations.
    """
    places: dict[Finding, list[int]] = {}
    for place, evaluation in enumerate(evaluations):
        for finding in dict.fromkeys(evaluation.findings):
            places.setdefault(finding, []).append(place)
    found = (SharedFinding(finding=one, places=tuple(at)) for one, at in places.items())
    return tuple(
        sorted(found, key=lambda one: (one.finding.severity != "warning", -len(one.places)))
    )


def short_names(labels: Sequence[str]) -> tuple[str, ...]:
    """Return names that tell candidates apart: without the folders that all have in common.

    Candidates of the same name are numbered, in their order.

    >>> short_names(["out/k05/a.csv", "out/k10/a.csv"])
    ('k05/a.csv', 'k10/a.csv')
    >>> short_names(["pandas.DataFrame", "pandas.DataFrame"])
    ('pandas.DataFrame #1', 'pandas.DataFrame #2')
    """
    folders = [label.split("/")[:-1] for label in labels]
    shared = 0
    while all(len(one) > shared for one in folders) and len({one[shared] for one in folders}) == 1:
        shared += 1
    names = ["/".join(label.split("/")[shared:]) for label in labels]
    return tuple(
        f"{name} #{place}" if names.count(name) > 1 else name for place, name in enumerate(names, 1)
    )


def varying_number(labels: Sequence[str]) -> tuple[float, ...] | None:
    """Return the number in which some names differ, such as the k of ``k05`` and ``k10``.

    It orders an axis of a chart, and places the candidates on it.

    Parameters
    ----------
    labels : sequence of str
        Names of the candidates, such as `Evaluation.avatar`.

    Returns
    -------
    tuple of float or None
        The number of each label, in their order. None if there are fewer than two labels, if they
        differ in more than one number or in anything else, or if two have the same number.

    Examples
    --------
    >>> varying_number(["out/k05.parquet", "out/k20.parquet", "out/k10.parquet"])
    (5.0, 20.0, 10.0)
    >>> varying_number(["run1/k05.csv", "run2/k10.csv"]) is None
    True
    """
    if len(labels) < 2 or len({_NUMBER.sub("\0", label) for label in labels}) > 1:
        return None
    rows = [[Decimal(number) for number in _NUMBER.findall(label)] for label in labels]
    varying = [column for column in zip(*rows, strict=True) if len(set(column)) > 1]
    if len(varying) != 1 or len(set(varying[0])) < len(labels):
        return None
    return tuple(map(float, varying[0]))
