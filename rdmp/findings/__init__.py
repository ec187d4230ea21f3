"""What the reader must know beside the score: never a bare 100 % (COMPARISON.md, rules 16 and 17).

Each family of findings has a module; `find` asks them all. The score is strict and stays as it is:
whatever is said here comes from a second look, which is taken only where it can change the reading.
"""

from __future__ import annotations

from rdmp.comparison import Comparison
from rdmp.findings import uniqueness
from rdmp.options import Options
from rdmp.result import Counts, Finding
from rdmp.seam import Survey

__all__ = ["find"]

_DOUBTS = {"kinds-differ", "spelled-differently", "number-fits-no-type", "lost-digits"}
"""Findings of alignment after which rule 17 looks again, whatever the score."""


def find(
    comparison: Comparison, counts: Counts, options: Options, survey: Survey | None = None
) -> tuple[Finding, ...]:
    """Return what must be said beside the score, other than what alignment has found.

    Parameters
    ----------
    comparison : Comparison
    counts : Counts
        Of the strict comparison.
    options : Options
        ``second_look`` says whether to look again: ``auto`` is rule 17; ``quick`` forbids it.
    survey : Survey, optional
        Of the original, if its sample is there already.
    """
    found = [*uniqueness.left_out(comparison, options), *uniqueness.few_unique(counts)]
    if _looks_again(comparison, counts, options):
        from rdmp.findings import identifier, near, sharing
        from rdmp.findings.look import look_again

        look = look_again(comparison, counts, survey)
        nearly = near.find(look)
        ids = identifier.find(look)
        found += [*near.undone(look), *ids, *nearly, *sharing.find(look, (*ids, *nearly))]
    return tuple(found)


def _looks_again(comparison: Comparison, counts: Counts, options: Options) -> bool:
    """Tell whether a second look is due, and can find anything."""
    unique, matched = counts.unique_rows, counts.matched_rows
    if options.quick or options.second_look == "never":
        return False
    if not unique or matched == unique:
        return False
    if options.second_look == "always":
        return True
    doubted = any(one.code in _DOUBTS for one in comparison.alignment.findings)
    return doubted or 2 * matched < unique
