"""What an insight says in words: one wording for the text and the Markdown report."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rdmp.report.sentences import rate
from rdmp.result import Counts, truncated

if TYPE_CHECKING:
    from rdmp.insight_result import ColumnInsight, Insight, Subset, WorstSubsets

Quote = Callable[[str], str]
"""How a column's name is written in a sentence."""

SUBSETS_SHOWN = 10
CARRIERS_SHOWN = 3

READING = (
    "Score without: the score if this column were not compared. The lower it is, the more the"
    " protection rests on this column. Present: original rows whose value occurs in the avatar's"
    " column; where it is 0, this column alone forbids every match."
)

COLUMN_TITLES = (
    "Column",
    "Values",
    "In avatar",
    "Present",
    "Unique w/o",
    "Matched w/o",
    "Score w/o",
)
SUBSET_TITLES = ("Columns known", "Unique", "Matched", "Score")


def score(counts: Counts) -> str:
    """Return a score as shown: truncated to two decimals, from the integers."""
    n = counts.original_rows
    return truncated(n - counts.matched_rows, n)


def meaning(insight: Insight) -> str:
    """Return what was found on all columns together."""
    n, counts = insight.counts.original_rows, insight.counts
    return (
        f"Of {n:,} original records, {counts.unique_rows:,} are unique and {counts.matched_rows:,}"
        f" of these stand unchanged among the avatars, compared on"
        f" {_columns(len(insight.columns))}."
    )


def protection(insight: Insight, quote: Quote) -> tuple[str, ...]:
    """Return on which columns the score rests: one sentence each, the most important first."""
    compared = [one for one in insight.columns if one.without is not None]
    if not compared:
        return ("Only one column is compared: nothing is left without it.",)
    carriers = [one for one in compared if _carries(one, insight.counts)]
    if carriers:
        return tuple(_carrier(one, insight.counts, quote) for one in carriers[:CARRIERS_SHOWN])
    strangers = [quote(one.name) for one in compared if one.present_rows == 0]
    if len(strangers) > 1:
        sentence = (
            f"No value of {', '.join(strangers)} occurs in the avatar: each of these columns alone"
            " forbids every match. Pass them to --exclude together, to see what they hide."
        )
        return (sentence,)
    return (_no_carrier(compared[0], insight.counts, quote),)


def _carries(column: ColumnInsight, whole: Counts) -> bool:
    """Tell whether a column holds back most that match without it, and one row in a hundred."""
    held_back = _matched_without(column) - whole.matched_rows
    return held_back >= whole.matched_rows and 100 * held_back >= whole.original_rows


def _matched_without(column: ColumnInsight) -> int:
    return 0 if column.without is None else column.without.matched_rows


def _carrier(column: ColumnInsight, whole: Counts, quote: Quote) -> str:
    without, n = _matched_without(column), whole.original_rows
    never = " No value of it occurs in the avatar." if column.present_rows == 0 else ""
    return (
        f"Without {quote(column.name)}, {truncated(without, n)} % of the original records"
        f" ({without:,} of {n:,}, instead of {whole.matched_rows:,}) would match: the protection"
        f" rests on this column.{never}"
    )


def _no_carrier(first: ColumnInsight, whole: Counts, quote: Quote) -> str:
    more = _matched_without(first) - whole.matched_rows
    if more <= 0:
        sentence = "without any one of them, no more records match than with all."
    else:
        sentence = (
            f"the score changes most without {quote(first.name)},"
            f" to {score(first.without or first.alone)} %"
            f" ({more:,} more {'record matches' if more == 1 else 'records match'})."
        )
    return f"No single column carries the protection: {sentence}"


def column_figures(column: ColumnInsight) -> tuple[str, ...]:
    """Return the figures of a column under `COLUMN_TITLES`, without its name."""
    without = column.without
    return (
        f"{column.original_values:,}",
        f"{column.avatar_values:,}",
        rate(column.present_rows, column.alone.original_rows),
        *(
            ("\N{EM DASH}",) * 3
            if without is None
            else (f"{without.unique_rows:,}", f"{without.matched_rows:,}", score(without))
        ),
    )


def attacker_title(worst: WorstSubsets) -> str:
    """Return the title of the worst subsets."""
    return f"What an attacker who knows {_columns(worst.size)} finds"


def attacker(worst: WorstSubsets, quote: Quote) -> tuple[str, ...]:
    """Return which columns are the worst, and whether all were looked at."""
    first = worst.subsets[0]
    known = ", ".join(map(quote, first.columns))
    found = (
        f"The worst: {known}. On {'it' if worst.size == 1 else 'these'} alone,"
        f" {first.counts.unique_rows:,} records are unique and {first.counts.matched_rows:,} of"
        f" them match: a score of {score(first.counts)} %."
    )
    if worst.is_exhaustive:
        searched = f"All {worst.possible:,} such sets of columns were counted."
    else:
        searched = (
            f"Not exhaustive: of {worst.possible:,} such sets of columns, a greedy search counted"
            f" {len(worst.subsets):,}, and a worse one may exist. Every count shown is exact."
        )
    return found, searched


def subset_figures(subset: Subset) -> tuple[str, ...]:
    """Return the figures of a subset under `SUBSET_TITLES`, without its columns."""
    counts = subset.counts
    return f"{counts.unique_rows:,}", f"{counts.matched_rows:,}", score(counts)


def left_out(worst: WorstSubsets) -> str | None:
    """Return how many subsets are not shown; None if all are."""
    more = len(worst.subsets) - SUBSETS_SHOWN
    return f"{more:,} more: --format json lists them." if more > 0 else None


def _columns(number: int) -> str:
    return "1 column" if number == 1 else f"{number:,} columns"
