"""``rdmp evaluate``: the score of one avatar table."""
# No ``from __future__ import annotations``: Typer reads these annotations when the program runs.

import sys
from typing import Annotated, Literal, assert_never

import typer

from rdmp.cli.exit_codes import ExitCode, emit, tell
from rdmp.cli.options import Avatar, Lang, Original, shares_options, spoken
from rdmp.options import Keywords
from rdmp.report import sentences
from rdmp.result import Evaluation
from rdmp.words import Language, words_in

Format = Literal["text", "json", "markdown"]


def percent(value: float | None) -> float | None:
    """Return a number from 0 to 100; NaN is none, as no score is below it."""
    if value is not None and not 0 <= value <= 100:
        message = f"'{value:g}' is not a number from 0 to 100"
        raise typer.BadParameter(message)
    return value


@shares_options
def evaluate(
    original: Original,
    avatar: Avatar,
    *,
    holdout: Annotated[
        str | None,
        typer.Option(
            "--holdout",
            metavar="SOURCE",
            help="Rows of the original's population that the generator never saw: they match by"
            " coincidence. Named and written like the original.",
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
    fail_under: Annotated[
        float | None,
        typer.Option(
            "--fail-under",
            metavar="PERCENT",
            callback=percent,
            help="End with exit code 1 if the score is below this.",
            rich_help_panel="Result",
        ),
    ] = None,
    keywords: Keywords,
) -> ExitCode:
    """Compute the Row Direct Match Protection of an avatar table.

    The score is in percent; 100: no unique row of the original stands among the avatars.

    Both tables are files (Parquet, CSV, TSV …), folders of part files, or globs.
    """
    from rdmp.evaluation import evaluate as compute

    evaluation = (
        compute(original, avatar, **keywords)
        if holdout is None
        else compute(original, avatar, holdout=holdout, **keywords)
    )
    language = spoken(lang)
    emit(_written(evaluation, form, language))
    if form != "text":  # the text itself holds them
        for found in evaluation.findings:
            if found.severity == "warning":
                tell(sentences.warning(words_in(language), found))
    if fail_under is None or not evaluation.below(fail_under):
        return ExitCode.DONE
    shown = str(fail_under).removesuffix(".0")
    words = words_in(language)
    tell(words("below-limit", score=sentences.bare_score(evaluation), limit=shown))
    return ExitCode.BELOW


def _written(evaluation: Evaluation, form: Format, language: Language) -> str:
    match form:
        case "text":
            from rdmp.report.text import text_report

            return text_report(evaluation, sys.stdout, language=language)
        case "json":
            from rdmp.report.as_json import json_report

            return json_report(evaluation)
        case "markdown":
            from rdmp.report.markdown import markdown_report

            return markdown_report(evaluation, language=language)
        case _:
            assert_never(form)
