"""What ``rdmp rows`` and ``rdmp filter`` say: results for stdout, warnings for stderr."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rdmp.report.characters import visible, visible_name
from rdmp.result import percent
from rdmp.words import listed

if TYPE_CHECKING:
    from decimal import Decimal

    from rdmp.reproduced_result import FilteredAvatar, ReproducedRows
    from rdmp.result import Counts
    from rdmp.words.catalogue import Words


def rows_text(words: Words, written: ReproducedRows) -> str:
    """Return what was written by ``rdmp rows``, as text."""
    counts = written.counts
    lines = [
        words(
            "rows-written",
            output=visible(written.output),
            written=counts.matched_rows,
            rows=counts.original_rows,
            original=visible(written.original),
            avatar=visible(written.avatar),
        ),
        _placed(words, written),
        _identified(words, written),
        words("rows-private"),
    ]
    return "\n".join(lines) + "\n"


def _placed(words: Words, written: ReproducedRows) -> str:
    return words("rows-placed") if written.are_placed else words("rows-not-placed")


def _identified(words: Words, written: ReproducedRows) -> str:
    match written.identified_by:
        case "values":
            return words("rows-by-values")
        case "salted digest":
            return words("rows-by-salted-digest")
        case "digest":
            return words("rows-by-digest")


def rows_warnings(words: Words, written: ReproducedRows) -> tuple[str, ...]:
    """Return what must be known of the file of ``rdmp rows``, a line each."""
    found = []
    if written.identified_by == "values":
        found.append(_warning(words, words("rows-personal-data")))
    if written.omitted_columns:
        named = listed(visible_name(name) for name in written.omitted_columns)
        found.append(_warning(words, words("rows-omitted", columns=named)))
    found += [
        words(
            "label-and-value",
            label=words("severity-note"),
            value=words("rows-renamed", column=visible_name(name), given=visible_name(given)),
        )
        for name, given in written.renamed_columns
    ]
    return tuple(found)


def filter_text(words: Words, written: FilteredAvatar) -> str:
    """Return what was written by ``rdmp filter``, as text."""
    before, after = written.before, written.after
    lines = [
        words(
            "filter-written",
            output=visible(written.output),
            remaining=written.remaining_rows,
            rows=before.avatar_rows or 0,
            avatar=visible(written.avatar),
            removed=written.removed_rows,
        ),
        words("filter-unverified-score", before=_score(before))
        if after is None
        else words("filter-scores", before=_score(before), after=_score(after)),
        words("filter-copies", copies=written.remaining_copies),
        words("filter-changes"),
    ]
    return "\n".join(lines) + "\n"


def filter_warnings(words: Words, written: FilteredAvatar) -> tuple[str, ...]:
    """Return what must be known of the output of ``rdmp filter``, a line each."""
    return (_warning(words, words("filter-unverified")),) if written.after is None else ()


def _warning(words: Words, said: str) -> str:
    return words("label-and-value", label=words("severity-warning"), value=said)


def _score(counts: Counts) -> Decimal:
    n = counts.original_rows
    return percent(n - counts.matched_rows, n)
