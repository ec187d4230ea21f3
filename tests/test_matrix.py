"""The same pair in every format against every other: the known answer, or the documented stop.

`stored_formats.ALL` has one entry a format; nothing here knows any of them by name. Each format is
written once, when a pair first asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import storage
from formats import SCHEMA, compares, flat_pair, known
from stored_formats import ALL

import rdmp
from rdmp.options import Keywords


def apart(one: str, other: str) -> tuple[set[str], set[str]]:
    """Return the columns that only one format holds, and those that no rule compares."""
    left, right = ALL[one].kinds, ALL[other].kinds
    shared = set(left) & set(right)
    return set(SCHEMA.names) - shared, {n for n in shared if not compares(left[n], right[n])}


PAIRS = [
    (one, other)
    for left, one in enumerate(ALL)
    for right, other in enumerate(ALL)
    if "parquet" in {one, other} or (left + right) % 2 == (left < right)
]
"""Every format against every other, once in one of the two directions; against Parquet in both."""

STOPS = list(
    {
        (tuple(ALL[one].kinds.items()), tuple(ALL[other].kinds.items())): (one, other)
        for one, other in PAIRS
        if apart(one, other)[1]
    }.values()
)
"""Of those with columns that no rule compares, one for each two kinds of format."""

Sources = Callable[[str, str], object]


@pytest.fixture(scope="module")
def s3() -> Iterator[storage.Storage]:
    with storage.s3() as started:
        yield started


@pytest.fixture(scope="module")
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Sources:
    """Return what gives a table by its role and format."""
    tables = dict(zip(("original", "avatar"), flat_pair(), strict=True))
    sources: dict[tuple[str, str], object] = {}

    def source(role: str, name: str) -> object:
        if (role, name) not in sources:
            form = ALL[name]
            server: Any = request.getfixturevalue(form.server) if form.server else None
            folder: Path = tmp_path_factory.mktemp(f"{role}_{name}")
            held = tables[role].select(list(form.kinds))
            sources[role, name] = form.write(held, folder, server)
        return sources[role, name]

    return source


def said(one: str, other: str, left_out: set[str]) -> Keywords:
    """Return the options that a user gives for two formats."""
    held = set(ALL[one].kinds) | set(ALL[other].kinds)
    options = Keywords(exclude=sorted(left_out & held), second_look="never", threads=1)
    if export := ALL[one].export:
        options |= {"original_export": export, "original_header": True}
    if export := ALL[other].export:
        options |= {"avatar_export": export, "avatar_header": True}
    return options


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_every_format_scores_against_every_other_as_constructed(
    one: str, other: str, written: Sources
) -> None:
    lacking, stopping = apart(one, other)
    left_out = lacking | stopping
    found = rdmp.evaluate(
        written("original", one), written("avatar", other), **said(one, other, left_out)
    )
    counts = (found.original_rows, found.unique_rows, found.matched_rows)
    assert counts == known(left_out)


@pytest.mark.parametrize(("one", "other"), STOPS)
def test_a_column_that_no_rule_compares_stops_and_is_named(
    one: str, other: str, written: Sources
) -> None:
    lacking, stopping = apart(one, other)
    with pytest.raises(rdmp.ColumnError) as stop:
        rdmp.evaluate(
            written("original", one), written("avatar", other), **said(one, other, lacking)
        )
    assert any(repr(name) in stop.value.message for name in stopping)
    assert stop.value.hint is not None


@pytest.mark.parametrize("other", ["parquet", "avro"])
def test_dates_in_json_are_text_until_a_cast_says_otherwise(other: str, written: Sources) -> None:
    found = rdmp.evaluate(
        written("original", "ndjson"),
        written("avatar", other),
        cast={"day": "DATE", "at": "TIMESTAMP", "instant": "TIMESTAMPTZ"},
    )
    assert (found.original_rows, found.unique_rows, found.matched_rows) == known(set())
