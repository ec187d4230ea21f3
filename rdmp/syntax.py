"""How an engine spells names, literals and types: the only place where text becomes SQL.

Whatever a user chose (a path, a column, a token) enters a statement through `name` or `literal`,
or as a bound value. Types come from a closed list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rdmp.errors import OptionError
from rdmp.seam import Type

Literal = str | bool | int | None


class Syntax(Protocol):
    """The spelling of one engine."""

    @property
    def engine(self) -> str:
        """Name of the engine, and of its folder below ``sql/engines``."""
        ...

    def __hash__(self) -> int:
        """Templates are kept ready for each spelling."""
        ...

    def name(self, value: str) -> str:
        """Quote an identifier."""
        ...

    def literal(self, value: Literal | Sequence[Literal]) -> str:
        """Write a text, number, truth value or list of them."""
        ...

    def type(self, value: Type) -> str:
        """Write a type that a value can be converted to."""
        ...


@dataclass(frozen=True, slots=True)
class DuckDBSyntax:
    """The spelling of DuckDB."""

    engine: str = "duckdb"

    def name(self, value: str) -> str:
        """Quote an identifier: ``"a""b"``."""
        return '"' + _sound(value).replace('"', '""') + '"'

    def literal(self, value: Literal | Sequence[Literal]) -> str:
        """Write a literal: ``'it''s'``, ``12``, ``true``, ``null``, ``['a', 'b']``."""
        if value is None:
            return "null"
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, str):
            return "'" + _sound(value).replace("'", "''") + "'"
        return "[" + ", ".join(self.literal(item) for item in value) + "]"

    def type(self, value: Type) -> str:
        """Write a type: ``bigint``, ``decimal(12, 2)``, ``timestamp_ns``."""
        match value.kind:
            case "integer":
                return ("" if value.signed else "u") + _INTEGERS[value.bits]
            case "float":
                return "float" if value.bits == 32 else "double"
            case "decimal":
                return f"decimal({value.precision}, {value.scale})"
            case "timestamp" | "time" if value.unit == "ns":
                return f"{value.kind}_ns"
            case _:
                return _PLAIN[value.kind]


@dataclass(frozen=True, slots=True)
class SparkSyntax:
    """The spelling of Apache Spark."""

    engine: str = "spark"

    def name(self, value: str) -> str:
        """Quote an identifier: ```a``b```."""
        return "`" + _sound(value).replace("`", "``") + "`"

    def literal(self, value: Literal | Sequence[Literal]) -> str:
        r"""Write a literal: ``'it\'s'``, ``12``, ``true``, ``null``, ``array('a', 'b')``."""
        if value is None:
            return "null"
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, str):
            escaped = _sound(value).replace("\\", "\\\\").replace("'", "\\'")
            return f"'{escaped}'"
        return "array(" + ", ".join(self.literal(item) for item in value) + ")"

    def type(self, value: Type) -> str:
        """Write a type: ``bigint``, ``decimal(12, 2)``, ``timestamp_ntz``.

        Raises
        ------
        OptionError
            If Spark has no type that holds the same values.
        """
        match value.kind:
            case "integer" if value.signed:
                return _SPARK_INTEGERS[value.bits]
            case "float":
                return "float" if value.bits == 32 else "double"
            case "decimal":
                return f"decimal({value.precision}, {value.scale})"
            case kind if kind in _SPARK_PLAIN and value.unit != "ns":
                return _SPARK_PLAIN[kind]
            case _:
                message = f"Spark has no type {value.stored}"
                raise OptionError(message, "choose another one for --cast, such as DECIMAL(38,0)")


_SPARK_INTEGERS = {
    8: "tinyint",
    16: "smallint",
    32: "int",
    64: "bigint",
    128: "decimal(38, 0)",  # no source on Spark has a longer whole number
}

_SPARK_PLAIN = {
    "boolean": "boolean",
    "text": "string",
    "token": "string",
    "bytes": "binary",
    "date": "date",
    "time": "time(6)",
    "timestamp": "timestamp_ntz",
    "instant": "timestamp",
    "empty": "void",
}


_INTEGERS = {8: "tinyint", 16: "smallint", 32: "integer", 64: "bigint", 128: "hugeint"}

_PLAIN = {
    "boolean": "boolean",
    "text": "varchar",
    "token": "varchar",
    "bytes": "blob",
    "uuid": "uuid",
    "date": "date",
    "time": "time",
    "timestamp": "timestamp",
    "instant": "timestamptz",
    "empty": '"null"',
}


def _sound(value: str) -> str:
    """Return a text that an engine can take."""
    if "\0" in value:
        message = "a name, path or token holds a null byte"
        raise OptionError(message, "remove it: no engine can take it")
    try:
        value.encode()
    except UnicodeEncodeError:
        message = "a name, path or token is not UTF-8"
        raise OptionError(message, "write it in UTF-8: no engine can take it otherwise") from None
    return value
