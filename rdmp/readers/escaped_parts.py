"""The part files of a text without quotes: how each is written, from its first record."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rdmp.compressed import compression_of, open_bytes_or_stop
from rdmp.dialect import SEPARATORS
from rdmp.errors import ColumnError, OptionError, SourceError
from rdmp.exports import Export
from rdmp.options import Reading
from rdmp.readers.escapes import NOT_UTF_8, Flaw, Grammar, records

HINT = "check that --export names what wrote the file, or export it again"
_MARK = b"\xef\xbb\xbf"
_SPELLED = {"tab": "\t", r"\t": "\t"}
_SEPARATORS_TAKEN = "pass one ASCII character that is no letter, digit, dot or quote"
_ENCODINGS = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "utf-8-sig": "utf-8",
    "latin-1": "latin-1",
    "latin1": "latin-1",
    "iso-8859-1": "latin-1",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One file, as its first record shows it.

    ``before`` is the bytes before the first record of data: a byte order mark, the header.
    """

    path: Path
    names: tuple[str, ...]
    grammar: Grammar
    compression: str
    before: int
    lines_before: int


def open_part(path: Path, reading: Reading, export: Export) -> Part | None:
    """Learn how a file is written; None where it holds nothing: a slice without rows."""
    delimiter = _delimiter(reading.delimiter or "", export)
    encoding = _encoding(reading.encoding, export)
    compression = compression_of(path)
    with open_bytes_or_stop(path, compression) as data:
        first = next(records(data), None)
    if first is None:
        return None
    line = first[1]
    if line.startswith((b"\xff\xfe", b"\xfe\xff")):
        message = (
            f"'{path}' is UTF-16 by its byte order mark, which {export.command} does not write"
        )
        raise SourceError(message, HINT)
    mark = len(_MARK) if line.startswith(_MARK) else 0
    record = line[mark:]
    # PostgreSQL on Windows; elsewhere a carriage return before a line feed is one of the data.
    windows = export.escapes == "lettered" and record.endswith(b"\r\n")
    end = b"\r\n" if windows and not record.endswith(b"\\\r\n") else b"\n"
    grammar = Grammar(escapes=export.escapes, delimiter=delimiter, encoding=encoding, end=end)
    try:
        whole = record if record.endswith(b"\n") else record + b"\n"
        fields = grammar.settled(whole)[:-1].split(delimiter)
        names = tuple(_name(one, grammar) for one in fields) if reading.header else ()
    except Flaw as flaw:
        raise SourceError(f"line 1 of '{path}' holds {flaw}", HINT) from None
    _refuse_other_separator(path, fields, export)
    return Part(
        path=path,
        names=names or tuple(f"c{position}" for position in range(len(fields))),
        grammar=grammar,
        compression=compression,
        before=len(line) if reading.header else mark,
        lines_before=line.count(b"\n") if reading.header else 0,
    )


def _name(settled: bytes, grammar: Grammar) -> str:
    value = settled.replace(b"\\", b"")
    for byte, character in grammar.characters:
        value = value.replace(byte, character)
    return as_text(value)


def as_text(value: bytes) -> str:
    """Return a field whose characters are back in place as text."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise Flaw(NOT_UTF_8) from None


def _refuse_other_separator(path: Path, fields: list[bytes], export: Export) -> None:
    others = [one for one in SEPARATORS if one.encode() in fields[0]]
    if len(fields) == 1 and others:
        shown = " and ".join("tab" if one == "\t" else one for one in others)
        message = (
            f"the separator of --export {export.name} does not stand in the first line of '{path}',"
            f" but {shown} does"
        )
        raise SourceError(message, "check --export, or pass --delimiter beside it")


def _delimiter(given: str, export: Export) -> bytes:
    delimiter = _SPELLED.get(given.lower(), given)
    if len(delimiter) != 1 or not delimiter.isascii() or delimiter.isalnum():
        message = f"--export {export.name} cannot have the separator {given!r}"
        raise OptionError(message, _SEPARATORS_TAKEN)
    if delimiter in "\\.\r\n\0\"'":
        message = f"--export {export.name} cannot have the separator {given!r}"
        raise OptionError(message, _SEPARATORS_TAKEN)
    return delimiter.encode()


def _encoding(given: str | None, export: Export) -> str:
    found = _ENCODINGS.get((given or "utf-8").lower().replace("_", "-"))
    if found is None:
        message = f"--export {export.name} cannot have the encoding {given!r}"
        raise OptionError(message, "convert the files to UTF-8 first, with iconv")
    return found


def check_columns(part: Part, first: Part) -> None:
    """Hold the columns of a part against those of the first one (rule 14)."""
    if sorted(part.names) == sorted(first.names) and (
        part.names == first.names or len(set(first.names)) == len(first.names)
    ):
        return
    only = sorted(set(part.names) ^ set(first.names)) or sorted(part.names)
    message = f"{part.path}: the part files have different columns: {', '.join(map(repr, only))}"
    raise ColumnError(message, "write all parts with the same columns")
