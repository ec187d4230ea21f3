"""What an engine is, in our nouns: four verbs, a few frozen types, and no engine's name.

Everything above this file speaks of relations, columns and statements; everything below it speaks
the engine's language. A fake engine of a few lines can stand in (``tests/test_seam.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

from rdmp.options import Reading, Role

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from rdmp.forms import Chain
    from rdmp.patterns import Pattern
    from rdmp.sources import Source
    from rdmp.syntax import Syntax

Kind = Literal[
    "boolean",
    "integer",
    "decimal",
    "float",
    "text",
    "token",
    "bytes",
    "uuid",
    "date",
    "time",
    "timestamp",
    "instant",
    "duration",
    "interval",
    "struct",
    "list",
    "map",
    "empty",
    "other",
]
"""What a value is, whatever its engine calls it.

``token`` is a field of a delimited text file: text until alignment has typed it.
``timestamp`` is local, ``instant`` is a point in time. ``empty`` has no type of its own, because
it has no value. ``other`` cannot be compared.
"""

Scalar = int | float | str | bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Type:
    """The type of a column in an engine.

    Attributes
    ----------
    kind : Kind
    stored : str
        As the engine or the file spells it, for the reader.
    bits : int
        Width of an integer or float: 8 to 128.
    signed : bool
        Whether an integer has a sign.
    precision, scale : int
        Of a decimal; also of the numbers that a text column was found to hold.
    unit : {'s', 'ms', 'us', 'ns'}
        Of a time, timestamp, instant or duration.
    fields : tuple of (str, Type)
        Of a struct: its fields; of a list: one, of a map: two, with names of no meaning.
    flaw : str or None
        Why values of this type cannot be read exactly, as part of a sentence.
    castable : bool
        False where what is read is not what is stored, so that no cast can help.
    empty_is_missing : bool
        True of text whose format cannot tell '' from a missing value, such as SAS.
    """

    kind: Kind
    stored: str
    bits: int = 0
    signed: bool = True
    precision: int = 0
    scale: int = 0
    unit: Literal["s", "ms", "us", "ns"] = "us"
    fields: tuple[tuple[str, Type], ...] = ()
    flaw: str | None = None
    castable: bool = True
    empty_is_missing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a relation: the user's name, our name in SQL, and its type."""

    name: str
    sql_name: str
    type: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A rendered template: its name, the SQL, and the values bound to it."""

    name: str
    sql: str
    parameters: tuple[Scalar, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A source as the engine sees it: one role, its columns, and where it came from.

    ``reads`` is the statement that reads it, ``reading`` is None unless it is delimited text,
    ``rows`` is their number where the source tells it for nothing, ``most_rows`` what it cannot
    exceed where that is all that is known.
    """

    role: Role
    sql_name: str
    label: str
    columns: tuple[Column, ...]
    reads: Statement
    reading: Reading | None = None
    rows: int | None = None
    most_rows: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something stands: a file and, if it can be told, a line (from 1)."""

    file: str
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What is known of a relation for next to nothing; it may be wrong, and decides speed only.

    Attributes
    ----------
    sample : Statement
        Reads some of the rows, from several places where it can.
    weights : mapping of str to float
        A column's SQL name to the stored bytes of one value; empty where nobody knows.
    missing : mapping of str to float
        Likewise to the share of its values that are NULL, 0 to 1.
    pruning_pays : bool
        Whether comparing few rows, chosen by hashes of them all, costs less than comparing all.
    """

    sample: Statement
    weights: Mapping[str, float] = field(default_factory=dict)
    missing: Mapping[str, float] = field(default_factory=dict)
    pruning_pays: bool = True


class Engine(Protocol):
    """What can hold two tables and answer statements about them."""

    @property
    def name(self) -> str:
        """Name of the engine."""
        ...

    @property
    def syntax(self) -> Syntax:
        """How the engine spells names, literals and types."""
        ...

    @property
    def versions(self) -> Mapping[str, str]:
        """Versions of the libraries that a result depends on."""
        ...

    def register(self, role: Role, source: Source, reading: Reading) -> Relation:
        """Make a source known under its role, without reading more of it than its schema needs."""
        ...

    def define(self, name: str, statement: Statement) -> None:
        """Give a statement a name, to be run wherever the name is used."""
        ...

    def materialize(self, name: str, statement: Statement) -> int:
        """Run a statement, keep its rows under a name, and return how many there are."""
        ...

    def query(self, statement: Statement) -> list[tuple[Any, ...]]:
        """Run a statement and return its few rows as plain Python scalars."""
        ...

    def confirm(self, relation: Relation, rows: int) -> bool:
        """Tell whether a full pass that saw so many rows of a source saw them all.

        False: the engine has changed how it reads the source, and the pass must be run again.
        """
        ...

    def survey(self, relation: Relation) -> Survey:
        """Return what is known of a relation without reading much of it."""
        ...

    def locate(self, relation: Relation, column: Column, condition: Chain) -> Place:
        """Return the place of the first value of a column of which a condition is true."""
        ...

    def close(self) -> None:
        """Release everything that this engine opened or wrote, and nothing else."""
        ...


@runtime_checkable
class Holder(Protocol):
    """An engine that may parse a text file once and hold its rows as a table.

    An engine need not be one.
    """

    def has_room_for(self, relation: Relation) -> bool:
        """Tell whether a relation is text that can be held beside what was asked about before."""
        ...


@runtime_checkable
class LineReader(Protocol):
    """An engine that can hold the lines of a text file against a pattern.

    An engine need not be one.
    """

    def match(self, relation: Relation, patterns: Mapping[str, Pattern]) -> tuple[Statement, ...]:
        """Return the statements that hold every line of a text against the patterns of its fields.

        Parameters
        ----------
        relation : Relation
            Delimited text.
        patterns : mapping of str to Pattern
            By the SQL names of columns; those that are not among them may hold anything.

        Returns
        -------
        tuple of Statement
            One for each part. It counts the lines that are not blank, and those that are records
            whose fields match. None where lines cannot tell.
        """
        ...


@runtime_checkable
class Sealable(Protocol):
    """An engine that can be shut against everything but its own sources and outputs.

    An engine need not be one. Whoever opens one seals it before anything is registered.
    """

    def seal(self, sources: Iterable[Source], folders: Iterable[Path]) -> None:
        """Open nothing but the files of some sources and folders from now on, and set nothing.

        What is handed over as an object stays readable, whatever it reads itself. It is done once,
        and cannot be undone.
        """
        ...


@runtime_checkable
class RowEngine(Protocol):
    """What an engine can do beside `Engine` if it can also tell single rows, and write them.

    `Engine` answers with a few scalars, and no row of the data ever leaves it. Which rows were
    reproduced is a table of any size, and a row in it is known by the place where it stands: that
    takes these two verbs more. An engine without them evaluates all the same.
    """

    def number(self, relation: Relation) -> Statement:
        """Return the statement that reads the rows of a relation with where each one stands.

        Its columns are those of the relation, then ``part``, the number of the row's file among
        the files of the source (from 0; 0 for an object in memory), and ``position``, the number
        of the row in that file or object (from 1): the order in which it stands there, whatever
        order the engine reads in. A header is no row, and a blank line only in text of one column.
        """
        ...

    def write(self, statement: Statement, path: Path, form: Literal["csv", "parquet"]) -> int:
        """Write the rows of a statement, in its order, into a file; return how many there are.

        The file exists and is empty, so that it is the caller who says who may read it.
        """
        ...
