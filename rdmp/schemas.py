"""What a table looked like when it was read: all its columns as they are stored, and its rows."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from rdmp.options import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredColumn:
    """A column of a table, compared or not.

    Attributes
    ----------
    name : str
    type : str
        As the file or the database spells it.
    """

    name: str
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """A table that was read.

    Attributes
    ----------
    role : {'original', 'avatar', 'holdout'}
    source : str
        As named; never holds a password.
    columns : tuple of StoredColumn
        All of them, in their order.
    rows : int or None
        None where nothing had to count them.
    """

    role: Role
    source: str
    columns: tuple[StoredColumn, ...]
    rows: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self) | {"columns": [asdict(one) for one in self.columns]}
