"""What an insight says in words: one wording for the text and the Markdown report."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rdmp.report.sentences import NOTHING, rate
from rdmp.result import Counts, percent
from rdmp.words import listed

if TYPE_CHECKING:
    from decimal import Decimal

    from rdmp.insight_result import ColumnInsight, Insight, Subset, WorstSubsets
    from rdmp.words.catalogue import Words

Quote = Callable[[str], str]
"""How a column's name is written in a sentence."""

SUBSETS_SHOWN = 10
CARRIERS_SHOWN = 3


def column_titles(words: Words) -> tuple[str, ...]:
    """Return the titles of the table of columns."""
    return (
        words("title-column"),
        words("insight-title-values"),
        words("insight-title-avatar"),
        words("insight-title-present"),
        words("insight-title-unique-without"),
        words("insight-title-matched-without"),
        words("insight-title-score-without"),
    )


def subset_titles(words: Words) -> tuple[str, ...]:
    """Return the titles of the table of subsets."""
    return (
        words("attacker-title-known"),
        words("attacker-title-unique"),
        words("attacker-title-matched"),
        words("attacker-title-score"),
    )


def score(words: Words, counts: Counts) -> str:
    """Return a score as shown: truncated to two decimals, from the integers."""
    return words.percent(_score(counts))


def meaning(words: Words, insight: Insight) -> str:
    """Return what was found on all columns together."""
    counts = insight.counts
    return words(
        "insight-meaning",
        rows=counts.original_rows,
        unique=counts.unique_rows or 0,
        matched=counts.matched_rows,
        columns=len(insight.columns),
    )


def protection(words: Words, insight: Insight, quote: Quote) -> tuple[str, ...]:
    """Return on which columns the score rests: one sentence each, the most important first."""
    compared = [one for one in insight.columns if one.without is not None]
    if not compared:
        return (words("insight-one-column"),)
    carriers = [one for one in compared if _carries(one, insight.counts)]
    if carriers:
        return tuple(
            _carrier(words, one, insight.counts, quote) for one in carriers[:CARRIERS_SHOWN]
        )
    strangers = [quote(one.name) for one in compared if one.present_rows == 0]
    if len(strangers) > 1:
        return (words("insight-strangers", columns=listed(strangers)),)
    return (_no_carrier(words, compared[0], insight.counts, quote),)


def _carries(column: ColumnInsight, whole: Counts) -> bool:
    """Tell whether a column holds back most that match without it, and one row in a hundred."""
    held_back = _matched_without(column) - whole.matched_rows
    return held_back >= whole.matched_rows and 100 * held_back >= whole.original_rows


def _matched_without(column: ColumnInsight) -> int:
    return 0 if column.without is None else column.without.matched_rows


def _carrier(words: Words, column: ColumnInsight, whole: Counts, quote: Quote) -> str:
    without, n = _matched_without(column), whole.original_rows
    return words(
        "insight-carrier",
        column=quote(column.name),
        share=percent(without, n),
        without=without,
        rows=n,
        matched=whole.matched_rows,
        never="yes" if column.present_rows == 0 else "no",
    )


def _no_carrier(words: Words, first: ColumnInsight, whole: Counts, quote: Quote) -> str:
    more = _matched_without(first) - whole.matched_rows
    if more <= 0:
        return words("insight-no-carrier-at-all")
    return words(
        "insight-no-carrier",
        column=quote(first.name),
        score=_score(first.without or first.alone),
        more=more,
    )


def column_figures(words: Words, column: ColumnInsight) -> tuple[str, ...]:
    """Return the figures of a column under `column_titles`, without its name."""
    without = column.without
    return (
        words.number(column.original_values),
        words.number(column.avatar_values),
        rate(words, column.present_rows, column.alone.original_rows),
        *((NOTHING,) * 3 if without is None else _counted(words, without)),
    )


def attacker_title(words: Words, worst: WorstSubsets) -> str:
    """Return the title of the worst subsets."""
    return words("attacker-title", columns=worst.size)


def attacker(words: Words, worst: WorstSubsets, quote: Quote) -> tuple[str, ...]:
    """Return which columns are the worst, and whether all were looked at."""
    first = worst.subsets[0]
    found = words(
        "attacker-worst",
        columns=listed(map(quote, first.columns)),
        size=worst.size,
        unique=first.counts.unique_rows or 0,
        matched=first.counts.matched_rows,
        score=_score(first.counts),
    )
    if worst.is_exhaustive:
        return found, words("attacker-all", possible=worst.possible)
    return found, words("attacker-some", possible=worst.possible, counted=len(worst.subsets))


def subset_figures(words: Words, subset: Subset) -> tuple[str, ...]:
    """Return the figures of a subset under `subset_titles`, without its columns."""
    return _counted(words, subset.counts)


def left_out(words: Words, worst: WorstSubsets) -> str | None:
    """Return how many subsets are not shown; None if all are."""
    more = len(worst.subsets) - SUBSETS_SHOWN
    return words("attacker-more", more=more) if more > 0 else None


def _counted(words: Words, counts: Counts) -> tuple[str, str, str]:
    unique, matched = counts.unique_rows or 0, counts.matched_rows
    # The titles say what it is a percentage of: a bare number leaves room for a name.
    return words.number(unique), words.number(matched), words.number(_score(counts))


def _score(counts: Counts) -> Decimal:
    n = counts.original_rows
    return percent(n - counts.matched_rows, n)
