r"""Backslash escapes as bytes: a block of records made such that a separator separates.

The bytes FC to FF stand in no UTF-8 text. They take the places of the characters that were escaped,
so that afterwards each line feed ends a record and each separator a field; what reads the fields
puts the characters back (`CHARACTERS`). Pairs of backslashes go first: what is left of a backslash
after that is the beginning of an escape, wherever it stands. No byte is looked at twice.

=====================  =======================================================================
``marked``             ``\`` and the character itself: backslash, line feed, carriage return,
                       separator (Redshift, Snowflake)
``lettered``           besides, ``\b \f \n \r \t \v``, ``\7`` to ``\377``, ``\x4`` to ``\x41``;
                       before any other character the backslash means nothing (PostgreSQL)
=====================  =======================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from rdmp.exports import Escapes

BACKSLASH, LINE_FEED, RETURN, SEPARATOR = b"\xff", b"\xfe", b"\xfd", b"\xfc"
STAND_INS = (BACKSLASH, LINE_FEED, RETURN, SEPARATOR)

_FORBIDDEN = range(0xF8, 0x100)
"""Bytes that stand in no UTF-8 text, our own among them."""

_CODE = re.compile(rb"\\(?:x([0-9A-Fa-f]{1,2})|([0-7]{1,3}))")
_LETTERS = {
    rb"\b": b"\b",
    rb"\f": b"\f",
    rb"\n": LINE_FEED,
    rb"\r": RETURN,
    rb"\v": b"\v",
}
_LATIN_CONTROLS = re.compile(rb"[\x80-\x9f]")
_PIECE = 8 << 20
LONGEST = 64 << 20
"""Bytes of the longest record: one is held in memory whole."""


class Flaw(Exception):  # noqa: N818 - not an error of its own: find_fault says where it is
    """Something in a block is not as the export writes it; the message is a part of a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """How one file is written.

    ``end`` is what ends its records: a line feed, or both characters.
    """

    escapes: Escapes
    delimiter: bytes
    encoding: str
    end: bytes

    @property
    def characters(self) -> tuple[tuple[bytes, bytes], ...]:
        """Our bytes and what they stand for."""
        return tuple(zip(STAND_INS, (b"\\", b"\n", b"\r", self.delimiter), strict=True))

    def settled(self, block: bytes) -> bytes:
        r"""Return whole records in which nothing that ends a field or a record is data.

        A backslash that is left begins no escape that the format knows, or ``\N``.

        Raises
        ------
        Flaw
            If something is not as such a file is written.
        """
        text = self._decoded(block)
        if self.end == b"\r\n":
            if text.count(b"\n") != text.count(b"\r\n") or b"\\\r" in text.replace(b"\\\\", b""):
                raise Flaw(_MIXED)
            text = text.replace(b"\r\n", b"\n")
        if b"\\" in text:
            text = text.replace(b"\\\\", BACKSLASH)
            if self.escapes == "lettered":
                text = self._without_letters(text)
            text = text.replace(b"\\\n", LINE_FEED).replace(b"\\\r", RETURN)
            text = text.replace(b"\\" + self.delimiter, SEPARATOR)
        if b"\r" in text:
            # Snowflake marks only what ends a record, which a carriage return alone does not.
            if self.escapes == "lettered" or self.end != b"\n" or b"\r\n" in text:
                raise Flaw(_MIXED)
            text = text.replace(b"\r", RETURN)
        return text

    def token(self, value: str) -> bytes:
        """Return a token as it stands in a field of `settled`."""
        return value.encode().replace(b"\\\\", BACKSLASH)

    def _decoded(self, block: bytes) -> bytes:
        if self.encoding == "latin-1":
            if _LATIN_CONTROLS.search(block):
                message = "bytes that are not Latin-1 (ISO 8859-1)"
                raise Flaw(message)
            return block.decode("latin-1").encode()
        if not block.isascii() and any(byte in block for byte in _FORBIDDEN):
            raise Flaw(NOT_UTF_8)
        return block

    def _without_letters(self, text: bytes) -> bytes:
        for escape, character in _LETTERS.items():
            text = text.replace(escape, character)
        text = text.replace(rb"\t", SEPARATOR if self.delimiter == b"\t" else b"\t")
        return _CODE.sub(self._coded, text) if _CODE.search(text) else text

    def _coded(self, escape: re.Match[bytes]) -> bytes:
        code = int(escape[1], 16) if escape[1] else int(escape[2], 8) & 0xFF
        if code == 0 or code >= 0xF8:
            message = "an escape for a byte that stands in no text"
            raise Flaw(message)
        character = bytes([code])
        return {shown: own for own, shown in self.characters}.get(character, character)


_MIXED = "a line end of another kind than the first one, or a carriage return without a backslash"
NOT_UTF_8 = "bytes that are not UTF-8"


def blocks(data: IO[bytes]) -> Iterator[bytes]:
    """Yield the bytes of a file in pieces of whole records.

    A record ends with a line feed before which an even number of backslashes stands.

    Raises
    ------
    Flaw
        If the last record has no end, or one is too long.
    """
    rest = b""
    while piece := data.read(_PIECE):
        block = rest + piece
        cut = _last_end(block, len(rest))
        if cut:
            yield block[:cut]
        rest = block[cut:]
        if len(rest) > LONGEST:
            raise Flaw(TOO_LONG)
    if rest:
        raise Flaw(CUT_OFF)


TOO_LONG = f"a record of more than {LONGEST >> 20} MB"
CUT_OFF = "no line end after the last record, which every export writes: the file was cut off"


def _last_end(block: bytes, start: int) -> int:
    """Return where the last whole record ends; none ends before ``start``."""
    at = block.rfind(b"\n", start)
    while at >= 0 and _is_escaped(block, at):
        at = block.rfind(b"\n", start, at)
    return at + 1


def _is_escaped(block: bytes, at: int) -> bool:
    before = at
    while before and block[before - 1] == 0x5C:
        before -= 1
    return (at - before) % 2 == 1


def records(data: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield each record with the number of its first line, from 1; slow, to find where a flaw is.

    The last one may lack its end.
    """
    first, record = 1, b""
    for line, part in enumerate(_lines(data), 1):
        record += part
        if part.endswith(b"\n") and not _is_escaped(record, len(record) - 1):
            yield first, record
            first, record = line + 1, b""
    if record:
        yield first, record


def _lines(data: IO[bytes]) -> Iterator[bytes]:
    rest = b""
    while piece := data.read(_PIECE):
        *whole, rest = (rest + piece).split(b"\n")
        yield from (one + b"\n" for one in whole)
    if rest:
        yield rest
