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

from rdmp.report import insight_words as said
from rdmp.report import sentences
from rdmp.report.characters import visible, visible_name
from rdmp.report.terminal import MARGIN, findings, heading, labelled, paragraph, printed, text
from rdmp.words import Language, words_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import RenderableType

    from rdmp.insight_result import Insight, WorstSubsets
    from rdmp.words.catalogue import Words

_NAME = 26  # a longer name is folded
_NARROW_NAME = 8  # with less than this for its first column, the table becomes a list


def insight_text(
    insight: Insight, file: TextIO, *, width: int | None = None, language: Language = "en"
) -> str:
    """Return the insight as text that fits a file: coloured and as wide as a terminal, or plain.

    Parameters
    ----------
    insight : Insight
    file : text stream
        Where the text will go; nothing is written to it.
    width : int, optional
        Characters in a line; those of the terminal, or 80, without it.
    language : {'en', 'fr'}
    """
    return printed(_parts(words_in(language), insight), file, width)


def _parts(words: Words, insight: Insight) -> Iterator[RenderableType]:
    yield text(f"{words('headline')} {said.score(words, insight.counts)}", "bold")
    yield Text()
    for sentence in said.protection(words, insight, _quoted):
        yield paragraph(sentence, "bold")
    yield paragraph(said.meaning(words, insight))
    yield Text()
    yield labelled(sentences.sources(words, insight))
    if insight.findings:
        yield heading(words("title-findings"))
        yield findings(words, insight.findings)
    yield heading(words("title-columns", columns=len(insight.columns)))
    rows = [(visible_name(one.name), *said.column_figures(words, one)) for one in insight.columns]
    yield Figures(words, said.column_titles(words), rows)
    yield Text()
    yield paragraph(words("insight-reading"), "dim")
    if insight.worst is not None:
        yield from _worst(words, insight.worst)
    yield Text()
    yield paragraph(sentences.provenance(words, insight), "dim")


def _worst(words: Words, worst: WorstSubsets) -> Iterator[RenderableType]:
    yield heading(said.attacker_title(words, worst))
    for sentence in said.attacker(words, worst, _quoted):
        yield paragraph(sentence)
    yield Text()
    rows = [
        (", ".join(map(visible_name, one.columns)), *said.subset_figures(words, one))
        for one in worst.subsets[: said.SUBSETS_SHOWN]
    ]
    yield Figures(words, said.subset_titles(words), rows)
    more = said.left_out(words, worst)
    if more is not None:
        yield paragraph(more, "dim")


def _quoted(name: str) -> str:
    return f"'{visible(name)}'"


@dataclass(frozen=True, slots=True)
class Figures:
    """A name and numbers in each row: a table where there is room, else a list."""

    words: Words
    titles: Sequence[str]
    rows: Sequence[Sequence[str]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        del console
        name = min(_NAME, max(cell_len(row[0]) for row in (self.titles, *self.rows)))
        for widths in (self._widths(str.splitlines), self._widths(str.split)):
            room = options.max_width - 2 - sum(widths) - 2 * len(widths) - 1  # margin, gaps, end
            if room >= min(_NARROW_NAME, name):
                yield Padding(self._table(min(name, room), widths), MARGIN)
                return
        yield Padding(self._list(), MARGIN)

    def _widths(self, broken: Callable[[str], list[str]]) -> list[int]:
        """Return the widths of the numbers; titles may be broken into parts."""
        return [
            max(
                *map(cell_len, broken(self.titles[place])),
                *(cell_len(row[place]) for row in self.rows),
            )
            for place in range(1, len(self.titles))
        ]

    def _table(self, name: int, widths: Sequence[int]) -> RenderableType:
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), pad_edge=False)
        table.add_column(self.titles[0], overflow="fold", width=name)
        for title, width in zip(self.titles[1:], widths, strict=True):
            table.add_column(title, justify="right", width=width)
        for first, *numbers in self.rows:
            table.add_row(text(first, "bold"), *map(text, numbers))
        return table

    def _list(self) -> RenderableType:
        lines: list[RenderableType] = []
        for first, *numbers in self.rows:
            lines.append(text(first, "bold"))
            lines.extend(
                Padding(text(self.words("label-and-value", label=title, value=number)), MARGIN)
                for title, number in zip(self.titles[1:], numbers, strict=True)
            )
        return Group(*lines)
