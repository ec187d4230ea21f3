"""An engine that does nothing twice: what several avatars of one original have in common.

Whoever compares the same original with one avatar after the other asks the same statements about it
again and again. `Remembering` stands before an engine and answers a statement from memory if
neither the statement nor anything that it reads has changed. So an evaluation among several is
computed by the very code that computes a single one, and cannot differ from it.

What a statement reads is told by the names in its text: every name that was registered, defined or
materialized here and stands in it as a word. A word that only looks like a name (in a comment, say)
makes a statement depend on more than it does, which costs time; a name that is read always stands
there, so that nothing stale is ever returned.

Text files that fit are also parsed once and held as tables (`rdmp.seam.Holder`): parsing one again
for each avatar costs more than that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from rdmp.errors import ResourceError
from rdmp.forms import Chain, Expression
from rdmp.options import Reading, Role
from rdmp.seam import Column, Engine, Holder, Place, Relation, Statement, Survey
from rdmp.sources import Frame, Source
from rdmp.syntax import Syntax
from rdmp.templates import render

_WORD = re.compile(r"\w+")


@dataclass(slots=True)
class _Known:
    """A source that was registered before; ``content`` stands for its rows, as they are read."""

    source: Source
    reading: Reading
    content: str
    held: str | None

    def is_same(self, source: Source, reading: Reading) -> bool:
        """Tell whether this is the same files or address, or the very same object."""
        if isinstance(source, Frame):
            same = isinstance(self.source, Frame) and source.value is self.source.value
        else:
            same = source == self.source
        return same and reading == self.reading


@dataclass(slots=True)
class Remembering:
    """An engine whose answers are kept for as long as they hold.

    Parameters
    ----------
    engine : Engine
        Does the work; it must be used through this object alone, which closes it.
    """

    engine: Engine
    _sources: dict[Role, list[_Known]] = field(default_factory=dict)
    _current: dict[Role, tuple[_Known, Relation]] = field(default_factory=dict)
    _views: dict[str, Statement] = field(default_factory=dict)
    _contents: dict[str, str] = field(default_factory=dict)
    _defined: dict[str, str] = field(default_factory=dict)
    _rows: dict[str, int] = field(default_factory=dict)
    _samples: dict[str, Role] = field(default_factory=dict)
    _answers: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Name of the engine."""
        return self.engine.name

    @property
    def syntax(self) -> Syntax:
        """The engine's spelling."""
        return self.engine.syntax

    @property
    def versions(self) -> Mapping[str, str]:
        """Versions of the engine."""
        return self.engine.versions

    def register(self, role: Role, source: Source, reading: Reading) -> Relation:
        """Make a source known under its role, unless it is the one that has the role already."""
        if role in self._current and self._current[role][0].is_same(source, reading):
            return self._current[role][1]
        self._current.pop(role, None)
        self._forget(role)
        relation = self.engine.register(role, source, reading)
        known = self._sources.setdefault(role, [])
        one = next((one for one in known if one.is_same(source, reading)), None)
        if one is None:
            number = len(known)
            held = self._hold(relation, f"{role}_held_{number}")
            one = _Known(source, reading, content=f"{role} {number}", held=held)
            known.append(one)
        if one.held is not None:
            self.engine.define(role, self._all_of(relation, one.held))
        self._contents[role] = one.content
        self._current[role] = one, relation
        return relation

    def _hold(self, relation: Relation, name: str) -> str | None:
        """Parse a text once and keep its rows, if the engine says that this pays."""
        engine = self.engine
        if not isinstance(engine, Holder) or not engine.has_room_for(relation):
            return None
        every = self._all_of(relation, relation.sql_name)
        try:
            if not engine.confirm(relation, engine.materialize(name, every)):
                engine.materialize(name, every)
        except ResourceError:
            return None  # it is read from its files, as always
        return name

    def _all_of(self, relation: Relation, name: str) -> Statement:
        columns = [Expression(column.sql_name, column.sql_name) for column in relation.columns]
        return render("compared", self.syntax, relation=name, expressions=columns)

    def define(self, name: str, statement: Statement) -> None:
        """Give a statement a name, unless it has it and reads the same as when it got it.

        A view of what has changed is defined anew: its columns may have other types by now.
        """
        content = self._content_of(statement, frozenset({name}))
        if self._views.get(name) == statement and self._defined.get(name) == content:
            return
        self._forget(name)
        self.engine.define(name, statement)
        self._views[name] = statement
        self._defined[name] = content

    def materialize(self, name: str, statement: Statement) -> int:
        """Run a statement and keep its rows, unless they are kept under this name already."""
        content = self._content_of(statement)
        if self._contents.get(name) != content:
            self._forget(name)
            self._rows[name] = self.engine.materialize(name, statement)
            self._contents[name] = content
        return self._rows[name]

    def query(self, statement: Statement) -> list[tuple[Any, ...]]:
        """Return the rows of a statement, run now or before."""
        content = self._content_of(statement)
        if content not in self._answers:
            self._answers[content] = self.engine.query(statement)
        return list(self._answers[content])

    def confirm(self, relation: Relation, rows: int) -> bool:
        """Tell whether a full pass saw every row; what is held was confirmed when it was parsed."""
        known, _ = self._current[relation.role]
        if known.held is not None:
            return True
        complete = self.engine.confirm(relation, rows)
        if not complete:  # the engine reads the source in another way from now on
            known.content += ", read again"
            self._contents[relation.role] = known.content
        return complete

    def survey(self, relation: Relation) -> Survey:
        """Return what is known of a relation without reading much of it."""
        found = self.engine.survey(relation)
        # A sample may read the source past its name, such as a file or an object of the engine's.
        self._samples[found.sample.sql] = relation.role
        return found

    def locate(self, relation: Relation, column: Column, condition: Chain) -> Place:
        """Return the place of a value."""
        return self.engine.locate(relation, column, condition)

    def close(self) -> None:
        """Close the engine."""
        self.engine.close()

    def _forget(self, name: str) -> None:
        self._views.pop(name, None)
        self._defined.pop(name, None)
        self._contents.pop(name, None)
        self._rows.pop(name, None)

    def _content_of(self, statement: Statement, within: frozenset[str] = frozenset()) -> str:
        """Return what stands for the rows of a statement: its text and all that it reads.

        ``within`` are the views around it; a view never reads itself, so their names are words.
        """
        words = set(_WORD.findall(statement.sql)) - within
        parts = [statement.sql, repr(statement.parameters)]
        role = self._samples.get(statement.sql)
        if role is not None:
            parts += [role, self._contents.get(role, "")]
        for name in sorted(words & (self._views.keys() | self._contents.keys())):
            view = self._views.get(name)
            content = (
                self._contents[name] if view is None else self._content_of(view, within | {name})
            )
            parts += [name, content]
        return sha256(repr(parts).encode()).hexdigest()
