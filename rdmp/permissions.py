"""Who may read what is written: the owner alone, but for what the user releases.

The program makes its umask private, so that whatever an engine or a library writes on the way is
the owner's alone. A file that is to be released gets what the user's own umask gives.
"""

from __future__ import annotations

import os
from pathlib import Path

_PRIVATE = 0o077
_own: list[int] = []


def keep_private() -> None:
    """Make whatever this process writes its owner's alone, and remember the user's own umask."""
    _own.append(os.umask(_PRIVATE))


def release(path: Path) -> None:
    """Give a file or folder what the user's own umask gives; in a library it has that already."""
    if _own:
        path.chmod((0o777 if path.is_dir() else 0o666) & ~_own[0])
