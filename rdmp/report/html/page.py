"""`Evaluation` -> a page that a data protection officer can read, print and sign.

The page holds its style and its pictures. Its content security policy lets it load nothing and run
nothing; the one style sheet is named there by its hash. Every text is escaped by the template.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rdmp.report import coincidence, sentences
from rdmp.report.characters import visible
from rdmp.report.html import charts, parts
from rdmp.words import Language, words_in

if TYPE_CHECKING:
    from rdmp.inputs import Input
    from rdmp.insight_result import Insight
    from rdmp.result import Evaluation
    from rdmp.words.catalogue import Words


def html_report(
    evaluation: Evaluation,
    *,
    insight: Insight | None = None,
    inputs: Sequence[Input] = (),
    language: Language = "en",
) -> str:
    """Return an evaluation as a page of HTML.

    Parameters
    ----------
    evaluation : Evaluation
    insight : Insight, optional
        Of the same pair: the page then shows on which columns the protection rests.
    inputs : sequence of Input, optional
        The files, to be named with size and SHA-256 (`rdmp.inputs.describe`).
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
    return parts.rendered(
        "page.html.jinja",
        words=words,
        score=sentences.score(words, evaluation),
        mood=mood(evaluation),
        warnings=warnings(evaluation),
        meaning=sentences.meaning(words, evaluation),
        target=sentences.target(words, evaluation),
        advice=sentences.advice(words, evaluation),
        sources=[(label, visible(name)) for label, name in sentences.sources(words, evaluation)],
        figures=sentences.figures(words, evaluation),
        findings=parts.findings(words, evaluation.findings),
        columns=parts.columns(words, evaluation.columns),
        column_titles=sentences.column_titles(words),
        score_picture=charts.score_picture(words, evaluation),
        funnel_picture=charts.funnel_picture(words, evaluation),
        chance=_chance(words, evaluation),
        insight=parts.protection(words, insight),
        facts=parts.facts(words, [evaluation]),
        inputs=[parts.files_read(words, one) for one in inputs],
        sql_title=words("page-sql", statements=len(evaluation.statements)),
        statements=parts.statements(evaluation.statements),
    )


def mood(evaluation: Evaluation) -> str:
    """Return how the score is coloured: no good one stands above a warning."""
    if not evaluation.meets_target:
        return "bad"
    return "plain" if warnings(evaluation) or evaluation.unique_rows == 0 else "good"


def warnings(evaluation: Evaluation) -> int:
    """Return how many warnings there are."""
    return sum(found.severity == "warning" for found in evaluation.findings)


def _chance(words: Words, evaluation: Evaluation) -> dict[str, Any] | None:
    found = evaluation.coincidence
    if found is None:
        return None
    return {
        "sentence": coincidence.sentence(words, found),
        "alarm": found.verdict == "memorised",
        "figures": coincidence.figures(words, found),
        "picture": charts.coincidence_picture(words, found),
    }
