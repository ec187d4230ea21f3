"""A JSON source as a relation: every value in the type that holds it exactly, and no guess.

==========================  =====================================================================
in the file                 in the relation
==========================  =====================================================================
a number                    the cheapest type that gives back every number of the column, as rule
                            12 chooses it; read from how it is written, never through a double
a string                    text, whatever it looks like: JSON has no dates
true, false                 boolean
null, a missing key, NaN    missing
an object, an array         a struct, a list; an object that lacks a key holds a missing value there
==========================  =====================================================================

What is stopped at: a key whose values are of several kinds, a repeated key, records that are no
objects, part files whose keys differ, numbers that no type holds.

Every record is read twice before anything is compared: for the keys, then for the kinds of their
values. A sample would decide wrongly on the last line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from rdmp.alignment.facts import NAN, TokenFacts
from rdmp.alignment.questions import Question
from rdmp.alignment.tokens import number_type
from rdmp.engines.duckdb.json_layout import JsonForm, Pairs, find_fault, first_line, form_of
from rdmp.engines.duckdb.parquet import literal_path
from rdmp.errors import ColumnError, SourceError
from rdmp.forms import Chain, conversion
from rdmp.options import Role
from rdmp.seam import Statement, Type
from rdmp.sources import Files
from rdmp.sources.folders import key_values
from rdmp.syntax import Syntax
from rdmp.templates import render

Query = Callable[[Statement], list[tuple[Any, ...]]]
Kind = Literal["number", "text", "boolean", "nested", "empty"]

_KINDS: dict[str, Kind] = {
    "UBIGINT": "number", "BIGINT": "number", "HUGEINT": "number", "DOUBLE": "number",
    "VARCHAR": "text", "BOOLEAN": "boolean", "OBJECT": "nested", "ARRAY": "nested",
}  # fmt: skip
_WORDS = {
    "number": "numbers", "text": "text", "boolean": "true/false", "OBJECT": "objects",
    "ARRAY": "arrays",
}  # fmt: skip
_MOST_KEYS = 10_000
_DOUBLE = Type(kind="float", stored="DOUBLE", bits=64)


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonColumn:
    """A key of the records: what its values are, and the way into their type."""

    name: str
    kind: Kind
    chain: Chain = ()
    structure: str | None = None

    @property
    def pointer(self) -> str:
        """The key as a JSON pointer (RFC 6901)."""
        return pointer(self.name)


@dataclass(frozen=True, slots=True)
class _Part:
    """What the templates need of files that are read alike."""

    paths: tuple[str, ...]
    layout: str
    compression: str
    values: tuple[str | None, ...]


@dataclass(slots=True)
class JsonSource:
    """The part files of one side.

    ``long`` tells that some record holds a number that must be read from how it is written, which
    takes time enough to do it once and keep the values.
    """

    files: Files
    forms: dict[Path, JsonForm]
    columns: tuple[JsonColumn, ...] = ()
    rows: int = 0
    long: bool = False
    parts: list[_Part] = field(default_factory=list)

    @classmethod
    def open(cls, files: Files) -> JsonSource:
        """Learn how each part file is laid out.

        Raises
        ------
        SourceError
            If a file cannot be read as JSON.
        """
        source = cls(files=files, forms={path: form_of(path) for path in files.paths})
        groups: dict[tuple[str, str, tuple[str | None, ...]], list[str]] = {}
        for path, form in source.forms.items():
            folders = key_values(files, path)
            values = tuple(
                None if one in {"", "__HIVE_DEFAULT_PARTITION__"} else one for one in folders
            )
            name = literal_path(str(path.absolute()))
            groups.setdefault((form.layout, form.compression, values), []).append(name)
        source.parts = [
            _Part(tuple(paths), layout, compression, values)
            for (layout, compression, values), paths in groups.items()
        ]
        return source

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns, those of the folders last."""
        return (*(one.name for one in self.columns), *(key.name for key in self.files.keys))

    def learn_kinds(self, query: Query, syntax: Syntax) -> None:
        """Find the keys, and of what kind their values are, from every record.

        Raises
        ------
        SourceError, ColumnError
            With file and line, where something is no table.
        """
        names = self._keys(query(render("engines/duckdb/json_keys", syntax, parts=self.parts)))
        pointers = [pointer(name) for name in names]
        asked = render("engines/duckdb/json_kinds", syntax, parts=self.parts, pointers=pointers)
        self.rows, others, repeating, long, marked, *kinds = query(asked)[0]
        if others:
            where = self._where(lambda record: not isinstance(record, Pairs))
            message = f"{where}: a record is no JSON object"
            raise SourceError(message, "write one object a record, with the columns as its keys")
        if repeating:
            where = self._where(lambda record: len({key for key, _ in record}) < len(record))
            message = f"{where}: a record holds the same key more than once"
            raise SourceError(message, "write each key once: readers differ in which value counts")
        if marked:
            message = f"{self.files.label}: a text holds U+FDD0, which is no character"
            raise SourceError(message, "remove it: it is reserved for a program's own use")
        self.long = bool(long)
        self.columns = tuple(
            JsonColumn(name=name, kind=self._kind(name, set(found) - {None, "NULL"}))
            for name, found in zip(names, kinds, strict=True)
        )

    def values(self, syntax: Syntax) -> Statement:
        """Return the SELECT of all values, numbers as they are written."""
        return render(
            "engines/duckdb/json_values",
            syntax,
            parts=self.parts,
            columns=self.columns,
            long=self.long,
        )

    def learn_types(self, role: Role, values: str, query: Query, syntax: Syntax) -> None:
        """Find the type that holds every value of each column.

        Parameters
        ----------
        role : Role
        values : str
            The name under which `values` is known.
        query : callable
            Runs a statement.
        syntax : Syntax

        Raises
        ------
        ColumnError
            If there is none.
        """
        numbers = [place for place, one in enumerate(self.columns) if one.kind == "number"]
        asked = [Question(role, f"c{place}", "codes", (".",)) for place in numbers]
        _, *codes = query(render("facts", syntax, relation=values, questions=asked, expected={}))[0]
        columns = list(self.columns)
        for place, found in zip(numbers, codes, strict=True):
            chain = self._number(columns[place].name, TokenFacts(found or {}))
            columns[place] = replace(columns[place], chain=chain)
        for place, column in enumerate(columns):
            if column.kind == "nested":
                structure = self._structure(column, f"c{place}", values, query, syntax)
                columns[place] = replace(column, structure=structure)
        self.columns = tuple(columns)

    def statement(self, values: str, syntax: Syntax) -> Statement:
        """Return the SELECT of all values in their types."""
        return render(
            "engines/duckdb/json_table",
            syntax,
            relation=values,
            columns=self.columns,
            keys=len(self.files.keys),
        )

    def fault(self) -> SourceError | None:
        """Return the first fault of any part, or None if all are good."""
        found = (find_fault(path, form) for path, form in self.forms.items())
        return next((fault for fault in found if fault is not None), None)

    def probes(self, syntax: Syntax) -> Iterator[tuple[Path, Statement]]:
        """Yield a statement for each part that reads it to its end."""
        for path, form in self.forms.items():
            alone = _Part((literal_path(str(path.absolute())),), form.layout, form.compression, ())
            yield path, render("engines/duckdb/json_keys", syntax, parts=[alone])

    # -- rules -----------------------------------------------------------------------------------

    def _keys(self, found: Sequence[tuple[str, str, int, int]]) -> tuple[str, ...]:
        """Return the keys of all parts, in the order of the first one."""
        keys: dict[Path, list[str]] = {path: [] for path in self.files.paths}
        paths = {str(path.absolute()): path for path in keys}
        for file, key, _, _ in found:
            keys[paths[file]].append(key)
        first = next((listed for listed in keys.values() if listed), [])
        if not first:
            message = f"{self.files.label} holds no record with a key, and so no column"
            raise SourceError(message, "check whether its export has failed")
        if len(first) > _MOST_KEYS:
            message = f"{self.files.label} holds {len(first)} different keys: it is no table"
            raise SourceError(message, "write a record as {column: value, …}")
        for path, listed in keys.items():
            if listed and set(listed) != set(first):
                only = ", ".join(map(repr, sorted(set(listed) ^ set(first))[:10]))
                message = f"{path}: the part files have different columns: {only}"
                raise ColumnError(message, "write all parts with the same keys, null included")
        return tuple(first)

    def _kind(self, name: str, found: set[str]) -> Kind:
        kinds = {_KINDS[one] for one in found}
        if kinds == {"nested"} and len(found) > 1:
            words = found
        elif len(kinds) > 1:
            words = {one if _KINDS[one] == "nested" else _KINDS[one] for one in found}
        else:
            return next(iter(kinds), "empty")
        seen = set[type]()

        def differs(record: Any) -> bool:
            value = dict(record).get(name)
            if value is not None:
                seen.add(float if type(value) is int else type(value))
            return len(seen) > 1

        mixed = " and ".join(sorted(_WORDS[word] for word in words))
        message = f"{self._where(differs)}: column {name!r} mixes {mixed}"
        raise ColumnError(message, "write its values as one kind, or leave the key out")

    def _number(self, name: str, facts: TokenFacts) -> Chain:
        found = number_type(facts)
        if found is None:
            message = (
                f"{self.files.label}: column {name!r} holds numbers that no type holds exactly"
            )
            raise ColumnError(message, "write them as strings, or round them")
        if NAN in facts.kinds and facts.fits_double:
            found = _DOUBLE  # which keeps NaN apart from null, so that it can be told
        nan = NAN in facts.kinds and found.kind != "float"
        return (conversion("token_number", found, ".", nan),)

    def _structure(
        self, column: JsonColumn, place: str, values: str, query: Query, syntax: Syntax
    ) -> str:
        asked = render("engines/duckdb/json_structure", syntax, relation=values, column=place)
        structure, repeats = query(asked)[0]
        where = f"{self.files.label}: column {column.name!r}"
        if repeats:
            message = f"{where} holds an object that has the same key more than once"
            raise ColumnError(message, "write each key once: readers differ in which value counts")
        leaves = set(_leaves(json.loads(structure)))
        if "JSON" in leaves:
            message = f"{where} holds, inside its values, several kinds at one place, or {{}}"
            raise ColumnError(message, f"write one kind at each place, or --exclude {column.name}")
        if self.long and "DOUBLE" in leaves:
            asked = render(
                "engines/duckdb/json_long_inside",
                syntax,
                parts=self.parts,
                pointer=column.pointer,
            )
            if query(asked)[0][0]:
                message = f"{where} holds, inside its values, numbers that no double holds exactly"
                raise ColumnError(message, "write them as strings, or round them")
        return str(structure)

    def _where(self, judge: Callable[[Any], bool]) -> str:
        """Return the file and line of a record of which something is true, as well as known."""
        for path, form in self.forms.items():
            line = first_line(path, form, judge)
            if line is not None:
                return f"{path}, line {line}"
        return self.files.label


def pointer(key: str) -> str:
    """Return a key of an object as a JSON pointer (RFC 6901)."""
    return "/" + key.replace("~", "~0").replace("/", "~1")


def _leaves(structure: Any) -> list[str]:
    """Return the types at the ends of a structure."""
    if isinstance(structure, str):
        return [structure]
    inner = structure.values() if isinstance(structure, dict) else structure
    return [leaf for one in inner for leaf in _leaves(one)]
