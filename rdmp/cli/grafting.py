"""How shared options reach a command: grafted onto it, and handed on as the library's keywords."""
# No ``from __future__ import annotations``: Typer reads these annotations when the program runs.

import os
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import Parameter, signature
from typing import Any, cast, get_type_hints

from rdmp.cli.config import MAPPINGS
from rdmp.cli.exit_codes import ExitCode, report, tell
from rdmp.cli.options import STORY, Shared
from rdmp.cli.progress import shown
from rdmp.options import MEANS, Keywords
from rdmp.report import sentences
from rdmp.result import Finding
from rdmp.words import Language, preferred, words_in

_ON = frozenset({"progress"})
"""Flags that are on unless they are switched off."""


def tell_findings(findings: Iterable[Finding], language: Language) -> None:
    """Tell the warnings on stderr, where the result does not hold them."""
    for found in findings:
        if found.severity == "warning":
            tell(sentences.warning(words_in(language), found))


def shares_options(command: Callable[..., ExitCode]) -> Callable[..., ExitCode]:
    """Graft the shared options onto a command, in place of its parameter ``keywords``.

    The command receives what was given, and nothing else, as keywords of the library. Its errors
    are told here, where it is known whether ``--debug`` was given, and become its exit code.
    """
    return _grafted(command, frozenset(Shared.__annotations__))


def shares_means(command: Callable[..., ExitCode]) -> Callable[..., ExitCode]:
    """Graft those shared options that change no answer; see `shares_options`."""
    return _grafted(command, MEANS | STORY)


def _grafted(command: Callable[..., ExitCode], wanted: frozenset[str]) -> Callable[..., ExitCode]:
    own = [p for p in signature(command, eval_str=True).parameters.values() if p.name != "keywords"]
    shared = [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default=name in _ON if annotation.__origin__ is bool else None,
            annotation=annotation,
        )
        for name, annotation in get_type_hints(Shared, include_extras=True).items()
        if name in wanted
    ]

    @wraps(command)
    def run(**given: Any) -> ExitCode:
        options = {parameter.name: given.pop(parameter.name) for parameter in shared}
        try:
            with shown(wanted=options["progress"]):
                return command(**given, keywords=keywords(options))
        except Exception as error:  # noqa: BLE001 - every error ends as an exit code
            return report(error, debug=options["debug"])

    arguments = [p for p in own if p.kind is not Parameter.KEYWORD_ONLY]
    flags = [p for p in own if p.kind is Parameter.KEYWORD_ONLY]
    grafted = signature(run).replace(parameters=[*arguments, *flags, *shared])
    run.__signature__ = grafted  # type: ignore[attr-defined]  # what inspect.signature looks for
    return run


def spoken(given: Language | None) -> Language:
    """Return the language to speak: the one that was given, else the locale's."""
    return preferred(os.environ) if given is None else given


def keywords(options: Mapping[str, object]) -> Keywords:
    """Return the options that were given, as keywords of the library."""
    given = {
        name: dict(cast("list[tuple[str, str]]", value)) if name in MAPPINGS else value
        for name, value in options.items()
        if name not in STORY and value is not None and value is not False
    }
    return cast("Keywords", given)
