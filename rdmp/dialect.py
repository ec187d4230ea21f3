"""How a delimited text file is written, learnt from its first record and nothing else.

Rule 11 of the comparison: nothing is guessed from data. The separator is what stands in the header
line outside quotes, the compression is what the first bytes say, and names are taken as they stand.

Opening a file checks two things that the engine would read on at without a word: a zstd file that
was cut off (its rows would end early), and UTF-16 in big-endian order (`rdmp.decoded`).
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from rdmp.compressed import compression_of
from rdmp.decoded import encoding_of, line_end, not_decoded, open_text
from rdmp.errors import OptionError, SourceError

if TYPE_CHECKING:
    from pathlib import Path

    from rdmp.options import Reading

SEPARATORS = (",", ";", "\t", "|")
LONGEST_RECORD = 2_000_000
"""Bytes of the longest record that the engine reads."""

_SPELLED = {"tab": "\t", "\\t": "\t"}
_SEPARATOR_LINE = re.compile(r'"?sep=(?P<separator>[^\r\n])"?(?:\r\n|\r|\n)?', re.IGNORECASE)
_QUOTED = re.compile(r'"(?:[^"]|"")*"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How one delimited text file is written.

    Attributes
    ----------
    names : tuple of str
        Column names as they stand, '' for a nameless one.
    delimiter : str
        One character.
    skip : int
        Records before the first one of data: an Excel ``sep=`` line, the header.
    lines : int
        Physical lines that these records take: a quoted name may hold line breaks.
    encoding : {'utf-8', 'utf-16', 'latin-1'}
        UTF-16 is little-endian.
    compression : {'none', 'gzip', 'zstd'}
    """

    names: tuple[str, ...]
    delimiter: str
    skip: int
    lines: int
    encoding: str
    compression: str


def read_dialect(path: Path, reading: Reading) -> Dialect:
    """Return how a file is written, from its first record.

    Parameters
    ----------
    path : Path
        A delimited text file, plain, gzip or zstd, whatever its name says.
    reading : Reading
        What the user said about it; that wins over what is found.

    Raises
    ------
    OptionError
        If the delimiter or the encoding is none that can be read.
    SourceError
        If the file is empty, damaged, not in its encoding, has no header where one is due, or has
        several separators in it.
    """
    delimiter = _given_delimiter(reading.delimiter)
    encoding = encoding_of(path, reading.encoding)
    compression = compression_of(path)
    with open_text(path, encoding, compression) as text:
        lines = _Lines(path, text)
        before = _separator_line(lines)
        if delimiter is None and before is not None:
            delimiter = _given_delimiter(before)
        names, delimiter = _first_record(path, lines, reading, delimiter)
    skip = int(before is not None)
    if reading.header:
        return Dialect(
            names=names,
            delimiter=delimiter,
            skip=skip + 1,
            lines=lines.taken,
            encoding=encoding,
            compression=compression,
        )
    return Dialect(
        names=tuple(f"c{position}" for position in range(len(names))),
        delimiter=delimiter,
        skip=skip,
        lines=skip,
        encoding=encoding,
        compression=compression,
    )


class _Lines:
    """The physical lines of a file, counted, with their ends; none without bound."""

    def __init__(self, path: Path, text: IO[str]) -> None:
        self.path = path
        self.text = text
        self.taken = 0
        self.ends: list[str] = []
        self.returned: list[str] = []

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self.returned.pop() if self.returned else self.text.readline(LONGEST_RECORD)
        if not line:
            raise StopIteration
        self.taken += 1
        end = line_end(line)
        if not end and len(line) >= LONGEST_RECORD:
            message = f"line {self.taken} of '{self.path}' is longer than 2 MB"
            raise SourceError(message, "check that this is a delimited text file")
        self.ends.append(end)
        return line

    def give_back(self, line: str) -> None:
        """Let a line be read again."""
        self.taken -= 1
        self.ends.pop()
        self.returned.append(line)


@contextmanager
def long_fields() -> Iterator[None]:
    """Let the csv module read fields of any length."""
    before = csv.field_size_limit(sys.maxsize)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _given_delimiter(given: str | None) -> str | None:
    if given is None:
        return None
    delimiter = _SPELLED.get(given.lower(), given)
    if len(delimiter) != 1 or delimiter in {'"', "\r", "\n", "\0"}:
        message = f"the delimiter {given!r} is not a single character"
        if len(delimiter) == 1:
            message = f"the delimiter {given!r} cannot separate columns"
        raise OptionError(message, "pass one character, such as --delimiter ';', or 'tab'")
    return delimiter


def _separator_line(lines: _Lines) -> str | None:
    """Return the separator of an Excel ``sep=`` line, and stay before any other first line."""
    first = next(lines, None)
    if first is None:
        raise SourceError(f"'{lines.path}' is empty", "export the file again")
    found = _SEPARATOR_LINE.fullmatch(first)
    if found is None:
        lines.give_back(first)
        return None
    return found["separator"]


def _first_record(
    path: Path, lines: _Lines, reading: Reading, delimiter: str | None
) -> tuple[tuple[str, ...], str]:
    """Return the fields of the header, or of the first record where there is none."""
    first = next(lines, None)
    while first is not None and not first.strip("\r\n") and not reading.header:
        first = next(lines, None)
    if first is None and not reading.header:
        return ("",), delimiter or ","
    if first is None or not first.strip("\r\n"):
        message = f"line {max(lines.taken, 1)} of '{path}' is blank where the header is due"
        raise SourceError(message, "remove what stands before the header, or pass --no-header")
    start = lines.taken
    lines.give_back(first)
    given = delimiter
    if delimiter is None:
        delimiter = _found_delimiter(path, lines)
    record = _Kept(lines)
    fields = _parsed(path, record, delimiter, start)
    if given is not None and len(fields) == 1:
        _refuse_absent(path, record.text, given)
    _check_first_record(path, record.text, fields, start)
    _check_line_ends(path, lines, start)
    return tuple(fields), delimiter


def _refuse_absent(path: Path, record: str, given: str) -> None:
    """Stop where the separator given stands nowhere in the header, but another one does."""
    outside = _QUOTED.sub("", record)
    others = [one for one in SEPARATORS if one != given and one in outside]
    if others and given not in outside:
        shown = " and ".join("tab" if one == "\t" else one for one in others)
        message = (
            f"the separator given does not stand in the first line of '{path}', but {shown} does"
        )
        raise SourceError(
            message, "leave --delimiter out, or give it for the one file that needs it"
        )


class _Kept:
    """Lines that are kept while they are read."""

    def __init__(self, lines: _Lines) -> None:
        self.lines = lines
        self.text = ""

    def __iter__(self) -> _Kept:
        return self

    def __next__(self) -> str:
        line = next(self.lines)
        self.text += line
        if len(self.text) > LONGEST_RECORD:
            raise SourceError(f"the first record of '{self.lines.path}' is longer than 2 MB")
        return line


def _found_delimiter(path: Path, lines: _Lines) -> str:
    """Return the separator that stands in the next record outside quotes."""
    read = [next(lines)]
    quotes = read[0].count('"')
    size = len(read[0])
    while quotes % 2 and size < LONGEST_RECORD:
        line = next(lines, None)
        if line is None:
            break
        read.append(line)
        quotes += line.count('"')
        size += len(line)
    record = "".join(read) if quotes % 2 == 0 else read[0]
    for line in reversed(read):
        lines.give_back(line)
    outside = _QUOTED.sub("", record)
    found = [separator for separator in SEPARATORS if separator in outside]
    if len(found) > 1:
        shown = " and ".join("tab" if separator == "\t" else separator for separator in found)
        message = f"the first line of '{path}' holds several separators: {shown}"
        raise SourceError(message, f"pass --delimiter, such as --delimiter '{found[0]}'")
    return found[0] if found else ","


def _parsed(path: Path, record: _Kept, delimiter: str, start: int) -> list[str]:
    with long_fields():
        try:
            return next(csv.reader(record, delimiter=delimiter, strict=True))
        except (csv.Error, StopIteration):
            message = f"the record of '{path}' that begins on line {start} is not quoted right"
            hint = 'a quote inside a quoted field is written twice: ""'
            raise SourceError(message, hint) from None


def _check_first_record(path: Path, text: str, fields: list[str], line: int) -> None:
    if any("\udc80" <= character <= "\udcff" for character in text):
        raise not_decoded(path, line, "utf-8")
    if "\0" in text:
        message = f"line {line} of '{path}' holds null bytes: it is UTF-16 or no text"
        raise SourceError(message, "pass --encoding utf-16 if the file is written so")
    if any(field.startswith(" ") and field.lstrip(" ").startswith('"') for field in fields):
        raise SourceError(
            f"a blank stands before a quote on line {line} of '{path}'",
            "remove the blanks between separators and quotes",
        )


def _check_line_ends(path: Path, lines: _Lines, start: int) -> None:
    """Stop where the first line break of a file is not of the kind that ends its records.

    The engine takes the first one for the kind of the file, even inside quotes, and would then
    return no rows at all.
    """
    kinds = [end for end in lines.ends if end]
    if kinds and lines.ends[-1] and lines.ends[-1] != kinds[0]:
        message = (
            f"the first record of '{path}', on line {start}, holds line breaks of another kind "
            "than the one that ends it"
        )
        raise SourceError(message, "save the file with one kind of line end")
