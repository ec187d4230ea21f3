"""The traps of typed data: each promise that keeps a false 100 % away, on a table of a few rows."""

# A case of a table is one line, however long.
# ruff: noqa: E501

from __future__ import annotations

import datetime as dt
import math
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

import rdmp
from rdmp import ColumnError, InputError, SourceError

SECRET = "Perséphone-4711"  # noqa: S105 - no password, a value of the data
"""A value of the data that no message may show."""


def table(values: Sequence[Any], type_: Any = None, name: str = "x") -> Any:
    """Make a table of one column."""
    return pa.table({name: pa.array(values, type_)})


def save(path: Path, content: Any, **options: Any) -> Path:
    """Write a table as Parquet, with the folders that it lies in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(content, path, **options)
    return path


def counts(original: object, avatar: object, **keywords: Any) -> tuple[int, int | None, int]:
    """Evaluate a pair; return n, unique rows and matched rows."""
    result = rdmp.evaluate(original, avatar, threads=1, **keywords)
    return result.original_rows, result.unique_rows, result.matched_rows


def findings(original: object, avatar: object, **keywords: Any) -> dict[str, tuple[str, ...]]:
    """Evaluate a pair; return the columns of each finding of the alignment, by severity and code."""
    result = rdmp.evaluate(original, avatar, threads=1, **keywords)
    found = (f for f in result.findings if f.code in ALIGNMENT)
    return {f"{f.severity} {f.code}": f.columns for f in found}


ALIGNMENT = {
    "name-case", "index-column", "unnamed-column", "float-narrowed", "float-with-integer",
    "decimal-beyond-double", "bytes-as-text", "boolean-as-number", "nan-as-missing", "nan-and-null",
    "empty-as-missing",
}  # fmt: skip


def stop(
    original: object,
    avatar: object,
    *words: str,
    error: type[InputError] = ColumnError,
    **keywords: Any,
) -> rdmp.RdmpError:
    """Evaluate a pair that must stop: the right error, which names all words and has a hint."""
    with pytest.raises(error) as caught:
        rdmp.evaluate(original, avatar, threads=1, **keywords)
    found = caught.value
    for word in words:
        assert word in found.message
    assert found.hint
    assert SECRET not in str(found)
    assert "\n" not in found.message
    return found


# -- columns (rules 1 to 3) --------------------------------------------------------------------------


def test_columns_are_paired_by_name_wherever_they_stand() -> None:
    original = pa.table({"length": [4, 5, 6], "width": [6, 5, 4]})
    assert counts(original, original.select(["width", "length"])) == (3, 3, 3)
    assert findings(original, original.select(["width", "length"])) == {}


def test_names_in_another_case_are_paired_with_a_note() -> None:
    original, avatar = pa.table({"Age": [4], "n": [1]}), pa.table({"N": [1], "AGE": [4]})
    assert counts(original, avatar) == (1, 1, 1)
    assert findings(original, avatar) == {"note name-case": ("Age", "n")}


def test_names_of_one_table_that_differ_by_case_only_are_told_apart(tmp_path: Path) -> None:
    original = pa.table({"id": [1, 2], "ID": [2, 1], "Id": [0, 0]})
    avatar = save(tmp_path / "a.parquet", pa.table({"ID": [2, 2], "Id": [0, 0], "id": [1, 2]}))
    assert counts(original, avatar) == (2, 2, 1)
    assert counts(save(tmp_path / "o.parquet", original), avatar) == (2, 2, 1)


def test_names_that_differ_by_case_only_and_lack_their_partner_stop() -> None:
    stop(pa.table({"id": [1], "ID": [2]}), pa.table({"Id": [1], "iD": [2]}), "'id'", "'iD'")


@pytest.mark.parametrize("side", ["original", "avatar"])
def test_a_column_that_one_side_misses_stops_with_its_name(side: str) -> None:
    full, part = pa.table({"age": [1], "town": ["Apt"]}), pa.table({"age": [1]})
    pair = (full, part) if side == "original" else (part, full)
    assert "--columns" in str(stop(*pair, "'town'", side))
    assert counts(*pair, exclude=["town"]) == (1, 1, 1)


@pytest.mark.parametrize(
    "name", ["n", "count", "originals", "c0", "c1", "c0_own", "c0_rest", "filename", "file_path",
             "file_row_number", "rowid", "is_original", 'a"b', "x'y; --", "two\nlines", "", "x" * 65_536]
)  # fmt: skip
def test_a_name_means_nothing_but_itself(tmp_path: Path, name: str) -> None:
    original = pa.table({name: [1, 1, 2, 3], "other": [5, 5, 5, 5]})
    avatar = pa.table({"other": [5, 5], name: [1, 2]})
    assert counts(original, avatar) == (4, 2, 1)
    paths = save(tmp_path / "o.parquet", original), save(tmp_path / "a.parquet", avatar)
    assert counts(*paths) == (4, 2, 1)


def test_a_name_that_occurs_twice_stops() -> None:
    twice = pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["dose", "dose"])
    stop(twice, table([1], name="dose"), "'dose'", "more than once")
    pd = pytest.importorskip("pandas")
    stop(pd.DataFrame([[1, 2]], columns=["dose", "dose"]), table([1], name="dose"), "'dose'")
    stop(pd.DataFrame([[1, 2]], columns=[1, "1"]), table([1], name="1"), "'1'")


def test_row_labels_of_pandas_are_left_out_with_a_note(tmp_path: Path) -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"age": [30, 40, 50]})
    original, avatar = frame.set_axis([5, 6, 9]), frame.set_axis([0, 2, 4])
    for one, other in ((original, avatar), (tmp_path / "o.parquet", tmp_path / "a.parquet")):
        if isinstance(one, Path):
            original.to_parquet(one)
            avatar.to_parquet(other)
        assert counts(one, other) == (3, 3, 3)
        assert findings(one, other) == {"note index-column": ("__index_level_0__",)}


def test_an_index_with_a_name_is_a_column() -> None:
    pd = pytest.importorskip("pandas")
    original = pd.DataFrame({"age": [30, 40]}, index=pd.Index([7, 8], name="person"))
    avatar = pd.DataFrame({"age": [30, 40]}, index=pd.RangeIndex(8, 10, name="person"))
    assert counts(original, avatar) == (2, 2, 0)


# -- unique as the source means it (rule 4) ------------------------------------------------------------


def test_rows_that_only_a_narrowing_merges_stay_unique() -> None:
    close = [36.6, 36.60000001]
    assert counts(table(close), table([36.6], pa.float32())) == (2, 2, 2)
    lower, upper = "00000000-0000-0000-0000-0000000000ab", "00000000-0000-0000-0000-0000000000AB"
    uuids = pa.table({"x": pa.array([UUID(lower).bytes], pa.binary(16)).cast(pa.uuid())})
    assert counts(table([lower, upper]), uuids) == (2, 2, 2)
    # Both are what an 8-byte float of 2^60 stands for: its shortest form, and its very number.
    merged = table([Decimal(2**60), Decimal(1152921504606847000)], pa.decimal128(38, 2))
    assert counts(merged, table([float(2**60)])) == (2, 2, 2)


def test_missing_equals_missing_even_when_a_whole_row_is_missing() -> None:
    original = pa.table({"a": [1, None, None], "b": pa.array([None, None, "x"])})
    assert counts(original, original.slice(0, 2)) == (3, 3, 2)


def test_a_row_that_occurs_twice_is_never_unique_and_an_avatar_twice_counts_once() -> None:
    assert counts(table([1, 1, 2, 3]), table([1, 2, 2, 4])) == (4, 2, 1)


# -- types (rules 5 to 10) -----------------------------------------------------------------------------

SAME: Mapping[str, tuple[Any, Any, Any, Any, int]] = {
    "an integer and the same double": ([1, 2**53], pa.int64(), [1.0, 2.0**53], pa.float64(), 2),
    "an integer that no double holds": ([2**53 + 1], pa.int64(), [2.0**53], pa.float64(), 0),
    "unsigned beyond signed": ([2**64 - 1], pa.uint64(), [-1], pa.int64(), 0),
    "unsigned 64 and double": ([2**63], pa.uint64(), [2.0**63], pa.float64(), 1),
    "the largest integer and a double above": ([2**63 - 1], pa.int64(), [2.0**63], pa.float64(), 0),
    "small and wide integers": ([7, -1], pa.int8(), [7, 255], pa.uint8(), 1),
    "decimals of two scales": ([Decimal("1.50")], pa.decimal128(9, 2), [Decimal("1.5")], pa.decimal128(4, 1), 1),
    "cents against whole numbers": ([Decimal("1.50")], pa.decimal128(9, 2), [Decimal(2)], pa.decimal128(38, 0), 0),
    "scales that no type joins": ([Decimal("0.25")], pa.decimal128(38, 37), [Decimal("0.25")], pa.decimal128(38, 2), 1),
    "a decimal and its double": ([Decimal("1.10")], pa.decimal128(9, 2), [1.1], pa.float64(), 1),
    "a tiny decimal and its double": ([Decimal("1e-37")], pa.decimal128(38, 38), [1e-37], pa.float64(), 1),
    "17 digits and their double": ([Decimal("0.30000000000000004")], pa.decimal128(20, 17), [0.1 + 0.2], pa.float64(), 1),
    "17 digits that no double writes": ([Decimal("0.30000000000000003")], pa.decimal128(20, 17), [0.1 + 0.2], pa.float64(), 0),
    "minus zero": ([-0.0], pa.float64(), [0.0], pa.float64(), 1),
    "minus zero inside": ([[-0.0]], None, [[0.0]], None, 1),
    "infinity and a large number": ([math.inf], pa.float64(), [1.7976931348623157e308], pa.float64(), 0),
    "a double beyond 4 bytes": ([1e300, 1.5], pa.float64(), [math.inf, 1.5], pa.float32(), 1),
    "a date and its midnight": ([dt.date(2024, 5, 1)], pa.date32(), [1_714_521_600], pa.timestamp("s"), 1),
    "a date and a nanosecond later": ([dt.date(2024, 5, 1)], pa.date32(), [1_714_521_600_000_000_001], pa.timestamp("ns"), 0),
    "an instant in two zones": ([1_704_189_600], pa.timestamp("s", "Asia/Tokyo"), [1_704_189_600_000], pa.timestamp("ms", "UTC"), 1),
    "a nanosecond is not lost": ([1_001], pa.timestamp("ns"), [1], pa.timestamp("us"), 0),
    "before 1970 too": ([-1_000], pa.timestamp("ns"), [-1], pa.timestamp("us"), 1),
    "the year 1600": ([-11_676_096_000], pa.timestamp("s"), [-11_676_096_000_000_000], pa.timestamp("us"), 1),
    "times of two units": ([3_600], pa.time32("s"), [3_600 * 10**9], pa.time64("ns"), 1),
    "durations of two units": ([2], pa.duration("s"), [2_000_000], pa.duration("us"), 1),
    "encodings of text": (["a", "b"], pa.dictionary(pa.int8(), pa.string()), ["b", "a"], pa.large_string(), 2),
    "bytes are the text's UTF-8": (["é".encode()], pa.binary(), ["é"], pa.string(), 1),
    "text byte for byte": (["a ", "É", ""], pa.string(), ["a", "é", None], pa.string(), 0),
    "struct fields by name": ([{"a": 1, "b": 2}], None, [{"b": 2, "a": 1}], None, 1),
    "lists fixed or not": ([[1, 2]], pa.list_(pa.int32(), 2), [[1.0, 2.0]], pa.list_(pa.float64()), 1),
    "arrays of two sizes": ([[1, 2]], pa.list_(pa.int32(), 2), [[1, 2, 3]], pa.list_(pa.int32(), 3), 0),
    "dates in lists against nanoseconds": ([[dt.date(1970, 1, 1)]], None, [[1]], pa.list_(pa.timestamp("ns")), 0),
    "maps in another order": ([[("a", 1), ("b", 2)]], pa.map_(pa.string(), pa.int64()), [[("b", 2), ("a", 1)]], pa.map_(pa.string(), pa.int8()), 1),
    "a column without values fits any type": ([None, None], pa.null(), ["a"], pa.string(), 0),
}  # fmt: skip


@pytest.mark.parametrize("case", SAME)
def test_values_are_equal_if_they_are_the_same(tmp_path: Path, case: str) -> None:
    values, of, others, other, matched = SAME[case]
    original, avatar = table(values, of), table(others, other)
    assert counts(original, avatar)[2] == matched
    if not pa.types.is_fixed_size_list(original.schema.types[0]):
        path = save(tmp_path / "o.parquet", original)
        assert counts(path, save(tmp_path / "a.parquet", avatar))[2] == matched
    assert counts(avatar, original)[2] == matched


QUIET: Mapping[str, tuple[Any, Any, Any]] = {
    "the same doubles": ([1.5, 2.5], pa.float64(), pa.float64()),
    "an integer with a double": ([1, 2], pa.int64(), pa.float64()),
    "two integers": ([1, 2], pa.int8(), pa.uint64()),
    "two decimals": ([Decimal(1)], pa.decimal128(9, 2), pa.decimal128(38, 0)),
    "a decimal of few digits with a double": ([Decimal("1.5")], pa.decimal128(38, 4), pa.float64()),
    "two units of a timestamp": ([86_400], pa.timestamp("s"), pa.timestamp("ns")),
    "two encodings of text": (["a"], pa.string(), pa.large_string()),
    "nulls": ([1.5, None], pa.float64(), pa.float64()),
}


@pytest.mark.parametrize("case", QUIET)
def test_where_nothing_is_decided_nothing_is_found(case: str) -> None:
    values, of, other = QUIET[case]
    original = table(values, of)
    avatar = original.cast(pa.schema([("x", other)]))
    assert findings(original, avatar) == {}
    assert counts(original, avatar)[2] == len(values)


TOLD: Mapping[str, tuple[Any, Any, Any, Any, str]] = {
    "4-byte with 8-byte floats": ([36.6], pa.float32(), [36.6], pa.float64(), "warning float-narrowed"),
    "4-byte floats with decimals": ([36.6], pa.float32(), [Decimal("36.6")], pa.decimal128(4, 1), "warning float-narrowed"),
    "4-byte floats with integers": ([36], pa.float32(), [36], pa.int64(), "warning float-with-integer"),
    "4-byte floats inside lists": ([[0.1]], pa.list_(pa.float32()), [[0.1]], pa.list_(pa.float64()), "warning float-narrowed"),
    "NaN": ([math.nan], pa.float64(), [math.nan], pa.float64(), "note nan-as-missing"),
    "NaN with NULL": ([math.nan], pa.float64(), [None], pa.float64(), "warning nan-and-null"),
    "NaN with NULL of integers": ([math.nan], pa.float64(), [None], pa.int64(), "warning nan-and-null"),
    "booleans with 0 and 1": ([True, False], pa.bool_(), [1, 0], pa.int8(), "note boolean-as-number"),
    "booleans with 0, 1 and NaN": ([True, None], pa.bool_(), [1.0, math.nan], pa.float64(), "note boolean-as-number"),
    "bytes with text": ([b"a"], pa.binary(), ["a"], pa.string(), "note bytes-as-text"),
}  # fmt: skip


@pytest.mark.parametrize("case", TOLD)
def test_what_was_decided_is_told_with_the_column(case: str) -> None:
    values, of, others, other, told = TOLD[case]
    original, avatar = table(values, of), table(others, other)
    for pair in ((original, avatar), (avatar, original)):
        assert findings(*pair).get(told) == ("x",)
        assert counts(*pair)[2] == len(values)


def test_decimals_that_no_double_stands_for_are_warned_about_only_where_they_occur() -> None:
    doubles = table([0.5])
    many = table([Decimal("0.12345678901234567891")], pa.decimal128(38, 20))
    few = table([Decimal("0.5")], pa.decimal128(38, 20))
    assert findings(many, doubles) == {"warning decimal-beyond-double": ("x",)}
    assert findings(few, doubles) == {}


STOPPED: Mapping[str, tuple[Any, Any, Any, Any, str]] = {
    "number with text": ([SECRET], pa.string(), [1], pa.int64(), "--cast x="),
    "boolean with other numbers": ([True], pa.bool_(), [4711], pa.int64(), "x"),
    "boolean with text": ([True], pa.bool_(), ["true"], pa.string(), "--cast x="),
    "date with text": ([dt.date(2024, 1, 2)], pa.date32(), ["2024-01-02"], pa.string(), "--cast x="),
    "time with timestamp": ([1], pa.time64("us"), [1], pa.timestamp("us"), "x"),
    "local time with instant": ([1], pa.timestamp("us"), [1], pa.timestamp("us", "UTC"), "--timezone"),
    "date with instant": ([dt.date(2024, 1, 2)], pa.date32(), [1], pa.timestamp("us", "UTC"), "--timezone"),
    "duration with integer": ([1], pa.duration("us"), [1], pa.int64(), "x"),
    "list with text": ([[1]], None, ["[1]"], pa.string(), "x"),
    "structs of other fields": ([{"a": 1, "b": 1}], None, [{"a": 1, "c": 1}], None, "x"),
    "numbers with text inside": ([{"a": 1}], None, [{"a": "1"}], None, "x"),
    "durations inside": ([[1]], pa.list_(pa.duration("s")), [[1]], pa.list_(pa.duration("s")), "column"),
    "2-byte floats": ([1.5], pa.float16(), [1.5], pa.float16(), "column"),
}  # fmt: skip


@pytest.mark.parametrize("case", STOPPED)
def test_what_no_rule_compares_stops_with_the_column_and_a_way_out(
    tmp_path: Path, case: str
) -> None:
    values, of, others, other, hint = STOPPED[case]
    original, avatar = table(values, of), table(others, other)
    error = stop(original, avatar, "'x'")
    assert hint in (error.hint or "")
    files = save(tmp_path / "o.parquet", original), save(tmp_path / "a.parquet", avatar)
    stop(*files, "'x'")


@pytest.mark.parametrize(
    "select",
    [
        "select timetz '10:30:00+00' as x",
        "select interval '1 day' as x",
        "select [1] as x",
        "select {'a': 1} as x",
        "select map {'a': 1} as x",
    ],
)
@pytest.mark.parametrize("target", ["TIME", "INTEGER", "DOUBLE"])
def test_a_cast_that_has_no_way_back_stops_and_names_the_column(
    tmp_path: Path, select: str, target: str
) -> None:
    typed = tmp_path / "typed.parquet"
    with duckdb.connect() as connection:
        connection.sql(select).write_parquet(str(typed))
    (tmp_path / "t.csv").write_text("x\n1\n", encoding="utf-8")
    for pair in ((typed, typed), (tmp_path / "t.csv", typed), (typed, tmp_path / "t.csv")):
        error = stop(*pair, "'x'", cast={"x": target})
        assert "VARCHAR" in (error.hint or "")


def test_a_column_of_nan_alone_has_no_value_and_fits_any_type() -> None:
    assert counts(table([math.nan, math.nan, math.nan]), table([SECRET, None])) == (3, 0, 0)
    both = pa.table({"x": pa.array([math.nan, math.nan]), "k": [1, 2]})
    text = pa.table({"x": pa.array([None, "a"], pa.string()), "k": [1, 2]})
    assert counts(both, text) == (2, 2, 1)
    assert counts(text, both) == (2, 2, 1)


def test_a_zone_turns_local_times_into_instants() -> None:
    noon = 1_720_000_800
    original = table([noon], pa.timestamp("s"))
    avatar = table([noon - 7_200], pa.timestamp("s", "UTC"))
    assert counts(original, avatar, timezone="Europe/Paris") == (1, 1, 1)
    assert counts(original, avatar, timezone="UTC") == (1, 1, 0)


@pytest.mark.parametrize("zone", ["UTC", "America/New_York"])
def test_the_zone_of_the_machine_never_matters(tmp_path: Path, zone: str) -> None:
    save(tmp_path / "o.parquet", table([dt.date(2024, 7, 1)], pa.date32()))
    save(tmp_path / "a.parquet", table([1_719_792_000], pa.timestamp("s")))
    code = "import rdmp; print(rdmp.evaluate('o.parquet', 'a.parquet').matched_rows)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | {"TZ": zone},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "1\n"


def test_nan_outside_the_statistics_of_a_parquet_file_is_seen(tmp_path: Path) -> None:
    # Writers leave NaN out of minimum and maximum: 1 to 2 is all that the footer tells.
    original = save(tmp_path / "o.parquet", pa.table({"x": [1.0, math.nan, 2.0], "k": [1, 2, 3]}))
    statistics = pq.read_metadata(original).row_group(0).column(0).statistics
    assert (statistics.min, statistics.max) == (1.0, 2.0)
    avatar = save(tmp_path / "a.parquet", pa.table({"x": pa.array([None, 1.0]), "k": [2, 1]}))
    assert counts(original, avatar) == (3, 3, 2)
    assert findings(original, avatar) == {"warning nan-and-null": ("x",)}


def test_nan_is_missing_by_every_road(tmp_path: Path) -> None:
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    rows = {"a": [1.5, math.nan], "k": [1, 2]}
    roads = [
        pd.DataFrame(rows),
        pl.DataFrame(rows),
        pa.table(rows),
        save(tmp_path / "t", pa.table(rows)),
    ]
    for original in roads:
        assert [counts(original, avatar) for avatar in roads] == [(2, 2, 2)] * 4


def test_int96_stops_unless_microseconds_are_said_to_be_enough(tmp_path: Path) -> None:
    moments = table([1_704_189_600_000_001_000, 1_704_189_600_000_002_000], pa.timestamp("ns"))
    old = save(tmp_path / "o.parquet", moments, use_deprecated_int96_timestamps=True)
    new = save(tmp_path / "a.parquet", moments)
    error = stop(old, new, "'x'", "INT96")
    assert "--cast x=TIMESTAMP" in (error.hint or "")
    assert counts(old, new, cast={"x": "TIMESTAMP"}) == (2, 2, 2)


def test_a_decimal_of_more_than_38_digits_is_exact_or_stops(tmp_path: Path) -> None:
    small = table([Decimal("1.50")], pa.decimal256(40, 2))
    large = table([Decimal("1" * 39)], pa.decimal256(40, 0))
    assert counts(small, table([Decimal("1.5")], pa.decimal128(4, 1))) == (1, 1, 1)
    for wide in (large, large.to_reader(), save(tmp_path / "l.parquet", large)):
        stop(wide, table([1]), "'x'", "38 digits")
    # What the engine reads of such a file is rounded already: no cast makes it right.
    stop(save(tmp_path / "s.parquet", small), table([1.5]), "'x'", cast={"x": "VARCHAR"})


# -- objects in memory -----------------------------------------------------------------------------------

SEVERAL_KINDS: Mapping[str, Sequence[Any]] = {
    "a number and its text": [1, "1"],
    "text and bytes": [SECRET, SECRET.encode()],
    "true and 1": [True, 1],
    "decimal and float": [Decimal("1.1"), 1.1],
    "a date and a time of that day": [dt.date(2024, 1, 2), dt.datetime(2024, 1, 2, 5)],  # noqa: DTZ001
    "times with and without a zone": [
        dt.datetime(2024, 1, 2),  # noqa: DTZ001
        dt.datetime(2024, 1, 2, tzinfo=dt.UTC),
    ],
    "the same inside lists": [[dt.date(2024, 1, 2)], [dt.datetime(2024, 1, 2, 5)]],  # noqa: DTZ001
    "text and bytes inside lists": [["a"], [b"a"]],
    "true and 1 inside structs": [{"a": True}, {"a": 1}],
    "a list and a struct": [[1], {"a": 1}],
    "sets": [{1, 2}, {3}],
    "complex numbers": [1j, 2j],
    "integers beyond 8 bytes": [2**70, 1],
}


@pytest.mark.parametrize("case", SEVERAL_KINDS)
def test_a_column_of_objects_of_several_kinds_stops(case: str) -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"k": [1, 2], "mix": pd.Series(SEVERAL_KINDS[case], dtype=object)})
    stop(frame, frame, "'mix'", "original")


@pytest.mark.parametrize(
    "values",
    [["a", None], [True, None], [1, None], [b"a"], [Decimal("1.5")], [dt.date(2024, 1, 2)], [dt.time(1)],
     [dt.timedelta(1)], [{"a": 1}, {"b": 2}], [[1], []], [UUID(int=1)], [None, None]],
)  # fmt: skip
def test_a_column_of_objects_of_one_kind_is_read(values: list[Any]) -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"k": range(len(values)), "x": pd.Series(values, dtype=object)})
    assert counts(frame, frame)[2] == len(values)


def test_a_type_that_cannot_be_read_stops_with_its_column() -> None:
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    months = pd.DataFrame({"month": pd.period_range("2024-01", periods=2, freq="M")})
    bins = pd.DataFrame({"month": pd.arrays.IntervalArray.from_breaks([0, 1, 2])})
    for frame in (months, bins, pl.DataFrame({"month": [object()]})):
        stop(frame, frame, "'month'")


def test_a_period_is_no_integer_in_a_parquet_file_either(tmp_path: Path) -> None:
    pd = pytest.importorskip("pandas")
    for name, frequency in (("o", "M"), ("a", "D")):
        periods = pd.PeriodIndex(["1970-02"], freq=frequency)
        pd.DataFrame({"x": periods}).to_parquet(tmp_path / f"{name}.parquet")
    stop(tmp_path / "o.parquet", tmp_path / "a.parquet", "'x'", "period")
    stop(tmp_path / "o.parquet", tmp_path / "a.parquet", "'x'", cast={"x": "VARCHAR"})


def test_categories_and_nullable_types_are_what_their_values_are() -> None:
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    categories = pd.DataFrame({"x": pd.Categorical([10, 20, None])})
    assert counts(categories, table([10, None])) == (3, 3, 2)
    assert counts(pd.DataFrame({"x": pd.array([1, None], "Int64")}), table([1.0, None])) == (
        2,
        2,
        2,
    )
    enum = pl.DataFrame({"x": pl.Series(["a", "b"], dtype=pl.Enum(["a", "b"]))})
    assert counts(enum, enum.select(pl.col("x").cast(pl.Categorical))) == (2, 2, 2)


class Stream:
    """An Arrow stream of someone's own, which counts how often it is asked for."""

    def __init__(self, content: Any) -> None:
        self.content = content
        self.asked = 0

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        self.asked += 1
        return self.content.__arrow_c_stream__(requested_schema)


def test_a_one_pass_reader_is_read_exactly_once() -> None:
    original, avatar = pa.table({"x": [1, 2, 2], "y": [0.5, math.nan, 3]}), table([1])
    stream = Stream(original.select(["x"]))
    assert counts(stream, avatar) == (3, 1, 1)
    assert stream.asked == 1
    batches_read: list[int] = []

    def batches() -> Iterator[Any]:
        for batch in original.to_batches(max_chunksize=1):
            batches_read.append(batch.num_rows)
            yield batch

    reader = pa.RecordBatchReader.from_batches(original.schema, batches())
    assert counts(reader, original) == (3, 3, 3)
    assert batches_read == [1, 1, 1]


@pytest.mark.parametrize("role", ["original", "avatar"])
def test_a_reader_that_was_consumed_is_an_error_and_no_100(role: str) -> None:
    spent, full = table([1]).to_reader(), table([1])
    spent.read_all()
    pair = (spent, full) if role == "original" else (full, spent)
    stop(*pair, role, "no rows", error=SourceError)


def test_one_reader_given_for_both_sides_is_an_error() -> None:
    reader = table([1]).to_reader()
    with pytest.raises(rdmp.RdmpError, match="avatar"):
        rdmp.evaluate(reader, reader)


def test_every_object_in_memory_gives_the_same_counts(tmp_path: Path) -> None:
    pl = pytest.importorskip("polars")
    content = pa.table({"x": [1, 2, 3], "y": ["a", None, "c"]})
    frame = pl.from_arrow(content)
    objects = (
        content, content.to_batches()[0], content.to_reader(), content.to_pandas(), frame, frame.lazy(),
        ds.dataset(save(tmp_path / "t.parquet", content)), Stream(content),
    )  # fmt: skip
    for one in objects:
        assert counts(one, content) == (3, 3, 3)


@pytest.mark.parametrize("value", [None, 7, [1, 2], {"x": [1]}, pa.array([1]), object()])
def test_what_is_no_table_stops(value: object) -> None:
    stop(value, table([1]), "original", error=SourceError)


# -- files (rules 14 and 15) ---------------------------------------------------------------------------

PEOPLE = pa.table({"age": [31, 45, 62], "town": ["Apt", "Gap", "Die"]})


@pytest.mark.parametrize(
    "name", ["a[1].parquet", "a*.parquet", "what?.parquet", "o'neil's file.parquet", "x; drop.parquet",
             "{a,b}.parquet", "é 日本.parquet", 'quo"te.parquet', "k=v.parquet", "no ending"]
)  # fmt: skip
def test_a_path_that_exists_is_that_file_whatever_its_name(tmp_path: Path, name: str) -> None:
    save(tmp_path / "a1.parquet", PEOPLE.slice(1, 1))
    path = save(tmp_path / name, PEOPLE)
    assert counts(path, str(path)) == (3, 3, 3)
    folder = tmp_path / f"folder {name}"
    save(folder / name, PEOPLE)
    assert counts(folder, path) == (3, 3, 3)


def test_a_glob_and_a_folder_are_data_sets_of_their_parts(tmp_path: Path) -> None:
    for number in range(3):
        save(tmp_path / "o" / f"part-{number}.parquet", PEOPLE.slice(number, 1))
    (tmp_path / "o" / "_SUCCESS").touch()
    (tmp_path / "o" / ".part-0.parquet.crc").touch()
    assert counts(tmp_path / "o", PEOPLE) == (3, 3, 3)
    assert counts(tmp_path / "o" / "part-[01].parquet", PEOPLE) == (2, 2, 2)
    stop(tmp_path / "o" / "*.csv", PEOPLE, "pattern", error=SourceError)


def test_folders_above_are_no_columns_and_folders_below_are(tmp_path: Path) -> None:
    plain = save(tmp_path / "run=1" / "data.parquet", PEOPLE)
    assert counts(plain, PEOPLE) == (3, 3, 3)
    for site, rows in (("01", (0, 2)), ("02", (2, 1))):
        save(tmp_path / "run=1" / "set" / f"site={site}" / "p.parquet", PEOPLE.slice(*rows))
    sites = PEOPLE.append_column("site", pa.array(["01", "01", "2"]))
    assert counts(tmp_path / "run=1" / "set", sites) == (3, 3, 2)


def test_values_of_folders_are_text_tokens(tmp_path: Path) -> None:
    for key in ("year=2024", "year=__HIVE_DEFAULT_PARTITION__"):
        save(tmp_path / "years" / key / "p.parquet", PEOPLE.slice(0, 1))
    years = PEOPLE.slice(0, 1).append_column("year", pa.array([2024], pa.int16()))
    gone = PEOPLE.slice(0, 1).append_column("year", pa.array([None], pa.int16()))
    assert counts(tmp_path / "years", pa.concat_tables([years, gone])) == (2, 2, 2)
    save(tmp_path / "odd" / "where=a%2Fb%3D c" / "p.parquet", PEOPLE.slice(0, 1))
    assert counts(tmp_path / "odd", PEOPLE.slice(0, 1).append_column("where", [["a/b= c"]])) == (
        1,
        1,
        1,
    )
    save(tmp_path / "hidden" / "_k=1" / "p.parquet", PEOPLE)
    assert counts(tmp_path / "hidden", PEOPLE.append_column("_k", [[1, 1, 1]])) == (3, 3, 3)


def test_leading_zeros_of_a_folder_against_numbers_stop(tmp_path: Path) -> None:
    save(tmp_path / "set" / "site=01" / "p.parquet", PEOPLE)
    stop(tmp_path / "set", PEOPLE.append_column("site", [[1, 1, 1]]), "'site'")


def parts(folder: Path, *contents: Any) -> Path:
    """Write part files."""
    for number, content in enumerate(contents):
        save(folder / f"p{number}.parquet", content)
    return folder


JOINED: Mapping[str, tuple[Any, Any, int]] = {
    "integers and doubles": (table([1, 2]), table([4.5]), 3),
    "two widths of integers": (table([1], pa.int8()), table([2**40]), 2),
    "signed and unsigned": (table([-1]), table([2**64 - 1], pa.uint64()), 2),
    "two scales": (table([Decimal("1.5")], pa.decimal128(3, 1)), table([Decimal("0.25")], pa.decimal128(9, 2)), 2),
    "integers and decimals": (table([1], pa.int32()), table([Decimal("0.25")], pa.decimal128(9, 2)), 2),
    "dates and timestamps": (table([dt.date(2024, 1, 2)]), table([7], pa.timestamp("us")), 2),
    "nothing and numbers": (table([None], pa.null()), table([5.5]), 2),
    "nothing and structs": (table([None], pa.null()), table([{"a": 1}]), 2),
    "nothing and durations": (table([None], pa.null()), table([1], pa.duration("s")), 2),
}  # fmt: skip


@pytest.mark.parametrize("case", JOINED)
@pytest.mark.parametrize("turned", [False, True])
def test_parts_of_two_types_are_read_as_one_that_loses_nothing(
    tmp_path: Path,
    case: str,
    turned: bool,  # noqa: FBT001
) -> None:
    one, other, rows = JOINED[case]
    folder = parts(tmp_path / "o", *((other, one) if turned else (one, other)))
    assert counts(folder, folder) == (rows, rows, rows)
    for part in (one, other):
        if part.schema.types[0] != pa.null():
            assert counts(folder, part)[2] == part.num_rows


APART: Mapping[str, tuple[Any, Any]] = {
    "integers that no double holds": (table([2**53 + 1]), table([0.5])),
    "4-byte floats among 8-byte ones": (table([36.6], pa.float32()), table([36.6])),
    "durations of two units": (table([1], pa.duration("ns")), table([1], pa.duration("us"))),
    "durations and integers": (table([1], pa.duration("ns")), table([1])),
    "text and numbers": (table([SECRET]), table([1])),
    "decimals that no type joins": (table([Decimal(1)], pa.decimal128(38, 0)), table([Decimal(1)], pa.decimal128(38, 38 - 1))),
    "microseconds and nanoseconds": (table([1], pa.timestamp("us")), table([1], pa.timestamp("ns"))),
    "structs of other types": (table([{"a": 1}]), table([{"a": 0.5}])),
}  # fmt: skip


@pytest.mark.parametrize("case", APART)
def test_parts_without_such_a_type_stop(tmp_path: Path, case: str) -> None:
    folder = parts(tmp_path / "o", *APART[case])
    stop(folder, table([1]), str(folder), "'x'", "part files")


def test_parts_are_joined_by_name_and_differing_columns_stop(tmp_path: Path) -> None:
    mixed = parts(tmp_path / "o", PEOPLE.slice(0, 1), PEOPLE.slice(1).select(["town", "age"]))
    assert counts(mixed, PEOPLE) == (3, 3, 3)
    stop(parts(tmp_path / "a", PEOPLE, PEOPLE.select(["age"])), PEOPLE, "'town'", "part files")


def test_a_file_that_is_not_whole_stops_with_its_name(tmp_path: Path) -> None:
    good = save(tmp_path / "good.parquet", PEOPLE)
    content = good.read_bytes()
    damaged = {
        "cut.parquet": content[: len(content) // 2],
        "empty.parquet": b"",
        "encrypted.parquet": b"PARE" + content[4:-4] + b"PARE",
        "encrypted footer only.parquet": content[:-4] + b"PARE",
        "other footer.parquet": b"PAR1" + bytes(len(content) - 8) + b"PAR1",
        "text.parquet": b"age,town\n1,Apt\n",
        "arrow": b"ARROW1\0\0" + bytes(40),
    }
    for name, broken in damaged.items():
        (tmp_path / name).write_bytes(broken)
        stop(tmp_path / name, good, name, error=SourceError)
        stop(good, tmp_path / name, name, error=SourceError)
        folder = parts(tmp_path / f"folder {name}", PEOPLE)
        (folder / name).write_bytes(broken)
        stop(folder, good, name, error=SourceError)


def test_damage_in_the_middle_stops_with_the_name_of_the_file(tmp_path: Path) -> None:
    good = save(tmp_path / "good.parquet", table(list(range(9_999)), pa.int64()))
    content = bytearray(good.read_bytes())
    content[4:40] = b"\xff" * 36  # the header of the first page
    (tmp_path / "bad.parquet").write_bytes(content)
    stop(tmp_path / "bad.parquet", good, "bad.parquet", error=SourceError)


@pytest.mark.parametrize("road", ["arrow", "parquet", "parts"])
@pytest.mark.parametrize("role", ["original", "avatar"])
def test_a_side_without_rows_is_an_error(tmp_path: Path, road: str, role: str) -> None:
    nobody: Any = PEOPLE.slice(0, 0)
    if road == "parquet":
        nobody = save(tmp_path / "none.parquet", nobody)
    elif road == "parts":
        nobody = parts(tmp_path / "none", nobody, nobody)
    pair = (nobody, PEOPLE) if role == "original" else (PEOPLE, nobody)
    stop(*pair, role, "no rows", error=SourceError)


def test_what_is_not_there_or_holds_nothing_stops(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    stop(tmp_path / "empty", PEOPLE, "empty", error=SourceError)
    stop(tmp_path / "gone.parquet", PEOPLE, "gone.parquet", error=SourceError)
    stop("x" * 5_000, PEOPLE, "original", error=SourceError)
    stop(os.fsdecode(b"caf\xe9.parquet"), PEOPLE, "UTF-8", error=SourceError)
    stop(save(tmp_path / "none.parquet", pa.table({})), PEOPLE, "none.parquet", error=SourceError)


def test_a_folder_that_links_to_itself_is_read_once(tmp_path: Path) -> None:
    folder = parts(tmp_path / "o", PEOPLE)
    (folder / "again").symlink_to(folder)
    assert counts(folder, PEOPLE) == (3, 3, 3)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look into every folder")
def test_a_folder_that_may_not_be_looked_into_stops(tmp_path: Path) -> None:
    folder = parts(tmp_path / "o", PEOPLE)
    hidden = folder / "more"
    hidden.mkdir(mode=0)
    stop(folder, PEOPLE, "more", error=SourceError)


@pytest.mark.parametrize("in_file", [False, True])
@pytest.mark.parametrize("kind", ["list", "struct"])
def test_what_is_nested_too_deep_stops_and_can_be_left_out(
    kind: str, tmp_path: Path, *, in_file: bool
) -> None:
    stored: Any = pa.int64()
    nested: Any = 1
    for _ in range(200):
        stored = pa.list_(stored) if kind == "list" else pa.struct([("x", stored)])
        nested = [nested] if kind == "list" else {"x": nested}
    deep: Any = pa.table({"key": [1, 2], "deep": pa.array([nested, nested], stored)})
    if in_file:
        pq.write_table(deep, tmp_path / "deep.parquet")
        deep = tmp_path / "deep.parquet"
    with pytest.raises(rdmp.ColumnError, match=r"'deep'.*nested more than 32 levels deep"):
        rdmp.evaluate(deep, deep)
    assert rdmp.evaluate(deep, deep, exclude=["deep"]).matched_rows == 2
