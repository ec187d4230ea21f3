"""What an engine has registered: each source in the form of its kind, by role."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rdmp.engines.duckdb.attached import Attached
    from rdmp.engines.duckdb.json_source import JsonSource
    from rdmp.engines.duckdb.parquet import ParquetSource
    from rdmp.engines.duckdb.text import DelimitedSource
    from rdmp.options import Reading, Role
    from rdmp.readers.escaped import EscapedText
    from rdmp.seam import Survey
    from rdmp.sources import Address, Files


@dataclass(slots=True)
class Registered:
    """Sources by role, one kind in each mapping.

    ``read`` are those that a reader of ours has opened, ``surveys`` what was learnt of any of them,
    ``inspected`` the texts that have been looked through: they stay, for a role may be given the
    same files again.
    """

    texts: dict[Role, DelimitedSource] = field(default_factory=dict)
    escaped: dict[Role, EscapedText] = field(default_factory=dict)
    parquets: dict[Role, ParquetSource] = field(default_factory=dict)
    jsons: dict[Role, JsonSource] = field(default_factory=dict)
    read: dict[Role, Files | Address] = field(default_factory=dict)
    attached: dict[Role, Attached] = field(default_factory=dict)
    surveys: dict[Role, Survey] = field(default_factory=dict)
    inspected: dict[tuple[Role, Files, Reading], DelimitedSource] = field(default_factory=dict)

    def forget(self, role: Role) -> None:
        """Drop what is known of a role: another source takes it."""
        held = (
            self.texts,
            self.escaped,
            self.parquets,
            self.jsons,
            self.read,
            self.attached,
            self.surveys,
        )
        for known in held:
            known.pop(role, None)
