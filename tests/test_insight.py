"""What each column does for the protection of a pair, held against a few lines of plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any
from uuid import UUID

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rdmp
from rdmp.comparison import Comparison, compare
from rdmp.insight import Measured, columns, measure
from rdmp.insight_result import ColumnInsight
from rdmp.options import Options
from rdmp.plans.worst import Limits
from rdmp.result import Counts

Row = tuple[Any, ...]

PRUNED = 0
"""No pair is so small that it is grouped without a look."""

GREEDY = Limits(subsets=0, rows=0, slice=2**60)
SLICED = Limits(subsets=0, rows=0, slice=1)

# -- the oracle ------------------------------------------------------------------------------------


def figures(original: Sequence[Row], avatar: Sequence[Row], places: Sequence[int]) -> Row:
    """Return n, unique and matched rows on some columns."""
    left = Counter(tuple(row[place] for place in places) for row in original)
    right = {tuple(row[place] for place in places) for row in avatar}
    unique = [row for row, occurrences in left.items() if occurrences == 1]
    return len(original), len(unique), sum(row in right for row in unique)


def shown(counts: Counts | None) -> Row | None:
    """Return the same of a result."""
    if counts is None:
        return None
    return counts.original_rows, counts.unique_rows, counts.matched_rows


# -- tables ----------------------------------------------------------------------------------------


def names(width: int) -> list[str]:
    return list("abcdefgh"[:width])


def table(rows: Sequence[Row], width: int) -> pa.Table:
    arrays = [pa.array([row[place] for row in rows], pa.int64()) for place in range(width)]
    return pa.table(dict(zip(names(width), arrays, strict=True)))


@dataclass(frozen=True)
class Pair:
    width: int
    original: list[Row]
    avatar: list[Row]


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """Few values, some missing: rows repeat, match, and merge when a column is left out."""
    width = draw(st.integers(1, 5))
    ranges = [draw(st.sampled_from([1, 2, 40])) for _ in range(width)]
    row = st.tuples(*(st.none() | st.integers(0, top) for top in ranges))
    rows = st.lists(row, min_size=1, max_size=30)
    original = draw(rows)
    copies = draw(st.lists(st.sampled_from(original), max_size=10))
    return Pair(width=width, original=original, avatar=copies + draw(rows))


@contextmanager
def opened(original: pa.Table, avatar: pa.Table, **options: Any) -> Iterator[Comparison]:
    with compare(original, avatar, Options(**options)) as comparison:
        yield comparison


def measured(pair: Pair, **how: Any) -> Measured:
    with opened(table(pair.original, pair.width), table(pair.avatar, pair.width)) as comparison:
        return measure(comparison, **how)


def hold_to_the_oracle(found: Measured, pair: Pair) -> None:
    every = range(pair.width)
    assert shown(found.counts) == figures(pair.original, pair.avatar, every)
    assert found.counts.avatar_rows == len(pair.avatar)
    assert sorted(column.name for column in found.columns) == names(pair.width)
    for column in found.columns:
        place = names(pair.width).index(column.name)
        left = [row[place] for row in pair.original]
        right = {row[place] for row in pair.avatar}
        assert column.original_values == len(set(left))
        assert column.avatar_values == len(right)
        assert column.present_rows == sum(value in right for value in left)
        assert shown(column.alone) == figures(pair.original, pair.avatar, [place])
        others = [other for other in every if other != place]
        wanted = figures(pair.original, pair.avatar, others) if others else None
        assert shown(column.without) == wanted


# -- figures ---------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(pair=pairs(), small=st.sampled_from([PRUNED, 10**6]))
def test_every_figure_is_that_of_the_formula_pruned_or_not(pair: Pair, small: int) -> None:
    hold_to_the_oracle(measured(pair, small=small), pair)


@pytest.mark.parametrize("small", [PRUNED, 10**6])
def test_rows_that_differ_in_the_keys_alone_merge_when_a_key_is_left_out(small: int) -> None:
    original = [(i, i % 7, 1000 + i // 2, i // 2) for i in range(400)]
    avatar = [(i + 1, i % 7, 1000 + i // 2, i // 2) for i in range(100)]
    hold_to_the_oracle(measured(pair := Pair(4, original, avatar), small=small), pair)


@pytest.mark.parametrize("small", [PRUNED, 10**6])
@pytest.mark.parametrize("copies", [0, 5, 150, 200])
def test_two_sets_of_keys_answer_for_every_column(copies: int, small: int) -> None:
    original = [(i, 2 * i % 401, 3 * i % 401, 5 * i % 401, i % 3, i % 2) for i in range(200)]
    avatar = original[:copies] + [(-i, -i, -i, -i, i % 3, i % 2) for i in range(1, 50)]
    hold_to_the_oracle(measured(pair := Pair(6, original, avatar), small=small), pair)


@settings(max_examples=15, deadline=None)
@given(pair=pairs(), small=st.sampled_from([PRUNED, 10**6]), data=st.data())
def test_all_subsets_are_counted_the_worst_first(
    pair: Pair, small: int, data: st.DataObject
) -> None:
    size = data.draw(st.integers(1, pair.width))
    found = measured(pair, small=small, size=size).worst
    assert found is not None
    assert found.is_exhaustive
    assert found.possible == len(found.subsets)
    wanted = {
        tuple(names(pair.width)[place] for place in places): figures(
            pair.original, pair.avatar, places
        )
        for places in combinations(range(pair.width), size)
    }
    assert {subset.columns: shown(subset.counts) for subset in found.subsets} == wanted
    matched = [subset.counts.matched_rows for subset in found.subsets]
    assert matched == sorted(matched, reverse=True)


@settings(max_examples=15, deadline=None)
@given(pair=pairs(), limits=st.sampled_from([GREEDY, SLICED]), data=st.data())
def test_a_greedy_search_says_so_and_its_counts_are_exact(
    pair: Pair, limits: Limits, data: st.DataObject
) -> None:
    size = data.draw(st.integers(1, pair.width))
    found = measured(pair, size=size, limits=limits).worst
    assert found is not None
    assert found.is_exhaustive == (size == 1)
    assert found.subsets
    for subset in found.subsets:
        assert len(subset.columns) == size
        places = [names(pair.width).index(name) for name in subset.columns]
        assert shown(subset.counts) == figures(pair.original, pair.avatar, places)


def test_a_slice_finds_the_same_worst_subset_where_one_stands_out() -> None:
    original = [(i % 2000, i % 2000 % 3, i // 2000, i % 2) for i in range(4000)]
    pair = Pair(4, original, original[::2])
    slices = measured(pair, size=2, limits=Limits(subsets=0, rows=0, slice=500)).worst
    every = measured(pair, size=2).worst
    assert slices is not None
    assert every is not None
    assert not slices.is_exhaustive
    assert every.is_exhaustive
    assert slices.subsets[0] == every.subsets[0]
    assert slices.subsets[0].columns == ("a", "c")


# -- what rests on what ----------------------------------------------------------------------------


def test_the_column_that_alone_forbids_matches_comes_first() -> None:
    rows = [(i, i % 50, i // 50) for i in range(500)]
    renumbered = [(i + 1000, *rest) for i, *rest in rows]
    found = columns(table(rows, 3), table(renumbered, 3))
    assert found.score == 100
    first = found.columns[0]
    assert (first.name, first.present_rows, first.present_rate) == ("a", 0, 0.0)
    assert (shown(first.without), first.score_without) == ((500, 500, 500), 0.0)
    assert all(column.score_without == 100 for column in found.columns[1:])


def by_name(found: Sequence[ColumnInsight]) -> dict[str, ColumnInsight]:
    return {column.name: column for column in found}


@pytest.mark.parametrize("small", [PRUNED, 10**6])
def test_rows_are_unique_as_their_own_source_means_them_under_a_narrowing_comparison(
    small: int,
) -> None:
    # Both spellings are one identifier against a UUID, and two texts in the original.
    one, two = (str(UUID(int=number)) for number in (10, 11))
    original = pa.table({"u": [one, one.upper(), two, two, "x"], "v": [1, 1, 2, 2, 3]})
    avatar = pa.table(
        {"u": pa.array([UUID(int=10).bytes, UUID(int=12).bytes], pa.uuid()), "v": [1, 3]}
    )
    with opened(original, avatar) as comparison:
        assert comparison.layout.own
        found = measure(comparison, small=small, size=1)
        expected = rdmp.evaluate(original, avatar).counts
    assert shown(found.counts) == shown(expected) == (5, 3, 2)
    columns_found = by_name(found.columns)
    assert columns_found["u"].original_values == 4
    assert columns_found["u"].present_rows == 2
    assert shown(columns_found["u"].alone) == (5, 3, 2)
    assert shown(columns_found["u"].without) == (5, 1, 1)
    assert shown(columns_found["v"].without) == (5, 3, 2)


@pytest.mark.parametrize("small", [PRUNED, 10**6])
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_every_figure_is_that_of_an_evaluation_of_the_columns_that_are_left(
    small: int, data: st.DataObject
) -> None:
    """Two columns narrow: text against a UUID, and '' against the empty field of a text file."""
    spelling = st.sampled_from(
        [str(UUID(int=10)), str(UUID(int=10)).replace("a", "A"), str(UUID(int=11)), "", None]
    )
    row = st.tuples(spelling, st.integers(0, 2), spelling)
    left = data.draw(st.lists(row, min_size=1, max_size=12))
    right = data.draw(st.lists(st.sampled_from([10, 11]), min_size=1, max_size=6))
    original = pa.table(
        {
            "u": pa.array([one for one, _, _ in left], pa.string()),
            "v": pa.array([one for _, one, _ in left], pa.int64()),
            "w": pa.array([one for _, _, one in left], pa.string()),
        }
    )
    identifiers = pa.array([UUID(int=number).bytes for number in right], pa.uuid())
    avatar = pa.table({"u": identifiers, "v": [number % 3 for number in right], "w": identifiers})
    with opened(original, avatar) as comparison:
        found = measure(comparison, small=small)
    for column in found.columns:
        expected = rdmp.evaluate(original, avatar, exclude=[column.name]).counts
        assert shown(column.without) == shown(expected)
        alone = rdmp.evaluate(original, avatar, columns=[column.name]).counts
        assert shown(column.alone) == shown(alone)


def test_columns_are_those_that_the_attacker_knows() -> None:
    rows = [(i, i % 5, i // 5) for i in range(100)]
    found = columns(table(rows, 3), table(rows, 3), columns=["b", "c"], size=1)
    assert sorted(column.name for column in found.columns) == ["b", "c"]
    assert shown(found.counts) == (100, 100, 100)
    assert all(
        shown(column.without) == (100, 0, 0) for column in found.columns if column.name == "c"
    )
    assert found.options == {"columns": ["b", "c"], "size": 1}


def test_a_large_pair_is_pruned_a_small_one_grouped_and_both_are_recorded() -> None:
    rows = [(i, 2 * i % 401, 3 * i % 401, 5 * i % 401, i % 3) for i in range(200)]
    recorded = {}
    for small in (PRUNED, 10**6):
        with opened(table(rows, 5), table(rows[:20], 5)) as comparison:
            measure(comparison, small=small)
            recorded[small] = [one.name for one in comparison.engine.statements]
    assert "view original_candidate" in recorded[PRUNED]
    assert "view original_candidate" not in recorded[10**6]
    assert all(names.count("column_values") == 5 for names in recorded.values())


def test_one_column_has_no_score_without_it() -> None:
    found = columns(pa.table({"a": [1, 2]}), pa.table({"a": [2, 3]}))
    assert found.columns[0].without is None
    assert found.columns[0].score_without is None
    assert found.to_dict()["columns"][0]["matched_rows_without"] is None


def test_text_files_are_read_once_and_give_the_same_figures(tmp_path: Path) -> None:
    rows = [(i, i % 7, i // 7) for i in range(90)]
    avatar = [(i + 45, i % 7, i // 7) for i in range(90)]
    for name, content in (("o", rows), ("a", avatar)):
        pa.csv.write_csv(table(content, 3), tmp_path / f"{name}.csv")
        pq.write_table(table(content, 3), tmp_path / f"{name}.parquet")
    text = columns(tmp_path / "o.csv", tmp_path / "a.csv")
    typed = columns(tmp_path / "o.parquet", tmp_path / "a.parquet")
    assert by_name(text.columns).keys() == by_name(typed.columns).keys()
    for one, other in zip(text.columns, typed.columns, strict=True):
        assert (one.original_values, one.avatar_values) == (
            other.original_values,
            other.avatar_values,
        )
        assert (shown(one.without), one.present_rows) == (shown(other.without), other.present_rows)


HOSTILE = [
    '"',
    "'); drop table original; --",
    "n",
    "originals",
    "a\nb",
    "",
    " é ",
    "{{ x }}",
    "SELECT",
]


@pytest.mark.parametrize("small", [PRUNED, 10**6])
def test_no_name_of_a_column_meets_ours_or_becomes_sql(small: int) -> None:
    rows = [tuple(i * (place + 1) % 11 for place in range(len(HOSTILE))) for i in range(20)]
    arrays = [pa.array([row[place] for row in rows]) for place in range(len(HOSTILE))]
    pair = pa.Table.from_arrays(arrays, names=HOSTILE)
    with opened(pair, pair) as comparison:
        found = measure(comparison, small=small, size=2)
    assert {column.name for column in found.columns} == set(HOSTILE)
    assert found.worst is not None
    assert found.worst.possible == 36
    for column in found.columns:
        others = [place for place, name in enumerate(HOSTILE) if name != column.name]
        assert shown(column.without) == figures(rows, rows, others)


# -- errors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 3, -1])
def test_a_size_that_no_subset_has_is_refused(size: int) -> None:
    pair = pa.table({"a": [1], "b": [2]})
    with pytest.raises(rdmp.OptionError, match="from 1 to the number of compared columns, 2"):
        columns(pair, pair, size=size)


def test_quick_is_refused_as_it_would_count_no_unique_rows() -> None:
    pair = pa.table({"a": [1]})
    with pytest.raises(rdmp.OptionError, match="--quick"):
        columns(pair, pair, quick=True)


def test_a_side_without_rows_is_refused(tmp_path: Path) -> None:
    (tmp_path / "o.csv").write_text("a\n1\n")
    (tmp_path / "a.csv").write_text("a\n")
    with pytest.raises(rdmp.SourceError, match="has no rows"):
        columns(tmp_path / "o.csv", tmp_path / "a.csv")
