"""Settings of a session that change an answer: set for our statements, and put back afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rdmp.errors import OptionError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SETTINGS = {
    "spark.sql.ansi.enabled": "true",  # what overflows is an error, not another number
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.variable.substitute": "false",  # a name may hold ${…}
    "spark.sql.parser.escapedStringLiterals": "false",
    "spark.sql.ansi.doubleQuotedIdentifiers": "false",
    "spark.sql.legacy.ctePrecedencePolicy": "CORRECTED",
    "spark.sql.files.ignoreCorruptFiles": "false",  # rows that are left out match nothing
    "spark.sql.files.ignoreMissingFiles": "false",
    "spark.sql.csv.parser.columnPruning.enabled": "false",  # else ragged records are passed over
    "spark.sql.csv.filterPushdown.enabled": "false",
    "spark.sql.parquet.mergeSchema": "false",
    # A dictionary without entries, of lists of NULL, breaks the other reader of nested values.
    "spark.sql.parquet.enableNestedColumnVectorizedReader": "false",
    "spark.sql.parquet.inferTimestampNTZ.enabled": "true",
    "spark.sql.legacy.parquet.nanosAsLong": "false",
    "spark.sql.timeType.enabled": "true",
}
"""A setting that a version of Spark does not know is left alone."""

BY_CASE = {"spark.sql.caseSensitive": "true"}
"""For files that have both ID and id; a catalog goes on to find its tables in any case without."""


class Settings:
    """The settings of a session while an engine is open."""

    def __init__(self, session: SparkSession) -> None:
        self._session = session
        self._before: dict[str, str | None] = {}

    def make(self, wanted: Mapping[str, str] = SETTINGS) -> None:
        """Set what changes an answer.

        Raises
        ------
        OptionError
            If the session has another value, and does not let it be changed.
        """
        for name, value in wanted.items():
            before = self._read(name)
            if before == value or name in self._before:
                continue
            try:
                self._session.conf.set(name, value)
            except Exception:  # noqa: BLE001 - of any library, for any reason
                if before is None:  # a version that has no such setting
                    continue
                message = f"this Spark session does not let {name} be set"
                hint = f"start one with {name}={value}"
                self.restore()
                raise OptionError(message, hint) from None
            self._before[name] = before

    def restore(self) -> None:
        """Put back what was there."""
        while self._before:
            name, before = self._before.popitem()
            if before is None:
                self._session.conf.unset(name)
            else:
                self._session.conf.set(name, before)

    def _read(self, name: str) -> str | None:
        found: Any = self._session.conf.get(name, None)
        return None if found is None else str(found)
