"""The private connection of an engine, and how statements run on it.

DuckDB's own messages quote records, so none of them becomes part of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from rdmp.engines.duckdb.blame import blame_source
from rdmp.engines.duckdb.registered import Registered
from rdmp.engines.duckdb.settings import SESSION, bytes_of, settings_of, share_out
from rdmp.engines.duckdb.temporary import PrivateFolder
from rdmp.engines.running import interruptible
from rdmp.errors import OptionError, QueryError, ResourceError, SourceError
from rdmp.options import Options
from rdmp.seam import Statement
from rdmp.syntax import DuckDBSyntax
from rdmp.templates import render

_Result = TypeVar("_Result")


class Session:
    """A connection to a database in memory, with a private folder to spill into.

    ``registered`` are the sources that statements read: if one fails, it is looked there whose
    fault that was. ``memory`` is the limit, in bytes.

    Parameters
    ----------
    options : Options
        Threads, memory, temporary folder and space.

    Raises
    ------
    OptionError
        If one of these is not usable.
    """

    def __init__(self, options: Options) -> None:
        import duckdb

        self.syntax = DuckDBSyntax()
        self.version = duckdb.__version__
        self.registered = Registered()
        settings = settings_of(options)
        self._folder = PrivateFolder(options.temp_directory)
        settings["temp_directory"] = str(self._folder.path)
        try:
            self.connection = duckdb.connect(":memory:", config=settings)
            for setting in SESSION:
                self.connection.execute(render(f"engines/duckdb/{setting}", self.syntax).sql)
            self.memory = self._share_out(options)
        except duckdb.Error:
            self._folder.close()
            message = "DuckDB did not start with these options: " + ", ".join(sorted(settings))
            raise OptionError(
                message, "check --threads, --memory-limit and --max-temp-size"
            ) from None

    def define(self, name: str, statement: Statement) -> None:
        """Give a statement a name."""
        view = render("engines/duckdb/create_view", self.syntax, view=name, query=statement.sql)
        self.run(Statement(name=name, sql=view.sql))

    def materialize(self, name: str, statement: Statement) -> int:
        """Run a statement and keep its rows under a name."""
        table = render("engines/duckdb/create_table", self.syntax, table=name, query=statement.sql)
        kept = Statement(name=name, sql=table.sql, parameters=statement.parameters)
        return int(self.run(kept)[0][0])

    def run(self, statement: Statement) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows; raise an error that names the source at fault.

        A text that is good is read by one reader, and the statement run again.
        """
        try:
            with self.translated(f"run the statement {statement.name!r}"):
                return self.execute(statement)
        except QueryError:
            blame_source(self.registered, self.syntax, self._probe)
            if not self._read_in_order():
                raise
        with self.translated(f"run the statement {statement.name!r}"):
            return self.execute(statement)

    def execute(self, statement: Statement) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows; errors are DuckDB's."""
        return self.beside(
            lambda: self.connection.execute(statement.sql, statement.parameters).fetchall()
        )

    def describe(self, statement: Statement) -> list[Any]:
        """Return the types of a statement's columns; errors are DuckDB's."""
        relation = self.connection.sql(statement.sql)
        return list(relation.types)

    def beside(self, work: Callable[[], _Result]) -> _Result:
        """Run what may take long beside the main thread, which listens and tells how far it is."""
        return interruptible(work, self.connection.interrupt, self._share)

    @contextmanager
    def translated(self, doing: str) -> Iterator[None]:
        """Turn an error of DuckDB into ours, without its message."""
        import duckdb

        try:
            yield
        except duckdb.InterruptException:
            raise KeyboardInterrupt from None
        except duckdb.OutOfMemoryException:
            message = f"DuckDB ran out of memory or of temporary space while it tried to {doing}"
            hint = "raise --memory-limit or --max-temp-size, or pass --threads 1"
            raise ResourceError(message, hint) from None
        except duckdb.Error:
            message = f"DuckDB could not {doing}"
            raise QueryError(
                message, "--debug shows its own message, which may quote data"
            ) from None

    def close(self) -> None:
        """Close the connection and remove the private folder."""
        self.connection.close()
        self._folder.close()

    def _share_out(self, options: Options) -> float:
        """Leave memory for readers beside hash tables; return all that there is, in bytes."""
        limit, threads = self.execute(render("engines/duckdb/means", self.syntax))[0]
        memory = bytes_of(limit)
        if memory:
            room = share_out(memory, threads, fixed=options.threads is not None)
            tables = f"{room.tables}B"
            self.execute(render("engines/duckdb/session_tables", self.syntax, tables=tables))
            self.execute(
                render("engines/duckdb/session_threads", self.syntax, threads=room.threads)
            )
        return memory

    def _share(self) -> float | None:
        """Return how much of the running statement is done, 0 to 1; None if DuckDB cannot tell."""
        percent = float(self.connection.query_progress())
        return percent / 100 if 0 <= percent <= 100 else None

    def _read_in_order(self) -> bool:
        """Read good text files with one reader from now on: the parallel one may have been misled.

        False if no text is left that is read in parallel.
        """
        texts = self.registered.texts
        parallel = [(role, text) for role, text in texts.items() if text.parallel]
        for role, text in parallel:
            text.parallel = False
            self.define(role, text.statement(self.syntax))
        return bool(parallel)

    def _probe(self, what: str, statement: Statement, why: str) -> None:
        try:
            with self.translated(f"read {what}"):
                self.execute(statement)
        except QueryError:
            message = f"{what} cannot be read to its end: {why}"
            raise SourceError(message, "copy or write the file again") from None
