"""Which table of a database a name means; the engine or the driver lists those that there are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from rdmp.errors import SourceError

_QUOTED = re.compile(r'"(?:[^"]|"")+"|[^".]+')
_PLAIN = re.compile(r"[^\W\d]\w*")
_SHOWN = 12
"""Names that one message lists at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table or view: the schemas it lies in, from the outermost one, and its name.

    ``near`` is whether the name alone is enough for the database to find it.
    """

    schemas: tuple[str, ...]
    name: str
    near: bool = True

    @property
    def path(self) -> tuple[str, ...]:
        """The schemas and the name."""
        return (*self.schemas, self.name)

    @property
    def shown(self) -> str:
        """As a user would write it behind ``::``."""
        parts = (self.name,) if self.near else self.path
        return ".".join(map(_written, parts))


def choose(holder: str, wanted: str | None, tables: Sequence[Table]) -> Table:
    """Find the table that is meant.

    A name is first taken as it stands, dots and quotes included; then as ``schema.table``, whose
    parts may be in double quotes; then without regard to case. Without a name it is the only table.

    Parameters
    ----------
    holder : str
        The file or the database, for messages.
    wanted : str or None
        What stood behind ``::``.
    tables : sequence of Table
        What there is.

    Raises
    ------
    SourceError
        If there is no such table, or more than one.
    """
    if not tables:
        message = f"{holder} holds no table that can be read"
        raise SourceError(message, "check whether it is the right one, and what its user may read")
    if wanted is None:
        if len(tables) == 1:
            return tables[0]
        message = f"{holder} holds {len(tables)} tables: {_list(tables)}"
        raise SourceError(message, "name one of them behind the address: ::TABLE")
    for found in _candidates(wanted, tables):
        near = [table for table in found if table.near] or found
        if len(near) == 1:
            return near[0]
        if near:
            message = f"{holder} holds {len(near)} tables of that name: {_list(near)}"
            raise SourceError(message, "name its schema, and put names in double quotes")
    message = f"{holder} holds no table {wanted}"
    raise SourceError(message, _nearest(wanted, tables))


def split(name: str) -> tuple[str, ...] | None:
    """Return the parts of ``a.b`` or ``"a.b"."c"``, or None if it is not written like that."""
    parts = written_parts(name)
    return None if parts is None else tuple(text for text, _ in parts)


def written_parts(name: str) -> tuple[tuple[str, bool], ...] | None:
    """Return the parts of a name, and of each whether it stands in quotes; see `split`."""
    parts: list[tuple[str, bool]] = []
    at = 0
    while True:
        found = _QUOTED.match(name, at)
        if found is None:
            return None
        part = found[0]
        is_quoted = part.startswith('"')
        parts.append((part[1:-1].replace('""', '"') if is_quoted else part, is_quoted))
        at = found.end()
        if at == len(name):
            return tuple(parts)
        if name[at] != ".":
            return None
        at += 1


def _candidates(wanted: str, tables: Sequence[Table]) -> Iterable[list[Table]]:
    """Yield the tables that a name may mean, by one reading of it after the other."""
    parts = split(wanted)
    yield [table for table in tables if table.name == wanted]
    if parts is not None:
        yield [table for table in tables if table.path[-len(parts) :] == parts]
    yield [table for table in tables if ".".join(table.path[-2:]) == wanted]
    if parts is not None:
        folded = tuple(part.casefold() for part in parts)
        yield [table for table in tables if _folded(table)[-len(parts) :] == folded]


def _is_near(table: Table) -> bool:
    return table.near


def _folded(table: Table) -> tuple[str, ...]:
    return tuple(part.casefold() for part in table.path)


def _written(name: str) -> str:
    return name if _PLAIN.fullmatch(name) else '"' + name.replace('"', '""') + '"'


def _list(tables: Sequence[Table]) -> str:
    names = sorted(table.shown for table in tables)
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


def _nearest(wanted: str, tables: Sequence[Table]) -> str:
    known = {table.shown.casefold(): table.shown for table in tables}
    known |= {table.name.casefold(): table.shown for table in sorted(tables, key=_is_near)}
    last = (split(wanted) or (wanted,))[-1]
    near = [
        known[one]
        for word in (wanted, last)
        for one in get_close_matches(word.casefold(), list(known), cutoff=0.6)
    ]
    if near:
        return f"did you mean {' or '.join(dict.fromkeys(near))}?"
    return f"it holds {_list(tables)}"
