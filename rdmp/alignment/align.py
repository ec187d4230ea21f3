"""All pairs of columns, each with the form in which it is compared, and what had to be decided.

Alignment asks before it decides. `Aligner` lists the questions about whole columns; whoever has an
engine answers them (``sql/facts.sql``, one pass a side) and hands the answers back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from rdmp.alignment import casts, findings, refusals, telling, tokens, types
from rdmp.alignment.compared import NUMBERS, Compared, Incomparable, Typed
from rdmp.alignment.facts import BIT
from rdmp.alignment.names import NamePair, pair_columns
from rdmp.alignment.questions import About, Answers, Question
from rdmp.forms import Form, after, conversion
from rdmp.options import Options
from rdmp.result import ComparedColumn, Finding
from rdmp.seam import Column, Kind, Relation, Type
from rdmp.words import Phrase, phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignedColumn:
    """One compared column: both sides in the same form.

    ``own`` is the original's form as its source means it, where the compared one can merge values
    that differ (rule 4); else None. ``meaning`` is what a value of the original is by itself,
    whatever it is compared with.
    """

    original: Column
    avatar: Column
    original_form: Form
    avatar_form: Form
    own: Form | None
    meaning: Typed
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
        self.pairs, found = pair_columns(self.original, self.avatar, self.options)
        self._findings.extend(found)

    # -- questions ---------------------------------------------------------------------------

    def ask_tokens(self) -> tuple[Question, ...]:
        """List what must be known of the columns of text files, and of casts."""
        asked: list[Question] = []
        for pair in self.pairs:
            sides, target = self._sides(pair), self._cast(pair)
            for about, other in (sides, sides[::-1]):
                if target is not None:
                    refusals.refuse_unverifiable(pair.name, about.column.type, target)
                    asked.extend(casts.questions(about, other, target))
                elif about.is_token:
                    asked.append(about.codes)
                    if about.writes_letters:
                        asked.append(about.not_letters)
                elif other.is_token:
                    asked.append(about.values)
                    if about.column.type.kind == "text":
                        asked.append(about.codes)
        return tuple(asked)

    def text_pairs(self) -> Iterable[tuple[str, About, About]]:
        """List the columns that are text in both files, and typed by their tokens alone."""
        for pair in self.pairs:
            left, right = self._sides(pair)
            are_tokens = left.is_token and right.is_token
            if are_tokens and self._cast(pair) is None:
                yield pair.name, left, right

    def ask_values(self, answers: Answers) -> tuple[Question, ...]:
        """List what must be known of typed columns, once the tokens are typed."""
        asked: list[Question] = []
        for pair in self.pairs:
            if self._cast(pair) is None:
                asked.extend(self._value_questions(pair, answers))
        return tuple(dict.fromkeys(asked))

    def _value_questions(self, pair: NamePair, answers: Answers) -> Iterable[Question]:
        left, right = self._typed(pair, answers)
        sides = self._sides(pair)
        for about, value, other in ((sides[0], left, right), (sides[1], right, left)):
            kind, partner = value.type.kind, other.type.kind
            yield from self._ask_hours(about, kind, partner)
            if about.is_token:
                continue
            stored = about.column.type
            if stored.kind == "float" and not stored.flaw:
                yield about.ask("nans")
            if "float" in {stored.kind, partner}:
                yield about.ask("missing")
            if kind == "integer" and value.type.bits > 32 and partner == "float":
                yield about.ask("beyond_exact")
            if kind == "decimal" and partner == "float" and value.type.precision > 15:
                yield about.beyond_double
            if kind in NUMBERS and partner == "boolean":
                yield about.ask("not_bits")
            if kind == "text" and other.drops_empty:
                yield about.ask("empties")
        try:
            types.compare(
                replace(left, bits=True), replace(right, bits=True), self.options.timezone
            )
        except Incomparable:
            # What cannot be read right cannot be counted either.
            yield from (about.values for about in sides if about.column.type.castable)

    def _ask_hours(self, about: About, kind: Kind, partner: Kind) -> Iterable[Question]:
        if kind == "timestamp" and partner == "instant" and self.options.timezone is not None:
            yield about.ask("odd_hours", self.options.timezone)

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
        left, right = self._typed(pair, answers)
        one, other = sides = self._sides(pair)
        self._findings.extend(telling.of_tokens(pair.name, sides, left, right, answers))
        left, empties = _emptied(left, right, one, answers)
        right, others = _emptied(right, left, other, answers)
        left, right = _known(left, one, answers), _known(right, other, answers)
        try:
            compared = types.compare(left, right, self.options.timezone)
        except Incomparable as reason:
            compared = self._compare_valueless(pair, left, right, reason, answers)
        self._findings.extend(
            telling.decided(pair.name, sides, compared, self.options.timezone, answers)
        )
        numbers = {left.type.kind, right.type.kind} & set(NUMBERS)
        self._findings.extend(
            telling.missing_values(pair.name, sides, answers, numbers=bool(numbers))
        )
        if empties or others:
            self._findings.append(findings.empty_as_missing(pair.name))
        own = compared.left_own
        if empties and own is None:
            own = types.own_form(replace(left, chain=left.chain[1:]))
        return AlignedColumn(
            original=pair.original,
            avatar=pair.avatar,
            original_form=compared.left,
            avatar_form=compared.right,
            own=own,
            meaning=left,
            shown=_shown(pair, compared.type, telling.how(sides, compared, answers)),
        )

    def _compare_valueless(
        self, pair: NamePair, left: Typed, right: Typed, reason: Incomparable, answers: Answers
    ) -> Compared:
        """Compare a column that has no value with anything (rule 5)."""
        valueless = [answers.get(about.values) == 0 for about in self._sides(pair)]
        left, right = (
            _nothing(value.type) if empty else value
            for value, empty in zip((left, right), valueless, strict=True)
        )
        if not any(valueless) or left.type.flaw or right.type.flaw:
            raise refusals.refuse(pair.name, pair.original.type, pair.avatar.type, reason) from None
        return types.compare(left, right)

    def _align_cast(self, pair: NamePair, target: Type, answers: Answers) -> AlignedColumn:
        sides = self._sides(pair)
        for about in sides:
            refusals.refuse_uncastable(pair.name, about.column.type)
            casts.refuse_loss(pair.name, about, target, answers)
        (original_form, own), (avatar_form, _) = (casts.form(about, target) for about in sides)
        emptied = [bool(answers.get(about.ask("empties"))) for about in sides]
        empty_as_null = (conversion("empty_as_null"),)
        if emptied[0]:
            own, original_form = own or original_form, after(empty_as_null, original_form)
        if emptied[1]:
            avatar_form = after(empty_as_null, avatar_form)
        if any(emptied):
            self._findings.append(findings.empty_as_missing(pair.name))
        self._findings.extend(
            telling.missing_values(pair.name, sides, answers, numbers=target.kind == "float")
        )
        return AlignedColumn(
            original=pair.original,
            avatar=pair.avatar,
            original_form=original_form,
            avatar_form=avatar_form,
            own=own,
            meaning=casts.meaning(sides[0], target),
            shown=_shown(pair, target.stored, phrase("how-cast", type=target.stored)),
        )

    def _typed(self, pair: NamePair, answers: Answers) -> tuple[Typed, Typed]:
        """Give both sides a type; tokens get theirs from the tokens and the other side."""
        one, other = self._sides(pair)
        if one.is_token and other.is_token:
            sides = (tokens.side_of(one, answers), tokens.side_of(other, answers))
            left, right = tokens.type_together(pair.name, *sides)
            return Typed.of_tokens(left), Typed.of_tokens(right)
        if one.is_token:
            return _typed_against(pair.name, one, other, answers)
        if other.is_token:
            right_value, left_value = _typed_against(pair.name, other, one, answers)
            return left_value, right_value
        return Typed(type=one.column.type), Typed(type=other.column.type)

    def _sides(self, pair: NamePair) -> tuple[About, About]:
        return About(self.original, pair.original), About(self.avatar, pair.avatar)

    def _cast(self, pair: NamePair) -> Type | None:
        spelled = self.options.cast.get(pair.name)
        return None if spelled is None else casts.cast_type(pair.name, spelled)


def _shown(pair: NamePair, form: str | Phrase, how: Phrase) -> ComparedColumn:
    return ComparedColumn(
        name=pair.name,
        avatar_name=pair.avatar.name,
        original_type=pair.original.type.stored,
        avatar_type=pair.avatar.type.stored,
        form=form,
        rule=how,
    )


def _typed_against(
    name: str, tokens_of: About, typed: About, answers: Answers
) -> tuple[Typed, Typed]:
    """Give a text column a type against one that has a type; return both."""
    side = tokens.side_of(tokens_of, answers)
    value = Typed(type=typed.column.type)
    if answers.get(typed.values) == 0:
        value = _nothing(typed.column.type)
    found = Typed.of_tokens(tokens.type_against(name, side, value.type))
    return replace(found, bits=side.facts.kinds <= {BIT}), value


def _nothing(stored: Type) -> Typed:
    """Return the type of a column without any value; a NaN in it is none."""
    is_float = stored.kind == "float" and not stored.flaw
    chain = (conversion("nan_as_null"),) if is_float else ()
    return Typed(type=Type(kind="empty", stored="nothing"), chain=chain)


def _known(value: Typed, about: About, answers: Answers) -> Typed:
    """Add what the answers say of a typed side's values."""
    if value.from_text:
        return value
    return replace(
        value,
        small=answers.get(about.ask("beyond_exact")) == 0,
        bits=answers.get(about.ask("not_bits")) == 0,
    )


def _emptied(value: Typed, other: Typed, about: About, answers: Answers) -> tuple[Typed, bool]:
    """Where the other side cannot hold '', it is missing on this side too (rule 11)."""
    if value.type.kind == "text" and other.drops_empty and answers.get(about.ask("empties")):
        return replace(value, chain=(conversion("empty_as_null"), *value.chain)), True
    return value, False
