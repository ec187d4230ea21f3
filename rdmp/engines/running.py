"""Running a statement so that Ctrl-C and other signals end it at once, and are never lost.

While a query runs in the main thread, its engine decides when Python may look at a signal, and what
becomes of the exception that its handler raises. So the query runs beside the main thread, which
waits: handlers run there as always, and whatever they raise stops the query and goes on its way.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from rdmp import progress

Result = TypeVar("Result")

_GLANCE = 0.05
"""Seconds between two looks for a signal."""

_PATIENCE = 10
"""Looks until a thread that has not begun is taken for one that never will."""


def interruptible(
    work: Callable[[], Result],
    interrupt: Callable[[], None],
    share: Callable[[], float | None] | None = None,
) -> Result:
    """Return what the work returns, or raise what it raises.

    If somebody wants to know (`rdmp.progress`), an observer is told how much is done while it runs.

    Parameters
    ----------
    work : callable
        Runs in a thread of its own if this is the main one.
    interrupt : callable
        Makes the work end soon, with an exception.
    share : callable, optional
        Returns how much of the work is done, 0 to 1, or None; called while it runs.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main and not progress.is_observed():
        return work()
    results: list[Result] = []
    failures: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            results.append(work())
        except BaseException as failure:  # noqa: BLE001 - it is raised in the main thread
            failures.append(failure)
        finally:
            done.set()

    thread = threading.Thread(target=run, name="rdmp-query", daemon=True)
    try:
        thread.start()
        while not done.wait(_GLANCE):
            if progress.is_observed():
                progress.tell(share() if share is not None else None)
    except BaseException:
        _stop(thread, done, interrupt)
        raise
    thread.join()
    if failures:
        raise failures[0]
    return results[0]


def _stop(thread: threading.Thread, done: threading.Event, interrupt: Callable[[], None]) -> None:
    """Interrupt the work until it has ended; a thread that a signal kept from starting has none."""
    glances = 0
    while not done.is_set() and (thread.ident is not None or glances < _PATIENCE):
        interrupt()
        done.wait(_GLANCE)
        glances += 1
    if thread.ident is not None:
        thread.join()
