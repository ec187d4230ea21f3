"""The evaluation for a person at a terminal, a data protection officer first of all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rdmp.report import coincidence, sentences
from rdmp.report.characters import visible
from rdmp.report.terminal import MARGIN, findings, heading, paragraph, printed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from rdmp.result import ComparedColumn, Evaluation

_HOW = 28  # with less than this for its last column, the table becomes a list
_CELL = 26  # a longer name or type is folded
_TITLES = ("Column", "Original", "Avatar", "Compared as", "How")


def text_report(evaluation: Evaluation, file: TextIO, *, width: int | None = None) -> str:
    """Return the evaluation as text that fits a file: coloured and as wide as a terminal, or plain.

    Parameters
    ----------
    evaluation : Evaluation
    file : text stream
        Where the text will go; nothing is written to it.
    width : int, optional
        Characters in a line; those of the terminal, or 80, without it.
    """
    return printed(_parts(evaluation), file, width)


def _parts(evaluation: Evaluation) -> Iterator[RenderableType]:
    yield Text.assemble(
        (f"{sentences.NAME}: ", "bold"), (f"{sentences.score(evaluation)} %", _mood(evaluation))
    )
    yield Text()
    yield paragraph(sentences.meaning(evaluation), "bold")
    yield paragraph(sentences.target(evaluation))
    for sentence in sentences.advice(evaluation):
        yield paragraph(sentence)
    yield Text()
    yield _sources(evaluation)
    if evaluation.findings:
        yield heading("Findings")
        yield findings(evaluation.findings)
    yield heading("Figures")
    yield _figures(sentences.figures(evaluation))
    if evaluation.coincidence is not None:
        yield heading(coincidence.TITLE)
        alarm = evaluation.coincidence.verdict == "memorised"
        yield paragraph(
            coincidence.sentence(evaluation.coincidence), "bold red" if alarm else "bold"
        )
        yield Text()
        yield _figures(coincidence.figures(evaluation.coincidence))
    yield heading(f"Columns compared: {len(evaluation.columns)}")
    yield Columns(evaluation.columns)
    yield heading("How far this goes")
    yield paragraph(sentences.SCOPE)
    yield Text()
    yield paragraph(sentences.provenance(evaluation), "dim")


def _mood(evaluation: Evaluation) -> str:
    if not evaluation.meets_target:
        return "bold red"
    doubtful = any(found.severity == "warning" for found in evaluation.findings)
    return "bold yellow" if doubtful or evaluation.unique_rows == 0 else "bold green"


def _sources(evaluation: Evaluation) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(Text("Original", "dim"), Text(visible(evaluation.original)))
    grid.add_row(Text("Avatar", "dim"), Text(visible(evaluation.avatar)))
    if evaluation.coincidence is not None:
        grid.add_row(Text("Holdout", "dim"), Text(visible(evaluation.coincidence.holdout)))
    return Padding(grid, MARGIN)


def _figures(figures: Sequence[sentences.Figure]) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(overflow="fold")
    for figure in figures:
        grid.add_row(
            Text(figure.label), Text(figure.value, "bold"), Text(figure.explanation, "dim")
        )
    return Padding(grid, MARGIN)


@dataclass(frozen=True, slots=True)
class Columns:
    """The compared columns: a table where there is room, else a list."""

    columns: tuple[ComparedColumn, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        del console
        rows = [
            (
                sentences.column_name(column),
                visible(column.original_type),
                visible(column.avatar_type),
                visible(column.compared_type),
                visible(column.how),
            )
            for column in self.columns
        ]
        widths = [
            min(_CELL, max(cell_len(row[place]) for row in (_TITLES, *rows)))
            for place in range(len(_TITLES) - 1)
        ]
        room = options.max_width - 2 - sum(widths) - 2 * len(widths) - 1  # margin, gaps, end
        longest = max(cell_len(row[-1]) for row in (_TITLES, *rows))
        fits = room >= min(_HOW, longest)
        shown = _table(rows, widths, min(room, longest)) if fits else _list(rows)
        yield Padding(shown, MARGIN)


def _table(rows: Sequence[Sequence[str]], widths: Sequence[int], last: int) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), pad_edge=False)
    for title, width in zip(_TITLES, (*widths, last), strict=True):
        table.add_column(title, overflow="fold", width=width)
    for name, *types, how in rows:
        table.add_row(Text(name, "bold"), *map(Text, types), Text(how, "dim"))
    return table


def _list(rows: Sequence[Sequence[str]]) -> RenderableType:
    lines: list[RenderableType] = []
    for name, original, avatar, compared, how in rows:
        same = original == avatar == compared
        types = (
            f"{original} on both sides"
            if same
            else f"original {original}, avatar {avatar}, compared as {compared}"
        )
        lines.append(Text(name, "bold", overflow="fold"))
        lines.extend(
            Padding(Text(text, style, overflow="fold"), MARGIN)
            for text, style in ((types, ""), (how, "dim"))
        )
    return Group(*lines)
