"""Which column of the holdout is which column of the original: by name, as rule 1 pairs them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from rdmp.alignment.names import shown
from rdmp.comparison import Comparison
from rdmp.errors import ColumnError
from rdmp.options import Options
from rdmp.seam import Column, Relation


def paired(holdout: Relation, comparison: Comparison, options: Options) -> Mapping[str, Column]:
    """Return the holdout's column for each compared name of the original, as rule 1 pairs them.

    Raises
    ------
    ColumnError
        If a compared column is missing or there twice, or there are columns that the original and
        the avatar do not have.
    """
    wanted = [column.shown.name for column in comparison.alignment.columns]
    there = Counter(column.name for column in holdout.columns)
    repeated = [name for name in wanted if there[name] > 1]
    if repeated:
        message = f"the holdout {holdout.label} has columns more than once: {shown(repeated)}"
        raise ColumnError(message, "leave them out with --exclude, or name them apart in the file")
    by_name = {column.name: column for column in holdout.columns}
    found = {name: by_name[name] for name in wanted if name in by_name}
    rest = [name for name in by_name if name not in found]
    for name in wanted:
        alike = [other for other in rest if other.casefold() == name.casefold()]
        rivals = [n for n in wanted if n not in found and n.casefold() == name.casefold()]
        if name not in found and len(alike) == len(rivals) == 1:
            found[name] = by_name[alike[0]]
            rest.remove(alike[0])
    missing = [name for name in wanted if name not in found]
    if missing:
        message = f"the holdout {holdout.label} lacks columns that are compared: {shown(missing)}"
        raise ColumnError(message, "the holdout is named like the original; or pass --exclude")
    expected = {
        c.name.casefold() for c in (*comparison.original.columns, *comparison.avatar.columns)
    }
    surplus = [name for name in rest if name.casefold() not in expected]
    if surplus and options.columns is None:
        message = f"the holdout {holdout.label} has columns of its own: {shown(surplus)}"
        raise ColumnError(message, "name the columns to compare with --columns")
    return {name: found[name] for name in wanted}


def named(relation: Relation, columns: Mapping[str, Column]) -> Relation:
    """Return a relation of the compared columns alone, under the original's names."""
    renamed = (replace(column, name=name) for name, column in columns.items())
    return replace(relation, columns=tuple(renamed))
