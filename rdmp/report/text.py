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
from rdmp.report.terminal import MARGIN, findings, heading, labelled, paragraph, printed, text
from rdmp.words import Language, words_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from rdmp.result import ComparedColumn, Evaluation
    from rdmp.words.catalogue import Words

_HOW = 28  # with less than this for its last column, the table becomes a list
_CELL = 26  # a longer name or type is folded
_EXPLANATION = 32  # with less than this beside a figure, its explanation goes below it


def text_report(
    evaluation: Evaluation, file: TextIO, *, width: int | None = None, language: Language = "en"
) -> str:
    """Return the evaluation as text that fits a file: coloured and as wide as a terminal, or plain.

    Parameters
    ----------
    evaluation : Evaluation
    file : text stream
        Where the text will go; nothing is written to it.
    width : int, optional
        Characters in a line; those of the terminal, or 80, without it.
    language : {'en', 'fr'}
    """
    return printed(_parts(words_in(language), evaluation), file, width)


def _parts(words: Words, evaluation: Evaluation) -> Iterator[RenderableType]:
    headline = text(words("headline") + " ", "bold")
    yield headline.append(text(sentences.score(words, evaluation), _mood(evaluation)))
    yield Text()
    yield paragraph(sentences.meaning(words, evaluation), "bold")
    yield paragraph(sentences.target(words, evaluation))
    for sentence in sentences.advice(words, evaluation):
        yield paragraph(sentence)
    yield Text()
    yield labelled(sentences.sources(words, evaluation))
    if evaluation.findings:
        yield heading(words("title-findings"))
        yield findings(words, evaluation.findings)
    yield heading(words("title-figures"))
    yield _Figures(sentences.figures(words, evaluation))
    if evaluation.coincidence is not None:
        yield heading(words("title-coincidence"))
        alarm = evaluation.coincidence.verdict == "memorised"
        yield paragraph(
            coincidence.sentence(words, evaluation.coincidence), "bold red" if alarm else "bold"
        )
        yield Text()
        yield _Figures(coincidence.figures(words, evaluation.coincidence))
    yield heading(words("title-columns", columns=len(evaluation.columns)))
    yield Columns(words, evaluation.columns)
    yield heading(words("title-limits"))
    yield paragraph(words("scope"))
    yield Text()
    yield paragraph(sentences.provenance(words, evaluation), "dim")


def _mood(evaluation: Evaluation) -> str:
    if not evaluation.meets_target:
        return "bold red"
    doubtful = any(found.severity == "warning" for found in evaluation.findings)
    return "bold yellow" if doubtful or evaluation.unique_rows == 0 else "bold green"


@dataclass(frozen=True, slots=True)
class _Figures:
    """Figures with their explanations: beside them where there is room, else below."""

    figures: Sequence[sentences.Figure]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        del console
        label = max(cell_len(figure.label) for figure in self.figures)
        value = max(cell_len(figure.value) for figure in self.figures)
        room = options.max_width - 2 - label - 2 - value - 2  # margin and gaps
        yield Padding(self._beside() if room >= _EXPLANATION else self._below(label), MARGIN)

    def _beside(self) -> RenderableType:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(justify="right", no_wrap=True)
        grid.add_column(overflow="fold")
        for one in self.figures:
            grid.add_row(text(one.label), text(one.value, "bold"), text(one.explanation, "dim"))
        return grid

    def _below(self, label: int) -> RenderableType:
        lines: list[RenderableType] = []
        for one in self.figures:
            gap = " " * (label - cell_len(one.label) + 2)
            lines.append(text(one.label + gap).append(text(one.value, "bold")))
            lines.append(Padding(text(one.explanation, "dim"), MARGIN))
        return Group(*lines)


@dataclass(frozen=True, slots=True)
class Columns:
    """The compared columns: a table where there is room, else a list."""

    words: Words
    columns: tuple[ComparedColumn, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        del console
        words, titles = self.words, sentences.column_titles(self.words)
        rows = [
            (
                sentences.column_name(words, column),
                *sentences.types(words, column),
                visible(column.how_in(words.language)),
            )
            for column in self.columns
        ]
        widths = [
            min(_CELL, max(cell_len(row[place]) for row in (titles, *rows)))
            for place in range(len(titles) - 1)
        ]
        room = options.max_width - 2 - sum(widths) - 2 * len(widths) - 1  # margin, gaps, end
        longest = max(cell_len(row[-1]) for row in (titles, *rows))
        fits = room >= min(_HOW, longest)
        columns = tuple(zip(titles, (*widths, min(room, longest)), strict=True))
        yield Padding(_table(rows, columns) if fits else _list(words, rows), MARGIN)


def _table(rows: Sequence[Sequence[str]], columns: Sequence[tuple[str, int]]) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), pad_edge=False)
    for title, width in columns:
        table.add_column(title, overflow="fold", width=width)
    for name, *types, how in rows:
        table.add_row(text(name, "bold"), *map(text, types), text(how, "dim"))
    return table


def _list(words: Words, rows: Sequence[Sequence[str]]) -> RenderableType:
    lines: list[RenderableType] = []
    for name, original, avatar, compared, how in rows:
        same = original == avatar == compared
        types = (
            words("types-same", type=original)
            if same
            else words("types-differ", original=original, avatar=avatar, compared=compared)
        )
        lines.append(text(name, "bold"))
        lines.extend(
            Padding(text(said, style), MARGIN) for said, style in ((types, ""), (how, "dim"))
        )
    return Group(*lines)
