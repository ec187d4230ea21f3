"""What the reader must know of a pair of columns: the notes and warnings of rules 5 to 11."""

from __future__ import annotations

from rdmp.result import Finding


def truth_as_bits(name: str) -> Finding:
    """Note true/false against 0/1 (rules 5 and 12)."""
    return Finding(
        code="boolean-as-number",
        severity="note",
        columns=(name,),
        message=f"Column {name!r} is true/false on one side and 0/1 on the other; true was "
        "compared as 1.",
    )


def float_narrowed(name: str) -> Finding:
    """Warn of 4-byte floats on one side only (rule 7)."""
    return Finding(
        code="float-narrowed",
        severity="warning",
        columns=(name,),
        message=f"Column {name!r} is a 4-byte float on one side only; both were compared at 4-byte "
        "precision, since a widened 4-byte float equals no decimal fraction.",
        remedy="Store the column with the same width in both files.",
    )


def float_with_integer(name: str) -> Finding:
    """Warn of 4-byte floats against integers (rule 7)."""
    return Finding(
        code="float-with-integer",
        severity="warning",
        columns=(name,),
        message=f"Column {name!r} is a 4-byte float on one side and an integer on the other; a "
        "4-byte float does not hold every whole number beyond 16,777,216.",
        remedy="Store the column as integers in both files.",
    )


def beyond_double(name: str) -> Finding:
    """Warn of decimals that no 8-byte float stands for (rule 6)."""
    return Finding(
        code="decimal-beyond-double",
        severity="warning",
        columns=(name,),
        message=f"Column {name!r} holds decimals of so many digits that no 8-byte float on the "
        "other side can stand for them; these match nothing.",
        remedy="Store the column as decimals in both files.",
    )


def bytes_as_text(name: str) -> Finding:
    """Note bytes against text (rule 5)."""
    return Finding(
        code="bytes-as-text",
        severity="note",
        columns=(name,),
        message=f"Column {name!r} is bytes on one side and text on the other; the bytes were "
        "compared with the text in UTF-8.",
    )


def empty_as_missing(name: str) -> Finding:
    """Note that an empty text counts as missing against a format without any (rule 11)."""
    return Finding(
        code="empty-as-missing",
        severity="note",
        columns=(name,),
        message=f"Column {name!r} holds empty texts on one side; the other side's format cannot "
        "tell an empty text from a missing value, so both count as missing.",
    )


def nan_as_missing(name: str, *, both: bool) -> Finding:
    """Note NaN; warn where there is NULL as well (rule 8)."""
    if not both:
        return Finding(
            code="nan-as-missing",
            severity="note",
            columns=(name,),
            message=f"NaN in column {name!r} was read as a missing value.",
        )
    return Finding(
        code="nan-and-null",
        severity="warning",
        columns=(name,),
        message=f"Column {name!r} holds NaN as well as NULL; both were read as the same missing "
        "value.",
        remedy="Write missing values in one way in both files.",
    )


def odd_hours(name: str, zone: str, rows: int) -> Finding:
    """Say that the clocks of a zone showed some local times twice, or never."""
    return Finding(
        code="odd-local-hours",
        severity="warning",
        columns=(name,),
        message=f"Column {name!r} holds {rows:,} local times that the clocks of {zone} show twice "
        "or not at all; each was taken as one of the instants that it may be, and may miss its "
        "match.",
        remedy="Write the column as instants (with a zone) in both files.",
    )
