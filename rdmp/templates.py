"""`sql/` -> `Statement`: finds a template, holds it to its contract, renders it.

A template is one file with one statement. It opens with its contract::

    -- purpose: what question it answers
    -- one row is: the grain of the result
    -- parameters: columns, relation        (or "none")
    -- reference: where the rule is written

What enters it is a name quoted by the engine's syntax (``| name``), a literal (``| literal``), a
type from a closed list (``| type``), a conversion (``convert(form, x)`` of ``conversions.sql``), or a
bound value. A parameter that is passed but not declared, declared but not passed, or used without
a declaration is an error that names the file and the line.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rdmp.seam import Scalar, Statement

if TYPE_CHECKING:
    from jinja2 import Environment

    from rdmp.syntax import Syntax

_HEADER = re.compile(
    r"\A-- purpose: .+\n-- one row is: .+\n-- parameters: (?P<parameters>.+)\n-- reference: .+\n"
)


class TemplateError(Exception):
    """A template and its caller do not agree: a bug of ours, never the user's."""


@cache
def folder() -> Path:
    """Return the folder of the templates: in the wheel beside the code, in a checkout above it."""
    here = Path(__file__).resolve().parent
    inside = here / "sql"
    return inside if inside.is_dir() else here.parent / "sql"


def render(
    name: str, syntax: Syntax, *, bind: tuple[Scalar, ...] = (), **parameters: object
) -> Statement:
    """Render the template ``sql/<name>.sql`` for an engine.

    Parameters
    ----------
    name : str
        Path below ``sql/`` without its ending, such as ``rdmp`` or ``engines/duckdb/create_view``.
    syntax : Syntax
        The engine's spelling.
    bind : tuple of scalar
        Values for the ``?`` of the statement, in their order.
    **parameters
        What the contract of the template declares.

    Raises
    ------
    TemplateError
        If parameters and contract differ.
    """
    environment = _environment(syntax)
    file = f"{name}.sql"
    declared = _declared(syntax, file)
    if declared != parameters.keys():
        missing, unknown = declared - parameters.keys(), parameters.keys() - declared
        message = f"sql/{file}:3: not passed: {sorted(missing)}, not declared: {sorted(unknown)}"
        raise TemplateError(message)
    text = environment.get_template(file).render(parameters)
    return Statement(name=name.rsplit("/", 1)[-1], sql=text, parameters=bind)


@cache
def _declared(syntax: Syntax, file: str) -> frozenset[str]:
    """Return the declared parameters, after checking them against those that the body uses."""
    from jinja2 import meta

    source = (folder() / file).read_text(encoding="utf-8")
    header = _HEADER.match(source)
    if header is None:
        message = f"sql/{file}:1: the header is not purpose, one row is, parameters, reference"
        raise TemplateError(message)
    listed = header["parameters"].strip()
    declared = set() if listed == "none" else {word.strip() for word in listed.split(",")}
    used = meta.find_undeclared_variables(_environment(syntax).parse(source))
    if declared != used:
        word = min(declared ^ used)
        line = 3
        if word in used:
            lines = enumerate(source.splitlines(), 1)
            line = next(n for n, text in lines if re.search(rf"\b{word}\b", text))
        message = f"sql/{file}:{line}: parameter {word!r} is " + (
            "used but not declared" if word in used else "declared but not used"
        )
        raise TemplateError(message)
    return frozenset(declared)


@cache
def _environment(syntax: Syntax) -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        autoescape=False,  # noqa: S701 - SQL, not HTML; values enter through the filters below
        loader=FileSystemLoader([folder() / "engines" / syntax.engine, folder()]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    filters: dict[str, Any] = {
        "name": syntax.name,
        "literal": syntax.literal,
        "type": syntax.type,
    }
    environment.filters.update(filters)
    return environment
