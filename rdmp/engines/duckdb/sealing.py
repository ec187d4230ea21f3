"""Sealing a connection: it opens the files of its sources, writes where it was told, and no more.

Nothing that a user writes becomes SQL by itself (`rdmp.syntax`). Should anything ever get through,
a sealed connection refuses what could do harm: to read or write another file, to attach a database,
to reach the network, to install or load an extension, to set anything (but the order in which rows
are kept). DuckDB has no way to allow a file for reading alone: a source could still be written to,
which `rdmp.sources.watch` would tell.

DuckDB holds its files by their resolved paths, so that a link stands for what it leads to. A path
is opened as a pattern (`literal_path`), and looked up as it is written there: where the two
differ, both are allowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rdmp.engines.duckdb.parquet_schema import literal_path
from rdmp.seam import Statement
from rdmp.sources import Files, Source
from rdmp.syntax import Syntax
from rdmp.templates import render

_OPENED = frozenset({"parquet", "delimited", "json", "duckdb"})
"""Formats that the engine opens itself; what a reader of ours opens comes as an object."""


def sealing(sources: Iterable[Source], folders: Iterable[Path], syntax: Syntax) -> list[Statement]:
    """Return the statements that seal a connection, in their order; none can be taken back.

    Parameters
    ----------
    sources : iterable of Source
        What will be registered, now or later.
    folders : iterable of Path
        Where files will be written, and may be read.
    syntax : Syntax
    """
    files = list(dict.fromkeys(path for source in sources for path in _paths(source)))
    plain = [str(folder.absolute()) for folder in folders]
    places = list(dict.fromkeys(one for path in plain for one in (path, literal_path(path))))
    return [
        render("engines/duckdb/seal_order", syntax),
        render("engines/duckdb/seal_files", syntax, files=files),
        render("engines/duckdb/seal_folders", syntax, folders=places),
        render("engines/duckdb/seal_access", syntax),
        render("engines/duckdb/seal_settings", syntax),
    ]


def _paths(source: Source) -> Iterator[str]:
    if not isinstance(source, Files) or source.format not in _OPENED:
        return
    for path in source.paths:
        plain = str(path.absolute())
        yield plain
        if source.format == "duckdb":
            yield from _logs(plain)
        else:
            yield literal_path(plain)


def _logs(database: str) -> tuple[str, str]:
    """Return where the log of a database may lie, which is looked for though it is only read.

    DuckDB takes what follows a question mark for the query of an address, and writes before it.
    """
    before, mark, after = database.partition("?")
    return f"{database}.wal", f"{before}.wal{mark}{after}"
