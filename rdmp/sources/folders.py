"""The part files of a folder, and the columns that its ``key=value`` folders are."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote

from rdmp.errors import SourceError
from rdmp.sources.formats import format_of
from rdmp.sources.model import Files, Key, Service

_WHOLE = {"duckdb", "sqlite", "excel"}
"""Formats of which a folder is no data set: each file holds tables of its own."""


def table_format(folder: Path) -> Service | None:
    """Tell a Delta or Iceberg table by the folder in which it keeps its log.

    Its part files alone are not the table: some of them were replaced or deleted.
    """
    if (folder / "_delta_log").is_dir():
        return "delta"
    if any((folder / "metadata").glob("*.metadata.json")):
        return "iceberg"
    return None


def walk(root: Path) -> Iterable[Path]:
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
        yield from (Path(folder, name) for name in names if is_part(name))


def is_part(name: str) -> bool:
    """Tell a part file from a mark such as ``_SUCCESS``, a checksum and a hidden file."""
    return not name.startswith((".", "_")) and not name.endswith(".crc")


def data_set(label: str, root: Path, files: list[Path]) -> Files:
    """Return files as the parts of one table.

    Raises
    ------
    SourceError
        If there are none, or they differ in format or in their ``key=value`` folders.
    """
    if not files:
        message = f"{label} is a folder without a file to read"
        hint = "check the path; names that begin with a dot or an underscore are passed over"
        raise SourceError(message, hint)
    formats = {path: format_of(path) for path in files}
    if len(set(formats.values())) > 1:
        odd = next(path for path in files if formats[path] != formats[files[0]])
        message = (
            f"{label} holds files of different formats, such as {files[0].name} and {odd.name}"
        )
        raise SourceError(message, "name the files with a pattern, such as 'folder/*.parquet'")
    if formats[files[0]] in _WHOLE and len(files) > 1:
        message = f"{label} holds several files that each hold tables, such as {files[0].name}"
        raise SourceError(message, "name one of them, and its table: FILE::TABLE")
    keys = _keys(root, files[0])
    for path in files:
        if _keys(root, path) != keys:
            message = f"{label}: the folders of {path} are not named as those of {files[0]}"
            raise SourceError(message, "all parts must lie in the same levels of key=value folders")
    return Files(label=label, format=formats[files[0]], paths=tuple(files), root=root, keys=keys)


def key_values(files: Files, path: Path) -> tuple[str, ...]:
    """Return the values of the ``key=value`` folders of a part file, in the order of the keys."""
    if files.root is None:
        return ()
    folders = path.relative_to(files.root).parts
    return tuple(unquote(folders[key.level - 1].partition("=")[2]) for key in files.keys)


def _keys(root: Path, path: Path) -> tuple[Key, ...]:
    """Return the ``key=value`` folders between a data set and one of its files."""
    folders = enumerate(path.relative_to(root).parts[:-1], 1)
    return tuple(
        Key(name=unquote(folder.partition("=")[0]), level=level)
        for level, folder in folders
        if folder.find("=") > 0
    )
