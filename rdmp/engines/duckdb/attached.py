"""Tables of DuckDB files: attached, read only, and read where they lie."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rdmp.errors import QueryError, SourceError
from rdmp.options import Role
from rdmp.seam import Statement, Type
from rdmp.sources import Files
from rdmp.sources.tables import Table, choose
from rdmp.syntax import Syntax
from rdmp.templates import render

Query = Callable[[Statement], list[tuple[Any, ...]]]

_MAIN_HEADER = struct.Struct("<8x4sQQ24x32s")
"""Checksum, magic bytes, version of the storage, four words of flags, the library that wrote it."""

_ENCRYPTED = 1

_HEADERS = 3 * 4096
"""Bytes that any file begins with: the main header and two of the database."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attached:
    """A table of an attached file: file, schema and name; and its rows, unless it is a view."""

    label: str
    path: tuple[str, ...]
    rows: int | None
    columns: Statement

    @property
    def fault(self) -> str:
        """What is wrong if it cannot be read to its end."""
        if self.rows is None:
            return "the view fails on its values, or the file is damaged"
        return "it is damaged, or was changed meanwhile"

    def statement(self, syntax: Syntax, types: Sequence[Type]) -> Statement:
        """Return the SELECT of all rows."""
        return render("engines/duckdb/read_attached", syntax, path=self.path, types=types)


def attach(files: Files, role: Role, syntax: Syntax, query: Query, installed: str) -> Attached:
    """Attach a file and find the table in it.

    Parameters
    ----------
    files : Files
        One file.
    role : Role
    syntax : Syntax
    query : callable
        Runs a statement of the engine.
    installed : str
        The engine's version.

    Raises
    ------
    SourceError
        If the file or the table cannot be read.
    """
    path, database = files.paths[0], f"{role}_file"
    _refuse(path)
    try:
        query(render("engines/duckdb/attach", syntax, file=str(path.absolute()), database=database))
        found = query(render("engines/duckdb/attached_tables", syntax, database=database))
    except QueryError as problem:
        raise _why_not(path, installed, problem.__context__) from None
    tables = {
        Table(schemas=(schema,), name=name, near=schema == "main"): is_view
        for schema, name, is_view in found
    }
    table = choose(str(path), files.table, tuple(tables))
    whole = (database, *table.path)
    counted = render("engines/duckdb/attached_rows", syntax, path=whole)
    try:
        # A table knows how many rows it has; a view has to be run, and may fail.
        if tables[table]:
            query(render("engines/duckdb/attached_no_rows", syntax, path=whole))
        rows = None if tables[table] else int(query(counted)[0][0])
    except QueryError:
        if not tables[table]:
            raise _damaged(path) from None
        message = f"{path}: the view {table.shown} cannot be read"
        hint = (
            "a view may read what is in its own file only, with no extension: write it as a table"
        )
        raise SourceError(message, hint) from None
    columns = render("engines/duckdb/attached_columns", syntax, path=whole)
    return Attached(label=files.label, path=whole, rows=rows, columns=columns)


def _refuse(path: Path) -> None:
    """Stop at what the header tells without the engine.

    Raises
    ------
    SourceError
        If the file is encrypted or cut off, or another one would be opened in its place.
    """
    if "\\" in str(path.absolute()) and os.sep == "/":
        message = f"{path} has a backslash in its path, which DuckDB takes for a slash"
        raise SourceError(message, "give the file or its folder another name, or link to it")
    header = _header(path)
    if header is None or path.stat().st_size < _HEADERS:
        raise _damaged(path)
    flags, _ = header
    if flags & _ENCRYPTED:
        message = f"{path} is an encrypted DuckDB file"
        raise SourceError(message, "copy its tables into a file without encryption, or to Parquet")


def _why_not(path: Path, installed: str, problem: BaseException | None) -> SourceError:
    """Say why the engine, of the installed version, could not attach a file."""
    import duckdb

    if isinstance(problem, duckdb.ResourceInUseException):
        message = f"{path} is open in this program already"
        hint = "close that connection first, or pass its table: connection.table(...)"
        return SourceError(message, hint)
    header = _header(path)
    writer = header[1] if header else ""
    if _is_newer(writer, installed):
        message = (
            f"{path} was written by DuckDB {writer.lstrip('v')}, newer than the {installed} here"
        )
        return SourceError(message, "update DuckDB: pip install --upgrade duckdb")
    if _is_locked(path):
        message = f"{path} is open for writing in another program"
        return SourceError(message, "close that program, or copy the file")
    return _damaged(path)


def _header(path: Path) -> tuple[int, str] | None:
    try:
        with path.open("rb") as file:
            head = file.read(_MAIN_HEADER.size)
    except OSError as problem:
        message = f"cannot read {path}: {problem.strerror or type(problem).__name__}"
        raise SourceError(message, "check that the file is there and may be read") from None
    if len(head) < _MAIN_HEADER.size:
        return None
    _, _, flags, writer = _MAIN_HEADER.unpack(head)
    return flags, writer.rstrip(b"\0").decode("ascii", "replace")


def _is_newer(writer: str, installed: str) -> bool:
    def numbers(version: str) -> list[int]:
        parts = version.lstrip("v").split("-")[0].split(".")
        return [int(part) for part in parts if part.isdigit()]

    return numbers(writer) > numbers(installed)


def _is_locked(path: Path) -> bool:
    """Tell whether another process holds a lock for writing."""
    try:
        import fcntl
    except ImportError:  # no such locks on this system
        return False
    try:
        with path.open("rb") as file:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    return False


def _damaged(path: Path) -> SourceError:
    message = f"{path} cannot be read: it is damaged or cut off"
    return SourceError(message, "copy it again, or export its tables anew")
