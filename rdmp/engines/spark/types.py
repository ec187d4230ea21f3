"""Spark's types in our nouns, and columns under our names.

What Spark cannot compare exactly becomes a flaw of the type, which stops the comparison and says
why. Fields of structs are named ``f1``, ``f2``, … by position: users' names never enter SQL.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rdmp.seam import Kind, Type

if TYPE_CHECKING:
    from pyspark.sql import Column as SparkColumn
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
    """A column of a data frame: its name and type, and whether blanks fill it up to a width."""

    name: str
    type: Type
    padded: bool


def to_stored(field: StructField) -> Stored:
    """Describe a column; blanks at the end of a CHAR(n) mean nothing."""
    padded = str(field.metadata.get(_CHAR, "")).lower().startswith("char(")
    return Stored(name=field.name, type=to_type(field.dataType), padded=padded)


def renamed(found: DataType) -> DataType:
    """Return the type with the fields of structs named by their positions."""
    from pyspark.sql.types import ArrayType, MapType, StructField, StructType

    if isinstance(found, StructType):
        return StructType(
            [
                StructField(f"f{position}", renamed(field.dataType), field.nullable)
                for position, field in enumerate(found.fields, 1)
            ]
        )
    if isinstance(found, ArrayType):
        return ArrayType(renamed(found.elementType), found.containsNull)
    if isinstance(found, MapType):
        return MapType(renamed(found.keyType), renamed(found.valueType), found.valueContainsNull)
    return found


def taken_over(position: int, field: StructField) -> SparkColumn:
    """Return the expression of a column under our names."""
    from pyspark.sql import functions

    column = functions.col(f"c{position}")
    if to_stored(field).padded:
        column = functions.rtrim(column)
    inner = renamed(field.dataType)
    if inner != field.dataType:
        column = column.cast(inner)
    return column.alias(f"c{position}")
