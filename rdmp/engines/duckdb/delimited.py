r"""Delimited text files, read by DuckDB strictly and exactly, as text.

What gives which guarantee (measured on DuckDB 2.0.1, against a parser of RFC 4180)
----------------------------------------------------------------------------------
======================================  ==========================================================
guarantee                               by
======================================  ==========================================================
no type, name or format is guessed      ``auto_detect = false`` with explicit ``columns``
too few or too many fields stop, text   ``strict_mode = true``, ``null_padding = false``,
after a quote, an open quote, bad       ``ignore_errors = false``
UTF-8 and mixed line ends stop
an empty field is missing, quoted or    ``nullstr`` with '', ``allow_quoted_nulls = true``
not; so are the user's tokens
names of folders are no columns         ``hive_partitioning = false``
the file's name decides nothing         ``compression`` and ``encoding`` always given
line ends other than the header's stop  ``new_line`` never given: given as ``\r\n`` it loses rows
surplus *empty* fields stop             `inspect` (strict mode drops them without a word)
``"z" `` and `` "z"`` stop              `inspect` (the reader drops the blanks without a word)
no row is lost                          `inspect`, `is_read_right_in_parallel` (below)
a cut-off zstd file stops               `rdmp.decoded` (the reader returns the rows before the cut)
big-endian UTF-16 stops                 `rdmp.decoded` (the reader returns no row)
======================================  ==========================================================

The check
---------
The parallel reader guesses where a record begins in the middle of a file. Quoted fields can mislead
it: it may stop at a good file, and may also **return fewer rows without an error** (2,004 of
6,370,000 in a file of one quoted column with separators in its values). Sequentially it was right
on every file tried. Therefore:

1. ``expected = inspect(...)`` for every file: one pass over the physical lines, about half of
   the cost of one over the records. It stops at what strict mode lets through.
2. The first full pass reads `read_statement`, and counts its rows. After an engine's error
   `find_fault` looks for the reason; None means that the file is good and the parallel reader was
   misled: it is read with ``parallel=False``.
3. If the rows are as many as expected, none was lost. If they are fewer, fields hold line breaks
   or rows were lost: `is_read_right_in_parallel` tells. If it says no, read with
   ``parallel=False`` from then on. (With small buffers there were wrong reads of the right number
   of rows.)

How often a file is read
------------------------
Twice by lines, which costs half of a parse or less: `inspect`, then `match`, which holds every line
against one pattern of all its fields (`rdmp.alignment.claims`). Twice by records: the keys of all
rows, and the rows of the candidates. The keys count the records, so that the first full pass of
step 2 costs nothing more. Where no pattern fits, or a line does not match, one more pass over the
records looks at every token, and counts. Types cannot be known before (rule 12), parsing again
costs less than keeping the text, and one statement gives aggregates or rows and not both.

What is let through: a record that ends in another way than the others right after an empty or
quoted last field, or is nothing but blanks, now and then. Its values are right.

Faults are looked for by a parser of our own over the physical lines (`rdmp.records`), never in the
text of the engine's message; it runs only after something went wrong or looks doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rdmp.compressed import unpacked_size
from rdmp.dialect import LONGEST_RECORD, Dialect
from rdmp.engines.duckdb.parquet_schema import literal_path
from rdmp.patterns import any_field, line
from rdmp.records import count_good_records
from rdmp.templates import render

if TYPE_CHECKING:
    from pathlib import Path

    from duckdb import DuckDBPyConnection

    from rdmp.options import Reading
    from rdmp.patterns import Pattern
    from rdmp.seam import Statement
    from rdmp.syntax import Syntax


def column_names(dialect: Dialect) -> tuple[str, ...]:
    """Return our own names of the columns by their position: ``c0``, ``c1`` and so on."""
    return tuple(f"c{position}" for position in range(len(dialect.names)))


def read_statement(
    syntax: Syntax,
    paths: Sequence[Path],
    dialect: Dialect,
    reading: Reading,
    *,
    parallel: bool = True,
) -> Statement:
    """Return the SELECT of all records of files that share a dialect.

    Parameters
    ----------
    syntax : Syntax
        DuckDB's spelling.
    paths : sequence of Path
        Files of this dialect, in the order in which their records are numbered.
    dialect : Dialect
        How they are written.
    reading : Reading
        Its ``null`` are further tokens of missing values.
    parallel : bool
        False where the parallel reader was misled (module docstring).

    Returns
    -------
    Statement
        Columns ``c0``, ``c1``, … of type VARCHAR, null where a field is missing.
    """
    tokens = tuple(dict.fromkeys(("", *reading.null)))
    forbidden = {dialect.delimiter, '"', "\r", "\n"}
    awkward = tuple(token for token in tokens if forbidden.intersection(token))
    if reading.bare_null:  # the engine sees whether they stand in quotes, and nothing else
        awkward = tokens
    missing = tuple(token for token in tokens if token not in awkward)
    return render(
        "engines/duckdb/read_delimited",
        syntax,
        paths=literal_paths(paths),
        columns=column_names(dialect),
        delimiter=dialect.delimiter,
        skip=dialect.skip,
        encoding=dialect.encoding,
        compression=dialect.compression,
        missing=reading.bare_null or missing,
        awkward=awkward,
        in_quotes=not reading.bare_null,
        parallel=parallel,
    )


def inspect(connection: DuckDBPyConnection, syntax: Syntax, path: Path, dialect: Dialect) -> int:
    """Return how many records a file has, or more where fields hold line breaks: never fewer.

    Stops at what the engine reads over without a word: surplus empty fields, and blanks between a
    quote and a separator.

    Raises
    ------
    SourceError
        With file and line.
    """
    import duckdb

    separator = re.escape(dialect.delimiter)
    any_one = any_field(dialect.delimiter)
    statement = render(
        "engines/duckdb/inspect_delimited",
        syntax,
        path=literal_paths([path])[0],
        delimiter=dialect.delimiter,
        lines=dialect.lines,
        encoding=dialect.encoding,
        compression=dialect.compression,
        separators=len(dialect.names) - 1,
        well_formed=f"{any_one}(?:{separator}{any_one})*",
        not_a_separator=f'"[^"]*"|[^{separator}]',
    )
    try:
        lines, blank, suspect, seen = connection.execute(statement.sql).fetchall()[0]
    except (duckdb.InvalidInputException, duckdb.IOException):
        return count_good_records(path, dialect)
    one_column = len(dialect.names) == 1
    # A line that fits into no buffer is passed over without a word if it is the last one.
    size = 2 if dialect.encoding == "utf-16" else 1
    missed = unpacked_size(path, dialect.compression) - size * (int(seen) + 2 * int(lines))
    # A blank line is a record there, and the reader takes a CRLF among LF for two of them.
    if suspect or (one_column and blank) or missed > _SKIPPED:
        return count_good_records(path, dialect)
    return int(lines) if one_column else int(lines) - int(blank)


def match(
    syntax: Syntax, path: Path, dialect: Dialect, fields: Sequence[Pattern | None]
) -> Statement:
    """Return the statement that counts the lines of a file, and those whose fields match.

    Parameters
    ----------
    syntax : Syntax
    path : Path
    dialect : Dialect
    fields : sequence of Pattern or None
        In the order of the file; None where anything may stand that is written right.
    """
    any_one = any_field(dialect.delimiter)
    expressions = [one.field(dialect.delimiter) if one else any_one for one in fields]
    return render(
        "engines/duckdb/match_delimited",
        syntax,
        path=literal_paths([path])[0],
        lines=dialect.lines,
        encoding=dialect.encoding,
        compression=dialect.compression,
        pattern=line(expressions, dialect.delimiter),
    )


_SKIPPED = 8 * LONGEST_RECORD
"""Bytes that may stand before the records; a buffer holds twice as many."""


def is_read_right_in_parallel(
    connection: DuckDBPyConnection, syntax: Syntax, paths: Sequence[Path], dialect: Dialect
) -> bool:
    """Return whether the parallel reader returns the same records as the sequential one.

    One more pass of each over all columns: to be asked only where rows and lines differ in number.
    The parallel reader cuts a file at the same places in every pass, whatever the columns and the
    number of threads, so that the answer holds for all of them.
    """
    import duckdb

    statement = render(
        "engines/duckdb/compare_delimited",
        syntax,
        paths=literal_paths(paths),
        columns=column_names(dialect),
        delimiter=dialect.delimiter,
        skip=dialect.skip,
        encoding=dialect.encoding,
        compression=dialect.compression,
    )
    try:
        return bool(connection.execute(statement.sql).fetchall()[0][0])
    except duckdb.Error:
        return False


def literal_paths(paths: Sequence[Path]) -> tuple[str, ...]:
    """Return paths that the engine takes as they stand, without wildcards or a home folder."""
    return tuple(literal_path(str(path.absolute())) for path in paths)
