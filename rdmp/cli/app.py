"""The Typer app, and the one function that runs it."""
# No ``from __future__ import annotations``: Typer reads these annotations when the program runs.

import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import Annotated

import typer

from rdmp.cli.columns import columns as columns_command
from rdmp.cli.evaluate import evaluate as evaluate_command
from rdmp.cli.exit_codes import ExitCode, emit, report
from rdmp.cli.filter import filter_avatar
from rdmp.cli.rows import rows as rows_command
from rdmp.cli.sql import sql as sql_command
from rdmp.cli.verify import verify as verify_command
from rdmp.errors import EngineError

app = typer.Typer(
    name="rdmp",
    help="How many people of an original table stand, unchanged, in its synthetic (avatar) table?",
    epilog="Exit codes: 0 done, 1 below --fail-under or not the same, 2 you can fix it,"
    " 3 the engine failed,"
    " 130 interrupted, 70 a bug.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("evaluate")(evaluate_command)
app.command("columns")(columns_command)
app.command("rows")(rows_command)
app.command("filter")(filter_avatar)
app.command("sql")(sql_command)
app.command("verify")(verify_command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; nothing is raised but the signals' exceptions.

    Parameters
    ----------
    arguments : sequence of str, optional
        Without the program's name; those of the process without it.
    """
    if sys.stdout is None:  # closed by whoever started the program: there is nowhere to answer
        return report(EngineError("standard output is closed"), debug=False)
    _speak_utf_8()
    try:
        # Not standalone: Typer then leaves usage errors to us, and returns what a command returns,
        # or 130 after a KeyboardInterrupt.
        command = typer.main.get_command(app)
        given = None if arguments is None else list(arguments)
        code = command.main(given, prog_name="rdmp", standalone_mode=False)
    except Exception as error:  # noqa: BLE001 - every error ends as an exit code
        return report(error, debug=False)
    return ExitCode.DONE if code is None else int(code)


def _version(*, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        emit(f"rdmp {version('rdmp')}\n")
        raise typer.Exit


@app.callback()
def _program(
    *,
    _: Annotated[
        bool,
        typer.Option(
            "--version", metavar="", help="Show the version.", is_eager=True, callback=_version
        ),
    ] = False,
) -> None:
    pass


def _speak_utf_8() -> None:
    """Make no character an error: a pipe gets UTF-8, a terminal what it can show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            with suppress(OSError, ValueError):
                encoding = stream.encoding if stream.isatty() else "utf-8"
                stream.reconfigure(encoding=encoding, errors="backslashreplace")
