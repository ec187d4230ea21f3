"""Which rows of a holdout stand on the other sides: counted by the engine, few of them compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rdmp.asking import no_rows
from rdmp.coincidence import Coincidence, Share
from rdmp.comparison import Comparison
from rdmp.holdout.opening import Holdout
from rdmp.plans import Sizes
from rdmp.plans.keys import choose
from rdmp.result import Counts
from rdmp.seam import Survey
from rdmp.templates import render
from rdmp.views import expressions


def count_coincidence(
    comparison: Comparison, holdout: Holdout, counts: Counts, survey: Survey | None = None
) -> Coincidence:
    """Count the holdout's rows on the other sides, beside the counts of the evaluation.

    As in `rdmp.plans.pruned`, hashes of a few columns are intersected first, and equality is
    decided on all columns of the rows that are left. ``sql/coincidence.sql`` decides.

    Parameters
    ----------
    comparison : Comparison
    holdout : Holdout
    counts : Counts
        Of original and avatar, unique rows among them.
    survey : Survey, optional
        Of the original, whose sample is the view ``original_sample``: tells which columns to hash;
        all of them without it.

    Raises
    ------
    InputError
        If the holdout has no row.
    EngineError
        If the engine fails.
    """
    engine, syntax = comparison.engine, comparison.engine.syntax
    rows = holdout.rows
    if rows is None:
        relation = holdout.relation.sql_name
        rows = int(
            engine.query(render("facts", syntax, relation=relation, questions=(), expected={}))[0][
                0
            ]
        )
    if rows == 0:
        raise no_rows(holdout.relation)
    hashed = _telling(comparison, survey, rows)
    known_keys, copied_keys = _of(holdout.known, hashed), _of(holdout.copied, hashed)
    for name, other, columns in (
        ("known_key", "original_of_holdout", known_keys),
        ("copied_key", "avatar_of_holdout", copied_keys),
    ):
        engine.materialize(name, render("holdout_keys", syntax, other=other, columns=columns))
    statement = render(
        "coincidence",
        syntax,
        known=_of(holdout.known, holdout.known),
        known_keys=known_keys,
        copied=_of(holdout.copied, holdout.copied),
        copied_keys=copied_keys,
    )
    known, coincident = map(int, engine.query(statement)[0])
    return Coincidence(
        holdout=holdout.relation.label,
        set_aside_rows=known,
        unique=Share(found=counts.matched_rows, rows=counts.unique_rows or 0),
        drawn=Share(found=coincident, rows=rows - known),
    )


def _telling(comparison: Comparison, survey: Survey | None, rows: int) -> list[str]:
    """Return the columns of the original that tell rows apart: a guess, for speed only."""
    if survey is None or comparison.sizes is None:
        return [column.original.sql_name for column in comparison.alignment.columns]
    larger = max(comparison.sizes.original, comparison.sizes.avatar)
    sizes = Sizes(original=larger, avatar=rows)
    chosen = set(choose(comparison.engine, comparison.layout, survey, sizes).columns)
    return [
        column.original.sql_name
        for column in comparison.alignment.columns
        for expression in expressions(
            column.original.sql_name, column.original, column.original_form
        )
        if expression.name in chosen
    ]


def _of(columns: Mapping[str, tuple[str, ...]], bases: Iterable[str]) -> list[str]:
    return [name for base in dict.fromkeys(bases) for name in columns[base]]
