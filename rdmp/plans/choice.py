"""Which plan counts a pair: one function, on evidence that is there anyway.

===========================================  ================================================
evidence                                     plan
===========================================  ================================================
both tables are small                        the definition: pruning costs more than it saves
pruning does not pay on the engine           the definition
a side's number of rows is not known         the definition
a sample's rows mostly repeat one another    the definition: it holds each distinct row once;
                                             where next to all repeat, it groups what is stored
candidates are most rows (`pruned`)          the definition: pruning leaves nothing out
otherwise                                    the pruned plan
===========================================  ================================================

Whatever is chosen, the counts are the same; ``tests/test_plans.py`` forces every choice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rdmp.plans import definition, pruned
from rdmp.plans.definition import Layout, Sizes
from rdmp.plans.keys import Keys, choose
from rdmp.plans.pruned import KEY_BITS, WHOLE_BITS
from rdmp.result import Counts
from rdmp.seam import Engine, Statement, Survey
from rdmp.templates import render

SMALL = 100_000
"""Rows of both sides together up to which the definition is taken without a look."""

MOSTLY_REPEATED = 0.5
"""Share of distinct rows in the sample below which the definition is taken."""

NEXT_TO_ALL_REPEATED = 0.05
"""Share below which rows are grouped as they are stored: what is left to convert costs nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is to be counted.

    Attributes
    ----------
    layout : Layout
        The columns of the compared views.
    sizes : Sizes or None
        Rows of both sides, if they are known already.
    quick : bool
        Count n and matched rows only.
    """

    layout: Layout
    sizes: Sizes | None
    quick: bool = False

    @property
    def is_small(self) -> bool:
        """Whether the definition is taken without a look."""
        return self.sizes is None or self.sizes.original + self.sizes.avatar <= SMALL


def count(engine: Engine, task: Task, survey: Survey | None) -> Counts:
    """Count with the plan that fits; ``original_sample`` is the view of the survey's sample."""
    found, repeated = None, False
    if task.sizes is not None and survey is not None:
        keys = choose(engine, task.layout, survey, task.sizes)
        if keys.distinct >= MOSTLY_REPEATED:
            counted = pruned.count_matches if task.quick else pruned.count
            found = counted(engine, task.layout, keys, task.sizes)
        repeated = keys.distinct < NEXT_TO_ALL_REPEATED
    if found is None:
        found = definition.count(engine, task.layout, repeated=repeated)
    return _quick(found) if task.quick else found


def _quick(counts: Counts) -> Counts:
    """Return n and matched rows alone, whichever plan counted them."""
    return replace(
        counts, unique_rows=None, present_rows=None, avatar_rows=None, copied_avatar_rows=None
    )


def statements(engine: Engine, task: Task, survey: Survey | None) -> tuple[Statement, ...]:
    """Return the statements that `count` would run, without running what reads whole tables."""
    if survey is None or task.sizes is None:
        return (definition.statement(task.layout, engine.syntax),)
    keys = choose(engine, task.layout, survey, task.sizes)
    if keys.distinct < MOSTLY_REPEATED:
        if keys.distinct < NEXT_TO_ALL_REPEATED:
            return (definition.repeated_statement(task.layout, engine.syntax),)
        return (definition.statement(task.layout, engine.syntax),)
    return _pruned_statements(engine, task, keys)


def _pruned_statements(engine: Engine, task: Task, keys: Keys) -> tuple[Statement, ...]:
    syntax = engine.syntax
    bits = WHOLE_BITS if task.quick else KEY_BITS
    if task.quick:
        first = [_table(pruned.shared_keys(keys, syntax, bits))]
    else:
        first = [
            _table(pruned.neighbours(keys, syntax, bits)),
            render("candidate_evidence", syntax),
        ]
    views = [
        Statement(name=f"view {name}", sql=view.sql)
        for name, view in pruned.candidate_views(task.layout, keys, syntax, bits)
    ]
    last = definition.statement(task.layout, syntax, "original_candidate", "avatar_candidate")
    return (*first, *views, last)


def _table(statement: Statement) -> Statement:
    return replace(statement, name=f"table {pruned.CANDIDATE_KEY}")
