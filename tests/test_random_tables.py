"""Random small pairs of tables of every type give the counts of the oracle, by every road."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Literal

import oracle
import pyarrow.parquet as pq
import pytest
import strategies
from hypothesis import HealthCheck, given, settings
from oracle import Expected, Type
from strategies import Table

import rdmp

FACTOR = int(os.environ.get("RDMP_EXAMPLES", "1"))
"""Multiplies the number of examples, for a night's run."""

Pair = tuple[Table, Table, tuple[str, ...]]


def examples(number: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Set how many examples a test draws; the engine's start takes longer than hypothesis likes."""
    checks = [
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.large_base_example,
        HealthCheck.filter_too_much,
    ]
    return settings(
        max_examples=number * FACTOR,
        deadline=None,
        derandomize=FACTOR == 1,
        database=None,
        suppress_health_check=checks,
    )


def counts(
    original: object, avatar: object, look: Literal["always", "never"] = "never"
) -> Expected:
    """Evaluate a pair."""
    evaluation = rdmp.evaluate(original, avatar, threads=1, second_look=look)
    return Expected(**{one.name: getattr(evaluation, one.name) for one in fields(Expected)})


def expected(pair: Pair) -> Expected:
    """Count a pair with the oracle."""
    original, avatar, _ = pair
    return oracle.count(original.rows, avatar.rows, original.types, avatar.types)


def tables(pair: Pair) -> tuple[Any, Any]:
    """Return both sides as pyarrow tables."""
    original, avatar, order = pair
    return strategies.arrow(original), strategies.arrow(avatar, order)


def written(pair: Pair, folder: Path) -> tuple[Path, Path]:
    """Write both sides as Parquet."""
    paths = folder / "original.parquet", folder / "avatar.parquet"
    for table, path in zip(tables(pair), paths, strict=True):
        pq.write_table(table, path)
    return paths


@examples(100)
@given(strategies.pairs())
def test_parquet_files_count_as_the_formula_says(tmp_path: Path, pair: Pair) -> None:
    assert counts(*written(pair, tmp_path)) == expected(pair)


@examples(100)
@given(strategies.pairs(strategies.scalar_types(strategies.FAMILIES[:5]), max_columns=2))
def test_numbers_of_any_two_types_are_equal_if_they_are_the_same_number(
    tmp_path: Path, pair: Pair
) -> None:
    assert counts(*written(pair, tmp_path)) == expected(pair)


@examples(60)
@given(strategies.pairs(strategies.nested_types(), max_columns=2))
def test_nested_values_are_compared_by_the_same_rules_inside(pair: Pair) -> None:
    assert counts(*tables(pair)) == expected(pair)


@examples(100)
@given(strategies.pairs())
def test_arrow_tables_count_as_the_formula_says(pair: Pair) -> None:
    assert counts(*tables(pair)) == expected(pair)


@examples(40)
@given(strategies.pairs())
def test_one_pass_readers_count_as_the_formula_says(pair: Pair) -> None:
    original, avatar = tables(pair)
    assert counts(original.to_reader(max_chunksize=2), avatar.to_reader()) == expected(pair)


@examples(60)
@given(strategies.pairs())
def test_pandas_frames_of_arrow_types_count_as_the_formula_says(pair: Pair) -> None:
    pd = pytest.importorskip("pandas")
    original, avatar = (table.to_pandas(types_mapper=pd.ArrowDtype) for table in tables(pair))
    assert counts(original, avatar) == expected(pair)


POLARS: tuple[tuple[tuple[Type, ...], tuple[Type, ...]], ...] = tuple(
    (
        tuple(one for one in ones if one.style != "+05:30"),
        tuple(one for one in others if one.style != "+05:30"),
    )
    for ones, others in strategies.FAMILIES
    if strategies.UUID not in others
)
"""What polars has: no UUID, and zones by name only."""


@examples(60)
@given(strategies.pairs(strategies.scalar_types(POLARS)))
def test_polars_frames_count_as_the_formula_says(pair: Pair) -> None:
    pl = pytest.importorskip("polars")
    original, avatar = (pl.from_arrow(table) for table in tables(pair))
    assert counts(original, avatar) == expected(pair)


@examples(40)
@given(strategies.pairs(max_columns=2))
def test_a_second_look_at_any_type_changes_no_count(pair: Pair) -> None:
    assert counts(*tables(pair), look="always") == expected(pair)


@examples(60)
@given(strategies.pairs(strategies.scalar_types(), max_columns=2))
def test_part_files_count_as_their_rows_in_one_file(tmp_path: Path, pair: Pair) -> None:
    original, _, _ = pair
    folder = tmp_path / "original"
    folder.mkdir(exist_ok=True)
    middle = len(original.rows) // 2
    for number, rows in enumerate((original.rows[:middle], original.rows[middle:])):
        part = strategies.arrow(replace(original, rows=rows))
        pq.write_table(part, folder / f"part {number}.parquet")
    assert counts(folder, tables(pair)[1]) == expected(pair)
