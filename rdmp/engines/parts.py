"""Part files of a data set that differ: one set of columns, and one type that loses nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rdmp.alignment.numbers import common_integer
from rdmp.errors import ColumnError
from rdmp.seam import Type


def refuse_other_columns(label: str, groups: Sequence[Sequence[str]]) -> None:
    """Stop if part files do not have the same columns, whatever their order.

    Raises
    ------
    ColumnError
    """
    first = groups[0]
    for names in groups[1:]:
        if sorted(names) != sorted(first):
            only = sorted(set(names) ^ set(first)) or sorted(first)
            message = (
                f"{label}: the part files have different columns: {', '.join(map(repr, only))}"
            )
            raise ColumnError(message, "write all parts with the same columns")
    if len(set(first)) != len(first):
        message = f"{label}: a name occurs more than once in part files that differ"
        raise ColumnError(message, "write all parts with the same columns")


def agree(label: str, name: str, found: Sequence[Type], is_exact: Callable[[int], bool]) -> Type:
    """Return the one type of a column that has several in different part files.

    Parameters
    ----------
    label, name : str
        The source and the column, for the message.
    found : sequence of Type
        The type in each group of part files.
    is_exact : callable
        Tells whether the integers of a group lie within plus or minus 2^53.

    Raises
    ------
    ColumnError
        If no type holds every value.
    """
    wanted: Type | None = found[0]
    for one in found[1:]:
        wanted = common_type(wanted, one) if wanted else None
    floats = {one.kind for one in found} >= {"integer", "float"}
    if wanted and floats:
        for place, one in enumerate(found):
            if one.kind == "integer" and one.bits > 32 and not is_exact(place):
                wanted = None
    filled = [one for one in found if one.kind != "empty"]
    nested = wanted and wanted.kind in {"struct", "list", "map"} and len(set(filled)) > 1
    if wanted is None or nested:
        kinds = sorted({one.stored for one in found})
        message = f"{label}: column {name!r} is {' and '.join(kinds)} in different part files"
        raise ColumnError(message, "write all parts with one type")
    return wanted


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
