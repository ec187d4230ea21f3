"""Plans: named statements that turn two compared views into counts; `choice` picks one.

`definition` is the formula as it stands. `pruned` gives the same counts from less work, with the
few columns that `keys` chooses.
"""

from __future__ import annotations

from rdmp.plans.choice import Task, count, statements
from rdmp.plans.definition import Layout, RowsDifferError, Sizes
from rdmp.plans.keys import SAMPLE, promising

__all__ = [
    "SAMPLE",
    "Layout",
    "RowsDifferError",
    "Sizes",
    "Task",
    "count",
    "promising",
    "statements",
]
