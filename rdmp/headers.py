"""A header that was forgotten: two exports without one, whose first lines are the same names.

Read as a record, a header makes every column text, and numbers that are spelled in two ways would
no longer match: the score would be too good.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rdmp.compressed import compression_of, open_bytes_or_stop
from rdmp.errors import OptionError
from rdmp.options import Reading, Role
from rdmp.sources.model import Files

_NAME = re.compile(rb"[A-Za-z_\x80-\xff][^\r\n]*")
_LONGEST = 1 << 20


def refuse_forgotten_header(sides: Mapping[Role, tuple[Files, Reading]]) -> None:
    """Stop where all sides begin with the same line of names, and none is read as a header.

    Raises
    ------
    OptionError
        Unless ``--no-header`` says that it is a record.
    """
    found = {_first_names(files, reading) for files, reading in sides.values()}
    if len(sides) > 1 and len(found) == 1 and found != {None}:
        labels = " and ".join(files.label for files, _ in sides.values())
        message = f"{labels} begin with the same line, which looks like a header"
        raise OptionError(message, "pass --header if it is one, and --no-header if it is a record")


def _first_names(files: Files, reading: Reading) -> tuple[bytes, ...] | None:
    """Return the fields of the first line, if all could be names and they differ."""
    if reading.export is None or reading.header or reading.delimiter is None:
        return None
    path = files.paths[0]
    with open_bytes_or_stop(path, compression_of(path)) as data:
        line = data.read(_LONGEST).partition(b"\n")[0]
    delimiter = b"\t" if reading.delimiter.lower() in {"tab", r"\t"} else reading.delimiter.encode()
    line = line.removeprefix(b"\xef\xbb\xbf").rstrip(b"\r")
    fields = tuple(one.strip(b'"') for one in line.split(delimiter))
    names = all(_NAME.fullmatch(one) for one in fields) and len(set(fields)) == len(fields)
    return fields if names else None
