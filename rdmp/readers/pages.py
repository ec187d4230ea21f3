"""Where the pages of a Parquet file stand, and whether they bear checksums.

A page is a header and its bytes. The header is written in Thrift's compact protocol; of it, only
the sizes, the number of values and the checksum are wanted. pyarrow verifies the checksums that are
there and does not say where there are none, so the headers are looked through here.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

_FIRST_LOOK = 1_024
_DATA, _INDEX, _DICTIONARY, _DATA_2 = range(4)
_VALUES_OF = {_DATA: 5, _DICTIONARY: 7, _DATA_2: 8}
"""The field of a page header that holds the header of its kind."""

_TRUE, _FALSE, _BYTE, _SHORT, _INT, _LONG, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(
    1, 13
)


class BadPageError(Exception):
    """The pages of a file are not where, or not what, its footer says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page: where its header and its bytes begin, how many there are, and their checksum."""

    header: int
    start: int
    size: int
    checksum: int | None


def pages(file: BinaryIO, chunk: Any) -> Iterator[Page]:
    """Yield the pages of a column chunk, by their headers.

    Parameters
    ----------
    file : binary file
    chunk : pyarrow.parquet.ColumnChunkMetaData

    Raises
    ------
    BadPageError
        If a header cannot be read, or the pages hold other numbers of values than the footer says.
    """
    position = chunk.data_page_offset
    if chunk.has_dictionary_page and chunk.dictionary_page_offset:
        position = min(position, chunk.dictionary_page_offset)
    end = position + chunk.total_compressed_size
    values = 0
    while values < chunk.num_values:
        found, start = _header(file, position, end)
        kind, size = _number(found, 1), _number(found, 3)
        if kind not in {*_VALUES_OF, _INDEX} or size < 0 or start + size > end:
            raise BadPageError
        if kind in {_DATA, _DATA_2}:
            own = found.get(_VALUES_OF[kind])
            number = _number(own, 1) if isinstance(own, dict) else -1
            if number < 0:
                raise BadPageError
            values += number
        checksum = _number(found, 4) if 4 in found else None
        yield Page(header=position, start=start, size=size, checksum=checksum)
        position = start + size
    if values != chunk.num_values:
        raise BadPageError


def _number(found: dict[int, Any], field: int) -> int:
    """Return a field that is a whole number in every page that is not damaged."""
    value = found.get(field)
    if type(value) is not int:
        raise BadPageError
    return value


def _header(file: BinaryIO, position: int, end: int) -> tuple[dict[int, Any], int]:
    """Return the header at a place, and where the page's bytes begin."""
    look = _FIRST_LOOK
    while True:
        file.seek(position)
        block = file.read(max(0, min(look, end - position)))
        try:
            found, length = _struct(block, 0)
        except IndexError:  # the header is longer than what was read
            if look > end - position:
                raise BadPageError from None
            look *= 16
        else:
            return found, position + length


def _struct(block: bytes, place: int, level: int = 0) -> tuple[dict[int, Any], int]:
    if level > _DEEPEST:
        raise BadPageError
    found: dict[int, Any] = {}
    field = 0
    while kind_and_step := block[place]:
        place += 1
        kind, step = kind_and_step & 15, kind_and_step >> 4
        if step:
            field += step
        else:
            field, place = _integer(block, place)
        found[field], place = _value(block, place, kind, level)
    return found, place + 1


_DEEPEST = 8
"""Structs in each other; a page header has three."""


def _value(block: bytes, place: int, kind: int, level: int) -> tuple[Any, int]:
    match kind:
        case 1 | 2:
            return kind == _TRUE, place
        case 3:
            return block[place], place + 1
        case 4 | 5 | 6:
            return _integer(block, place)
        case 7:
            return struct.unpack_from("<d", _bytes(block, place, 8))[0], place + 8
        case 8:
            length, place = _varint(block, place)
            _bytes(block, place, length)
            return None, place + length
        case 12:
            return _struct(block, place, level + 1)
        case _:  # a page header holds no list and no map
            raise BadPageError


def _bytes(block: bytes, place: int, length: int) -> bytes:
    if place + length > len(block):
        raise IndexError
    return block[place : place + length]


def _integer(block: bytes, place: int) -> tuple[int, int]:
    raw, place = _varint(block, place)
    return (raw >> 1) ^ -(raw & 1), place


def _varint(block: bytes, place: int) -> tuple[int, int]:
    raw = shift = 0
    while True:
        byte = block[place]
        place += 1
        raw |= (byte & 127) << shift
        if byte < 128:
            return raw, place
        shift += 7
        if shift > 63:
            raise BadPageError
