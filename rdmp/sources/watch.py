"""Whether files stay as they are while they are read.

A table that is rewritten during a run may be read half old and half new: its counts would be of a
table that never was. So each file is looked at before and after: its size, its time, which file it
is, and the end of a Parquet file, where its footer stands.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rdmp.errors import SourceError
from rdmp.sources.buckets import filesystem
from rdmp.sources.model import Files, Source

_END = 16_384
"""Bytes at the end of a Parquet file that are compared."""


@dataclass(frozen=True, slots=True)
class _Look:
    size: int
    modified: int
    identity: tuple[int, int]
    end: str


class Watch:
    """Looks at the files of some sources, and again at the end.

    Parameters
    ----------
    sources : iterable of Source
        Files on this machine are watched; nothing else can be.
    """

    def __init__(self, sources: Iterable[Source]) -> None:
        self._looks: dict[Path, _Look] = {}
        for source in sources:
            self.add(source)

    def add(self, source: Source) -> None:
        """Look at the files of a further source.

        Raises
        ------
        SourceError
            If one of them cannot be read.
        """
        if not isinstance(source, Files):
            return
        for path in source.paths:
            if filesystem(path) is None:
                try:
                    self._looks[path] = _look(path, with_end=source.format == "parquet")
                except OSError as problem:
                    message = f"cannot read {path}: {problem.strerror}"
                    hint = "check that the file is there and may be read"
                    raise SourceError(message, hint) from None

    def check(self) -> None:
        """Look again.

        Raises
        ------
        SourceError
            If a file was changed, replaced or removed meanwhile.
        """
        for path, before in self._looks.items():
            try:
                same = _look(path, with_end=bool(before.end)) == before
            except OSError:
                same = False
            if not same:
                message = f"{path} was changed or removed while it was read"
                raise SourceError(message, "run it again when nobody writes to the file")


def _look(path: Path, *, with_end: bool) -> _Look:
    about = path.stat()
    end = ""
    if with_end:
        with path.open("rb") as file:
            file.seek(max(about.st_size - _END, 0))
            end = hashlib.sha256(file.read()).hexdigest()
    return _Look(
        size=about.st_size,
        modified=about.st_mtime_ns,
        identity=(about.st_dev, about.st_ino),
        end=end,
    )
