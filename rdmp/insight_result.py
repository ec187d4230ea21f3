"""On which columns the protection rests: the answer of `rdmp.columns`. Frozen, with no engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from rdmp.result import ComparedColumn, Counts, Finding
from rdmp.seam import Statement

SCHEMA_VERSION = 1
"""Version of the JSON form; raised when a key changes its meaning or goes away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnInsight:
    """What one column does for the protection of a pair.

    Attributes
    ----------
    column : ComparedColumn
        The column, and how it was compared.
    original_values, avatar_values : int
        Distinct values of each side, at least 1; missing counts as one, as it equals itself. Those
        of the original are its own: comparing may merge some (rule 4).
    present_rows : int
        Rows of the original whose value in this column occurs in the avatar's column.
    alone : Counts
        n, unique and matched rows if this column alone were compared.
    without : Counts or None
        n, unique and matched rows if this column were left out; None if no other is compared.
    """

    column: ComparedColumn
    original_values: int
    avatar_values: int
    present_rows: int
    alone: Counts
    without: Counts | None

    @property
    def name(self) -> str:
        """The original's name of the column."""
        return self.column.name

    @property
    def present_rate(self) -> float:
        """Share of original rows whose value occurs in the avatar's column, in percent."""
        return 100 * self.present_rows / self.alone.original_rows

    @property
    def score_without(self) -> float | None:
        """The score in percent with this column left out; None if no other is compared."""
        return None if self.without is None else _score(self.without)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as the JSON output has them."""
        without = self.without
        return {
            **self.column.to_dict(),
            "original_values": self.original_values,
            "avatar_values": self.avatar_values,
            "present_rows": self.present_rows,
            "present_rate": self.present_rate,
            "unique_rows_alone": self.alone.unique_rows,
            "matched_rows_alone": self.alone.matched_rows,
            "unique_rows_without": None if without is None else without.unique_rows,
            "matched_rows_without": None if without is None else without.matched_rows,
            "score_without": self.score_without,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Subset:
    """What an attacker who knows some columns finds: exact counts on these columns alone."""

    columns: tuple[str, ...]
    counts: Counts

    @property
    def score(self) -> float:
        """The score in percent on these columns alone."""
        return _score(self.counts)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as the JSON output has them."""
        return {
            "columns": list(self.columns),
            "unique_rows": self.counts.unique_rows,
            "matched_rows": self.counts.matched_rows,
            "score": self.score,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstSubsets:
    """Which columns would tell an attacker most, if so many were known.

    Attributes
    ----------
    size : int
        How many columns the attacker knows.
    possible : int
        How many such subsets there are.
    is_exhaustive : bool
        Whether all were counted. If not, the search may have missed a worse one; the counts that it
        returns are exact nonetheless.
    subsets : tuple of Subset
        The subsets that were counted on all rows: most matched rows first.
    """

    size: int
    possible: int
    is_exhaustive: bool
    subsets: tuple[Subset, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as the JSON output has them."""
        return {
            "size": self.size,
            "possible": self.possible,
            "is_exhaustive": self.is_exhaustive,
            "subsets": [subset.to_dict() for subset in self.subsets],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Insight:
    """On which columns the protection of one avatar table rests.

    Attributes
    ----------
    original, avatar : str
        The sources as named.
    counts : Counts
        n, unique and matched rows on all compared columns.
    columns : tuple of ColumnInsight
        Those whose removal matches the most rows first; in the original's order where equal.
    worst : WorstSubsets or None
        None without ``size``.
    findings : tuple of Finding
        What had to be decided to compare the columns, warnings first.
    engine, versions, options, started_at, seconds, statements
        As those of `Evaluation`.
    """

    original: str
    avatar: str
    counts: Counts
    columns: tuple[ColumnInsight, ...]
    worst: WorstSubsets | None
    findings: tuple[Finding, ...]
    engine: str
    versions: Mapping[str, str]
    options: Mapping[str, object]
    started_at: datetime
    seconds: float
    statements: tuple[Statement, ...]

    @property
    def score(self) -> float:
        """RDMP in percent on all compared columns, 0 to 100."""
        return _score(self.counts)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as the JSON output has them."""
        return {
            "schema_version": SCHEMA_VERSION,
            "original": self.original,
            "avatar": self.avatar,
            "score": self.score,
            "original_rows": self.counts.original_rows,
            "avatar_rows": self.counts.avatar_rows,
            "unique_rows": self.counts.unique_rows,
            "matched_rows": self.counts.matched_rows,
            "columns": [column.to_dict() for column in self.columns],
            "worst": None if self.worst is None else self.worst.to_dict(),
            "findings": [found.to_dict() for found in self.findings],
            "engine": self.engine,
            "versions": dict(self.versions),
            "options": dict(self.options),
            "started_at": self.started_at.isoformat(),
            "seconds": self.seconds,
            "statements": [_plain(statement) for statement in self.statements],
        }


def _score(counts: Counts) -> float:
    n = counts.original_rows
    return 100 * (n - counts.matched_rows) / n


def _plain(part: Statement) -> dict[str, Any]:
    return {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(part).items()}
