"""Spark's types in our nouns, and columns under our names.

What Spark cannot compare exactly becomes a flaw of the type, which stops the comparison and says
why. Fields of structs are named ``f1``, ``f2``, … by position: users' names never enter SQL.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rdmp.seam import Kind, Type

if TYPE_CHECKING:
    from pyspark.sql.types import DataType, StructField

_INTEGERS = {"tinyint": 8, "smallint": 16, "int": 32, "bigint": 64}
_PLAIN: dict[str, Kind] = {
    "boolean": "boolean",
    "binary": "bytes",
    "date": "date",
    "timestamp": "instant",
    "timestamp_ntz": "timestamp",
    "void": "empty",
}
_BINARY_ORDER = "UTF8_BINARY"
_CHAR = "__CHAR_VARCHAR_TYPE_STRING"
"""Where Spark keeps the declared type of a table's CHAR(n) column, which it shows as a string."""

_DEEPEST = 32


def to_type(found: DataType, level: int = 0) -> Type:
    """Translate a type of Spark; one that no rule compares becomes ``other``."""
    name = found.simpleString()
    kind = type(found).__name__
    if level > _DEEPEST:
        flaw = f"is nested more than {_DEEPEST} levels deep"
        return Type(kind="other", stored="nested", flaw=flaw)
    if name in _INTEGERS:
        stored = "INTEGER" if name == "int" else name.upper()
        return Type(kind="integer", stored=stored, bits=_INTEGERS[name])
    if name in {"float", "double"}:
        return Type(kind="float", stored=name.upper(), bits=32 if name == "float" else 64)
    if name in _PLAIN:
        return Type(kind=_PLAIN[name], stored=name.upper())
    if kind == "DecimalType":
        digits: Any = found
        return Type(
            kind="decimal",
            stored=f"DECIMAL({digits.precision},{digits.scale})",
            precision=digits.precision,
            scale=digits.scale,
        )
    if kind in {"StringType", "CharType", "VarcharType"}:
        return _text(found)
    if kind == "TimeType":
        return _time(found)
    if kind in {"StructType", "ArrayType", "MapType"}:
        return _with_parts(found, level)
    stored = name.upper()
    return Type(kind="other", stored=stored, flaw=f"has the type {stored}, which no rule compares")


def _text(found: Any) -> Type:
    plain = Type(kind="text", stored="VARCHAR")
    collation = getattr(found, "collation", _BINARY_ORDER)
    if collation == _BINARY_ORDER:
        return plain
    flaw = f"has the collation {collation}, by which texts that differ may be equal"
    return replace(plain, stored=f"STRING COLLATE {collation}", flaw=flaw)


def _time(found: Any) -> Type:
    if found.precision <= 6:
        return Type(kind="time", stored="TIME")
    return Type(kind="other", stored="TIME", flaw="is a time of day in nanoseconds")


def _with_parts(found: Any, level: int) -> Type:
    if type(found).__name__ == "StructType":
        parts = [(field.name, field.dataType) for field in found.fields]
        kind: Kind = "struct"
    elif type(found).__name__ == "ArrayType":
        parts, kind = [("item", found.elementType)], "list"
    else:
        parts, kind = [("key", found.keyType), ("value", found.valueType)], "map"
    fields = tuple((name, to_type(part, level + 1)) for name, part in parts)
    flaw = next((inner.flaw for _, inner in fields if inner.flaw), None)
    return Type(kind=kind, stored=kind.upper(), fields=fields, flaw=flaw)


@dataclass(frozen=True, slots=True)
class Stored:
    """A column of a data frame, and what is done to it as it becomes one of ours.

    ``is_padded`` is whether blanks fill a text up to the width of its CHAR(n), ``target`` the type
    with the fields of structs named by position, or None where there are none.
    """

    name: str
    type: Type
    is_padded: bool
    target: str | None


def to_stored(field: StructField) -> Stored:
    """Describe a column of a data frame."""
    declared = str(field.metadata.get(_CHAR, "")).lower()
    found = field.dataType
    target = renamed(found) if _has_fields(found) else None
    return Stored(field.name, to_type(found), declared.startswith("char("), target)


def renamed(found: Any) -> str:
    """Spell a type with the fields of structs named by their positions: ``struct<f1:int>``."""
    match type(found).__name__:
        case "StructType":
            fields = [f"f{n}:{renamed(field.dataType)}" for n, field in enumerate(found.fields, 1)]
            return f"struct<{','.join(fields)}>"
        case "ArrayType":
            return f"array<{renamed(found.elementType)}>"
        case "MapType":
            return f"map<{renamed(found.keyType)},{renamed(found.valueType)}>"
        case _:
            return str(found.simpleString())


def _has_fields(found: Any) -> bool:
    match type(found).__name__:
        case "StructType":
            return True
        case "ArrayType":
            return _has_fields(found.elementType)
        case "MapType":
            return _has_fields(found.keyType) or _has_fields(found.valueType)
        case _:
            return False
