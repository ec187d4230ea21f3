"""Compressed text files: told by their first bytes, opened as what they hold, and never half.

The engine takes a zstd file that was cut off for one that ends there; so a zstd file is walked
through, without unpacking, before anything is read from it.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, cast

from rdmp.errors import SourceError

if TYPE_CHECKING:
    from pathlib import Path

DAMAGED = (EOFError, zlib.error, OSError)
"""What reading a damaged or cut-off file raises."""

_ZSTD_FRAME = 0xFD2FB528
_ZSTD_SKIPPABLE = 0x184D2A50


def compression_of(path: Path) -> str:
    """Tell gzip, zstd and none from the first bytes; a zstd file must be whole."""
    with open_bytes_or_stop(path, "none") as data:
        head = data.read(4)
        if head.startswith(b"\x1f\x8b"):
            return "gzip"
        magic = int.from_bytes(head, "little")
        if len(head) == 4 and (magic == _ZSTD_FRAME or magic & ~0xF == _ZSTD_SKIPPABLE):
            data.seek(0)
            if not _is_whole_zstd(data):
                message = f"'{path}' could not be read to its end: it is damaged or cut off"
                raise SourceError(message, "copy or export the file again")
            return "zstd"
    return "none"


@contextmanager
def open_bytes_or_stop(path: Path, compression: str) -> Iterator[IO[bytes]]:
    """Open a file as decompressed bytes; what goes wrong is a SourceError that names it."""
    try:
        with open_bytes(path, compression) as data:
            yield data
    except FileNotFoundError:
        raise SourceError(f"'{path}' does not exist") from None
    except PermissionError:
        raise SourceError(f"'{path}' may not be read by this user") from None
    except DAMAGED as error:
        message = f"'{path}' could not be read to its end: it is damaged or cut off"
        raise SourceError(message, "copy or export the file again") from error


@contextmanager
def open_bytes(path: Path, compression: str) -> Iterator[IO[bytes]]:
    """Open a file as decompressed bytes."""
    if compression == "gzip":
        import gzip

        with path.open("rb") as packed, gzip.open(packed, "rb") as unpacked:
            yield cast("IO[bytes]", unpacked)
    elif compression == "zstd":
        import pyarrow as pa

        with path.open("rb") as packed, pa.input_stream(packed, compression="zstd") as stream:
            yield cast("IO[bytes]", stream)
    else:
        with path.open("rb") as plain:
            yield plain


def unpacked_size(path: Path, compression: str) -> int:
    """Return how many bytes a file holds, unpacked."""
    with open_bytes_or_stop(path, compression) as data:
        if compression == "none":
            return data.seek(0, io.SEEK_END)
        return sum(map(len, iter(lambda: data.read(1 << 20), b"")))


@contextmanager
def open_bytes_to_write(path: Path, compression: str) -> Iterator[IO[bytes]]:
    """Open a file that exists for bytes that are compressed on their way into it."""
    if compression == "gzip":
        import gzip

        # Neither the name nor the time of writing goes into the header.
        with (
            path.open("wb") as plain,
            gzip.GzipFile("", "wb", compresslevel=6, fileobj=plain, mtime=0) as packed,
        ):
            yield cast("IO[bytes]", packed)
    elif compression == "zstd":
        import pyarrow as pa

        with pa.output_stream(str(path), compression="zstd") as stream:
            yield cast("IO[bytes]", stream)
    else:
        with path.open("wb") as plain:
            yield plain


def _is_whole_zstd(data: IO[bytes]) -> bool:
    """Return whether every frame ends where it says, by walking its blocks without unpacking.

    The engine takes a zstd stream that ends early for one that ends, and returns fewer rows.
    """
    size = data.seek(0, io.SEEK_END)
    data.seek(0)
    while data.tell() < size:
        magic = int.from_bytes(data.read(4), "little")
        if magic & ~0xF == _ZSTD_SKIPPABLE:
            data.seek(int.from_bytes(data.read(4), "little"), io.SEEK_CUR)
        elif magic != _ZSTD_FRAME or not _skip_zstd_frame(data):
            return False
        if data.tell() > size:
            return False
    return True


def _skip_zstd_frame(data: IO[bytes]) -> bool:
    """Go to the end of a frame (RFC 8878, section 3.1.1); False where the data end before."""
    descriptor = data.read(1)
    if not descriptor:
        return False
    flags = descriptor[0]
    single_segment = flags >> 5 & 1
    content_size = (single_segment, 2, 4, 8)[flags >> 6]
    data.seek((1 - single_segment) + (0, 1, 2, 4)[flags & 3] + content_size, io.SEEK_CUR)
    last = 0
    while not last:
        header = data.read(3)
        if len(header) < 3:
            return False
        block = int.from_bytes(header, "little")
        last, kind, length = block & 1, block >> 1 & 3, block >> 3
        data.seek(1 if kind == 1 else length, io.SEEK_CUR)
    data.seek(4 * (flags >> 2 & 1), io.SEEK_CUR)
    return True
