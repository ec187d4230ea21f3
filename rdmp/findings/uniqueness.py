"""Rule 16: what a score means when few rows of the original are unique; and what was left out."""

from __future__ import annotations

from collections.abc import Iterable

from rdmp.comparison import Comparison
from rdmp.options import Options
from rdmp.result import Counts, Finding, percent
from rdmp.words import listed, phrase, quoted

FEW = 100
"""Unique rows are few when ``FEW`` times their number is less than n: under 1 %."""


def few_unique(counts: Counts) -> Iterable[Finding]:
    """Warn where no row of the original, or next to none, can be matched at all."""
    n, unique = counts.original_rows, counts.unique_rows
    if unique == 0:
        yield Finding(
            code="no-unique-row",
            severity="warning",
            columns=(),
            said=phrase("finding-no-unique-row", rows=n, score=100),
        )
    elif unique is not None and FEW * unique < n:
        yield Finding(
            code="few-unique-rows",
            severity="warning",
            columns=(),
            said=phrase(
                "finding-few-unique-rows",
                unique=unique,
                rows=n,
                share=100 // FEW,
                lowest=percent(n - unique, n),
            ),
        )


def left_out(comparison: Comparison, options: Options) -> Iterable[Finding]:
    """Note the columns that --columns or --exclude left out."""
    if options.columns is None and not options.exclude:
        return
    compared = {column.original.name for column in comparison.alignment.columns}
    partners = {column.avatar.name for column in comparison.alignment.columns}
    told = {
        name
        for finding in comparison.alignment.findings
        if finding.code == "index-column"
        for name in finding.columns
    }
    names = [column.name for column in comparison.original.columns if column.name not in compared]
    names += [column.name for column in comparison.avatar.columns if column.name not in partners]
    names = [name for name in dict.fromkeys(names) if name not in told]
    if names:
        yield Finding(
            code="columns-left-out",
            severity="note",
            columns=tuple(names),
            said=phrase("finding-columns-left-out", columns=listed(map(quoted, names))),
        )
