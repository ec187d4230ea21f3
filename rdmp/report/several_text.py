"""Several evaluations as one table, for a person at a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rdmp.candidates import shared_findings
from rdmp.report import coincidence, sentences, several
from rdmp.report.characters import visible
from rdmp.report.insight_text import Figures
from rdmp.report.terminal import MARGIN, findings, heading, paragraph, printed
from rdmp.report.text import Columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from rdmp.result import Evaluation


def several_text(
    evaluations: Sequence[Evaluation], file: TextIO, *, width: int | None = None
) -> str:
    """Return several evaluations as text that fits a file; see `rdmp.report.text.text_report`."""
    return printed(_parts(several.named(evaluations)), file, width)


def _parts(evaluations: Sequence[Evaluation]) -> Iterator[RenderableType]:
    yield Text(several.title(evaluations), "bold")
    yield Text()
    yield paragraph(several.verdict(evaluations, visible), "bold")
    yield paragraph(several.target(evaluations))
    for sentence in several.advice(evaluations):
        yield paragraph(sentence)
    yield Text()
    yield _sources(evaluations)
    yield Text()
    head, rows = several.table(evaluations)
    yield Figures(head, [(visible(name), *figures) for name, *figures in rows])
    found = shared_findings(evaluations)
    if found:
        yield heading("Findings")
        yield findings(tuple(several.of_which(one, evaluations, visible) for one in found))
    drawn = [one for one in evaluations if one.coincidence is not None]
    if drawn:
        yield heading(coincidence.TITLE)
        for one in drawn:
            if one.coincidence is not None:
                yield paragraph(f"{visible(one.avatar)}: {coincidence.sentence(one.coincidence)}")
    for title, columns in several.columns(evaluations, visible):
        yield heading(title)
        yield Columns(columns)
    yield heading("How far this goes")
    yield paragraph(sentences.SCOPE)
    yield Text()
    yield paragraph(several.provenance(evaluations), "dim")


def _sources(evaluations: Sequence[Evaluation]) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    first = evaluations[0]
    grid.add_row(Text("Original", "dim"), Text(visible(first.original)))
    grid.add_row(Text(), Text(several.original(evaluations)))
    if first.coincidence is not None:
        grid.add_row(Text("Holdout", "dim"), Text(visible(first.coincidence.holdout)))
    return Padding(grid, MARGIN)
