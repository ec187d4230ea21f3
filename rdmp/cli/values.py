"""What is written after an option, as the value that it means."""

from __future__ import annotations

import csv

import typer


def names(value: str | None) -> tuple[str, ...] | None:
    """Return the names in one line of CSV: ``a,"b,c"``; blanks belong to a name."""
    if value is None:
        return None
    try:
        rows = list(csv.reader([value], strict=True))
    except csv.Error:
        message = "this is not one line of CSV; put a name that holds a comma or a quote in quotes"
        raise typer.BadParameter(message) from None
    if len(rows) != 1 or not rows[0]:
        message = "no column is named; the column without a name is '\"\"'"
        raise typer.BadParameter(message)
    return tuple(rows[0])


def pairs(value: list[str] | None) -> list[tuple[str, str]] | None:
    """Return ``LEFT=RIGHT`` pairs, each split at its last ``=``.

    `rdmp.cli.grafting.keywords` makes a mapping of them: Typer would make a list of its keys.
    """
    if value is None:
        return None
    found: dict[str, str] = {}
    for pair in value:
        left, _, right = pair.rpartition("=")
        if not right or "=" not in pair:
            message = f"'{pair}' is not two names with = between them"
            raise typer.BadParameter(message)
        if left in found:
            message = f"'{left}' is given twice"
            raise typer.BadParameter(message)
        found[left] = right
    return list(found.items())


def separator(value: str | None) -> str | None:
    r"""Return a separator; a tab may be written ``\t``."""
    if value == "":
        message = "an empty text separates nothing"
        raise typer.BadParameter(message)
    return "\t" if value == r"\t" else value
