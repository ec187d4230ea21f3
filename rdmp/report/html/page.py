"""`Evaluation` -> a page that a data protection officer can read, print and sign.

The page holds its style and its pictures. Its content security policy lets it load nothing and run
nothing; the one style sheet is named there by its hash. Every text is escaped by the template.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from rdmp.report import coincidence, insight_words, sentences
from rdmp.report.characters import visible
from rdmp.report.html import charts
from rdmp.words import Language, words_in

if TYPE_CHECKING:
    from jinja2 import Environment

    from rdmp.inputs import Input
    from rdmp.insight_result import Insight
    from rdmp.result import Evaluation
    from rdmp.words.catalogue import Words

_FILES_SHOWN = 12
_UNITS = ("B", "kB", "MB", "GB", "TB")


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    name: str
    size: str
    sha256: str


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
    style = _style()
    page = _environment().get_template("page.html.jinja")
    return page.render(
        words=words,
        style=style,
        style_hash=base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
        evaluation=evaluation,
        score=sentences.score(words, evaluation),
        mood=_mood(evaluation),
        warnings=_warnings(evaluation),
        meaning=sentences.meaning(words, evaluation),
        target=sentences.target(words, evaluation),
        advice=sentences.advice(words, evaluation),
        sources=[(label, visible(name)) for label, name in sentences.sources(words, evaluation)],
        figures=sentences.figures(words, evaluation),
        findings=[
            (
                found.severity,
                sentences.severity(words, found),
                sentences.finding(words, found),
                sentences.remedy(words, found),
            )
            for found in evaluation.findings
        ],
        columns=[
            (
                sentences.column_name(words, column),
                *sentences.types(words, column),
                visible(column.how_in(language)),
            )
            for column in evaluation.columns
        ],
        column_titles=sentences.column_titles(words),
        score_picture=charts.score_picture(words, evaluation),
        funnel_picture=charts.funnel_picture(words, evaluation),
        chance=_chance(words, evaluation),
        insight=_insight(words, insight),
        facts=_facts(words, evaluation),
        inputs=[_input(words, one) for one in inputs],
        statements=[(one.name, one.sql, _bound(one.parameters)) for one in evaluation.statements],
    )


def _mood(evaluation: Evaluation) -> str:
    if not evaluation.meets_target:
        return "bad"
    return "plain" if _warnings(evaluation) or evaluation.unique_rows == 0 else "good"


def _warnings(evaluation: Evaluation) -> int:
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


def _insight(words: Words, insight: Insight | None) -> dict[str, Any] | None:
    if insight is None:
        return None
    more = len(insight.columns) - charts.COLUMNS_SHOWN
    return {
        "sentences": insight_words.protection(words, insight, repr),
        "picture": charts.columns_picture(words, insight),
        "more": words("page-more-columns", more=more) if more > 0 else None,
    }


def _facts(words: Words, evaluation: Evaluation) -> list[tuple[str, str]]:
    """Return how the answer was computed, a label and a text each."""
    facts = [(words("page-versions"), _listed(evaluation.versions))]
    facts.append((words("page-started"), f"{evaluation.started_at:%Y-%m-%d %H:%M:%S} UTC"))
    took = words("seconds", seconds=Decimal(f"{evaluation.seconds:.1f}"))
    facts.append((words("page-took"), took))
    options = {
        name: json.dumps(value, ensure_ascii=False, default=os.fspath)
        for name, value in evaluation.options.items()
    }
    facts.append((words("page-options"), visible(_listed(options)) or words("page-no-options")))
    return facts


def _listed(values: Any) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())


def _input(words: Words, given: Input) -> dict[str, Any]:
    label = {
        "original": words("label-original"),
        "avatar": words("label-avatar"),
        "holdout": words("label-holdout"),
    }[given.role]
    shown = [
        _File(name=visible(one.path), size=_size(words, one.size), sha256=one.sha256)
        for one in given.files[:_FILES_SHOWN]
    ]
    more = len(given.files) - len(shown)
    rest = None
    if more > 0:
        size = _size(words, given.size)
        rest = words("page-more-files", more=more, size=size, digest=given.sha256 or "")
    return {"label": label, "files": shown, "rest": rest, "source": visible(given.source)}


def _size(words: Words, size: int) -> str:
    step = 0
    while size >= 1000 ** (step + 1) and step + 1 < len(_UNITS):
        step += 1
    value = Decimal(size) if step == 0 else Decimal(f"{size / 1000**step:.1f}")
    return f"{words.number(value)} {_UNITS[step]}"


def _bound(parameters: tuple[Any, ...]) -> str:
    return visible(json.dumps(list(parameters), ensure_ascii=False)) if parameters else ""


@cache
def _style() -> str:
    style = files("rdmp.report.html").joinpath("page.css").read_text(encoding="utf-8")
    return style + "".join(
        f'.picture [fill="{colour}"]{{fill:var(--{name})}}'
        f'.picture [stroke="{colour}"]{{stroke:var(--{name})}}\n'
        for name, colour in charts.COLOURS.items()
    )


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("rdmp.report.html", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
