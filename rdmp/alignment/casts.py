"""``--cast COLUMN=TYPE``: the types that it takes, and how each side becomes one of them.

The names are DuckDB's, on every engine. A value that does not convert without loss stops.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from rdmp.alignment import types
from rdmp.alignment.compared import Typed
from rdmp.alignment.facts import TokenFacts
from rdmp.alignment.numbers import decimal_type
from rdmp.alignment.questions import About, Answers, Question
from rdmp.alignment.stops import Offence
from rdmp.alignment.tokens import Side
from rdmp.errors import OptionError
from rdmp.forms import AS_STORED, Conversion, Form, after, conversion
from rdmp.seam import Kind, Type

_INTEGERS = {
    "TINYINT": (8, True),
    "SMALLINT": (16, True),
    "INTEGER": (32, True),
    "BIGINT": (64, True),
    "HUGEINT": (128, True),
    "UTINYINT": (8, False),
    "USMALLINT": (16, False),
    "UINTEGER": (32, False),
    "UBIGINT": (64, False),
}
_PLAIN: dict[str, Kind] = {
    "BOOLEAN": "boolean",
    "VARCHAR": "text",
    "BLOB": "bytes",
    "UUID": "uuid",
    "DATE": "date",
    "TIME": "time",
    "TIMESTAMP": "timestamp",
    "TIMESTAMPTZ": "instant",
}
_ALIASES = {
    "INT": "INTEGER",
    "INT1": "TINYINT",
    "INT2": "SMALLINT",
    "INT4": "INTEGER",
    "INT8": "BIGINT",
    "LONG": "BIGINT",
    "SHORT": "SMALLINT",
    "TEXT": "VARCHAR",
    "STRING": "VARCHAR",
    "CHAR": "VARCHAR",
    "BOOL": "BOOLEAN",
    "REAL": "FLOAT",
    "FLOAT4": "FLOAT",
    "FLOAT8": "DOUBLE",
    "DATETIME": "TIMESTAMP",
    "TIMESTAMP WITH TIME ZONE": "TIMESTAMPTZ",
    "BYTEA": "BLOB",
    "NUMERIC": "DECIMAL",
}
_DECIMAL = re.compile(r"(?:DECIMAL|NUMERIC)(?:\((\d{1,2})(?:,(\d{1,2}))?\))?")


def cast_type(column: str, spelled: str) -> Type:
    """Read a type's name.

    Raises
    ------
    OptionError
        If it is not a type that a column can be cast to.
    """
    word = " ".join(spelled.upper().split())
    word = _ALIASES.get(word, word)
    if word in _INTEGERS:
        bits, signed = _INTEGERS[word]
        return Type(kind="integer", stored=word, bits=bits, signed=signed)
    if word in {"FLOAT", "DOUBLE"}:
        return Type(kind="float", stored=word, bits=32 if word == "FLOAT" else 64)
    if word == "TIMESTAMP_NS":
        return Type(kind="timestamp", stored=word, unit="ns")
    if word in _PLAIN:
        return Type(kind=_PLAIN[word], stored=word)
    match = _DECIMAL.fullmatch(word.replace(" ", ""))
    if match:
        precision, scale = int(match[1] or 18), int(match[2] or (0 if match[1] else 3))
        if 1 <= precision <= 38 and scale <= precision:
            return decimal_type(precision, scale)
    message = f"--cast {column}: no such type to cast to: {spelled!r}"
    names = [*_INTEGERS, "DECIMAL(p,s)", "DOUBLE", "FLOAT", *_PLAIN, "TIMESTAMP_NS"]
    raise OptionError(message, f"it takes {', '.join(names)}")


def questions(about: About, other: About, target: Type) -> Iterable[Question]:
    """List what must be known of one side of a cast column."""
    kind = about.column.type.kind
    if target.kind != "text":
        yield _loss(about, target)
    elif kind == "text" and (other.is_token or other.column.type.empty_is_missing):
        yield about.ask("empties")
    if target.kind == "float":
        if kind in {"token", "text"}:
            yield about.codes
        elif kind == "float":
            yield about.ask("nans")
        if kind != "token":
            yield about.ask("missing")


def _loss(about: About, target: Type) -> Question:
    """Ask how many values do not convert; every value has a text."""
    if about.column.type.kind in {"token", "text"}:
        return about.ask("not_read", target, about.decimal)
    return about.ask("not_cast", target, replace(about.column.type, flaw=None))


def refuse_loss(name: str, about: About, target: Type, answers: Answers) -> None:
    """Stop at values that a cast would change.

    Raises
    ------
    Offence
        If there is one.
    """
    question = _loss(about, target)
    if target.kind == "text" or not answers[question]:
        return
    raise Offence(
        role=about.relation.role,
        column=about.column,
        condition=(Conversion(question.name, question.arguments),),
        message=f"column {name!r} holds values that do not convert to {target.stored} without loss",
        hint=f"choose another type for --cast {name}, or exclude the column",
    )


def form(about: About, target: Type) -> tuple[Form, Form | None]:
    """Return the compared form and, where it is not the source's own, the source's own."""
    stored = replace(about.column.type, flaw=None)
    if stored.kind in {"token", "text"}:
        side = Side(relation=about.relation, column=about.column, facts=TokenFacts({}))
        chain = side.typed(target, nan=target.kind == "float").chain
        own = None if stored.kind == "token" or target.kind == "text" else AS_STORED
        if _is_fine(target):
            return types.own_form(Typed(type=target, fine=True)), own
        return types.own_form(Typed(type=target, chain=chain)), own
    as_it_is = replace(stored, stored="") == replace(target, stored="")
    chain = () if as_it_is else (conversion("cast_as", target),)
    own = None if as_it_is else types.own_form(Typed(type=stored))
    if _is_fine(target):
        return after(chain, _NANOSECONDS), own
    return types.own_form(Typed(type=target, chain=chain)), own


def meaning(about: About, target: Type) -> Typed:
    """Return what a value of one side is, once it is cast."""
    stored = replace(about.column.type, flaw=None)
    if stored.kind in {"token", "text"}:
        if _is_fine(target):
            return Typed(type=target, fine=True)
        side = Side(relation=about.relation, column=about.column, facts=TokenFacts({}))
        return Typed(type=target, chain=side.typed(target, nan=target.kind == "float").chain)
    as_it_is = replace(stored, stored="") == replace(target, stored="")
    return Typed(type=target, chain=() if as_it_is else (conversion("cast_as", target),))


_NANOSECONDS: Form = ((conversion("whole_microseconds"),), (conversion("nanosecond_rest"),))


def _is_fine(target: Type) -> bool:
    return target.kind == "timestamp" and target.unit == "ns"
