"""Random text files count on Spark by the rules, as on DuckDB, or stop where those say so."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
import test_random_text as common
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rdmp

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FACTOR = int(os.environ.get("RDMP_EXAMPLES", "1"))

NOT_ON_SPARK = {"TIMESTAMP_NS"}
"""Types that Spark does not read."""

FEW = settings(
    max_examples=8 * FACTOR,
    deadline=None,
    derandomize=FACTOR == 1,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def on(spark: SparkSession) -> common.Evaluate:
    """Return what evaluates on Spark, whose threads are its own."""

    def evaluate(*paths: object, threads: int, **options: Any) -> rdmp.Evaluation:
        assert threads == 1
        return rdmp.evaluate(*paths, engine=spark, **options)

    return evaluate


@FEW
@given(
    pair=common.text_pairs(),
    quoted=st.booleans(),
    null=st.sets(st.sampled_from(common.MISSING_TOKENS)),
)
def test_random_pairs_of_text_files_are_counted_as_the_rules_say(
    spark: SparkSession,
    pair: tuple[list[common.Cells], list[common.Cells]],
    *,
    quoted: bool,
    null: set[str],
) -> None:
    common.judge_text_pair(pair, quoted=quoted, null=null, evaluate=on(spark))


@FEW
@given(
    pair=common.typed_pairs().filter(
        lambda pair: not any(sql_type in NOT_ON_SPARK for sql_type, _ in pair[0])
    ),
    table_is_original=st.booleans(),
)
def test_random_text_files_against_typed_tables_are_counted_as_the_rules_say(
    spark: SparkSession,
    pair: tuple[list[tuple[str, list[Any]]], list[common.Cells]],
    *,
    table_is_original: bool,
) -> None:
    common.judge_text_against_table(pair, table_is_original=table_is_original, evaluate=on(spark))


pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")
