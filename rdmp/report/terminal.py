"""What the reports for a terminal have in common: width, colours, headings, findings."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, TextIO

from rich.console import Console, Group
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rdmp.report import sentences
from rdmp.report.characters import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

    from rdmp.result import Finding

MARGIN = (0, 0, 0, 2)
_NARROWEST, _WIDEST = 48, 120
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
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def heading(title: str) -> RenderableType:
    """Return a heading with a line above it."""
    return Group(Text(), Text(title, "bold underline"))


def paragraph(text: str, style: str = "") -> RenderableType:
    """Return prose in lines of a length that is easy to read."""
    return Padding(Constrain(Text(text, style), _PROSE), MARGIN)


def findings(found_ones: tuple[Finding, ...]) -> RenderableType:
    """Return findings, one below the other, with what to do."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for found in found_ones:
        style = "bold yellow" if found.severity == "warning" else "cyan"
        message = Text(sentences.finding(found))
        if found.remedy is not None:
            message.append("\nhint: " + visible(found.remedy), "italic")
        grid.add_row(Text(found.severity, style), message)
    return Padding(grid, MARGIN)
