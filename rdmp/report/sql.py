"""What `evaluate` would run, as a script: names explained, parameters below each statement."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from rdmp.report.characters import visible
from rdmp.seam import Relation, Statement


def sql_report(original: Relation, avatar: Relation, statements: Sequence[Statement]) -> str:
    """Return the statements in the order in which they run.

    Everything that comes from the user stands in a comment as JSON, so that no name can end the
    comment and become SQL.
    """
    return "\n".join(_lines(original, avatar, statements)) + "\n"


def _lines(original: Relation, avatar: Relation, statements: Sequence[Statement]) -> Iterator[str]:
    yield "-- What rdmp evaluate runs, in this order. Our names, and yours:"
    for relation in (original, avatar):
        yield "--"
        role = "" if relation.sql_name == relation.role else f" ({relation.role})"
        yield f"-- {relation.sql_name}{role}: {one_line(relation.label)}"
        for column in relation.columns:
            yield f"--   {column.sql_name}: {one_line(column.name)} {visible(column.type.stored)}"
    for statement in statements:
        yield ""
        yield f"-- {visible(statement.name)}"
        yield statement.sql.rstrip()
        yield ";"
        if statement.parameters:
            yield f"-- parameters: {one_line(list(statement.parameters))}"


def one_line(value: object) -> str:
    """Return one line of JSON, readable where every character is, else in ASCII."""
    readable = json.dumps(value, ensure_ascii=False)
    return readable if readable == visible(readable) else json.dumps(value)
