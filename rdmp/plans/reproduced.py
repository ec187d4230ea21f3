"""Which rows match, not only how many: the plan of ``rdmp rows`` and ``rdmp filter``.

1. Keep the keys that stand on both sides (`pruned`): every row that can match has one of them, and
   with it every row that is equal to it, so that groups are whole.
2. Group the original's rows that have such a key by all columns, and keep those that occur once
   with the place where they stand; join them with the avatars on all columns.

What is kept in the engine is narrow: a part, a position and a count. Whoever wants the rows reads
the source once more and joins it by place, so that no wide row is ever held.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rdmp.forms import Expression, Form
from rdmp.options import Role
from rdmp.plans.choice import Task
from rdmp.plans.keys import Keys, choose
from rdmp.plans.pruned import CANDIDATE_KEY, SIDES, WHOLE_BITS, shared_keys
from rdmp.seam import Engine, Statement, Survey, Type
from rdmp.templates import render

REPRODUCED_ROW = "reproduced_row"
REPRODUCING_ROW = "reproducing_row"

_PLACE = ("part", "position")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """A column of the original on its way into a digest: what its values are, and how to get there.

    ``is_moment``: the form is whole microseconds, nanoseconds beyond them, and a spelling.
    """

    column: str
    form: Form
    type: Type
    is_moment: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A column of the original that is written as it is: under which name, and whether as text."""

    column: str
    name: str
    is_text: bool
    as_text: bool


def find_originals(engine: Engine, task: Task, survey: Survey | None, numbered: Statement) -> int:
    """Keep where the matched rows of the original stand as ``reproduced_row``; count them."""
    engine.define("original_numbered", numbered)
    _define_candidates(engine, task, survey, {"original": "original_numbered"})
    statement = render(
        "reproduced_rows",
        engine.syntax,
        columns=list(task.layout.columns),
        own=list(task.layout.own),
    )
    return engine.materialize(REPRODUCED_ROW, statement)


def find_avatars(engine: Engine, task: Task, survey: Survey | None, numbered: Statement) -> int:
    """Keep where the avatar rows that match stand as ``reproducing_row``; count them."""
    engine.define("avatar_numbered", numbered)
    _define_candidates(engine, task, survey, {"avatar": "avatar_numbered"})
    statement = render(
        "reproducing_rows",
        engine.syntax,
        columns=list(task.layout.columns),
        own=list(task.layout.own),
    )
    return engine.materialize(REPRODUCING_ROW, statement)


def _define_candidates(
    engine: Engine, task: Task, survey: Survey | None, numbered: Mapping[Role, str]
) -> None:
    """Find the keys of both sides, and define the views of their rows."""
    keys = _keys(engine, task, survey)
    engine.materialize(CANDIDATE_KEY, shared_keys(keys, engine.syntax, WHOLE_BITS))
    for role in SIDES:
        made = {one.name: one for one in task.layout.made[role]}
        columns = task.layout.columns + (task.layout.own if role == "original" else ())
        places = _PLACE if role in numbered else ()
        view = render(
            "candidates",
            engine.syntax,
            relation=numbered.get(role, role),
            expressions=[made[name] for name in columns]
            + [Expression(name, name) for name in places],
            keys=[made[name] for name in keys.columns],
            bits=WHOLE_BITS,
        )
        engine.define(f"{role}_candidate", view)


def _keys(engine: Engine, task: Task, survey: Survey | None) -> Keys:
    """Choose key columns as `choice.count` does; all of them where nobody has looked."""
    if task.sizes is None or survey is None:
        return Keys(columns=task.layout.columns, distinct=1.0)
    return choose(engine, task.layout, survey, task.sizes)
