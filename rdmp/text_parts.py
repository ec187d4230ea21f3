"""The part files of a delimited text: how each is written, and the columns that they share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rdmp.dialect import Dialect, read_dialect
from rdmp.errors import ColumnError
from rdmp.saved import as_saved, with_decimal
from rdmp.sources.folders import key_values

if TYPE_CHECKING:
    from pathlib import Path

    from rdmp.options import Reading
    from rdmp.sources import Files

_NO_VALUE = "__HIVE_DEFAULT_PARTITION__"
"""What writers name the folder of the missing value."""


def read_parts(files: Files, reading: Reading) -> tuple[Reading, dict[Path, Dialect]]:
    """Learn how each part file is written, and with that how all are to be read.

    Raises
    ------
    SourceError, ColumnError
        If a file cannot be read as text, or the parts have different columns.
    """
    dialects = {path: read_dialect(path, as_saved(path, reading)) for path in files.paths}
    found = (dialect.delimiter for dialect in dialects.values())
    reading = with_decimal(files.label, reading, found)
    header = dialects[files.paths[0]].names
    for path, dialect in dialects.items():
        if sorted(dialect.names) != sorted(header):
            only = sorted(set(dialect.names) ^ set(header)) or sorted(dialect.names)
            message = f"{path}: the part files have different columns: {', '.join(map(repr, only))}"
            raise ColumnError(message, "write all parts with the same columns")
        if dialect.names != header and len(set(header)) != len(header):
            message = f"{path}: a name occurs more than once in part files that differ"
            raise ColumnError(message, "write all parts with the same columns")
    return reading, dialects


def places(header: tuple[str, ...], dialect: Dialect) -> tuple[int, ...]:
    """Return where a part file has each column of the first one."""
    if dialect.names == header:
        return tuple(range(len(header)))
    return tuple(dialect.names.index(name) for name in header)


def tokens_of_keys(files: Files, path: Path, null: tuple[str, ...] = ()) -> tuple[str | None, ...]:
    """Return the tokens of the ``key=value`` folders of a part file, None where one is missing."""
    missing = {"", _NO_VALUE, *null}
    return tuple(None if value in missing else value for value in key_values(files, path))
