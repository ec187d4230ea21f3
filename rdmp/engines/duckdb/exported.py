"""Exports by name: the text that DuckDB cannot read itself, and the tokens that nobody can tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rdmp.compressed import open_bytes_or_stop
from rdmp.engines.duckdb.delimited import column_names, literal_paths
from rdmp.exports import doubtful
from rdmp.seam import Place
from rdmp.templates import render

if TYPE_CHECKING:
    from pathlib import Path

    from rdmp.dialect import Dialect
    from rdmp.engines.duckdb.text import DelimitedSource
    from rdmp.forms import Chain
    from rdmp.readers.escaped import EscapedText
    from rdmp.seam import Column, Statement
    from rdmp.syntax import Syntax

Rows = list[tuple[Any, ...]]
Run = Callable[["Statement"], Rows]
Look = Callable[["Statement", Any], Rows]
_PIECE = 1 << 20


def refuse_doubtful(text: DelimitedSource, syntax: Syntax, run: Run) -> None:
    """Stop where a field outside quotes is a token that may be NULL or a text.

    The bytes are looked through first: in nearly every file there is none.

    Raises
    ------
    ColumnError
        With file and column.
    """
    export = text.reading.export
    tokens = () if export is None else export.doubtful
    tokens = tuple(token for token in tokens if token not in text.reading.null)
    if export is None or not tokens:
        return
    for path, dialect in text.dialects.items():
        if not any(_holds(path, dialect, token) for token in tokens):
            continue
        statement = render(
            "engines/duckdb/count_bare",
            syntax,
            paths=literal_paths([path]),
            columns=column_names(dialect),
            delimiter=dialect.delimiter,
            skip=dialect.skip,
            encoding=dialect.encoding,
            compression=dialect.compression,
            tokens=tokens,
        )
        for name, count in zip(dialect.names, run(statement)[0], strict=True):
            if count:
                raise doubtful(str(path), name, export)


def _holds(path: Path, dialect: Dialect, token: str) -> bool:
    """Tell whether a token can stand in a file, from its bytes."""
    if dialect.encoding == "utf-16":
        return True
    sought = token.encode()
    before = b""
    with open_bytes_or_stop(path, dialect.compression) as data:
        while piece := data.read(_PIECE):
            if sought in before + piece:
                return True
            before = piece[1 - len(sought) :]
    return False


def locate(
    text: EscapedText, column: Column, syntax: Syntax, condition: Chain, look: Look
) -> Place:
    """Return the place of the first value of which a condition is true, block by block.

    ``look`` runs a statement on a table that is known as ``located`` meanwhile.
    """
    import pyarrow as pa

    at = text.header.index(column.name)
    for part in text.parts:
        before = 0
        for columns in text.blocks(part):
            rows = len(columns[at])
            numbers = pa.array(range(1, rows + 1), pa.int64())
            block = pa.table({"value": columns[at], "position": numbers})
            statement = render(
                "engines/duckdb/first_of_block",
                syntax,
                block="located",
                position="position",
                column="value",
                condition=condition,
            )
            row = look(statement, block)[0][0]
            if row is not None:
                return Place(file=str(part.path), line=text.line_of(part, before + int(row)))
            before += rows
    return Place(file=text.files.label)
