"""The format of a file, told from its first bytes, then from its name."""

from __future__ import annotations

import os
from pathlib import Path

from rdmp.errors import SourceError
from rdmp.sources.model import Format

_MAGIC: tuple[tuple[int, bytes, Format], ...] = (
    (0, b"PAR1", "parquet"),
    (0, b"ARROW1", "arrow"),
    (0, b"ORC", "orc"),
    (0, b"Obj\x01", "avro"),
    (8, b"DUCK", "duckdb"),
    (0, b"SQLite format 3\0", "sqlite"),
    (0, b"PK\x03\x04", "excel"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "excel"),
    (0, b"HEADER RECORD*******LIBRARY HEADER", "sas"),  # a transport file
    (0, b"HEADER RECORD*******LIBV8   HEADER", "sas"),  # likewise, of version 8
    (
        0,
        b"\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\0\x09\xc7\x31\x8c",
        "sas",
    ),
    (0, b"<stata_dta>", "stata"),
    (0, b"$FL2", "spss"),
    (0, b"$FL3", "spss"),
)
"""Where in a file which bytes tell its format."""

_NO_TABLE = {
    b"PARE": ("an encrypted Parquet file", "decrypt it first"),
    b"BZh": ("a bzip2 file", "unpack it, or compress it as gzip or zstd"),
    b"\xfd7zX": ("an xz file", "unpack it, or compress it as gzip or zstd"),
    b"\x89HDF": ("an HDF5 file", "write the table as Parquet"),
    b"FEA1": ("a Feather file of version 1", "write it as Feather version 2 or Parquet"),
}
_STREAM = b"\xff\xff\xff\xff"
"""How an Arrow stream begins; a text file in UTF-16 begins with two of these four bytes."""

_OLD_STATA = range(104, 116)
"""First byte of a Stata file before version 13; the second one tells the byte order."""

_SUFFIXES: dict[str, Format] = {
    ".parquet": "parquet", ".pqt": "parquet", ".pq": "parquet", ".parq": "parquet",
    ".json": "json", ".ndjson": "json", ".jsonl": "json",
    ".arrow": "arrow", ".feather": "arrow", ".ipc": "arrow", ".arrows": "arrow",
    ".orc": "orc", ".avro": "avro", ".duckdb": "duckdb",
    ".sqlite": "sqlite", ".sqlite3": "sqlite",
    ".xlsx": "excel", ".xls": "excel", ".xlsm": "excel", ".xlsb": "excel",
    ".sas7bdat": "sas", ".xpt": "sas", ".dta": "stata", ".sav": "spss", ".zsav": "spss",
}  # fmt: skip
_NAMES: dict[Format, str] = {
    "parquet": "a Parquet file", "arrow": "an Arrow file", "orc": "an ORC file",
    "avro": "an Avro file", "duckdb": "a DuckDB file", "sqlite": "an SQLite file",
    "excel": "an Excel file", "sas": "a SAS file", "stata": "a Stata file", "spss": "an SPSS file",
}  # fmt: skip
_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")
_TEXT_MARKS = (*_PACKED, b"\xff\xfe", b"\xfe\xff")


def format_of(path: Path) -> Format:
    """Tell the format of a file.

    Raises
    ------
    SourceError
        If it cannot be read, is empty or cut off, or is no table.
    """
    try:
        with path.open("rb") as file:
            head = file.read(4096)
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - 4, 0))
            tail = file.read(4)
    except OSError as problem:
        message = f"cannot read {path}: {problem.strerror or type(problem).__name__}"
        raise SourceError(message, "check that the file is there and may be read") from None
    if not head:
        message = f"{path} is empty"
        raise SourceError(message, "check whether its export has failed, or copy it again")
    for magic, (kind, hint) in _NO_TABLE.items():
        if head.startswith(magic):
            message = f"{path} is {kind}, which cannot be read here"
            raise SourceError(message, hint)
    for place, magic, found in _MAGIC:
        if head[place:].startswith(magic):
            return _whole(path, found, size, tail)
    return _by_name(path, head)


def _whole(path: Path, found: Format, size: int, tail: bytes) -> Format:
    """Refuse a Parquet file without its end; other formats are judged by their libraries."""
    if found == "parquet":
        if tail == b"PARE":
            message = f"{path} is an encrypted Parquet file"
            raise SourceError(message, "decrypt it first")
        if tail != b"PAR1" or size < 12:
            message = f"{path} is not a whole Parquet file: its end is missing"
            raise SourceError(message, "copy it again")
    if found == "excel" and _suffix(path) not in {".xlsx", ".xls", ".xlsm", ".xlsb"}:
        message = f"{path} is a zip archive or an old Office file, which cannot be read here"
        raise SourceError(message, "unpack it, or give a workbook its usual ending")
    return found


def _by_name(path: Path, head: bytes) -> Format:
    named = _SUFFIXES.get(_suffix(path))
    if head.startswith(_STREAM) and named == "arrow":
        return "arrow"
    if named == "stata" and head[0] in _OLD_STATA and head[1] in {1, 2}:
        return "stata"
    if named == "json":
        return "json"
    if named is not None and named in _NAMES:
        message = f"{path} is not {_NAMES[named]}, although its name says so"
        raise SourceError(message, "check whether it was copied whole")
    if b"\0" in head and not head.startswith(_TEXT_MARKS):
        message = f"{path} is neither Parquet nor text"
        raise SourceError(message, "write it as Parquet or as delimited text")
    return "delimited"


def _suffix(path: Path) -> str:
    """Return the ending of a name that tells its format, below one of compression."""
    suffixes = [one.lower() for one in path.suffixes]
    if suffixes and suffixes[-1] in {".gz", ".zst", ".zstd"}:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""
