"""When two types can be compared, and in which form (COMPARISON.md, rules 4 to 10).

A compared form is exact: what the other type cannot hold gets a rest beside its value and matches
nothing. Where a rule narrows on purpose (8-byte floats against 4-byte ones), the original keeps its
own form beside the compared one, because U is judged on that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rdmp.alignment.tokens import TypedTokens
from rdmp.errors import ColumnError
from rdmp.forms import AS_STORED, Chain, Conversion, Form, conversion
from rdmp.seam import Kind, Type

NUMBERS = ("integer", "decimal", "float")
_EXACT_DOUBLE = 2**53

_BIGINT = Type(kind="integer", stored="BIGINT", bits=64)
_HUGEINT = Type(kind="integer", stored="HUGEINT", bits=128)
_TINYINT = Type(kind="integer", stored="TINYINT", bits=8)
_DOUBLE = Type(kind="float", stored="DOUBLE", bits=64)
_FLOAT = Type(kind="float", stored="FLOAT", bits=32)
_TEXT = Type(kind="text", stored="VARCHAR")
_BYTES = Type(kind="bytes", stored="BLOB")
_DATE = Type(kind="date", stored="DATE")
_TIMESTAMP = Type(kind="timestamp", stored="TIMESTAMP")
_TIME_NS = Type(kind="time", stored="TIME_NS", unit="ns")


class Incomparable(Exception):  # noqa: N818 - a state of two types, which may turn out well
    """Two types that no rule compares."""

    def __init__(self, reason: str = "", hint: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A value whose type is known: as stored, or a token on its way into a type.

    ``small`` is True where every value is known to lie within plus or minus 2^53, ``bits`` where
    every value is known to be 0 or 1. ``from_text`` marks a value read from text, whose decimal
    spelling is the number itself.
    """

    type: Type
    chain: Chain = ()
    fine: bool = False
    from_text: bool = False
    small: bool = False
    bits: bool = False

    @classmethod
    def of_tokens(cls, tokens: TypedTokens) -> Typed:
        """Take over what the tokens of a text file were found to be."""
        return cls(type=tokens.type, chain=tokens.chain, fine=tokens.fine, from_text=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """How one pair of values is compared.

    Attributes
    ----------
    left, right : Form
        The compared form of each side; both have identical types.
    left_own, right_own : Form or None
        The side's own form, where the compared one can merge values that differ; else None.
    type : str
        What is compared, for the reader.
    how : str
        One sentence.
    decisions : tuple of str
        What a finding must tell, in kebab case.
    """

    left: Form
    right: Form
    type: str
    how: str
    left_own: Form | None = None
    right_own: Form | None = None
    decisions: tuple[str, ...] = ()

    @property
    def mirrored(self) -> Compared:
        """The same with the sides exchanged."""
        return replace(
            self,
            left=self.right,
            right=self.left,
            left_own=self.right_own,
            right_own=self.left_own,
        )


def own_form(value: Typed) -> Form:
    """Return a value as its own source means it: NaN is missing, tokens are typed (rule 4)."""
    kind = value.type.kind
    if value.fine:
        return _instants(value)
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
        inner, opposite = _kind(left.type), _kind(right.type)
        reason = f"holds, inside its values, {inner} on one side and {opposite} on the other"
        raise Incomparable(reason)
    raise Incomparable


def _ordered(  # noqa: C901, PLR0912 - a table of rules, one arm a pair of kinds
    left: Typed, right: Typed, timezone: str | None, level: int
) -> Compared | None:
    """Try the rules with the kinds in the order in which they are written here."""
    match (left.type.kind, right.type.kind):
        case ("integer", "integer"):
            return _integers(left, right)
        case ("integer", "decimal") | ("decimal", "decimal"):
            return _decimals(left, right)
        case ("integer", "float"):
            return _integer_with_float(left, right)
        case ("decimal", "float"):
            return _decimal_with_float(left, right)
        case ("float", "float"):
            return _floats(left, right)
        case ("boolean", "boolean"):
            return _same(left, right, "BOOLEAN", "as true or false")
        case ("boolean", "integer" | "decimal" | "float"):
            return _boolean_with_number(left, right)
        case ("text", "text"):
            return _texts(left, right)
        case ("bytes", "bytes"):
            return _same(left, right, "BLOB", "byte for byte")
        case ("bytes", "text"):
            return _bytes_with_text(left, right)
        case ("uuid", "uuid"):
            return _same(left, right, "UUID", "as 128-bit identifiers")
        case ("uuid", "text"):
            return _uuid_with_text(left, right)
        case ("date", "date"):
            return _same(left, right, "DATE", "as dates")
        case ("date", "timestamp"):
            return _date_with_timestamp(left, right)
        case ("time", "time"):
            return _times(left, right)
        case ("timestamp", "timestamp"):
            return _same_clock(left, right, "local timestamps")
        case ("instant", "instant"):
            return _same_clock(left, right, "instants, whatever their zone")
        case ("timestamp" | "date", "instant"):
            return _local_with_instant(left, right, timezone)
        case ("duration", "duration"):
            return _durations(left, right)
        case ("interval", "interval"):
            form = (conversion("interval_parts"),)
            return Compared(
                left=(left.chain + form,),
                right=(right.chain + form,),
                type="INTERVAL",
                how="as months, days and microseconds apart: 1 month is not 30 days",
            )
        case ("struct", "struct"):
            return _structs(left, right, timezone, level)
        case ("list", "list"):
            return _lists(left, right, timezone, level)
        case ("map", "map"):
            return _maps(left, right, timezone, level)
        case _:
            return None


# -- numbers (rules 6 to 8) ------------------------------------------------------------------


def _integers(left: Typed, right: Typed) -> Compared:
    target = _common_integer(left.type, right.type)
    how = "as whole numbers" + _types(left, right)
    if target is not None:
        return Compared(
            left=(_cast(left, target),), right=(_cast(right, target),), type=target.stored, how=how
        )
    return _with_rest(left, right, _HUGEINT, _HUGEINT.stored, how)


def _common_integer(left: Type, right: Type) -> Type | None:
    """Return the smallest integer type that holds every value of both, or None."""
    if left.bits == right.bits and left.signed == right.signed:
        return replace(left, stored=left.stored)
    if left.signed == right.signed:
        return max(left, right, key=lambda one: one.bits)
    signed, unsigned = (left, right) if left.signed else (right, left)
    bits = max(signed.bits, 2 * unsigned.bits)
    names = {16: "SMALLINT", 32: "INTEGER", 64: "BIGINT", 128: "HUGEINT"}
    return Type(kind="integer", stored=names[bits], bits=bits) if bits <= 128 else None


def _decimals(left: Typed, right: Typed) -> Compared:
    one, other = _digits(left.type), _digits(right.type)
    whole = max(one[0] - one[1], other[0] - other[1])
    scale = max(one[1], other[1])
    how = "as the same number, whatever the width and scale" + _types(left, right)
    if whole + scale <= 38:
        width = 18 if whole + scale <= 18 else 38
        target = decimal_type(width, scale)
        return Compared(
            left=(_cast(left, target),), right=(_cast(right, target),), type=target.stored, how=how
        )
    coarse = decimal_type(38, min(one[1], other[1]))
    return _with_rest(left, right, coarse, f"{coarse.stored} and a rest", how)


def _digits(stored: Type) -> tuple[int, int]:
    """Return precision and scale; of an integer, the digits of its largest value."""
    if stored.kind == "decimal":
        return stored.precision, stored.scale
    digits = {8: 3, 16: 5, 32: 10, 64: 19 if stored.signed else 20, 128: 39}
    return digits[stored.bits], 0


def decimal_type(precision: int, scale: int) -> Type:
    """Return a decimal type."""
    stored = f"DECIMAL({precision},{scale})"
    return Type(kind="decimal", stored=stored, precision=precision, scale=scale)


def _with_rest(left: Typed, right: Typed, target: Type, shown: str, how: str) -> Compared:
    """Compare in a type that does not hold every value: what it does not hold stands beside it."""

    def form(value: Typed, rest: Conversion) -> Form:
        text = conversion("cast_as", _TEXT)
        return (
            (*value.chain, conversion("try_as", target)),
            (*value.chain, rest, text),
        )

    return Compared(
        left=form(left, conversion("unheld", target, left.type)),
        right=form(right, conversion("unheld", target, right.type)),
        type=shown,
        how=how,
    )


def _integer_with_float(left: Typed, right: Typed) -> Compared:
    narrow = right.type.bits == 32
    value, rest = conversion("cast_as", _DOUBLE), conversion("unheld", _DOUBLE, left.type)
    exact = left.small or left.type.bits <= 32
    if narrow and not left.from_text:
        numbers = (*right.chain, conversion("nan_as_null"), conversion("cast_as", _DOUBLE))
    else:
        numbers = _shortest(right)
    how = "as the same number" + _types(left, right)
    return Compared(
        left=((*left.chain, value),) + (() if exact else ((*left.chain, rest),)),
        right=(numbers,) + (() if exact else ((conversion("none_of", left.type),),)),
        type="DOUBLE" if exact else "DOUBLE and a rest beyond 2^53",
        how=how,
        decisions=("float-with-integer",) if narrow and not left.from_text else (),
    )


def _decimal_with_float(left: Typed, right: Typed) -> Compared:
    precision, scale = left.type.precision, left.type.scale
    if right.type.bits == 32 and not left.from_text:
        narrow = (conversion("cast_as", _DOUBLE), conversion("cast_as", _FLOAT))
        return Compared(
            left=(left.chain + narrow,),
            left_own=(left.chain,),
            right=((*right.chain, conversion("nan_as_null")),),
            type="FLOAT",
            how="at 4-byte precision" + _types(left, right),
            decisions=("float-narrowed",),
        )
    floats = _shortest(right)
    value = (*left.chain, conversion("cast_as", _DOUBLE))
    how = "as the same decimal number: a float counts as its shortest decimal form"
    how += _types(left, right)
    if precision <= 15:
        return Compared(left=(value,), right=(floats,), type="DOUBLE", how=how)
    small = 10 ** (15 - scale) if scale <= 15 else 0
    rest = (
        *left.chain,
        conversion("decimal_beyond_double", left.type, str(small) if small else ""),
    )
    # Beyond 2^53 a double equals two decimals: its whole number, and its shortest form.
    merges = precision - scale > 15
    return Compared(
        left=(value, rest),
        left_own=(left.chain,) if merges else None,
        right=(floats, (conversion("none_of", left.type),)),
        type="DOUBLE and a rest beyond 15 digits",
        how=how,
        decisions=("decimal-beyond-double",),
    )


def _shortest(value: Typed) -> Chain:
    """Return a float as the double of its shortest decimal form, NaN as missing."""
    nan = conversion("nan_as_null")
    if value.type.bits == 32:
        return (*value.chain, nan, conversion("shortest_double"))
    return (*value.chain, nan)


def _floats(left: Typed, right: Typed) -> Compared:
    nan = conversion("nan_as_null")
    if left.type.bits == right.type.bits:
        return Compared(
            left=((*left.chain, nan),),
            right=((*right.chain, nan),),
            type="FLOAT" if left.type.bits == 32 else "DOUBLE",
            how="as the same float, NaN as missing" + _types(left, right),
        )
    if left.from_text or right.from_text:
        return Compared(
            left=(_shortest(left),),
            right=(_shortest(right),),
            type="DOUBLE",
            how="as the same decimal number: a float counts as its shortest decimal form"
            + _types(left, right),
        )

    def narrowed(value: Typed) -> Form:
        if value.type.bits == 32:
            return ((*value.chain, nan), (*value.chain, conversion("none_of", _DOUBLE)))
        return (
            (*value.chain, nan, conversion("try_as", _FLOAT)),
            (*value.chain, nan, conversion("out_of_range", _FLOAT)),
        )

    return Compared(
        left=narrowed(left),
        right=narrowed(right),
        left_own=((*left.chain, nan),) if left.type.bits == 64 else None,
        right_own=((*right.chain, nan),) if right.type.bits == 64 else None,
        type="FLOAT",
        how="at 4-byte precision" + _types(left, right),
        decisions=("float-narrowed",),
    )


def _boolean_with_number(left: Typed, right: Typed) -> Compared:
    if not right.bits:
        reason = "is true/false on one side and a number other than 0 and 1 on the other"
        raise Incomparable(reason)
    number = conversion("cast_as", _TINYINT)
    nan = (conversion("nan_as_null"),) if right.type.kind == "float" else ()
    return Compared(
        left=((*left.chain, number),),
        right=((*right.chain, *nan, number),),
        type="BOOLEAN",
        how="true as 1, false as 0" + _types(left, right),
        decisions=("boolean-as-number",),
    )


# -- text, bytes, identifiers (rules 5 and 9) --------------------------------------------------


def _texts(left: Typed, right: Typed) -> Compared:
    def form(value: Typed) -> Form:
        plain = value.type.stored in {"VARCHAR", "text"}
        return (value.chain,) if plain else ((*value.chain, conversion("cast_as", _TEXT)),)

    return Compared(
        left=form(left),
        right=form(right),
        type="VARCHAR",
        how="as text, byte for byte" + _types(left, right),
    )


def _bytes_with_text(left: Typed, right: Typed) -> Compared:
    return Compared(
        left=(left.chain,),
        right=((*right.chain, conversion("cast_as", _TEXT), conversion("utf8")),),
        type="BLOB",
        how="as the bytes of the text in UTF-8" + _types(left, right),
        decisions=("bytes-as-text",),
    )


def _uuid_with_text(left: Typed, right: Typed) -> Compared:
    return Compared(
        left=(_cast(left, _TEXT),),
        right=((*right.chain, conversion("cast_as", _TEXT), conversion("uuid_text")),),
        right_own=(right.chain,),
        type="UUID",
        how="as 128-bit identifiers, in either letter case" + _types(left, right),
    )


# -- time (rule 10) ------------------------------------------------------------------------------


def _date_with_timestamp(left: Typed, right: Typed) -> Compared:
    fine = _is_fine(right)
    stamp = _whole(right, _TIMESTAMP)
    rests = (_nanosecond_rest(right),) if fine else ()
    day, hour = conversion("cast_as", _DATE), conversion("time_of_day")
    midnight = (*left.chain, conversion("zero_of_date"))
    return Compared(
        left=(left.chain, midnight, *((midnight,) if fine else ())),
        right=((*stamp, day), (*stamp, hour), *rests),
        type="DATE and time of day",
        how="a date is its midnight" + _types(left, right),
    )


def _times(left: Typed, right: Typed) -> Compared:
    target = left.type if left.type.unit == right.type.unit else _TIME_NS
    return Compared(
        left=(_cast(left, target),),
        right=(_cast(right, target),),
        type=target.stored,
        how="as times of day" + _types(left, right),
    )


def _same_clock(left: Typed, right: Typed, words: str) -> Compared:
    how = f"as {words}" + _types(left, right)
    if _is_fine(left) or _is_fine(right):
        return Compared(
            left=_instants(left), right=_instants(right), type="microseconds and a rest", how=how
        )
    kind: Kind = "timestamp" if left.type.kind == "timestamp" else "instant"
    target = Type(kind=kind, stored="TIMESTAMP" if kind == "timestamp" else "TIMESTAMPTZ")
    return Compared(
        left=(_cast(left, target),), right=(_cast(right, target),), type=target.stored, how=how
    )


def _is_fine(value: Typed) -> bool:
    return value.fine or value.type.unit == "ns"


def _instants(value: Typed, zone: Chain = ()) -> Form:
    """Return whole microseconds since 1970 and the nanoseconds beyond them."""
    micro = Type(kind=value.type.kind, stored=value.type.stored)
    if _is_fine(value):
        if zone or value.fine:
            stamp = (*_whole(value, micro), *zone, conversion("microseconds"))
        else:
            stamp = (*value.chain, conversion("whole_microseconds"))
        return (stamp, _nanosecond_rest(value))
    zero = (*value.chain, conversion("no_nanoseconds"))
    return ((*_cast(value, micro), *zone, conversion("microseconds")), zero)


def _whole(value: Typed, micro: Type) -> Chain:
    """Cut a timestamp to whole microseconds; a cast of text cuts, one of nanoseconds rounds."""
    if value.fine:
        return (*value.chain, conversion("cast_as", micro))
    if value.type.unit == "ns":
        return (*value.chain, conversion("whole_timestamp"))
    return _cast(value, micro)


def _nanosecond_rest(value: Typed) -> Chain:
    name = "token_nanosecond_rest" if value.fine else "nanosecond_rest"
    return (*value.chain, conversion(name))


def _local_with_instant(left: Typed, right: Typed, timezone: str | None) -> Compared:
    if timezone is None:
        raise Incomparable(
            "is a local time on one side and an instant (with a time zone) on the other",
            "pass --timezone ZONE, such as Europe/Paris or UTC, to say where the clocks stood",
        )
    zone = (conversion("local_as_instant", timezone),)
    how = f"local times as instants in {timezone}" + _types(left, right)
    own = own_form(left)
    if left.type.kind == "date":
        left = replace(
            left, type=_TIMESTAMP, chain=(*left.chain, conversion("cast_as", _TIMESTAMP))
        )
    return Compared(
        left=_instants(left, zone),
        left_own=own,
        right=_instants(right),
        type="microseconds and a rest",
        how=how,
    )


def _durations(left: Typed, right: Typed) -> Compared:
    if left.type.unit == right.type.unit:
        return _same(left, right, f"duration in {left.type.unit}", "as durations")
    factors = {"s": 1_000_000_000, "ms": 1_000_000, "us": 1_000, "ns": 1}

    def form(value: Typed) -> Form:
        return ((*value.chain, conversion("multiplied", factors[value.type.unit])),)

    return Compared(
        left=form(left),
        right=form(right),
        type="nanoseconds",
        how="as durations, whatever their unit" + _types(left, right),
    )


# -- nested values (rule 5) ------------------------------------------------------------------------


def _structs(left: Typed, right: Typed, timezone: str | None, level: int) -> Compared:
    names = [name for name, _ in left.type.fields]
    others = [name for name, _ in right.type.fields]
    if sorted(names) != sorted(others) or len(set(names)) != len(names):
        only = sorted(set(names) ^ set(others)) or sorted(names)
        raise Incomparable(f"has structs whose fields differ: {', '.join(map(repr, only))}")
    places = {name: position for position, name in enumerate(others, 1)}
    right_types = dict(right.type.fields)
    parts = [
        compare(Typed(type=one), Typed(type=right_types[name]), timezone, level + 1)
        for name, one in left.type.fields
    ]
    if all(_is_plain(part) for part in parts) and names == others and left.type == right.type:
        return _same(left, right, "STRUCT", "field by field")
    left_places = tuple(range(1, len(names) + 1))
    right_places = tuple(places[name] for name in names)

    def form(chain: Chain, positions: tuple[int, ...], forms: tuple[Form, ...]) -> Form:
        return ((*chain, Conversion("struct_of", (positions, forms))),)

    narrows = any(part.left_own or part.right_own for part in parts)
    return Compared(
        left=form(left.chain, left_places, tuple(part.left for part in parts)),
        right=form(right.chain, right_places, tuple(part.right for part in parts)),
        left_own=form(left.chain, left_places, tuple(p.left_own or p.left for p in parts))
        if narrows
        else None,
        right_own=form(right.chain, right_places, tuple(p.right_own or p.right for p in parts))
        if narrows
        else None,
        type="STRUCT",
        how="field by field, by name, the same rules inside",
        decisions=_decisions(parts),
    )


def _lists(left: Typed, right: Typed, timezone: str | None, level: int) -> Compared:
    (_, one), (_, other) = left.type.fields[0], right.type.fields[0]
    part = compare(Typed(type=one), Typed(type=other), timezone, level + 1)
    if _is_plain(part) and left.type == right.type:
        return _same(left, right, "LIST", "item by item")

    def form(value: Typed, inner: Form) -> Form:
        return ((*value.chain, Conversion("list_of", (level, (inner,)))),)

    narrows = part.left_own or part.right_own
    return Compared(
        left=form(left, part.left),
        right=form(right, part.right),
        left_own=form(left, part.left_own or part.left) if narrows else None,
        right_own=form(right, part.right_own or part.right) if narrows else None,
        type="LIST",
        how="item by item, the same rules inside",
        decisions=part.decisions,
    )


def _maps(left: Typed, right: Typed, timezone: str | None, level: int) -> Compared:
    def entries(value: Typed) -> Typed:
        names = ("key", "value")
        pair = Type(
            kind="struct",
            stored="STRUCT",
            fields=tuple((n, t) for n, (_, t) in zip(names, value.type.fields, strict=True)),
        )
        items = Type(kind="list", stored="LIST", fields=(("item", pair),))
        return replace(value, type=items, chain=(*value.chain, conversion("entries_of")))

    part = _lists(entries(left), entries(right), timezone, level)
    in_order = (conversion("sorted"),)

    def arranged(form: Form | None) -> Form | None:
        return None if form is None else tuple(chain + in_order for chain in form)

    return replace(
        part,
        left=arranged(part.left) or part.left,
        right=arranged(part.right) or part.right,
        left_own=arranged(part.left_own),
        right_own=arranged(part.right_own),
        type="MAP",
        how="by their entries, in whatever order",
    )


def _is_plain(part: Compared) -> bool:
    return part.left == AS_STORED and part.right == AS_STORED


def _decisions(parts: list[Compared]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for part in parts for word in part.decisions))


# -- shared ----------------------------------------------------------------------------------


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
        type="missing or not",
        how="one side has no value at all, and fits any type",
    )


def _same(left: Typed, right: Typed, shown: str, how: str) -> Compared:
    return Compared(
        left=(left.chain,), right=(right.chain,), type=shown, how=how + _types(left, right)
    )


def _cast(value: Typed, target: Type) -> Chain:
    same = replace(value.type, stored="") == replace(target, stored="") and not value.from_text
    return value.chain if same else (*value.chain, conversion("cast_as", target))


def _types(left: Typed, right: Typed) -> str:
    """Name the stored types where they differ and say something."""
    one, other = left.type.stored, right.type.stored
    return "" if one == other or "text" in {one, other} else f" ({one} with {other})"


def refuse(name: str, left: Type, right: Type, reason: Incomparable) -> ColumnError:
    """Turn an incomparable pair into the error of its column."""
    if reason.reason:
        message = f"column {name!r} {reason.reason}"
    else:
        message = (
            f"column {name!r} is {_kind(left)} in the original and {_kind(right)} in the avatar"
        )
    return ColumnError(message, reason.hint or _way_out(name, left, right))


def refuse_uncastable(name: str, stored: Type) -> None:
    """Stop where what the engine reads is not what is stored: a cast would only hide it.

    Raises
    ------
    ColumnError
        If the type is such a one.
    """
    if not stored.castable:
        raise refuse(name, stored, stored, Incomparable(stored.flaw or ""))


def _way_out(name: str, left: Type, right: Type) -> str:
    if not {left.kind, right.kind} <= _CASTABLE or not (left.castable and right.castable):
        return f"pass --exclude {name}, or change its type in the files"
    if {left.kind, right.kind} == {"timestamp"}:
        return f"pass --cast {name}=TIMESTAMP if microseconds are enough, or --exclude {name}"
    return f"pass --cast {name}=VARCHAR to compare it as text, or --exclude {name}"


_CASTABLE = {
    "text", "token", "integer", "decimal", "float", "boolean", "date", "timestamp", "instant",
    "time", "uuid",
}  # fmt: skip


def _kind(stored: Type) -> str:
    words = {"integer": "a number", "decimal": "a number", "float": "a number", "token": "text"}
    word = words.get(stored.kind, stored.kind)
    return word if stored.kind in {"text", "token"} else f"{word} ({stored.stored})"
