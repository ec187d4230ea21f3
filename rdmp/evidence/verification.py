"""What comes of repeating a run: whether it is the same, and where it is not. Frozen."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from rdmp.options import Role
from rdmp.result import Evaluation

DifferenceKind = Literal[
    "file-changed", "file-missing", "file-added", "count", "schema", "comparison", "finding",
    "version", "no-digest",
]  # fmt: skip
"""What may differ; ``no-digest`` is only ever a note, and ``version`` too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that is not as it was recorded, or could not be compared.

    Attributes
    ----------
    kind : DifferenceKind
    role : {'original', 'avatar', 'holdout'} or None
        The side that it is about; None of a version.
    source : str
        That side as the evidence names it; empty of a version.
    what : str
        The file, the figure, the column, the finding or the library.
    recorded, found : str, int, float or None
        What stood in the evidence, and what the repeated run gave; None where there is nothing.
    """

    kind: DifferenceKind
    role: Role | None
    source: str
    what: str
    recorded: str | float | None = None
    found: str | float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """A run that was repeated from its evidence.

    Attributes
    ----------
    evidence : str
        The file, as named.
    differences : tuple of Difference
        What makes it another run: files, counts, and, where the versions are the same, schemas,
        how columns were compared, and findings.
    notes : tuple of Difference
        What should be known and makes it no other run: versions, what may follow from them, and
        sources without a digest.
    evaluations : tuple of Evaluation
        Those of the repeated run, in the order of the evidence.
    """

    evidence: str
    differences: tuple[Difference, ...]
    notes: tuple[Difference, ...]
    evaluations: tuple[Evaluation, ...]

    @property
    def same(self) -> bool:
        """Whether the files and the answers are those recorded."""
        return not self.differences

    def to_dict(self) -> dict[str, Any]:
        """Return the verification as plain values, as the JSON output has it."""
        return {
            "schema_version": 1,
            "evidence": self.evidence,
            "same": self.same,
            "differences": [asdict(one) for one in self.differences],
            "notes": [asdict(one) for one in self.notes],
        }
