"""An engine with a memory: what it was asked stands in the result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rdmp import progress
from rdmp.forms import Chain
from rdmp.options import Reading, Role
from rdmp.patterns import Pattern
from rdmp.seam import Column, Engine, LineReader, Place, Relation, Statement, Survey
from rdmp.sources import Source
from rdmp.syntax import Syntax


@dataclass(slots=True)
class Recorded:
    """An engine that remembers what it was asked, for the result and for ``rdmp sql``."""

    engine: Engine
    statements: list[Statement] = field(default_factory=list)

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
        """Make a source known under its role."""
        with progress.step(progress.OPENING.format(role=role)):
            relation = self.engine.register(role, source, reading)
        self.statements.append(Statement(name=f"view {role}", sql=relation.reads.sql))
        return relation

    def define(self, name: str, statement: Statement) -> None:
        """Give a statement a name."""
        self.statements.append(Statement(name=f"view {name}", sql=statement.sql))
        self.engine.define(name, statement)

    def materialize(self, name: str, statement: Statement) -> int:
        """Run a statement and keep its rows."""
        self.statements.append(
            Statement(name=f"table {name}", sql=statement.sql, parameters=statement.parameters)
        )
        return self.engine.materialize(name, statement)

    def query(self, statement: Statement) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows."""
        self.statements.append(statement)
        return self.engine.query(statement)

    def confirm(self, relation: Relation, rows: int) -> bool:
        """Tell whether a full pass saw every row."""
        return self.engine.confirm(relation, rows)

    def match(self, relation: Relation, patterns: Mapping[str, Pattern]) -> tuple[Statement, ...]:
        """Return the statements that hold lines against patterns, if there are any."""
        engine = self.engine
        return engine.match(relation, patterns) if isinstance(engine, LineReader) else ()

    def survey(self, relation: Relation) -> Survey:
        """Return what is known of a relation without reading much of it."""
        return self.engine.survey(relation)

    def locate(self, relation: Relation, column: Column, condition: Chain) -> Place:
        """Return the place of a value."""
        return self.engine.locate(relation, column, condition)

    def close(self) -> None:
        """Close the engine."""
        self.engine.close()
