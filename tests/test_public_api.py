"""The public names are a promise: their signatures are pinned, and a strict consumer type-checks.

To accept a change, read the difference after ``python tests/test_public_api.py --update``, and tell
users of it in the changelog.
"""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import get_args, get_origin

import pytest

import rdmp
from rdmp.options import Keywords

PINNED = Path(__file__).with_name("public_api.txt")
CONSUMER = Path(__file__).with_name("consumer.py")


def described() -> str:
    """Return every public name with its signature, and the attributes of each class."""
    lines: list[str] = []
    for name in sorted(rdmp.__all__):
        lines += _entry(name, getattr(rdmp, name))
    return "\n".join(lines) + "\n"


def _entry(name: str, value: object) -> Iterator[str]:
    if not isinstance(value, type):
        assert callable(value), name
        yield f"{name}{inspect.signature(value)}"
        return
    bases = ", ".join(base.__name__ for base in value.__bases__ if base is not object)
    yield f"class {name}({bases})" if bases else f"class {name}"
    if is_dataclass(value):
        for field in fields(value):
            yield f"    {field.name}: {field.type}{_default(field)}"
    elif issubclass(value, Exception):
        yield f"    __init__{inspect.signature(value.__init__)}"
    for attribute, member in sorted(vars(value).items()):
        if attribute.startswith("_"):
            continue
        if isinstance(member, property):
            yield f"    {attribute} -> {inspect.signature(member.fget).return_annotation}"  # type: ignore[arg-type]  # properties that are read
        elif inspect.isfunction(member):
            yield f"    {attribute}{inspect.signature(member)}"


def _default(field: Field[object]) -> str:
    if field.default is not MISSING:
        return f" = {field.default!r}"
    return " = …" if field.default_factory is not MISSING else ""


def test_the_public_names_and_their_signatures_are_those_that_were_read_last() -> None:
    assert described() == PINNED.read_text(encoding="utf-8"), (
        "read the difference, then python tests/test_public_api.py --update"
    )


def test_every_public_name_can_be_had_and_is_listed() -> None:
    assert list(rdmp.__all__) == sorted(set(rdmp.__all__), key=str)
    assert set(rdmp.__all__) <= set(dir(rdmp))
    for name in rdmp.__all__:
        assert getattr(rdmp, name).__doc__, name
    with pytest.raises(AttributeError, match="has no attribute 'evaluat'"):
        _ = rdmp.evaluat  # type: ignore[attr-defined]  # a mistake


def test_options_and_keywords_have_the_same_types() -> None:
    by_options = {field.name: str(field.type) for field in fields(rdmp.Options)}
    hints = {name: str(hint.__forward_arg__) for name, hint in Keywords.__annotations__.items()}
    for name, hint in hints.items():
        assert by_options[name].removesuffix(" | None") == hint, name
    assert get_origin(Keywords) is None
    assert get_args(Keywords) == ()


def mypy(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Type-check as a user of the installed package would: strictly, and away from the checkout."""
    command = (sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--config-file=")
    return subprocess.run(
        (*command, *arguments), cwd=cwd, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_a_strict_consumer_of_the_installed_package_type_checks(installed: Path) -> None:
    done = mypy("--python-executable", installed / "bin" / "python", CONSUMER, cwd=installed)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_a_consumer_with_mistakes_is_told_of_each(installed: Path) -> None:
    program = installed / "mistaken.py"
    program.write_text(
        "import rdmp\n"
        'rdmp.evaluate("o", "a", exclud=["x"])\n'
        'rdmp.evaluate("o", "a", exclude=1)\n'
        'rdmp.verify("e.json", null=["NA"])\n'
        'rdmp.definition("oracle", "a", "b", columns=["x"])\n'
        'rdmp.evaluate("o", "a").score = 100.0\n'
        'rdmp.evaluat("o", "a")\n',
        encoding="utf-8",
    )
    done = mypy("--python-executable", installed / "bin" / "python", program, cwd=installed)
    told = {line.split(":")[1] for line in done.stdout.splitlines() if ": error:" in line}
    assert told == {"2", "3", "4", "5", "6", "7"}, done.stdout


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit("usage: python tests/test_public_api.py --update")
    PINNED.write_text(described(), encoding="utf-8")
