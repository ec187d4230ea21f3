"""Two sources, opened and aligned: what every command stands on.

sources -> relations -> facts -> alignment -> compared views; then plans and findings take over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from rdmp import progress
from rdmp.alignment.align import AlignedColumn, Aligner, Alignment
from rdmp.alignment.questions import (
    SHORTLY_TOLD,
    Question,
    expected_kinds,
    of_role,
    surprised,
)
from rdmp.alignment.stops import Offence
from rdmp.errors import ColumnError, OptionError, RdmpError, SourceError
from rdmp.forms import Chain, Expression, Form
from rdmp.headers import refuse_forgotten_header
from rdmp.options import Options, Reading, Role
from rdmp.plans import SAMPLE, Layout, Sizes, promising
from rdmp.seam import Column, Engine, Place, Relation, RowEngine, Statement, Survey
from rdmp.sources import Files, Source, resolve
from rdmp.sources.watch import Watch
from rdmp.syntax import Syntax
from rdmp.templates import render


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
        with progress.step(progress.OPENING.format(role=role)):
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
    ``survey`` what is known of the original for nothing; `define_sample` keeps some of its rows.
    ``answers`` are the facts that alignment has asked for. ``watch`` has looked at the files, and
    looks again when the comparison ends.
    """

    engine: Recorded
    original: Relation
    avatar: Relation
    alignment: Alignment
    layout: Layout
    rows: Mapping[Role, int]
    answers: Mapping[Question, Any]
    watch: Watch

    def relation(self, role: Role) -> Relation:
        """Return one of the two sides."""
        return self.avatar if role == "avatar" else self.original

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
    sources: dict[Role, Source] = {
        "original": resolve(original, "original"),
        "avatar": resolve(avatar, "avatar"),
    }
    _check_exports(sources, options)
    watch = Watch(sources.values())
    recorded = Recorded(engine or open_engine(options))
    try:
        left = recorded.register("original", sources["original"], options.reading("original"))
        right = recorded.register("avatar", sources["avatar"], options.reading("avatar"))
        yield _aligned(recorded, left, right, options, watch)
        watch.check()
    except RdmpError:
        watch.check()  # whatever went wrong, a file that was changed is the reason
        raise
    finally:
        if engine is None:
            recorded.close()


def _check_exports(sources: Mapping[Role, Source], options: Options) -> None:
    """Stop where an export is named for what is no text file, or its header was forgotten."""
    texts = {
        role: (source, options.reading(role))
        for role, source in sources.items()
        if isinstance(source, Files) and source.format == "delimited"
    }
    sides: tuple[tuple[str, str | None, tuple[Role, ...]], ...] = (
        ("--original-export", options.original_export, ("original",)),
        ("--avatar-export", options.avatar_export, ("avatar",)),
        ("--export", options.export, ("original", "avatar")),
    )
    for option, export, whose in sides:
        if export is not None and not texts.keys() & set(whose):
            labels = " and ".join(sources[role].label for role in whose)
            message = f"{option} {export} says how text is written, but {labels} holds none"
            raise OptionError(message, f"leave {option} out")
    if not (options.no_header or options.original_no_header or options.avatar_no_header):
        refuse_forgotten_header(texts)


def compare_again(comparison: Comparison, avatar: Source, options: Options) -> Comparison:
    """Compare the same original with another avatar, on the same engine.

    The original is not opened again: a one-pass reader could not be. What the first comparison
    has defined is replaced. The other avatar is not watched: whoever wrote it moves it meanwhile.
    """
    engine = comparison.engine
    relation = engine.register("avatar", avatar, options.reading("avatar"))
    return _aligned(engine, comparison.original, relation, options, comparison.watch)


def row_engine(engine: Engine) -> RowEngine:
    """Return the engine as one that can tell single rows.

    Raises
    ------
    OptionError
        If it cannot.
    """
    if isinstance(engine, RowEngine):
        return engine
    message = f"the engine {engine.name} can count rows, but not tell where each one stands"
    raise OptionError(message, "use DuckDB for this command")


def _aligned(
    engine: Recorded, original: Relation, avatar: Relation, options: Options, watch: Watch
) -> Comparison:
    aligner = Aligner(original, avatar, options)
    relations = (original, avatar)
    rows: dict[Role, int] = {one.role: one.rows for one in relations if one.rows is not None}
    for relation in relations:
        if relation.rows == 0:
            raise no_rows(relation)
    try:
        answers = ask(engine, relations, aligner.ask_tokens(), rows)
        answers |= ask(engine, relations, aligner.ask_values(answers), rows)
        alignment = aligner.align(answers)
    except Offence as offence:
        raise placed(engine, relations, offence) from None
    layout = _define_views(engine, relations, alignment)
    return Comparison(
        engine=engine,
        original=original,
        avatar=avatar,
        alignment=alignment,
        layout=layout,
        rows=rows,
        answers=answers,
        watch=watch,
    )


def ask(
    engine: Recorded,
    relations: tuple[Relation, ...],
    questions: tuple[Question, ...],
    rows: dict[Role, int],
) -> dict[Question, Any]:
    """Answer questions, in one pass over each side that is asked about.

    ``rows`` is told how many rows each pass has seen.
    """
    answers: dict[Question, Any] = {}
    for relation in relations:
        with progress.step(progress.READING.format(role=relation.role)):
            answers |= _ask_one(engine, relation, of_role(questions, relation.role), rows)
    return answers


def _ask_one(
    engine: Recorded, relation: Relation, questions: tuple[Question, ...], rows: dict[Role, int]
) -> dict[Question, Any]:
    asked, looked_up = _sorted_out(relation, questions)
    answers = _ask_sample(engine, relation, looked_up) if looked_up else {}
    # Text is read once in full before anything is decided about it.
    unseen = relation.reading is not None and relation.role not in rows
    if not asked and not unseen:
        return answers
    expected = _expected(engine, relation, asked)
    seen, found = _ask_all(engine, relation, asked, expected)
    if relation.reading is not None and not engine.confirm(relation, seen):
        seen, found = _ask_all(engine, relation, asked, expected)
    if again := surprised(found):
        found |= _ask_all(engine, relation, again, {})[1]
    rows[relation.role] = seen
    if seen == 0:
        raise no_rows(relation)
    return answers | found


Expected = Mapping[Question, tuple[int, ...]]


def _ask_all(
    engine: Recorded, relation: Relation, asked: tuple[Question, ...], expected: Expected
) -> tuple[int, dict[Question, Any]]:
    """Return the rows that a pass has seen, and its answers."""
    statement = render(
        "facts",
        engine.syntax,
        relation=relation.sql_name,
        questions=asked,
        expected=expected,
    )
    rows, *found = engine.query(statement)[0]
    return int(rows), dict(zip(asked, found, strict=True))


MOST_VALUES = 20_000_000
"""Values that may be read for the wording of findings alone; of more, a sample is asked."""


def _sorted_out(
    relation: Relation, asked: tuple[Question, ...]
) -> tuple[tuple[Question, ...], tuple[Question, ...]]:
    """Part what must be known of every value from what a sample may tell.

    Where NaN stands decides nothing, because NaN is missing wherever it stands; only a finding
    tells of it. In a large table that alone would cost a fifth of decoding everything.
    """
    wording = tuple(question for question in asked if question.only_tells)
    if relation.rows is None or relation.rows * len(wording) <= MOST_VALUES:
        return asked, ()
    return tuple(question for question in asked if not question.only_tells), wording


def _ask_sample(
    engine: Recorded, relation: Relation, asked: tuple[Question, ...]
) -> dict[Question, Any]:
    few = f"{relation.role}_few"
    engine.define(few, engine.survey(relation).sample)
    return _ask_all(engine, replace(relation, sql_name=few), asked, {})[1]


MANY_TOKENS = 1_000_000
"""Tokens from which on the first of them are asked what to expect of the others."""

FIRST_ROWS = 2_000
"""Rows that are asked."""


def _expected(engine: Recorded, relation: Relation, asked: tuple[Question, ...]) -> Expected:
    """Return the kinds of tokens to expect: they change what an answer costs, never the answer."""
    asked = tuple(question for question in asked if question.tells_tokens)
    rows = relation.rows or relation.most_rows or 0
    if rows * len(asked) < MANY_TOKENS:
        return {}
    first = f"{relation.role}_first"
    few = render("first_rows", engine.syntax, relation=relation.sql_name, rows=FIRST_ROWS)
    engine.define(first, few)
    shortly = dict.fromkeys(asked, SHORTLY_TOLD)
    return expected_kinds(_ask_all(engine, replace(relation, sql_name=first), asked, shortly)[1])


def no_rows(relation: Relation) -> SourceError:
    """Return the error of a side without rows (rule 15)."""
    why = {
        "original": "the score is undefined",
        "avatar": "a score would mean nothing",
        "holdout": "nothing was drawn that could match by coincidence",
    }[relation.role]
    message = f"the {relation.role} {relation.label} has no rows: {why}"
    return SourceError(message, "check the file, or whether its export has failed")


def placed(engine: Recorded, relations: tuple[Relation, ...], offence: Offence) -> ColumnError:
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
        left += expressions(base, column.original, column.original_form)
        right += expressions(base, column.avatar, column.avatar_form)
        own += expressions(f"{base}_own", column.original, _own(column))
    define_compared(engine, "original_compared", original.sql_name, left + own)
    define_compared(engine, "avatar_compared", avatar.sql_name, right)
    return Layout(
        columns=tuple(one.name for one in left),
        own=tuple(one.name for one in own),
        made={"original": tuple(left + own), "avatar": tuple(right)},
    )


def define_compared(engine: Recorded, name: str, relation: str, columns: list[Expression]) -> None:
    """Define a view of a relation in a compared form."""
    engine.define(name, render("compared", engine.syntax, relation=relation, expressions=columns))


def define_sample(comparison: Comparison, role: Role = "original") -> Survey:
    """Keep some compared rows of the original as ``original_sample``; return the survey.

    ``avatar_sample`` is the same of the avatar.
    """
    survey = comparison.engine.survey(comparison.relation(role))
    _keep_sample(comparison, role, survey, comparison.layout.columns)
    return survey


def define_key_sample(comparison: Comparison) -> Survey:
    """Keep some rows as ``original_sample``, in the columns alone that a key may be made of."""
    survey = comparison.engine.survey(comparison.original)
    _keep_sample(comparison, "original", survey, promising(comparison.layout, survey))
    return survey


def _keep_sample(
    comparison: Comparison, role: Role, survey: Survey, wanted: Collection[str]
) -> None:
    engine = comparison.engine
    engine.define(f"{role}_few", survey.sample)
    columns = [one for one in comparison.layout.made[role] if one.name in wanted]
    few = render("compared", engine.syntax, relation=f"{role}_few", expressions=columns)
    engine.materialize(SAMPLE if role == "original" else f"{role}_sample", few)


def redefine(comparison: Comparison, alignment: Alignment) -> Comparison:
    """Compare the same relations in other forms: both compared views are defined anew."""
    relations = (comparison.original, comparison.avatar)
    layout = _define_views(comparison.engine, relations, alignment)
    return replace(comparison, alignment=alignment, layout=layout)


def _own(column: AlignedColumn) -> Form:
    return column.own if column.own is not None else ()


def expressions(name: str, column: Column, form: Form) -> list[Expression]:
    """Return the columns of a compared view that a form of one column makes."""
    endings = ("", "_rest", "_rest_2")
    return [
        Expression(f"{name}{endings[position]}", column.sql_name, chain)
        for position, chain in enumerate(form)
    ]
