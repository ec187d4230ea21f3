"""The three kinds of source: files of one format, the address of a table, an object in memory."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Format = Literal[
    "parquet", "delimited", "json", "arrow", "orc", "avro", "duckdb", "sqlite", "excel",
    "sas", "stata", "spss",
]  # fmt: skip
"""What a file is. An engine opens some of them itself; `rdmp.readers` opens the others."""

Service = Literal["delta", "iceberg", "adbc", "path", "catalog"]
"""What answers at an address; the last two are names that only the engine knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A ``key=value`` folder level of a data set: a column whose values are text tokens (rule 14).

    ``level`` counts the folders below the given folder, from 1.
    """

    name: str
    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """A file, or the part files of a folder or glob; all of one format.

    Attributes
    ----------
    label : str
        As the user named it.
    format : Format
    paths : tuple of Path
        Local files, or paths of the same interface in a bucket.
    root : Path or None
        The folder that was given, if one was.
    keys : tuple of Key
    table : str or None
        Which table of a database file, or sheet of a workbook: what stood behind ``::``.
    """

    label: str
    format: Format
    paths: tuple[Path, ...]
    root: Path | None = None
    keys: tuple[Key, ...] = ()
    table: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A table that a service or a table format knows by its address.

    Attributes
    ----------
    label : str
        For messages and results: never holds a password.
    service : {'delta', 'iceberg', 'adbc', 'path', 'catalog'}
    address : str
        A path or a URI; it may hold a password, and is shown nowhere.
    table : str or None
        What stood behind ``::``.
    """

    label: str
    service: Service
    address: str
    table: str | None = None

    def __repr__(self) -> str:
        return f"Address(label={self.label!r}, service={self.service!r})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """An object in memory: a frame, a table, a data set, a reader, or any Arrow stream."""

    label: str
    value: Any


Source = Files | Address | Frame
