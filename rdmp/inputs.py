"""What went into an evaluation: the files of each side, their sizes and fingerprints."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from rdmp.errors import SourceError
from rdmp.options import Role
from rdmp.sources import Files, Source, resolve


@dataclass(frozen=True, slots=True, kw_only=True)
class InputFile:
    """A file of a side.

    Attributes
    ----------
    path : str
        As it was found.
    size : int
        In bytes.
    sha256 : str
        Of its bytes, 64 hexadecimal digits.
    """

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """A side: its name, and its files; an object in memory or a table of a service has none."""

    role: Role
    source: str
    files: tuple[InputFile, ...]

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.size for file in self.files)

    @property
    def sha256(self) -> str | None:
        """The fingerprint of the only file, or that of the fingerprints of all in their order."""
        if len(self.files) < 2:
            return self.files[0].sha256 if self.files else None
        return hashlib.sha256("".join(one.sha256 for one in self.files).encode()).hexdigest()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)


def describe(given: Iterable[tuple[Role, object]], *, elsewhere: bool = False) -> tuple[Input, ...]:
    """Read every file of some sources once, and return what there is to say about them.

    Parameters
    ----------
    given : iterable of (role, path-like or object)
    elsewhere : bool
        As that of `resolve`.

    Raises
    ------
    SourceError
        If a file cannot be read.
    """
    found = ((role, resolve(value, role, elsewhere=elsewhere)) for role, value in given)
    return tuple(describe_source(role, source) for role, source in found)


def describe_source(role: Role, source: Source) -> Input:
    """Read every file of a source once; see `describe`."""
    paths = source.paths if isinstance(source, Files) else ()
    files = []
    for path in paths:
        try:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
                size = file.tell()
        except OSError as problem:
            message = f"cannot read {path}: {problem.strerror}"
            raise SourceError(message, "check that the file is there and may be read") from None
        files.append(InputFile(path=str(path), size=size, sha256=digest))
    return Input(role=role, source=source.label, files=tuple(files))
