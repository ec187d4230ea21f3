"""Rule 17: a column that shares no value with the other side, and the likely cause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from rdmp.findings.look import Look
from rdmp.findings.relaxations import Looked
from rdmp.findings.suspects import is_date
from rdmp.result import Finding
from rdmp.words import phrase, quoted

Why = Literal["dates", "format", "codes", "noise"]
"""Why two columns share no value; the catalogue has a sentence and a remedy for each."""


def find(look: Look, told: Sequence[Finding]) -> Iterable[Finding]:
    """Yield the columns that share no value, unless they were named already.

    Distinct values that are not shared are what measures and identifiers have; a column is told
    only if its values are categories, or are written in another format.
    """
    named = {name for finding in told for name in finding.columns}
    for column in look.columns:
        if column.name in named or not look.avatar_values[column.base].present:
            continue
        cause = _float_noise(look, column) or _other_values(look, column)
        if cause is not None:
            yield Finding(
                code="no-shared-value",
                severity="warning",
                columns=(column.name,),
                said=phrase("finding-no-shared-value", column=quoted(column.name), why=cause),
            )


def _other_values(look: Look, column: Looked) -> Why | None:
    """Return why the values of a column may differ."""
    if column.base not in look.unshared:
        return None
    values, avatar_values = look.values[column.base], look.avatar_values[column.base]
    if look.sampled and _occurs(look, column):
        return None
    if column.kind == "text":
        shapes = look.shapes(column)
        if all(shapes) and not shapes[0] & shapes[1]:
            if all(map(is_date, shapes[0] | shapes[1])):
                return "dates"
            if values.are_categories or avatar_values.are_categories:
                return "format"
    if values.are_categories and (avatar_values.are_categories or column.kind == "text"):
        return "codes"
    return None


def _occurs(look: Look, column: Looked) -> bool:
    """Tell whether a value of the column does occur on both sides, among all rows."""
    names = [list(column.strict)]
    row = look.query(
        "shared_values", relation="avatar_compared", other="original_compared", columns=names
    )[0]
    return bool(row[0])


def _float_noise(look: Look, column: Looked) -> Why | None:
    """Return the cause where numbers meet only to 9 digits, and not by chance."""
    if column.kind not in {"float", "decimal"} or not column.relaxations:
        return None
    if look.kept_shared[column.base]:
        return None
    meeting = look.meeting(column)
    present = look.values[column.base].present
    sampled = look.sampled or look.avatar_sampled
    most = 100 * meeting >= present and meeting >= _MANY if sampled else 2 * meeting >= present
    if not meeting or not most or (sampled and _occurs(look, column)):
        return None
    return "noise"


_MANY = 100
"""Numbers of a sample that meet to 9 digits, below which it may be chance."""
