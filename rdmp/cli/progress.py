"""The bar on a terminal: what is being done, how much of it, and for how long.

It is shown once a run takes longer than two seconds, on stderr, if that is a terminal. It is gone
before anything else is written (`clear`), and whatever ends the run leaves the terminal as it was.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rdmp import progress
from rdmp.report.characters import visible

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 2.0
"""Seconds without a bar."""

_OFTEN = 0.1
"""Seconds between two drawings."""

_bars: list[Bar] = []


class Bar:
    """An observer that draws a bar on stderr."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._drawn = 0.0
        self._shown: Progress | None = None

    def observe(self, step: str, share: float | None) -> None:
        """Draw what is being done, unless the run is young or was drawn just now."""
        now = time.monotonic()
        if now - self._started < PATIENCE or now - self._drawn < _OFTEN:
            return
        self._drawn = now
        first, drawn = self._shown is None, self._shown or _progress(now - self._started)
        (task,) = drawn.task_ids
        total = None if share is None else 1.0
        drawn.update(task, description=visible(step), completed=share or 0.0, total=total)
        if first:
            self._shown = drawn
            drawn.start()
        else:
            drawn.refresh()

    def clear(self) -> None:
        """Take the bar away and show the cursor again; it may be drawn anew."""
        if self._shown is not None:
            self._shown.stop()
            self._shown = None


def _progress(seconds: float) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    drawn = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        TaskProgressColumn(show_speed=False),
        TimeElapsedColumn(),
        console=Console(file=sys.stderr, stderr=True),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    task = drawn.add_task("", total=None)
    drawn.tasks[task].start_time = drawn.get_time() - seconds  # of the run, not of the bar
    return drawn


@contextmanager
def shown(*, wanted: bool) -> Iterator[None]:
    """Show a bar while something is done inside, if it is wanted and stderr is a terminal."""
    if not wanted or not _is_terminal():
        yield
        return
    bar = Bar()
    _bars.append(bar)
    try:
        with progress.observing(bar):
            yield
    finally:
        _bars.remove(bar)
        bar.clear()


def clear() -> None:
    """Take every bar away, because something is about to be written."""
    for bar in _bars:
        bar.clear()


def _is_terminal() -> bool:
    """Tell whether stderr is a terminal that can move its cursor, whatever variables may say."""
    try:
        return sys.stderr.isatty() and os.environ.get("TERM", "") not in {"", "dumb"}
    except (AttributeError, ValueError):  # closed by whoever started the program
        return False
