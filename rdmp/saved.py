"""What Excel's Save As leaves: encoding, separator and decimal separator go together.

"Unicode Text" is UTF-16 with tabs. "CSV UTF-8" has a byte order mark, and the list separator of the
system that saved it: a comma, or a semicolon where the comma is the decimal separator.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from rdmp.compressed import compression_of, open_bytes_or_stop
from rdmp.errors import SourceError
from rdmp.options import Reading


def as_saved(path: Path, reading: Reading) -> Reading:
    """Return how one file is to be read, by its byte order mark; what the user gave wins."""
    if reading.export is None or not reading.export.by_mark or reading.encoding is not None:
        return reading
    with open_bytes_or_stop(path, compression_of(path)) as data:
        head = data.read(2)
    if head != b"\xff\xfe":
        return reading
    return replace(reading, encoding="utf-16", delimiter=reading.delimiter or "tab")


def with_decimal(label: str, reading: Reading, delimiters: Iterable[str]) -> Reading:
    """Return a reading whose decimal separator follows from the separator of the columns.

    Raises
    ------
    SourceError
        If the parts differ, so that it does not.
    """
    if reading.export is None or not reading.export.by_mark or reading.decimal_given:
        return reading
    found = {delimiter == ";" for delimiter in delimiters}
    if len(found) > 1:
        message = f"{label}: some parts separate columns by semicolons, others do not"
        raise SourceError(message, "pass --decimal, or read the parts one by one")
    return replace(reading, decimal="," if True in found else reading.decimal)
