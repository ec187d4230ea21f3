"""Options from a file: ``[tool.rdmp]`` of the project's pyproject.toml, and ``--config FILE``.

The keys are the options' own words, without the dashes in front. What is given on the command line
counts first, then ``--config``, then the project. A file says which columns are compared, so that
it is never used in silence: one line on stderr names it and its keys. A key that no command knows
stops; one that another command knows is passed over.
"""

# No ``from __future__ import annotations``: Typer reads these annotations when the program runs.

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from rdmp.cli.exit_codes import CONFIG, tell
from rdmp.errors import OptionError

NAMES = frozenset({"columns", "exclude"})
"""Options that are one line of CSV on the command line, and a list in a file."""

MAPPINGS = frozenset({"rename", "cast"})
"""Options that are LEFT=RIGHT on the command line, and a table in a file."""

_PROJECT = "pyproject.toml"
_NOT_IN_FILES = frozenset({"config", "help"})


def load(context: typer.Context, file: str | None) -> str | None:
    """Read the options that are not given on the command line; the callback of ``--config``.

    Raises
    ------
    OptionError
        If a file cannot be read, or a key or a value in it is no option. The message names both.
    """
    tables = _tables(file)
    known = _options_of_all() if any(table for _, table in tables) else {}
    own = {parameter.name for parameter in context.command.params}
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for path, table in tables:
        found = {name: value for name, value in _read(path, table, known).items() if name in own}
        if found:
            keys = (key for key in table if known[_word(key)].name in found)
            tell(f"options from {path}: {', '.join(keys)}")
        values |= found
        origins |= dict.fromkeys(found, str(path))
    context.default_map = values
    context.meta[CONFIG] = origins
    return file


def _word(key: str) -> str:
    return key.replace("_", "-")


def _options_of_all() -> dict[str, Any]:
    """Return the options of all commands, by the word that follows their dashes."""
    from rdmp.cli.app import COMMANDS, program  # which stand on this room

    commands = getattr(typer.main.get_command(program(COMMANDS)), "commands", {}).values()
    found = {
        flag.removeprefix("--"): parameter
        for command in commands
        for parameter in command.params
        if parameter.param_type_name == "option"
        for flag in parameter.opts
    }
    return {word: parameter for word, parameter in found.items() if word not in _NOT_IN_FILES}


def _tables(file: str | None) -> list[tuple[Path, Mapping[str, Any]]]:
    """Return the files with options, the one that counts least first."""
    found: list[tuple[Path, Mapping[str, Any]]] = []
    project = _project()
    if project is not None:
        found.append((project, _tool(project)))
    if file is not None:
        path = Path(file)
        found.append((path, _tool(path) if path.name == _PROJECT else _toml(path)))
    return found


def _project() -> Path | None:
    """Return the pyproject.toml of the current folder, or of the nearest folder above it."""
    here = Path.cwd()
    return next(
        (one / _PROJECT for one in (here, *here.parents) if (one / _PROJECT).exists()), None
    )


def _tool(path: Path) -> Mapping[str, Any]:
    tools = _toml(path).get("tool", {})
    table = tools.get("rdmp", {}) if isinstance(tools, Mapping) else {}
    if not isinstance(table, Mapping):
        message = f"{path}: tool.rdmp is no table"
        raise OptionError(message, "write [tool.rdmp], and one option on each line below it")
    return table


def _toml(path: Path) -> Mapping[str, Any]:
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        message = f"cannot read the options in {path}: {problem.strerror}"
        raise OptionError(message, "check the path and who may read it") from None
    except UnicodeDecodeError:
        message = f"{path} is not UTF-8, as TOML is"
        raise OptionError(message, "write it as UTF-8") from None
    except tomllib.TOMLDecodeError as problem:
        message = f"{path} is not TOML: {problem}"
        raise OptionError(
            message, "write one option on each line, such as fail-under = 90"
        ) from None
    except ValueError:
        message = "--config holds a null byte"
        raise OptionError(message, "name a file") from None


def _read(path: Path, table: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, object]:
    """Return the values of a table by the names of the parameters that take them."""
    found: dict[str, object] = {}
    for key, value in table.items():
        option = known.get(_word(key))
        if option is None:
            message = f"{path}: {key!r} is no option of rdmp"
            raise OptionError(message, "the keys are the options' words, such as fail-under")
        if option.name in found:
            message = f"{path}: {key!r} is given twice, with - and with _"
            raise OptionError(message, "leave one of the two out")
        given, wanted = _as_given(value, option)
        if given is None:
            message = f"{path}: {key} is {wanted}"
            raise OptionError(message, f"see --{_word(key)} in rdmp evaluate --help")
        found[option.name] = given
    return found


def _as_given(value: Any, option: Any) -> tuple[object | None, str]:
    """Return a value as the command line would give it, or None, and what it should be.

    What it means, and whether it can be, is decided where the command line is read.
    """
    if option.name in NAMES:
        return _line(value) if _is_list(value) and value else None, "a list of names"
    if option.name in MAPPINGS:
        pairs = [f"{left}={right}" for left, right in value.items()] if _is_table(value) else None
        return pairs, "a table of texts without =, such as { name = 'other' }"
    if option.is_flag:
        return value if isinstance(value, bool) else None, "true or false"
    if option.multiple:
        return value if _is_list(value) else None, "a list of texts"
    is_one = isinstance(value, str | int | float) and not isinstance(value, bool)
    return str(value) if is_one else None, "one text or number"


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_table(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(one, str) and one and "=" not in one for one in value.values()
    )


def _line(names: list[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(names)
    return text.getvalue()
