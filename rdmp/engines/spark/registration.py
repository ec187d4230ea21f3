"""How each kind of source becomes a relation: a view under the name of its role.

Parquet files that are on this machine too, paths that only Spark reaches, tables of its catalog,
and its data frames.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rdmp.alignment.questions import Question
from rdmp.engines.spark.footers import Footers, read_footers
from rdmp.engines.spark.parquet import TOKEN, read_parts
from rdmp.engines.spark.session import Session
from rdmp.engines.spark.settings import BY_CASE
from rdmp.engines.spark.text import TextSource
from rdmp.engines.spark.types import to_stored
from rdmp.errors import QueryError, SourceError
from rdmp.options import Reading, Role
from rdmp.seam import Column, Relation, Type
from rdmp.sources import Address, Files, Frame, Source, buckets
from rdmp.templates import render

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_AT_ONCE = 8
"""Part files whose schemas are asked for at a time."""


class Registration:
    """The desk where sources are registered in a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.texts: dict[Role, TextSource] = {}
        self._opened: dict[tuple[Files, Reading], TextSource] = {}

    def register(self, role: Role, source: Source, reading: Reading) -> Relation:
        """Make a source known under its role.

        Raises
        ------
        SourceError
            If Spark cannot read it, or would read it otherwise than it is meant.
        """
        self.texts.pop(role, None)
        if isinstance(source, Frame):
            return self._related(role, source.label, self._of_session(role, source), "DATA_FRAME")
        if isinstance(source, Files):
            if source.format == "delimited":
                return self._register_text(role, source, reading)
            return self._register_files(role, source)
        if source.service == "catalog":
            with self._reading(source.label):
                frame = self.session.spark.table(source.address)
                frame.schema  # noqa: B018 - Connect looks for the table only now
            return self._related(role, source.label, frame, source.address)
        if source.service == "path":
            return self._register_path(role, source)
        message = f"{source.label} is not read by Spark at this address"
        raise SourceError(message, "name the table as the catalog of Spark knows it")

    def _of_session(self, role: Role, source: Frame) -> DataFrame:
        module = type(source.value).__module__
        if not module.startswith("pyspark.") or not hasattr(source.value, "sparkSession"):
            message = f"{role}: {source.label} is in the memory of this process, not on Spark"
            hint = "pass a data frame of Spark (spark.createDataFrame), or use the engine duckdb"
            raise SourceError(message, hint)
        frame: DataFrame = source.value
        if frame.isStreaming:
            message = f"{role}: {source.label} is a stream, which never ends"
            raise SourceError(message, "write it into a table first")
        if frame.sparkSession is not self.session.spark:
            message = f"{role}: {source.label} belongs to another Spark session"
            raise SourceError(message, "pass engine=frame.sparkSession, the same for both sides")
        return frame

    def _register_text(self, role: Role, files: Files, reading: Reading) -> Relation:
        _refuse_address(files)
        text = self._opened.get((files, reading))
        if text is None:  # a role may be given the same files again
            text = self._opened[files, reading] = TextSource.open(files, reading)
        syntax, source = self.session.syntax, f"{role}_source"

        def check(read: DataFrame) -> None:
            self.session.name_frame(source, read)
            try:
                [(records, checksum)] = self.session.run(text.summing(syntax, source))
            except QueryError:  # our own parser has read it to its end
                message = f"Spark cannot read {files.label} as delimited text"
                hint = "write it as Parquet, or use the engine duckdb; --debug shows why"
                raise SourceError(message, hint) from None
            text.refuse_other(int(records), int(checksum))

        with self.session.translated(f"read the text of the {role}"):
            frame = text.frame(self.session.spark, check)
            self.session.name_frame(source, frame)
        columns = [f"c{place}" for place in range(len(text.names))]
        taken = render(
            "engines/spark/take_over_text",
            syntax,
            source=source,
            columns=columns,
            missing=text.missing,
        )
        self.session.define(role, taken)
        first = files.paths[0]
        reads = render(
            "engines/spark/read_text",
            syntax,
            path=str(files.root or first),
            columns=columns,
            missing=text.missing,
            delimiter=text.dialects[first].delimiter,
        )
        self.texts[role] = text
        return Relation(
            role=role,
            sql_name=role,
            label=files.label,
            columns=tuple(
                Column(name=name, sql_name=ours, type=TOKEN)
                for name, ours in zip(text.names, columns, strict=True)
            ),
            reads=reads,
            reading=text.reading,
            rows=text.rows,
        )

    def _register_files(self, role: Role, files: Files) -> Relation:
        if files.format != "parquet":
            message = f"{files.label}: the engine Spark reads Parquet, delimited text and tables"
            hint = "write it as Parquet, or use the engine duckdb, which reads its format"
            raise SourceError(message, hint)
        _refuse_address(files)
        footers = read_footers(files)
        if any(one.differ_by_case for one in footers):
            self.session.settings.make(BY_CASE)
        with self.session.translated(f"read the parts of the {role}"):
            parts = read_parts(
                self.session.spark,
                self.session.syntax,
                files,
                footers,
                blamed=lambda one: self._reading_parts(files.label, one),
                is_exact=self._is_exact,
            )
        where = files.root or files.paths[0]
        source = f"parquet.{self.session.syntax.name(str(where))}"
        related = self._related(role, files.label, parts.frame, source, parts.names)
        columns = tuple(
            replace(column, type=known)
            for column, known in zip(related.columns, parts.types, strict=True)
        )
        return replace(related, columns=columns, rows=parts.rows)

    def _is_exact(self, column: DataFrame) -> bool:
        self.session.name_frame("part_column", column)
        question = Question("original", column.columns[0], "beyond_exact")
        statement = render(
            "facts",
            self.session.syntax,
            relation="part_column",
            questions=(question,),
            expected={},
        )
        return not self.session.run(statement)[0][1]

    def _reading_parts(self, label: str, footers: Footers) -> _Reading:
        flawed = next(iter(footers.flaws), None)
        return self._reading(label, column=flawed, flaw=footers.flaws.get(flawed or ""))

    def _register_path(self, role: Role, source: Address) -> Relation:
        form = "orc" if source.address.rstrip("/").lower().endswith(".orc") else "parquet"
        with self._reading(source.label):
            frame = self.session.spark.read.format(form).load(source.address)
            names = frame.inputFiles()
        self._refuse_drift(source.label, form, names)
        shown = f"{form}.{self.session.syntax.name(source.address)}"
        related = self._related(role, source.label, frame, shown)
        # A UUID is bytes to Spark, and only the footers, which are out of reach, tell them apart.
        flaw = "is BINARY, and Spark does not tell bytes from UUIDs in files"
        columns = tuple(
            replace(one, type=replace(one.type, flaw=flaw)) if _holds_bytes(one.type) else one
            for one in related.columns
        )
        return replace(related, columns=columns)

    def _refuse_drift(self, label: str, form: str, names: list[str]) -> None:
        """Stop if part files have different columns: Spark takes those of one for those of all."""
        if len(names) < 2:
            return

        def schema(name: str) -> Any:
            found = self.session.spark.read.format(form).load(_literal(name)).schema
            return {field.name: field.dataType for field in found.fields}

        with self._reading(label), ThreadPoolExecutor(_AT_ONCE) as pool:
            first, *others = pool.map(schema, names)
        if any(other != first for other in others):
            message = f"{label}: the part files have different columns or types"
            raise SourceError(message, "write all parts with the same ones, or name a table")

    def _related(
        self,
        role: Role,
        label: str,
        frame: DataFrame,
        source: str,
        names: Sequence[str] | None = None,
    ) -> Relation:
        with self.session.translated(f"read the columns of the {role}"):
            fields = frame.schema.fields
            stored = [to_stored(field) for field in fields]
            if names is not None:
                stored = [replace(one, name=own) for one, own in zip(stored, names, strict=True)]
            plain = frame.toDF(*(f"c{position}" for position in range(len(fields))))
            self.session.name_frame(f"{role}_source", plain)
        named = [(f"c{place}", one) for place, one in enumerate(stored)]
        syntax = self.session.syntax
        taken = render("engines/spark/take_over", syntax, source=f"{role}_source", columns=named)
        self.session.define(role, taken)
        columns = tuple(
            Column(name=one.name, sql_name=f"c{place}", type=one.type)
            for place, one in enumerate(stored)
        )
        reads = render("engines/spark/read", syntax, source=source, columns=named)
        return Relation(role=role, sql_name=role, label=label, columns=columns, reads=reads)

    def _reading(self, label: str, column: str | None = None, flaw: str | None = None) -> _Reading:
        return _Reading(self.session, label, column, flaw)


def _refuse_address(files: Files) -> None:
    if any(buckets.filesystem(path) is not None for path in files.paths):
        message = f"{files.label} is an address of this process, not of Spark"
        raise SourceError(message, "name the path as Spark knows it, such as s3a://…")


def _holds_bytes(stored: Type) -> bool:
    return stored.kind == "bytes" or any(_holds_bytes(inner) for _, inner in stored.fields)


def _literal(name: str) -> str:
    """Return the address of a file of Spark's with what it takes for a pattern escaped."""
    for character in "[]{}*?":
        name = name.replace(character, f"\\{character}")
    return name


class _Reading:
    """Turns what Spark says of a source that it cannot read into an error that names the source."""

    def __init__(self, session: Session, label: str, column: str | None, flaw: str | None) -> None:
        self.session, self.label, self.column, self.flaw = session, label, column, flaw

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, problem: BaseException | None, _trace: object) -> None:
        from pyspark.errors import PySparkException

        if not isinstance(problem, PySparkException):
            return
        if self.column is not None:
            message = f"{self.label}: column {self.column!r} {self.flaw}"
            raise SourceError(message, "write it otherwise, or use the engine duckdb") from None
        condition = problem.getCondition() or ""
        if "NOT_FOUND" in condition:
            message = f"Spark finds nothing of this name: {self.label}"
            hint = "check the name: it is looked for where Spark runs"
            raise SourceError(message, hint) from None
        message = f"Spark cannot read {self.label}" + (f" ({condition})" if condition else "")
        hint = "--debug shows its own message, which may quote data"
        raise SourceError(message, hint) from None
