"""Several evaluations as one table, for a person at a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from rich.text import Text

from rdmp.candidates import shared_findings
from rdmp.report import coincidence, several
from rdmp.report.characters import visible
from rdmp.report.insight_text import Figures
from rdmp.report.terminal import findings, heading, labelled, paragraph, printed, text
from rdmp.report.text import Columns
from rdmp.words import Language, words_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from rdmp.result import Evaluation
    from rdmp.words.catalogue import Words


def several_text(
    evaluations: Sequence[Evaluation],
    file: TextIO,
    *,
    width: int | None = None,
    language: Language = "en",
) -> str:
    """Return several evaluations as text that fits a file; see `rdmp.report.text.text_report`."""
    return printed(_parts(words_in(language), several.named(evaluations)), file, width)


def _parts(words: Words, evaluations: Sequence[Evaluation]) -> Iterator[RenderableType]:
    yield text(several.title(words, evaluations), "bold")
    yield Text()
    yield paragraph(several.verdict(words, evaluations, visible), "bold")
    yield paragraph(several.target(words, evaluations))
    for sentence in several.advice(words, evaluations):
        yield paragraph(sentence)
    yield Text()
    yield labelled(_sources(words, evaluations))
    yield Text()
    head, rows = several.table(words, evaluations)
    yield Figures(words, head, [(visible(name), *figures) for name, *figures in rows])
    found = shared_findings(evaluations)
    if found:
        yield heading(words("title-findings"))
        told = tuple(several.of_which(one, evaluations, visible) for one in found)
        yield findings(words, told)
    drawn = [one for one in evaluations if one.coincidence is not None]
    if drawn:
        yield heading(words("title-coincidence"))
        for one in drawn:
            if one.coincidence is not None:
                said = coincidence.sentence(words, one.coincidence)
                name = visible(one.avatar)
                yield paragraph(words("label-and-value", label=name, value=said))
    for title, columns in several.columns(words, evaluations, visible):
        yield heading(title)
        yield Columns(words, columns)
    yield heading(words("title-limits"))
    yield paragraph(words("scope"))
    yield Text()
    yield paragraph(several.provenance(words, evaluations), "dim")


def _sources(words: Words, evaluations: Sequence[Evaluation]) -> tuple[tuple[str, str], ...]:
    first = evaluations[0]
    size = several.original(words, evaluations)
    named = words("label-and-value", label=first.original, value=size)
    sources = [(words("label-original"), named)]
    if first.coincidence is not None:
        sources.append((words("label-holdout"), first.coincidence.holdout))
    return tuple(sources)
