"""The part files of a folder, and the columns that its ``key=value`` folders are."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote

from rdmp.errors import SourceError
from rdmp.sources.buckets import below, filesystem, inside
from rdmp.sources.formats import format_of
from rdmp.sources.model import Files, Format, Key, Service

_WHOLE = {"duckdb", "sqlite", "excel"}
"""Formats of which a folder is no data set: each file holds tables of its own."""

_AT_A_TIME = 16
"""Files in a bucket that are looked into at the same time."""


def table_format(folder: Path) -> Service | None:
    """Tell a Delta or Iceberg table by the folder in which it keeps its log.

    Its part files alone are not the table: some of them were replaced or deleted.
    """
    if (folder / "_delta_log").is_dir():
        return "delta"
    metadata = folder / "metadata"
    if metadata.is_dir() and any(
        path.name.endswith(".metadata.json") for path in metadata.iterdir()
    ):
        return "iceberg"
    return None


def parts(root: Path) -> list[Path]:
    """Return the part files of a folder, in the order of their names, wherever it is.

    Raises
    ------
    SourceError
        If the folder cannot be looked into, holds a Delta or Iceberg table, or is a part of one.
    """
    for folder in _above(root):
        service = table_format(folder)
        if service is not None:
            raise _is_a_table(str(folder), service)
    if filesystem(root) is None:
        return sorted(_walk(root))
    found = below(root)
    if any("//" in inside(path) for path in found):
        message = f"{root} holds names with nothing between two slashes, which are no folders"
        raise SourceError(message, "name the files with a pattern, or copy them elsewhere")
    for table, kind in _tables(found).items():
        raise _is_a_table(str(table), kind)
    return [path for path in found if _is_seen(path.relative_to(root).parts)]


def _tables(files: Iterable[Path]) -> dict[Path, Service]:
    """Return the folders that are Delta or Iceberg tables, by the names of all files in them."""
    found: dict[Path, Service] = {}
    for path in files:
        if path.parent.name == "_delta_log":
            found[path.parent.parent] = "delta"
        elif path.parent.name == "metadata" and path.name.endswith(".metadata.json"):
            found[path.parent.parent] = "iceberg"
    return found


def _is_seen(names: tuple[str, ...]) -> bool:
    *folders, name = names
    return is_part(name) and all(map(_is_key_or_seen, folders))


def _is_key_or_seen(folder: str) -> bool:
    return "=" in folder or not folder.startswith((".", "_"))


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
        if "_delta_log" in folders:
            raise _is_a_table(folder, "delta")
        folders[:] = [one for one in folders if _is_key_or_seen(one)]
        yield from (Path(folder, name) for name in names if is_part(name))


def refuse_parts_of_tables(label: str, root: Path, files: Iterable[Path]) -> None:
    """Stop where files named by a pattern are the parts of a Delta or Iceberg table.

    Raises
    ------
    SourceError
        If a folder of theirs, up to the root and the ``key=value`` folders above it, is a table.
    """
    tables = {one: kind for one in _above(root) if (kind := table_format(one)) is not None}
    if filesystem(root) is None:
        folders = {one for path in files for one in path.parents if one.is_relative_to(root)}
        tables |= {one: kind for one in folders if (kind := table_format(one)) is not None}
    else:  # one list of all names is a shorter way than a question for each folder
        tables |= _tables(below(root))
    for folder, service in tables.items():
        if any(path.is_relative_to(folder) for path in files):
            raise _is_a_table(str(folder), service, f"{label}: ")


def _above(root: Path) -> Iterable[Path]:
    """Yield the folder that a root and further ``key=value`` folders, or an Iceberg table, are in.

    The part files of an Iceberg table are in a folder ``data``.
    """
    folder = root
    while "=" in folder.name or folder.name == "data":
        folder = folder.parent
        yield folder


def _is_a_table(folder: str, service: Service, place: str = "") -> SourceError:
    message = f"{place}{folder} is a table of which some part files are deleted or replaced"
    return SourceError(message, f"name the table itself: {service}:{folder}")


def is_part(name: str) -> bool:
    """Tell a part file from a mark such as ``_SUCCESS``, a checksum and a hidden file."""
    return not name.startswith((".", "_")) and not name.endswith(".crc")


def data_set(label: str, root: Path, files: list[Path]) -> Files:
    """Return files as the parts of one table.

    Raises
    ------
    SourceError
        If there are none, one has a name that is not UTF-8, or they differ in format or in their
        ``key=value`` folders.
    """
    if not files:
        message = f"{label} is a folder without a file to read"
        hint = "check the path; names that begin with a dot or an underscore are passed over"
        raise SourceError(message, hint)
    for path in files:
        _refuse_undecoded(label, path)
    formats = dict(zip(files, _formats(files), strict=True))
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


def _refuse_undecoded(label: str, path: Path) -> None:
    """Stop at a name that no engine can take."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        message = f"{label}: the name of a file in it is not UTF-8: {str(path)!r}"
        raise SourceError(message, "give the file another name, or link to it") from None


def _formats(files: list[Path]) -> list[Format]:
    """Tell the format of each file; in a bucket, of several at a time, for each is a journey."""
    if filesystem(files[0]) is None:
        return [format_of(path) for path in files]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(_AT_A_TIME) as pool:
        return list(pool.map(format_of, files))


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
