"""On which columns the protection rests, as a comment of a pull request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rdmp.report import insight_words as words
from rdmp.report import sentences
from rdmp.report.markup import code, finding, prose, table

if TYPE_CHECKING:
    from rdmp.insight_result import Insight, WorstSubsets


def insight_markdown(insight: Insight) -> str:
    """Return the insight as Markdown, with a final newline."""
    return "\n\n".join(_blocks(insight)) + "\n"


def _blocks(insight: Insight) -> Iterator[str]:
    yield f"## {sentences.NAME}: {words.score(insight.counts)} %"
    for sentence in words.protection(insight, code):
        yield f"**{sentence}**"
    yield words.meaning(insight)
    yield f"Original: {code(insight.original)}  \nAvatar: {code(insight.avatar)}"
    if insight.findings:
        yield "### Findings"
        yield "\n".join(map(finding, insight.findings))
    yield f"### Columns compared: {len(insight.columns)}"
    rows = ((_cell(one.name), *words.column_figures(one)) for one in insight.columns)
    yield table(words.COLUMN_TITLES, rows)
    yield words.READING
    if insight.worst is not None:
        yield from _worst(insight.worst)
    yield f"<sub>{prose(sentences.provenance(insight))}</sub>"


def _worst(worst: WorstSubsets) -> Iterator[str]:
    yield f"### {words.attacker_title(worst)}"
    yield from words.attacker(worst, code)
    rows = (
        (", ".join(map(_cell, one.columns)), *words.subset_figures(one))
        for one in worst.subsets[: words.SUBSETS_SHOWN]
    )
    yield table(words.SUBSET_TITLES, rows)
    more = words.left_out(worst)
    if more is not None:
        yield more


def _cell(name: str) -> str:
    return code(name).replace("|", r"\|")
