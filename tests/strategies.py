"""Random small pairs of tables: few distinct values, and avatars that copy rows of the original.

A pair is drawn in plain Python values with declared types (`oracle.Type`); `arrow` writes one side as
a pyarrow table, from which every other road of a typed source starts.
"""

# Tables of types are rows, and a match has as many arms as there are types.
# ruff: noqa: C901, E501, PLR0912

from __future__ import annotations

import datetime as dt
import math
import struct
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any, Literal

import pyarrow as pa
from hypothesis import strategies as st
from oracle import DAY, NUMBERS, Type, is_missing, same

HOSTILE_NAMES = (
    "a", "n", "count", "c0", "c1_rest", "c0_own", "original", "avatar", "is_original", "originals",
    "filename", "file_path", "rowid", "select", "ID", "id", "Id", 'quo"te', "apo'strophe", "line\nend",
    "semi; drop table x; --", "{{ x }}", "{% if %}", " blank ", "", "é", "é", "日本", "💡", "%s", "a.b",
    "x" * 65_536,
)  # fmt: skip
"""Names of columns that have hurt somebody."""

INTEGERS = tuple(
    Type(kind="integer", bits=bits, signed=signed)
    for bits in (8, 16, 32, 64)
    for signed in (True, False)
)
DECIMALS = tuple(
    Type(kind="decimal", precision=precision, scale=scale)
    for precision, scale in (
        (3, 1), (9, 2), (15, 3), (16, 1), (18, 4), (18, 17), (20, 2), (25, 15), (38, 0), (38, 2), (38, 10),
        (38, 20), (38, 30), (38, 31), (38, 37), (38, 38),
    )
)  # fmt: skip
FLOAT32, FLOAT64 = Type(kind="float32"), Type(kind="float64")
ANY_NUMBER = (*INTEGERS, *DECIMALS, FLOAT32, FLOAT64)
TEXTS = tuple(Type(kind="text", style=style) for style in ("", "large", "dictionary", "view"))
BYTES = tuple(Type(kind="bytes", style=style) for style in ("", "large"))
BOOLEAN, DATE, UUID = Type(kind="boolean"), Type(kind="date"), Type(kind="uuid")
NOTHING = Type(kind="nothing")
UNIT_NAMES: tuple[Literal["s", "ms", "us", "ns"], ...] = ("s", "ms", "us", "ns")
TIMESTAMPS = tuple(Type(kind="timestamp", unit=unit) for unit in UNIT_NAMES)
INSTANTS = (
    Type(kind="instant", unit="s", style="UTC"),
    Type(kind="instant", unit="ms", style="+05:30"),
    Type(kind="instant", unit="us", style="Europe/Paris"),
    Type(kind="instant", unit="ns", style="UTC"),
    Type(kind="instant", unit="us", style="UTC"),
)
TIMES = tuple(Type(kind="time", unit=unit) for unit in UNIT_NAMES)
DURATIONS = tuple(Type(kind="duration", unit=unit) for unit in UNIT_NAMES)

FAMILIES: tuple[tuple[tuple[Type, ...], tuple[Type, ...]], ...] = (
    (ANY_NUMBER, ANY_NUMBER),
    (DECIMALS, (FLOAT32, FLOAT64)),
    (INTEGERS, (FLOAT32, FLOAT64)),
    ((FLOAT32,), (FLOAT64,)),
    (DECIMALS, DECIMALS),
    (TEXTS, TEXTS),
    (TEXTS, BYTES),
    (BYTES, BYTES),
    (TEXTS, (UUID,)),
    ((UUID,), (UUID,)),
    ((BOOLEAN,), (BOOLEAN,)),
    ((DATE,), (DATE, *TIMESTAMPS)),
    (TIMESTAMPS, TIMESTAMPS),
    (INSTANTS, INSTANTS),
    (TIMES, TIMES),
    (DURATIONS, DURATIONS),
)
"""Types of two sides that some rule compares, for any values."""

SCALARS = tuple(
    family for family in FAMILIES if family[0][0].kind != "duration" and UUID not in family[1]
)
"""The same for nested values: a duration inside stops, and pyarrow makes no UUID there."""

UNITS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}
_CENTURIES = (-11_676_096_000, 0, 1_704_189_600, 10_413_792_000)
"""Seconds of 1600, 1970, 2024 and 2300."""

_NUMBERS = tuple(
    Fraction(text)
    for text in (
        "0", "1", "-1", "2", "0.1", "0.3", "1.1", "-1.1", "36.6", "0.5", "2.5", "1e-7", "1e-30", "19.99",
        "127", "128", "255", "256", "16777216", "16777217", "0.1234567890123456789", "1.00000001",
        "9007199254740992", "9007199254740993", "9007199254740994", "1152921504606846976",
        "1152921504606847000", "9223372036854775807", "9223372036854775808", "18446744073709551615",
        "1234567890123.456", "12345678901234567.8", "123456789012345678.12", "1e16", "1e22", "1e23",
        "12345678901234567890123456789012345678", "0.00000000000000000000000000000000000001", "1e37", "9.99",
        "3.4028235e38", "1e300", "1e-300",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One side: names, declared types and rows."""

    names: tuple[str, ...]
    types: tuple[Type, ...]
    rows: tuple[tuple[Any, ...], ...]


# -- values -----------------------------------------------------------------------------------------


def values(of: Type) -> st.SearchStrategy[Any]:
    """Draw values of a type."""
    match of.kind:
        case "integer" | "decimal" | "float32" | "float64":
            return _numbers(of)
        case "text":
            return st.sampled_from(
                ["", " ", "a", "A", "a ", "é", "é", "NaN", "null", "1", "0123456789ab"]
            ) | st.text(max_size=14)
        case "bytes":
            return st.sampled_from(["", "a", "é", "é"]).map(str.encode) | st.binary(max_size=14)
        case "boolean":
            return st.booleans()
        case "uuid":
            return st.integers(0, 3).map(lambda n: uuid.UUID(int=0xABCDEF << 100 | n))
        case "date":
            return (
                st.sampled_from(
                    [
                        dt.date(*ymd)
                        for ymd in ((1, 1, 1), (1600, 2, 29), (1970, 1, 1), (2024, 1, 2))
                    ]
                )
                | st.dates()
            )
        case "timestamp" | "instant":
            return _moments(of)
        case "time":
            return st.integers(0, DAY // UNITS[of.unit] - 1).map(lambda n: n * UNITS[of.unit])
        case "duration":
            return st.integers(-(2**62) // UNITS["s"], 2**62 // UNITS["s"]).map(
                lambda n: n * UNITS[of.unit]
            )
        case "struct":
            return st.fixed_dictionaries({name: _nullable(inner) for name, inner in of.fields})
        case "list":
            return st.lists(_nullable(of.fields[0][1]), max_size=3)
        case "map":
            (_, key), (_, item) = of.fields
            pairs = st.tuples(values(key).filter(lambda v: not is_missing(v)), _nullable(item))
            return st.lists(pairs, max_size=3, unique_by=lambda pair: pair[0])
        case _:
            return st.none()


def _nullable(of: Type) -> st.SearchStrategy[Any]:
    return st.none() | values(of)


def _numbers(of: Type) -> st.SearchStrategy[Any]:
    known = st.sampled_from(_NUMBERS) | _short() | _large()
    known = known.map(lambda number: _number(number, of)).filter(lambda value: value is not None)
    match of.kind:
        case "integer":
            low, high = _bounds(of)
            return known | st.integers(low, high)
        case "decimal":
            limit = 10**of.precision - 1
            return known | st.integers(-limit, limit).map(lambda n: _scaled(n, of.scale))
        case "float32":
            special = st.sampled_from([math.nan, math.inf, -math.inf, -0.0])
            return known | st.floats(width=32) | special
        case _:
            return known | st.floats() | st.sampled_from([math.nan, math.inf, -math.inf, -0.0])


def _short() -> st.SearchStrategy[Fraction]:
    """Draw numbers of few digits and any size."""
    sizes = st.integers(-38, 38).map(lambda power: Fraction(10) ** power)
    return st.builds(lambda digits, size: digits * size, st.integers(-9999, 9999), sizes)


def _large() -> st.SearchStrategy[Fraction]:
    """Draw whole numbers that 8-byte floats hold but do not write in full, and what they write."""
    powers = st.integers(50, 126).map(lambda power: 2**power) | st.integers(2**53, 2**63)
    return powers.map(Fraction) | powers.map(lambda number: Fraction(repr(float(number))))


def _bounds(of: Type) -> tuple[int, int]:
    return (-(2 ** (of.bits - 1)), 2 ** (of.bits - 1) - 1) if of.signed else (0, 2**of.bits - 1)


def _scaled(digits: int, scale: int) -> Decimal:
    with localcontext() as context:
        context.prec = 80
        return Decimal(digits).scaleb(-scale)


def _number(number: Fraction, of: Type) -> Any:
    """Return the nearest value of a type, or None if the number is out of its range."""
    match of.kind:
        case "integer":
            low, high = _bounds(of)
            return round(number) if low <= round(number) <= high else None
        case "decimal":
            digits = round(number * 10**of.scale)
            return _scaled(digits, of.scale) if abs(digits) < 10**of.precision else None
        case "float32":
            try:
                return struct.unpack("<f", struct.pack("<f", float(number)))[0]
            except OverflowError:
                return None
        case _:
            return float(number)


def _moments(of: Type) -> st.SearchStrategy[int]:
    unit = UNITS[of.unit]
    seconds = (0, 1_704_189_600, -9_000_000_000, 9_000_000_000) if of.unit == "ns" else _CENTURIES
    spots = [second * 10**9 for second in (*seconds, 1_704_153_600)]
    near = st.sampled_from([0, 1, -1, 999, 1_000, -1_000, 123_456_789, 999_999_999])
    return st.builds(lambda spot, ns: (spot + ns) // unit * unit, st.sampled_from(spots), near)


def carried(value: Any, left: Type, right: Type) -> Any:
    """Return the value of the other side's type that is nearest to a value; None if there is none."""
    if is_missing(value):
        return None
    kinds = (left.kind, right.kind)
    if left.kind in NUMBERS and right.kind in NUMBERS:
        if isinstance(value, float) and math.isinf(value):
            return value if right.kind in {"float32", "float64"} else None
        if kinds[0] == "float32" and kinds[1] in {"float64", "decimal"}:
            import numpy as np

            return _number(Fraction(str(np.float32(value))), right)
        if kinds == ("float64", "decimal"):
            return _number(Fraction(repr(value)), right)
        return _number(Fraction(value), right)
    match kinds:
        case ("bytes", "text"):
            try:
                return value.decode()
            except UnicodeDecodeError:
                return None
        case ("text", "bytes"):
            return value.encode()
        case ("uuid", "text"):
            return str(value).upper() if value.int % 2 else str(value)
        case ("text", "uuid"):
            try:
                return uuid.UUID(value)
            except ValueError:
                return None
        case ("date", "timestamp"):
            midnight = (value.toordinal() - 719_163) * DAY
            return midnight if _holds(midnight, right) else None
        case ("timestamp", "date"):
            return dt.date.fromordinal(value // DAY + 719_163)
        case ("timestamp", "timestamp") | ("instant", "instant") | ("time", "time"):
            whole = value // UNITS[right.unit] * UNITS[right.unit]
            return whole if _holds(whole, right) else None
        case ("duration", "duration"):
            return value // UNITS[right.unit] * UNITS[right.unit] if _holds(value, right) else None
        case ("struct", "struct"):
            others = dict(right.fields)
            return {name: carried(value[name], inner, others[name]) for name, inner in left.fields}
        case ("list", "list"):
            return [carried(item, left.fields[0][1], right.fields[0][1]) for item in value]
        case ("map", "map"):
            return _carried_entries(value, left, right)
        case _:
            return value if left.kind == right.kind else None


def _holds(nanoseconds: int, of: Type) -> bool:
    return abs(nanoseconds) < 2**63 - 10**10 if of.unit == "ns" else True


def _carried_entries(value: list[Any], left: Type, right: Type) -> list[Any] | None:
    keys = [carried(key, left.fields[0][1], right.fields[0][1]) for key, _ in value]
    if None in keys or len(set(keys)) < len(keys):
        return None
    items = [carried(item, left.fields[1][1], right.fields[1][1]) for _, item in value]
    return list(reversed(list(zip(keys, items, strict=True))))


# -- columns and tables -------------------------------------------------------------------------------


@st.composite
def scalar_types(
    draw: st.DrawFn, families: Sequence[tuple[tuple[Type, ...], tuple[Type, ...]]] = FAMILIES
) -> tuple[Type, Type]:
    """Draw the types of a column of both sides, in either order."""
    lefts, rights = draw(st.sampled_from(families))
    left, right = draw(st.sampled_from(lefts)), draw(st.sampled_from(rights))
    if draw(st.integers(0, 3)) == 0:
        right = left
    return (right, left) if draw(st.booleans()) else (left, right)


@st.composite
def nested_types(draw: st.DrawFn, depth: int = 2) -> tuple[Type, Type]:
    """Draw structs, lists and maps, of each other and of plain values."""
    inner = scalar_types(SCALARS)
    if depth > 1:
        inner = st.one_of(inner, nested_types(depth - 1))
    match draw(st.sampled_from(["struct", "list", "map"])):
        case "struct":
            names = draw(
                st.lists(
                    st.sampled_from(["x", "y", "X y", 'q"', "v", "r"]),
                    min_size=1,
                    max_size=3,
                    unique=True,
                )
            )
            pairs = [draw(inner) for _ in names]
            one = [(name, left) for name, (left, _) in zip(names, pairs, strict=True)]
            other = [(name, right) for name, (_, right) in zip(names, pairs, strict=True)]
            other = draw(st.permutations(other))
            return (
                Type(kind="struct", fields=tuple(one)),
                Type(kind="struct", fields=tuple(other)),
            )
        case "list":
            left, right = draw(inner)
            style = draw(st.sampled_from(["", "large"]))
            return (
                Type(kind="list", fields=(("item", left),)),
                Type(kind="list", fields=(("item", right),), style=style),
            )
        case _:
            keys = draw(
                st.sampled_from([(TEXTS[0], TEXTS[0]), (INTEGERS[4], INTEGERS[5]), (DATE, DATE)])
            )
            left, right = draw(inner)
            return (
                Type(kind="map", fields=(("key", keys[0]), ("value", left))),
                Type(kind="map", fields=(("key", keys[1]), ("value", right))),
            )


@st.composite
def _bits(draw: st.DrawFn) -> tuple[Type, Type]:
    number = draw(st.sampled_from([*INTEGERS, *DECIMALS[:3], FLOAT32, FLOAT64]))
    return (BOOLEAN, number) if draw(st.booleans()) else (number, BOOLEAN)


@st.composite
def _with_nothing(draw: st.DrawFn) -> tuple[Type, Type]:
    some, _ = draw(scalar_types() | nested_types())
    return (some, NOTHING) if draw(st.booleans()) else (NOTHING, some)


def column_types() -> st.SearchStrategy[tuple[Type, Type]]:
    """Draw the types of a column of both sides that some rule compares."""
    return st.one_of(scalar_types(), scalar_types(), nested_types(), _bits(), _with_nothing())


def _pool(draw: st.DrawFn, left: Type, right: Type) -> tuple[list[Any], list[Any]]:
    """Draw a few values of each side, most of them of one origin."""
    if {left.kind, right.kind} & NUMBERS and "boolean" in {left.kind, right.kind}:
        return [_bit(draw, left) for _ in range(2)], [_bit(draw, right) for _ in range(2)]
    ones = draw(st.lists(values(left), min_size=1, max_size=3))
    others = [value for one in ones if (value := carried(one, left, right)) is not None]
    others += draw(st.lists(values(right), min_size=0 if others else 1, max_size=2))
    ones += [value for other in others if (value := carried(other, right, left)) is not None]
    return ones, others


def _bit(draw: st.DrawFn, of: Type) -> Any:
    bit = draw(st.integers(0, 1))
    if of.kind == "boolean":
        return bool(bit)
    if of.kind in {"float32", "float64"}:
        return draw(st.sampled_from([float(bit), float(bit), math.nan, -0.0]))
    return _number(Fraction(bit), of)


@st.composite
def pairs(
    draw: st.DrawFn,
    types: st.SearchStrategy[tuple[Type, Type]] | None = None,
    max_columns: int = 3,
) -> tuple[Table, Table, tuple[str, ...]]:
    """Draw an original, an avatar whose columns stand in another order, and the avatar's order.

    Both tables have their columns in the original's order; the third part is the order in which the
    avatar is to be written.
    """
    wanted = st.lists(
        types if types is not None else column_types(), min_size=1, max_size=max_columns
    )
    columns = draw(wanted)
    names = draw(
        st.lists(
            st.sampled_from(HOSTILE_NAMES),
            min_size=len(columns),
            max_size=len(columns),
            unique=True,
        )
    )
    pools = [_pool(draw, left, right) for left, right in columns]
    missing = draw(st.booleans())
    row = st.tuples(*(_one_of(ones, missing) for ones, _ in pools))
    rows = draw(st.lists(row, min_size=draw(st.integers(1, 5)), max_size=8))
    avatars: list[tuple[Any, ...]] = []
    for _ in range(draw(st.integers(1, 8))):
        if draw(st.booleans()):
            copied = draw(st.sampled_from(rows))
            avatars.append(tuple(map(_twin, copied, columns, pools)))
        else:
            avatars.append(draw(st.tuples(*(_one_of(others, missing) for _, others in pools))))
    original = Table(names=tuple(names), types=tuple(c[0] for c in columns), rows=tuple(rows))
    avatar = Table(names=tuple(names), types=tuple(c[1] for c in columns), rows=tuple(avatars))
    return original, avatar, tuple(draw(st.permutations(names)))


def _one_of(pool: list[Any], missing: bool) -> st.SearchStrategy[Any]:  # noqa: FBT001
    return st.sampled_from([*pool, None] if missing else pool)


def _twin(value: Any, types: tuple[Type, Type], pool: tuple[list[Any], list[Any]]) -> Any:
    """Return the avatar's value that equals a value of the original, else some value of its."""
    left, right = types
    twins = (other for other in pool[1] if same(value, other, left, right))
    return None if is_missing(value) else next(twins, pool[1][0])


# -- Arrow ----------------------------------------------------------------------------------------------


def arrow_type(of: Type) -> Any:
    """Return the Arrow type of a declared type."""
    match of.kind:
        case "integer":
            return getattr(pa, f"{'' if of.signed else 'u'}int{of.bits}")()
        case "decimal":
            return pa.decimal128(of.precision, of.scale)
        case "float32":
            return pa.float32()
        case "float64":
            return pa.float64()
        case "text":
            plain = {"": pa.string(), "large": pa.large_string(), "view": pa.string_view()}
            return (
                pa.dictionary(pa.int32(), pa.string())
                if of.style == "dictionary"
                else plain[of.style]
            )
        case "bytes":
            return pa.large_binary() if of.style else pa.binary()
        case "boolean":
            return pa.bool_()
        case "uuid":
            return pa.uuid()
        case "date":
            return pa.date32()
        case "timestamp":
            return pa.timestamp(of.unit)
        case "instant":
            return pa.timestamp(of.unit, of.style)
        case "time":
            return pa.time32(of.unit) if of.unit in {"s", "ms"} else pa.time64(of.unit)
        case "duration":
            return pa.duration(of.unit)
        case "struct":
            return pa.struct([pa.field(name, arrow_type(inner)) for name, inner in of.fields])
        case "list":
            inner = arrow_type(of.fields[0][1])
            return pa.large_list(inner) if of.style else pa.list_(inner)
        case "map":
            return pa.map_(*(arrow_type(inner) for _, inner in of.fields))
        case _:
            return pa.null()


def _raw(value: Any, of: Type) -> Any:
    """Return a value as pyarrow takes it."""
    if value is None:
        return None
    match of.kind:
        case "timestamp" | "instant" | "time" | "duration":
            return value // UNITS[of.unit]
        case "uuid":
            return value.bytes
        case "struct":
            return {name: _raw(value[name], inner) for name, inner in of.fields}
        case "list":
            return [_raw(item, of.fields[0][1]) for item in value]
        case "map":
            (_, key), (_, item) = of.fields
            return [(_raw(k, key), _raw(v, item)) for k, v in value]
        case _:
            return value


def arrow(table: Table, order: Sequence[str] | None = None) -> Any:
    """Return a table as pyarrow's, its columns in the wanted order."""
    fields, arrays = [], []
    for name in order or table.names:
        position = table.names.index(name)
        of = table.types[position]
        fields.append(pa.field(name, arrow_type(of)))
        arrays.append(pa.array([_raw(row[position], of) for row in table.rows], arrow_type(of)))
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))
