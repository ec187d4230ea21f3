"""`evaluate`: the score of one avatar table. `explain`: the SQL that it would run."""

from __future__ import annotations

import platform
import time
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Unpack

from rdmp import findings, plans, progress
from rdmp.asking import no_rows
from rdmp.coincidence import Coincidence
from rdmp.comparison import Comparison, compare, count_records, define_key_sample
from rdmp.errors import OptionError
from rdmp.options import Keywords, Options
from rdmp.result import ComparedColumn, Counts, Evaluation, Finding
from rdmp.schemas import Schema, StoredColumn
from rdmp.seam import Relation, Statement, Survey
from rdmp.sources import Source, resolve

if TYPE_CHECKING:
    from rdmp.holdout import Holdout


def evaluate(
    original: object,
    avatar: object,
    *,
    holdout: object | None = None,
    **keywords: Unpack[Keywords],
) -> Evaluation:
    """Measure the Row Direct Match Protection of an avatar table.

    It answers: how many rows of the original occur exactly once there and stand, equal on every
    column, among the avatars? With n rows in the original,

        RDMP = 100 * (1 - matched / n)

    100 means that no such row was found. The definition is ``sql/rdmp.sql``.

    Parameters
    ----------
    original, avatar : path-like or object
        A file, folder or glob (Parquet, delimited text, JSON, Arrow, ORC, Avro, statistics files);
        ``FILE::TABLE`` of a database file or workbook; ``postgresql://…::TABLE`` or another
        database's address; a path in a bucket; ``delta:PATH``, ``iceberg:PATH``; or a frame of
        pandas or polars, a pyarrow table, data set or reader, or any object with an Arrow stream.
    holdout : path-like or object, optional
        Rows of the original's population that the generator never saw, as many as there are, named
        and written like the original: how often they match is how often chance matches
        (`Evaluation.coincidence`).
    **keywords
        See `Options`; the same words as the options of the command line.

    Returns
    -------
    Evaluation

    Raises
    ------
    InputError
        If a source cannot be read, or columns cannot be paired or compared exactly.
    EngineError
        If the engine fails, or runs out of memory or disk.

    References
    ----------
    Guillaudeux et al., "Patient-centric synthetic data generation, no reason to risk
    re-identification in biomedical data analysis", npj Digital Medicine 6, 37 (2023), is the avatar
    method; ``sql/rdmp.sql`` has the metric.
    """
    options = Options(**keywords)
    refuse_quick_holdout(options, holdout)
    started_at, start = datetime.now(UTC), time.perf_counter()
    further = () if holdout is None else (resolve(holdout, "holdout", elsewhere=options.elsewhere),)
    later = not options.quick
    with compare(original, avatar, options, further=further, counted_later=later) as comparison:
        drawn = _opened(comparison, further[0], options) if further else None
        _, survey, counts = count_all(comparison, options)
        with progress.step(progress.COINCIDENCE):
            coincidence = None if drawn is None else _met(comparison, drawn, counts, survey)
        found = comparison.alignment.findings + (drawn.findings if drawn else ())
        with progress.step(progress.FINDINGS):
            found += findings.find(comparison, counts, options, survey)
        return Evaluation(
            original=comparison.original.label,
            avatar=comparison.avatar.label,
            counts=counts,
            columns=tuple(column.shown for column in comparison.alignment.columns),
            findings=in_order(found),
            engine=comparison.engine.name,
            versions=versions(comparison),
            options=given(options),
            started_at=started_at,
            seconds=time.perf_counter() - start,
            statements=tuple(comparison.engine.statements),
            coincidence=coincidence,
            schemas=_schemas(comparison, counts, drawn, coincidence),
        )


def _opened(comparison: Comparison, holdout: Source, options: Options) -> Holdout:
    from rdmp.holdout import open_holdout  # where there is none, it costs no time

    return open_holdout(comparison, holdout, options)


def _met(
    comparison: Comparison, holdout: Holdout, counts: Counts, survey: Survey | None
) -> Coincidence:
    from rdmp.holdout import count_coincidence

    return count_coincidence(comparison, holdout, counts, survey)


def refuse_quick_holdout(options: Options, holdout: object | None) -> None:
    """Refuse a holdout where too little is counted for it.

    Raises
    ------
    OptionError
    """
    if holdout is not None and options.quick:
        message = "--holdout needs the unique rows, which --quick does not count"
        raise OptionError(message, "leave one of the two out")


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """The SQL of an evaluation, without its counts.

    Attributes
    ----------
    original, avatar : Relation
        Both sides, with the users' names of the columns and ours.
    columns : tuple of ComparedColumn
        How each pair is compared.
    statements : tuple of Statement
        Views, facts and the statements of the plan, in order.
    """

    original: Relation
    avatar: Relation
    columns: tuple[ComparedColumn, ...]
    statements: tuple[Statement, ...]


def explain(original: object, avatar: object, **keywords: Unpack[Keywords]) -> Explanation:
    """Return the views, statements and parameters that `evaluate` would run.

    Sources are opened and facts asked, as alignment rests on them; nothing is compared.

    Raises
    ------
    RdmpError
        As `evaluate`.
    """
    options = Options(**keywords)
    with compare(original, avatar, options) as comparison:
        task = _task(comparison, options)
        planned = plans.statements(comparison.engine, task, _survey(comparison, task))
        return Explanation(
            original=comparison.original,
            avatar=comparison.avatar,
            columns=tuple(column.shown for column in comparison.alignment.columns),
            statements=(*comparison.engine.statements, *planned),
        )


def count_all(comparison: Comparison, options: Options) -> tuple[plans.Task, Survey | None, Counts]:
    """Count an open comparison as `evaluate` does; return what it rested on as well."""
    task = _task(comparison, options)
    with progress.step(progress.SAMPLING):
        survey = _survey(comparison, task)
    with progress.step(progress.COUNTING):
        try:
            counts = _checked(comparison, plans.count(comparison.engine, task, survey))
        except plans.RowsDifferError:
            if not comparison.uncounted:
                raise
            count_records(comparison)
            counts = _checked(comparison, plans.count(comparison.engine, task, survey))
    return task, survey, counts


def _task(comparison: Comparison, options: Options) -> plans.Task:
    return plans.Task(layout=comparison.layout, sizes=comparison.sizes, quick=options.quick)


def _survey(comparison: Comparison, task: plans.Task) -> Survey | None:
    """Look around for the choice of a plan, unless there is nothing to choose."""
    return None if task.is_small else define_key_sample(comparison)


def _checked(comparison: Comparison, counts: Counts) -> Counts:
    """Refuse a side without rows, and counts that contradict an earlier full pass."""
    if counts.original_rows == 0:
        raise no_rows(comparison.original)
    if counts.avatar_rows == 0:
        raise no_rows(comparison.avatar)
    found = {"original": counts.original_rows, "avatar": counts.avatar_rows}
    for role, rows in comparison.rows.items():
        if found[role] not in {rows, None}:
            raise plans.RowsDifferError(rows, found[role], role)
    return counts


def _schemas(
    comparison: Comparison,
    counts: Counts,
    drawn: Holdout | None,
    coincidence: Coincidence | None,
) -> tuple[Schema, ...]:
    """Return what the tables looked like, with the rows that were counted or told."""
    known = comparison.rows.get("avatar")
    avatars = counts.avatar_rows if counts.avatar_rows is not None else known
    found = [
        _schema(comparison.original, counts.original_rows),
        _schema(comparison.avatar, avatars),
    ]
    if drawn is not None and coincidence is not None:
        found.append(_schema(drawn.relation, coincidence.holdout_rows))
    return tuple(found)


def _schema(relation: Relation, rows: int | None) -> Schema:
    columns = (StoredColumn(name=one.name, type=one.type.stored) for one in relation.columns)
    return Schema(role=relation.role, source=relation.label, columns=tuple(columns), rows=rows)


def in_order(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Put warnings first, and leave the order as it is otherwise."""
    return tuple(sorted(findings, key=lambda finding: finding.severity != "warning"))


def versions(comparison: Comparison) -> Mapping[str, str]:
    """Return the versions that a result depends on."""
    from importlib.metadata import version

    own = {"rdmp": version("rdmp"), "python": platform.python_version()}
    return own | dict(comparison.engine.versions)


def given(options: Options) -> dict[str, object]:
    """Return the options that differ from their defaults, as plain values."""
    empty = Options()
    found: dict[str, object] = {}
    for one in fields(Options):
        value = getattr(options, one.name)
        if one.name == "engine" and not isinstance(value, str):
            continue  # an engine or a session of the caller's: the result names it
        if one.name == "remote" and value is not None:
            value = value.partition(";")[0]  # parameters of the address may hold a token
        if value != getattr(empty, one.name):
            if isinstance(value, Mapping):
                found[one.name] = dict(value)
            elif isinstance(value, str | bool | int):
                found[one.name] = value
            elif hasattr(value, "__fspath__"):
                found[one.name] = str(value)
            else:
                found[one.name] = list(value)
    return found
