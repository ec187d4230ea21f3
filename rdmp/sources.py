"""What the user hands over -> `Source`: files of one format, or an object in memory.

One place decides what a source is; no engine is needed, and nothing but names, sizes and first
bytes is read.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote

from rdmp.errors import SourceError
from rdmp.options import Role

Format = Literal["parquet", "delimited"]

_MAGIC = {
    b"PAR1": "parquet",
    b"PARE": "an encrypted Parquet file",
    b"ARRO": "an Arrow file",
    b"ORC": "an ORC file",
    b"Obj\x01": "an Avro file",
    b"PK\x03\x04": "a zip archive or an Excel file",
    b"SQLi": "an SQLite file",
    b"\xd0\xcf\x11\xe0": "an old Excel file",
    b"BZh": "a bzip2 file",
    b"\xfd7zX": "an xz file",
    b"\x89HDF": "an HDF5 file",
}
_PARQUET_NAMES = (".parquet", ".pqt", ".pq", ".parq")
_TEXT_MARKS = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A ``key=value`` folder level of a data set: a column whose values are text tokens (rule 14).

    ``level`` counts the folders below the given folder, from 1.
    """

    name: str
    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """A file, or the part files of a folder or glob; all of one format."""

    label: str
    format: Format
    paths: tuple[Path, ...]
    root: Path | None = None
    keys: tuple[Key, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """An object in memory: a frame, a table, a data set, a reader, or any Arrow stream."""

    label: str
    value: Any


Source = Files | Frame


def resolve(given: object, role: Role) -> Source:
    """Find out what a source is.

    Parameters
    ----------
    given : path-like or object
        A path, folder or glob; or an object with an Arrow interface.
    role : {'original', 'avatar'}

    Raises
    ------
    SourceError
        If nothing is there, or it is nothing that can be read as a table.
    """
    if isinstance(given, str | os.PathLike):
        return _files(os.fspath(given), role)
    kind = type(given)
    return Frame(label=f"{kind.__module__.partition('.')[0]}.{kind.__name__}", value=given)


def _files(given: str | bytes, role: Role) -> Files:
    text = os.fsdecode(given)
    if not text or "\0" in text:
        message = f"{role}: the path is empty or holds a null byte"
        raise SourceError(message, "name a file or a folder")
    path = Path(text)
    try:
        text.encode()
        is_file, is_folder, exists = path.is_file(), path.is_dir(), path.exists()
    except UnicodeEncodeError:
        message = f"{role}: the path is not UTF-8: {os.fsencode(given)!r}"
        raise SourceError(message, "give the file another name, or link to it") from None
    except OSError as problem:
        message = f"{role}: cannot look at {text[:200]}: {problem.strerror}"
        raise SourceError(message, "check the path and who may read it") from None
    if is_file:
        return Files(label=text, format=_format(path), paths=(path,))
    if is_folder:
        return _data_set(text, path, sorted(_walk(path)))
    if exists:
        message = f"{text} is neither a file nor a folder"
        raise SourceError(message, "copy what it yields into a file first")
    if glob.has_magic(text):
        names = glob.glob(text, recursive=True)  # noqa: PTH207 - a pattern may begin at the root
        found = [Path(name) for name in sorted(names)]
        files = [one for one in found if one.is_file()]
        if not files:
            message = f"{role}: no file fits the pattern {text}"
            raise SourceError(
                message, "put the pattern in quotes, so that the shell leaves it alone"
            )
        fixed = path.parts
        until = next(i for i, part in enumerate(fixed) if glob.has_magic(part))
        return _data_set(text, Path(*fixed[:until]), files)
    message = f"{role}: no such file or folder: {text}"
    raise SourceError(message, "check the path; it is taken from where the command was started")


def _walk(root: Path) -> Iterable[Path]:
    """Yield the part files of a folder, without marks such as ``_SUCCESS`` and hidden files."""

    def stop(problem: OSError) -> None:
        message = f"cannot look into {problem.filename}: {problem.strerror}"
        raise SourceError(message, "check who may read the folder") from None

    seen = set[str]()
    for folder, folders, names in os.walk(root, onerror=stop, followlinks=True):
        real = os.path.realpath(folder)
        if real in seen:  # a link to a folder above itself would go on for ever
            folders.clear()
            continue
        seen.add(real)
        folders[:] = [one for one in folders if "=" in one or not one.startswith((".", "_"))]
        for name in names:
            if not name.startswith((".", "_")) and not name.endswith(".crc"):
                yield Path(folder, name)


def _data_set(label: str, root: Path, files: list[Path]) -> Files:
    if not files:
        message = f"{label} is a folder without a file to read"
        hint = "check the path; names that begin with a dot or an underscore are passed over"
        raise SourceError(message, hint)
    formats = {path: _format(path) for path in files}
    if len(set(formats.values())) > 1:
        odd = next(path for path in files if formats[path] != formats[files[0]])
        message = (
            f"{label} holds files of different formats, such as {files[0].name} and {odd.name}"
        )
        raise SourceError(message, "name the files with a pattern, such as 'folder/*.parquet'")
    keys = _keys(root, files[0])
    for path in files:
        if _keys(root, path) != keys:
            message = f"{label}: the folders of {path} are not named as those of {files[0]}"
            raise SourceError(message, "all parts must lie in the same levels of key=value folders")
    return Files(label=label, format=formats[files[0]], paths=tuple(files), root=root, keys=keys)


def _keys(root: Path, path: Path) -> tuple[Key, ...]:
    """Return the ``key=value`` folders between a data set and one of its files."""
    folders = enumerate(path.relative_to(root).parts[:-1], 1)
    return tuple(
        Key(name=unquote(folder.partition("=")[0]), level=level)
        for level, folder in folders
        if folder.find("=") > 0
    )


def _format(path: Path) -> Format:
    """Tell a file's format from its first bytes, then from its name."""
    try:
        with path.open("rb") as file:
            head = file.read(4096)
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - 4, 0))
            tail = file.read(4)
    except OSError as problem:
        message = f"cannot read {path}: {problem.strerror}"
        raise SourceError(message, "check that the file is there and may be read") from None
    if not head:
        message = f"{path} is empty"
        raise SourceError(message, "check whether its export has failed, or copy it again")
    for magic, kind in _MAGIC.items():
        if head.startswith(magic) and kind == "parquet":
            return _whole_parquet(path, size, tail)
        if head.startswith(magic):
            message = f"{path} is {kind}, which cannot be read here"
            raise SourceError(message, "write it as Parquet or as delimited text")
    if path.suffix.lower() in _PARQUET_NAMES:
        message = f"{path} is not a Parquet file, although its name says so"
        raise SourceError(message, "check whether it was copied whole")
    if b"\0" in head and not head.startswith(_TEXT_MARKS):
        message = f"{path} is neither Parquet nor text"
        raise SourceError(message, "write it as Parquet or as delimited text")
    return "delimited"


def _whole_parquet(path: Path, size: int, tail: bytes) -> Format:
    if tail == b"PARE":
        message = f"{path} is an encrypted Parquet file"
        raise SourceError(message, "decrypt it first")
    if tail != b"PAR1" or size < 12:
        message = f"{path} is not a whole Parquet file: its end is missing"
        raise SourceError(message, "copy it again")
    return "parquet"
