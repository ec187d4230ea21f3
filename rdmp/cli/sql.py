"""``rdmp sql``: what `evaluate` would run, to be read."""
# No ``from __future__ import annotations``: Typer reads these annotations when the program runs.

import sys

from rdmp.cli.exit_codes import ExitCode, emit
from rdmp.cli.options import Avatar, Original, shares_options
from rdmp.options import Keywords
from rdmp.report.characters import visible_lines
from rdmp.report.sql import sql_report


@shares_options
def sql(original: Original, avatar: Avatar, *, keywords: Keywords) -> ExitCode:
    """Print the views, statements and parameters that evaluate would run."""
    from rdmp.evaluation import explain

    explanation = explain(original, avatar, **keywords)
    script = sql_report(explanation.original, explanation.avatar, explanation.statements)
    # A program gets every path and token as it is; a terminal would obey what hides in them.
    emit(visible_lines(script) if sys.stdout.isatty() else script)
    return ExitCode.DONE
