"""Two sources, opened and aligned: what every command stands on.

sources -> relations -> facts -> alignment -> compared views; then plans and findings take over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from rdmp.alignment.align import AlignedColumn, Aligner, Alignment
from rdmp.alignment.questions import Question, of_role
from rdmp.alignment.stops import Offence
from rdmp.errors import ColumnError, SourceError
from rdmp.forms import Chain, Form
from rdmp.options import Options, Reading, Role
from rdmp.plans import SAMPLE, Layout, Sizes
from rdmp.seam import Column, Engine, Place, Relation, Statement, Survey
from rdmp.sources import Source, resolve
from rdmp.syntax import Syntax
from rdmp.templates import render


@dataclass(frozen=True, slots=True)
class Expression:
    """One column of a compared view."""

    name: str
    column: str
    chain: Chain


@dataclass(slots=True)
class Recorded:
    """An engine that remembers what it was asked, for the result and for ``rdmp sql``."""

    engine: Engine
    statements: list[Statement] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Name of the engine."""
        return self.engine.name

    @property
    def syntax(self) -> Syntax:
        """The engine's spelling."""
        return self.engine.syntax

    @property
    def versions(self) -> Mapping[str, str]:
        """Versions of the engine."""
        return self.engine.versions

    def register(self, role: Role, source: Source, reading: Reading) -> Relation:
        """Make a source known under its role."""
        relation = self.engine.register(role, source, reading)
        self.statements.append(Statement(name=f"view {role}", sql=relation.reads.sql))
        return relation

    def define(self, name: str, statement: Statement) -> None:
        """Give a statement a name."""
        self.statements.append(Statement(name=f"view {name}", sql=statement.sql))
        self.engine.define(name, statement)

    def materialize(self, name: str, statement: Statement) -> int:
        """Run a statement and keep its rows."""
        self.statements.append(
            Statement(name=f"table {name}", sql=statement.sql, parameters=statement.parameters)
        )
        return self.engine.materialize(name, statement)

    def query(self, statement: Statement) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows."""
        self.statements.append(statement)
        return self.engine.query(statement)

    def confirm(self, relation: Relation, rows: int) -> bool:
        """Tell whether a full pass saw every row."""
        return self.engine.confirm(relation, rows)

    def survey(self, relation: Relation) -> Survey:
        """Return what is known of a relation without reading much of it."""
        return self.engine.survey(relation)

    def locate(self, relation: Relation, column: Column, condition: Chain) -> Place:
        """Return the place of a value."""
        return self.engine.locate(relation, column, condition)

    def close(self) -> None:
        """Close the engine."""
        self.engine.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Both sides, ready to be compared: the views ``original_compared`` and ``avatar_compared``.

    ``rows`` holds the number of rows of each side that its source or a full pass has told already,
    ``survey`` what is known of the original for nothing; the view ``original_sample`` is its sample.
    """

    engine: Recorded
    original: Relation
    avatar: Relation
    alignment: Alignment
    layout: Layout
    rows: Mapping[Role, int]

    @property
    def sizes(self) -> Sizes | None:
        """Rows of both sides, if both are known before anything is counted."""
        if len(self.rows) < 2:
            return None
        return Sizes(original=self.rows["original"], avatar=self.rows["avatar"])


def open_engine(options: Options) -> Engine:
    """Open the engine that the options ask for."""
    from rdmp.engines.duckdb import DuckDBEngine

    return DuckDBEngine(options)


@contextmanager
def compare(
    original: object, avatar: object, options: Options, engine: Engine | None = None
) -> Iterator[Comparison]:
    """Open and align two sources, and close what was opened.

    Parameters
    ----------
    original, avatar : path-like or object
        What the user hands over.
    options : Options
    engine : Engine, optional
        An engine that the caller has opened, and closes.

    Raises
    ------
    InputError
        If a source cannot be read, or columns cannot be paired or compared exactly.
    EngineError
        If the engine fails.
    """
    sources = {"original": resolve(original, "original"), "avatar": resolve(avatar, "avatar")}
    recorded = Recorded(engine or open_engine(options))
    try:
        left = recorded.register("original", sources["original"], options.reading("original"))
        right = recorded.register("avatar", sources["avatar"], options.reading("avatar"))
        yield _aligned(recorded, left, right, options)
    finally:
        if engine is None:
            recorded.close()


def _aligned(
    engine: Recorded, original: Relation, avatar: Relation, options: Options
) -> Comparison:
    aligner = Aligner(original, avatar, options)
    relations = (original, avatar)
    rows: dict[Role, int] = {one.role: one.rows for one in relations if one.rows is not None}
    for relation in relations:
        if relation.rows == 0:
            raise no_rows(relation)
    try:
        answers = _ask(engine, relations, aligner.ask_tokens(), rows)
        answers |= _ask(engine, relations, aligner.ask_values(answers), rows)
        alignment = aligner.align(answers)
    except Offence as offence:
        raise _placed(engine, relations, offence) from None
    layout = _define_views(engine, relations, alignment)
    return Comparison(
        engine=engine,
        original=original,
        avatar=avatar,
        alignment=alignment,
        layout=layout,
        rows=rows,
    )


def _ask(
    engine: Recorded,
    relations: tuple[Relation, Relation],
    questions: tuple[Question, ...],
    rows: dict[Role, int],
) -> dict[Question, Any]:
    """Answer questions, in one pass over each side that is asked about."""
    answers: dict[Question, Any] = {}
    for relation in relations:
        asked = of_role(questions, relation.role)
        # Text is read once in full before anything is decided about it.
        unseen = relation.reading is not None and relation.role not in rows
        if not asked and not unseen:
            continue
        statement = render("facts", engine.syntax, relation=relation.sql_name, questions=asked)
        seen, *found = engine.query(statement)[0]
        if relation.reading is not None and not engine.confirm(relation, seen):
            seen, *found = engine.query(statement)[0]
        rows[relation.role] = seen
        if seen == 0:
            raise no_rows(relation)
        answers |= dict(zip(asked, found, strict=True))
    return answers


def no_rows(relation: Relation) -> SourceError:
    """Return the error of a side without rows (rule 15)."""
    why = "the score is undefined" if relation.role == "original" else "a score would mean nothing"
    message = f"the {relation.role} {relation.label} has no rows: {why}"
    return SourceError(message, "check the file, or whether its export has failed")


def _placed(
    engine: Recorded, relations: tuple[Relation, Relation], offence: Offence
) -> ColumnError:
    """Add the file and the line to a stop."""
    relation = next(one for one in relations if one.role == offence.role)
    place = engine.locate(relation, offence.column, offence.condition)
    where = place.file if place.line is None else f"{place.file}, line {place.line}"
    return ColumnError(f"{where}: {offence.message}", offence.hint)


def _define_views(
    engine: Recorded, relations: tuple[Relation, Relation], alignment: Alignment
) -> Layout:
    """Define both compared views; their columns have the same names and types."""
    original, avatar = relations
    left: list[Expression] = []
    right: list[Expression] = []
    own: list[Expression] = []
    for column in alignment.columns:
        base = column.original.sql_name
        left += _expressions(base, column.original, column.original_form)
        right += _expressions(base, column.avatar, column.avatar_form)
        own += _expressions(f"{base}_own", column.original, _own(column))
    _define_compared(engine, "original_compared", original.sql_name, left + own)
    _define_compared(engine, "avatar_compared", avatar.sql_name, right)
    return Layout(columns=tuple(one.name for one in left), own=tuple(one.name for one in own))


def _define_compared(
    engine: Recorded, name: str, relation: str, expressions: list[Expression]
) -> None:
    engine.define(
        name, render("compared", engine.syntax, relation=relation, expressions=expressions)
    )


def define_sample(comparison: Comparison) -> Survey:
    """Define the view ``original_sample``: some compared rows of the original; return the survey."""
    engine, original = comparison.engine, comparison.original
    survey = engine.survey(original)
    engine.define("original_few", survey.sample)
    expressions = [
        one
        for column in comparison.alignment.columns
        for one in _expressions(column.original.sql_name, column.original, column.original_form)
    ]
    _define_compared(engine, SAMPLE, "original_few", expressions)
    return survey


def _own(column: AlignedColumn) -> Form:
    return column.own if column.own is not None else ()


def _expressions(name: str, column: Column, form: Form) -> list[Expression]:
    endings = ("", "_rest", "_rest_2")
    return [
        Expression(f"{name}{endings[position]}", column.sql_name, chain)
        for position, chain in enumerate(form)
    ]
