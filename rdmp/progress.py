"""What is being done right now: told to whoever wants to know, and to nobody else.

    with rdmp.observing(observer):
        rdmp.evaluate("original.parquet", "avatar.parquet")

Whoever works names the steps (`step`), whoever waits for an engine tells how far it is (`tell`),
and an observer hears both. Without one, nothing is computed and nothing is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol


class Observer(Protocol):
    """Whoever wants to know what is being done."""

    def observe(self, step: str, share: float | None) -> None:
        """Hear what is being done; called some times a second, and only while an engine works.

        An exception that is raised here ends the work.

        Parameters
        ----------
        step : str
            What is being done, in plain words, such as ``reading the original``.
        share : float or None
            How much of the current statement is done, 0 to 1; None if nobody knows. A step may be
            several statements, one after the other.
        """
        ...


_OBSERVER: ContextVar[Observer | None] = ContextVar("rdmp_observer", default=None)
_STEPS: ContextVar[tuple[str, ...]] = ContextVar("rdmp_steps", default=())


@contextmanager
def observing(observer: Observer | None) -> Iterator[None]:
    """Tell an observer about everything that is done inside, in this thread.

    Parameters
    ----------
    observer : Observer or None
        None: nobody is told.
    """
    token = _OBSERVER.set(observer)
    try:
        yield
    finally:
        _OBSERVER.reset(token)


@contextmanager
def step(words: str) -> Iterator[None]:
    """Name what is done inside; a step inside a step is told after it."""
    token = _STEPS.set((*_STEPS.get(), words))
    try:
        yield
    finally:
        _STEPS.reset(token)


def is_observed() -> bool:
    """Tell whether anybody wants to know."""
    return _OBSERVER.get() is not None


def tell(share: float | None) -> None:
    """Tell the observer, if there is one, how much of a statement is done."""
    observer = _OBSERVER.get()
    if observer is not None:
        observer.observe(": ".join(_STEPS.get()) or WORKING, share)


WORKING = "working"

OPENING = "opening the {role}"
READING = "reading the {role}"
SAMPLING = "looking at a sample"
COUNTING = "finding copies"
COINCIDENCE = "finding rows of the holdout"
FINDINGS = "looking for hidden copies"
CANDIDATE = "avatar {number} of {total}"
CHECKING = "checking avatar {number} of {total}"
