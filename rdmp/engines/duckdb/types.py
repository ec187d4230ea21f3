"""DuckDB's types in our nouns, and columns under our names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

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


def to_columns(names: Sequence[str], types: Sequence[Type]) -> tuple[Column, ...]:
    """Give the columns our names, by position: the user's names never enter SQL."""
    return tuple(
        Column(name=name, sql_name=f"c{position}", type=stored)
        for position, (name, stored) in enumerate(zip(names, types, strict=True))
    )
