"""Counts -> `Evaluation`: the answer, and everything that it rests on. Frozen, with no engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal

from rdmp.coincidence import Coincidence
from rdmp.seam import Statement

SCHEMA_VERSION = 1
"""Version of the JSON form; raised when a key changes its meaning or goes away."""

TARGET = 90
"""The published target of the avatar method: a score above it, in percent."""

Severity = Literal["note", "warning"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something that the reader must know beside the score.

    Attributes
    ----------
    code : str
        Stable identifier, in kebab case.
    severity : {'note', 'warning'}
        A warning may have raised the score; a note has not.
    columns : tuple of str
        The columns concerned, by the original's names.
    message : str
        One or two sentences, without any value of the data.
    remedy : str or None
        One thing to do.
    """

    code: str
    severity: Severity
    columns: tuple[str, ...]
    message: str
    remedy: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedColumn:
    """One compared column: the stored types of both sides and how they were compared."""

    name: str
    avatar_name: str
    original_type: str
    avatar_type: str
    compared_type: str
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The integers that a plan returns; each is a number of rows.

    Attributes
    ----------
    original_rows : int
        n, all rows of the original, at least 1.
    unique_rows : int or None
        Rows of the original that occur exactly once: U. None if not counted.
    matched_rows : int
        Rows of U that occur among the avatars.
    present_rows : int or None
        Rows of the original, repeated ones included, that occur among the avatars.
    avatar_rows : int or None
        All rows of the avatar.
    copied_avatar_rows : int or None
        Rows of the avatar that equal some row of the original, repeats counted.
    """

    original_rows: int
    matched_rows: int
    unique_rows: int | None = None
    present_rows: int | None = None
    avatar_rows: int | None = None
    copied_avatar_rows: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """The Row Direct Match Protection of one avatar table, and what it rests on.

    It answers: how many people of the original stand, unchanged and alone of their kind, in the
    table that is about to be released? The definition is ``sql/rdmp.sql``.

    Attributes
    ----------
    original, avatar : str
        The sources as named.
    counts : Counts
        The integers behind every figure; also reachable as attributes of the evaluation.
    columns : tuple of ComparedColumn
        What was compared, and how.
    findings : tuple of Finding
        What the reader must know beside the score, warnings first.
    engine : str
        Name of the engine.
    versions : mapping of str to str
        Versions of rdmp, the engine and Python.
    options : mapping of str to object
        The options that were given.
    started_at : datetime
        Start, in UTC.
    seconds : float
        Wall time.
    statements : tuple of Statement
        The SQL that was run, in order.
    coincidence : Coincidence or None
        The rates of a holdout; None without one.
    """

    original: str
    avatar: str
    counts: Counts
    columns: tuple[ComparedColumn, ...]
    findings: tuple[Finding, ...]
    engine: str
    versions: Mapping[str, str]
    options: Mapping[str, object]
    started_at: datetime
    seconds: float
    statements: tuple[Statement, ...]
    coincidence: Coincidence | None = None

    @property
    def original_rows(self) -> int:
        """n, all rows of the original."""
        return self.counts.original_rows

    @property
    def unique_rows(self) -> int | None:
        """Size of U: rows of the original that occur exactly once."""
        return self.counts.unique_rows

    @property
    def matched_rows(self) -> int:
        """Unique rows of the original that were found among the avatars."""
        return self.counts.matched_rows

    @property
    def present_rows(self) -> int | None:
        """Rows of the original, repeated ones included, that occur among the avatars."""
        return self.counts.present_rows

    @property
    def avatar_rows(self) -> int | None:
        """Rows of the avatar."""
        return self.counts.avatar_rows

    @property
    def copied_avatar_rows(self) -> int | None:
        """Rows of the avatar that equal some row of the original, repeats counted."""
        return self.counts.copied_avatar_rows

    @property
    def score(self) -> float:
        """RDMP in percent, 0 to 100: ``100 * (n - matched) / n``. Larger is better."""
        return self._protected(self.matched_rows)

    @property
    def unique_match_rate(self) -> float | None:
        """Share of the unique rows that were matched, in percent; None if there is no unique row.

        The leak as seen by those who can leak: smaller is better.
        """
        if not self.unique_rows:
            return None
        return 100 * self.matched_rows / self.unique_rows

    @property
    def lowest_score(self) -> float | None:
        """The lowest score that this original can get, in percent: all unique rows matched."""
        return None if self.unique_rows is None else self._protected(self.unique_rows)

    @property
    def present_score(self) -> float | None:
        """The score without the rule of uniqueness, in percent: ``100 * (1 - present / n)``."""
        return None if self.present_rows is None else self._protected(self.present_rows)

    def below(self, limit: float) -> bool:
        """Tell whether the exact score is below a limit in percent."""
        protected = 100 * (self.original_rows - self.matched_rows)
        # 64.4 means 64.4, and not the double next to it.
        return protected < Fraction(str(limit)) * self.original_rows

    @property
    def meets_target(self) -> bool:
        """Whether the exact score is above the usual target of 90 %."""
        return 100 * (self.original_rows - self.matched_rows) > TARGET * self.original_rows

    def _protected(self, rows: int) -> float:
        return 100 * (self.original_rows - rows) / self.original_rows

    def to_dict(self) -> dict[str, Any]:
        """Return the evaluation as plain values, as the JSON output has it."""
        figures = (
            "score",
            "original_rows",
            "unique_rows",
            "matched_rows",
            "unique_match_rate",
            "lowest_score",
            "present_rows",
            "present_score",
            "avatar_rows",
            "copied_avatar_rows",
        )
        return {
            "schema_version": SCHEMA_VERSION,
            "original": self.original,
            "avatar": self.avatar,
            **{name: getattr(self, name) for name in figures},
            "coincidence": None if self.coincidence is None else self.coincidence.to_dict(),
            "columns": [_plain(column) for column in self.columns],
            "findings": [_plain(finding) for finding in self.findings],
            "engine": self.engine,
            "versions": dict(self.versions),
            "options": dict(self.options),
            "started_at": self.started_at.isoformat(),
            "seconds": self.seconds,
            "statements": [_plain(statement) for statement in self.statements],
        }


def truncated(numerator: int, denominator: int, decimals: int = 2) -> str:
    """Return ``numerator / denominator`` in percent, truncated and never rounded up.

    100 is returned only when the two are equal, so that no leak disappears in a rounding.

    >>> truncated(999_999, 1_000_000)
    '99.99'
    """
    scaled = 100 * numerator * 10**decimals // denominator
    whole, fraction = divmod(scaled, 10**decimals)
    return f"{whole}.{fraction:0{decimals}d}"


def _plain(part: ComparedColumn | Finding | Statement) -> dict[str, Any]:
    values = {f.name: getattr(part, f.name) for f in fields(part)}
    return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}
