"""The pruned plan gives the counts of the definition, whatever is chosen and however badly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rdmp
from rdmp.comparison import Comparison, compare, define_sample
from rdmp.options import Options
from rdmp.plans import choice, definition, keys, pruned
from rdmp.plans.choice import Task
from rdmp.plans.definition import Layout, Sizes
from rdmp.plans.keys import Keys
from rdmp.result import Counts
from rdmp.seam import Statement, Survey
from rdmp.templates import render

Row = tuple[Any, ...]


def counted_by_hand(original: list[Row], avatar: list[Row]) -> Counts:
    """The formula, written out."""
    left, right = Counter(original), Counter(avatar)
    return Counts(
        original_rows=len(original),
        unique_rows=sum(1 for n in left.values() if n == 1),
        matched_rows=sum(1 for row, n in left.items() if n == 1 and row in right),
        present_rows=sum(n for row, n in left.items() if row in right),
        avatar_rows=len(avatar),
        copied_avatar_rows=sum(n for row, n in right.items() if row in left),
    )


def table(rows: list[Row], types: list[pa.DataType]) -> pa.Table:
    """Rows as an Arrow table with columns a, b, c, …"""
    columns = [pa.array([row[i] for row in rows], kind) for i, kind in enumerate(types)]
    return pa.table(dict(zip("abcdefgh", columns, strict=False)))


@contextmanager
def opened(original: pa.Table, avatar: pa.Table, **options: Any) -> Iterator[Comparison]:
    """A comparison of two tables."""
    with compare(original, avatar, Options(**options)) as comparison:
        yield comparison


def sizes_of(comparison: Comparison) -> Sizes:
    """Rows of both sides, as the sources tell them."""
    sizes = comparison.sizes
    assert sizes is not None
    return sizes


WIDE = [pa.int64(), pa.string(), pa.float64()]
cells = st.tuples(
    st.sampled_from([0, 1, 2, None, 2**60]),
    st.sampled_from(["", "x", None]),
    st.sampled_from([0.5, 1.0, None]),
)
tables = st.lists(cells, min_size=1, max_size=24)


@settings(max_examples=150, deadline=None)
@given(tables, tables, st.sampled_from([3, 8, 47]), st.integers(1, 3))
def test_the_pruned_plan_counts_as_the_formula_whatever_collides(
    original: list[Row], avatar: list[Row], bits: int, width: int
) -> None:
    expected = counted_by_hand(original, avatar)
    with opened(table(original, WIDE), table(avatar, WIDE)) as comparison:
        layout, engine = comparison.layout, comparison.engine
        bad = Keys(columns=layout.columns[:width], distinct=1.0)
        found = pruned.count(engine, layout, bad, sizes_of(comparison), bits)
        by_definition = definition.count(engine, layout)
        by_side = definition.count(engine, layout, repeated=True)
        quick = pruned.count_matches(engine, layout, bad, sizes_of(comparison), bits)
        statement = render("rdmp", engine.syntax, columns=list(layout.columns))
        score = engine.query(statement)[0]
    assert by_definition == by_side == expected
    assert score == (expected.original_rows, expected.matched_rows)
    assert found in (expected, None)
    if quick is not None:
        assert (quick.original_rows, quick.matched_rows) == score


@pytest.fixture
def roomy() -> Iterator[None]:
    """Let most rows be candidates."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pruned, "MOST_CANDIDATES", 1.0)
        yield


@pytest.mark.usefixtures("roomy")
def test_a_key_column_that_is_constant_costs_time_only() -> None:
    original: list[Row] = [(7, str(i), float(i % 3)) for i in range(300)] + [(7, "twice", 0.5)] * 2
    avatar: list[Row] = [(7, str(i), float(i % 3)) for i in range(250, 400)] + [(7, "twice", 0.5)]
    with opened(table(original, WIDE), table(avatar, WIDE)) as comparison:
        layout, engine = comparison.layout, comparison.engine
        constant = Keys(columns=layout.columns[:1], distinct=1.0)
        sizes = Sizes(original=len(original), avatar=len(avatar))
        found = pruned.count(engine, layout, constant, sizes)
    expected = counted_by_hand(original, avatar)
    assert found is not None
    assert found.matched_rows == expected.matched_rows == 50
    assert found.present_rows == expected.present_rows == 52
    assert found.copied_avatar_rows == expected.copied_avatar_rows == 51
    assert found.unique_rows == expected.unique_rows == 300


def test_most_rows_as_candidates_send_the_plan_back_to_the_definition() -> None:
    rows: list[Row] = [(i, "x", 0.5) for i in range(50)]
    with opened(table(rows, WIDE), table(rows, WIDE)) as comparison:
        good = Keys(columns=comparison.layout.columns, distinct=1.0)
        args = (comparison.engine, comparison.layout, good, sizes_of(comparison))
        assert pruned.count(*args) is None
        assert pruned.count_matches(*args) is None


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("small", [0, 10**9])
@pytest.mark.parametrize("mostly_repeated", [0.0, 1.1])
@pytest.mark.parametrize("most", [0.0, 10.0])
def test_every_switch_gives_the_same_counts(
    monkeypatch: pytest.MonkeyPatch, *, quick: bool, small: int, mostly_repeated: float, most: float
) -> None:
    original: list[Row] = [(i % 70, str(i % 50), float(i % 30)) for i in range(400)]
    avatar: list[Row] = [(i % 70, str(i % 51), float(i % 30)) for i in range(300)]
    monkeypatch.setattr(choice, "SMALL", small)
    monkeypatch.setattr(choice, "MOSTLY_REPEATED", mostly_repeated)
    monkeypatch.setattr(pruned, "MOST_CANDIDATES", most)
    found = rdmp.evaluate(table(original, WIDE), table(avatar, WIDE), quick=quick).counts
    expected = counted_by_hand(original, avatar)
    if quick:
        expected = Counts(original_rows=expected.original_rows, matched_rows=expected.matched_rows)
    assert found == expected


def test_a_broken_order_of_keys_is_noticed_and_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    original: list[Row] = [(i, "x", 0.5) for i in range(60)] + [(1, "x", 0.5)]
    avatar: list[Row] = [(i, "x", 0.5) for i in range(50, 70)]
    real = pruned.neighbours
    asked: list[bool] = []

    def unsorted(*args: Any, promised: bool = False) -> Any:
        asked.append(promised)
        statement = real(*args, promised=promised)
        if promised:
            return statement
        return type(statement)(
            name=statement.name, sql=statement.sql.replace("order by high, low", "order by low")
        )

    monkeypatch.setattr(pruned, "neighbours", unsorted)
    with opened(table(original, WIDE), table(avatar, WIDE)) as comparison:
        chosen = Keys(columns=comparison.layout.columns, distinct=1.0)
        found = pruned.count(comparison.engine, comparison.layout, chosen, sizes_of(comparison))
    assert asked == [False, True]
    assert found == counted_by_hand(original, avatar)


NARROW = st.sampled_from([0.1, 0.30000000000000004, 0.3, 36.6, None, float("nan")])


@pytest.mark.usefixtures("roomy")
@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.tuples(NARROW, st.integers(0, 2)), min_size=1, max_size=20),
    st.lists(st.tuples(NARROW, st.integers(0, 2)), min_size=1, max_size=20),
    st.sampled_from([3, 47]),
)
def test_the_pruned_plan_judges_uniqueness_before_a_narrowing(
    original: list[Row], avatar: list[Row], bits: int
) -> None:
    left = table(original, [pa.float64(), pa.int64()])
    right = table(avatar, [pa.float32(), pa.int64()])
    with opened(left, right) as comparison:
        layout, engine = comparison.layout, comparison.engine
        assert layout.own
        chosen = Keys(columns=layout.columns[:1], distinct=1.0)
        sizes = Sizes(original=len(original), avatar=len(avatar))
        found = pruned.count(engine, layout, chosen, sizes, bits)
        whole = definition.count(engine, layout)
        assert definition.count(engine, layout, repeated=True) == whole
    assert found is not None
    assert (
        found.unique_rows,
        found.matched_rows,
        found.present_rows,
        found.copied_avatar_rows,
    ) == (
        whole.unique_rows,
        whole.matched_rows,
        whole.present_rows,
        whole.copied_avatar_rows,
    )


@pytest.mark.parametrize("lost", [-1, 1])
def test_as_many_keys_are_wanted_as_there_are_rows(lost: int) -> None:
    rows: list[Row] = [(i, "x", 0.5) for i in range(50)]
    with opened(table(rows, WIDE), table(rows[:20], WIDE)) as comparison:
        chosen = Keys(columns=comparison.layout.columns, distinct=1.0)
        told = Sizes(original=50 + lost, avatar=20)
        with pytest.raises(rdmp.EngineError, match=f"{70 + lost} rows in one pass and 70 in"):
            pruned.count(comparison.engine, comparison.layout, chosen, told)


def test_key_columns_are_those_that_tell_rows_apart_together() -> None:
    rows: list[Row] = [(i // 40, str(i % 40), 0.5) for i in range(1600)]
    with opened(table(rows, WIDE), table(rows[:9], WIDE)) as comparison:
        survey = define_sample(comparison)
        chosen = keys.choose(comparison.engine, comparison.layout, survey, sizes_of(comparison))
    assert set(chosen.columns) >= {"c0", "c1"}
    assert chosen.distinct == 1.0


def test_a_table_of_repeats_is_seen_in_the_sample() -> None:
    rows: list[Row] = [(i % 5, "x", 0.5) for i in range(1000)]
    with opened(table(rows, WIDE), table(rows[:9], WIDE)) as comparison:
        survey = define_sample(comparison)
        chosen = keys.choose(comparison.engine, comparison.layout, survey, sizes_of(comparison))
    assert chosen.distinct == 5 / 1000


@pytest.mark.parametrize(("distinct", "taken"), [(5, "counts_repeated"), (300, "counts")])
def test_where_next_to_all_rows_repeat_what_is_stored_is_grouped_first(
    monkeypatch: pytest.MonkeyPatch, distinct: int, taken: str
) -> None:
    monkeypatch.setattr(choice, "SMALL", 0)
    rows: list[Row] = [(i % distinct, str(i % distinct), 0.5) for i in range(1000)]
    original, avatar = [*rows, (-1, "once", 0.5)], [*rows[:200], (-1, "once", 0.5)]
    pair = table(original, WIDE), table(avatar, WIDE)
    found = rdmp.evaluate(*pair, second_look="never")
    assert found.counts == counted_by_hand(original, avatar)
    assert found.statements[-1].name == taken
    assert [one.name for one in rdmp.explain(*pair).statements][-1] == taken


FLOATS = st.sampled_from([0.0, -0.0, 0.5, None, float("nan"), float("inf")])
PRICES = st.sampled_from([Decimal("1.10"), Decimal(1), None])


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.tuples(FLOATS, PRICES, st.integers(0, 1)), min_size=1, max_size=20),
    st.lists(st.tuples(FLOATS, PRICES, st.integers(0, 1)), min_size=1, max_size=20),
)
def test_grouping_what_is_stored_first_changes_no_count(
    original: list[Row], avatar: list[Row]
) -> None:
    left = table(original, [pa.float64(), pa.decimal128(9, 2), pa.int64()])
    right = table(avatar, [pa.float64(), pa.decimal128(30, 5), pa.int16()])
    with opened(left, right) as comparison:
        layout, engine = comparison.layout, comparison.engine
        assert definition.repeated_statement(layout, engine.syntax).name == "counts_repeated"
        first = definition.count(engine, layout, repeated=True)
        assert first == definition.count(engine, layout)


def test_where_a_conversion_parts_what_grouping_takes_for_one_it_comes_first() -> None:
    original: list[Row] = [(0.0, 1), (-0.0, 1), (1.5, 2)]
    with opened(
        table(original, [pa.float64(), pa.int64()]),
        table([("0.0", 1)], [pa.string(), pa.int64()]),
        cast={"a": "VARCHAR"},
    ) as comparison:
        layout, engine = comparison.layout, comparison.engine
        assert not all(definition.keeps_equals(one.chain) for one in layout.made["original"])
        assert definition.repeated_statement(layout, engine.syntax).name != "counts_repeated"
        found = definition.count(engine, layout, repeated=True)
        assert found == definition.count(engine, layout)


@pytest.mark.parametrize(("missing", "kept"), [({}, True), ({"c0": 0.5}, False)])
def test_a_column_that_is_mostly_missing_promises_few_bits(
    missing: dict[str, float], *, kept: bool
) -> None:
    columns = tuple(f"c{number}" for number in range(keys.PROMISING + 1))
    weights = dict.fromkeys(columns, 1.0) | {"c0": 2.0}
    survey = Survey(sample=Statement(name="few", sql=""), weights=weights, missing=missing)
    assert ("c0" in keys.promising(Layout(columns=columns), survey)) is kept


def test_a_survey_weighs_the_original_and_its_missing_values_alone(tmp_path: Path) -> None:
    half = pa.table(
        {"a": pa.array([1, None] * 500, pa.int64()), "b": [str(i) for i in range(1000)]}
    )
    for side in ("o", "a"):
        pq.write_table(half, tmp_path / f"{side}.parquet")
    with compare(tmp_path / "o.parquet", tmp_path / "a.parquet", Options()) as comparison:
        survey = comparison.engine.survey(comparison.original)
        other = comparison.engine.survey(comparison.avatar)
    assert survey.missing == {"c0": 0.5, "c1": 0.0}
    assert survey.weights["c1"] > survey.weights["c0"] > 0
    assert other.weights == other.missing == {}


@pytest.mark.parametrize(("width", "places"), [(99, 4), (100, 2)])
def test_a_wide_table_is_sampled_in_fewer_places(tmp_path: Path, width: int, places: int) -> None:
    columns = {f"x{number}": pa.array(range(2000)) for number in range(width)}
    for side in ("o", "a"):
        pq.write_table(pa.table(columns), tmp_path / f"{side}.parquet")
    with compare(tmp_path / "o.parquet", tmp_path / "a.parquet", Options()) as comparison:
        survey = define_sample(comparison)
        rows = comparison.engine.query(
            render("first_rows", comparison.engine.syntax, relation=keys.SAMPLE, rows=10**6)
        )
    assert survey.sample.sql.count(" between ") == places
    assert len(rows) == 100
    assert min(rows)[0] == 0
    assert max(rows)[0] == 1999


@pytest.mark.parametrize("memory", ["60MB", "8GB"])
def test_counts_are_the_same_when_memory_is_short(tmp_path: Path, memory: str) -> None:
    number = 300_000
    ids = pa.array(range(number), pa.int64())
    text = pa.array([f"{(i * 7919) % 1_000_003:032d}" for i in range(number)])
    pq.write_table(pa.table({"a": ids, "b": text}), tmp_path / "o.parquet")
    pq.write_table(pa.table({"a": ids, "b": text}).slice(number // 2), tmp_path / "a.parquet")
    found = rdmp.evaluate(
        tmp_path / "o.parquet", tmp_path / "a.parquet", memory_limit=memory, threads=1
    )
    half = number // 2
    assert astuple(found.counts) == (number, half, number, half, half, half)


def test_the_statements_of_the_plan_stand_in_the_result_and_in_the_explanation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(choice, "SMALL", 0)
    rows: list[Row] = [(i, str(i), i / 8) for i in range(100)]
    pair = (table(rows, WIDE), table(rows[:3], WIDE))
    whole = rdmp.evaluate(*pair, second_look="never")
    ran = [statement.name for statement in whole.statements]
    told = [statement.name for statement in rdmp.explain(*pair).statements]
    assert ran == told
    assert "sample_distinct" in ran
    assert "table candidate_key" in ran


def test_a_task_without_sizes_is_counted_by_the_definition() -> None:
    rows: list[Row] = [(i, "x", 0.5) for i in range(5)]
    with opened(table(rows, WIDE), table(rows, WIDE)) as comparison:
        task = Task(layout=comparison.layout, sizes=None)
        assert task.is_small
        found = choice.count(comparison.engine, task, None)
    assert found == counted_by_hand(rows, rows)


@pytest.mark.parametrize("threads", [0, -1, 100_000])
def test_a_number_of_threads_that_no_machine_has_is_refused(threads: int) -> None:
    rows: list[Row] = [(1, "x", 0.5)]
    with pytest.raises(rdmp.OptionError, match="--threads is from 1 to 1024"):
        rdmp.evaluate(table(rows, WIDE), table(rows, WIDE), threads=threads)
