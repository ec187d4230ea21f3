"""Questions of alignment, put to an engine: in one pass over each side, or to a sample of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rdmp import progress
from rdmp.alignment.claims import claims
from rdmp.alignment.questions import (
    SHORTLY_TOLD,
    About,
    Answers,
    Question,
    expected_kinds,
    of_role,
    surprised,
)
from rdmp.alignment.stops import Offence
from rdmp.errors import ColumnError, SourceError
from rdmp.options import Role
from rdmp.recorded import Recorded
from rdmp.seam import Relation, Statement
from rdmp.templates import render

Expected = Mapping[Question, tuple[int, ...]]


def ask(
    engine: Recorded,
    relations: tuple[Relation, ...],
    questions: tuple[Question, ...],
    rows: dict[Role, int],
    lines: Lines | None = None,
) -> dict[Question, Any]:
    """Answer questions, in one pass over each side that is asked about.

    ``rows`` is told how many rows each pass has seen. With ``lines``, the lines of text files are
    held against a pattern where that is cheaper.
    """
    first: dict[Role, Answers] = {}
    for relation in relations:
        likely = {} if lines is None else lines.partners(expected_kinds(_all_of(first)))
        first[relation.role] = _first(engine, relation, of_role(questions, relation.role), likely)
    answers = {} if lines is None else _claimed(engine, relations, first, lines)
    for relation in relations:
        role = relation.role
        asked = tuple(one for one in of_role(questions, role) if one not in answers)
        if lines is not None and role in lines.records and lines.counted_later and not asked:
            rows[role] = lines.records[role]
            lines.uncounted.add(role)
            continue
        with progress.step(progress.READING.format(role=role)):
            answers |= _ask_one(engine, relation, asked, rows, expected_kinds(first[role]))
    return answers


@dataclass(slots=True)
class Lines:
    """What the lines of two text files may answer.

    Parameters
    ----------
    pairs : tuple
        Columns that are text on both sides, by name.
    counted_later : bool
        Whether whoever counts holds the rows that the engine reads against the records of the
        lines, and so confirms them; otherwise a pass over the records does it here.
    records : dict of role to int
        Filled in: records of a side of which every line was as it should be.
    uncounted : set of role
        Filled in: sides of which that is all that is known.
    """

    pairs: tuple[tuple[str, About, About], ...]
    counted_later: bool
    records: dict[Role, int] = field(default_factory=dict)
    uncounted: set[Role] = field(default_factory=set)

    def partners(self, kinds: Expected) -> Expected:
        """Return what to look for in the columns of the other side: the same as in those of one."""
        return {
            other.codes: kinds[one.codes]
            for _, left, right in self.pairs
            for one, other in ((left, right), (right, left))
            if one.codes in kinds
        }


def _all_of(first: Mapping[Role, Answers]) -> dict[Question, Any]:
    return {question: codes for answers in first.values() for question, codes in answers.items()}


def _claimed(
    engine: Recorded,
    relations: tuple[Relation, ...],
    first: Mapping[Role, Answers],
    lines: Lines,
) -> dict[Question, Any]:
    """Answer what is known of tokens if every line of both files matches a pattern."""
    if not all(_is_plain(one) and first[one.role] for one in relations):
        return {}
    made = claims(lines.pairs, _all_of(first))
    if len(made) < WORTH_A_PATTERN * len(relations):
        return {}
    for relation in relations:
        held = {
            one.column: claim.pattern for one, claim in made.items() if one.role == relation.role
        }
        with progress.step(progress.READING.format(role=relation.role)):
            records = _matching(engine, engine.match(relation, held))
        if records is None:
            lines.records.clear()
            return {}
        lines.records[relation.role] = records
    return {question: claim.codes for question, claim in made.items()}


def _matching(engine: Recorded, statements: tuple[Statement, ...]) -> int | None:
    """Return the number of records if there are such statements, and every line matches."""
    records = 0
    for statement in statements:
        lines, matching = engine.query(statement)[0]
        if lines != matching:
            return None
        records += int(lines)
    return records if statements else None


def _is_plain(relation: Relation) -> bool:
    """Tell whether a relation is text in which a field means what it spells."""
    reading = relation.reading
    return (
        reading is not None
        and reading.decimal == "."
        and not (reading.export or reading.null or reading.bare_null)
    )


def _ask_one(
    engine: Recorded,
    relation: Relation,
    questions: tuple[Question, ...],
    rows: dict[Role, int],
    expected: Expected,
) -> dict[Question, Any]:
    asked, looked_up = _sorted_out(relation, questions)
    answers = _ask_sample(engine, relation, looked_up) if looked_up else {}
    # Text is read once in full before anything is decided about it.
    unseen = relation.reading is not None and relation.role not in rows
    if not asked and not unseen:
        return answers
    seen, found = _ask_confirmed(engine, relation, asked, expected)
    if again := surprised(found):
        found |= _ask_all(engine, relation, again, {})[1]
    rows[relation.role] = seen
    if seen == 0:
        raise no_rows(relation)
    return answers | found


def confirmed_rows(engine: Recorded, relation: Relation) -> int:
    """Count the rows of a side in a pass over them that has seen them all."""
    return _ask_confirmed(engine, relation, (), {})[0]


def _ask_confirmed(
    engine: Recorded, relation: Relation, asked: tuple[Question, ...], expected: Expected
) -> tuple[int, dict[Question, Any]]:
    """Ask in a pass that has seen all rows; text may have to be read again for that."""
    found = _ask_all(engine, relation, asked, expected)
    if relation.reading is None or engine.confirm(relation, found[0]):
        return found
    return _ask_all(engine, relation, asked, expected)


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

WORTH_A_PATTERN = 7
"""Columns from which on a pattern of lines costs less than the tests of their tokens."""


def _first(
    engine: Recorded, relation: Relation, asked: tuple[Question, ...], likely: Expected
) -> Answers:
    """Return the codes of the first tokens, where there are many: what to expect of the others.

    ``likely`` are the only kinds to look for in some columns: a short statement is sooner planned.
    """
    asked = tuple(question for question in asked if question.tells_tokens)
    rows = relation.rows or relation.most_rows or 0
    if not asked or rows * len(asked) < MANY_TOKENS:
        return {}
    first = f"{relation.role}_first"
    few = render("first_rows", engine.syntax, relation=relation.sql_name, rows=FIRST_ROWS)
    engine.define(first, few)
    shortly = dict.fromkeys(asked, SHORTLY_TOLD) | {
        question: likely[question] for question in asked if question in likely
    }
    return _ask_all(engine, replace(relation, sql_name=first), asked, shortly)[1]


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
