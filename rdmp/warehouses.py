"""`definition`: the query of the score for two tables of a database that nobody connects to.

The text is rendered from ``sql/databases/definition.sql`` in the database's own spelling, and never
translated from that of another. Every name in it is in quotes. A name that the user wrote without
quotes is the one that the database would take it for: Snowflake makes capitals of it, PostgreSQL
small letters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NoReturn, get_args

from rdmp.errors import ColumnError, OptionError
from rdmp.seam import Statement, Type
from rdmp.sources.tables import written_parts
from rdmp.templates import render

Warehouse = Literal["snowflake", "bigquery", "redshift", "postgres", "trino", "clickhouse"]
"""A database whose spelling is known."""

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_$]*", re.ASCII)
_NOT_IN_BIGQUERY = re.compile(r"[\x00-\x1f\x7f.`\\]")
"""What no name there holds; a dot divides a name even in quotes."""
_OURS = frozenset({"original_row", "avatar_row", "unique_row", "matched_row"})
"""What the query names itself."""


@dataclass(frozen=True, slots=True)
class WarehouseSyntax:
    """The spelling of one of them.

    Attributes
    ----------
    title : str
        As it calls itself.
    parts : int
        How many names a table can have at most, with those of what it lies in.
    quote : str
        What stands around a name.
    escape : str
        What stands before a quote inside a name: the quote itself, or a backslash.
    fold : {'upper', 'lower'} or None
        What becomes of a name without quotes.
    knows_case : bool
        Whether two names may differ by case alone.
    """

    title: str
    parts: int = 3
    quote: str = '"'
    escape: str = '"'
    fold: Literal["upper", "lower"] | None = None
    knows_case: bool = True
    engine: str = "databases"

    def name(self, value: str) -> str:
        """Quote an identifier."""
        if "\0" in value:
            message = "a name holds a null byte"
            raise OptionError(message, "remove it: no database can take it")
        if self.escape == "\\":
            value = value.replace("\\", "\\\\")
        return self.quote + value.replace(self.quote, self.escape + self.quote) + self.quote

    def literal(self, value: object) -> NoReturn:
        """Refuse: the query holds no value."""
        raise NotImplementedError(type(value).__name__)

    def type(self, value: Type) -> NoReturn:
        """Refuse: the query holds no type."""
        raise NotImplementedError(value.kind)

    def taken(self, text: str, *, is_quoted: bool) -> str:
        """Return the name that the database takes a text for."""
        if is_quoted or self.fold is None or not _PLAIN.fullmatch(text):
            return text
        return text.upper() if self.fold == "upper" else text.lower()


SYNTAXES: Mapping[Warehouse, WarehouseSyntax] = {
    "snowflake": WarehouseSyntax("Snowflake", fold="upper"),
    "bigquery": WarehouseSyntax("BigQuery", quote="`", escape="\\", knows_case=False),
    "redshift": WarehouseSyntax("Redshift", fold="lower", knows_case=False),
    "postgres": WarehouseSyntax("PostgreSQL", fold="lower"),
    "trino": WarehouseSyntax("Trino", knows_case=False),
    "clickhouse": WarehouseSyntax("ClickHouse", parts=2, quote="`", escape="\\"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionColumn:
    """A column: its names in both tables, and what the query calls it."""

    original: str
    avatar: str
    alias: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """The query of the score for two tables of one database.

    Attributes
    ----------
    database : Warehouse
    original, avatar : tuple of str
        The names of both tables, with those of what they lie in.
    columns : tuple of DefinitionColumn
    statement : Statement
        ``original_rows``, ``unique_rows`` and ``matched_rows``, in one row.
    """

    database: Warehouse
    original: tuple[str, ...]
    avatar: tuple[str, ...]
    columns: tuple[DefinitionColumn, ...]
    statement: Statement


def definition(
    database: Warehouse,
    original: str,
    avatar: str,
    *,
    columns: Sequence[str],
    rename: Mapping[str, str] | None = None,
) -> Definition:
    """Return the query that counts the score of two tables of a database, to be run there.

    Nothing is connected to, so that the columns must be named, and no type is known: the two
    columns of a pair must have the same type.

    Parameters
    ----------
    database : {'snowflake', 'bigquery', 'redshift', 'postgres', 'trino', 'clickhouse'}
    original, avatar : str
        Tables, as ``schema.table``; a part in double quotes is taken as it stands.
    columns : sequence of str
        The columns to compare, by the original's names; one in double quotes is taken as it stands.
    rename : mapping of str to str, optional
        The original's name of a column to its name in the avatar.

    Returns
    -------
    Definition

    Raises
    ------
    OptionError
        If a name is none of that database, or the database is not known.
    ColumnError
        If no column is named, or one twice.
    """
    if database not in SYNTAXES:
        message = f"--for knows {', '.join(get_args(Warehouse))}, and not {database!r}"
        raise OptionError(message, "export the tables, and evaluate the files")
    syntax = SYNTAXES[database]
    paths = _path(syntax, "original", original), _path(syntax, "avatar", avatar)
    pairs = _columns(syntax, columns, rename or {})
    statement = render(
        "databases/definition",
        syntax,
        columns=pairs,
        original=paths[0],
        avatar=paths[1],
        distinct=database in {"bigquery", "clickhouse"},
        bitwise=database == "clickhouse",
    )
    return Definition(
        database=database, original=paths[0], avatar=paths[1], columns=pairs, statement=statement
    )


def _path(syntax: WarehouseSyntax, role: str, name: str) -> tuple[str, ...]:
    written = written_parts(name)
    if written is None or len(written) > syntax.parts:
        message = f"{role}: {name!r} names no table of {syntax.title}"
        hint = "write it as " + ".".join(["database", "schema", "table"][-syntax.parts :])
        raise OptionError(message, f'{hint}, and put parts that hold dots or quotes in "…"')
    path = tuple(_name(syntax, text, is_quoted=is_quoted) for text, is_quoted in written)
    if len(path) == 1 and path[0].casefold() in _OURS:
        message = f"{role}: the query uses the name {path[0]} itself"
        raise OptionError(message, f"write it with its schema: schema.{path[0]}")
    return path


def _columns(
    syntax: WarehouseSyntax, columns: Sequence[str], rename: Mapping[str, str]
) -> tuple[DefinitionColumn, ...]:
    if not columns:
        message = "no column is named, and nothing is connected to that could tell them"
        hint = "pass --columns a,b; information_schema.columns of the database lists them"
        raise ColumnError(message, hint)
    unknown = [one for one in rename if one not in columns]
    if unknown:
        message = f"--rename {unknown[0]!r} is none of --columns"
        raise ColumnError(message, "name it there as well")
    originals = [_column(syntax, one) for one in columns]
    avatars = [_column(syntax, rename.get(one, one)) for one in columns]
    for role, names in (("original", originals), ("avatar", avatars)):
        keys = [one if syntax.knows_case else one.casefold() for one in names]
        twice = next(
            (one for one, key in zip(names, keys, strict=True) if keys.count(key) > 1), None
        )
        if twice is not None:
            message = f"{role}: column {twice!r} is named twice"
            raise ColumnError(message, "name each column once")
    # A name of ours that is a column's as well would be taken for it.
    taken = {one.casefold() for one in (*originals, *avatars)}
    prefix = "c"
    while any(f"{prefix}{number}" in taken for number in range(len(originals))):
        prefix += "_"
    return tuple(
        DefinitionColumn(original=one, avatar=other, alias=f"{prefix}{number}")
        for number, (one, other) in enumerate(zip(originals, avatars, strict=True))
    )


def _column(syntax: WarehouseSyntax, name: str) -> str:
    if name.startswith('"'):
        written = written_parts(name)
        if written is None or len(written) != 1:
            message = f"column {name!r} begins with a quote, and is not one name in quotes"
            raise ColumnError(message, 'write "…" around the whole name, and "" for a quote in it')
        return _name(syntax, written[0][0], is_quoted=True)
    return _name(syntax, name, is_quoted=False)


def _name(syntax: WarehouseSyntax, text: str, *, is_quoted: bool) -> str:
    wrong = not text or "\0" in text
    if syntax.title == "BigQuery" and _NOT_IN_BIGQUERY.search(text):
        wrong = True
    if wrong:
        message = f"{text!r} is no name of {syntax.title}"
        raise OptionError(message, 'write names as they are, or in double quotes: "…"')
    return syntax.taken(text, is_quoted=is_quoted)
