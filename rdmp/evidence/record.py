"""The form of evidence: what is written, and what reading it gives back. Frozen plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rdmp.evidence.places import Place
from rdmp.inputs import InputFile
from rdmp.options import Role
from rdmp.schemas import StoredColumn

KIND = "rdmp evidence"
"""What the file says that it is."""

SCHEMA_VERSION = 1
"""Version of the form; raised with every change of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedSource:
    """A table that was read.

    Attributes
    ----------
    role : {'original', 'avatar', 'holdout'}
    named : str
        As the user named it, without passwords; of an object in memory its type.
    place : Place or None
        Where it lies, if on a disk of this machine.
    files : tuple of InputFile
        Its files, by their path inside the folder that was named.
    digest : str or None
        SHA-256 of its file, or of the digests of its files in their order.
    no_digest : str or None
        Why there is none.
    rows : int or None
    columns : tuple of StoredColumn
    """

    role: Role
    named: str
    place: Place | None
    files: tuple[InputFile, ...]
    digest: str | None
    no_digest: str | None
    rows: int | None
    columns: tuple[StoredColumn, ...]

    @property
    def is_object(self) -> bool:
        """Whether it was an object in memory, which is gone."""
        return self.no_digest == OBJECT

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "role": self.role,
            "named": self.named,
            "absolute": None if self.place is None else self.place.absolute,
            "relative": None if self.place is None else self.place.relative,
            "digest": self.digest,
            "no_digest": self.no_digest,
            "files": [asdict(one) for one in self.files],
            "rows": self.rows,
            "column_count": len(self.columns),
            "columns": [asdict(one) for one in self.columns],
        }


OBJECT = "an object in memory has no file"
ADDRESS = "a table at an address has no bytes of its own to digest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A run of `evaluate` or `evaluate_many`, as recorded.

    Attributes
    ----------
    engine : str
    versions : mapping of str to str
    options : mapping of str to object
        Every option that may change an answer, whether it was given or not.
    sources : tuple of RecordedSource
        The original, the avatars in the order given, and the holdout if there was one.
    evaluations : tuple of mapping
        One for each avatar, as ``--format json`` has it.
    """

    engine: str
    versions: Mapping[str, str]
    options: Mapping[str, Any]
    sources: tuple[RecordedSource, ...]
    evaluations: tuple[Mapping[str, Any], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "kind": KIND,
            "schema_version": SCHEMA_VERSION,
            "engine": self.engine,
            "versions": dict(self.versions),
            "options": dict(self.options),
            "sources": [one.to_dict() for one in self.sources],
            "evaluations": [dict(one) for one in self.evaluations],
        }
