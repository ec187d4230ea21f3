"""The seam on Apache Spark: a session of the user's or of ours, used for one comparison.

Rows stay where they are. What reaches this process is what our statements select: counts, facts
about columns, and schemas.

The rooms behind it: `opening` (which session), `settings` (what is set in it, and put back),
`session` (how statements run), `registration` (how each kind of source becomes a relation), `text`
(delimited text), `footers` (what only the files themselves tell), `types` (its types in our nouns).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rdmp.engines.spark.registration import Registration
from rdmp.engines.spark.session import Session
from rdmp.errors import OptionError, QueryError
from rdmp.forms import Chain
from rdmp.options import Options, Reading, Role
from rdmp.seam import Column, Place, Relation, Statement, Survey
from rdmp.sources import Source
from rdmp.templates import render

SAMPLE_ROWS = 50_000
"""Rows that a look at a few of them reads.

Pruning does not pay: reading both tables twice and shuffling a key of every row takes more than
shuffling the rows, whose repeats are merged before (``docs/scale.md``)."""


class SparkEngine:
    """Apache Spark, classic or through Spark Connect.

    Parameters
    ----------
    options : Options
        The session (``engine``), or where to start one (``master``, ``remote``).

    Raises
    ------
    InputError
        If pyspark is missing, or an option means nothing on Spark.
    ResourceError
        If no session can be started.
    """

    name = "spark"

    def __init__(self, options: Options) -> None:
        self._session = Session(options)
        self._registration = Registration(self._session)
        self.syntax = self._session.syntax
        self.versions: Mapping[str, str] = {"spark": self._session.version}
        if options.timezone is not None:
            self._check_zone(options.timezone)

    def register(self, role: Role, source: Source, reading: Reading) -> Relation:
        """Make a source known under its role; see `Engine.register`."""
        return self._registration.register(role, source, reading)

    def define(self, name: str, statement: Statement) -> None:
        """Give a statement a name."""
        self._session.define(name, statement)

    def materialize(self, name: str, statement: Statement) -> int:
        """Run a statement and keep its rows on the cluster."""
        return self._session.materialize(name, statement)

    def query(self, statement: Statement) -> list[tuple[Any, ...]]:
        """Run a statement and return its few rows."""
        return self._session.run(statement)

    def confirm(self, relation: Relation, rows: int) -> bool:
        """Spark reads a source in one way, and what it reads from text was checked before."""
        return True

    def survey(self, relation: Relation) -> Survey:
        """Return how to read a few rows; nothing more is known for nothing."""
        few = render("first_rows", self.syntax, relation=relation.sql_name, rows=SAMPLE_ROWS)
        return Survey(sample=few, pruning_pays=False)

    def locate(self, relation: Relation, column: Column, condition: Chain) -> Place:
        """Find the first value of which a condition is true; only text files have lines."""
        text = self._registration.texts.get(relation.role)
        if text is None or column.name not in text.header:
            return Place(file=relation.label)
        name = f"{relation.role}_numbered"
        for path in text.files.paths:
            with self._session.translated("find the line"):
                self._session.name_frame(name, text.numbered(self._session.spark, path))
            ours = f"c{text.dialects[path].names.index(column.name)}"
            number = self.query(text.first(self.syntax, name, ours, condition))[0][0]
            if number is not None:
                return Place(file=str(path), line=text.line(path, int(number)))
        return Place(file=relation.label)

    def close(self) -> None:
        """Drop what is ours, and put back what was changed."""
        self._session.close()

    def _check_zone(self, zone: str) -> None:
        try:
            self.query(render("engines/spark/knows_zone", self.syntax, zone=zone))
        except QueryError:
            self.close()
            message = f"--timezone names no time zone: {zone!r}"
            raise OptionError(message, "write it like Europe/Paris or UTC") from None
