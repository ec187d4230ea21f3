"""On which columns the protection rests, for a person at a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rdmp.report import insight_words as words
from rdmp.report import sentences
from rdmp.report.characters import visible, visible_name
from rdmp.report.terminal import MARGIN, findings, heading, paragraph, printed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from rdmp.insight_result import Insight, WorstSubsets

_NAME = 26  # a longer name is folded
_NARROW_NAME = 8  # with less than this for its first column, the table becomes a list


def insight_text(insight: Insight, file: TextIO, *, width: int | None = None) -> str:
    """Return the insight as text that fits a file: coloured and as wide as a terminal, or plain.

    Parameters
    ----------
    insight : Insight
    file : text stream
        Where the text will go; nothing is written to it.
    width : int, optional
        Characters in a line; those of the terminal, or 80, without it.
    """
    return printed(_parts(insight), file, width)


def _parts(insight: Insight) -> Iterator[RenderableType]:
    yield Text(f"{sentences.NAME}: {words.score(insight.counts)} %", "bold")
    yield Text()
    for sentence in words.protection(insight, _quoted):
        yield paragraph(sentence, "bold")
    yield paragraph(words.meaning(insight))
    yield Text()
    yield _sources(insight)
    if insight.findings:
        yield heading("Findings")
        yield findings(insight.findings)
    yield heading(f"Columns compared: {len(insight.columns)}")
    rows = [(visible_name(one.name), *words.column_figures(one)) for one in insight.columns]
    yield Figures(words.COLUMN_TITLES, rows)
    yield Text()
    yield paragraph(words.READING, "dim")
    if insight.worst is not None:
        yield from _worst(insight.worst)
    yield Text()
    yield paragraph(sentences.provenance(insight), "dim")


def _worst(worst: WorstSubsets) -> Iterator[RenderableType]:
    yield heading(words.attacker_title(worst))
    for sentence in words.attacker(worst, _quoted):
        yield paragraph(sentence)
    yield Text()
    rows = [
        (", ".join(map(visible_name, one.columns)), *words.subset_figures(one))
        for one in worst.subsets[: words.SUBSETS_SHOWN]
    ]
    yield Figures(words.SUBSET_TITLES, rows)
    more = words.left_out(worst)
    if more is not None:
        yield paragraph(more, "dim")


def _quoted(name: str) -> str:
    return f"'{visible(name)}'"


def _sources(insight: Insight) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(Text("Original", "dim"), Text(visible(insight.original)))
    grid.add_row(Text("Avatar", "dim"), Text(visible(insight.avatar)))
    return Padding(grid, MARGIN)


@dataclass(frozen=True, slots=True)
class Figures:
    """A name and numbers in each row: a table where there is room, else a list."""

    titles: Sequence[str]
    rows: Sequence[Sequence[str]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        del console
        widths = [
            max(cell_len(row[place]) for row in (self.titles, *self.rows))
            for place in self._numbers
        ]
        name = min(_NAME, max(cell_len(row[0]) for row in (self.titles, *self.rows)))
        room = options.max_width - 2 - sum(widths) - 2 * len(widths) - 1  # margin, gaps, end
        fits = room >= min(_NARROW_NAME, name)
        yield Padding(self._table(min(name, room)) if fits else self._list(), MARGIN)

    @property
    def _numbers(self) -> range:
        return range(1, len(self.titles))

    def _table(self, name: int) -> RenderableType:
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), pad_edge=False)
        table.add_column(self.titles[0], overflow="fold", width=name)
        for place in self._numbers:
            table.add_column(self.titles[place], justify="right", no_wrap=True)
        for first, *numbers in self.rows:
            table.add_row(Text(first, "bold"), *map(Text, numbers))
        return table

    def _list(self) -> RenderableType:
        lines: list[RenderableType] = []
        for first, *numbers in self.rows:
            lines.append(Text(first, "bold", overflow="fold"))
            lines.extend(
                Padding(Text(f"{title}: {number}"), MARGIN)
                for title, number in zip(self.titles[1:], numbers, strict=True)
            )
        return Group(*lines)
