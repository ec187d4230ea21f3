"""Several evaluations as one comment of a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rdmp.candidates import shared_findings
from rdmp.report import coincidence, sentences, several
from rdmp.report.characters import visible
from rdmp.report.markdown import column_table
from rdmp.report.markup import code, finding, prose, table

if TYPE_CHECKING:
    from rdmp.result import Evaluation


def several_markdown(evaluations: Sequence[Evaluation]) -> str:
    """Return several evaluations as Markdown, with a final newline."""
    return "\n\n".join(_blocks(several.named(evaluations))) + "\n"


def _blocks(evaluations: Sequence[Evaluation]) -> Iterator[str]:
    yield f"## {several.title(evaluations)}"
    yield f"**{several.verdict(evaluations, code)}**"
    yield several.target(evaluations)
    yield from several.advice(evaluations)
    yield _sources(evaluations)
    head, rows = several.table(evaluations)
    names = (code(name).replace("|", r"\|") for name, *_ in rows)
    yield table(head, ((name, *row[1:]) for name, row in zip(names, rows, strict=True)), right=1)
    found = shared_findings(evaluations)
    if found:
        yield "### Findings"
        told = (several.of_which(one, evaluations, visible) for one in found)
        yield "\n".join(map(finding, told))
    drawn = [one for one in evaluations if one.coincidence is not None]
    if drawn:
        yield f"### {coincidence.TITLE}"
        yield "\n".join(
            f"- {code(one.avatar)}: {coincidence.sentence(one.coincidence)}"
            for one in drawn
            if one.coincidence is not None
        )
    for title, columns in several.columns(evaluations, code):
        yield f"### {title}"
        yield column_table(columns)
    yield "### How far this goes"
    yield sentences.SCOPE
    yield f"<sub>{prose(several.provenance(evaluations))}</sub>"


def _sources(evaluations: Sequence[Evaluation]) -> str:
    first = evaluations[0]
    lines = [f"Original: {code(first.original)}: {several.original(evaluations)}"]
    if first.coincidence is not None:
        lines.append(f"Holdout: {code(first.coincidence.holdout)}")
    return "  \n".join(lines)
