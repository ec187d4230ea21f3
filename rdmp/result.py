"""Counts -> `Evaluation`: the answer, and everything that it rests on. Frozen, with no engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

from rdmp.coincidence import Coincidence
from rdmp.schemas import Schema
from rdmp.seam import Statement
from rdmp.words import Language, Phrase, words_in

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
    said : Phrase
        What it says, in no language yet: a message of the catalogue, without any value of the data.
    holdout_against : {'original', 'avatar'} or None
        The side with which a holdout was compared when this was found; None if there was none.
    avatars : Phrase or None
        Of several avatars, those of which it is true; None where there is one.
    """

    code: str
    severity: Severity
    columns: tuple[str, ...]
    said: Phrase
    holdout_against: Literal["original", "avatar"] | None = None
    avatars: Phrase | None = None

    @property
    def message(self) -> str:
        """One or two sentences in English."""
        return self.message_in("en")

    @property
    def remedy(self) -> str | None:
        """One thing to do, in English; None if there is nothing."""
        return self.remedy_in("en")

    def message_in(self, language: Language) -> str:
        """Return one or two sentences in a language: ``en`` or ``fr``."""
        words = words_in(language)
        message = words.say(self.said)
        if self.holdout_against is not None:
            message = words("finding-of-holdout", side=self.holdout_against, message=message)
        if self.avatars is not None:
            message = words("label-and-value", label=words.say(self.avatars), value=message)
        return message

    def remedy_in(self, language: Language) -> str | None:
        """Return one thing to do, in a language; None if there is nothing."""
        return words_in(language).part(self.said, "remedy")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as the JSON output has them: in English, whatever the language."""
        return {
            "code": self.code,
            "severity": self.severity,
            "columns": list(self.columns),
            "message": self.message,
            "remedy": self.remedy,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedColumn:
    """One compared column: the stored types of both sides and how they were compared.

    Attributes
    ----------
    name, avatar_name : str
        The names of both sides.
    original_type, avatar_type : str
        The types of both sides, as stored.
    form : str or Phrase
        What is compared: a type, or a phrase where no type holds it.
    rule : Phrase
        How it is compared, in no language yet.
    """

    name: str
    avatar_name: str
    original_type: str
    avatar_type: str
    form: str | Phrase
    rule: Phrase

    @property
    def compared_type(self) -> str:
        """What is compared: a type, or a few words in English where no type holds it."""
        return self.compared_type_in("en")

    @property
    def how(self) -> str:
        """How it is compared: one sentence in English."""
        return self.how_in("en")

    def compared_type_in(self, language: Language) -> str:
        """Return what is compared: a type, or a few words in a language."""
        return self.form if isinstance(self.form, str) else words_in(language).say(self.form)

    def how_in(self, language: Language) -> str:
        """Return how it is compared: one sentence in a language."""
        return words_in(language).say(self.rule)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as the JSON output has them: in English, whatever the language."""
        return {
            "name": self.name,
            "avatar_name": self.avatar_name,
            "original_type": self.original_type,
            "avatar_type": self.avatar_type,
            "compared_type": self.compared_type,
            "how": self.how,
        }


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
    schemas : tuple of Schema
        All columns of each table as they are stored: original, avatar, and holdout if there is one.
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
    schemas: tuple[Schema, ...] = ()

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
        """Return the evaluation as plain values, as the JSON output has it: in English always."""
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
            "columns": [column.to_dict() for column in self.columns],
            "findings": [finding.to_dict() for finding in self.findings],
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


def percent(numerator: int, denominator: int) -> Decimal:
    """Return the same as a number, with both decimals, for a sentence in any language.

    >>> percent(1, 2)
    Decimal('50.00')
    """
    return Decimal(truncated(numerator, denominator))


def _plain(part: Statement) -> dict[str, Any]:
    values = {f.name: getattr(part, f.name) for f in fields(part)}
    return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}
