"""``rdmp filter``: the avatars without the rows that equal a unique original row."""
# No ``from __future__ import annotations``: Typer reads these annotations when the program runs.

from typing import Annotated

import typer

from rdmp.cli.exit_codes import ExitCode, emit, tell
from rdmp.cli.grafting import shares_options, spoken, tell_findings
from rdmp.cli.options import Avatar, Force, Lang, Original, Output
from rdmp.options import Keywords
from rdmp.report.reproduced import filter_text, filter_warnings
from rdmp.words import words_in


@shares_options
def filter_avatar(
    original: Original,
    avatar: Avatar,
    *,
    output: Output,
    no_verify: Annotated[
        bool,
        typer.Option(
            "--no-verify",
            help="Do not evaluate what was written against the original.",
            metavar="",
            rich_help_panel="Result",
        ),
    ] = False,
    force: Force = False,
    lang: Lang = None,
    keywords: Keywords,
) -> ExitCode:
    """Write the avatars without the rows that equal a unique original row.

    Everything else stays as it is stored, in its order. Removing rows changes the distribution:
    to raise k, the number of neighbours, and to generate the avatars again is the better cure.
    """
    from rdmp.filtered import write_filtered

    written = write_filtered(
        original, avatar, output, verify=not no_verify, force=force, **keywords
    )
    language = spoken(lang)
    emit(filter_text(words_in(language), written))
    for line in filter_warnings(words_in(language), written):
        tell(line)
    tell_findings(written.findings, language)
    return ExitCode.DONE
