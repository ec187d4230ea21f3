"""Rule 17: a column that shares no value with the other side, and the likely cause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rdmp.findings.look import Look
from rdmp.findings.relaxations import Looked
from rdmp.findings.suspects import is_date
from rdmp.result import Finding


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
            why, remedy = cause
            yield Finding(
                code="no-shared-value",
                severity="warning",
                columns=(column.name,),
                message=f"Column {column.name!r} shares no value with the other side, so that it "
                f"alone forbids every match: {why}.",
                remedy=remedy,
            )


def _other_values(look: Look, column: Looked) -> tuple[str, str] | None:
    """Return why the values of a column may differ, and what to do."""
    if column.base not in look.unshared:
        return None
    values, avatar_values = look.values[column.base], look.avatar_values[column.base]
    if look.sampled and _occurs(look, column):
        return None
    name = column.name
    if column.kind == "text":
        shapes = look.shapes(column)
        if all(shapes) and not shapes[0] & shapes[1]:
            if all(map(is_date, shapes[0] | shapes[1])):
                return (
                    "both hold dates, spelled in another format",
                    f"Write the dates of {name!r} as YYYY-MM-DD in both files.",
                )
            if values.are_categories or avatar_values.are_categories:
                return (
                    "the two are written in another format",
                    f"Write {name!r} alike in both files, or leave it out with --exclude.",
                )
    if values.are_categories and (avatar_values.are_categories or column.kind == "text"):
        return (
            (
                "each side repeats values that the other does not have, as if it were coded or "
                "measured in another way"
            ),
            f"Bring {name!r} to the same codes in both files, or leave it out with --exclude.",
        )
    return None


def _occurs(look: Look, column: Looked) -> bool:
    """Tell whether a value of the column does occur on both sides, among all rows."""
    names = [list(column.strict)]
    row = look.query(
        "shared_values", relation="avatar_compared", other="original_compared", columns=names
    )[0]
    return bool(row[0])


def _float_noise(look: Look, column: Looked) -> tuple[str, str] | None:
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
    return (
        (
            "its numbers meet those of the other side only to 9 significant digits, as after "
            "rounding or a computation in floats"
        ),
        f"Round {column.name!r} to the same number of decimals in both files.",
    )


_MANY = 100
"""Numbers of a sample that meet to 9 digits, below which it may be chance."""
