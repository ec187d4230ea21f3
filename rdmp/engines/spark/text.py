r"""Delimited text files, read by Spark as text, and held record by record against our own parser.

Spark's parser (univocity) is lenient. Measured on Spark 4.3.0:

======================================  ==========================================================
what it does without a word             what is done about it
======================================  ==========================================================
guesses the end of lines, and turns     ``lineSep`` is what ends the first record
CRLF inside quotes into LF
drops null bytes                        `rdmp.records` stops at one, with its line
replaces bytes that are not UTF-8       `rdmp.records` stops at them
drops blanks after a closing quote      `rdmp.records` stops at them
passes over blank lines                 in a file of one column they are added as missing values
fills and cuts records if only some     ``columnPruning`` is off
columns are read
decides by the file's name whether it   a name that does not fit stops
is compressed
======================================  ==========================================================

So a file goes through `rdmp.records.sum_up` first: it stops at the first fault with file and line,
and returns the number of records and the sum of their checksums. The same sum over what Spark reads
must be equal (`sql/engines/spark/sum_up.sql`); if not, nothing is compared. One task reads a file
from front to back (``multiLine``), so that no record is looked for in the middle of one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

from rdmp.engines.spark.footers import escaped
from rdmp.errors import SourceError
from rdmp.records import UNIT, Summary, line_of_filled, sum_up
from rdmp.templates import render
from rdmp.text_parts import places, read_parts, tokens_of_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

    from rdmp.dialect import Dialect
    from rdmp.forms import Chain
    from rdmp.options import Reading
    from rdmp.seam import Statement
    from rdmp.sources import Files
    from rdmp.syntax import Syntax

_ENCODINGS = {"utf-8": "UTF-8", "utf-16": "UTF-16LE", "latin-1": "ISO-8859-1"}
_ENDINGS = {"none": "", "gzip": ".gz", "zstd": ".zst"}
_UNPACKED = (".gz", ".gzip", ".zst", ".bz2", ".deflate", ".lz4", ".snappy")
"""Endings by which Spark takes a file for a compressed one."""

_FIXED = {
    "quote": '"',
    "escape": '"',
    "mode": "FAILFAST",
    "unescapedQuoteHandling": "RAISE_ERROR",
    "multiLine": "true",
    "columnPruning": "false",
    "enforceSchema": "true",
    "nullValue": "",
    "emptyValue": "",
    "ignoreLeadingWhiteSpace": "false",
    "ignoreTrailingWhiteSpace": "false",
    "maxCharsPerColumn": "-1",
    "recursiveFileLookup": "false",
}
"""What is the same for every file; ``comment`` is never given, and then is none."""

_NUMBER = "number"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSource:
    """The part files of one side, how each is written, and what each amounts to."""

    files: Files
    reading: Reading
    dialects: dict[Path, Dialect]
    sums: dict[Path, Summary]

    @classmethod
    def open(cls, files: Files, reading: Reading) -> TextSource:
        """Learn how each part file is written, and read each once from front to back.

        Raises
        ------
        SourceError, ColumnError
            With file and line, if it is not delimited text, or not to be read by Spark.
        """
        _refuse_export(files, reading)
        reading, dialects = read_parts(files, reading)
        for path, dialect in dialects.items():
            _refuse_name(path, dialect)
        sums = {path: sum_up(path, dialect) for path, dialect in dialects.items()}
        return cls(files=files, reading=reading, dialects=dialects, sums=sums)

    @property
    def header(self) -> tuple[str, ...]:
        """Names of the columns in the files, in the order of the first one."""
        return self.dialects[self.files.paths[0]].names

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns, those of the folders last."""
        return (*self.header, *(key.name for key in self.files.keys))

    @property
    def rows(self) -> int:
        """Records of all parts."""
        return sum(one.records for one in self.sums.values())

    def frame(self, spark: SparkSession, check: Callable[[DataFrame], None]) -> DataFrame:
        """Return all records as texts named ``c0``, ``c1``, …, the keys last.

        ``check`` is handed what Spark reads from the files, before anything is added to it.
        """
        from pyspark.sql import functions as made

        groups: dict[tuple[Any, ...], list[Path]] = {}
        for path, dialect in self.dialects.items():
            values = tokens_of_keys(self.files, path, self.reading.null)
            alone = path if dialect.skip > 1 else None
            groups.setdefault((dialect, self.sums[path].end, values, alone), []).append(path)
        reads = [
            (values, dialect, self._read(spark, paths, dialect, end))
            for (dialect, end, values, _), paths in groups.items()
        ]
        check(reduce(_union, (read for _, _, read in reads)))
        ordered = [(values, self._in_order(read, dialect)) for values, dialect, read in reads]
        width = len(self.header)
        parts = [
            read.select(
                *read.columns,
                *(
                    made.lit(value).cast("string").alias(f"c{width + place}")
                    for place, value in enumerate(values)
                ),
            )
            for values, read in (*ordered, *self._blanks(spark))
        ]
        return reduce(_union, parts)

    def _in_order(self, frame: DataFrame, dialect: Dialect) -> DataFrame:
        """Return the columns of a part in the order of the first file."""
        from pyspark.sql import functions as made

        order = places(self.header, dialect)
        return frame.select(
            *(made.col(f"c{old}").alias(f"c{new}") for new, old in enumerate(order))
        )

    def _blanks(self, spark: SparkSession) -> list[tuple[tuple[str | None, ...], DataFrame]]:
        """Return the blank lines of files of one column, which Spark's parser passes over."""
        from pyspark.sql import functions as made

        if len(self.header) > 1:
            return []
        blanks: dict[tuple[str | None, ...], int] = {}
        for path, one in self.sums.items():
            values = tokens_of_keys(self.files, path, self.reading.null)
            blanks[values] = blanks.get(values, 0) + one.blanks
        nothing = made.lit(None).cast("string").alias("c0")
        return [(values, spark.range(n).select(nothing)) for values, n in blanks.items() if n]

    def _read(
        self, spark: SparkSession, paths: Sequence[Path], dialect: Dialect, end: str
    ) -> DataFrame:
        """Return the records of files of one dialect, as they stand."""
        from pyspark.sql import functions as made

        width = len(dialect.names)
        schema = ", ".join(f"c{place} string" for place in range(width))
        frame = (
            spark.read.options(
                **_FIXED,
                sep=dialect.delimiter,
                lineSep=end,
                encoding=_ENCODINGS[dialect.encoding],
                header=str(dialect.skip > 0).lower(),
                maxColumns=str(width + 1),
            )
            .schema(schema)
            .csv([escaped(path) for path in paths])
        )
        if len(frame.inputFiles()) != len(paths):
            message = (
                f"{self.files.label}: Spark leaves out files whose names begin with _ or a dot"
            )
            raise SourceError(message, "give each part file another name")
        if dialect.skip > 1:  # of one file, which one task reads from front to back
            numbered = frame.withColumn(_NUMBER, made.monotonically_increasing_id())
            frame = numbered.where(made.col(_NUMBER) >= dialect.skip - 1).drop(_NUMBER)
        return frame

    def summing(self, syntax: Syntax, relation: str) -> Statement:
        """Return the statement that sums up what Spark has read."""
        columns = [f"c{place}" for place in range(len(self.header))]
        return render("engines/spark/sum_up", syntax, relation=relation, columns=columns, unit=UNIT)

    def refuse_other(self, records: int, checksum: int) -> None:
        """Stop if what Spark has read is not what stands in the files.

        Raises
        ------
        SourceError
        """
        expected = sum(one.checksum for one in self.sums.values())
        blanks = sum(one.blanks for one in self.sums.values()) if len(self.header) == 1 else 0
        if (records, checksum) != (self.rows - blanks, expected):
            message = f"Spark does not read {self.files.label} as it is written"
            raise SourceError(message, "write it as Parquet, or use the engine duckdb")

    def numbered(self, spark: SparkSession, path: Path) -> DataFrame:
        """Return the records of one file as they stand, with their number from 0, blanks aside."""
        from pyspark.sql import functions as made

        frame = self._read(spark, [path], self.dialects[path], self.sums[path].end)
        return frame.withColumn(_NUMBER, made.monotonically_increasing_id())

    def first(self, syntax: Syntax, relation: str, column: str, condition: Chain) -> Statement:
        """Return the statement that finds the number of the first record of some kind."""
        return render(
            "engines/spark/first_record",
            syntax,
            relation=relation,
            column=column,
            number=_NUMBER,
            missing=self.missing,
            condition=condition,
        )

    @property
    def missing(self) -> tuple[str, ...]:
        """Tokens that mean a missing value, besides the empty field."""
        return tuple(token for token in dict.fromkeys(self.reading.null) if token)

    def line(self, path: Path, number: int) -> int:
        """Return the line on which a record begins that `numbered` gave a number."""
        return line_of_filled(path, self.dialects[path], number + 1)


def _union(one: DataFrame, other: DataFrame) -> DataFrame:
    return one.unionAll(other)


def _refuse_name(path: Path, dialect: Dialect) -> None:
    """Stop where the name of a file makes Spark unpack it otherwise than its bytes say."""
    name = path.name.lower()
    ending = _ENDINGS[dialect.compression]
    if path.name.endswith(ending) and (ending or not name.endswith(_UNPACKED)):
        return
    packed = "not compressed" if dialect.compression == "none" else f"compressed ({ending})"
    message = f"{path} is {packed}, and Spark goes by its name"
    raise SourceError(message, "give it the name that fits, or use the engine duckdb")


def _refuse_export(files: Files, reading: Reading) -> None:
    """Stop at exports whose missing values or escapes Spark's parser does not show."""
    export = reading.export
    if export is None or not (export.null or export.doubtful or export.escapes != "none"):
        return
    message = f"{files.label}: Spark does not read the text of --export {export.name}"
    hint = "use the engine duckdb, or write the table as Parquet"
    raise SourceError(message, hint)
