"""How often rows match that the generator never saw: the figures of a holdout, frozen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from rdmp.intervals import Interval, newcombe, wilson

Verdict = Literal["memorised", "no-sign", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """So many rows out of so many.

    Attributes
    ----------
    found, rows : int
        Rows that were found, out of all that were looked for.
    """

    found: int
    rows: int

    @property
    def percent(self) -> float | None:
        """The share in percent, 0 to 100; None if there is no row."""
        return 100 * self.found / self.rows if self.rows else None

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval of the share, in percent; None if there is no row."""
        if not self.rows:
            return None
        lower, upper = wilson(self.found, self.rows)
        return 100 * lower, 100 * upper


@dataclass(frozen=True, slots=True, kw_only=True)
class Coincidence:
    """How often rows match that the generator never saw, beside how often unique rows do.

    It answers: are unique rows found among the avatars because the generator remembers them, or
    as often as chance would have it? ``sql/coincidence.sql`` counts.

    Attributes
    ----------
    holdout : str
        The source as named.
    set_aside_rows : int
        Rows of the holdout that also stand in the original, and tell nothing.
    unique : Share
        Unique rows of the original that were matched, out of all unique rows.
    drawn : Share
        Rows of the holdout that stand among the avatars, out of those that do not stand in the
        original. Its percent is the rate of coincidence.
    """

    holdout: str
    set_aside_rows: int
    unique: Share
    drawn: Share

    @property
    def holdout_rows(self) -> int:
        """All rows of the holdout, repeats counted."""
        return self.set_aside_rows + self.drawn.rows

    @property
    def difference(self) -> float | None:
        """Match rate of the unique rows less the rate of coincidence, in percentage points.

        Larger is worse. None if either rate does not exist.
        """
        unique, drawn = self.unique.percent, self.drawn.percent
        return None if unique is None or drawn is None else unique - drawn

    @property
    def difference_interval(self) -> Interval | None:
        """Newcombe's 95 % interval of the difference, in percentage points, -100 to 100."""
        if not self.unique.rows or not self.drawn.rows:
            return None
        lower, upper = newcombe(
            self.unique.found, self.unique.rows, self.drawn.found, self.drawn.rows
        )
        return 100 * lower, 100 * upper

    @property
    def verdict(self) -> Verdict:
        """``memorised`` if the whole interval of the difference is above 0, else ``no-sign``.

        ``unknown`` if there is nothing to compare: no unique row, or no row of the holdout that
        does not stand in the original.
        """
        interval = self.difference_interval
        if interval is None:
            return "unknown"
        return "memorised" if interval[0] > 0 else "no-sign"

    @property
    def times(self) -> float | None:
        """How many times as often as coincidence explains unique rows were matched, 0 or more.

        Where no row of the holdout matched, the rate of coincidence is taken at the upper bound of
        its interval: then it is at least so many times (`is_times_a_bound`). None if either rate
        does not exist.
        """
        unique, drawn, interval = self.unique.percent, self.drawn.percent, self.drawn.interval
        if unique is None or drawn is None or interval is None:
            return None
        return unique / (drawn or interval[1])

    @property
    def is_times_a_bound(self) -> bool:
        """Whether `times` is a lower bound."""
        return self.drawn.found == 0

    def to_dict(self) -> dict[str, Any]:
        """Return the coincidence as plain values, as the JSON output has it."""
        return {
            "holdout": self.holdout,
            "holdout_rows": self.holdout_rows,
            "set_aside_rows": self.set_aside_rows,
            "drawn_rows": self.drawn.rows,
            "matched_drawn_rows": self.drawn.found,
            "rate": self.drawn.percent,
            "rate_interval": _plain(self.drawn.interval),
            "unique_match_rate": self.unique.percent,
            "unique_match_rate_interval": _plain(self.unique.interval),
            "difference": self.difference,
            "difference_interval": _plain(self.difference_interval),
            "times": self.times,
            "is_times_a_bound": self.is_times_a_bound,
            "verdict": self.verdict,
        }


def _plain(interval: Interval | None) -> list[float] | None:
    return None if interval is None else list(interval)
