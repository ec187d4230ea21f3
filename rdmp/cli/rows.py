"""``rdmp rows``: which unique original rows were reproduced."""
# No ``from __future__ import annotations``: Typer reads these annotations when the program runs.

from typing import Annotated

import typer

from rdmp.cli.exit_codes import ExitCode, emit, tell
from rdmp.cli.grafting import shares_options, spoken, tell_findings
from rdmp.cli.options import Avatar, Force, Lang, Original, Output
from rdmp.options import Keywords
from rdmp.report.reproduced import rows_text, rows_warnings
from rdmp.words import words_in


@shares_options
def rows(
    original: Original,
    avatar: Avatar,
    *,
    output: Output,
    values: Annotated[
        bool,
        typer.Option(
            "--values",
            help="Write the rows themselves in place of their digests: personal data.",
            metavar="",
            rich_help_panel="Result",
        ),
    ] = False,
    salt_file: Annotated[
        str | None,
        typer.Option(
            "--salt-file",
            metavar="FILE",
            help="Salt the digests with the bytes of this file, so that they can be computed again;"
            " without it, with random bytes that are written nowhere.",
            rich_help_panel="Result",
        ),
    ] = None,
    force: Force = False,
    lang: Lang = None,
    keywords: Keywords,
) -> ExitCode:
    """Write which unique original rows stand among the avatars.

    A row is told by its file and its number in it, how often it stands among the avatars, and a
    salted SHA-256 of its values. The file is CSV or Parquet by its name, and its owner's alone.
    """
    from rdmp.reproduced import write_rows

    written = write_rows(
        original, avatar, output, values=values, salt_file=salt_file, force=force, **keywords
    )
    language = spoken(lang)
    emit(rows_text(words_in(language), written))
    for line in rows_warnings(words_in(language), written):
        tell(line)
    tell_findings(written.findings, language)
    return ExitCode.DONE
