"""The records of a delimited text file, by a parser of our own: its faults, and lines of records.

Exact and slow; it runs only after something went wrong or looks doubtful.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rdmp.dialect import (
    LONGEST_RECORD,
    Dialect,
    is_decoded,
    line_end,
    long_fields,
    not_decoded,
    open_text,
)
from rdmp.errors import SourceError

if TYPE_CHECKING:
    from pathlib import Path

_QUOTE_HINT = 'a field that holds a quote is quoted, and the quote in it is written twice: ""'


def find_fault(path: Path, dialect: Dialect) -> SourceError | None:
    """Return the first fault of a file, or None if it is delimited text of this dialect.

    A parser of our own, in Python, reads the file to its end or to the fault: exact, about 60 MB a
    second, and never holding more than one record.
    """
    try:
        count_good_records(path, dialect)
    except SourceError as fault:
        return fault
    return None


def count_good_records(path: Path, dialect: Dialect) -> int:
    """Return how many records a file has; raise SourceError at its first fault."""
    count = 0
    width = len(dialect.names)
    long_record: SourceError | None = None
    for line, fields, raw in _records(path, dialect):
        if fields and len(fields) != width:
            raise _ragged(path, line, len(fields), width)
        if ' "' in raw and _blank_before_quote(raw, dialect.delimiter):
            message = f"a blank stands before a quote in line {line} of '{path}'"
            raise SourceError(message, "remove the blanks between separators and quotes")
        long_record = long_record or _too_long(path, line, raw)
        count += bool(fields) or width == 1
    if long_record is not None:
        raise long_record
    return count


def _too_long(path: Path, line: int, raw: str) -> SourceError | None:
    if len(raw) * 4 <= LONGEST_RECORD or (size := len(raw.encode())) <= LONGEST_RECORD:
        return None
    message = f"the record on line {line} of '{path}' has {size} bytes"
    hint = f"at most {LONGEST_RECORD} can be read; write the table as Parquet"
    return SourceError(message, hint)


def line_of(path: Path, dialect: Dialect, row: int) -> int:
    """Return the physical line, from 1, on which a record begins.

    Parameters
    ----------
    path : Path
        The file.
    dialect : Dialect
        How it is written.
    row : int
        Number of the record in the file, from 1; a blank line is a record in a file of one column
        and nothing in a wider one.

    Raises
    ------
    SourceError
        If the file has fewer records.
    """
    number = 0
    for line, fields, _ in _records(path, dialect):
        if fields or len(dialect.names) == 1:
            number += 1
        if number == row:
            return line
    raise SourceError(f"'{path}' has fewer than {row} records")


def _records(path: Path, dialect: Dialect) -> Iterator[tuple[int, list[str], str]]:
    """Yield line, fields and text of each record of data; a blank line has no fields.

    Raises SourceError at bytes that are no text, at a quote out of place, and at mixed line ends.
    """
    with open_text(path, dialect.encoding, dialect.compression) as text, long_fields():
        source = _CheckedLines(path, dialect.encoding, text)
        reader = csv.reader(source, delimiter=dialect.delimiter, strict=True)
        number = 0
        while True:
            line = source.number + 1
            source.record.clear()
            try:
                fields = next(reader, None)
            except csv.Error:
                raise _misquoted(path, line, source) from None
            if fields is None:
                return
            source.check_end(line)
            number += 1
            if number > dialect.skip:
                yield line, fields, "".join(source.record)


class _CheckedLines:
    """Physical lines of a file, counted and held until their record is complete."""

    def __init__(self, path: Path, encoding: str, text: Iterator[str]) -> None:
        self.path = path
        self.encoding = encoding
        self.text = text
        self.number = 0
        self.ended = False
        self.end = ""
        self.record: list[str] = []

    def __iter__(self) -> _CheckedLines:
        return self

    def __next__(self) -> str:
        try:
            line = next(self.text)
        except StopIteration:
            self.ended = True
            raise
        except UnicodeDecodeError:
            raise not_decoded(self.path, self.number + 1, self.encoding) from None
        self.number += 1
        if not is_decoded(line, self.encoding):
            raise not_decoded(self.path, self.number, self.encoding)
        self.record.append(line)
        return line

    def check_end(self, line: int) -> None:
        """Stop where a record ends in another way than the first one."""
        end = line_end(self.record[-1])
        if end and end != (self.end or end):
            names = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}
            message = (
                f"the record on line {line} of '{self.path}' ends with {names[end]}, "
                f"those before it with {names[self.end]}"
            )
            raise SourceError(message, "save the file with one kind of line end")
        self.end = self.end or end


def _misquoted(path: Path, line: int, source: _CheckedLines) -> SourceError:
    if source.ended:
        message = f"the quote opened in the record on line {line} of '{path}' is never closed"
    else:
        message = f"text follows a closing quote in line {source.number} of '{path}'"
    return SourceError(message, _QUOTE_HINT)


def _ragged(path: Path, line: int, found: int, expected: int) -> SourceError:
    columns = "1 column" if found == 1 else f"{found} columns"
    message = f"line {line} of '{path}' has {columns}, the first record has {expected}"
    hint = "correct or remove the line (a title, a footer, a separator without quotes)"
    return SourceError(message, hint)


def _blank_before_quote(raw: str, delimiter: str) -> bool:
    """Return whether a field of a well-quoted record begins with blanks and a quote."""
    separator = re.escape(delimiter)
    fields = re.finditer(
        rf'(?:\A|{separator})(?:"(?:[^"]|"")*"|(?P<bare>[^{separator}\r\n]*))', raw
    )
    return any(re.match(r' +"', field["bare"] or "") for field in fields)
