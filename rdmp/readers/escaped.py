"""Text without quotes, in which backslashes escape, as a stream of Arrow columns of text.

`escapes` makes blocks of whole records such that no separator or line end is data, pyarrow parses
them as they are, and each column then gets its characters back: nothing is done row by row, and
nothing is guessed. The rows of each block are held against its line ends, so that none can be lost.

What is not as the export writes it stops: `find_fault` reads the file again, record by record, and
says where. Like every text file, an empty field is missing (COMPARISON.md, rule 11).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rdmp.compressed import open_bytes_or_stop
from rdmp.errors import ColumnError, SourceError
from rdmp.exports import Export, doubtful
from rdmp.options import Reading
from rdmp.readers.escaped_parts import HINT, Part, as_text, check_columns, open_part
from rdmp.readers.escapes import CUT_OFF, LONGEST, TOO_LONG, Flaw, Grammar, blocks, records
from rdmp.sources import Files
from rdmp.sources.folders import key_values

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(slots=True)
class _Seen:
    """What is known of a column only at its end."""

    quoted: bool = False
    bare: bool = False
    doubtful: bool = False
    null: bool = False


@dataclass(slots=True)
class EscapedText:
    """The part files of one side. ``fault`` is what stopped the last pass; ``rows`` what it saw."""

    files: Files
    reading: Reading
    export: Export
    parts: tuple[Part, ...]
    rows: int = 0
    fault: SourceError | ColumnError | None = None
    _seen: list[_Seen] = field(default_factory=list)

    @classmethod
    def open(cls, files: Files, reading: Reading, export: Export) -> EscapedText:
        """Learn how each part is written, from its first record.

        Raises
        ------
        OptionError
            If an option cannot hold for such a file.
        SourceError, ColumnError
            If a file is not as the export writes it, or the parts have different columns.
        """
        found = (open_part(path, reading, export) for path in files.paths)
        parts = tuple(part for part in found if part is not None)
        if not parts:
            message = f"{files.label} holds no record"
            raise SourceError(message, "check whether its export has failed")
        for part in parts:
            check_columns(part, parts[0])
        return cls(files=files, reading=reading, export=export, parts=parts)

    @property
    def header(self) -> tuple[str, ...]:
        """Names of the columns, in the order of the first file."""
        return self.parts[0].names

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns, those of the folders last."""
        return (*self.header, *(key.name for key in self.files.keys))

    def reader(self) -> pa.RecordBatchReader:
        """Return all records as one stream of columns ``c0``, ``c1``, …; it passes once.

        What stops it is kept as ``fault``, because an engine may not let it through.
        """
        import pyarrow as pa

        schema = pa.schema([(f"c{i}", pa.string()) for i in range(len(self.names))])
        return pa.RecordBatchReader.from_batches(schema, self._batches(schema))

    def _batches(self, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        self.rows, self.fault, self._seen = 0, None, [_Seen() for _ in self.header]
        try:
            for part in self.parts:
                values = [
                    None if value in self._missing_keys else value
                    for value in key_values(self.files, part.path)
                ]
                for columns in self.blocks(part, self._seen):
                    rows = len(columns[0])
                    keys = [pa.repeat(pa.scalar(value, pa.string()), rows) for value in values]
                    self.rows += rows
                    yield from pa.table([*columns, *keys], schema=schema).to_batches()
            self._check_seen()
        except (SourceError, ColumnError) as fault:
            self.fault = fault
            raise

    @property
    def _missing_keys(self) -> set[str]:
        return {"", "__HIVE_DEFAULT_PARTITION__", *self.reading.null}

    def blocks(self, part: Part, seen: Sequence[_Seen] = ()) -> Iterator[list[Any]]:
        """Yield the columns of a part, block by block, in the order of the first file.

        Raises
        ------
        SourceError
            With file and line.
        """
        import pyarrow as pa

        seen = seen or [_Seen() for _ in self.header]
        order = [part.names.index(name) for name in self.header]
        if part.names == self.header:
            order = list(range(len(order)))
        with open_bytes_or_stop(part.path, part.compression) as data:
            data.read(part.before)
            ended = False
            try:
                for block in blocks(data):
                    text, ended = self._until_end(part.grammar.settled(block), ended=ended)
                    parsed = _parsed(text, part) if text else None
                    if parsed is None:
                        continue
                    held = tuple(pair for pair in part.grammar.characters if pair[0] in text)
                    if b"\\" in text:
                        held = ((b"\\", b""), *held)
                    yield [
                        self._values(part, parsed[at], held, known)
                        for at, known in zip(order, seen, strict=True)
                    ]
            except (Flaw, pa.ArrowInvalid):
                raise self.find_fault(part) or _unexplained(part) from None

    def _until_end(self, text: bytes, *, ended: bool) -> tuple[bytes, bool]:
        r"""Cut the end mark of PostgreSQL off, ``\.`` alone on the last line; tell if it stood."""
        if ended:
            raise Flaw(_AFTER_END)
        if self.export.escapes != "lettered" or b"\\." not in text:
            return text, False
        if text != b"\\.\n" and not text.endswith(b"\n\\.\n"):
            raise Flaw(_AFTER_END)
        text = text[:-3]
        if b"\\." in text:
            raise Flaw(_AFTER_END)
        return text, True

    def _values(
        self, part: Part, fields: Any, held: tuple[tuple[bytes, bytes], ...], seen: _Seen
    ) -> Any:
        """Return the values of a column: missing ones first, then its characters put back."""
        import pyarrow as pa
        import pyarrow.compute as pc

        fixed = [part.grammar.token(one) for one in self._null]
        missing = pc.is_in(fields, value_set=pa.array([b"", *fixed], pa.binary()))
        self._look(part.grammar, fields, missing, seen)
        fields = pc.if_else(missing, pa.scalar(None, pa.binary()), fields)
        for byte, character in held:
            if not pc.any(pc.match_substring(fields, byte)).as_py():
                continue
            if byte == b"\\" and self.export.escapes == "marked":
                raise Flaw(_UNKNOWN_ESCAPE)
            fields = pc.replace_substring(fields, byte, character)
        values = fields.cast(pa.string())
        if self.reading.null:
            given = pa.array(self.reading.null, pa.string())
            values = pc.if_else(
                pc.is_in(values, value_set=given), pa.scalar(None, pa.string()), values
            )
        return values

    @property
    def _null(self) -> tuple[str, ...]:
        """How NULL stands in a field, besides the empty one."""
        return (*self.export.null, *self.reading.null)

    def _look(self, grammar: Grammar, fields: Any, missing: Any, seen: _Seen) -> None:
        """Note what decides, at the end, whether the file is what it is taken for."""
        import pyarrow as pa
        import pyarrow.compute as pc

        if self.export.quoted and not seen.bare:
            quoted = pc.and_(pc.starts_with(fields, b'"'), pc.ends_with(fields, b'"'))
            quoted = pc.and_(quoted, pc.greater(pc.binary_length(fields), 1))
            seen.bare = pc.all(pc.or_(missing, quoted)).as_py() is False
            seen.quoted = seen.quoted or bool(pc.any(quoted).as_py())
        if self.export.doubtful:
            for name, tokens in (("doubtful", self.export.doubtful), ("null", self.export.null)):
                looked_for = pa.array([grammar.token(one) for one in tokens], pa.binary())
                found = pc.any(pc.is_in(fields, value_set=looked_for)).as_py()
                setattr(seen, name, getattr(seen, name) or bool(found))

    def _check_seen(self) -> None:
        r"""Stop where whole columns show another command, or fields that may be NULL or a text.

        A NULL that was written as ``\N`` somewhere proves that the doubtful ``\\N`` is a text.
        """
        told = any(seen.null for seen in self._seen) or r"\N" in self.reading.null
        for name, seen in zip(self.header, self._seen, strict=True):
            if self.export.quoted and seen.quoted and not seen.bare:
                message = (
                    f"{self.files.label}: every value of column {name!r} stands in quotes, which "
                    f"mean nothing in --export {self.export.name}"
                )
                raise SourceError(message, self.export.quoted)
            if seen.doubtful and not told:
                raise doubtful(self.files.label, name, self.export)

    # -- where it is ---------------------------------------------------------------------------

    def find_fault(self, part: Part) -> SourceError | None:
        """Return the first fault of a part with its line, or None; reads it record by record."""
        try:
            ended = False
            for line, record in self._records(part):
                try:
                    ended = self._check_record(part, record, ended=ended)
                except Flaw as flaw:
                    message = f"line {line} of '{part.path}' holds {flaw}"
                    return SourceError(message, HINT)
        except SourceError as fault:
            return fault
        return None

    def _check_record(self, part: Part, record: bytes, *, ended: bool) -> bool:
        """Hold one record against the format; tell whether it is the end mark."""
        if len(record) > LONGEST:
            raise Flaw(TOO_LONG)
        settled = part.grammar.settled(record)
        if not settled.endswith(b"\n"):
            raise Flaw(CUT_OFF)
        text, ended = self._until_end(settled, ended=ended)
        fields = text[:-1].split(part.grammar.delimiter) if text else []
        width = len(part.names)
        if fields and (fields != [b""] or width == 1) and len(fields) != width:
            columns = "1 column" if len(fields) == 1 else f"{len(fields)} columns"
            message = f"{columns}, where there should be {width}"
            raise Flaw(message)
        null = {part.grammar.token(one) for one in self._null}
        for value in fields:
            if self.export.escapes == "marked" and b"\\" in value and value not in null:
                raise Flaw(_UNKNOWN_ESCAPE)
            for byte, character in part.grammar.characters:
                value = value.replace(byte, character)  # noqa: PLW2901 - step by step
            as_text(value)
        return ended

    def line_of(self, part: Part, row: int) -> int | None:
        """Return the line on which a record of data begins, both counted from 1."""
        number = 0
        for line, record in self._records(part):
            number += bool(record.strip(b"\r\n")) or len(part.names) == 1
            if number == row:
                return line
        return None

    def _records(self, part: Part) -> Iterator[tuple[int, bytes]]:
        with open_bytes_or_stop(part.path, part.compression) as data:
            data.read(part.before)
            for line, record in records(data):
                yield line + part.lines_before, record


_AFTER_END = r"\., which ends the data and is followed by more"
_UNKNOWN_ESCAPE = "a backslash before a character that the export does not escape"


def _unexplained(part: Part) -> SourceError:
    message = f"'{part.path}' could not be read as its export is written"
    return SourceError(message, HINT)


def _parsed(text: bytes, part: Part) -> list[Any] | None:
    """Return the fields of settled records, column by column; None where all lines are blank."""
    import pyarrow as pa
    from pyarrow import csv

    names = [f"c{position}" for position in range(len(part.names))]
    # A line of our own goes first: a byte order mark at the start of a block is data.
    buffer = pa.py_buffer(part.grammar.delimiter.join(one.encode() for one in names) + b"\n" + text)
    table = csv.read_csv(
        pa.BufferReader(buffer),
        read_options=csv.ReadOptions(block_size=buffer.size),
        parse_options=csv.ParseOptions(
            delimiter=part.grammar.delimiter.decode(),
            quote_char=False,
            escape_char=False,
            newlines_in_values=False,
            ignore_empty_lines=len(names) > 1,
        ),
        convert_options=csv.ConvertOptions(
            check_utf8=False,
            column_types=dict.fromkeys(names, pa.binary()),
            null_values=[],
            strings_can_be_null=False,
        ),
    )
    expected = text.count(b"\n")
    if table.num_rows != expected and len(names) > 1:
        expected -= sum(1 for line in text.split(b"\n")[:-1] if not line)
    if table.num_rows != expected:
        message = "fewer records than lines"
        raise Flaw(message)
    return list(table.columns) if table.num_rows else None
