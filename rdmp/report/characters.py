"""Names of columns and files hold any character: make each one visible and harmless."""

from __future__ import annotations

import json
import unicodedata

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
# Controls, formats (zero width, direction), surrogates, unassigned, line and paragraph separators.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Cn", "Zl", "Zp"})


def visible(text: str) -> str:
    r"""Return one line in which every character that hides, moves or breaks a line is spelt out.

    >>> visible("zip\n\x1b[31m")
    'zip\\n\\u001b[31m'
    """
    return text if text.isprintable() else "".join(map(_visible_character, text))


def visible_name(name: str) -> str:
    r"""Return a name as the reader must type it: quoted if it is empty or has blanks at an end.

    >>> visible_name("zip"), visible_name("zip "), visible_name("")
    ('zip', '"zip "', '""')
    """
    shown = visible(name)
    return shown if name and name == name.strip() else f'"{shown}"'


def visible_lines(text: str) -> str:
    r"""Return text in which its line feeds are left, and every other such character is spelt out.

    >>> visible_lines("select 1\n\x1b[31m")
    'select 1\n\\u001b[31m'
    """
    return "\n".join(map(visible, text.split("\n")))


def visible_json(text: str) -> str:
    """Return the same JSON, with every character escaped that hides or moves what is around it.

    Outside of its texts JSON has none of them but line feeds.
    """
    return "\n".join(map(_visible_in_json, text.split("\n")))


def _visible_in_json(text: str) -> str:
    if text.isprintable():  # that no character is hidden is told of a whole line at once
        return text
    return "".join(json.dumps(one)[1:-1] if _is_hidden(one) else one for one in text)


def _is_hidden(character: str) -> bool:
    return unicodedata.category(character) in _HIDDEN


def _visible_character(character: str) -> str:
    if not _is_hidden(character):
        return character
    code = ord(character)
    return _NAMED.get(character) or (f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}")
