"""DuckDB's types in our nouns, and columns under our names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from rdmp.alignment.numbers import common_integer
from rdmp.seam import Column, Kind, Type

if TYPE_CHECKING:
    from duckdb.sqltypes import DuckDBPyType

_INTEGERS = {
    "tinyint": (8, True),
    "smallint": (16, True),
    "integer": (32, True),
    "bigint": (64, True),
    "hugeint": (128, True),
    "utinyint": (8, False),
    "usmallint": (16, False),
    "uinteger": (32, False),
    "ubigint": (64, False),
    "uhugeint": (128, False),
}
_PLAIN: dict[str, Kind] = {
    "boolean": "boolean",
    "varchar": "text",
    "enum": "text",
    "blob": "bytes",
    "uuid": "uuid",
    "date": "date",
    "time": "time",
    "timestamp": "timestamp",
    "timestamp with time zone": "instant",
    "interval": "interval",
    "null": "empty",
    "sqlnull": "empty",
}
_UNITS: dict[str, tuple[Kind, Literal["s", "ms", "ns"]]] = {
    "timestamp_s": ("timestamp", "s"),
    "timestamp_ms": ("timestamp", "ms"),
    "timestamp_ns": ("timestamp", "ns"),
    "timestamptz_ns": ("instant", "ns"),
    "time_ns": ("time", "ns"),
}


_DEEPEST = 32
"""Levels of lists, structs and maps in each other that are compared."""


def to_type(found: DuckDBPyType, level: int = 0) -> Type:
    """Translate a type of DuckDB; one that no rule compares becomes ``other``."""
    if level > _DEEPEST:
        flaw = f"is nested more than {_DEEPEST} levels deep"
        return Type(kind="other", stored="nested", flaw=flaw, castable=False)
    name, stored = found.id, str(found)
    if name in _INTEGERS:
        bits, signed = _INTEGERS[name]
        return Type(kind="integer", stored=stored, bits=bits, signed=signed)
    if name in {"float", "double"}:
        return Type(kind="float", stored=stored, bits=32 if name == "float" else 64)
    if name in _PLAIN:
        shown = "ENUM" if name == "enum" else stored
        return Type(kind=_PLAIN[name], stored=shown)
    if name in _UNITS:
        kind, unit = _UNITS[name]
        return Type(kind=kind, stored=stored, unit=unit)
    if name in {"decimal", "struct", "list", "array", "map"}:
        return _with_parts(name, stored, _children(found), level)
    return Type(kind="other", stored=stored, flaw=f"has the type {stored}, which no rule compares")


def _children(found: DuckDBPyType) -> list[tuple[str, Any]]:
    return [(str(name), child) for name, child in found.children]


def _with_parts(name: str, stored: str, parts: list[tuple[str, Any]], level: int) -> Type:
    if name == "decimal":
        digits = dict(parts)
        return Type(
            kind="decimal", stored=stored, precision=digits["precision"], scale=digits["scale"]
        )
    shown = name.upper()
    if name == "array":  # arrays of two sizes are two types, and lists to all who compare them
        shown = f"ARRAY({dict(parts)['size']})"
        parts = [part for part in parts if part[0] != "size"]
    fields = tuple((field, to_type(child, level + 1)) for field, child in parts)
    kind: Kind = "struct" if name == "struct" else "map" if name == "map" else "list"
    flawed = next((inner for _, inner in fields if inner.flaw), None)
    if flawed is None:
        return Type(kind=kind, stored=shown, fields=fields)
    return Type(kind=kind, stored=shown, fields=fields, flaw=flawed.flaw, castable=flawed.castable)


def flawed(stored: Type, reason: str, *, castable: bool = True) -> Type:
    """Return the type with the reason why its values cannot be read exactly."""
    return replace(stored, flaw=reason, castable=castable)


def common_type(one: Type, other: Type) -> Type | None:
    """Return the type that holds every value of the same column in two part files (rule 14).

    None if there is none that loses nothing.
    """
    if replace(one, stored="") == replace(other, stored=""):
        return one
    kinds = {one.kind, other.kind}
    if "empty" in kinds:
        return other if one.kind == "empty" else one
    if one.flaw or other.flaw:
        return None
    if kinds == {"integer"}:
        return common_integer(one, other)
    if kinds <= {"integer", "decimal"}:
        return _common_decimal(one, other)
    if kinds <= {"integer", "decimal", "float"}:
        return _common_float(one, other)
    if kinds == {"text"}:
        return Type(kind="text", stored="VARCHAR")
    if kinds <= {"date", "timestamp"} and "ns" not in {one.unit, other.unit}:
        return Type(kind="timestamp", stored="TIMESTAMP")
    return None


def _common_decimal(one: Type, other: Type) -> Type | None:
    digits = {8: 3, 16: 5, 32: 10, 64: 20, 128: 39}
    whole = max(
        t.precision - t.scale if t.kind == "decimal" else digits[t.bits] for t in (one, other)
    )
    scale = max(one.scale, other.scale)
    if whole + scale > 38:
        return None
    stored = f"DECIMAL({whole + scale},{scale})"
    return Type(kind="decimal", stored=stored, precision=whole + scale, scale=scale)


def _common_float(one: Type, other: Type) -> Type | None:
    """Return the float that holds every value; of 8-byte integers the values decide.

    A 4-byte float is never widened: 36.6 stored in 4 bytes would equal no 36.6 any more.
    """
    both = (one, other)
    if any(each.kind == "float" and each.bits == 32 for each in both):
        narrow = all(
            each.kind == "float" or (each.kind == "integer" and each.bits <= 16) for each in both
        )
        same = one.bits == other.bits or {one.kind, other.kind} == {"integer", "float"}
        return Type(kind="float", stored="FLOAT", bits=32) if narrow and same else None
    fits = all(each.precision <= 15 if each.kind == "decimal" else each.bits <= 64 for each in both)
    return Type(kind="float", stored="DOUBLE", bits=64) if fits else None


def to_columns(names: Sequence[str], types: Sequence[Type]) -> tuple[Column, ...]:
    """Give the columns our names, by position: the user's names never enter SQL."""
    return tuple(
        Column(name=name, sql_name=f"c{position}", type=stored)
        for position, (name, stored) in enumerate(zip(names, types, strict=True))
    )
