"""When two nested values are the same: the same rules inside (COMPARISON.md, rule 5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rdmp.alignment.compared import Compared, Incomparable, Typed, same
from rdmp.forms import AS_STORED, Chain, Conversion, Form, conversion
from rdmp.seam import Type
from rdmp.words import phrase

Compare = Callable[[Typed, Typed], Compared]
"""How two values inside are compared."""


def structs(left: Typed, right: Typed, compare: Compare) -> Compared:
    """Compare structs field by field, by name."""
    names = [name for name, _ in left.type.fields]
    others = [name for name, _ in right.type.fields]
    if sorted(names) != sorted(others) or len(set(names)) != len(names):
        only = sorted(set(names) ^ set(others)) or sorted(names)
        raise Incomparable(f"has structs whose fields differ: {', '.join(map(repr, only))}")
    places = {name: position for position, name in enumerate(others, 1)}
    right_types = dict(right.type.fields)
    parts = [
        compare(Typed(type=one), Typed(type=right_types[name])) for name, one in left.type.fields
    ]
    if all(_is_plain(part) for part in parts) and names == others and left.type == right.type:
        return same(left, right, "STRUCT", phrase("how-fields"))
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
        how=phrase("how-fields-rules"),
        decisions=_decisions(parts),
    )


def lists(left: Typed, right: Typed, compare: Compare, level: int) -> Compared:
    """Compare lists item by item, fixed in size or not."""
    (_, one), (_, other) = left.type.fields[0], right.type.fields[0]
    part = compare(Typed(type=one), Typed(type=other))
    if _is_plain(part) and left.type == right.type:
        return same(left, right, "LIST", phrase("how-items"))

    def form(value: Typed, inner: Form) -> Form:
        return ((*value.chain, Conversion("list_of", (level, (inner,)))),)

    narrows = part.left_own or part.right_own
    return Compared(
        left=form(left, part.left),
        right=form(right, part.right),
        left_own=form(left, part.left_own or part.left) if narrows else None,
        right_own=form(right, part.right_own or part.right) if narrows else None,
        type="LIST",
        how=phrase("how-items-rules"),
        decisions=part.decisions,
    )


def maps(left: Typed, right: Typed, compare: Compare, level: int) -> Compared:
    """Compare maps by their entries, in whatever order they stand."""

    def entries(value: Typed) -> Typed:
        names = ("key", "value")
        pair = Type(
            kind="struct",
            stored="STRUCT",
            fields=tuple((n, t) for n, (_, t) in zip(names, value.type.fields, strict=True)),
        )
        items = Type(kind="list", stored="LIST", fields=(("item", pair),))
        return replace(value, type=items, chain=(*value.chain, conversion("entries_of")))

    part = lists(entries(left), entries(right), compare, level)
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
        how=phrase("how-entries"),
    )


def _is_plain(part: Compared) -> bool:
    return part.left == AS_STORED and part.right == AS_STORED


def _decisions(parts: list[Compared]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for part in parts for word in part.decisions))
