"""``rdmp evaluate``: the score of an avatar table, or of several in one table."""
# No ``from __future__ import annotations``: Typer reads these annotations when the program runs.

import sys
from typing import Annotated, Literal, assert_never

import typer

from rdmp.candidates import shared_findings
from rdmp.cli.exit_codes import ExitCode, emit, tell
from rdmp.cli.grafting import shares_options, spoken
from rdmp.cli.options import Avatars, Force, Lang, Original
from rdmp.options import Keywords
from rdmp.report import sentences, several
from rdmp.report.characters import visible
from rdmp.result import Evaluation, Finding
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
    avatars: Avatars,
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
    page: Annotated[
        str | None,
        typer.Option(
            "--report",
            metavar="FILE.html",
            help="Also write a page to read, print and sign: pictures, findings, on which columns"
            " the protection rests, files with SHA-256, the SQL.",
            rich_help_panel="Result",
        ),
    ] = None,
    evidence: Annotated[
        str | None,
        typer.Option(
            "--evidence",
            metavar="FILE.json",
            help="Also write what it takes to repeat this run: files with SHA-256, options,"
            " versions, statements, counts. rdmp verify repeats it.",
            rich_help_panel="Result",
        ),
    ] = None,
    force: Force = False,
    lang: Lang = None,
    fail_under: Annotated[
        float | None,
        typer.Option(
            "--fail-under",
            metavar="PERCENT",
            callback=percent,
            help="End with exit code 1 if the score, or that of any avatar, is below this.",
            rich_help_panel="Result",
        ),
    ] = None,
    keywords: Keywords,
) -> ExitCode:
    """Compute the Row Direct Match Protection of an avatar table, or of several.

    The score is in percent; 100: no unique row of the original stands among the avatars.

    Tables are files (Parquet, CSV, TSV …), folders of part files, or globs in quotes.
    """
    language = spoken(lang)
    if page is not None:
        from rdmp.reporting import write_report

        evaluations = write_report(
            original,
            avatars,
            page,
            holdout=holdout,
            language=language,
            evidence=evidence,
            force=force,
            **keywords,
        )
    elif evidence is not None:
        from rdmp.evidence.writing import write_evidence

        evaluations = write_evidence(
            original, avatars, evidence, holdout=holdout, force=force, **keywords
        )
    else:
        evaluations = _computed(original, avatars, holdout, keywords)
    words = words_in(language)
    emit(_written(evaluations, form, language))
    if form != "text":  # the text itself holds them
        for found in _warnings(evaluations):
            tell(sentences.warning(words, found))
    reason = None
    if fail_under is not None:
        reason = several.below(words, evaluations, fail_under, visible)
    if reason is None:
        return ExitCode.DONE
    tell(reason)
    return ExitCode.BELOW


def _computed(
    original: str, avatars: list[str], holdout: str | None, keywords: Keywords
) -> tuple[Evaluation, ...]:
    if len(avatars) > 1:
        from rdmp.several import evaluate_many

        return evaluate_many(original, avatars, holdout=holdout, **keywords)
    from rdmp.evaluation import evaluate as compute

    if holdout is None:
        return (compute(original, avatars[0], **keywords),)
    return (compute(original, avatars[0], holdout=holdout, **keywords),)


def _warnings(evaluations: tuple[Evaluation, ...]) -> tuple[Finding, ...]:
    """Return the warnings; of several avatars, each once, with those of which it is true."""
    shared = [one for one in shared_findings(evaluations) if one.finding.severity == "warning"]
    if len(evaluations) == 1:
        return tuple(one.finding for one in shared)
    return tuple(several.of_which(one, several.named(evaluations), visible) for one in shared)


def _written(evaluations: tuple[Evaluation, ...], form: Format, language: Language) -> str:
    match form:
        case "text":
            return _text(evaluations, language)
        case "json":
            from rdmp.report.as_json import json_report, several_json

            return (
                json_report(evaluations[0]) if _is_one(evaluations) else several_json(evaluations)
            )
        case "markdown":
            return _markdown(evaluations, language)
        case _:
            assert_never(form)


def _text(evaluations: tuple[Evaluation, ...], language: Language) -> str:
    if _is_one(evaluations):
        from rdmp.report.text import text_report

        return text_report(evaluations[0], sys.stdout, language=language)
    from rdmp.report.several_text import several_text

    return several_text(evaluations, sys.stdout, language=language)


def _markdown(evaluations: tuple[Evaluation, ...], language: Language) -> str:
    if _is_one(evaluations):
        from rdmp.report.markdown import markdown_report

        return markdown_report(evaluations[0], language=language)
    from rdmp.report.several_markdown import several_markdown

    return several_markdown(evaluations, language=language)


def _is_one(evaluations: tuple[Evaluation, ...]) -> bool:
    return len(evaluations) == 1
