"""Every exit code, the errors behind each, and what is said on stderr: stated here only."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import suppress
from enum import IntEnum
from typing import TextIO

import typer

from rdmp.cli import progress, signals
from rdmp.errors import EngineError, InputError, ResourceError
from rdmp.report.characters import visible, visible_lines
from rdmp.sources.databases import without_secrets

CONFIG = "rdmp.config"
"""Where a command's context keeps which option came from which file."""


class ExitCode(IntEnum):
    """The verdict of a run, for the program that started it."""

    DONE = 0
    BELOW = 1  # the score is below --fail-under
    OTHER = 1  # verify: a repeated run is not the same
    USER = 2  # the user can fix it
    ENGINE = 3  # memory, disk, or a statement that did not run
    BUG = 70
    INTERRUPTED = 130  # 128 + SIGINT; SIGTERM and SIGHUP end with 128 + their number


def tell(line: str) -> None:
    """Write one line of the story to stderr, with every character visible."""
    _write([f"rdmp: {visible(line)}\n"])


def emit(result: str) -> None:
    """Write the result to stdout; a reader that has seen enough (``| head``) is no error.

    Raises
    ------
    ResourceError
        If stdout cannot take the result, such as a file on a full disk.
    """
    progress.clear()
    try:
        sys.stdout.write(result)
        sys.stdout.flush()
    except BrokenPipeError:
        _discard(sys.stdout)
    except OSError as error:
        _discard(sys.stdout)
        message = f"the result could not be written: {error.strerror}"
        raise ResourceError(message) from error


def report(error: Exception, *, debug: bool) -> ExitCode:
    """Tell what went wrong, and return the exit code for it.

    Without ``debug`` no message of an engine or a library is shown: it may quote a record.
    """
    if signals.exit_code() is not None:
        return ExitCode.INTERRUPTED  # the engine's own way of saying that it was interrupted
    if isinstance(error, typer.TyperException):
        message, hint = _usage(error)
        _say(message, hint)
        return ExitCode.USER
    if isinstance(error, InputError | EngineError):
        _say(error.message, error.hint)
        code = ExitCode.USER if isinstance(error, InputError) else ExitCode.ENGINE
    elif isinstance(error, MemoryError):
        _say("there is not enough memory", "pass --memory-limit, or free some memory")
        code = ExitCode.ENGINE
    else:
        hint = "please report it with the lines below, which hold no data; --debug shows more"
        _say(f"this is a bug in rdmp ({type(error).__qualname__})", None if debug else hint)
        code = ExitCode.BUG
    if debug:
        tell("debug: the lines below may show values of the data")
        _write(
            line for part in _chain(error) for line in traceback.format_exception(part, chain=False)
        )
    elif code is ExitCode.BUG:
        _write(line for part in _chain(error) for line in _anonymous(part))
    return code


def _say(message: str, hint: str | None) -> None:
    tell(f"error: {message}")
    if hint is not None:
        _write([f"hint: {visible(hint)}\n"])


def _usage(error: typer.TyperException) -> tuple[str, str]:
    """Return what is wrong with the command line, and where to look."""
    similar = sorted(getattr(error, "possibilities", None) or ())
    message = without_secrets(error.message if similar else error.format_message())
    message = message.replace(": Value error, ", ": ")  # Typer lets pydantic's prefix through
    context = getattr(error, "ctx", None)
    file = _file(error, context)
    if file is not None:
        message = f"{file}: {message[:1].lower()}{message[1:]}"
    hint = f"see {context.command_path if context else 'rdmp'} --help"
    if similar:
        hint = f"did you mean {' or '.join(similar)}? Else {hint}"
    shown = message if file is not None else message[:1].lower() + message[1:]
    return shown.rstrip("."), hint


def _file(error: typer.TyperException, context: typer.Context | None) -> str | None:
    """Return the file that a wrong option stands in; None if it was given as one."""
    parameter = getattr(error, "param", None)
    if context is None or parameter is None:
        return None
    source = context.get_parameter_source(parameter.name)
    given_there = source is not None and source.name == "DEFAULT_MAP"
    return context.meta.get(CONFIG, {}).get(parameter.name) if given_there else None


def _chain(error: BaseException) -> tuple[BaseException, ...]:
    """Return an error and those before it, the first one first, `raise … from None` or not."""
    chain = [error]
    while (before := chain[-1].__cause__ or chain[-1].__context__) and before not in chain:
        chain.append(before)
    return tuple(reversed(chain))


def _anonymous(error: BaseException) -> Iterator[str]:
    """Return a traceback without the error's message, which may quote a record."""
    yield "Traceback (most recent call last):\n"
    for frame in traceback.extract_tb(error.__traceback__):
        yield f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}\n'
    yield f"{type(error).__module__}.{type(error).__qualname__}\n"


def _write(lines: Iterable[str]) -> None:
    progress.clear()
    with suppress(OSError):  # nobody listens any more
        sys.stderr.writelines(map(visible_lines, lines))
        sys.stderr.flush()


def _discard(stream: TextIO) -> None:
    """Send what is left in a stream nowhere, so that Python's own flush at the end is silent."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
