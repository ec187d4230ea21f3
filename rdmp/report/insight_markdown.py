"""On which columns the protection rests, as a comment of a pull request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rdmp.report import insight_words as said
from rdmp.report import sentences
from rdmp.report.markup import code, finding, prose, sources, table
from rdmp.words import Language, words_in

if TYPE_CHECKING:
    from rdmp.insight_result import Insight, WorstSubsets
    from rdmp.words.catalogue import Words

_NUMBERS = range(1, 7)
"""Every column of a table but the names."""


def insight_markdown(insight: Insight, *, language: Language = "en") -> str:
    """Return the insight as Markdown in a language, with a final newline."""
    return "\n\n".join(_blocks(words_in(language), insight)) + "\n"


def _blocks(words: Words, insight: Insight) -> Iterator[str]:
    yield f"## {words('headline')} {said.score(words, insight.counts)}"
    for sentence in said.protection(words, insight, code):
        yield f"**{sentence}**"
    yield said.meaning(words, insight)
    yield sources(words, insight)
    if insight.findings:
        yield f"### {words('title-findings')}"
        yield "\n".join(finding(words, found) for found in insight.findings)
    yield f"### {words('title-columns', columns=len(insight.columns))}"
    rows = ((_cell(one.name), *said.column_figures(words, one)) for one in insight.columns)
    yield table(said.column_titles(words), rows, right=_NUMBERS)
    yield words("insight-reading")
    if insight.worst is not None:
        yield from _worst(words, insight.worst)
    yield f"<sub>{prose(sentences.provenance(words, insight))}</sub>"


def _worst(words: Words, worst: WorstSubsets) -> Iterator[str]:
    yield f"### {said.attacker_title(words, worst)}"
    yield from said.attacker(words, worst, code)
    rows = (
        (", ".join(map(_cell, one.columns)), *said.subset_figures(words, one))
        for one in worst.subsets[: said.SUBSETS_SHOWN]
    )
    yield table(said.subset_titles(words), rows, right=_NUMBERS)
    more = said.left_out(words, worst)
    if more is not None:
        yield more


def _cell(name: str) -> str:
    return code(name).replace("|", r"\|")
