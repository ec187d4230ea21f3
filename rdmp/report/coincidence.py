"""What a holdout says in words: the verdict as one sentence, and the figures that it rests on."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from math import ceil, floor
from typing import TYPE_CHECKING, assert_never

from rdmp.report.sentences import Figure, rate
from rdmp.words import phrase

if TYPE_CHECKING:
    from rdmp.coincidence import Coincidence, Share
    from rdmp.words.catalogue import Words


def sentence(words: Words, coincidence: Coincidence) -> str:
    """Return the verdict as one plain sentence."""
    match coincidence.verdict:
        case "unknown":
            why = "all-known" if coincidence.unique.rows else "no-unique"
            return words("coincidence-unknown", why=why)
        case "memorised":
            bound = "yes" if coincidence.is_times_a_bound else "no"
            return words("coincidence-memorised", bound=bound, times=_times(coincidence))
        case "no-sign":
            return _no_sign(words, coincidence)
        case _:
            assert_never(coincidence.verdict)


def figures(words: Words, coincidence: Coincidence) -> tuple[Figure, ...]:
    """Return both rates, their difference and the rows set aside, in reading order."""
    unique, drawn = coincidence.unique, coincidence.drawn
    lower, upper = _bounds(unique)
    of_unique = phrase(
        "figure-coincidence-unique",
        found=unique.found,
        rows=unique.rows,
        lower=lower,
        upper=upper,
    )
    lower, upper = _bounds(drawn)
    of_holdout = phrase(
        "figure-coincidence-holdout", found=drawn.found, rows=drawn.rows, lower=lower, upper=upper
    )
    shown = [
        Figure.of(words, of_unique, rate(words, unique.found, unique.rows)),
        Figure.of(words, of_holdout, rate(words, drawn.found, drawn.rows)),
    ]
    difference, interval = coincidence.difference, coincidence.difference_interval
    if difference is not None and interval is not None:
        between = phrase(
            "figure-coincidence-difference",
            lower=words.number(_hundredths(interval[0], floor), signed=True),
            upper=words.number(_hundredths(interval[1], ceil), signed=True),
        )
        points = words.number(Decimal(f"{difference:.2f}"), signed=True)
        shown.append(Figure.of(words, between, points))
    aside = phrase("figure-coincidence-aside", rows=coincidence.holdout_rows)
    shown.append(Figure.of(words, aside, words.number(coincidence.set_aside_rows)))
    return tuple(shown)


def _no_sign(words: Words, coincidence: Coincidence) -> str:
    """Say how far the answer goes: a small holdout shows large differences only."""
    interval = coincidence.difference_interval
    if coincidence.unique.found == 0 or interval is None:
        return words("coincidence-no-match")
    return words("coincidence-no-sign", more=_hundredths(interval[1], ceil))


def _times(coincidence: Coincidence) -> Decimal:
    """Return the factor; a bound is never rounded up."""
    times = coincidence.times or 0.0
    if coincidence.is_times_a_bound:
        return Decimal(floor(times)) if times >= 10 else Decimal(floor(10 * times)).scaleb(-1)
    if times >= 10:
        return Decimal(f"{times:.0f}")
    return Decimal(f"{times:.1f}" if times >= 2 else f"{times:.2f}")


def _bounds(share: Share) -> tuple[Decimal, Decimal]:
    """Return both bounds, rounded outwards: the shown interval holds the true one."""
    lower, upper = share.interval or (0.0, 0.0)
    return _hundredths(lower, floor), _hundredths(upper, ceil)


def _hundredths(value: float, rounded: Callable[[float], int]) -> Decimal:
    return Decimal(rounded(round(100 * value, 6))).scaleb(-2)
