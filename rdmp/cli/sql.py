"""``rdmp sql``: what `evaluate` would run, to be read."""
# No ``from __future__ import annotations``: Typer reads these annotations when the program runs.

from rdmp.cli.exit_codes import ExitCode, emit
from rdmp.cli.options import Avatar, Original, shares_options
from rdmp.options import Keywords
from rdmp.report.sql import sql_report


@shares_options
def sql(original: Original, avatar: Avatar, *, keywords: Keywords) -> ExitCode:
    """Print the views, statements and parameters that evaluate would run."""
    from rdmp.evaluation import explain

    explanation = explain(original, avatar, **keywords)
    emit(sql_report(explanation.original, explanation.avatar, explanation.statements))
    return ExitCode.DONE
