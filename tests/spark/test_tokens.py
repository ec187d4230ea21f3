"""The tokens of text files have the same codes on Spark as on DuckDB."""

from __future__ import annotations

import math
import os
import struct
from decimal import Decimal
from typing import TYPE_CHECKING

import duckdb
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from test_expected_tokens import TOKENS

from rdmp.alignment.facts import DECIMAL, SCIENTIFIC
from rdmp.alignment.questions import Question
from rdmp.syntax import DuckDBSyntax, SparkSyntax, Syntax
from rdmp.templates import render

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyspark.sql import SparkSession

FACTOR = int(os.environ.get("RDMP_EXAMPLES", "1"))

GIVEN_BACK = 16
"""The bit of a code that says that a double gives the number back."""

SAME_WHOLE = (2 * 64 + 1) * 16
"""The bits that say that it is the same whole number, if not in its shortest form."""

SINGLY = "select token, code from told_token"

Codes = dict[str | None, int]


def of_bits(bits: int) -> str:
    return repr(struct.unpack("d", struct.pack("Q", bits))[0])


MORE = (
    "0000-01-01", "0000-01-01 00:00", "2024-1-1234", "2024----12", "1234-56-7x", "2024-02-30 10:00",
    "12345678901234.5", "123456789012345.", ".00000000000000000", "-0e5", "0e-5", "-.0",
    "1e99999999999", "1e-99999999999", "1.5e2147483647", "1.5e-2147483648", "4.9e-324", "1e-324",
    "2.2250738585072014e-308", "9.99989e-321", "1e-320", "1.7976931348623157e308", "1.8e308",
    "9007199254740993", "9007199254740992", "36893488147419103232", "36893488147419103233",
    "170141183460469231731687303715884105727", "0.1234567890123456", "0.12345678901234567",
    "1.0000000000000001", "1.0000000000000002", "99999999999999999", "9.999999999999999e22",
    "1,234.5", "1.234,5", "1 234", "1'234", "1,2,3", "-INF", "+inf", "Infinity", "infinite",
    "İnf", "K", "true ", "tRUE", "TRUE", "fal\u017fe", "nan\n", "\n", "1\n", "2024-05-01\n",
    "141069934135448258917618685226235461632", "99999999999999997748809823456034029568", "\u00a01",
    "2024-05-01 10:00:00+15:59", "2024-05-01 10:00+1", "2024-05-01 10:00-0000", "2024-05-01T10:00Z",
    "2024-05-01T10:00:00.0000000Z", "2024-05-01 10:00:00.123456789 UTC", "x" * 3000, "9" * 3000,
)  # fmt: skip
"""Tokens at the edges of the patterns, besides those of the rules."""

LONG_LIST = (*TOKENS, *MORE, *(of_bits(one << 44) for one in range(100, 1 << 19, 997)))


def on_duckdb(tokens: Sequence[str], decimal: str) -> Codes:
    connection = duckdb.connect()
    connection.execute("create table token as select unnest(?) as c0", [[*tokens, None]])
    told = facts(DuckDBSyntax(), decimal).replace("count(*) as row_count,", "any_value(c0) as x,")
    found = connection.execute(f"{told} group by c0").fetchall()
    return {token: next(iter(codes)) for token, codes in found}


def on_spark(spark: SparkSession, tokens: Sequence[str], decimal: str) -> Codes:
    rows = [(token,) for token in [*tokens, None]]
    spark.createDataFrame(rows, "c0 string").createOrReplaceTempView("token")
    told = facts(SparkSyntax(), decimal)
    inner, _, _ = told.partition("-- a code of one column")
    inner = f"{inner.rstrip().rstrip(',')} ".replace("select question,", "select token, question,")
    try:
        each = spark.sql(inner + SINGLY)
        found = {row[0]: row[1] for row in each.collect()}
        counted = spark.sql(told).collect()[0]
    finally:
        spark.catalog.dropTempView("token")
    assert counted[0] == len(rows)
    assert sum(counted[1].values()) == len(rows)
    assert set(counted[1]) == set(found.values())
    return found


def facts(syntax: Syntax, decimal: str) -> str:
    question = Question("original", "c0", "codes", (decimal,))
    return render("facts", syntax, relation="token", questions=(question,), expected={}).sql


def judge(tokens: Sequence[str], here: Codes, there: Codes, decimal: str) -> None:
    """Hold codes against each other; only of numbers of 16 digits and more may Spark say less."""
    assert here.keys() == there.keys()
    for token, code in there.items():
        if here[token] == code:
            continue
        assert token is not None
        assert code & 15 in {DECIMAL, SCIENTIFIC}, token
        number = Decimal(token.replace(decimal, "."))
        if abs(number) >= 10**38:
            assert code - here[token] == SAME_WHOLE, token
            continue
        assert code - here[token] == GIVEN_BACK, token
        assert len(number.normalize().as_tuple().digits) in {16, 17}, token
    kept: dict[float, Decimal] = {}
    for token, code in here.items():  # numbers that share a double never all pass
        if (
            token
            and code & 15 in {DECIMAL, SCIENTIFIC}
            and code & GIVEN_BACK
            and not code >> 5 & 64
        ):
            number = Decimal(token.replace(decimal, "."))
            assert math.isfinite(float(number))
            assert kept.setdefault(float(number), number) == number, token


@pytest.mark.parametrize("decimal", [".", ","])
@pytest.mark.parametrize("ansi", ["true", "false"])
def test_a_long_list_of_tokens_has_the_same_codes(
    spark: SparkSession, decimal: str, ansi: str
) -> None:
    tokens = sorted(set(LONG_LIST) - {"İnf"})
    before = spark.conf.get("spark.sql.ansi.enabled")
    spark.conf.set("spark.sql.ansi.enabled", ansi)
    try:
        here = on_spark(spark, tokens, decimal)
    finally:
        spark.conf.set("spark.sql.ansi.enabled", str(before))
    judge(tokens, here, on_duckdb(tokens, decimal), decimal)


NUMBERS = st.one_of(
    st.integers(0, 2**64 - 1).map(of_bits),
    st.floats(-1e6, 1e6).map(repr),
    st.integers(-(10**40), 10**40).map(str),
    st.text("0123456789.-+eE", min_size=1, max_size=24),
    st.text("0123456789.,' ", min_size=1, max_size=12),
    st.builds(lambda x, n: f"{x:.{n}f}", st.floats(-1e9, 1e9), st.integers(0, 20)),
    st.builds(lambda x, n: f"{x:.{n}e}", st.floats(-1e9, 1e9), st.integers(0, 20)),
)
TIMES = st.builds(
    lambda moment, cut, end: moment.isoformat()[:cut].replace("T", end[0]) + end[1:],
    st.datetimes(),
    st.integers(8, 30),
    st.sampled_from([" ", "T", " Z", "T+02", " +0530", "T UTC", " .5", "T0", "t", "  "]),
)


@settings(
    max_examples=3 * FACTOR,
    deadline=None,
    derandomize=FACTOR == 1,
    database=None,
    phases=[Phase.generate],  # one example is a list of which each token is told by itself
    suppress_health_check=list(HealthCheck),
)
@given(
    tokens=st.lists(
        st.one_of(NUMBERS, NUMBERS, TIMES, st.text(max_size=8)), min_size=50, max_size=200
    ),
    decimal=st.sampled_from(".,"),
)
def test_random_tokens_have_the_same_codes(
    spark: SparkSession, tokens: list[str], decimal: str
) -> None:
    tokens = sorted({one for one in tokens if "\0" not in one and "İ" not in one})
    judge(tokens, on_spark(spark, tokens, decimal), on_duckdb(tokens, decimal), decimal)


pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")
