"""What alignment must know of whole columns before it decides: macros of ``sql/questions.sql``.

A question is asked of one column of one side; ``sql/facts.sql`` answers all of a side in one pass.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rdmp.alignment.facts import (
    BIT,
    DATE,
    DECIMAL,
    LETTERS,
    LOCAL,
    MISSING,
    SHORT_INTEGER,
    TEXT,
    TRUTH,
    UNEXPECTED,
    TokenFacts,
)
from rdmp.options import Role
from rdmp.seam import Column, Relation


@dataclass(frozen=True, slots=True)
class Question:
    """One macro of ``sql/questions.sql`` about one column of one side."""

    role: Role
    column: str
    name: str
    arguments: tuple[Any, ...] = ()

    @property
    def only_tells(self) -> bool:
        """Whether the answer words a finding, and decides nothing about the comparison."""
        return self.name in {"nans", "missing"}

    @property
    def tells_tokens(self) -> bool:
        """Whether the answer is how often each code of ``sql/tokens.sql`` occurs."""
        return self.name in {"codes", "codes_of_text"}


Answers = Mapping[Question, Any]

SHORTLY_TOLD = (SHORT_INTEGER, DECIMAL, TRUTH, DATE, LOCAL, TEXT)
"""Kinds of which most tokens are told by a short test: ``expected_code`` of ``sql/tokens.sql``."""


def expected_kinds(sampled: Answers) -> dict[Question, tuple[int, ...]]:
    """Return the kinds to expect in columns, commonest first, by what a sample has shown of them.

    A column of which the sample has shown anything else is left out. What is expected changes what
    an answer costs, and never the answer: see `surprised`.
    """
    found: dict[Question, tuple[int, ...]] = {}
    for question, codes in sampled.items():
        facts = TokenFacts(codes or {})
        if UNEXPECTED not in facts.kinds:
            times = {kind: facts.count({kind}) for kind in SHORTLY_TOLD}
            times[SHORT_INTEGER] += facts.count({BIT})
            seen = [kind for kind in SHORTLY_TOLD if times[kind]]
            found[question] = tuple(sorted(seen, key=lambda kind: -times[kind])) or (TEXT,)
    return found


def surprised(answers: Answers) -> tuple[Question, ...]:
    """Return the questions about tokens that must be asked again, with nothing expected."""
    return tuple(
        question
        for question, codes in answers.items()
        if question.tells_tokens and UNEXPECTED in TokenFacts(codes or {}).kinds
    )


@dataclass(frozen=True, slots=True)
class About:
    """A column of a side, to ask about."""

    relation: Relation
    column: Column

    def ask(self, name: str, *arguments: Any) -> Question:
        """Ask a question of this column."""
        return Question(self.relation.role, self.column.sql_name, name, arguments)

    @property
    def is_token(self) -> bool:
        """Whether the column is one of a text file."""
        return self.column.type.kind == "token"

    @property
    def decimal(self) -> str:
        """The decimal separator of the side's text."""
        return self.relation.reading.decimal if self.relation.reading else "."

    @property
    def codes(self) -> Question:
        """Ask what the tokens are; a column that has a type is asked as if it were text."""
        return self.ask("codes", self.decimal) if self.is_token else self.ask("codes_of_text")

    @property
    def writes_letters(self) -> bool:
        """Whether what wrote the side's text writes booleans as ``t`` and ``f``."""
        reading = self.relation.reading
        export = reading.export if reading else None
        return self.is_token and export is not None and export.letters

    @property
    def not_letters(self) -> Question:
        """Ask how many tokens are neither ``t`` nor ``f``."""
        return self.ask("not_letters")

    @property
    def values(self) -> Question:
        """Ask how many values there are; NaN is none."""
        stored = self.column.type
        return self.ask("values", stored.kind == "float" and not stored.flaw)

    @property
    def beyond_double(self) -> Question:
        """Ask how many decimals are beyond an 8-byte float."""
        stored = self.column.type
        small = 10 ** (15 - stored.scale) if stored.scale <= 15 else ""
        return self.ask("beyond_double", stored, str(small))

    def facts(self, answers: Answers) -> TokenFacts:
        """Return what is known of the tokens; ``t`` and ``f`` alone are the truths of an export."""
        facts = TokenFacts(answers.get(self.codes) or {})
        if answers.get(self.not_letters) == 0 and facts.tokens:
            return TokenFacts({LETTERS: facts.tokens, MISSING: facts.missing})
        return facts


def of_role(questions: Sequence[Question], role: Role) -> tuple[Question, ...]:
    """Return the questions of one side."""
    return tuple(question for question in questions if question.role == role)
