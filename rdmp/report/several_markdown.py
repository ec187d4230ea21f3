"""Several evaluations as one comment of a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rdmp.candidates import shared_findings
from rdmp.report import coincidence, several
from rdmp.report.characters import visible
from rdmp.report.markdown import column_table
from rdmp.report.markup import code, finding, prose, table
from rdmp.words import Language, words_in

if TYPE_CHECKING:
    from rdmp.result import Evaluation
    from rdmp.words.catalogue import Words


def several_markdown(evaluations: Sequence[Evaluation], *, language: Language = "en") -> str:
    """Return several evaluations as Markdown, with a final newline."""
    return "\n\n".join(_blocks(words_in(language), several.named(evaluations))) + "\n"


def _blocks(words: Words, evaluations: Sequence[Evaluation]) -> Iterator[str]:
    yield f"## {several.title(words, evaluations)}"
    yield f"**{several.verdict(words, evaluations, code)}**"
    yield several.target(words, evaluations)
    yield from several.advice(words, evaluations)
    yield _sources(words, evaluations)
    head, rows = several.table(words, evaluations)
    names = (code(name).replace("|", r"\|") for name, *_ in rows)
    shown = [(name, *row[1:]) for name, row in zip(names, rows, strict=True)]
    yield table(head, shown, right=range(1, len(head)))
    found = shared_findings(evaluations)
    if found:
        yield f"### {words('title-findings')}"
        told = (several.of_which(one, evaluations, visible) for one in found)
        yield "\n".join(finding(words, one) for one in told)
    drawn = [one for one in evaluations if one.coincidence is not None]
    if drawn:
        yield f"### {words('title-coincidence')}"
        yield "\n".join(
            "- "
            + words(
                "label-and-value",
                label=code(one.avatar),
                value=coincidence.sentence(words, one.coincidence),
            )
            for one in drawn
            if one.coincidence is not None
        )
    for title, columns in several.columns(words, evaluations, code):
        yield f"### {title}"
        yield column_table(words, columns)
    yield f"### {words('title-limits')}"
    yield words("scope")
    yield f"<sub>{prose(several.provenance(words, evaluations))}</sub>"


def _sources(words: Words, evaluations: Sequence[Evaluation]) -> str:
    first = evaluations[0]
    size = several.original(words, evaluations)
    named = words("label-and-value", label=code(first.original), value=size)
    lines = [words("label-and-value", label=words("label-original"), value=named)]
    if first.coincidence is not None:
        holdout = code(first.coincidence.holdout)
        lines.append(words("label-and-value", label=words("label-holdout"), value=holdout))
    return "  \n".join(lines)
