"""A private folder for what the engine spills: 0700, and gone at every exit that can be caught.

A process that is killed at once (SIGKILL, a power cut) leaves its folder behind. Each folder holds
a file that its process has locked, and the system undoes the lock of a process that ends, however
it does: so the next run knows the folders of the dead from those of the living, and removes them.
"""

from __future__ import annotations

import atexit
import os
import re
import secrets
import shutil
import tempfile
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from rdmp.errors import OptionError

fcntl: Any = None
with suppress(ImportError):  # Windows has none: what the dead have left stays there
    fcntl = import_module("fcntl")

_PREFIX = "rdmp-"
_NAME = re.compile(rf"{_PREFIX}[0-9a-f]{{16}}")
_LOCK = ".in-use"
_SETTLED = 60.0
"""Seconds after which a folder without a lock is one that nobody is about to lock."""


class PrivateFolder:
    """A folder that only its owner may enter, removed when closed or when the process ends.

    Parameters
    ----------
    parent : path-like or None
        Where to make it; the system's temporary folder without it. What runs that were killed have
        left there is removed.

    Raises
    ------
    OptionError
        If it cannot be made.
    """

    def __init__(self, parent: str | os.PathLike[str] | None) -> None:
        place = Path(tempfile.gettempdir() if parent is None else parent)
        remove_abandoned(place)
        self._lock: int | None = None
        self.path = _new(place)
        # Before there is a folder: a signal may come between any two of these lines.
        atexit.register(self.close)
        try:
            while not self._made():
                self.path = _new(place)
        except (OSError, ValueError) as problem:  # ValueError: a null byte
            self.close()
            why = getattr(problem, "strerror", None) or "no folder has such a name"
            message = f"no temporary folder can be made in {place}: {why}"
            raise OptionError(message, "name another place with --temp-directory") from None

    def _made(self) -> bool:
        """Make the folder and lock it; False if another run took it for abandoned meanwhile."""
        self.path.mkdir(mode=0o700)
        try:
            self._lock = _locked(self.path / _LOCK)
            return self._lock is None or os.path.samestat(
                os.fstat(self._lock), (self.path / _LOCK).stat()
            )
        except FileNotFoundError:
            return False

    def close(self) -> None:
        """Remove the folder and all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._lock is not None:
            with suppress(OSError):
                os.close(self._lock)
            self._lock = None
        atexit.unregister(self.close)


def _new(place: Path) -> Path:
    return place / f"{_PREFIX}{secrets.token_hex(8)}"


def remove_abandoned(place: Path) -> None:
    """Remove what runs of this user have left in a folder when they were killed."""
    if fcntl is None:
        return
    with suppress(OSError, ValueError):
        for folder in place.glob(f"{_PREFIX}*"):
            if _is_abandoned(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _is_abandoned(folder: Path) -> bool:
    """Tell whether a folder is one of ours whose process has ended."""
    try:
        about = folder.lstat()
        private = about.st_uid == os.getuid() and about.st_mode & 0o777 == 0o700
        if not private or folder.is_symlink() or not folder.is_dir():
            return False
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return _is_left_without_lock(folder)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(lock)
    return True


def _is_left_without_lock(folder: Path) -> bool:
    """Tell whether a folder of the engine's spill files has no lock and never will have one.

    An empty one may be about to be locked: whoever makes it looks whether it is still there.
    """
    with suppress(OSError):
        names = [one.name for one in folder.iterdir()]
        if not names and _NAME.fullmatch(folder.name):
            return True
        age = time.time() - folder.stat().st_mtime
        return age > _SETTLED and all(name.startswith("duckdb_temp") for name in names)
    return False


def _locked(path: Path) -> int | None:
    if fcntl is None:
        return None
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return lock
