"""What the reader must know of a pair of columns: the notes and warnings of rules 5 to 11."""

from __future__ import annotations

from rdmp.result import Finding
from rdmp.words import phrase, quoted

_EXACT_IN_FLOAT = 2**24
"""The largest whole number up to which a 4-byte float holds every one."""


def truth_as_bits(name: str) -> Finding:
    """Note true/false against 0/1 (rules 5 and 12)."""
    return Finding(
        code="boolean-as-number",
        severity="note",
        columns=(name,),
        said=phrase("finding-boolean-as-number", column=quoted(name)),
    )


def float_narrowed(name: str) -> Finding:
    """Warn of 4-byte floats on one side only (rule 7)."""
    return Finding(
        code="float-narrowed",
        severity="warning",
        columns=(name,),
        said=phrase("finding-float-narrowed", column=quoted(name)),
    )


def float_with_integer(name: str) -> Finding:
    """Warn of 4-byte floats against integers (rule 7)."""
    return Finding(
        code="float-with-integer",
        severity="warning",
        columns=(name,),
        said=phrase("finding-float-with-integer", column=quoted(name), limit=_EXACT_IN_FLOAT),
    )


def beyond_double(name: str) -> Finding:
    """Warn of decimals that no 8-byte float stands for (rule 6)."""
    return Finding(
        code="decimal-beyond-double",
        severity="warning",
        columns=(name,),
        said=phrase("finding-decimal-beyond-double", column=quoted(name)),
    )


def bytes_as_text(name: str) -> Finding:
    """Note bytes against text (rule 5)."""
    return Finding(
        code="bytes-as-text",
        severity="note",
        columns=(name,),
        said=phrase("finding-bytes-as-text", column=quoted(name)),
    )


def empty_as_missing(name: str) -> Finding:
    """Note that an empty text counts as missing against a format without any (rule 11)."""
    return Finding(
        code="empty-as-missing",
        severity="note",
        columns=(name,),
        said=phrase("finding-empty-as-missing", column=quoted(name)),
    )


def nan_as_missing(name: str, *, both: bool) -> Finding:
    """Note NaN; warn where there is NULL as well (rule 8)."""
    if not both:
        return Finding(
            code="nan-as-missing",
            severity="note",
            columns=(name,),
            said=phrase("finding-nan-as-missing", column=quoted(name)),
        )
    return Finding(
        code="nan-and-null",
        severity="warning",
        columns=(name,),
        said=phrase("finding-nan-and-null", column=quoted(name)),
    )


def odd_hours(name: str, zone: str, rows: int) -> Finding:
    """Say that the clocks of a zone showed some local times twice, or never."""
    return Finding(
        code="odd-local-hours",
        severity="warning",
        columns=(name,),
        said=phrase("finding-odd-local-hours", column=quoted(name), zone=zone, rows=rows),
    )
