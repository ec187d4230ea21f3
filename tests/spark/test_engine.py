"""The seam on Spark: the same answers as elsewhere, and nothing of the user's touched."""

# Local times are what is compared; a table of values has lines as long as its values.
# ruff: noqa: DTZ001, E501

from __future__ import annotations

import datetime as dt
import json
import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import fields
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from oracle import Expected

import rdmp
from rdmp.comparison import compare, define_sample
from rdmp.engines.spark import SparkEngine
from rdmp.engines.spark.settings import BY_CASE, SETTINGS
from rdmp.options import Keywords, Options
from rdmp.plans import pruned
from rdmp.plans.keys import choose
from rdmp.seam import Statement

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Value = tuple[Any, pa.DataType]


def counts(original: object, avatar: object, **options: Any) -> Expected:
    """Evaluate a pair."""
    found = rdmp.evaluate(original, avatar, **{"second_look": "never", **options})
    return Expected(**{one.name: getattr(found, one.name) for one in fields(Expected)})


def write(path: Path, **columns: tuple[Sequence[Any], pa.DataType]) -> Path:
    """Write a Parquet file."""
    pq.write_table(pa.table({name: pa.array(*one) for name, one in columns.items()}), path)
    return path


def people(path: Path, names: Sequence[str], ages: Sequence[int | None]) -> Path:
    """Write a table of people."""
    return write(path, name=(names, pa.string()), age=(ages, pa.int32()))


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """Write six rows by hand: Ann and Cy are unique and found, Bo is repeated, Di is changed."""
    one = people(
        tmp_path / "original.parquet", ["Ann", "Bo", "Bo", "Cy", "Di"], [30, 41, 41, None, 52]
    )
    other = people(
        tmp_path / "avatar.parquet", ["Ann", "Ann", "Bo", "Cy", "Di"], [30, 30, 41, None, 53]
    )
    return one, other


def test_parquet_files_count_as_on_duckdb(spark: SparkSession, pair: tuple[Path, Path]) -> None:
    found = rdmp.evaluate(*pair, engine=spark)
    assert (found.original_rows, found.unique_rows, found.matched_rows) == (5, 3, 2)
    assert found.engine == "spark"
    assert counts(*pair, engine=spark) == counts(*pair)


def test_the_active_session_is_taken_where_only_the_engine_is_named(
    spark: SparkSession, pair: tuple[Path, Path]
) -> None:
    assert counts(*pair, engine="spark") == counts(*pair)
    assert spark.range(1).count() == 1


def test_data_frames_and_tables_of_the_catalog_are_sources(
    spark: SparkSession, pair: tuple[Path, Path]
) -> None:
    frames = [spark.read.parquet(str(path)) for path in pair]
    assert counts(*frames, engine=spark) == counts(*pair)
    spark.sql("create database odd_name")
    frames[0].write.mode("overwrite").saveAsTable("odd_name.`original`")
    frames[1].createOrReplaceTempView("avatar")
    try:
        assert counts("Odd_Name.original", "avatar", engine=spark) == counts(*pair)
    finally:
        spark.sql("drop database odd_name cascade")


def test_settings_of_the_session_come_back_and_no_view_stays(
    spark: SparkSession, pair: tuple[Path, Path]
) -> None:
    spark.sql("select 1 as mine").createOrReplaceTempView("original")
    before = {name: spark.conf.get(name, None) for name in SETTINGS}
    views = sorted(one.name for one in spark.catalog.listTables())
    rdmp.evaluate(*pair, engine=spark, second_look="always")
    assert {name: spark.conf.get(name, None) for name in SETTINGS} == before
    assert sorted(one.name for one in spark.catalog.listTables()) == views
    assert [tuple(row) for row in spark.table("original").collect()] == [(1,)]


@pytest.mark.parametrize("ansi", ["true", "false"])
def test_what_the_session_calls_an_error_changes_no_count(
    spark: SparkSession, tmp_path: Path, ansi: str
) -> None:
    big = [2**63 - 1, 2**53 + 1, 2**53, -(2**63), 7]
    one = write(tmp_path / "o.parquet", a=(big, pa.int64()))
    other = write(
        tmp_path / "a.parquet", a=([2.0**63, 2.0**53, -(2.0**63), 7.5, float("nan")], pa.float64())
    )
    before = spark.conf.get("spark.sql.ansi.enabled")
    spark.conf.set("spark.sql.ansi.enabled", ansi)
    try:
        assert counts(one, other, engine=spark).matched_rows == 2
        assert spark.conf.get("spark.sql.ansi.enabled") == ansi
    finally:
        spark.conf.set("spark.sql.ansi.enabled", str(before))


NAIVE = dt.datetime(2024, 10, 27, 2, 30)
UTC = dt.UTC
SAME: dict[str, tuple[Value, Value]] = {
    "int with bigint": ((7, pa.int32()), (7, pa.int64())),
    "unsigned with signed": ((2**63 + 5, pa.uint64()), (Decimal(2**63 + 5), pa.decimal128(38, 0))),
    "int with double": ((7, pa.int32()), (7.0, pa.float64())),
    "decimals of two scales": (
        (Decimal("1.5"), pa.decimal128(10, 2)),
        (Decimal("1.5"), pa.decimal128(12, 4)),
    ),
    "decimals beyond 38 digits": (
        (Decimal(10**30), pa.decimal128(38, 0)),
        (Decimal(10**30).scaleb(-24).scaleb(24) / 10**3 * 10**3, pa.decimal128(38, 2)),
    ),
    "decimal with double": ((Decimal("1.10"), pa.decimal128(10, 2)), (1.1, pa.float64())),
    "wide decimal with double": ((Decimal("19.99"), pa.decimal128(38, 10)), (19.99, pa.float64())),
    "float with double": ((36.6, pa.float32()), (36.6, pa.float64())),
    "truth with number": ((True, pa.bool_()), (1, pa.int64())),
    "date with timestamp": (
        (dt.date(2024, 5, 1), pa.date32()),
        (dt.datetime(2024, 5, 1), pa.timestamp("us")),
    ),
    "milliseconds with microseconds": ((NAIVE, pa.timestamp("ms")), (NAIVE, pa.timestamp("us"))),
    "two zones": (
        (NAIVE.replace(tzinfo=UTC), pa.timestamp("us", tz="Europe/Paris")),
        (NAIVE.replace(tzinfo=UTC), pa.timestamp("us", tz="UTC")),
    ),
    "times": ((dt.time(10, 30), pa.time64("us")), (dt.time(10, 30), pa.time64("us"))),
    "text with bytes": (("é", pa.string()), ("é".encode(), pa.binary())),
    "structs in another order": (
        ({"x": 1, "Y y": 1.5}, pa.struct([("x", pa.int64()), ("Y y", pa.float64())])),
        ({"Y y": 1.5, "x": 1}, pa.struct([("Y y", pa.float64()), ("x", pa.int32())])),
    ),
    "lists": (([1, None], pa.list_(pa.int32())), ([1.0, None], pa.list_(pa.float64()))),
    "maps in another order": (
        ([("a", 1), ("b", 2)], pa.map_(pa.string(), pa.int32())),
        ([("b", 2), ("a", 1)], pa.map_(pa.string(), pa.int32())),
    ),
    "zeros in a list": (([0.0], pa.list_(pa.float64())), ([-0.0], pa.list_(pa.float64()))),
    "durations of two units": ((2**53, pa.duration("ms")), (2**53 * 1000, pa.duration("us"))),
    "durations of one unit": ((5, pa.duration("ns")), (5, pa.duration("ns"))),
    "nothing with text": ((None, pa.null()), (None, pa.string())),
}
"""One value as two types spell it; in each pair it is the only row of the original that matches."""


def test_a_value_is_itself_in_whatever_type_it_is_stored(
    spark: SparkSession, tmp_path: Path
) -> None:
    one = write(
        tmp_path / "o.parquet",
        **{name: ([a[0], a[0], None], a[1]) for name, (a, _) in SAME.items()},
        id=([1, 2, 3], pa.int32()),
    )
    other = write(
        tmp_path / "a.parquet",
        **{name: ([b[0], None, None], b[1]) for name, (_, b) in SAME.items()},
        id=([1, 2, 4], pa.int32()),
    )
    everything = counts(one, other, engine=spark)
    if everything.matched_rows != 1:  # a row matches if each of its values does
        wanted = {name: counts(one, other, columns=[name, "id"]) for name in SAME}
        found = {name: counts(one, other, columns=[name, "id"], engine=spark) for name in SAME}
        assert found == wanted
    assert everything == counts(one, other)


@pytest.mark.parametrize("zone", ["Europe/Paris", "Australia/Lord_Howe", "UTC"])
def test_local_times_become_the_instants_that_they_are_on_duckdb(
    spark: SparkSession, tmp_path: Path, zone: str
) -> None:
    start = dt.datetime(2024, 3, 30)
    hours = [start + dt.timedelta(minutes=30 * step) for step in range(96)]
    hours += [dt.datetime(2024, 10, 26, 12) + dt.timedelta(minutes=30 * step) for step in range(96)]
    hours += [dt.datetime(2024, 4, 6, 12) + dt.timedelta(minutes=15 * step) for step in range(96)]
    local = write(tmp_path / "o.parquet", t=(hours, pa.timestamp("us")))
    moments = [
        one.replace(tzinfo=UTC) + dt.timedelta(minutes=shift)
        for one in hours
        for shift in (-120, -60, 0, -660, -630)
    ]
    instants = write(tmp_path / "a.parquet", t=(moments, pa.timestamp("us", tz="UTC")))
    found = rdmp.evaluate(local, instants, timezone=zone, engine=spark, second_look="never")
    there = rdmp.evaluate(local, instants, timezone=zone, second_look="never")
    assert (found.matched_rows, found.present_rows) == (there.matched_rows, there.present_rows)
    assert [one.code for one in found.findings] == [one.code for one in there.findings]


STOPS: dict[str, tuple[Value, Value, str]] = {
    "number with text": ((7, pa.int32()), ("7", pa.string()), "text"),
    "nanoseconds": ((NAIVE, pa.timestamp("ns")), (NAIVE, pa.timestamp("ns")), "nanoseconds"),
    "a duration in a list": (([1], pa.list_(pa.duration("us"))), ([1], pa.list_(pa.duration("us"))), "duration"),
    "a duration with a number": ((1, pa.duration("us")), (1, pa.int64()), "BIGINT"),
    "a time of day in milliseconds": ((dt.time(1), pa.time32("ms")), (dt.time(1), pa.time32("ms")), "time of day"),
    "UUID": ((b"0" * 16, pa.uuid()), ("a", pa.string()), "uuid"),
}  # fmt: skip


@pytest.mark.parametrize("name", STOPS)
def test_what_spark_cannot_compare_exactly_stops_and_says_so(
    spark: SparkSession, tmp_path: Path, name: str
) -> None:
    (one, of), (other, to), said = STOPS[name]
    left = write(tmp_path / "o.parquet", v=([one], of))
    right = write(tmp_path / "a.parquet", v=([other], to))
    with pytest.raises(rdmp.InputError, match=said):
        rdmp.evaluate(left, right, engine=spark)


def test_long_decimals_meet_the_doubles_that_they_are_the_shortest_form_of(
    spark: SparkSession, tmp_path: Path
) -> None:
    fractions = [Decimal(one) for one in ("0.1234567890123456", "0.30000000000000004", "0.3", "0.123456789012345678")]  # fmt: skip
    whole = [Decimal(2**65), Decimal(2**65 + 1), Decimal(10**22), Decimal(9007199254740993)]
    for values in (fractions, whole):
        scale = 18 if values is fractions else 0
        one = write(tmp_path / "o.parquet", v=(values, pa.decimal128(38, scale)))
        other = write(tmp_path / "a.parquet", v=([float(one) for one in values], pa.float64()))
        assert counts(one, other, engine=spark) == counts(one, other)
        assert counts(other, one, engine=spark) == counts(other, one)


def test_a_decimal_of_which_java_says_too_little_is_told_right_or_stops(
    spark: SparkSession, tmp_path: Path
) -> None:
    value = Decimal(279297172705339940)  # Java 17 writes another number of 17 digits
    one = write(tmp_path / "o.parquet", v=([value], pa.decimal128(38, 2)))
    other = write(tmp_path / "a.parquet", v=([float(value)], pa.float64()))
    found: object
    try:
        found = counts(one, other, engine=spark)
    except rdmp.ColumnError as stop:
        found = stop
    assert found == counts(one, other) or "15 digits" in str(found)


def test_json_stops_with_one_line_and_a_way_out(spark: SparkSession, tmp_path: Path) -> None:
    path = tmp_path / "o.json"
    path.write_text('{"a": 1}\n', encoding="utf-8")
    with pytest.raises(rdmp.SourceError, match="Parquet") as stop:
        rdmp.evaluate(path, path, engine=spark)
    assert "\n" not in stop.value.message
    assert stop.value.hint is not None
    assert "duckdb" in stop.value.hint


def test_part_files_whose_columns_differ_stop(spark: SparkSession, tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    write(folder / "1.parquet", a=([1], pa.int32()), b=([2], pa.int32()))
    write(folder / "2.parquet", a=([1], pa.int32()))
    with pytest.raises(rdmp.ColumnError, match="different columns"):
        rdmp.evaluate(folder, folder, engine=spark)
    with pytest.raises(rdmp.SourceError, match="different columns"):
        rdmp.evaluate(f"file:{folder}", f"file:{folder}", engine=spark)


def test_a_file_is_that_file_whatever_its_name_holds(spark: SparkSession, tmp_path: Path) -> None:
    for name in ("a[1].parquet", "b{x,y}.parquet", "c *.parquet", "d%20é.parquet", "a1.parquet"):
        write(tmp_path / name, a=([1 if name[0] != "a" else len(name)], pa.int32()))
    for name in ("a[1].parquet", "b{x,y}.parquet", "c *.parquet", "d%20é.parquet"):
        found = rdmp.evaluate(tmp_path / name, tmp_path / name, engine=spark)
        assert (found.original_rows, found.matched_rows) == (1, 1), name
    assert (
        counts(tmp_path / "a[1].parquet", tmp_path / "a1.parquet", engine=spark).matched_rows == 0
    )


def test_char_columns_of_a_table_match_without_the_blanks_that_fill_them(
    spark: SparkSession,
) -> None:
    spark.sql("create or replace temp view plain as select 'ab' as a, 1 as b")
    spark.sql("create table padded (a char(5), b int) using parquet")
    try:
        spark.sql("insert into padded values ('ab', 1)")
        assert counts("padded", "plain", engine=spark).matched_rows == 1
        assert counts("plain", "padded", engine=spark).matched_rows == 1
    finally:
        spark.sql("drop table padded")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("select 'a' collate UTF8_LCASE as v", "collation"),
        ("select parse_json('1') as v", "VARIANT"),
        ("select interval '1' month as v", "INTERVAL"),
    ],
)
def test_types_without_an_exact_equality_stop(spark: SparkSession, query: str, said: str) -> None:
    frame = spark.sql(query)
    with pytest.raises(rdmp.ColumnError, match=said):
        rdmp.evaluate(frame, frame, engine=spark)


def test_names_that_differ_by_case_alone_are_two_columns(
    spark: SparkSession, tmp_path: Path
) -> None:
    path = write(tmp_path / "o.parquet", id=([1, 2], pa.int32()), ID=([3, 4], pa.int32()))
    before = {name: spark.conf.get(name, None) for name in BY_CASE}
    assert counts(path, path, engine=spark) == counts(path, path)
    assert {name: spark.conf.get(name, None) for name in BY_CASE} == before


def test_a_path_of_orc_is_read_as_spark_reads_it(spark: SparkSession, tmp_path: Path) -> None:
    paths = []
    for name, first in (("original", 0), ("avatar", 15)):
        frame = spark.range(first, first + 20).selectExpr(
            "id",
            "cast(id % 3 as int) as kind",
            "case when id % 5 > 0 then concat('w', id) end as w",
        )
        frame.coalesce(1).write.orc(f"file:{tmp_path}/{name}.orc")
        paths.append(f"file:{tmp_path}/{name}.orc")
    found = rdmp.evaluate(*paths, engine=spark)
    assert (found.original_rows, found.unique_rows, found.matched_rows) == (20, 20, 5)


def test_what_is_not_there_is_named(spark: SparkSession, tmp_path: Path) -> None:
    for name in ("no_such_table", "file:/no/such/path", "/no/such/path"):
        with pytest.raises(rdmp.SourceError, match=name.rpartition(":")[2]):
            rdmp.evaluate(name, name, engine=spark)


def test_no_error_of_ours_quotes_a_value(
    spark: SparkSession, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    spark.sql("select 'SECRET-7' as v").createOrReplaceTempView("words")
    bad = spark.sql("select cast(v as int) as v from words")
    with pytest.raises(rdmp.QueryError) as stop:
        rdmp.evaluate(bad, bad, engine=spark)
    assert "SECRET" not in str(stop.value)
    out, err = capfd.readouterr()
    assert "SECRET" not in out + err


def test_nothing_but_counts_schemas_and_facts_reaches_the_driver(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pyspark.sql.classic.dataframe import DataFrame

    marked = [f"SECRET-{number}" for number in range(500)]
    one = write(
        tmp_path / "o.parquet", name=(marked, pa.string()), n=(list(range(500)), pa.int64())
    )
    other = write(
        tmp_path / "a.parquet",
        name=([*marked[:50], *["x"] * 450], pa.string()),
        n=(list(range(500)), pa.int64()),
    )
    collected: list[Any] = []
    collect = DataFrame.collect

    def seen(frame: Any) -> list[Any]:
        rows = collect(frame)
        collected.append(rows)
        return rows

    def never(*given: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(DataFrame, "collect", seen)
    for verb in ("toPandas", "toArrow", "toLocalIterator", "take", "head", "first", "tail"):
        monkeypatch.setattr(DataFrame, verb, never)
    rdmp.evaluate(one, other, engine=spark, second_look="always")
    rdmp.columns(one, other, engine=spark)
    assert collected
    assert max(map(len, collected)) <= 20  # the shapes of texts are the most
    assert "SECRET" not in repr(collected)


def test_rows_cannot_be_told_one_by_one(
    spark: SparkSession, pair: tuple[Path, Path], tmp_path: Path
) -> None:
    with pytest.raises(rdmp.OptionError, match="spark can count rows"):
        rdmp.write_rows(*pair, tmp_path / "r.csv", engine=spark)


def test_options_of_duckdb_are_refused(spark: SparkSession, pair: tuple[Path, Path]) -> None:
    with pytest.raises(rdmp.OptionError, match="--threads is for DuckDB"):
        rdmp.evaluate(*pair, engine=spark, threads=2)
    with pytest.raises(rdmp.OptionError, match="--engine is duckdb or spark"):
        rdmp.evaluate(*pair, engine="sparc")
    with pytest.raises(rdmp.OptionError, match="--master names a cluster of Spark"):
        rdmp.evaluate(*pair, master="local[1]")


def test_the_second_look_finds_what_it_finds_on_duckdb_and_says_what_it_did_not_look_for(
    spark: SparkSession, tmp_path: Path
) -> None:
    names = [f"Name {number}" for number in range(300)]
    weights = [number + 0.123456789 for number in range(300)]
    ids = list(range(300))
    one = write(
        tmp_path / "o.parquet",
        id=(ids, pa.int64()),
        name=(names, pa.string()),
        w=(weights, pa.float64()),
    )
    other = write(
        tmp_path / "a.parquet",
        id=([1000 + one for one in ids], pa.int64()),
        name=([f" {one.upper()} " for one in names], pa.string()),
        w=([one + 1e-12 for one in weights], pa.float64()),
    )
    here, there = rdmp.evaluate(one, other, engine=spark), rdmp.evaluate(one, other)
    codes = [one.code for one in there.findings]
    assert "near-match" in codes
    assert "identifier" in {code.rpartition("-")[0] or code for code in codes} | set(codes)
    assert [one.code for one in here.findings if one.code != "look-undone"] == codes
    undone = next(one for one in here.findings if one.code == "look-undone")
    assert (undone.severity, undone.columns) == ("note", ("name",))
    said = [one.message.partition(" if ")[0] for one in there.findings]
    assert [one.message.partition(" if ")[0] for one in here.findings if one is not undone] == said


def test_columns_and_holdout_and_quick_count_as_on_duckdb(
    spark: SparkSession, tmp_path: Path
) -> None:
    sides = []
    for number, name in enumerate(("original", "avatar", "holdout")):
        rows = [(row * 7 + number * (row % 3)) % 50 for row in range(200)]
        sides.append(
            write(
                tmp_path / f"{name}.parquet",
                a=(rows, pa.int32()),
                b=([one % 7 for one in rows], pa.int64()),
                c=([f"x{row % 40}" for row in range(200)], pa.string()),
            )
        )
    original, avatar, holdout = sides
    here = rdmp.columns(original, avatar, size=2, engine=spark)
    there = rdmp.columns(original, avatar, size=2)
    assert here.columns == there.columns
    assert here.worst is not None
    assert here.worst == there.worst
    plain = Keywords(second_look="never", engine=spark)
    one = rdmp.evaluate(original, avatar, holdout=holdout, **plain)
    other = rdmp.evaluate(original, avatar, holdout=holdout)
    assert one.coincidence is not None
    assert one.coincidence == other.coincidence
    one = rdmp.evaluate(original, avatar, quick=True, engine=spark)
    assert (one.original_rows, one.matched_rows, one.unique_rows) == (200, other.matched_rows, None)
    found = rdmp.evaluate_many(original, [avatar, holdout], **plain)
    assert [one.counts for one in found] == [
        rdmp.evaluate(original, side).counts for side in (avatar, holdout)
    ]


def test_the_statements_are_told_without_being_run(
    spark: SparkSession, pair: tuple[Path, Path]
) -> None:
    told = rdmp.explain(*pair, engine=spark)
    names = [one.name for one in told.statements]
    assert names[:2] == ["view original", "view avatar"]
    assert names[-1] == "counts"
    assert "parquet.`" in told.statements[0].sql
    assert not any("rdmp_" in one.sql for one in told.statements)


def test_large_tables_are_counted_by_the_definition_and_the_pruned_plan_agrees(
    spark: SparkSession, tmp_path: Path
) -> None:
    ids = list(range(60_000))
    one = write(tmp_path / "o.parquet", a=([*ids[1:], 1], pa.int64()), b=(ids, pa.int32()))
    other = write(
        tmp_path / "a.parquet",
        a=([*ids[1:], 1], pa.int64()),
        b=([*ids[:9], *ids[10:], 0], pa.int32()),
    )
    found = rdmp.evaluate(one, other, engine=spark, second_look="never")
    assert [one.name for one in found.statements][-1] == "counts"
    assert not any("candidate" in one.sql for one in found.statements)
    with compare(one, other, Options(engine=spark)) as comparison:
        sizes = comparison.sizes
        assert sizes is not None
        keys = choose(comparison.engine, comparison.layout, define_sample(comparison), sizes)
        counted = pruned.count(comparison.engine, comparison.layout, keys, sizes)
        quick = pruned.count_matches(comparison.engine, comparison.layout, keys, sizes)
    assert counted is None or counted == found.counts
    assert quick is None or quick.matched_rows == found.matched_rows
    assert found.matched_rows == 9


def test_the_job_file_prints_the_result_or_says_why_it_fails(
    spark: SparkSession, pair: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(__file__).resolve().parents[2] / "examples" / "spark" / "rdmp_job.py"
    job = runpy.run_path(str(path))
    assert job["main"]([*map(str, pair)]) is None
    assert json.loads(capsys.readouterr().out)["matched_rows"] == 2
    assert job["main"]([*map(str, pair), "--fail-under", "99"]) == "the score 60.0 is below 99.0"
    assert job["main"]([str(pair[0]), "no.table"]).startswith("error: Spark finds nothing")


def test_statements_are_rendered_as_they_were_read_last(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every conversion of typed values is in it; RDMP_UPDATE=1 accepts what is rendered now."""
    monkeypatch.chdir(tmp_path)
    local = {"local": ([NAIVE], pa.timestamp("us"))}
    instant = {"local": ([NAIVE.replace(tzinfo=UTC)], pa.timestamp("us", tz="UTC"))}
    write(Path("o.parquet"), **{name: ([a[0]], a[1]) for name, (a, _) in SAME.items()}, **local)
    write(Path("a.parquet"), **{name: ([b[0]], b[1]) for name, (_, b) in SAME.items()}, **instant)
    told = rdmp.explain("o.parquet", "a.parquet", engine=spark, timezone="Europe/Paris")
    made = "\n\n".join(f"-- {one.name}\n{one.sql}" for one in told.statements) + "\n"
    golden = Path(__file__).resolve().parents[1] / "golden" / "spark.sql"
    if os.environ.get("RDMP_UPDATE"):
        golden.write_text(made, encoding="utf-8")
    assert made == golden.read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_session_of_ours_has_the_stack_that_thousands_of_columns_take(tmp_path: Path) -> None:
    columns = {f"c{number}": ([number, number + 1], pa.int64()) for number in range(2000)}
    path = write(tmp_path / "o.parquet", **columns)
    command = [sys.executable, "-m", "rdmp", "evaluate", str(path), str(path), "--format", "json"]
    master = ["--engine", "spark", "--master", "local[1]", "--second-look", "never"]
    own = {name: value for name, value in os.environ.items() if name != "SPARK_REMOTE"}
    own["SPARK_LOCAL_IP"] = "127.0.0.1"
    done = subprocess.run([*command, *master], capture_output=True, check=True, env=own)
    assert json.loads(done.stdout)["matched_rows"] == 2


def test_an_interruption_ends_the_jobs_of_a_statement_at_once(spark: SparkSession) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    text = (
        "select count(*) from (select a.id * b.id % 1000003 as x"
        " from range(0, 100000) as a cross join range(0, 60000) as b group by 1)"
    )
    engine = SparkEngine(Options(engine=spark))
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.alarm(3)
        with pytest.raises(KeyboardInterrupt):
            engine.query(Statement(name="long", sql=text))
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
        engine.close()
    assert list(spark.sparkContext.statusTracker().getActiveJobsIds()) == []
    assert spark.range(3).count() == 3
