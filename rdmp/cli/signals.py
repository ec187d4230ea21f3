"""Signals that ask the program to stop: raised as exceptions, so that what is open is closed.

This module imports nothing heavy: it must work before anything else is loaded. It also remembers
the signal, because an engine that is interrupted inside a statement may turn the exception into
one of its own (DuckDB raises ``RuntimeError`` and drops the ``KeyboardInterrupt``).
"""

from __future__ import annotations

import signal
from types import FrameType
from typing import NoReturn

_STOPPING = ("SIGINT", "SIGTERM", "SIGHUP")
_received: list[int] = []


class Interrupted(KeyboardInterrupt):
    """Ctrl-C.

    Not ``KeyboardInterrupt`` itself: where exactly that passes through ``exec`` of a text, as when
    a class is made a dataclass while a module loads, Python remembers it although it is caught,
    and ends the process by the signal in place of its exit code.
    """


def listen() -> None:
    """Turn SIGINT into `Interrupted`, SIGTERM and SIGHUP into ``SystemExit(128 + n)``.

    A signal that the caller of the process ignores (``nohup``, a background job) stays ignored.
    """
    for name in _STOPPING:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def exit_code() -> int | None:
    """Return ``128 + n`` of the first signal that asked the program to stop, None without one."""
    return 128 + _received[0] if _received else None


def _stop(number: int, _frame: FrameType | None) -> NoReturn:
    _received.append(number)
    if number == signal.SIGINT:
        raise Interrupted
    raise SystemExit(128 + number)
