"""Names of columns and files hold any character: make each one visible and harmless."""

from __future__ import annotations

import unicodedata

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
# Controls, formats (zero width, direction), surrogates, unassigned, line and paragraph separators.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Cn", "Zl", "Zp"})


def visible(text: str) -> str:
    r"""Return one line in which every character that hides, moves or breaks a line is spelt out.

    >>> visible("zip\n\x1b[31m")
    'zip\\n\\u001b[31m'
    """
    return "".join(map(_visible_character, text))


def visible_name(name: str) -> str:
    r"""Return a name as the reader must type it: quoted if it is empty or has blanks at an end.

    >>> visible_name("zip"), visible_name("zip "), visible_name("")
    ('zip', '"zip "', '""')
    """
    shown = visible(name)
    return shown if name and name == name.strip() else f'"{shown}"'


def _visible_character(character: str) -> str:
    if unicodedata.category(character) not in _HIDDEN:
        return character
    code = ord(character)
    return _NAMED.get(character) or (f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}")
