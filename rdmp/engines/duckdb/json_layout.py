"""How a JSON file is laid out, and the line of a record, for messages.

A file holds one object a line, or one array of objects. Its first character tells which.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from rdmp.compressed import compression_of, open_bytes_or_stop
from rdmp.errors import SourceError

Layout = Literal["array", "newline_delimited"]

_UTF8_MARK = b"\xef\xbb\xbf"
_OTHER_MARKS = (b"\xff\xfe", b"\xfe\xff")
_BLANKS = b" \t\r\n"
_WHAT = "a JSON file is one object a line, or an array of objects"


@dataclass(frozen=True, slots=True)
class JsonForm:
    """How one JSON file is laid out and compressed."""

    layout: Layout
    compression: str


def form_of(path: Path) -> JsonForm:
    """Tell the layout of a file from its first character.

    Raises
    ------
    SourceError
        If it is cut off, is not UTF-8, or begins with neither an object nor an array.
    """
    compression = compression_of(path)
    with open_bytes_or_stop(path, compression) as data:
        head = data.read(len(_UTF8_MARK))
        if head.startswith(_OTHER_MARKS):
            message = f"{path} is UTF-16 text, and JSON is UTF-8"
            raise SourceError(message, "convert it, for example with iconv")
        head = head.removeprefix(_UTF8_MARK).lstrip(_BLANKS)
        while not head and (head := data.read(4096)):
            head = head.lstrip(_BLANKS)
    if not head:
        message = f"{path} holds no record"
        raise SourceError(message, "check whether its export has failed, or copy it again")
    if head[:1] not in {b"{", b"["}:
        message = f"{path} begins with neither a JSON object nor an array"
        raise SourceError(message, _WHAT)
    layout: Layout = "array" if head.startswith(b"[") else "newline_delimited"
    return JsonForm(layout=layout, compression=compression)


def find_fault(path: Path, form: JsonForm) -> SourceError | None:
    """Return what is wrong with a file that the engine could not read, or None."""
    if form.layout == "array":
        return None
    line = first_line(path, form, lambda _: False)
    if line is None:
        return None
    message = f"line {line} of '{path}' is not one whole JSON object in UTF-8"
    return SourceError(message, _WHAT + "; check whether the file was cut off")


def first_line(path: Path, form: JsonForm, judge: Callable[[Any], bool]) -> int | None:
    """Return the first line, from 1, whose record is no JSON, or of which something is true.

    Runs only after something went wrong, and never holds more than one record. An object is handed
    over as the list of its pairs, so that a repeated key is seen.
    """
    if form.layout == "array":
        return None
    with open_bytes_or_stop(path, form.compression) as data:
        for number, line in enumerate(data, 1):
            text = line.removeprefix(_UTF8_MARK) if number == 1 else line
            if not text.strip(_BLANKS):
                continue
            try:
                if judge(json.loads(text.decode(), object_pairs_hook=Pairs)):
                    return number
            except (ValueError, RecursionError):
                return number
    return None


class Pairs(list[tuple[str, Any]]):
    """The pairs of an object, in the order in which they stand."""
