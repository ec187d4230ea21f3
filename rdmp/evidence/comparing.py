"""A recorded run held against its repetition: what differs, and what is only worth a note."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rdmp.evidence.reading import COUNTS, MORE_COUNTS, RATES
from rdmp.evidence.record import Evidence, RecordedSource
from rdmp.evidence.verification import Difference
from rdmp.evidence.writing import schemas_of, versions
from rdmp.result import Evaluation

_ENGINE = "engine"

_MACHINE = frozenset({"platform", "python"})
"""Versions on which no answer depends."""


def compared(
    recorded: Evidence, evaluations: Sequence[Evaluation]
) -> tuple[tuple[Difference, ...], tuple[Difference, ...]]:
    """Return what makes the repetition another run, and what is only a note.

    Counts and what follows from them differ, or they do not. How types are spelled, how columns are
    compared and what is found may follow from the versions: where those differ, it is a note.
    """
    other = tuple(_versions(recorded, evaluations[0]))
    counts, softer = [*_rows(recorded, evaluations)], [*_schemas(recorded, evaluations)]
    avatars = [one for one in recorded.sources if one.role == "avatar"]
    for source, before, evaluation in zip(avatars, recorded.evaluations, evaluations, strict=True):
        now = json.loads(json.dumps(evaluation.to_dict()))  # as it would be recorded
        counts += _counts(source, before, now)
        softer += _told(source, before, now)
    if any(one.what not in _MACHINE for one in other):
        return tuple(counts), (*other, *softer)
    return (*counts, *softer), other


def _versions(recorded: Evidence, evaluation: Evaluation) -> Iterator[Difference]:
    before = dict(recorded.versions) | {_ENGINE: recorded.engine}
    now = versions(evaluation) | {_ENGINE: evaluation.engine}
    for name in dict.fromkeys((*before, *now)):
        if before.get(name) != now.get(name):
            yield Difference(
                kind="version",
                role=None,
                source="",
                what=name,
                recorded=before.get(name),
                found=now.get(name),
            )


def _rows(recorded: Evidence, evaluations: Sequence[Evaluation]) -> Iterator[Difference]:
    for source, schema in zip(recorded.sources, schemas_of(evaluations), strict=True):
        if source.rows != schema.rows:
            yield Difference(
                kind="count",
                role=source.role,
                source=source.named,
                what="rows",
                recorded=source.rows,
                found=schema.rows,
            )


def _schemas(recorded: Evidence, evaluations: Sequence[Evaluation]) -> Iterator[Difference]:
    for source, schema in zip(recorded.sources, schemas_of(evaluations), strict=True):
        about = Difference(kind="schema", role=source.role, source=source.named, what="")
        before = {one.name: one.type for one in source.columns}
        now = {one.name: one.type for one in schema.columns}
        names = [one.name for one in source.columns]
        if before == now and names != [one.name for one in schema.columns]:
            yield replace(about, what="columns")
        for name in dict.fromkeys((*before, *now)):
            if before.get(name) != now.get(name):
                yield replace(about, what=name, recorded=before.get(name), found=now.get(name))


def _counts(
    source: RecordedSource, before: Mapping[str, Any], now: Mapping[str, Any]
) -> Iterator[Difference]:
    about = Difference(kind="count", role=source.role, source=source.named, what="")
    for name in (*COUNTS, *MORE_COUNTS, *RATES):
        if before[name] != now[name]:
            yield replace(about, what=name, recorded=before[name], found=now[name])
    old, new = before["coincidence"] or {}, now["coincidence"] or {}
    for name in new or old:
        if name != "holdout" and old.get(name) != new.get(name):
            figures = _figures(old.get(name), new.get(name))
            yield replace(about, what=f"coincidence.{name}", **figures)


def _told(
    source: RecordedSource, before: Mapping[str, Any], now: Mapping[str, Any]
) -> Iterator[Difference]:
    about = Difference(kind="comparison", role=source.role, source=source.named, what="")
    if before["columns"] != now["columns"]:
        changed = [one["name"] for one in now["columns"] if one not in before["columns"]]
        yield replace(about, what=changed[0] if changed else "columns")
    old, new = (Counter(map(_finding, one["findings"])) for one in (before, now))
    for code, *_ in old - new:
        yield replace(about, kind="finding", what=code, recorded=code)
    for code, *_ in new - old:
        yield replace(about, kind="finding", what=code, found=code)


def _finding(one: Mapping[str, Any]) -> tuple[str, str, tuple[str, ...]]:
    return one["code"], one["severity"], tuple(one["columns"])


def _figures(before: Any, now: Any) -> dict[str, Any]:
    """Return two figures; what is no single one, such as an interval, is only known to differ."""
    scalar = (int, float, str)
    return {
        "recorded": before if isinstance(before, scalar) else None,
        "found": now if isinstance(now, scalar) else None,
    }
