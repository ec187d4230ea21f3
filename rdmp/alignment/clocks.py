"""When two dates, times, timestamps or durations are the same (COMPARISON.md, rules 5 and 10)."""

from __future__ import annotations

from dataclasses import replace

from rdmp.alignment.compared import Compared, Incomparable, Typed, cast, same, types_named
from rdmp.forms import Chain, Form, conversion
from rdmp.seam import Kind, Type
from rdmp.words import Phrase, phrase

_DATE = Type(kind="date", stored="DATE")
_TIMESTAMP = Type(kind="timestamp", stored="TIMESTAMP")
_TIME_NS = Type(kind="time", stored="TIME_NS", unit="ns")


def date_with_timestamp(left: Typed, right: Typed) -> Compared:
    """Compare a date, which is its midnight, with a local timestamp."""
    fine = _is_fine(right)
    stamp = _whole(right, _TIMESTAMP)
    rests = (_nanosecond_rest(right),) if fine else ()
    day, hour = conversion("cast_as", _DATE), conversion("time_of_day")
    midnight = (*left.chain, conversion("zero_of_date"))
    return Compared(
        left=(left.chain, midnight, *((midnight,) if fine else ())),
        right=((*stamp, day), (*stamp, hour), *rests),
        type=phrase("type-date-and-time", type="DATE"),
        how=types_named(phrase("how-midnight"), left, right),
    )


def times(left: Typed, right: Typed) -> Compared:
    """Compare times of day, to nanoseconds where one side has them."""
    target = left.type if left.type.unit == right.type.unit else _TIME_NS
    return Compared(
        left=(cast(left, target),),
        right=(cast(right, target),),
        type=target.stored,
        how=types_named(phrase("how-times"), left, right),
    )


def same_clock(left: Typed, right: Typed, how: Phrase) -> Compared:
    """Compare two local timestamps, or two instants, whatever their units."""
    how = types_named(how, left, right)
    if _is_fine(left) or _is_fine(right):
        return Compared(
            left=instants(left),
            right=instants(right),
            type=phrase("type-microseconds"),
            how=how,
        )
    kind: Kind = "timestamp" if left.type.kind == "timestamp" else "instant"
    target = Type(kind=kind, stored="TIMESTAMP" if kind == "timestamp" else "TIMESTAMPTZ")
    return Compared(
        left=(cast(left, target),), right=(cast(right, target),), type=target.stored, how=how
    )


def _is_fine(value: Typed) -> bool:
    return value.fine or value.type.unit == "ns"


def instants(value: Typed, zone: Chain = ()) -> Form:
    """Return whole microseconds since 1970 and the nanoseconds beyond them."""
    micro = Type(kind=value.type.kind, stored=value.type.stored)
    if _is_fine(value):
        if zone or value.fine:
            stamp = (*_whole(value, micro), *zone, conversion("microseconds"))
        else:
            stamp = (*value.chain, conversion("whole_microseconds"))
        return (stamp, _nanosecond_rest(value))
    zero = (*value.chain, conversion("no_nanoseconds"))
    return ((*cast(value, micro), *zone, conversion("microseconds")), zero)


def _whole(value: Typed, micro: Type) -> Chain:
    """Cut a timestamp to whole microseconds; a cast of text cuts, one of nanoseconds rounds."""
    if value.fine:
        return (*value.chain, conversion("token_as", micro))
    if value.type.unit == "ns":
        return (*value.chain, conversion("whole_timestamp"))
    return cast(value, micro)


def _nanosecond_rest(value: Typed) -> Chain:
    name = "token_nanosecond_rest" if value.fine else "nanosecond_rest"
    return (*value.chain, conversion(name))


def local_with_instant(left: Typed, right: Typed, timezone: str | None) -> Compared:
    """Compare local times with instants, in the zone that the user named."""
    if timezone is None:
        raise Incomparable(
            "is a local time on one side and an instant (with a time zone) on the other",
            "pass --timezone ZONE, such as Europe/Paris or UTC, to say where the clocks stood",
        )
    zone = (conversion("local_as_instant", timezone),)
    how = types_named(phrase("how-local-as-instant", zone=timezone), left, right)
    own = instants(left) if left.fine else (left.chain,)
    if left.type.kind == "date":
        left = replace(
            left, type=_TIMESTAMP, chain=(*left.chain, conversion("cast_as", _TIMESTAMP))
        )
    return Compared(
        left=instants(left, zone),
        left_own=own,
        right=instants(right),
        type=phrase("type-microseconds"),
        how=how,
        decisions=("local-as-instant",),
    )


def durations(left: Typed, right: Typed) -> Compared:
    """Compare durations, whatever their units."""
    if left.type.unit == right.type.unit:
        shown = phrase("type-duration", unit=left.type.unit)
        return same(left, right, shown, phrase("how-durations"))
    factors = {"s": 1_000_000_000, "ms": 1_000_000, "us": 1_000, "ns": 1}

    def form(value: Typed) -> Form:
        return ((*value.chain, conversion("multiplied", factors[value.type.unit])),)

    return Compared(
        left=form(left),
        right=form(right),
        type=phrase("type-nanoseconds"),
        how=types_named(phrase("how-durations-units"), left, right),
    )
