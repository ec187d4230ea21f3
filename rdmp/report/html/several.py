"""Several evaluations as one page: which avatar is best, and the best one in full."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rdmp.candidates import best_first, shared_findings, varying_number
from rdmp.report import coincidence, sentences, several
from rdmp.report.characters import visible
from rdmp.report.html import charts, parts
from rdmp.report.html.candidates import candidates_picture
from rdmp.report.html.page import mood, warnings
from rdmp.words import Language, words_in

if TYPE_CHECKING:
    from rdmp.inputs import Input
    from rdmp.insight_result import Insight
    from rdmp.result import ComparedColumn, Evaluation
    from rdmp.words.catalogue import Words


def several_report(
    evaluations: Sequence[Evaluation],
    *,
    insight: Insight | None = None,
    inputs: Sequence[Input] = (),
    language: Language = "en",
) -> str:
    """Return several evaluations of one original as a page of HTML.

    Parameters
    ----------
    evaluations : sequence of Evaluation
        Two at least. Where their names differ in one number only, such as k, it orders the picture.
    insight : Insight, optional
        Of the best avatar, the first one of several that are equally good.
    inputs : sequence of Input, optional
        The files of all sides.
    language : {'en', 'fr'}

    Returns
    -------
    str
        A whole document, in UTF-8 when written so.

    Raises
    ------
    MissingExtraError
        If the library that draws the pictures is not installed.
    """
    words = words_in(language)
    places = varying_number([one.avatar for one in evaluations])
    named = several.named(evaluations)
    best = best_first(named)[0]
    titles, rows = several.table(words, named)
    told = (several.of_which(one, named, visible) for one in shared_findings(named))
    return parts.rendered(
        "several.html.jinja",
        words=words,
        score=sentences.score(words, best),
        title=several.title(words, named),
        mood=mood(best),
        verdict=several.verdict(words, named, visible),
        target=several.target(words, named),
        advice=several.advice(words, named),
        warnings=warnings(best),
        sources=_sources(words, named),
        candidates_picture=candidates_picture(words, named, places),
        table_titles=titles,
        table_rows=[(visible(name), figures) for name, *figures in rows],
        findings=parts.findings(words, told),
        chances=_chances(words, named),
        best=visible(best.avatar),
        meaning=sentences.meaning(words, best),
        funnel_picture=charts.funnel_picture(words, best),
        figures=sentences.figures(words, best),
        insight=parts.protection(words, insight),
        compared=_compared(words, named, best),
        column_titles=sentences.column_titles(words),
        facts=parts.facts(words, named),
        inputs=_merged([parts.files_read(words, one) for one in inputs]),
        sql_title=words(
            "page-sql-best", statements=len(best.statements), avatar=visible(best.avatar)
        ),
        statements=parts.statements(best.statements),
    )


def _sources(words: Words, evaluations: Sequence[Evaluation]) -> list[tuple[str, str]]:
    first = evaluations[0]
    size = several.original(words, evaluations)
    original = words("label-and-value", label=visible(first.original), value=size)
    found = [(words("label-original"), original)]
    if first.coincidence is not None:
        found.append((words("label-holdout"), visible(first.coincidence.holdout)))
    return found


def _compared(
    words: Words, evaluations: Sequence[Evaluation], best: Evaluation
) -> list[tuple[str, list[tuple[str, ...]]]]:
    """Return how the columns of the best avatar were compared; of the others, what differs."""
    title = words("several-columns", columns=len(best.columns), avatars=visible(best.avatar))
    if len({one.columns for one in evaluations}) == 1:
        title = words("title-columns", columns=len(best.columns))
    found = [(title, parts.columns(words, best.columns))]
    others: dict[tuple[ComparedColumn, ...], list[str]] = {}
    for one in evaluations:
        differing = tuple(column for column in one.columns if column not in best.columns)
        others.setdefault(differing, []).append(visible(one.avatar))
    for columns, names in others.items():
        if columns:
            title = words("page-columns-else", columns=len(columns), avatars=", ".join(names))
            found.append((title, parts.columns(words, columns)))
    return found


def _merged(inputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Put the files of avatars that are one file each into one table."""
    found: list[dict[str, Any]] = []
    for one in inputs:
        before = found[-1] if found else None
        if before and before["label"] == one["label"] and _is_file(before) and _is_file(one):
            found[-1] = {**before, "files": [*before["files"], *one["files"]]}
        else:
            found.append(one)
    return found


def _is_file(given: dict[str, Any]) -> bool:
    return bool(given["files"]) and given["rest"] is None


def _chances(words: Words, evaluations: Sequence[Evaluation]) -> list[tuple[str, str, bool]]:
    return [
        (
            visible(one.avatar),
            coincidence.sentence(words, one.coincidence),
            one.coincidence.verdict == "memorised",
        )
        for one in best_first(evaluations)
        if one.coincidence is not None
    ]
