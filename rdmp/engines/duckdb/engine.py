"""The seam on DuckDB: one private connection, opened for one comparison.

It loads no extension, touches no network unless a source is in a bucket, keeps UTC as its zone, and
spills into a private folder.
DuckDB's own messages quote records, so none of them becomes part of ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TypeVar

from rdmp import readers
from rdmp.engines.duckdb import attached, delimited, exported, frames, parquet, rows
from rdmp.engines.duckdb.json_source import JsonSource
from rdmp.engines.duckdb.running import interruptible
from rdmp.engines.duckdb.temporary import PrivateFolder
from rdmp.engines.duckdb.text import DelimitedSource
from rdmp.engines.duckdb.types import to_type
from rdmp.errors import OptionError, QueryError, ResourceError, SourceError
from rdmp.exports import Export
from rdmp.forms import Chain
from rdmp.options import Options, Reading, Role
from rdmp.readers.escaped import EscapedText
from rdmp.seam import Column, Place, Relation, Statement, Survey, Type
from rdmp.sources import Address, Files, Frame, Source, buckets
from rdmp.syntax import DuckDBSyntax
from rdmp.templates import render

_Result = TypeVar("_Result")

_MOST_THREADS = 1024
"""DuckDB starts as many as it is told, whether or not the machine can bear them."""

_HELD = 0.25
"""Share of the memory limit that texts may take which are held as tables."""

_BYTES_OF_TEXT = 16
"""What a field takes in memory, besides its characters where they are more than a dozen."""

_SESSION = ("session_zone", "session_nan", "session_progress", "session_silence", "session_sides")
"""Templates of the settings of a connection."""

_SIZE = re.compile(r"\d+(\.\d+)?\s*([KMGT]i?B|B)|\d+(\.\d+)?\s*%", re.IGNORECASE)
_TOKEN = Type(kind="token", stored="text")
_DAMAGED = "it is damaged, or was changed meanwhile"


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
        self._escaped: dict[Role, EscapedText] = {}
        self._parquets: dict[Role, parquet.ParquetSource] = {}
        self._jsons: dict[Role, JsonSource] = {}
        self._read: dict[Role, Files | Address] = {}
        self._attached: dict[Role, attached.Attached] = {}
        self._surveys: dict[Role, Survey] = {}
        self._mounted: dict[str, Any] = {}
        self._inspected: dict[tuple[Role, Files, Reading], DelimitedSource] = {}
        self._room = 0.0
        settings = _settings(options)
        self._folder = PrivateFolder(options.temp_directory)
        settings["temp_directory"] = str(self._folder.path)
        try:
            self._connection = duckdb.connect(":memory:", config=settings)
            for setting in _SESSION:
                self._connection.execute(render(f"engines/duckdb/{setting}", self.syntax).sql)
            limit = self._execute(render("engines/duckdb/memory_limit", self.syntax))[0][0]
            self._room = _HELD * bytes_of(limit)
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
        held = (
            self._texts,
            self._escaped,
            self._parquets,
            self._jsons,
            self._read,
            self._attached,
            self._surveys,
        )
        for known in held:
            known.pop(role, None)
        if isinstance(source, Frame):
            return self._register_frame(role, source)
        with buckets.reaching(source):
            return self._register_named(role, source, reading)

    def _register_named(self, role: Role, source: Files | Address, reading: Reading) -> Relation:
        if isinstance(source, Files):
            self._mount(source)
        if isinstance(source, Files) and source.format == "parquet":
            return self._register_parquet(role, source)
        if isinstance(source, Files) and source.format == "delimited":
            export = reading.export
            if export is not None and export.escapes != "none":
                return self._register_escaped(role, source, reading, export)
            return self._register_text(role, source, reading)
        if isinstance(source, Files) and source.format == "duckdb":
            return self._register_attached(role, source)
        if isinstance(source, Files) and source.format == "json":
            return self._register_json(role, source)
        self._read[role] = source
        opened = readers.read(source)
        named = Frame(label=readers.label(source, opened), value=opened)
        return self._register_frame(role, named)

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
            complete = self._beside(lambda: text.confirm(self._connection, self.syntax, rows))
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
            "first_rows",
            self.syntax,
            relation=relation.sql_name,
            rows=parquet.SAMPLE_ROWS,
        )
        return Survey(sample=few)

    def has_room_for(self, relation: Relation) -> bool:
        """Tell whether the rows of a text fit into what is left of the memory for them."""
        text = self._texts.get(relation.role)
        if text is None:
            return False
        wanted = text.expected * len(relation.columns) * _BYTES_OF_TEXT
        wanted += sum(path.stat().st_size for path in text.files.paths)
        if wanted > self._room:
            return False
        self._room -= wanted
        return True

    def locate(self, relation: Relation, column: Column, condition: Chain) -> Place:
        """Find the first value of which a condition is true."""
        escaped = self._escaped.get(relation.role)
        if escaped is not None and column.name in escaped.header:
            return exported.locate(escaped, column, self.syntax, condition, self._look)
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

    def _look(self, statement: Statement, block: Any) -> list[tuple[Any, ...]]:
        self._connection.register("located", block)
        try:
            return self._run(statement)
        finally:
            self._connection.unregister("located")

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

    def _mount(self, files: Files) -> None:
        """Let DuckDB read the bucket that files are in, if they are in one."""
        system = buckets.filesystem(files.paths[0])
        if system is None:
            return
        protocol = system.unstrip_protocol("").partition("://")[0]
        known = self._mounted.setdefault(protocol, system)
        if known is system and not self._connection.filesystem_is_registered(protocol):
            self._connection.register_filesystem(system)
        elif known.storage_options != system.storage_options:
            # DuckDB knows one storage by its protocol, and would read the wrong one.
            message = (
                f"{files.label} is in another account than the other source, or named otherwise"
            )
            raise SourceError(message, "name both with their account, or copy one of them here")

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
        text = self._inspected.get((role, files, reading))
        if text is None:
            text = DelimitedSource.open(files, reading)
            self._texts[role] = text
            self._inspect(text)
            self._inspected[role, files, reading] = text
        self._texts[role] = text
        exported.refuse_doubtful(text, self.syntax, self._run)
        statement = text.statement(self.syntax)
        self.define(role, statement)
        columns = parquet.to_columns(text.names, [_TOKEN] * len(text.names))
        return Relation(
            role=role,
            sql_name=role,
            label=files.label,
            columns=columns,
            reads=statement,
            reading=text.reading,
            most_rows=text.expected,
        )

    def _register_escaped(
        self, role: Role, files: Files, reading: Reading, export: Export
    ) -> Relation:
        text = self._escaped[role] = EscapedText.open(files, reading, export)
        try:
            kept = self._ingest(role, text.reader(), len(text.names), f"{role} {files.label}")
        except SourceError as broken:
            raise (text.fault or broken) from None
        if text.fault is not None:
            raise text.fault
        statement = render(
            "engines/duckdb/read_object", self.syntax, source=kept, width=len(text.names)
        )
        self.define(role, statement)
        return Relation(
            role=role,
            sql_name=role,
            label=files.label,
            columns=parquet.to_columns(text.names, [_TOKEN] * len(text.names)),
            reads=statement,
            reading=reading,
            rows=text.rows,
        )

    def _register_attached(self, role: Role, files: Files) -> Relation:
        def query(statement: Statement) -> list[tuple[Any, ...]]:
            with self._translated(f"open {files.label}"):
                return self._execute(statement)

        opened = attached.attach(files, role, self.syntax, query, self.versions["duckdb"])
        with self._translated(f"read the columns of {files.label}"):
            described = self._connection.sql(opened.columns.sql)
            names, types = tuple(described.columns), [to_type(one) for one in described.types]
        statement = opened.statement(self.syntax, types)
        self.define(role, statement)
        self._attached[role] = opened
        return Relation(
            role=role,
            sql_name=role,
            label=files.label,
            columns=parquet.to_columns(names, types),
            reads=statement,
            rows=opened.rows,
        )

    def _register_json(self, role: Role, files: Files) -> Relation:
        source = self._jsons[role] = JsonSource.open(files)
        source.learn_kinds(self._run, self.syntax)
        values = f"{role}_values"
        if source.long:
            self._set_order(kept=True)  # rows are told by their number (`number`)
            self.materialize(values, source.values(self.syntax))
            self._set_order(kept=False)
        else:
            self.define(values, source.values(self.syntax))
        source.learn_types(role, values, self._run, self.syntax)
        statement = source.statement(values, self.syntax)
        self.define(role, statement)
        types = [to_type(one) for one in self._describe(statement)]
        types[len(source.columns) :] = [_TOKEN for _ in files.keys]
        return Relation(
            role=role,
            sql_name=role,
            label=files.label,
            columns=parquet.to_columns(source.names, types),
            reads=statement,
            rows=source.rows,
        )

    def _inspect(self, text: DelimitedSource) -> None:
        with self._translated("look through the lines of the text"):
            self._beside(lambda: text.inspect(self._connection, self.syntax))

    def _register_frame(self, role: Role, frame: Frame) -> Relation:
        found = frames.scannable(frame, role)
        source = f"{role}_source"
        with self._translated(f"read the {role} object"):
            if found.once:
                whose = f"{role} {frame.label}"
                source = self._ingest(role, found.value, len(found.names), whose)
            else:
                self._connection.register(source, found.value)
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

    def _ingest(self, role: Role, reader: Any, width: int, whose: str) -> str:
        """Take a one-pass reader in, exactly once, and nowhere else; return the table's name."""
        source, kept = f"{role}_source", f"{role}_ingested"
        self._connection.register(source, reader)
        once = render("engines/duckdb/read_object", self.syntax, source=source, width=width)
        try:
            self._set_order(kept=True)
            self.materialize(kept, once)
            self._set_order(kept=False)
        except QueryError:
            message = f"{whose} broke off, or had been read before"
            raise SourceError(
                message, "a reader is read once: make a new one for each side"
            ) from None
        finally:
            self._connection.unregister(source)
        return kept

    def _set_order(self, *, kept: bool) -> None:
        self._run(render("engines/duckdb/session_order", self.syntax, kept=kept))

    # -- running -------------------------------------------------------------------------------

    def _describe(self, statement: Statement) -> list[Any]:
        relation = self._connection.sql(statement.sql)
        return list(relation.types)

    def _execute(self, statement: Statement) -> list[tuple[Any, ...]]:
        return self._beside(
            lambda: self._connection.execute(statement.sql, statement.parameters).fetchall()
        )

    def _beside(self, work: Callable[[], _Result]) -> _Result:
        """Run what may take long beside the main thread, which listens and tells how far it is."""
        return interruptible(work, self._connection.interrupt, self._share)

    def _share(self) -> float | None:
        """Return how much of the running statement is done, 0 to 1; None if DuckDB cannot tell."""
        percent = float(self._connection.query_progress())
        return percent / 100 if 0 <= percent <= 100 else None

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
            with buckets.reaching(text.files):
                fault = text.fault()
            if fault is not None:
                raise fault from None
        for records in self._jsons.values():
            fault = records.fault()
            if fault is not None:
                raise fault from None
            for path, probe in records.probes(self.syntax):
                self._probe(str(path), probe, _DAMAGED)
        for source in self._parquets.values():
            for path in source.files.paths:
                name = parquet.literal_path(str(path.absolute()))
                probe = render("engines/duckdb/probe", self.syntax, file=name)
                self._probe(str(path), probe, _DAMAGED)
        for role, table in self._attached.items():
            probe = render("engines/duckdb/probe_relation", self.syntax, relation=role)
            self._probe(table.label, probe, table.fault)
        for read in self._read.values():
            with buckets.reaching(read):
                readers.check(read)

    def _probe(self, what: str, statement: Statement, why: str) -> None:
        try:
            with self._translated(f"read {what}"):
                self._execute(statement)
        except QueryError:
            message = f"{what} cannot be read to its end: {why}"
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


_UNITS = {"bytes": 0, "byte": 0, "KiB": 1, "MiB": 2, "GiB": 3, "TiB": 4}


def bytes_of(size: str) -> float:
    """Return a size as DuckDB shows it, such as ``18.8 GiB``, in bytes; 0 where it shows none."""
    number, _, unit = size.partition(" ")
    return float(number) * 1024 ** _UNITS[unit] if unit in _UNITS else 0.0
