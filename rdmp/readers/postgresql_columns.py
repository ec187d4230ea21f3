"""How each type of PostgreSQL is sent so that its values arrive exactly.

===========================  ===================================================================
numeric(p, s)                as text, read as DECIMAL(p,s)
numeric, money               the same, with the digits that its values need
char(n)                      as text, without the padding, which means nothing in PostgreSQL
enum, name                   as text
json                         stops: one value has many spellings, and PostgreSQL no equality
jsonb                        as text, which PostgreSQL spells in one way; only against jsonb
arrays                       as lists; arrays of several dimensions stop
all that is not named here   stops, and may be compared as text if that is asked for
===========================  ===================================================================

NaN among numerics, infinite dates and times, and what Arrow or DuckDB cannot hold stop the column:
it arrives as text, with the reason beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from rdmp.readers import remarks

_PLAIN = frozenset({
    "bool", "int2", "int4", "int8", "float4", "float8", "text", "varchar", "bytea", "uuid", "time",
})  # fmt: skip
_AS_TEXT = frozenset({"bpchar", "name", "char"})
_CLOCKS = frozenset({"timestamp", "timestamptz"})

Form = Literal["plain", "text", "texts", "bigint", "money", "spelled"]
Check = Literal["fixed", "free", "date", "clock", "interval", "array", "clocks", "numbers"]
Target = Literal["as it comes", "exact", "text", "decimal", "decimals"]

_UNFIT: dict[Check, str] = {
    "fixed": "holds NaN, which no decimal can be",
    "free": "holds NaN or infinite numbers, which no decimal can be",
    "date": "holds infinite dates",
    "clock": "holds infinite timestamps, or such as lie too far ahead to be held in 8 bytes",
    "interval": "holds infinite intervals, or such of more than two million hours",
    "array": "holds arrays of several dimensions, or such that do not count from 1",
    "clocks": "holds infinite dates, or arrays of several dimensions",
    "numbers": "holds NaN, which no decimal can be, or arrays of several dimensions",
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column as the catalog has it, in the order of ``postgresql_columns.sql``.

    ``is_enum`` and ``type_name`` are of its type or, of an array, of the type of its elements; the
    name is None if the type is not PostgreSQL's own.
    """

    name: str
    stored: str
    modifier: int
    is_enum: bool
    is_array: bool
    type_name: str | None

    @property
    def digits(self) -> tuple[int, int] | None:
        """Precision and scale of a numeric that has them, and that a decimal can have as well."""
        if self.modifier < 4:
            return None
        precision, scale = (self.modifier - 4) >> 16, (self.modifier - 4) & 0x7FF
        return (precision, scale) if scale <= precision <= 38 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """How a column is sent, what must be asked of its values before, and what it becomes."""

    name: str
    stored: str
    form: Form = "plain"
    target: Target = "as it comes"
    check: Check | None = None
    digits: tuple[int, int] = (38, 0)
    flaw: str | None = None

    @property
    def answers(self) -> int:
        """How many figures the server answers with."""
        return 3 if self.check == "free" else 1

    def field(self, arrived: Any) -> Any:
        """Return the Arrow field of the column, which arrives as some type."""
        import pyarrow as pa

        match self.target:
            case "decimal":
                return pa.field(self.name, pa.decimal128(*self.digits))
            case "decimals":
                return pa.field(self.name, pa.list_(pa.decimal128(*self.digits)))
            case "text":
                return remarks.as_text(self.name, stored=self.stored, flaw=self.flaw)
            case "exact":
                return remarks.exact(self.name, arrived)
            case "as it comes":
                return pa.field(self.name, arrived)


def plan(column: Column) -> Sent:  # noqa: C901 - a table of types, one arm a type
    """Settle what the type of a column decides."""
    kind = column.type_name
    sent = Sent(name=column.name, stored=column.stored)
    if column.is_array:
        return _array(sent, column)
    if column.is_enum or kind in _AS_TEXT:
        return replace(sent, form="text")
    if kind in _PLAIN:
        return sent
    match kind:
        case "date":
            return replace(sent, check="date")
        case "timestamp" | "timestamptz":
            return replace(sent, check="clock")
        case "interval":
            return replace(sent, target="exact", check="interval")
        case "numeric":
            digits = column.digits
            check: Check = "free" if digits is None else "fixed"
            return replace(
                sent, form="text", target="decimal", check=check, digits=digits or (38, 0)
            )
        case "money":
            return replace(sent, form="money", target="decimal", check="free")
        case "oid":
            return replace(sent, form="bigint")
        case "jsonb":
            return replace(sent, form="text", target="text")
        case _:
            return _flawed(sent, _uncompared(column))


def _array(sent: Sent, column: Column) -> Sent:
    kind = column.type_name
    if kind in _PLAIN:
        return replace(sent, check="array")
    if kind == "date" or kind in _CLOCKS:
        return replace(sent, check="clocks")
    if column.is_enum or kind == "bpchar":
        return replace(sent, form="texts", check="array")
    if kind == "numeric" and column.digits is not None:
        return replace(sent, form="texts", target="decimals", check="numbers", digits=column.digits)
    return _flawed(sent, _uncompared(column))


def _uncompared(column: Column) -> str:
    if column.type_name == "json" and not column.is_array:
        return "is json, of which one value has many spellings"
    return f"is {column.stored}, which no rule compares"


def settle(sent: Sent, answers: tuple[int, ...]) -> Sent:
    """Settle what the values decide: how many are unfit, and the digits of numbers."""
    if sent.check is None:
        return sent
    if answers[0]:
        return _flawed(sent, _UNFIT[sent.check])
    if sent.check == "free":
        _, whole, places = answers
        if whole + places > 38:
            return _flawed(sent, "holds numbers of more than 38 digits")
        return replace(sent, digits=(max(whole + places, 1), places))
    return sent


def _flawed(sent: Sent, reason: str) -> Sent:
    return replace(sent, form="spelled", target="text", flaw=reason)
