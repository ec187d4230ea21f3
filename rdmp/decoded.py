"""A delimited text file as decoded lines, in the few encodings that the engine reads as well.

UTF-16 in big-endian order is refused here: the engine would read a file without rows.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from rdmp.compressed import DAMAGED, compression_of, open_bytes, open_bytes_or_stop
from rdmp.errors import OptionError, SourceError

if TYPE_CHECKING:
    from pathlib import Path

_ENCODINGS = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "utf-8-sig": "utf-8",
    "utf-16": "utf-16",
    "utf16": "utf-16",
    "utf-16-le": "utf-16",
    "utf-16le": "utf-16",
    "latin-1": "latin-1",
    "latin1": "latin-1",
    "iso-8859-1": "latin-1",
}
_CODECS = {"utf-8": "utf-8-sig", "utf-16": "utf-16-le", "latin-1": "latin-1"}


def encoding_of(path: Path, given: str | None) -> str:
    """Return the encoding that the user gave for a file, UTF-8 without one.

    Raises
    ------
    OptionError
        If it is none that can be read.
    SourceError
        If the file is empty, or its byte order mark says another one.
    """
    encoding = _ENCODINGS.get((given or "utf-8").lower().replace("_", "-"))
    if encoding is None:
        message = f"the encoding {given!r} is none of utf-8, utf-16 and latin-1"
        hint = f"convert the file first: iconv -f {given} -t UTF-8"
        raise OptionError(message, hint)
    with open_bytes_or_stop(path, compression_of(path)) as data:
        head = data.read(4)
    if not head:
        raise SourceError(f"'{path}' is empty", "export the file again")
    if head.startswith(b"\xfe\xff"):
        _refuse_big_endian(path, "\ufffe")
    if head.startswith(b"\xff\xfe") and encoding != "utf-16":
        message = f"'{path}' is UTF-16 by its byte order mark"
        raise SourceError(message, "pass --encoding utf-16")
    return encoding


def _refuse_big_endian(path: Path, first: str) -> None:
    """Stop at UTF-16 in big-endian order, which the engine would read as a file without rows."""
    if first == "\ufffe" or (first and ord(first) & 0xFF == 0):
        message = f"'{path}' is UTF-16 in big-endian order, which cannot be read"
        raise SourceError(message, "convert the file: iconv -f UTF-16BE -t UTF-8")


@contextmanager
def open_text(path: Path, encoding: str, compression: str) -> Iterator[IO[str]]:
    """Open a file as decompressed, decoded text whose line ends are left as they are.

    Bytes that are not UTF-8 come as lone surrogates (`is_decoded` finds them). Damage shows as
    SourceError that names the file.
    """
    try:
        with open_bytes(path, compression) as data:
            errors = "surrogateescape" if encoding == "utf-8" else "strict"
            text = io.TextIOWrapper(data, encoding=_CODECS[encoding], errors=errors, newline="")
            if encoding == "utf-16" and (first := text.read(1)) != "\ufeff":
                text.detach()
                data.seek(0)
                text = io.TextIOWrapper(data, encoding=_CODECS[encoding], newline="")
                _refuse_big_endian(path, first)
            yield text
    except UnicodeDecodeError:
        raise not_decoded(path, None, encoding) from None
    except FileNotFoundError:
        raise SourceError(f"'{path}' does not exist") from None
    except PermissionError:
        raise SourceError(f"'{path}' may not be read by this user") from None
    except DAMAGED as error:
        message = f"'{path}' could not be read to its end: it is damaged or cut off"
        raise SourceError(message, "copy or export the file again") from error


def is_decoded(line: str, encoding: str) -> bool:
    """Return whether a line of `open_text` is valid text of its encoding."""
    if line.isascii():
        return True
    if encoding == "latin-1":
        return not any("\x80" <= character < "\xa0" for character in line)
    return not any("\udc80" <= character <= "\udcff" for character in line)


def not_decoded(path: Path, line: int | None, encoding: str) -> SourceError:
    """Return the error for bytes that are not of the encoding."""
    names = {"utf-8": "UTF-8", "utf-16": "UTF-16", "latin-1": "Latin-1 (ISO 8859-1)"}
    place = f"line {line} of '{path}'" if line else f"'{path}'"
    hint = {
        "utf-8": "pass --encoding latin-1 or --encoding utf-16 if the file is written so, "
        "or convert it: iconv -f ENCODING -t UTF-8",
    }.get(encoding, "convert the file: iconv -f ENCODING -t UTF-8 (Windows' own is CP1252)")
    return SourceError(f"{place} is not {names[encoding]}", hint)


def line_end(line: str) -> str:
    r"""Return what a physical line ends with: ``\r\n``, ``\n``, ``\r`` or nothing."""
    if line.endswith("\r\n"):
        return "\r\n"
    return line[-1] if line[-1:] in {"\n", "\r"} else ""
