"""The types that ``--cast COLUMN=TYPE`` takes: DuckDB's names, on every engine."""

from __future__ import annotations

import re

from rdmp.alignment.types import decimal_type
from rdmp.errors import OptionError
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
