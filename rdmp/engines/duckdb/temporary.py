"""A private folder for what the engine spills: 0700, and gone at every exit that can be caught."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from rdmp.errors import OptionError


class PrivateFolder:
    """A folder that only its owner may enter, removed when closed or when the process ends.

    Parameters
    ----------
    parent : path-like or None
        Where to make it; the system's temporary folder without it.

    Raises
    ------
    OptionError
        If it cannot be made.
    """

    def __init__(self, parent: str | os.PathLike[str] | None) -> None:
        try:
            self.path = Path(tempfile.mkdtemp(prefix="rdmp-", dir=parent))
        except OSError as problem:
            place = os.fspath(parent) if parent is not None else tempfile.gettempdir()
            message = f"no temporary folder can be made in {place}: {problem.strerror}"
            raise OptionError(message, "name another place with --temp-directory") from None
        atexit.register(self.close)

    def close(self) -> None:
        """Remove the folder and all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        atexit.unregister(self.close)
