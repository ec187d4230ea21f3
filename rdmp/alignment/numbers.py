"""When two numbers are the same number (COMPARISON.md, rules 5 to 8)."""

from __future__ import annotations

from rdmp.alignment.compared import Compared, Incomparable, Typed, cast, types_named
from rdmp.forms import Chain, Conversion, Form, conversion
from rdmp.seam import Type
from rdmp.words import Phrase, phrase

_HUGEINT = Type(kind="integer", stored="HUGEINT", bits=128)
_TINYINT = Type(kind="integer", stored="TINYINT", bits=8)
_DOUBLE = Type(kind="float", stored="DOUBLE", bits=64)
_FLOAT = Type(kind="float", stored="FLOAT", bits=32)
_TEXT = Type(kind="text", stored="VARCHAR")


def integers(left: Typed, right: Typed) -> Compared:
    """Compare whole numbers of any width and sign."""
    target = common_integer(left.type, right.type)
    how = types_named(phrase("how-whole-numbers"), left, right)
    if target is not None:
        return Compared(
            left=(cast(left, target),),
            right=(cast(right, target),),
            type=f"{'' if target.signed else 'U'}{_NAMES[target.bits]}",
            how=how,
        )
    return _with_rest(left, right, _HUGEINT, _HUGEINT.stored, how)


def common_integer(left: Type, right: Type) -> Type | None:
    """Return the smallest integer type that holds every value of both, or None."""
    if left.bits == right.bits and left.signed == right.signed:
        return left
    if left.signed == right.signed:
        return max(left, right, key=lambda one: one.bits)
    signed, unsigned = (left, right) if left.signed else (right, left)
    bits = max(signed.bits, 2 * unsigned.bits)
    return Type(kind="integer", stored=_NAMES[bits], bits=bits) if bits <= 128 else None


_NAMES = {8: "TINYINT", 16: "SMALLINT", 32: "INTEGER", 64: "BIGINT", 128: "HUGEINT"}


def decimals(left: Typed, right: Typed) -> Compared:
    """Compare decimals, or whole numbers with decimals, whatever the scales."""
    one, other = _digits(left.type), _digits(right.type)
    whole = max(one[0] - one[1], other[0] - other[1])
    scale = max(one[1], other[1])
    how = types_named(phrase("how-decimals"), left, right)
    if whole + scale <= 38:
        width = 18 if whole + scale <= 18 else 38
        target = decimal_type(width, scale)
        return Compared(
            left=(cast(left, target),), right=(cast(right, target),), type=target.stored, how=how
        )
    coarse = decimal_type(38, min(one[1], other[1]))
    return _with_rest(left, right, coarse, phrase("type-rest", type=coarse.stored), how)


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


def _with_rest(
    left: Typed, right: Typed, target: Type, shown: str | Phrase, how: Phrase
) -> Compared:
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


def integer_with_float(left: Typed, right: Typed) -> Compared:
    """Compare whole numbers with floats: 2^53 + 1 is not 2^53."""
    narrow = right.type.bits == 32
    value, rest = conversion("cast_as", _DOUBLE), conversion("unheld", _DOUBLE, left.type)
    exact = left.small or left.type.bits <= 32
    if narrow and not left.from_text:
        numbers = (*right.chain, conversion("nan_as_null"), conversion("cast_as", _DOUBLE))
    else:
        numbers = _shortest(right)
    how = types_named(phrase("how-same-number"), left, right)
    return Compared(
        left=((*left.chain, value),) + (() if exact else ((*left.chain, rest),)),
        right=(numbers,) + (() if exact else ((conversion("none_of", left.type),),)),
        type="DOUBLE" if exact else phrase("type-rest-whole", type="DOUBLE"),
        how=how,
        decisions=("float-with-integer",) if narrow and not left.from_text else (),
    )


def decimal_with_float(left: Typed, right: Typed) -> Compared:
    """Compare decimals with floats: equal if the shortest form of the float is the decimal."""
    precision, scale = left.type.precision, left.type.scale
    if right.type.bits == 32 and not left.from_text:
        narrow = (conversion("cast_as", _DOUBLE), conversion("cast_as", _FLOAT))
        return Compared(
            left=(left.chain + narrow,),
            left_own=(left.chain,),
            right=((*right.chain, conversion("nan_as_null")),),
            type="FLOAT",
            how=types_named(phrase("how-four-bytes"), left, right),
            decisions=("float-narrowed",),
        )
    floats = _shortest(right)
    value = (*left.chain, conversion("cast_as", _DOUBLE))
    how = types_named(phrase("how-shortest-decimal"), left, right)
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
        type=phrase("type-rest-digits", type="DOUBLE"),
        how=how,
        decisions=("decimal-beyond-double",),
    )


def _shortest(value: Typed) -> Chain:
    """Return a float as the double of its shortest decimal form, NaN as missing."""
    nan = conversion("nan_as_null")
    if value.type.bits == 32:
        return (*value.chain, nan, conversion("shortest_double"))
    return (*value.chain, nan)


def floats(left: Typed, right: Typed) -> Compared:
    """Compare floats; 8-byte ones meet 4-byte ones at 4-byte precision."""
    nan = conversion("nan_as_null")
    if left.type.bits == right.type.bits:
        return Compared(
            left=((*left.chain, nan),),
            right=((*right.chain, nan),),
            type="FLOAT" if left.type.bits == 32 else "DOUBLE",
            how=types_named(phrase("how-same-float"), left, right),
        )
    if left.from_text or right.from_text:
        return Compared(
            left=(_shortest(left),),
            right=(_shortest(right),),
            type="DOUBLE",
            how=types_named(phrase("how-shortest-decimal"), left, right),
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
        how=types_named(phrase("how-four-bytes"), left, right),
        decisions=("float-narrowed",),
    )


def boolean_with_number(left: Typed, right: Typed) -> Compared:
    """Compare true and false with numbers that are 0 or 1."""
    if not right.bits:
        reason = "is true/false on one side and a number other than 0 and 1 on the other"
        raise Incomparable(reason)
    number = conversion("cast_as", _TINYINT)
    nan = (conversion("nan_as_null"),) if right.type.kind == "float" else ()
    return Compared(
        left=((*left.chain, number),),
        right=((*right.chain, *nan, number),),
        type="BOOLEAN",
        how=types_named(phrase("how-truth-as-bits"), left, right),
        decisions=("boolean-as-number",),
    )
