"""The same pair in every format against every other: the known answer, or the documented stop.

`formats.FORMATS` has one entry a format; nothing here knows any of them by name.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from formats import FORMATS, SCHEMA, compares, flat_pair, known

import rdmp

PAIRS = [(one, other) for one in FORMATS for other in FORMATS]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], object]:
    """Both tables in every format, each in a folder of its own."""
    sources = {}
    for role, table in zip(("original", "avatar"), flat_pair(), strict=True):
        for name, form in FORMATS.items():
            folder: Path = tmp_path_factory.mktemp(f"{role}_{name}")
            sources[role, name] = form.write(table.select(list(form.kinds)), folder)
    return sources


def apart(one: str, other: str) -> tuple[set[str], set[str]]:
    """Return the columns that only one format holds, and those that no rule compares."""
    left, right = FORMATS[one].kinds, FORMATS[other].kinds
    shared = set(left) & set(right)
    return set(SCHEMA.names) - shared, {n for n in shared if not compares(left[n], right[n])}


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_every_format_scores_against_every_other_as_constructed(
    one: str, other: str, written: dict[tuple[str, str], object]
) -> None:
    lacking, stopping = apart(one, other)
    left_out = lacking | stopping
    found = rdmp.evaluate(
        written["original", one],
        written["avatar", other],
        exclude=sorted(left_out & (set(FORMATS[one].kinds) | set(FORMATS[other].kinds))),
        second_look="never",
        threads=1,
    )
    counts = (found.original_rows, found.unique_rows, found.matched_rows)
    assert counts == known(left_out)


@pytest.mark.parametrize(("one", "other"), [pair for pair in PAIRS if apart(*pair)[1]])
def test_a_column_that_no_rule_compares_stops_and_is_named(
    one: str, other: str, written: dict[tuple[str, str], object]
) -> None:
    lacking, stopping = apart(one, other)
    held = set(FORMATS[one].kinds) | set(FORMATS[other].kinds)
    with pytest.raises(rdmp.ColumnError) as stop:
        rdmp.evaluate(
            written["original", one], written["avatar", other], exclude=sorted(lacking & held)
        )
    assert any(repr(name) in stop.value.message for name in stopping)
    assert stop.value.hint is not None


@pytest.mark.parametrize("other", ["parquet", "avro"])
def test_dates_in_json_are_text_until_a_cast_says_otherwise(
    other: str, written: dict[tuple[str, str], object]
) -> None:
    found = rdmp.evaluate(
        written["original", "ndjson"],
        written["avatar", other],
        cast={"day": "DATE", "at": "TIMESTAMP", "instant": "TIMESTAMPTZ"},
    )
    assert (found.original_rows, found.unique_rows, found.matched_rows) == known(set())
