"""Random small pairs count on Spark as on DuckDB and by the formula, or stop and say why.

Every type that Spark has takes part, nested ones too, with ANSI mode on and off.
"""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import oracle
import pyarrow.parquet as pq
import pytest
import strategies
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle import Expected, Type
from strategies import Table

import rdmp

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FACTOR = int(os.environ.get("RDMP_EXAMPLES", "1"))

Pair = tuple[Table, Table, tuple[str, ...]]


def is_known(of: Type) -> bool:
    """Tell whether Spark has a type."""
    if of.kind in {"duration", "uuid"} or (of.kind == "time" and of.unit != "us"):
        return False
    return of.unit != "ns" and all(is_known(inner) for _, inner in of.fields)


def is_wide(one: Type, other: Type) -> bool:
    """Tell whether a pair may hold decimals of which Spark cannot tell what double they are."""
    if one.fields:
        others = dict(other.fields)
        return any(name in others and is_wide(inner, others[name]) for name, inner in one.fields)
    kinds = {one.kind, other.kind}
    long = any(
        (of.kind == "decimal" and of.precision > 15) or (of.kind == "integer" and of.bits == 64)
        for of in (one, other)
    )
    return long and bool(kinds & {"float32", "float64"})


FAMILIES = tuple(
    (tuple(filter(is_known, ones)), tuple(filter(is_known, others)))
    for ones, others in strategies.FAMILIES
    if any(map(is_known, ones)) and any(map(is_known, others))
)
COLUMNS = st.one_of(
    strategies.scalar_types(FAMILIES),
    strategies.scalar_types(FAMILIES),
    strategies.nested_types().filter(lambda pair: all(map(is_known, pair))),
)


@settings(
    max_examples=30 * FACTOR,
    deadline=None,
    derandomize=FACTOR == 1,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(strategies.pairs(COLUMNS), st.sampled_from(["true", "false"]))
def test_random_tables_count_as_on_duckdb_and_as_the_formula_says(
    spark: SparkSession, tmp_path: Path, pair: Pair, ansi: str
) -> None:
    original, avatar, order = pair
    tables = strategies.arrow(original), strategies.arrow(avatar, order)
    paths = tmp_path / "original.parquet", tmp_path / "avatar.parquet"
    for table, path in zip(tables, paths, strict=True):
        pq.write_table(table, path)
    spark.conf.set("spark.sql.ansi.enabled", ansi)
    try:
        found = rdmp.evaluate(*paths, second_look="never", engine=spark)
    except rdmp.ColumnError as stop:
        pairs = zip(original.types, avatar.types, strict=True)
        if "15 digits" in stop.message and any(is_wide(*both) for both in pairs):
            return
        raise
    finally:
        spark.conf.set("spark.sql.ansi.enabled", "true")
    expected = oracle.count(original.rows, avatar.rows, original.types, avatar.types)
    there = rdmp.evaluate(*paths, second_look="never", threads=1)
    for one in (found, there):
        assert Expected(**{f.name: getattr(one, f.name) for f in fields(Expected)}) == expected


pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")
