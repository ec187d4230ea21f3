"""When two types can be compared, and in which form (COMPARISON.md, rules 4 to 10).

A compared form is exact: what the other type cannot hold gets a rest beside its value and matches
nothing. Where a rule narrows on purpose (8-byte floats against 4-byte ones), the original keeps its
own form beside the compared one, because U is judged on that.
"""

from __future__ import annotations

from rdmp.alignment import clocks, nested, numbers
from rdmp.alignment.compared import Compared, Incomparable, Typed, cast, same, types_named
from rdmp.alignment.refusals import kind_of
from rdmp.forms import Form, conversion
from rdmp.seam import Type
from rdmp.words import phrase

_TEXT = Type(kind="text", stored="VARCHAR")


def own_form(value: Typed) -> Form:
    """Return a value as its own source means it: NaN is missing, tokens are typed (rule 4)."""
    kind = value.type.kind
    if value.fine:
        return clocks.instants(value)
    if kind == "float":
        return ((*value.chain, conversion("nan_as_null")),)
    if kind == "interval":
        return ((*value.chain, conversion("interval_parts")),)
    if kind in {"struct", "list", "map"}:
        return compare(value, value).left
    return (value.chain,)


def compare(left: Typed, right: Typed, timezone: str | None = None, level: int = 0) -> Compared:
    """Find the compared form of a pair of values.

    Parameters
    ----------
    left, right : Typed
        One value of each side.
    timezone : str, optional
        Zone of local timestamps that meet instants.
    level : int
        Depth inside nested values.

    Raises
    ------
    Incomparable
        If no rule compares the two.
    """
    for value in (left, right):
        if value.type.flaw:
            raise Incomparable(value.type.flaw)
    kinds = (left.type.kind, right.type.kind)
    if "empty" in kinds:
        return _with_nothing(left, right)
    for one, other, turned in ((left, right, False), (right, left, True)):
        found = _ordered(one, other, timezone, level)
        if found is not None:
            return found.mirrored if turned else found
    if level:
        inner, opposite = kind_of(left.type), kind_of(right.type)
        reason = f"holds, inside its values, {inner} on one side and {opposite} on the other"
        raise Incomparable(reason)
    raise Incomparable


def _ordered(  # noqa: C901, PLR0912 - a table of rules, one arm a pair of kinds
    left: Typed, right: Typed, timezone: str | None, level: int
) -> Compared | None:
    """Try the rules with the kinds in the order in which they are written here."""

    def inside(one: Typed, other: Typed) -> Compared:
        return compare(one, other, timezone, level + 1)

    match (left.type.kind, right.type.kind):
        case ("integer", "integer"):
            return numbers.integers(left, right)
        case ("integer", "decimal") | ("decimal", "decimal"):
            return numbers.decimals(left, right)
        case ("integer", "float"):
            return numbers.integer_with_float(left, right)
        case ("decimal", "float"):
            return numbers.decimal_with_float(left, right)
        case ("float", "float"):
            return numbers.floats(left, right)
        case ("boolean", "boolean"):
            return same(left, right, "BOOLEAN", phrase("how-truth"))
        case ("boolean", "integer" | "decimal" | "float"):
            return numbers.boolean_with_number(left, right)
        case ("text", "text"):
            return _texts(left, right)
        case ("bytes", "bytes"):
            return same(left, right, "BLOB", phrase("how-bytes"))
        case ("bytes", "text"):
            return _bytes_with_text(left, right)
        case ("uuid", "uuid"):
            return same(left, right, "UUID", phrase("how-uuid"))
        case ("uuid", "text"):
            return _uuid_with_text(left, right)
        case ("date", "date"):
            return same(left, right, "DATE", phrase("how-dates"))
        case ("date", "timestamp"):
            return clocks.date_with_timestamp(left, right)
        case ("time", "time"):
            return clocks.times(left, right)
        case ("timestamp", "timestamp"):
            return clocks.same_clock(left, right, phrase("how-local"))
        case ("instant", "instant"):
            return clocks.same_clock(left, right, phrase("how-instants"))
        case ("timestamp" | "date", "instant"):
            return clocks.local_with_instant(left, right, timezone)
        case ("duration", "duration"):
            return clocks.durations(left, right)
        case ("interval", "interval"):
            form = (conversion("interval_parts"),)
            return Compared(
                left=(left.chain + form,),
                right=(right.chain + form,),
                type="INTERVAL",
                how=phrase("how-interval"),
            )
        case ("struct", "struct"):
            return nested.structs(left, right, inside)
        case ("list", "list"):
            return nested.lists(left, right, inside, level)
        case ("map", "map"):
            return nested.maps(left, right, inside, level)
        case _:
            return None


def _with_nothing(left: Typed, right: Typed) -> Compared:
    """Compare with a column that has no value, which fits any type (rule 5): missing or not."""

    def present(value: Typed) -> Form:
        if value.type.kind == "empty":
            return ((*value.chain, conversion("present")),)
        return ((*own_form(value)[0], conversion("present")),)

    def own(value: Typed) -> Form | None:
        return None if value.type.kind == "empty" else own_form(value)

    return Compared(
        left=present(left),
        right=present(right),
        left_own=own(left),
        right_own=own(right),
        type=phrase("type-missing"),
        how=phrase("how-nothing"),
    )


def _texts(left: Typed, right: Typed) -> Compared:
    if (left.type.stored == "jsonb") != (right.type.stored == "jsonb"):
        # A database has put the blanks and the keys in its own order; nobody else does as it does.
        raise Incomparable("is jsonb on one side only, and JSON is spelled in many ways")

    def form(value: Typed) -> Form:
        plain = value.type.stored in {"VARCHAR", "text"}
        return (value.chain,) if plain else ((*value.chain, conversion("cast_as", _TEXT)),)

    return Compared(
        left=form(left),
        right=form(right),
        type="VARCHAR",
        how=types_named(phrase("how-text"), left, right),
    )


def _bytes_with_text(left: Typed, right: Typed) -> Compared:
    return Compared(
        left=(left.chain,),
        right=((*right.chain, conversion("cast_as", _TEXT), conversion("utf8")),),
        type="BLOB",
        how=types_named(phrase("how-text-as-bytes"), left, right),
        decisions=("bytes-as-text",),
    )


def _uuid_with_text(left: Typed, right: Typed) -> Compared:
    return Compared(
        left=(cast(left, _TEXT),),
        right=((*right.chain, conversion("cast_as", _TEXT), conversion("uuid_text")),),
        right_own=(right.chain,),
        type="UUID",
        how=types_named(phrase("how-uuid-as-text"), left, right),
    )
