"""How each kind of source becomes a relation: a view under the name of its role.

A kind that few sources are of is imported where it is met.
"""

from __future__ import annotations

from typing import Any

from rdmp import readers
from rdmp.engines.duckdb import exported, frames, parquet
from rdmp.engines.duckdb.parquet_schema import Group, read_groups
from rdmp.engines.duckdb.session import Session
from rdmp.engines.duckdb.text import DelimitedSource
from rdmp.engines.duckdb.types import to_columns, to_type
from rdmp.errors import QueryError, SourceError
from rdmp.exports import Export
from rdmp.options import Reading, Role
from rdmp.seam import Relation, Statement, Type
from rdmp.sources import Address, Files, Frame, buckets
from rdmp.templates import render

_TOKEN = Type(kind="token", stored="text")


class Registration:
    """The desk where sources are registered in a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.syntax = session.syntax
        self.registered = session.registered
        self._mounted: dict[str, Any] = {}

    def register_named(self, role: Role, source: Files | Address, reading: Reading) -> Relation:
        """Register what is named: files, or a table in a database."""
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
        self.registered.read[role] = source
        opened = readers.read(source)
        named = Frame(label=readers.label(source, opened), value=opened)
        return self.register_frame(role, named)

    def _mount(self, files: Files) -> None:
        """Let DuckDB read the bucket that files are in, if they are in one."""
        system = buckets.filesystem(files.paths[0])
        if system is None:
            return
        protocol = system.unstrip_protocol("").partition("://")[0]
        known = self._mounted.setdefault(protocol, system)
        if known is system and not self.session.connection.filesystem_is_registered(protocol):
            self.session.connection.register_filesystem(system)
        elif known.storage_options != system.storage_options:
            # DuckDB knows one storage by its protocol, and would read the wrong one.
            message = (
                f"{files.label} is in another account than the other source, or named otherwise"
            )
            raise SourceError(message, "name both with their account, or copy one of them here")

    def _register_parquet(self, role: Role, files: Files) -> Relation:
        with self.session.translated("read the schemas"):
            groups = read_groups(files, self.syntax, self.session.execute, self.session.describe)
            rows = self.session.execute(parquet.rows_statement(files, self.syntax))[0][0]
        names, types, readings = parquet.plan_reading(groups, files.label, self._is_exact)
        source = parquet.ParquetSource(files=files, groups=tuple(groups), readings=readings)
        self.registered.parquets[role] = source
        statement = source.statement(self.syntax)
        self.session.define(role, statement)
        names = (*names, *(key.name for key in files.keys))
        types = (*types, *(_TOKEN for _ in files.keys))
        columns = to_columns(names, types)
        return Relation(
            role=role,
            sql_name=role,
            label=files.label,
            columns=columns,
            reads=statement,
            rows=int(rows),
        )

    def _is_exact(self, group: Group, position: int) -> bool:
        statement = render(
            "engines/duckdb/beyond_exact",
            self.syntax,
            files=group.paths,
            position=position,
            width=len(group.names),
        )
        return not self.session.run(statement)[0][0]

    def _register_text(self, role: Role, files: Files, reading: Reading) -> Relation:
        text = self.registered.inspected.get((role, files, reading))
        if text is None:
            text = DelimitedSource.open(files, reading)
            self.registered.texts[role] = text
            self._inspect(text)
            self.registered.inspected[role, files, reading] = text
        self.registered.texts[role] = text
        exported.refuse_doubtful(text, self.syntax, self.session.run)
        statement = text.statement(self.syntax)
        self.session.define(role, statement)
        columns = to_columns(text.names, [_TOKEN] * len(text.names))
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
        from rdmp.readers.escaped import EscapedText

        text = self.registered.escaped[role] = EscapedText.open(files, reading, export)
        try:
            kept = self._ingest(role, text.reader(), len(text.names), f"{role} {files.label}")
        except SourceError as broken:
            raise (text.fault or broken) from None
        if text.fault is not None:
            raise text.fault
        statement = render(
            "engines/duckdb/read_object", self.syntax, source=kept, width=len(text.names)
        )
        self.session.define(role, statement)
        return Relation(
            role=role,
            sql_name=role,
            label=files.label,
            columns=to_columns(text.names, [_TOKEN] * len(text.names)),
            reads=statement,
            reading=reading,
            rows=text.rows,
        )

    def _register_attached(self, role: Role, files: Files) -> Relation:
        from rdmp.engines.duckdb.attached import attach

        def query(statement: Statement) -> list[tuple[Any, ...]]:
            with self.session.translated(f"open {files.label}"):
                return self.session.execute(statement)

        opened = attach(files, role, self.syntax, query, self.session.version)
        with self.session.translated(f"read the columns of {files.label}"):
            described = self.session.connection.sql(opened.columns.sql)
            names, types = tuple(described.columns), [to_type(one) for one in described.types]
        statement = opened.statement(self.syntax, types)
        self.session.define(role, statement)
        self.registered.attached[role] = opened
        return Relation(
            role=role,
            sql_name=role,
            label=files.label,
            columns=to_columns(names, types),
            reads=statement,
            rows=opened.rows,
        )

    def _register_json(self, role: Role, files: Files) -> Relation:
        from rdmp.engines.duckdb.json_source import JsonSource

        source = self.registered.jsons[role] = JsonSource.open(files)
        source.learn_kinds(self.session.run, self.syntax)
        values = f"{role}_values"
        if source.long:
            self._set_order(kept=True)  # rows are told by their number (`RowEngine.number`)
            self.session.materialize(values, source.values(self.syntax))
            self._set_order(kept=False)
        else:
            self.session.define(values, source.values(self.syntax))
        source.learn_types(role, values, self.session.run, self.syntax)
        statement = source.statement(values, self.syntax)
        self.session.define(role, statement)
        types = [to_type(one) for one in self.session.describe(statement)]
        types[len(source.columns) :] = [_TOKEN for _ in files.keys]
        return Relation(
            role=role,
            sql_name=role,
            label=files.label,
            columns=to_columns(source.names, types),
            reads=statement,
            rows=source.rows,
        )

    def _inspect(self, text: DelimitedSource) -> None:
        try:
            with self.session.translated("look through the lines of the text"):
                self.session.beside(lambda: text.inspect(self.session.connection, self.syntax))
        except QueryError:
            fault = text.fault()  # such as a line that is longer than the engine can hold
            if fault is None:
                raise
            raise fault from None

    def register_frame(self, role: Role, frame: Frame) -> Relation:
        """Register an object in memory."""
        found = frames.scannable(frame, role)
        source = f"{role}_source"
        with self.session.translated(f"read the {role} object"):
            if found.once:
                whose = f"{role} {frame.label}"
                source = self._ingest(role, found.value, len(found.names), whose)
            else:
                self.session.connection.register(source, found.value)
            statement = render(
                "engines/duckdb/read_object", self.syntax, source=source, width=len(found.names)
            )
            self.session.define(role, statement)
            types = [to_type(one) for one in self.session.describe(statement)]
        types = [found.known.get(position, one) for position, one in enumerate(types)]
        columns = to_columns(found.names, types)
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
        self.session.connection.register(source, reader)
        once = render("engines/duckdb/read_object", self.syntax, source=source, width=width)
        try:
            self._set_order(kept=True)
            self.session.materialize(kept, once)
            self._set_order(kept=False)
        except QueryError:
            message = f"{whose} broke off, or had been read before"
            raise SourceError(
                message, "a reader is read once: make a new one for each side"
            ) from None
        finally:
            self.session.connection.unregister(source)
        return kept

    def _set_order(self, *, kept: bool) -> None:
        self.session.run(render("engines/duckdb/session_order", self.syntax, kept=kept))
