"""The Typer app, and the one function that runs it."""
# No ``from __future__ import annotations``: Typer reads these annotations when the program runs.

import sys
from collections.abc import Collection, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated

import typer

from rdmp.cli.exit_codes import ExitCode, emit, report
from rdmp.errors import EngineError

COMMANDS = {
    "evaluate": "evaluate",
    "columns": "columns",
    "rows": "rows",
    "filter": "filter_avatar",
    "sql": "sql",
    "verify": "verify",
}
"""Each command, and the function of its module that it is, in the order of the help."""


def program(commands: Collection[str]) -> typer.Typer:
    """Return the program with some of its commands; those that nobody asks for cost their time.

    Parameters
    ----------
    commands : collection of str
        Names of `COMMANDS`.
    """
    app = typer.Typer(
        name="rdmp",
        help="How many people of an original table stand, unchanged, in its synthetic (avatar)"
        " table?",
        epilog="Exit codes: 0 done, 1 below --fail-under or not the same, 2 you can fix it,"
        " 3 the engine failed, 130 interrupted, 70 a bug.",
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_program)
    for name in commands:
        app.command(name)(getattr(import_module(f"rdmp.cli.{name}"), COMMANDS[name]))
    return app


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
        given = sys.argv[1:] if arguments is None else list(arguments)
        asked = next((one for one in given if not one.startswith("-")), None)
        command = typer.main.get_command(program([asked] if asked in COMMANDS else COMMANDS))
        code = command.main(given, prog_name="rdmp", standalone_mode=False)
    except Exception as error:  # noqa: BLE001 - every error ends as an exit code
        return report(error, debug=False)
    return ExitCode.DONE if code is None else int(code)


def _version(*, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        emit(f"rdmp {version('rdmp')}\n")
        raise typer.Exit


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
