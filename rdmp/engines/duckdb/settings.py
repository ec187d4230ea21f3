"""What DuckDB is started with, and what is said to it before anything else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from rdmp.errors import OptionError
from rdmp.options import Options

SESSION = (
    "session_zone",
    "session_nan",
    "session_ahead",
    "session_progress",
    "session_silence",
    "session_sides",
)
"""Templates of the settings of a connection."""

_MOST_THREADS = 1024
"""DuckDB starts as many as it is told, whether or not the machine can bear them."""

_SIZE = re.compile(r"\d+(\.\d+)?\s*([KMGT]i?B|B)|\d+(\.\d+)?\s*%", re.IGNORECASE)


def settings_of(options: Options) -> dict[str, Any]:
    """Return what DuckDB is started with.

    Raises
    ------
    OptionError
        If an option is no number of threads or no size.
    """
    settings: dict[str, Any] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "preserve_insertion_order": False,
    }
    if options.threads is not None:
        if not 1 <= options.threads <= _MOST_THREADS:
            message = f"--threads is from 1 to {_MOST_THREADS}, not {options.threads}"
            raise OptionError(message, "all cores are used without it")
        settings["threads"] = options.threads
    for option, name, value in (
        ("--memory-limit", "memory_limit", options.memory_limit),
        ("--max-temp-size", "max_temp_directory_size", options.max_temp_size),
    ):
        if value is not None:
            if not _SIZE.fullmatch(value.strip()):
                message = f"{option} is not a size: {value!r}"
                raise OptionError(message, "write a number and a unit, such as 2GB")
            settings[name] = value.strip()
    return settings


@dataclass(frozen=True, slots=True)
class Room:
    """How the memory of an engine is shared out.

    DuckDB lets hash tables grow until the readers beside them find no memory, and stops there
    rather than spill: a table of 1 GB that was grouped by all columns in as much memory ended so.

    Attributes
    ----------
    threads : int
        How many threads that memory bears.
    tables : int
        Bytes from which on hash tables and sorts are spilled.
    """

    threads: int
    tables: int


def share_out(memory: float, threads: int, *, fixed: bool) -> Room:
    """Return how to share out so many bytes of memory; ``fixed`` threads stay as they are."""
    borne = max(1, int(memory // _OF_A_THREAD))
    tables = max(_LEAST * memory, min(_MOST * memory, memory - _OF_READERS))
    return Room(threads if fixed else min(threads, borne), int(tables))


_OF_A_THREAD = 200_000_000
"""Bytes that a thread may need to decode what it reads and to group it."""

_OF_READERS = 240_000_000
"""Bytes that readers of two text files hold, and what hash tables take beyond their share."""

_LEAST, _MOST = 0.2, 0.4
"""Measured: pairs of five and ten times the memory ended well so; with half of it, some did not."""

_UNITS = {"bytes": 0, "byte": 0, "KiB": 1, "MiB": 2, "GiB": 3, "TiB": 4}


def bytes_of(size: str) -> float:
    """Return a size as DuckDB shows it, such as ``18.8 GiB``, in bytes; 0 where it shows none."""
    number, _, unit = size.partition(" ")
    return float(number) * 1024 ** _UNITS[unit] if unit in _UNITS else 0.0
