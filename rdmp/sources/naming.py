"""The words for a source: one place decides what a path, an address or an object is.

====================================  ========================================================
what is given                         what it is
====================================  ========================================================
a path that exists                    that file or folder, whatever its name holds (rule 14)
``delta:PATH``, ``iceberg:PATH``      a table of that format; so is a folder that is one
``s3://`` ``gs://`` ``abfs://`` …     files in a bucket, named like files here
``iceberg:CATALOG::NAME.TABLE``       a table of a catalog that pyiceberg is configured for
``SCHEME://…::TABLE``                 a table of a database, through its ADBC driver
``FILE::TABLE``                       a table of a database file, a sheet of a workbook
a pattern                             the files that fit it
anything but a path or text           an object in memory
what this place has decided already   the same again
====================================  ========================================================
"""

from __future__ import annotations

import glob
import os
import re
from pathlib import Path

from rdmp.errors import SourceError
from rdmp.options import Role
from rdmp.sources import buckets
from rdmp.sources.databases import database, without_secrets
from rdmp.sources.folders import data_set, parts, refuse_parts_of_tables, table_format
from rdmp.sources.formats import format_of
from rdmp.sources.model import Address, Files, Frame, Service, Source

_TABLE_FORMATS: dict[str, Service] = {"delta": "delta", "iceberg": "iceberg"}
_SCHEME = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://")
_NO_DATABASES = {
    "s3", "s3a", "s3n", "gs", "gcs", "abfs", "abfss", "az", "adl", "wasb", "wasbs", "hdfs", "oci",
    "memory", "file", "http", "https", "ftp", "ftps", "sftp",
}  # fmt: skip
"""Schemes of files; any other one is taken for the name of a database's driver."""

_HOLDS_TABLES = {"duckdb", "sqlite", "excel"}
_READ_IN_BUCKETS = {"parquet", "delimited", "json", "arrow", "orc"}
"""Formats whose readers take a file wherever it is; the others want it on a disk here."""


def resolve(given: object, role: Role, *, elsewhere: bool = False) -> Source:
    """Find out what a source is.

    Parameters
    ----------
    given : path-like or object
        A path, folder, glob or address; or an object with an Arrow interface.
    role : {'original', 'avatar', 'holdout'}
    elsewhere : bool
        Whether the engine reads tables where they lie: what is no file here is a path or the name
        of a table that the engine knows.

    Raises
    ------
    SourceError
        If nothing is there, or it is nothing that can be read as a table.
    """
    if isinstance(given, Files | Address | Frame):
        return given
    if isinstance(given, str | os.PathLike):
        text = os.fsdecode(os.fspath(given))
        return _named_elsewhere(text, role) if elsewhere else _named(text, role)
    kind = type(given)
    return Frame(label=f"{kind.__module__.partition('.')[0]}.{kind.__name__}", value=given)


def _named(text: str, role: Role) -> Source:
    if not text or "\0" in text:
        message = f"{role}: the path is empty or holds a null byte"
        raise SourceError(message, "name a file or a folder")
    found = _existing(text, role) or _address(text)
    if found is not None:
        return found
    if buckets.is_in_bucket(text):
        return _in_bucket(text, role)
    for mark in re.finditer("::(?=.)", text, re.DOTALL):
        if (holder := _existing(text[: mark.start()], role)) is not None:
            return _table_of(holder, text, text[mark.end() :])
    if glob.has_magic(text):
        return _pattern(text, role)
    message = f"{role}: no such file or folder: {without_secrets(text)}"
    raise SourceError(message, "check the path; it is taken from where the command was started")


_IDENTIFIER = re.compile(r"(?:`(?:[^`]|``)+`|\w+)(?:\.(?:`(?:[^`]|``)+`|\w+))*")
"""A table as a catalog names it: parts with dots between them, in backticks where need be."""

_PATH = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:/|/")


def _named_elsewhere(text: str, role: Role) -> Source:
    """Return files that are here too, or else a name for the engine."""
    if not text or "\0" in text:
        return _named(text, role)
    found = _existing(text, role)
    if found is not None:
        return found
    if _PATH.match(text):
        return Address(label=without_secrets(text), service="path", address=text)
    if _IDENTIFIER.fullmatch(text):
        return Address(label=text, service="catalog", address=text)
    if glob.has_magic(text):
        return _pattern(text, role)
    message = f"{role}: {text} is no file here, no path of the engine's, and no name of a table"
    hint = "write s3a://…, /path or catalog.schema.table, odd names in backticks"
    raise SourceError(message, hint)


def _existing(text: str, role: Role) -> Source | None:
    """Return the files at a path, or None if nothing is there."""
    path = Path(text)
    try:
        text.encode()
        is_file, is_folder, exists = path.is_file(), path.is_dir(), path.exists()
    except UnicodeEncodeError:
        message = f"{role}: the path is not UTF-8: {text!r}"
        raise SourceError(message, "give the file another name, or link to it") from None
    except OSError as problem:
        message = f"{role}: cannot look at {text[:200]}: {problem.strerror}"
        raise SourceError(message, "check the path and who may read it") from None
    if is_file:
        return Files(label=text, format=format_of(path), paths=(path,))
    if is_folder:
        service = table_format(path)
        if service is not None:
            return Address(label=text, service=service, address=text)
        return data_set(text, path, parts(path))
    if exists:
        message = f"{text} is neither a file nor a folder"
        raise SourceError(message, "copy what it yields into a file first")
    return None


def _address(text: str) -> Address | None:
    """Return the address of a table, or None if the text is none."""
    prefix, mark, rest = text.partition(":")
    if not mark or not rest or prefix not in _TABLE_FORMATS:
        if (found := _SCHEME.match(text)) and found["scheme"].lower() not in _NO_DATABASES:
            return database(text)
        return None
    service = _TABLE_FORMATS[prefix]
    if buckets.is_in_bucket(rest):
        if buckets.kind_of(buckets.in_bucket(rest)) is None:
            message = f"{text}: nothing of this name is there"
            raise SourceError(message, "check the path")
        return Address(label=text, service=service, address=rest)
    name, mark, table = rest.rpartition("::")
    if service == "iceberg" and mark and name and table and not Path(rest).exists():
        return Address(label=text, service=service, address=name, table=table)
    return Address(label=text, service=service, address=rest)


def _in_bucket(text: str, role: Role) -> Source:
    """Return the files, or the table, at an address in a bucket."""
    path = buckets.in_bucket(text)
    kind = buckets.kind_of(path)
    with buckets.reached(text):
        if kind == "directory":
            service = table_format(path)
            if service is not None:
                return Address(label=text, service=service, address=text)
            found = data_set(text, path, parts(path))
        elif kind is not None:
            found = Files(label=text, format=format_of(path), paths=(path,))
        elif glob.has_magic(text):
            found = _fitting(text, role, path, buckets.fitting(path))
        else:
            message = f"{role}: nothing of this name is there: {text}"
            raise SourceError(message, "check the path")
    if found.format not in _READ_IN_BUCKETS:
        message = f"{text} is read from a disk of this machine only"
        raise SourceError(message, "copy it here, and name the copy")
    return found


def _table_of(holder: Source, label: str, table: str) -> Files:
    if not isinstance(holder, Files) or holder.format not in _HOLDS_TABLES:
        message = f"{holder.label} holds no tables that have names"
        raise SourceError(message, "leave :: and what follows it away")
    return Files(label=label, format=holder.format, paths=holder.paths, table=table)


def _pattern(text: str, role: Role) -> Files:
    names = glob.glob(text, recursive=True)  # noqa: PTH207 - a pattern may begin at the root
    found = [Path(name) for name in sorted(names)]
    return _fitting(text, role, Path(text), [one for one in found if one.is_file()])


def _fitting(text: str, role: Role, pattern: Path, files: list[Path]) -> Files:
    if not files:
        message = f"{role}: no file fits the pattern {without_secrets(text)}"
        raise SourceError(message, "put the pattern in quotes, so that the shell leaves it alone")
    fixed = next(one for one in pattern.parents if not glob.has_magic(buckets.inside(one)))
    refuse_parts_of_tables(text, fixed, files)
    return data_set(text, fixed, files)
