"""Names and texts in the files that are written: none that collides, none that is a formula."""

from __future__ import annotations

import re
from collections.abc import Sequence

FORMULA = r"^[\t\r\n]|^\s*['=+\-@\x{FF1D}\x{FF0B}\x{FF0D}\x{FF20}]"
"""How a text begins that a spreadsheet may take for a formula, in the spelling of RE2. It gets an
apostrophe; so does one that begins with an apostrophe, so that taking one away gives all back."""

NUMBER = r"[-+]?([0-9]+([.,][0-9]*)?|[.,][0-9]+)([eE][-+]?[0-9]+)?"
"""A plain number, which is none."""

_FORMULA = re.compile(re.sub(r"\\x\{(.{4})\}", r"\\u\1", FORMULA), re.ASCII)
_NUMBER = re.compile(NUMBER)


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, as ``spreadsheets.sql`` does."""
    return f"'{text}" if _FORMULA.search(text) and not _NUMBER.fullmatch(text) else text


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Return names of which no two differ by case only, and none is empty.

    The first of those that are alike keeps its name, the next ones get numbers.
    """
    taken = {name.casefold() for name in names}
    used: set[str] = set()
    found = []
    for position, name in enumerate(names):
        wanted = name or f"column_{position + 1}"
        if wanted.casefold() in used or (not name and wanted.casefold() in taken):
            number = 2
            while f"{wanted}_{number}".casefold() in taken | used:
                number += 1
            wanted = f"{wanted}_{number}"
        used.add(wanted.casefold())
        found.append(wanted)
    return tuple(found)
