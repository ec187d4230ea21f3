"""``rdmp verify``: repeat a run from its evidence."""
# No ``from __future__ import annotations``: Typer reads these annotations when the program runs.

from typing import Annotated, Literal

import typer

from rdmp.cli.exit_codes import ExitCode, emit
from rdmp.cli.grafting import shares_means, spoken
from rdmp.cli.options import Lang
from rdmp.options import Means
from rdmp.words import words_in


@shares_means
def verify(
    evidence: Annotated[
        str, typer.Argument(metavar="FILE.json", help="What evaluate --evidence has written.")
    ],
    *,
    allow_remote: Annotated[
        bool,
        typer.Option(
            "--allow-remote",
            help="Also read databases, buckets and lakes that the evidence names: whoever wrote it"
            " then decides with which servers this machine speaks.",
            metavar="",
            rich_help_panel="Result",
        ),
    ] = False,
    form: Annotated[
        Literal["text", "json"],
        typer.Option(
            "--format",
            metavar="text|json",
            help="How to write the result.",
            rich_help_panel="Result",
        ),
    ] = "text",
    lang: Lang = None,
    keywords: Means,
) -> ExitCode:
    """Repeat a run from its evidence, and say whether it is the same.

    Exit codes: 0 it is the same, 1 it is not, 2 the evidence or a file cannot be read.
    """
    from rdmp.evidence.verifying import verify as compute

    found = compute(evidence, allow_remote=allow_remote, **keywords)
    if form == "json":
        from rdmp.report.as_json import json_report

        emit(json_report(found))
    else:
        from rdmp.report.verified import verified_text

        emit(verified_text(words_in(spoken(lang)), found))
    return ExitCode.DONE if found.same else ExitCode.OTHER
