"""``rdmp columns``: on which columns the protection rests."""
# No ``from __future__ import annotations``: Typer reads these annotations when the program runs.

import sys
from typing import Annotated, Literal, assert_never

import typer

from rdmp.cli.exit_codes import ExitCode, emit, tell
from rdmp.cli.grafting import shares_options, spoken
from rdmp.cli.options import Avatar, Lang, Original
from rdmp.insight_result import Insight
from rdmp.options import Keywords
from rdmp.report import sentences
from rdmp.words import Language, words_in

Format = Literal["text", "json", "markdown"]


@shares_options
def columns(
    original: Original,
    avatar: Avatar,
    *,
    size: Annotated[
        int | None,
        typer.Option(
            "--size",
            metavar="K",
            min=1,
            help="Also find the K columns on which the most rows are unique and match:"
            " what an attacker who knows K columns finds.",
            rich_help_panel="Result",
        ),
    ] = None,
    form: Annotated[
        Format,
        typer.Option(
            "--format",
            metavar="text|json|markdown",
            help="How to write the result.",
            rich_help_panel="Result",
        ),
    ] = "text",
    lang: Lang = None,
    keywords: Keywords,
) -> ExitCode:
    """Tell on which columns the protection of an avatar table rests.

    For each column: its values, how many original rows share one with the avatar, and the score
    without it. --columns names what an attacker knows: every figure is then about these columns.
    """
    from rdmp.insight import columns as compute

    insight = compute(original, avatar, size=size, **keywords)
    language = spoken(lang)
    emit(_written(insight, form, language))
    if form != "text":  # the text itself holds them
        for found in insight.findings:
            if found.severity == "warning":
                tell(sentences.warning(words_in(language), found))
    return ExitCode.DONE


def _written(insight: Insight, form: Format, language: Language) -> str:
    match form:
        case "text":
            from rdmp.report.insight_text import insight_text

            return insight_text(insight, sys.stdout, language=language)
        case "json":
            from rdmp.report.as_json import json_report

            return json_report(insight)
        case "markdown":
            from rdmp.report.insight_markdown import insight_markdown

            return insight_markdown(insight, language=language)
        case _:
            assert_never(form)
