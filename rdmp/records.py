"""The records of a delimited text file, by a parser of our own: its faults, and lines of records.

Exact and slow. For DuckDB it runs only after something went wrong or looks doubtful; Spark's parser
is lenient, so there every record is held against what this one reads (`sum_up`).
"""

from __future__ import annotations

import csv
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from rdmp.decoded import is_decoded, line_end, not_decoded, open_text
from rdmp.dialect import LONGEST_RECORD, Dialect, long_fields
from rdmp.errors import SourceError

if TYPE_CHECKING:
    from pathlib import Path

_QUOTE_HINT = 'a field that holds a quote is quoted, and the quote in it is written twice: ""'


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a file of good records amounts to, whoever reads it.

    Attributes
    ----------
    records : int
        Records of data; a blank line is one in a file of one column, and nothing in a wider one.
    blanks : int
        Blank lines among them.
    checksum : int
        The sum of a CRC-32 of each record, its fields joined by `UNIT`; blank lines add nothing.
    end : str
        What ends a record.
    """

    records: int
    blanks: int
    checksum: int
    end: str


UNIT = "\x1f"
"""What joins the fields of a record under a checksum."""


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
    width = len(dialect.names)
    return sum(bool(fields) or width == 1 for _, fields, _ in _good_records(path, dialect))


def sum_up(path: Path, dialect: Dialect) -> Summary:
    """Return what a file amounts to; raise SourceError at its first fault, or at a null byte."""
    records = blanks = checksum = 0
    end = ""
    for line, fields, raw in _good_records(path, dialect):
        end = end or line_end(raw)
        if not fields:
            blanks += 1
            continue
        if "\0" in raw:
            message = f"the record on line {line} of '{path}' holds a null byte"
            raise SourceError(message, "remove it, or use the engine duckdb")
        records += 1
        checksum += zlib.crc32(UNIT.join(fields).encode())
    if len(dialect.names) == 1:
        records += blanks
    return Summary(records=records, blanks=blanks, checksum=checksum, end=end or "\n")


def _good_records(path: Path, dialect: Dialect) -> Iterator[tuple[int, list[str], str]]:
    """Yield line, fields and text of each record; raise SourceError at the first fault."""
    width = len(dialect.names)
    long_record: SourceError | None = None
    for line, fields, raw in _records(path, dialect):
        if fields and len(fields) != width:
            raise _ragged(path, line, len(fields), width)
        if ' "' in raw and _blank_before_quote(raw, dialect.delimiter):
            message = f"a blank stands before a quote in line {line} of '{path}'"
            raise SourceError(message, "remove the blanks between separators and quotes")
        long_record = long_record or _too_long(path, line, raw)
        yield line, fields, raw
    if long_record is not None:
        raise long_record


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
    one_column = len(dialect.names) == 1
    lines = (line for line, fields, _ in _records(path, dialect) if fields or one_column)
    return _nth(path, lines, row)


def line_of_filled(path: Path, dialect: Dialect, row: int) -> int:
    """Return the same where blank lines are passed over in a file of one column too."""
    return _nth(path, (line for line, fields, _ in _records(path, dialect) if fields), row)


def _nth(path: Path, lines: Iterator[int], row: int) -> int:
    line = next(islice(lines, row - 1, row), None)
    if line is None:
        raise SourceError(f"'{path}' has fewer than {row} records")
    return line


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
