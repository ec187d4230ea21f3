"""Plans: named statements that turn two compared views into counts; one function chooses.

`definition` is the formula as it stands. Every other plan gives the same counts from less work.
"""

from __future__ import annotations

from rdmp.plans.definition import Layout, count, statements

__all__ = ["Layout", "count", "statements"]
