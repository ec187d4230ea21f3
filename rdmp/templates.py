"""`sql/` -> `Statement`: finds a template, holds it to its contract, renders it.

A template is one file with one statement. It opens with its contract::

    -- purpose: what question it answers
    -- one row is: the grain of the result
    -- parameters: columns, relation        (or "none")
    -- reference: where the rule is written

What enters a template is a name quoted by the engine's syntax (``| name``), a literal (``|
literal``), a type from a closed list (``| type``), a conversion (``convert(form, x)`` of
``conversions.sql``), or a bound value. A parameter that is passed but not declared, declared but
not passed, or used without a declaration is an error that names the file and the line.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rdmp.errors import OptionError
from rdmp.seam import Scalar, Statement

if TYPE_CHECKING:
    from jinja2 import Environment

    from rdmp.syntax import Syntax

_LINE = (
    r".+\n(?:-- (?!reference: |parameters: |one row is: ).+\n)*"  # the formatter wraps long lines
)
_HEADER = re.compile(
    rf"\A-- purpose: {_LINE}-- one row is: {_LINE}"
    rf"-- parameters: (?P<parameters>{_LINE})-- reference: "
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
    from jinja2 import UndefinedError

    file = f"{name}.sql"
    declared = _declared(file)
    if declared != parameters.keys():
        missing, unknown = declared - parameters.keys(), parameters.keys() - declared
        message = f"sql/{file}:3: not passed: {sorted(missing)}, not declared: {sorted(unknown)}"
        raise TemplateError(message)
    try:
        text = _environment(syntax).get_template(file).render(parameters)
    except UndefinedError:
        check(name, syntax)
        raise
    return Statement(name=name.rsplit("/", 1)[-1], sql=text, parameters=bind)


def check(name: str, syntax: Syntax) -> None:
    """Hold the parameters that a template uses against those that it declares.

    Tests check every template; at run time only what is undefined is looked at again.

    Raises
    ------
    TemplateError
        With file and line.
    """
    from jinja2 import meta

    file = f"{name}.sql"
    declared = _declared(file)
    source = _source(file)
    used = meta.find_undeclared_variables(_environment(syntax).parse(source))
    if declared == used:
        return
    word = min(declared ^ used)
    if word in declared:
        message = f"sql/{file}:3: parameter {word!r} is declared but not used"
        raise TemplateError(message)
    lines = enumerate(source.splitlines(), 1)
    line = next(number for number, text in lines if re.search(rf"\b{word}\b", text))
    message = f"sql/{file}:{line}: parameter {word!r} is used but not declared"
    raise TemplateError(message)


@cache
def _source(file: str) -> str:
    return (folder() / file).read_text(encoding="utf-8")


@cache
def _declared(file: str) -> frozenset[str]:
    """Return the parameters that the contract of a template declares."""
    header = _HEADER.match(_source(file))
    if header is None:
        message = f"sql/{file}:1: the header is not purpose, one row is, parameters, reference"
        raise TemplateError(message)
    listed = header["parameters"].replace("\n-- ", " ").strip()
    return frozenset() if listed == "none" else frozenset(re.split(r"\s*,\s*", listed))


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
    environment.globals["refuse"] = _refuse
    return environment


def _refuse(message: str, hint: str) -> str:
    """Stop at what an engine cannot do, from within a template."""
    raise OptionError(message, hint)


@cache
def absent(syntax: Syntax) -> frozenset[str]:
    """Return the conversions that an engine does not have: it says so where one would be due."""
    own = _environment(syntax).get_template("own_conversions.sql").module
    return frozenset(getattr(own, "absent", ()))
