"""The seam on DuckDB: one private connection, opened for one comparison.

It reads no network and loads no extension, keeps UTC as its zone, and spills into a private folder.
DuckDB's own messages quote records, so none of them becomes part of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from rdmp.engines.duckdb import delimited, frames, parquet, rows
from rdmp.engines.duckdb.running import interruptible
from rdmp.engines.duckdb.temporary import PrivateFolder
from rdmp.engines.duckdb.text import DelimitedSource
from rdmp.engines.duckdb.types import to_type
from rdmp.errors import OptionError, QueryError, ResourceError, SourceError
from rdmp.forms import Chain
from rdmp.options import Options, Reading, Role
from rdmp.seam import Column, Place, Relation, Statement, Survey, Type
from rdmp.sources import Files, Frame, Source
from rdmp.syntax import DuckDBSyntax
from rdmp.templates import render

_MOST_THREADS = 1024
"""DuckDB starts as many as it is told, whether or not the machine can bear them."""

_SIZE = re.compile(r"\d+(\.\d+)?\s*([KMGT]i?B|B)|\d+(\.\d+)?\s*%", re.IGNORECASE)
_TOKEN = Type(kind="token", stored="text")


class DuckDBEngine:
    """DuckDB, embedded.

    Parameters
    ----------
    options : Options
        Threads, memory, temporary folder and space.

    Raises
    ------
    OptionError
        If one of these is not usable.
    """

    name = "duckdb"

    def __init__(self, options: Options) -> None:
        import duckdb

        self.syntax = DuckDBSyntax()
        self.versions: Mapping[str, str] = {"duckdb": duckdb.__version__}
        self._texts: dict[Role, DelimitedSource] = {}
        self._parquets: dict[Role, parquet.ParquetSource] = {}
        self._surveys: dict[Role, Survey] = {}
        settings = _settings(options)
        self._folder = PrivateFolder(options.temp_directory)
        settings["temp_directory"] = str(self._folder.path)
        try:
            self._connection = duckdb.connect(":memory:", config=settings)
            for setting in ("session_zone", "session_nan", "session_progress", "session_sides"):
                self._connection.execute(render(f"engines/duckdb/{setting}", self.syntax).sql)
        except duckdb.Error:
            self._folder.close()
            message = "DuckDB did not start with these options: " + ", ".join(sorted(settings))
            raise OptionError(
                message, "check --threads, --memory-limit and --max-temp-size"
            ) from None

        if options.timezone is not None:
            known = render("engines/duckdb/knows_zone", self.syntax, zone=options.timezone)
            if not self._execute(known)[0][0]:
                self.close()
                message = f"--timezone names no time zone: {options.timezone!r}"
                raise OptionError(message, "write it like Europe/Paris or UTC")

    # -- the seam ------------------------------------------------------------------------------

    def register(self, role: Role, source: Source, reading: Reading) -> Relation:
        """Make a source known under its role; see `Engine.register`."""
        self._texts.pop(role, None)
        self._parquets.pop(role, None)
        self._surveys.pop(role, None)
        if isinstance(source, Frame):
            return self._register_frame(role, source)
        if source.format == "parquet":
            return self._register_parquet(role, source)
        return self._register_text(role, source, reading)

    def define(self, name: str, statement: Statement) -> None:
        """Give a statement a name."""
        view = render("engines/duckdb/create_view", self.syntax, view=name, query=statement.sql)
        self._run(Statement(name=name, sql=view.sql))

    def materialize(self, name: str, statement: Statement) -> int:
        """Run a statement and keep its rows under a name."""
        table = render("engines/duckdb/create_table", self.syntax, table=name, query=statement.sql)
        kept = Statement(name=name, sql=table.sql, parameters=statement.parameters)
        return int(self._run(kept)[0][0])

    def query(self, statement: Statement) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows."""
        return self._run(statement)

    def confirm(self, relation: Relation, rows: int) -> bool:
        """Tell whether a full pass saw every row; see `Engine.confirm`."""
        text = self._texts.get(relation.role)
        if text is None:
            return True
        with self._translated("count the records"):
            complete = text.confirm(self._connection, self.syntax, rows)
        if not complete:
            self.define(relation.role, text.statement(self.syntax))
        return complete

    def survey(self, relation: Relation) -> Survey:
        """Return what is known of a relation for next to nothing; see `Engine.survey`."""
        known = self._surveys.get(relation.role)
        if known is None:
            known = self._surveys[relation.role] = self._survey(relation)
        return known

    def _survey(self, relation: Relation) -> Survey:
        source = self._parquets.get(relation.role)
        if source is not None:
            with self._translated("read the statistics"):
                return source.survey(self.syntax, relation, self._execute)
        few = render(
            "engines/duckdb/first_rows",
            self.syntax,
            relation=relation.sql_name,
            rows=parquet.SAMPLE_ROWS,
        )
        return Survey(sample=few)

    def locate(self, relation: Relation, column: Column, condition: Chain) -> Place:
        """Find the first value of which a condition is true."""
        text = self._texts.get(relation.role)
        if text is None or column.name not in text.header:
            return Place(file=relation.label)
        for path, dialect in text.dialects.items():
            records = delimited.read_statement(
                self.syntax, [path], dialect, text.reading, parallel=False
            )
            statement = render(
                "engines/duckdb/first_row",
                self.syntax,
                records=records.sql,
                column=f"c{dialect.names.index(column.name)}",
                condition=condition,
            )
            row = self._run(statement)[0][0]
            if row is not None:
                return Place(file=str(path), line=delimited.line_of(path, dialect, int(row)))
        return Place(file=relation.label)

    def number(self, relation: Relation) -> Statement:
        """Return the statement that reads rows with their places; see `RowEngine.number`."""
        text = self._texts.get(relation.role)
        if text is not None:
            return text.numbered(self.syntax)
        source = self._parquets.get(relation.role)
        if source is not None:
            return source.numbered(self.syntax)
        return rows.number_object(self.syntax, relation)

    def write(self, statement: Statement, path: Path, form: Literal["csv", "parquet"]) -> int:
        """Write the rows of a statement into a file; see `RowEngine.write`."""
        with self._translated("write the output: is there space left on the disk?"):
            return int(self._execute(rows.copy(self.syntax, statement, path, form))[0][0])

    def close(self) -> None:
        """Close the connection and remove the private folder."""
        self._connection.close()
        self._folder.close()

    # -- sources -------------------------------------------------------------------------------

    def _register_parquet(self, role: Role, files: Files) -> Relation:
        with self._translated("read the schemas"):
            groups = parquet.read_groups(files, self.syntax, self._execute, self._describe)
            rows = self._execute(parquet.rows_statement(files, self.syntax))[0][0]
        names, types, readings = parquet.plan_reading(groups, files.label, self._is_exact)
        source = parquet.ParquetSource(files=files, groups=tuple(groups), readings=readings)
        self._parquets[role] = source
        statement = source.statement(self.syntax)
        self.define(role, statement)
        names = (*names, *(key.name for key in files.keys))
        types = (*types, *(_TOKEN for _ in files.keys))
        columns = parquet.to_columns(names, types)
        return Relation(
            role=role,
            sql_name=role,
            label=files.label,
            columns=columns,
            reads=statement,
            rows=int(rows),
        )

    def _is_exact(self, group: parquet.Group, position: int) -> bool:
        statement = render(
            "engines/duckdb/beyond_exact",
            self.syntax,
            files=group.paths,
            position=position,
            width=len(group.names),
        )
        return not self._run(statement)[0][0]

    def _register_text(self, role: Role, files: Files, reading: Reading) -> Relation:
        text = DelimitedSource.open(files, reading)
        self._texts[role] = text
        with self._translated("look through the lines of the text"):
            text.inspect(self._connection, self.syntax)
        statement = text.statement(self.syntax)
        self.define(role, statement)
        columns = parquet.to_columns(text.names, [_TOKEN] * len(text.names))
        return Relation(
            role=role,
            sql_name=role,
            label=files.label,
            columns=columns,
            reads=statement,
            reading=reading,
        )

    def _register_frame(self, role: Role, frame: Frame) -> Relation:
        found = frames.scannable(frame, role)
        source = f"{role}_source"
        with self._translated(f"read the {role} object"):
            self._connection.register(source, found.value)
            if found.once:
                # A one-pass reader is ingested here, exactly once, and nowhere else.
                kept = f"{role}_ingested"
                once = render(
                    "engines/duckdb/read_object", self.syntax, source=source, width=len(found.names)
                )
                self._ingest(kept, once, f"{role} {frame.label}")
                self._connection.unregister(source)
                source = kept
            statement = render(
                "engines/duckdb/read_object", self.syntax, source=source, width=len(found.names)
            )
            self.define(role, statement)
            types = [to_type(one) for one in self._describe(statement)]
        types = [found.known.get(position, one) for position, one in enumerate(types)]
        columns = parquet.to_columns(found.names, types)
        return Relation(
            role=role,
            sql_name=role,
            label=frame.label,
            columns=columns,
            reads=statement,
            rows=getattr(found.value, "num_rows", None),
        )

    def _ingest(self, name: str, statement: Statement, whose: str) -> None:
        try:
            self._set_order(kept=True)
            self.materialize(name, statement)
            self._set_order(kept=False)
        except QueryError:
            message = f"{whose} broke off, or had been read before"
            raise SourceError(
                message, "a reader is read once: make a new one for each side"
            ) from None

    def _set_order(self, *, kept: bool) -> None:
        self._run(render("engines/duckdb/session_order", self.syntax, kept=kept))

    # -- running -------------------------------------------------------------------------------

    def _describe(self, statement: Statement) -> list[Any]:
        relation = self._connection.sql(statement.sql)
        return list(relation.types)

    def _execute(self, statement: Statement) -> list[tuple[Any, ...]]:
        return interruptible(
            lambda: self._connection.execute(statement.sql, statement.parameters).fetchall(),
            self._connection.interrupt,
        )

    def _run(self, statement: Statement) -> list[tuple[Any, ...]]:
        try:
            with self._translated(f"run the statement {statement.name!r}"):
                return self._execute(statement)
        except QueryError:
            self._blame_source()
            if not self._read_in_order():
                raise
        with self._translated(f"run the statement {statement.name!r}"):
            return self._execute(statement)

    def _read_in_order(self) -> bool:
        """Read good text files with one reader from now on: the parallel one may have been misled.

        False if no text is left that is read in parallel.
        """
        parallel = [(role, text) for role, text in self._texts.items() if text.parallel]
        for role, text in parallel:
            text.parallel = False
            self.define(role, text.statement(self.syntax))
        return bool(parallel)

    @contextmanager
    def _translated(self, doing: str) -> Iterator[None]:
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

    def _blame_source(self) -> None:
        """Look whether a source is at fault, and raise an error that names it if so."""
        for text in self._texts.values():
            fault = text.fault()
            if fault is not None:
                raise fault from None
        for source in self._parquets.values():
            for path in source.files.paths:
                self._probe(path)

    def _probe(self, path: Path) -> None:
        name = parquet.literal_path(str(path.absolute()))
        statement = render("engines/duckdb/probe", self.syntax, file=name)
        try:
            with self._translated(f"read {path}"):
                self._execute(statement)
        except QueryError:
            message = f"{path} cannot be read to its end: it is damaged, or was changed meanwhile"
            raise SourceError(message, "copy or write the file again") from None


def _settings(options: Options) -> dict[str, Any]:
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
