"""What a reader knows of a column and Arrow has no word for: written into the field's metadata.

The engine makes a `rdmp.seam.Type` of it. A flaw stops the column where it is compared, and only
there: a column that is excluded, or cast, does no harm.
"""

from __future__ import annotations

from typing import Any

from rdmp.seam import Type

_STORED, _FLAW, _CASTABLE, _EXACT = b"rdmp:stored", b"rdmp:flaw", b"rdmp:castable", b"rdmp:exact"

EMPTY_IS_MISSING = {"rdmp:empty": "missing"}
"""Metadata of a text column whose format cannot tell '' from a missing value."""


def as_text(name: str, *, stored: str, flaw: str | None = None, castable: bool = True) -> Any:
    """Return the field of a column that arrives as text and is something else.

    Parameters
    ----------
    name : str
    stored : str
        What its own database calls it.
    flaw : str or None
        Why it is not compared, as part of a sentence.
    castable : bool
        Whether ``--cast NAME=VARCHAR`` may compare it as the text that arrives.
    """
    import pyarrow as pa

    said = {_STORED: stored.encode()}
    if flaw is not None:
        said |= {_FLAW: flaw.encode(), _CASTABLE: b"1" if castable else b"0"}
    return pa.field(name, pa.string(), metadata=said)


def exact(name: str, stored: Any) -> Any:
    """Return the field of an Arrow type that holds more than the engine, where no value does."""
    import pyarrow as pa

    return pa.field(name, stored, metadata={_EXACT: b"1"})


def is_exact(field: Any) -> bool:
    """Tell whether a reader vouches for every value of a column."""
    return _EXACT in (field.metadata or {})


def known(field: Any) -> Type | None:
    """Return the type that a reader has named, or None."""
    said = field.metadata or {}
    if b"rdmp:empty" in said:
        return Type(kind="text", stored="VARCHAR", empty_is_missing=True)
    if _STORED not in said:
        return None
    flaw = said.get(_FLAW)
    return Type(
        kind="text",
        stored=said[_STORED].decode(),
        flaw=None if flaw is None else flaw.decode(),
        castable=said.get(_CASTABLE) != b"0",
    )
