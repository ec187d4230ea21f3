"""Questions of alignment, put to an engine: in one pass over each side, or to a sample of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rdmp import progress
from rdmp.alignment.questions import (
    SHORTLY_TOLD,
    Question,
    expected_kinds,
    of_role,
    surprised,
)
from rdmp.alignment.stops import Offence
from rdmp.errors import ColumnError, SourceError
from rdmp.options import Role
from rdmp.recorded import Recorded
from rdmp.seam import Relation
from rdmp.templates import render


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
    """Return the rows that a pass has seen, and its answers.

    A small table of many columns is passed over several times: what an engine takes to plan a
    statement grows faster than the statement.
    """
    rows = relation.most_rows if relation.rows is None else relation.rows
    few = FEW_QUESTIONS if rows is not None and rows <= FEW_ROWS else max(1, len(asked))
    seen, answers = 0, dict[Question, Any]()
    for start in range(0, max(1, len(asked)), few):
        some = asked[start : start + few]
        statement = render(
            "facts",
            engine.syntax,
            relation=relation.sql_name,
            questions=some,
            expected={question: expected[question] for question in some if question in expected},
        )
        seen, *found = engine.query(statement)[0]
        answers |= dict(zip(some, found, strict=True))
    return int(seen), answers


FEW_ROWS = 100_000
"""Rows up to which another pass costs less than a long statement."""

FEW_QUESTIONS = 16
"""Questions of one statement about so few rows."""


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
