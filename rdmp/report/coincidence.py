"""What a holdout says in words: the verdict as one sentence, and the figures that it rests on."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor
from typing import TYPE_CHECKING, assert_never

from rdmp.report.sentences import Figure, rate

if TYPE_CHECKING:
    from rdmp.coincidence import Coincidence, Share
    from rdmp.intervals import Interval

TITLE = "Coincidence, by the holdout"


def sentence(coincidence: Coincidence) -> str:
    """Return the verdict as one plain sentence."""
    match coincidence.verdict:
        case "unknown":
            return f"Nothing can be said about memorisation: {_nothing(coincidence)}."
        case "memorised":
            return (
                f"Sign of memorisation: unique rows were matched {_times(coincidence)} times"
                " as often as coincidence explains."
            )
        case "no-sign":
            return f"No sign of memorisation: {_no_sign(coincidence)}."
        case _:
            assert_never(coincidence.verdict)


def figures(coincidence: Coincidence) -> tuple[Figure, ...]:
    """Return both rates, their difference and the rows set aside, in reading order."""
    unique, drawn = coincidence.unique, coincidence.drawn
    aside = coincidence.set_aside_rows
    shown = [
        Figure(
            label="Unique rows matched",
            value=rate(unique.found, unique.rows),
            explanation=_of(unique, "unique rows of the original"),
        ),
        Figure(
            label="Holdout rows matched",
            value=rate(drawn.found, drawn.rows),
            explanation=_of(drawn, "holdout rows that do not stand in the original"),
        ),
    ]
    if coincidence.difference is not None and coincidence.difference_interval is not None:
        shown.append(
            Figure(
                label="Difference",
                value=f"{coincidence.difference:+.2f}",
                explanation="percentage points; 95 % interval "
                f"{_between(coincidence.difference_interval, sign='+')}",
            )
        )
    shown.append(
        Figure(
            label="Set aside",
            value=f"{aside:,}",
            explanation=f"of {coincidence.holdout_rows:,} holdout rows also stand in the original,"
            " and tell nothing about chance",
        )
    )
    return tuple(shown)


def _nothing(coincidence: Coincidence) -> str:
    if coincidence.unique.rows == 0:
        return "no row of the original is unique"
    return "every row of the holdout also stands in the original"


def _no_sign(coincidence: Coincidence) -> str:
    """Say how far the answer goes: a small holdout shows large differences only."""
    if coincidence.unique.found == 0:
        return "no unique row was matched"
    interval = coincidence.difference_interval
    said = "unique rows were not matched more often than coincidence explains"
    if interval is None:
        return said
    more = _hundredths(interval[1], ceil)
    return f"{said}; up to {more} percentage points more could not be told from chance here"


def _times(coincidence: Coincidence) -> str:
    """Return the factor; a bound is never rounded up."""
    times = coincidence.times or 0.0
    if coincidence.is_times_a_bound:
        return f"at least {floor(times):,}" if times >= 10 else f"at least {floor(10 * times) / 10}"
    if times >= 10:
        return f"{times:,.0f}"
    return f"{times:.1f}" if times >= 2 else f"{times:.2f}"


def _of(share: Share, what: str) -> str:
    counted = f"{share.found:,} of {share.rows:,} {what}"
    interval = share.interval
    return counted if interval is None else f"{counted}; 95 % interval {_between(interval)} %"


def _between(interval: Interval, sign: str = "") -> str:
    """Return both bounds, rounded outwards: the shown interval holds the true one."""
    return f"{_hundredths(interval[0], floor, sign)} to {_hundredths(interval[1], ceil, sign)}"


def _hundredths(value: float, rounded: Callable[[float], int], sign: str = "") -> str:
    return f"{rounded(round(100 * value, 6)) / 100:{sign}.2f}"
