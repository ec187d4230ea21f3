"""A holdout as a third relation: registered, aligned with either side, and its views defined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from rdmp.alignment.align import AlignedColumn, Aligner, Alignment
from rdmp.alignment.facts import MISSING, worded
from rdmp.alignment.questions import About, Question
from rdmp.alignment.stops import Offence
from rdmp.asking import ask, no_rows, placed
from rdmp.comparison import Comparison, verified
from rdmp.errors import ColumnError
from rdmp.forms import AS_STORED, Expression, conversion
from rdmp.holdout.columns import named, paired
from rdmp.options import Options, Role
from rdmp.result import Finding
from rdmp.seam import Column, Relation
from rdmp.sources import resolve
from rdmp.views import define_compared, expressions


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdout:
    """A holdout, ready to be counted: the views ``holdout_compared`` and those of both other sides.

    Attributes
    ----------
    relation : Relation
        The source as the engine sees it.
    rows : int or None
        Its rows, if they are known already.
    known, copied : mapping of str to tuple of str
        The original's column, by its SQL name, to the columns of the views that it has become: as
        compared with the original, and with the avatar.
    findings : tuple of Finding
        What had to be decided about the holdout alone.
    """

    relation: Relation
    rows: int | None
    known: Mapping[str, tuple[str, ...]]
    copied: Mapping[str, tuple[str, ...]]
    findings: tuple[Finding, ...]


def open_holdout(comparison: Comparison, source: object, options: Options) -> Holdout:
    """Register and align a holdout, and define the views that `count_coincidence` counts.

    Parameters
    ----------
    comparison : Comparison
        Original and avatar, aligned.
    source : path-like or object
        What the user hands over.
    options : Options

    Raises
    ------
    InputError
        If the holdout cannot be read, has no row or other columns than the original, or cannot be
        compared exactly with either side.
    """
    engine = comparison.engine
    resolved = resolve(source, "holdout", elsewhere=options.elsewhere)
    comparison.watch.add(resolved)
    noted = verified({"holdout": resolved}, options)
    holdout = engine.register("holdout", resolved, options.reading("holdout"))
    if holdout.rows == 0:
        raise no_rows(holdout)
    columns = comparison.alignment.columns
    originals = named(comparison.original, {c.shown.name: c.original for c in columns})
    avatars = named(comparison.avatar, {c.shown.name: c.avatar for c in columns})
    own = named(holdout, paired(holdout, comparison, options))
    names = tuple(column.name for column in own.columns)
    cast = {name: spelled for name, spelled in options.cast.items() if name in names}
    options = replace(options, columns=names, exclude=(), rename={}, cast=cast)
    rows: dict[Role, int] = dict(comparison.rows)
    if holdout.rows is not None:
        rows["holdout"] = holdout.rows
    facts = _Facts(
        comparison=comparison, holdout=holdout, rows=rows, answers=dict(comparison.answers)
    )
    with_original = facts.align(originals, own, options)
    with_avatar = facts.align(own, avatars, options, stand_in=originals)
    facts.refuse_other_types(with_avatar)
    bases = [column.original.sql_name for column in columns]
    known = _pairs(bases, "known", with_original)
    copied = _pairs(bases, "copied", with_avatar)
    define_compared(
        engine, "original_of_holdout", "original", _flat(one.left for one in known.values())
    )
    define_compared(
        engine, "avatar_of_holdout", "avatar", _flat(one.right for one in copied.values())
    )
    both = _flat([one.right for one in known.values()] + [one.left for one in copied.values()])
    define_compared(engine, "holdout_compared", "holdout", both)
    return Holdout(
        relation=holdout,
        rows=rows.get("holdout"),
        known={base: tuple(e.name for e in one.left) for base, one in known.items()},
        copied={base: tuple(e.name for e in one.left) for base, one in copied.items()},
        findings=(*_told(with_original, with_avatar, comparison.alignment), *noted),
    )


@dataclass(slots=True, kw_only=True)
class _Facts:
    """Aligns pairs of sides of which one is the holdout; asks nothing that is known already."""

    comparison: Comparison
    holdout: Relation
    rows: dict[Role, int]
    answers: dict[Question, Any]

    def align(
        self, left: Relation, right: Relation, options: Options, *, stand_in: Relation | None = None
    ) -> Alignment:
        """Align two sides; the left is typed as if it were one with what it stands in for."""
        aligner = Aligner(left, right, options)
        try:
            answers = self._answer((left, right), aligner.ask_tokens())
            if stand_in is not None:
                answers |= _joint(left, stand_in, self.answers)
            answers |= self._answer((left, right), aligner.ask_values(answers))
            return aligner.align(answers)
        except Offence as offence:
            whole = {one.role: one for one in (self.comparison.original, self.comparison.avatar)}
            whole["holdout"] = self.holdout
            side = whole[offence.role]
            # The file knows its column by its own name.
            offence.column = next(
                one for one in side.columns if one.sql_name == offence.column.sql_name
            )
            stop = placed(self.comparison.engine, (side,), offence)
        except ColumnError as error:
            stop = error
        message = f"holdout: comparing the {left.role} with the {right.role}: {stop.message}"
        # A holdout has no options of its own for how it is written.
        hint = stop.hint and stop.hint.replace("--holdout-", "--original-")
        raise ColumnError(message, hint) from None

    def refuse_other_types(self, with_avatar: Alignment) -> None:
        """Stop where tokens of the holdout make text of a column that is none between the others.

        Rows of the holdout would then be held to another rule than the unique rows.

        Raises
        ------
        ColumnError
            With file and line.
        """
        pairs = zip(self.comparison.alignment.columns, with_avatar.columns, strict=True)
        for column, beside in pairs:
            sides = (column.original, column.avatar, beside.original)
            # A type of one side stops by itself; a token that is compared as it stands is text.
            are_tokens = all(side.type.kind == "token" for side in sides)
            became_text = column.original_form != AS_STORED == beside.original_form
            if not (are_tokens and became_text):
                continue
            about = About(self.holdout, self.holdout_column(beside))
            others = (
                About(self.comparison.original, column.original),
                About(self.comparison.avatar, column.avatar),
            )
            kinds = frozenset[int]().union(*(one.facts(self.answers).kinds for one in others))
            strange = about.facts(self.answers).kinds - kinds
            name = column.shown.name
            message = f"column {name!r} is compared as {column.shown.compared_type} "
            message += "between original and avatar"
            hint = f"pass --null if it means a missing value, or --cast {name}=VARCHAR"
            if not strange:
                message = f"{self.holdout.label}: {message}, which does not hold every value here"
                raise ColumnError(message, hint)
            allowed = (MISSING, *sorted(kinds))
            offence = Offence(
                role="holdout",
                column=about.column,
                condition=(conversion("token_not_of_kind", about.decimal, allowed),),
                message=f"{message}, and holds {worded(strange)} here",
                hint=hint,
            )
            raise placed(self.comparison.engine, (self.holdout,), offence)

    def holdout_column(self, column: AlignedColumn) -> Column:
        """Return the column of the holdout under its own name."""
        own = column.original.sql_name
        return next(one for one in self.holdout.columns if one.sql_name == own)

    def _answer(
        self, relations: tuple[Relation, ...], questions: tuple[Question, ...]
    ) -> dict[Question, Any]:
        asked = tuple(question for question in questions if question not in self.answers)
        self.answers |= ask(self.comparison.engine, relations, asked, self.rows)
        return {question: self.answers[question] for question in questions}


def _joint(
    holdout: Relation, original: Relation, answers: Mapping[Question, Any]
) -> dict[Question, Any]:
    """Return the tokens of holdout and original together, as if they stood in one file."""
    joint: dict[Question, Any] = {}
    for own, other in zip(holdout.columns, original.columns, strict=True):
        about, partner = About(holdout, own), About(original, other)
        codes, others = about.codes, partner.codes
        if codes in answers and others in answers:
            joint[codes] = Counter(answers[codes] or {}) + Counter(answers[others] or {})
        letters = [answers.get(one.not_letters) for one in (about, partner)]
        if None not in letters:
            joint[about.not_letters] = sum(letters)
    return joint


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pair:
    """The expressions of one aligned column, under the same names on both sides."""

    left: list[Expression]
    right: list[Expression]


def _pairs(bases: list[str], ending: str, alignment: Alignment) -> dict[str, _Pair]:
    return {
        base: _Pair(
            left=expressions(f"{base}_{ending}", column.original, column.original_form),
            right=expressions(f"{base}_{ending}", column.avatar, column.avatar_form),
        )
        for base, column in zip(bases, alignment.columns, strict=True)
    }


def _flat(columns: Iterable[list[Expression]]) -> list[Expression]:
    return [expression for column in columns for expression in column]


def _told(with_original: Alignment, with_avatar: Alignment, main: Alignment) -> Iterable[Finding]:
    """Yield the warnings that the reader does not have already from original and avatar."""
    told = {(finding.code, finding.columns) for finding in main.findings}
    sides: tuple[tuple[Literal["original", "avatar"], Alignment], ...]
    sides = (("original", with_original), ("avatar", with_avatar))
    for other, alignment in sides:
        for finding in alignment.findings:
            if finding.severity == "warning" and (finding.code, finding.columns) not in told:
                yield replace(finding, code=f"holdout-{finding.code}", holdout_against=other)
