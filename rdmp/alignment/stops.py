"""A stop whose place only the engine can find."""

from __future__ import annotations

from rdmp.forms import Chain
from rdmp.options import Role
from rdmp.seam import Column


class Offence(Exception):  # noqa: N818 - no error yet: its place is not known
    """Values that forbid an exact comparison; whoever catches it adds the file and the line.

    Parameters
    ----------
    role : {'original', 'avatar'}
    column : Column
        The column of that side.
    condition : Chain
        True for the values that offend.
    message, hint : str
        As of an `RdmpError`, without the place.
    """

    def __init__(
        self, *, role: Role, column: Column, condition: Chain, message: str, hint: str
    ) -> None:
        super().__init__(message)
        self.role = role
        self.column = column
        self.condition = condition
        self.message = message
        self.hint = hint
