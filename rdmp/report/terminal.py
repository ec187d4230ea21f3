"""What the reports for a terminal have in common: width, colours, headings, findings."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rdmp.report import sentences
from rdmp.report.characters import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

    from rdmp.result import Finding
    from rdmp.words.catalogue import Words

MARGIN = (0, 0, 0, 2)
_NARROWEST, _WIDEST = 32, 120
_ROOMY = 60  # with less than this, a label stands above its text
_PROSE = 88  # longer lines are hard to read


def printed(parts: Iterable[RenderableType], file: TextIO, width: int | None) -> str:
    """Return text that fits a file: coloured and as wide as a terminal, or plain.

    Parameters
    ----------
    parts : iterable of renderable
    file : text stream
        Where the text will go; nothing is written to it.
    width : int or None
        Characters in a line; those of the terminal, or 80, without it.
    """
    target = Console(file=file, width=width)
    console = Console(
        file=io.StringIO(),
        width=max(_NARROWEST, min(target.width, _WIDEST)),
        force_terminal=target.is_terminal,
        color_system=target.color_system,  # type: ignore[arg-type]  # rich: str out, Literal in
        no_color=target.no_color,
        markup=False,
        highlight=False,
        emoji=False,
        legacy_windows=False,
    )
    with console.capture() as captured:
        console.print(Group(*parts))
    lines = captured.get().translate(_UNGLUED).split("\n")
    return "\n".join(line.rstrip(" ") for line in lines).rstrip("\n") + "\n"


_GLUED = {0x00A0: 0xFDD0, 0x202F: 0xFDD1}
_UNGLUED = {stand_in: blank for blank, stand_in in _GLUED.items()}


def text(said: str, style: str = "") -> Text:
    """Return text in which no line is broken at a no-break space.

    Rich takes such a space for any other. Until the lines are broken, noncharacters stand in for
    them; no name holds one, since `visible` spells them out.
    """
    return Text(said.translate(_GLUED), style, overflow="fold")


def heading(title: str) -> RenderableType:
    """Return a heading with a line above it."""
    return Group(Text(), text(title, "bold underline"))


def paragraph(said: str, style: str = "") -> RenderableType:
    """Return prose in lines of a length that is easy to read."""
    return Padding(Constrain(text(said, style), _PROSE), MARGIN)


def labelled(pairs: Iterable[tuple[str, str]]) -> RenderableType:
    """Return names, such as those of files, each with its label."""
    return _Labelled([(text(label, "dim"), text(visible(name))) for label, name in pairs])


def findings(words: Words, found_ones: tuple[Finding, ...]) -> RenderableType:
    """Return findings, one below the other, with what to do."""
    shown = []
    for found in found_ones:
        style = "bold yellow" if found.severity == "warning" else "cyan"
        message = text(sentences.finding(words, found))
        remedy = sentences.remedy(words, found)
        if remedy is not None:
            message.append(text("\n" + words("finding-hint", remedy=remedy), "italic"))
        shown.append((text(sentences.severity(words, found), style), message))
    return _Labelled(shown)


@dataclass(frozen=True, slots=True)
class _Labelled:
    """Texts with their labels: before them where there is room, else above."""

    pairs: Sequence[tuple[Text, Text]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        del console
        if options.max_width < _ROOMY:
            lines: list[RenderableType] = []
            for label, said in self.pairs:
                lines += [label, Padding(said, MARGIN)]
            yield Padding(Group(*lines), MARGIN)
            return
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for label, said in self.pairs:
            grid.add_row(label, said)
        yield Padding(grid, MARGIN)
