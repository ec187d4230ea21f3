"""What ``rdmp rows`` and ``rdmp filter`` say: results for stdout, warnings for stderr."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rdmp.report.characters import visible, visible_name
from rdmp.result import truncated

if TYPE_CHECKING:
    from rdmp.reproduced_result import FilteredAvatar, ReproducedRows
    from rdmp.result import Counts

PERSONAL_DATA = "the output holds rows of real people: it is personal data, keep it as such"

UNVERIFIED = "what was written was not evaluated: --no-verify"

REMOVAL_CHANGES = (
    "Removing rows changes the distribution of the avatars: whoever had a twin among them is now"
    " missing. To raise k, the number of neighbours, and to generate the avatars again is the"
    " better cure."
)

_IDENTIFIED = {
    "values": "the rows themselves",
    "digest": (
        "a SHA-256 with a random salt that was written nowhere: it tells rows of this file apart,"
        " and cannot be computed again"
    ),
    "salted digest": "a SHA-256 with the salt of --salt-file",
}


def rows_text(written: ReproducedRows) -> str:
    """Return what was written by ``rdmp rows``, as text."""
    counts = written.counts
    lines = [
        (
            f"{visible(written.output)}: {_rows(counts.matched_rows)} of {counts.original_rows:,}"
            f" ({visible(written.original)}), each unique there and found among the avatars"
            f" ({visible(written.avatar)})."
        ),
        (
            "original_row counts the rows of data in original_file from 1, the header not;"
            " avatar_rows is how often the row stands among the avatars."
        ),
        f"Beside its place, each row has {_IDENTIFIED[written.identified_by]}.",
        "The file can be read by its owner alone.",
    ]
    return "\n".join(lines) + "\n"


def rows_warnings(written: ReproducedRows) -> tuple[str, ...]:
    """Return what must be known of the file of ``rdmp rows``, a line each."""
    found = []
    if written.identified_by == "values":
        found.append(f"warning: {PERSONAL_DATA}")
    if written.omitted_columns:
        named = ", ".join(map(visible_name, written.omitted_columns))
        found.append(f"warning: not written, as it cannot be read exactly: {named}")
    found += [
        f"note: column {visible_name(name)} is written as {visible_name(given)}"
        for name, given in written.renamed_columns
    ]
    return tuple(found)


def filter_text(written: FilteredAvatar) -> str:
    """Return what was written by ``rdmp filter``, as text."""
    before = written.before
    removed = written.removed_rows
    lines = [
        (
            f"{visible(written.output)}: {_rows(written.remaining_rows)} of"
            f" {before.avatar_rows or 0:,} ({visible(written.avatar)});"
            f" {_rows(removed)} that {_equal(removed)} a unique original row"
            f" {'was' if removed == 1 else 'were'} removed."
        ),
        _scores(written),
        (
            f"{_rows(written.remaining_copies)} {_remain(written.remaining_copies)} that"
            f" {_equal(written.remaining_copies)} an original row that occurs more than once: the"
            " metric sets these aside, because repeated rows protect one another."
        ),
        REMOVAL_CHANGES,
    ]
    return "\n".join(lines) + "\n"


def _scores(written: FilteredAvatar) -> str:
    before = f"The score was {_score(written.before)}"
    if written.after is None:
        return f"{before}; {UNVERIFIED}."
    return f"{before}, and is {_score(written.after)} now, by evaluating what was written."


def _score(counts: Counts) -> str:
    n = counts.original_rows
    return f"{truncated(n - counts.matched_rows, n)} %"


def _rows(number: int) -> str:
    return "1 row" if number == 1 else f"{number:,} rows"


def _equal(number: int) -> str:
    return "equals" if number == 1 else "equal"


def _remain(number: int) -> str:
    return "remains" if number == 1 else "remain"
