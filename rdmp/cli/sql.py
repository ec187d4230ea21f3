"""``rdmp sql``: what `evaluate` would run, to be read, or the definition for another database."""
# No ``from __future__ import annotations``: Typer reads these annotations when the program runs.

import sys
from typing import Annotated

import typer

from rdmp.cli.exit_codes import ExitCode, emit
from rdmp.cli.grafting import shares_options
from rdmp.cli.options import Avatar, Original
from rdmp.errors import OptionError
from rdmp.options import Keywords
from rdmp.report.characters import visible_lines
from rdmp.report.sql import sql_report
from rdmp.warehouses import Warehouse

_APPLY = frozenset({"columns", "rename"})
"""Options that a query for a database takes: nothing is read, so that no other one can matter."""


@shares_options
def sql(
    original: Original,
    avatar: Avatar,
    *,
    database: Annotated[
        Warehouse | None,
        typer.Option(
            "--for",
            metavar="DATABASE",
            help="Print the query of the definition for two tables of one database instead, to be"
            " run there: snowflake, bigquery, redshift, postgres, trino, clickhouse. Needs"
            " --columns; ORIGINAL and AVATAR are tables, as schema.table.",
            rich_help_panel="Result",
        ),
    ] = None,
    keywords: Keywords,
) -> ExitCode:
    """Print the views, statements and parameters that evaluate would run."""
    if database is not None:
        text = _definition(database, original, avatar, keywords)
        emit(visible_lines(text) if sys.stdout.isatty() else text)
        return ExitCode.DONE
    from rdmp.evaluation import explain

    explanation = explain(original, avatar, **keywords)
    script = sql_report(explanation.original, explanation.avatar, explanation.statements)
    # A program gets every path and token as it is; a terminal would obey what hides in them.
    emit(visible_lines(script) if sys.stdout.isatty() else script)
    return ExitCode.DONE


def _definition(database: Warehouse, original: str, avatar: str, keywords: Keywords) -> str:
    from rdmp.report.definition import definition_text
    from rdmp.warehouses import SYNTAXES, definition

    strange = next((name for name in keywords if name not in _APPLY), None)
    if strange is not None:
        flag = f"--{strange.replace('_', '-')}"
        message = f"{flag} has no meaning with --for: nothing is read"
        raise OptionError(message, f"leave {flag} out, also in files of options")
    found = definition(
        database,
        original,
        avatar,
        columns=keywords.get("columns", ()),
        rename=keywords.get("rename", {}),
    )
    return definition_text(found, SYNTAXES[database].title)
