r"""Delimited text without some of its records: all others byte for byte, as a stream.

Here text is read in Python, because no engine gives back the bytes of a record. Which records go
is the engine's answer; this room only finds where each one begins and ends, by the same rules as
the engine: a quote opens a field at its beginning alone, a doubled quote is one in it, a line break
inside quotes belongs to the field. A block without a quote is only counted, and written as it is
unless a record of it goes; one with quotes is walked by a regular expression, a record at a time.

Bytes are looked at through an encoding that gives all of them back: Latin-1 for every encoding
whose quotes and line breaks are single bytes, UTF-16 with its lone halves for UTF-16.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator, Sequence
from typing import IO, TYPE_CHECKING

from rdmp.compressed import open_bytes_or_stop, open_bytes_to_write
from rdmp.errors import EngineError

if TYPE_CHECKING:
    from pathlib import Path

    from rdmp.dialect import Dialect

BLOCK = 4_000_000
"""Bytes that are looked at together."""

Positions = Callable[[int, int], Sequence[int]]
"""Tells which records of a range of numbers go, ascending."""

_MARKS = {"utf-8": "ï»¿", "utf-16": "\ufeff", "latin-1": ""}
_CODECS = {"utf-8": "latin-1", "utf-16": "utf-16-le", "latin-1": "latin-1"}


def filter_text(
    source: Path, target: Path, dialect: Dialect, removed: Positions, block: int = BLOCK
) -> int:
    """Copy a delimited text file without some of its records; return how many records it had.

    Parameters
    ----------
    source, target : Path
        What is read, and the file that takes the rest: compressed as the source is.
    dialect : Dialect
        How the source is written.
    removed : callable
        Which records of data go, by their number from 1.
    block : int
        Bytes that are looked at together; it decides speed, never what is written.

    Raises
    ------
    SourceError
        If the source cannot be read to its end.
    """
    with (
        open_bytes_or_stop(source, dialect.compression) as data,
        open_bytes_to_write(target, dialect.compression) as output,
    ):
        return _Filter(dialect, removed).run(_decoded(data, dialect.encoding, block), output)


def _decoded(data: IO[bytes], encoding: str, block: int) -> Iterator[tuple[str, bool]]:
    """Yield blocks of text that encode to the bytes they came from, and whether it is the last."""
    decoder = codecs.getincrementaldecoder(_CODECS[encoding])("surrogatepass")
    while True:
        taken = data.read(block)
        yield decoder.decode(taken, final=not taken), not taken
        if not taken:
            return


class _Filter:
    """One file on its way through: how many records it has had, and which of them go."""

    def __init__(self, dialect: Dialect, removed: Positions) -> None:
        self.removed = removed
        self.mark = _MARKS[dialect.encoding]
        self.codec = _CODECS[dialect.encoding]
        self.skip = dialect.skip
        self.is_wide = len(dialect.names) > 1
        self.record = _record(_seen(dialect.delimiter, dialect.encoding))
        self.records = 0

    def run(self, blocks: Iterator[tuple[str, bool]], output: IO[bytes]) -> int:
        """Write what stays, and return how many records of data there were.

        Raises
        ------
        EngineError
            If the text does not end with a whole record, though the engine has read it.
        """
        rest, is_begun = "", False
        for taken, is_last in blocks:
            rest += taken
            if not is_begun and (len(rest) >= len(self.mark) or is_last):
                is_begun = True
                if self.mark and rest.startswith(self.mark):
                    self._write(output, self.mark)
                    rest = rest.removeprefix(self.mark)
            if is_begun:
                rest = self._block(rest, output, is_last=is_last)
        if rest:
            message = "the records of the avatar's text cannot be told apart as the engine does"
            raise EngineError(message, "write the avatar as Parquet")
        return self.records

    def _write(self, output: IO[bytes], text: str) -> None:
        output.write(text.encode(self.codec, "surrogatepass"))

    def _block(self, text: str, output: IO[bytes], *, is_last: bool) -> str:
        """Write what stays of the whole records of a block, and return what is left of it."""
        until = 0
        while self.skip and (found := self._next(text, until, is_last=is_last)):
            until = found
            self.skip -= 1
        if until:
            self._write(output, text[:until])
            text = text[until:]
        if self.skip or not text:
            return text
        if '"' in text or ("\r" in text and "\r" in text.replace("\r\n", "")):
            records, until = self._walked(text, is_last=is_last)
            self._keep(text, records, until, output)
        else:
            until = len(text) if is_last else text.rfind("\n") + 1
            self._keep(text, _Lines(text[:until], is_wide=self.is_wide), until, output)
        return text[until:]

    def _next(self, text: str, start: int, *, is_last: bool) -> int:
        """Return where the record ends that begins here, 0 if it cannot be told yet."""
        found = self.record.match(text, start)
        end = found.end() if found else start
        if end == start:
            return 0
        is_whole = text[end - 1] == "\n" or (text[end - 1] == "\r" and end < len(text))
        return end if is_whole or (is_last and end == len(text)) else 0

    def _walked(self, text: str, *, is_last: bool) -> tuple[list[tuple[int, int]], int]:
        """Return the records of a block one by one, and where the last whole one ends."""
        found: list[tuple[int, int]] = []
        start = 0
        while end := self._next(text, start, is_last=is_last):
            if not (self.is_wide and text[start] in "\r\n"):
                found.append((start, end))
            start = end
        return found, start

    def _keep(
        self, text: str, records: Sequence[tuple[int, int]] | _Lines, until: int, output: IO[bytes]
    ) -> None:
        """Write a block without the records that go."""
        number = len(records)
        first = self.records + 1
        self.records += number
        going = self.removed(first, self.records) if number else ()
        kept = 0
        for position in going:
            start, end = records[position - first]
            self._write(output, text[kept:start])
            kept = end
        self._write(output, text[kept:until])


class _Lines:
    """The lines of a text without quotes as records; where they stand is found out if asked."""

    def __init__(self, text: str, *, is_wide: bool) -> None:
        self.text = text
        self.is_wide = is_wide
        self.has_blanks = is_wide and (
            text.startswith(("\n", "\r\n")) or "\n\n" in text or "\n\r\n" in text
        )
        self.found: list[tuple[int, int]] = []

    def __len__(self) -> int:
        if self.has_blanks or self.found:
            return len(self._places())
        return self.text.count("\n") + (not self.text.endswith("\n") and bool(self.text))

    def __getitem__(self, number: int) -> tuple[int, int]:
        return self._places()[number]

    def _places(self) -> list[tuple[int, int]]:
        if not self.found:
            start = 0
            for line in self.text.split("\n"):
                end = min(start + len(line) + 1, len(self.text))
                if end > start and not (self.is_wide and line in {"", "\r"}):
                    self.found.append((start, end))
                start = end
        return self.found


def _seen(character: str, encoding: str) -> str:
    """Return a character as it is seen through the encoding that gives all bytes back."""
    return character if encoding == "utf-16" else character.encode(encoding).decode("latin-1")


def _record(delimiter: str) -> re.Pattern[str]:
    """Return what a record is: fields, and the line end if it is there."""
    separator = re.escape(delimiter)
    bare = rf"[^{separator}\r\n]"
    if len(delimiter) > 1:
        bare = rf"(?:(?!{separator})[^\r\n])"
    field = rf'(?:"[^"]*+(?:""[^"]*+)*+"|(?!"){bare}++)?+'
    return re.compile(rf"{field}(?:{separator}{field})*+(?:\r\n|\r|\n)?+")
