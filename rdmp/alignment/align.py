"""All pairs of columns, each with the form in which it is compared, and what had to be decided.

Alignment asks before it decides. `ask` lists the questions about whole columns; whoever has an
engine answers them (``sql/facts.sql``, one pass a side) and hands the answers to `align`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rdmp.alignment import tokens, types
from rdmp.alignment.casts import cast_type
from rdmp.alignment.names import NamePair, pair_columns
from rdmp.alignment.stops import Offence
from rdmp.alignment.tokens import Side, TokenFacts
from rdmp.alignment.types import Compared, Incomparable, Typed
from rdmp.errors import ColumnError
from rdmp.forms import Conversion, Form, after, conversion
from rdmp.options import Options, Role
from rdmp.result import ComparedColumn, Finding
from rdmp.seam import Column, Relation, Type


@dataclass(frozen=True, slots=True)
class Question:
    """One macro of ``sql/questions.sql`` about one column of one side."""

    role: Role
    column: str
    name: str
    arguments: tuple[Any, ...] = ()


Answers = Mapping[Question, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignedColumn:
    """One compared column: both sides in the same form.

    ``own`` is the original's form as its source means it, where the compared one can merge values
    that differ (rule 4); else None.
    """

    original: Column
    avatar: Column
    original_form: Form
    avatar_form: Form
    own: Form | None
    shown: ComparedColumn


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """What is compared with what, in which form, and what the reader must know of it."""

    columns: tuple[AlignedColumn, ...]
    findings: tuple[Finding, ...]

    @property
    def narrows(self) -> bool:
        """Whether comparing can merge rows of the original that differ."""
        return any(column.own is not None for column in self.columns)


@dataclass(slots=True)
class Aligner:
    """Pairs of columns on their way to an `Alignment`: ask, be answered, ask again, align."""

    original: Relation
    avatar: Relation
    options: Options
    pairs: tuple[NamePair, ...] = ()
    _findings: list[Finding] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pairs, findings = pair_columns(self.original, self.avatar, self.options)
        self._findings.extend(findings)

    # -- questions ---------------------------------------------------------------------------

    def ask_tokens(self) -> tuple[Question, ...]:
        """List what must be known of the columns of text files, and of casts."""
        asked: list[Question] = []
        for pair in self.pairs:
            target = self._cast(pair)
            for relation, column in self._sides(pair):
                if target is not None:
                    asked.extend(_cast_question(relation, column, target))
                elif column.type.kind == "token":
                    asked.append(_codes(relation, column))
        return tuple(asked)

    def ask_values(self, answers: Answers) -> tuple[Question, ...]:
        """List what must be known of typed columns, once the tokens are typed."""
        asked: list[Question] = []
        for pair in self.pairs:
            if self._cast(pair) is None:
                asked.extend(self._value_questions(pair, answers))
        return tuple(dict.fromkeys(asked))

    def _value_questions(self, pair: NamePair, answers: Answers) -> Iterable[Question]:
        left, right, _ = self._typed(pair, answers)
        sides = ((self.original, pair.original, left), (self.avatar, pair.avatar, right))
        for relation, column, value in sides:
            other = right if value is left else left
            if column.type.kind == "token":
                continue
            kind = value.type.kind
            ask = _Ask(relation.role, column)
            if kind == "float" and not value.type.flaw:
                yield ask("nans")
            if "float" in {kind, other.type.kind}:
                yield ask("missing")
            if kind == "integer" and value.type.bits > 32 and other.type.kind == "float":
                yield ask("beyond_exact")
            if kind == "decimal" and other.type.kind == "float" and value.type.precision > 15:
                yield _beyond_double(relation, column)
            if kind in types.NUMBERS and other.type.kind == "boolean":
                yield ask("not_bits")
            if kind == "text" and other.from_text:
                yield ask("empties")
        try:
            types.compare(replace(left, bits=True), replace(right, bits=True), self.options.timezone)
        except Incomparable:
            for relation, column, _ in sides:
                yield _values(relation, column)

    # -- alignment ---------------------------------------------------------------------------

    def align(self, answers: Answers) -> Alignment:
        """Put all pairs together.

        Raises
        ------
        ColumnError
            If a pair cannot be compared exactly.
        Offence
            The same, where a value's place in its file must be found.
        """
        columns = tuple(self._align(pair, answers) for pair in self.pairs)
        return Alignment(columns=columns, findings=tuple(self._findings))

    def _align(self, pair: NamePair, answers: Answers) -> AlignedColumn:
        target = self._cast(pair)
        if target is not None:
            return self._align_cast(pair, target, answers)
        left, right, findings = self._typed(pair, answers)
        self._findings.extend(findings)
        left, empties = _emptied(left, right, _Ask("original", pair.original), answers)
        right, others = _emptied(right, left, _Ask("avatar", pair.avatar), answers)
        left = _known(left, _Ask("original", pair.original), answers)
        right = _known(right, _Ask("avatar", pair.avatar), answers)
        try:
            compared = types.compare(left, right, self.options.timezone)
        except Incomparable as reason:
            compared = self._compare_valueless(pair, left, right, reason, answers)
        self._findings.extend(self._decided(pair, compared, answers))
        if empties or others:
            self._findings.append(_empty_as_missing(pair.name))
        own = compared.left_own
        if empties and own is None:
            own = types.own_form(replace(left, chain=left.chain[1:]))
        return AlignedColumn(
            original=pair.original,
            avatar=pair.avatar,
            original_form=compared.left,
            avatar_form=compared.right,
            own=own,
            shown=self._shown(pair, compared, answers),
        )

    def _compare_valueless(
        self, pair: NamePair, left: Typed, right: Typed, reason: Incomparable, answers: Answers
    ) -> Compared:
        """Compare a column that has no value with anything (rule 5)."""
        nothing = Type(kind="empty", stored="nothing")
        valueless = [answers.get(_values(*side)) == 0 for side in self._sides(pair)]
        if not any(valueless) or (left.type.flaw and right.type.flaw):
            raise types.refuse(
                pair.name, pair.original.type, pair.avatar.type, reason
            ) from None
        left, right = (
            replace(value, type=nothing) if empty else value
            for value, empty in zip((left, right), valueless, strict=True)
        )
        return types.compare(left, right)

    def _align_cast(self, pair: NamePair, target: Type, answers: Answers) -> AlignedColumn:
        forms: list[tuple[Form, Form | None]] = []
        for relation, column in self._sides(pair):
            for question in _cast_question(relation, column, target):
                if answers[question]:
                    raise _not_cast(relation, column, pair.name, target, question)
            forms.append(_cast_form(relation, column, target))
        (original_form, own), (avatar_form, _) = forms
        shown = ComparedColumn(
            name=pair.name,
            avatar_name=pair.avatar.name,
            original_type=pair.original.type.stored,
            avatar_type=pair.avatar.type.stored,
            compared_type=target.stored,
            how=f"both sides cast to {target.stored}, as asked for",
        )
        return AlignedColumn(
            original=pair.original,
            avatar=pair.avatar,
            original_form=original_form,
            avatar_form=avatar_form,
            own=own,
            shown=shown,
        )

    def _typed(
        self, pair: NamePair, answers: Answers
    ) -> tuple[Typed, Typed, tuple[Finding, ...]]:
        """Give both sides a type; tokens get theirs from the tokens and the other side."""
        left, right = pair.original.type, pair.avatar.type
        if left.kind == right.kind == "token":
            sides = [self._side(*side, answers) for side in self._sides(pair)]
            one, other, findings = tokens.type_together(pair.name, sides[0], sides[1])
            return Typed.of_tokens(one), Typed.of_tokens(other), findings
        if left.kind == "token":
            side = self._side(self.original, pair.original, answers)
            one = Typed.of_tokens(tokens.type_against(pair.name, side, right))
            return _bits(one, side), Typed(type=right), ()
        if right.kind == "token":
            side = self._side(self.avatar, pair.avatar, answers)
            other = Typed.of_tokens(tokens.type_against(pair.name, side, left))
            return Typed(type=left), _bits(other, side), ()
        return Typed(type=left), Typed(type=right), ()

    def _side(self, relation: Relation, column: Column, answers: Answers) -> Side:
        return Side(relation=relation, column=column, facts=_facts(relation, column, answers))

    def _sides(self, pair: NamePair) -> tuple[tuple[Relation, Column], ...]:
        return ((self.original, pair.original), (self.avatar, pair.avatar))

    def _cast(self, pair: NamePair) -> Type | None:
        spelled = self.options.cast.get(pair.name)
        return None if spelled is None else cast_type(pair.name, spelled)

    # -- what the reader is told -----------------------------------------------------------------

    def _decided(self, pair: NamePair, compared: Compared, answers: Answers) -> Iterable[Finding]:
        name = pair.name
        for decision in compared.decisions:
            match decision:
                case "float-narrowed":
                    yield _float_narrowed(name)
                case "float-with-integer":
                    yield _float_with_integer(name)
                case "decimal-beyond-double" if self._beyond_double(pair, answers):
                    yield _beyond_double_finding(name)
                case "boolean-as-number":
                    yield tokens.truth_as_bits(name)
                case "bytes-as-text":
                    yield _bytes_as_text(name)
        yield from self._missing_numbers(pair, answers)

    def _beyond_double(self, pair: NamePair, answers: Answers) -> bool:
        for relation, column in self._sides(pair):
            if column.type.kind == "decimal" and answers.get(_beyond_double(relation, column)):
                return True
            if column.type.kind == "token":
                return bool(_facts(relation, column, answers).beyond_double)
        return False

    def _missing_numbers(self, pair: NamePair, answers: Answers) -> Iterable[Finding]:
        """Rule 8: NaN is missing."""
        nans = missing = 0
        for relation, column in self._sides(pair):
            if column.type.kind == "token" and _codes(relation, column) in answers:
                facts = _facts(relation, column, answers)
                nan = facts.count({tokens.NAN}) if facts.alone == "number" else 0
                nans, missing = nans + nan, missing + facts.missing
            else:
                ask = _Ask(relation.role, column)
                nans += answers.get(ask("nans"), 0)
                missing += answers.get(ask("missing"), 0)
        if nans:
            yield _nan_as_missing(pair.name, both=missing > 0)

    def _shown(self, pair: NamePair, compared: Compared, answers: Answers) -> ComparedColumn:
        how = compared.how
        sides = self._sides(pair)
        if all(column.type.kind == "token" for _, column in sides):
            facts = [_facts(relation, column, answers) for relation, column in sides]
            how = f"{how}, read from text" if compared.type != "VARCHAR" else how
            if tokens.spelled_differently(*facts):
                how = f"{how}; the two files spell them differently"
        elif any(column.type.kind == "token" for _, column in sides):
            how = f"{how}; the text was read as the other side's type"
        return ComparedColumn(
            name=pair.name,
            avatar_name=pair.avatar.name,
            original_type=pair.original.type.stored,
            avatar_type=pair.avatar.type.stored,
            compared_type=compared.type,
            how=how,
        )


@dataclass(frozen=True, slots=True)
class _Ask:
    """Questions about one column."""

    role: Role
    column: Column

    def __call__(self, name: str, *arguments: Any) -> Question:
        return Question(self.role, self.column.sql_name, name, arguments)


def _codes(relation: Relation, column: Column) -> Question:
    decimal = relation.reading.decimal if relation.reading else "."
    return _Ask(relation.role, column)("codes", decimal)


def _facts(relation: Relation, column: Column, answers: Answers) -> TokenFacts:
    return TokenFacts(answers[_codes(relation, column)] or {})


def _values(relation: Relation, column: Column) -> Question:
    is_float = column.type.kind == "float" and not column.type.flaw
    return _Ask(relation.role, column)("values", is_float)


def _beyond_double(relation: Relation, column: Column) -> Question:
    small = 10 ** (15 - column.type.scale) if column.type.scale <= 15 else ""
    return _Ask(relation.role, column)("beyond_double", column.type, str(small))


def _bits(value: Typed, side: Side) -> Typed:
    return replace(value, bits=side.facts.kinds <= {tokens.BIT})


def _known(value: Typed, ask: _Ask, answers: Answers) -> Typed:
    """Add what the answers say of a typed side's values."""
    if value.from_text:
        return value
    return replace(
        value,
        small=answers.get(ask("beyond_exact")) == 0,
        bits=answers.get(ask("not_bits")) == 0,
    )


def _emptied(value: Typed, other: Typed, ask: _Ask, answers: Answers) -> tuple[Typed, bool]:
    """Against a text file, '' of a typed side is missing too (rule 11)."""
    if value.type.kind == "text" and other.from_text and answers.get(ask("empties")):
        return replace(value, chain=(conversion("empty_as_null"), *value.chain)), True
    return value, False


# -- casts ---------------------------------------------------------------------------------------


def _cast_question(relation: Relation, column: Column, target: Type) -> tuple[Question, ...]:
    """Ask how many values do not convert; every value has a text."""
    if target.kind == "text":
        return ()
    ask = _Ask(relation.role, column)
    if column.type.kind in {"token", "text"}:
        decimal = relation.reading.decimal if relation.reading else "."
        return (ask("not_read", target, decimal),)
    return (ask("not_cast", target, replace(column.type, flaw=None)),)


def _cast_form(relation: Relation, column: Column, target: Type) -> tuple[Form, Form | None]:
    """Return the compared form and, where it is not the source's own, the source's own."""
    stored = replace(column.type, flaw=None)
    if stored.kind in {"token", "text"}:
        facts = TokenFacts({})
        side = Side(relation=relation, column=column, facts=facts)
        nan = target.kind == "float"
        typed = side.typed(target, nan=nan)
        fine = target.kind == "timestamp" and target.unit == "ns"
        value = Typed(type=target, chain=() if fine else typed.chain, fine=fine)
        form = types.own_form(value)
        own = None if stored.kind == "token" or target.kind == "text" else types.AS_STORED
        return form, own
    if replace(stored, stored="") == replace(target, stored=""):
        return types.own_form(Typed(type=target)), None
    chain = (conversion("cast_as", target),)
    own = types.own_form(Typed(type=stored))
    return after(own[0], types.own_form(Typed(type=target, chain=chain))), own


def _not_cast(
    relation: Relation, column: Column, name: str, target: Type, question: Question
) -> ColumnError | Offence:
    message = f"column {name!r} holds values that do not convert to {target.stored} without loss"
    hint = f"choose another type for --cast {name}, or exclude the column"
    condition = (Conversion(question.name, question.arguments),)
    return Offence(
        role=relation.role, column=column, condition=condition, message=message, hint=hint
    )


# -- findings of rules 5 to 11 ---------------------------------------------------------------------


def _float_narrowed(name: str) -> Finding:
    return Finding(
        code="float-narrowed",
        severity="warning",
        columns=(name,),
        message=f"Column {name!r} is a 4-byte float on one side only; both were compared at 4-byte "
        "precision, since a widened 4-byte float equals no decimal fraction.",
        remedy="Store the column with the same width in both files.",
    )


def _float_with_integer(name: str) -> Finding:
    return Finding(
        code="float-with-integer",
        severity="warning",
        columns=(name,),
        message=f"Column {name!r} is a 4-byte float on one side and an integer on the other; a "
        "4-byte float does not hold every whole number beyond 16,777,216.",
        remedy="Store the column as integers in both files.",
    )


def _beyond_double_finding(name: str) -> Finding:
    return Finding(
        code="decimal-beyond-double",
        severity="warning",
        columns=(name,),
        message=f"Column {name!r} holds decimals of so many digits that no 8-byte float on the other "
        "side can stand for them; these match nothing.",
        remedy="Store the column as decimals in both files.",
    )


def _bytes_as_text(name: str) -> Finding:
    return Finding(
        code="bytes-as-text",
        severity="note",
        columns=(name,),
        message=f"Column {name!r} is bytes on one side and text on the other; the bytes were compared "
        "with the text in UTF-8.",
    )


def _empty_as_missing(name: str) -> Finding:
    return Finding(
        code="empty-as-missing",
        severity="note",
        columns=(name,),
        message=f"Column {name!r} holds empty texts on its typed side; a text file cannot tell an "
        "empty text from a missing value, so both count as missing.",
    )


def _nan_as_missing(name: str, *, both: bool) -> Finding:
    if not both:
        return Finding(
            code="nan-as-missing",
            severity="note",
            columns=(name,),
            message=f"NaN in column {name!r} was read as a missing value.",
        )
    return Finding(
        code="nan-and-null",
        severity="warning",
        columns=(name,),
        message=f"Column {name!r} holds NaN as well as NULL; both were read as the same missing "
        "value.",
        remedy="Write missing values in one way in both files.",
    )


def of_role(questions: Sequence[Question], role: Role) -> tuple[Question, ...]:
    """Return the questions of one side."""
    return tuple(question for question in questions if question.role == role)
