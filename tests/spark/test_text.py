"""Text files on Spark: every record as it is written, or a stop that names file and line."""

# A table of files and values has lines as long as these.
# ruff: noqa: E501

from __future__ import annotations

import csv
import gzip
import os
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rdmp
from rdmp.engines.duckdb import DuckDBEngine
from rdmp.engines.spark import SparkEngine
from rdmp.options import Options, Reading
from rdmp.seam import Engine
from rdmp.sources import resolve
from rdmp.templates import render

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FACTOR = int(os.environ.get("RDMP_EXAMPLES", "1"))

Rows = list[tuple[str | None, ...]]


@pytest.fixture(scope="module")
def engines(spark: SparkSession) -> Iterator[tuple[Engine, Engine]]:
    """Open both engines once: what is registered anew takes the place of what was there."""
    both = SparkEngine(Options(engine=spark)), DuckDBEngine(Options(threads=1))
    yield both
    for one in both:
        one.close()


def rows_of(engine: Engine, path: Path, reading: Reading) -> Rows | str:
    """Return what an engine reads from a file, sorted, or why it does not."""
    try:
        relation = engine.register("original", resolve(path, "original"), reading)
        everything = render("first_rows", engine.syntax, relation="original", rows=1_000_000)
        found = engine.query(everything)
    except rdmp.RdmpError as stop:
        return str(stop)
    if relation.rows is not None:
        assert relation.rows == len(found)
    return ordered([tuple(row) for row in found])


def ordered(rows: Rows) -> Rows:
    return sorted(rows, key=repr)


LONG = 1_500_000

READ: dict[str, tuple[bytes, Rows]] = {
    "line feeds": (b"a,b\n1,2\n3,4\n", [("1", "2"), ("3", "4")]),
    "no end of the last line": (b"a,b\n1,2\n3,4", [("1", "2"), ("3", "4")]),
    "carriage returns": (b'a,b\r1,2\r"x\ry","p\nq\r\nr"\r', [("1", "2"), ("x\ry", "p\nq\r\nr")]),
    "both in every record": (
        b'a,b\r\n"x\r\ny",2\r\n"p\nq","r\rs"\r\n3,"z"\r\n',
        [("x\r\ny", "2"), ("p\nq", "r\rs"), ("3", "z")],
    ),
    "line breaks in quotes": (
        b'"a\nq",b\n"x\ny",2\n"p\r\nq","r\r"\n',
        [("x\ny", "2"), ("p\r\nq", "r\r")],
    ),
    "blank lines": (b"a,b\n\n1,2\n\n\n3,4\n\n", [("1", "2"), ("3", "4")]),
    "blank lines of one column": (
        b'a\r\n1\r\n\r\n""\r\n2\r\n\r\n',
        [("1",), (None,), (None,), ("2",), (None,)],
    ),
    "quotes in fields without": (b'a,b\nx"y,2"\nz""w,4\n', [('x"y', '2"'), ('z""w', "4")]),
    "quotes in quotes": (b'a,b\n"""x""","a""b"\n"""","""\n"""\n', [('"x"', 'a"b'), ('"', '"\n"')]),
    "empty fields": (b'a,b\n,\n"",""\n,x\n', [(None, None), (None, None), (None, "x")]),
    "a byte order mark": (b"\xef\xbb\xbfa,b\n1,2\n", [("1", "2")]),
    "marks of comments": (b"a,b\n#1,2\n#,\n", [("#1", "2"), ("#", None)]),
    "blanks": (b"a,b\n 1 , 2\n\t3,4 \n  ,\n", [(" 1 ", " 2"), ("\t3", "4 "), ("  ", None)]),
    "blanks alone": (b"a\n  \n \n\t\n", [("  ",), (" ",), ("\t",)]),
    "backslashes": (b'a,b\n"x\\",2\n\\,\\n\n', [("x\\", "2"), ("\\", "\\n")]),
    "odd white space": (
        "a,b\n\x01,\x85\n\u2028,\u00a0x\u3000\n\x0b,\x0c\n".encode(),
        [("\x01", "\x85"), ("\u2028", "\u00a0x\u3000"), ("\x0b", "\x0c")],
    ),
    "a long field": (b"a,b\n" + b"x" * LONG + b",2\n3,4\n", [("x" * LONG, "2"), ("3", "4")]),
    "a line of its separator": (b"sep=;\na;b\n1;2\na;b\n", [("1", "2"), ("a", "b")]),
    "words of engines": (b"a,b\nnull,NaN\nNULL,\\N\n", [("null", "NaN"), ("NULL", "\\N")]),
    "a header alone": (b"a,b\n", []),
}  # fmt: skip
"""A file, and its records."""


@pytest.mark.parametrize("name", READ)
def test_a_file_is_read_as_it_is_written(
    engines: tuple[Engine, Engine], tmp_path: Path, name: str
) -> None:
    content, wanted = READ[name]
    path = tmp_path / "o.csv"
    path.write_bytes(content)
    for engine in engines:
        assert rows_of(engine, path, Reading()) == ordered(wanted)


STOPS: dict[str, tuple[bytes, str]] = {
    "a field too few": (b"a,b\n1,2\n1\n", "line 3"),
    "a field too many": (b"a,b\n1,2,3\n3,4\n", "line 2"),
    "an empty field too many": (b"a,b\n1,2,\n3,4\n", "line 2"),
    "text after a quote": (b'a,b\n"x"y,2\n', "line 2"),
    "a blank after a quote": (b'a,b\n1,2\n"x" ,2\n', "line 3"),
    "a blank before a quote": (b'a,b\n1, "2"\n', "line 2"),
    "an open quote": (b'a,b\n1,2\n"3,4\n', "line 3"),
    "a footer": (b"a,b\n1,2\n(1 row)\n", "line 3"),
    "mixed ends of lines": (b"a,b\n1,2\r\n3,4\n", "line 2"),
    "bytes that are not UTF-8": (b"a,b\n1,2\n\xff,2\n", "line 3"),
    "nothing at all": (b"", "empty"),
    "gzip that is cut off": (gzip.compress(b"a,b\n" + b"1,2\n" * 99)[:-9], "cut off"),
}
"""A file, and what an error says of it."""


@pytest.mark.parametrize("name", STOPS)
def test_a_fault_stops_with_its_line_as_on_duckdb(
    engines: tuple[Engine, Engine], tmp_path: Path, name: str
) -> None:
    content, said = STOPS[name]
    path = tmp_path / ("o.csv.gz" if content.startswith(b"\x1f\x8b") else "o.csv")
    path.write_bytes(content)
    here, there = (rows_of(engine, path, Reading()) for engine in engines)
    assert isinstance(here, str)
    assert said in here
    assert "o.csv" in here
    if isinstance(there, str) and "hint" in there and said in there:
        assert here == there


def test_a_null_byte_stops_as_spark_would_drop_it(
    engines: tuple[Engine, Engine], tmp_path: Path
) -> None:
    path = tmp_path / "o.csv"
    path.write_bytes(b"a,b\n" + b"1,2\n" * 40_000 + b"\x003,4\n")
    found = rows_of(engines[0], path, Reading())
    assert isinstance(found, str)
    assert "line 40002" in found


def test_a_name_that_hides_how_a_file_is_packed_stops(
    engines: tuple[Engine, Engine], tmp_path: Path
) -> None:
    packed, plain = tmp_path / "packed.csv", tmp_path / "plain.csv.gz"
    packed.write_bytes(gzip.compress(b"a,b\n1,2\n"))
    plain.write_bytes(b"a,b\n1,2\n")
    for path in (packed, plain):
        found = rows_of(engines[0], path, Reading())
        assert isinstance(found, str)
        assert "goes by its name" in found


def test_packed_files_and_other_encodings_are_read(
    engines: tuple[Engine, Engine], tmp_path: Path
) -> None:
    text = 'é,b\n"ü\n",x\n日,\n'
    files = {
        "g.csv.gz": (gzip.compress(text.encode()) + gzip.compress(b"3,4\n"), None),
        "z.csv.zst": (
            b"".join(pa.compress(one, "zstd", asbytes=True) for one in (text.encode(), b"3,4\n")),
            None,
        ),
        "u.csv": (("\ufeff" + text + "3,4\n").encode("utf-16-le"), "utf-16"),
        "l.csv": ((text.replace("日", "ÿ") + "3,4\n").encode("latin-1"), "latin-1"),
    }
    for name, (content, encoding) in files.items():
        path = tmp_path / name
        path.write_bytes(content)
        last = "ÿ" if encoding == "latin-1" else "日"
        wanted: Rows = [("ü\n", "x"), (last, None), ("3", "4")]
        for engine in engines:
            found = rows_of(engine, path, Reading(encoding=encoding))
            assert found == ordered(wanted), (name, engine.name)


FIELDS = st.text(st.sampled_from("a\"\n\r,; \\é日😀#\t'1\x85"), max_size=5) | st.just("x" * 70_000)


@settings(
    max_examples=12 * FACTOR,
    deadline=None,
    derandomize=FACTOR == 1,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(
    rows=st.integers(1, 3).flatmap(
        lambda width: st.lists(st.lists(FIELDS, min_size=width, max_size=width), max_size=30)
    ),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    delimiter=st.sampled_from([",", ";", "\t", "é"]),
    quoting=st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
    header=st.booleans(),
)
def test_random_records_are_read_as_they_were_written(
    engines: tuple[Engine, Engine],
    tmp_path: Path,
    rows: list[list[str]],
    *,
    end: str,
    delimiter: str,
    quoting: int,
    header: bool,
) -> None:
    if not rows:
        rows = [["a", "b"]]
    names = [f"n{place}" for place in range(len(rows[0]))]
    path = tmp_path / f"{len(list(tmp_path.iterdir()))}.csv"  # an engine knows a file once read
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, quoting=quoting, lineterminator=end)  # type: ignore[arg-type]
        writer.writerows([names, *rows] if header else rows)
    reading = Reading(delimiter=delimiter, header=header)
    found = [rows_of(engine, path, reading) for engine in engines]
    wanted = ordered([tuple(field or None for field in row) for row in rows])
    if isinstance(found[0], str):  # a first record of other line breaks, a blank before a quote
        assert isinstance(found[1], str)
        assert " line " in found[0]
    else:
        assert found[0] == wanted


def texts(folder: Path, original: str, avatar: str) -> tuple[Path, Path]:
    """Write a pair of text files."""
    paths = folder / "o.csv", folder / "a.csv"
    for path, content in zip(paths, (original, avatar), strict=True):
        path.write_text(content, encoding="utf-8")
    return paths


def outcome(*pair: object, **options: Any) -> tuple[Any, ...]:
    """Return what an evaluation tells, or how it stops."""
    try:
        found = rdmp.evaluate(*pair, **{"second_look": "never", **options})
    except rdmp.RdmpError as error:
        return (type(error).__name__, str(error))
    return found.counts, found.columns, found.findings


OPTIONS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "tokens of missing values": ("a,b\nNA,1\n2,it's\n", 'a,b\n"NA",1\n2.0,it\'s\n', {"null": ["NA", "it's"]}),
    "a separator": ("a|b;c\n1|2;3\n", "a,b;c\n1,2;3\n", {"original_delimiter": "|", "avatar_delimiter": ","}),
    "a decimal comma": ("a;b\n1,50;x\n-,5;y\n", "a,b\n1.5,x\n-0.50,y\n", {"original_decimal": ","}),
    "no header": ("1,2\n3,4\n", "1.0,2\n3,5\n", {"no_header": True}),
    "no header, one column": ("\n1\n\n2\n", "1.0\n\n7\n", {"no_header": True}),
    "names": ("a`b,\"c;d\",`,'\n1,2,3,4\n", "a`b,\"c;d\",`,'\n1,2,3,4\n", {}),
}  # fmt: skip
"""Two files, and how they are to be read."""


@pytest.mark.parametrize("name", OPTIONS)
def test_options_of_text_mean_what_they_mean_on_duckdb(
    spark: SparkSession, tmp_path: Path, name: str
) -> None:
    original, avatar, options = OPTIONS[name]
    pair = texts(tmp_path, original, avatar)
    here, there = (outcome(*pair, engine=one, **options) for one in (spark, "duckdb"))
    assert here == there
    assert len(here) == 3


TYPED: dict[str, tuple[Any, pa.DataType, str, str]] = {
    "n": (7, pa.int64(), "7.0", "007"),
    "big": (2**62 + 1, pa.int64(), str(2**62 + 1), "+1"),
    "share": (0.30000000000000004, pa.float64(), "0.30000000000000004", "1,5"),
    "tiny": (1e-05, pa.float64(), "1e-05", "1E5"),
    "euros": (Decimal("1.50"), pa.decimal128(10, 2), "1.50", "x"),
    "truth": (True, pa.bool_(), "TRUE", "yes"),
    "day": (19844, pa.date32(), "2024-05-01", "01/05/2024"),
    "clock": (1714558830123456, pa.timestamp("us"), "2024-05-01T10:20:30.123456", "2024-05-01 25:00"),
    "moment": (1714558830000000, pa.timestamp("us", "UTC"), "2024-05-01 12:20:30+02", "2024-05-01"),
}  # fmt: skip
"""A value, its type, how a text file writes it, and a token of another kind."""


def test_text_against_types_counts_as_on_duckdb(spark: SparkSession, tmp_path: Path) -> None:
    arrays = {name: pa.array([value, None, None], of) for name, (value, of, _, _) in TYPED.items()}
    stored = tmp_path / "o.parquet"
    pq.write_table(pa.table(arrays), stored)
    text = tmp_path / "a.csv"
    rows = [TYPED, [token for _, _, token, _ in TYPED.values()], [""] * len(TYPED)]
    text.write_text("\n".join(",".join(row) for row in rows) + "\n", encoding="utf-8")
    here, there = (outcome(stored, text, engine=one) for one in (spark, "duckdb"))
    assert (here[0], here[2]) == (there[0], there[2])
    for one, other in zip(here[1], there[1], strict=True):  # stored types have two names
        assert (one.name, one.form) == (other.name, other.form)
    assert (here[0].matched_rows, here[0].present_rows) == (1, 3)
    frame = spark.read.parquet(str(stored))
    assert outcome(frame, text, engine=spark)[0] == here[0]


@pytest.mark.parametrize("name", TYPED)
def test_a_token_of_another_kind_stops_with_its_line(
    spark: SparkSession, tmp_path: Path, name: str
) -> None:
    value, of, token, strange = TYPED[name]
    stored, text = tmp_path / "o.parquet", tmp_path / "a.csv"
    pq.write_table(pa.table({"x": ["a"], name: pa.array([value], of)}), stored)
    text.write_text(
        f'{name};x\n{token};"a\nb"\n\n{token};""\n{strange};c\n', encoding="utf-8"
    )  # of one more line break inside quotes, and a blank line
    here, there = (outcome(stored, text, engine=one) for one in (spark, "duckdb"))
    assert here == there
    assert "a.csv, line 6" in here[1]


def test_the_line_is_told_in_one_column_with_blank_lines_and_a_separator_line(
    spark: SparkSession, tmp_path: Path
) -> None:
    stored, text = tmp_path / "o.parquet", tmp_path / "a.csv"
    pq.write_table(pa.table({"n": [1]}), stored)
    text.write_text("sep=;\nn\n1\n\n\n2\nx\n", encoding="utf-8")
    here, there = (outcome(stored, text, engine=one) for one in (spark, "duckdb"))
    assert here == there
    assert "a.csv, line 7" in here[1]


CASTS: dict[str, tuple[str, str, str]] = {
    "INTEGER": ("007", "7.0", "7.5"),
    "DECIMAL(10,2)": ("+1.5", "1.50", "1.234"),
    "DOUBLE": ("1E5", "100000", "12345678901234567890"),
    "BOOLEAN": ("t", "1", "yes"),
    "DATE": ("2024-05-01", "2024-05-01 00:00:00", "2024-05-01 00:01"),
    "TIMESTAMP": ("2024-05-01", "2024-05-01T00:00", "2024-05-01 00:00:00.1234567"),
    "TIMESTAMPTZ": ("2024-05-01 10:00Z", "2024-05-01 12:30:00.0+0230", "2024-05-01 10:00"),
    "TIME": ("10:20", "10:20:00.000", "24:00"),
    "VARCHAR": ("01", "01", ""),
}
"""A type, two tokens of one value, and one that is none."""


def test_text_is_cast_as_on_duckdb(spark: SparkSession, tmp_path: Path) -> None:
    names = [f"c{place}" for place in range(len(CASTS))]
    cast = dict(zip(names, CASTS, strict=True))
    header = ",".join(names)
    one, other = (",".join(tokens[side] for tokens in CASTS.values()) for side in (0, 1))
    pair = texts(tmp_path, f"{header}\n{one}\n", f"{header}\n{other}\n")
    here, there = (outcome(*pair, cast=cast, engine=which) for which in (spark, "duckdb"))
    assert here == there
    assert here[0].matched_rows == 1


@pytest.mark.parametrize("target", ["INTEGER", "DOUBLE", "DATE", "TIME"])
def test_text_that_does_not_convert_stops_with_its_line(
    spark: SparkSession, tmp_path: Path, target: str
) -> None:
    good, _, bad = CASTS[target]
    pair = texts(tmp_path, f"a,b\n{good},1\n", f"a,b\n{good},1\n{bad},2\n")
    here, there = (outcome(*pair, cast={"a": target}, engine=one) for one in (spark, "duckdb"))
    assert here == there
    assert "a.csv, line 3" in here[1]


@pytest.mark.parametrize("target", ["UUID", "BLOB", "FLOAT", "HUGEINT", "UBIGINT", "TIMESTAMP_NS"])
def test_text_is_not_cast_where_spark_cannot_tell(
    spark: SparkSession, tmp_path: Path, target: str
) -> None:
    pair = texts(tmp_path, "a\n1\n", "a\n1\n")
    with pytest.raises(rdmp.OptionError, match="Spark"):
        rdmp.evaluate(*pair, cast={"a": target}, engine=spark)


def test_long_numbers_of_text_are_kept_apart(spark: SparkSession, tmp_path: Path) -> None:
    numbers = [10**19 + 1, 10**37 + 1, 10**37 + 2]
    long = int(9.9e37)
    pair = texts(
        tmp_path,
        "a\n" + "".join(f"{one}\n" for one in numbers),
        f"a\n{10**19 + 1}.0\n{10**37 + 2}.00\n",
    )
    here, there = (outcome(*pair, engine=one) for one in (spark, "duckdb"))
    assert here == there
    assert here[0].matched_rows == 2
    doubles = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a": [1e19, 1e37, 2.0**65, -9.9e37]}), doubles)
    text = tmp_path / "t.csv"
    text.write_text(f"a\n{10**19}\n{10**37 + 1}\n{2**65}\n{2**65 + 1}\n-{long}\n", encoding="utf-8")
    here, there = (outcome(text, doubles, engine=one) for one in (spark, "duckdb"))
    assert here == there
    assert here[0].matched_rows == 3


def test_folders_of_text_are_columns_and_parts_may_have_another_order(
    spark: SparkSession, tmp_path: Path
) -> None:
    root = tmp_path / "parts"
    parts = {
        "k'`%20x=01/y=NA": "a,b\n1,2\n",
        "k'`%20x=1/y=2": "b,a\n3,4\n5,6\n",
        "k'`%20x=__HIVE_DEFAULT_PARTITION__/y=b%2Fc": "a;b\n7;8\n",
    }
    for folder, content in parts.items():
        (root / folder).mkdir(parents=True)
        (root / folder / "p.csv").write_text(content, encoding="utf-8")
    flat = tmp_path / "a.csv"
    flat.write_text("a,b,k'` x,y\n1,2,01,\n4,3,1,2\n6,5,1,9\n7,8,,b/c\n", encoding="utf-8")
    here, there = (outcome(root, flat, null=["NA"], engine=one) for one in (spark, "duckdb"))
    assert here == there
    assert (here[0].original_rows, here[0].matched_rows) == (4, 3)


def test_folders_of_parquet_files_are_tokens_and_parts_may_differ_in_width(
    spark: SparkSession, tmp_path: Path
) -> None:
    root = tmp_path / "parts"
    tables = {
        "k=01": pa.table({"a": pa.array([1], pa.int32()), "b": pa.array([None], pa.null())}),
        "k=1": pa.table({"b": pa.array([1.5], pa.float64()), "a": pa.array([2**40], pa.int64())}),
        "k=x%20y": pa.table({"a": pa.array([3], pa.int32()), "b": pa.array([2], pa.int64())}),
    }
    for folder, table in tables.items():
        (root / folder).mkdir(parents=True)
        pq.write_table(table, root / folder / "p.parquet")
    flat = tmp_path / "a.csv"
    flat.write_text(f"a,b,k\n1,,01\n{2**40},1.5,1\n3,2,x y\n4,4,4\n", encoding="utf-8")
    here, there = (outcome(root, flat, engine=one) for one in (spark, "duckdb"))
    assert here[0] == there[0]
    assert (here[0].original_rows, here[0].matched_rows) == (3, 3)
    pq.write_table(pa.table({"a": [1], "b": [2**53 + 1]}), root / "k=1" / "q.parquet")
    here, there = (outcome(root, flat, engine=one) for one in (spark, "duckdb"))
    assert (here[0], there[0]) == ("ColumnError", "ColumnError")
    assert "column 'b' is " in here[1]
    assert "in different part files" in here[1]


def test_the_second_look_and_a_holdout_say_of_text_what_they_say_on_duckdb(
    spark: SparkSession, tmp_path: Path
) -> None:
    words = [f"Name {number}" for number in range(40)]
    original = "id,name,w,day\n" + "".join(
        f"{n},{word},{n + 0.123456789},2024-01-{n % 28 + 1:02}\n" for n, word in enumerate(words)
    )
    avatar = "id,name,w,day\n" + "".join(
        f"{n + 1000}, {word.upper()} ,{n + 0.123456789 + 1e-12},2024-01-{n % 28 + 1:02} 00:00:00\n"
        for n, word in enumerate(words)
    )
    pair = texts(tmp_path, original, avatar)
    here, there = (rdmp.evaluate(*pair, engine=one) for one in (spark, "duckdb"))
    codes = [one.code for one in there.findings]
    assert "near-match" in codes
    assert [one.code for one in here.findings if one.code != "look-undone"] == codes
    holdout = tmp_path / "h.csv"
    holdout.write_text(original.replace("Name 3", "Other"), encoding="utf-8")
    here, there = (
        rdmp.evaluate(*pair, holdout=holdout, second_look="never", engine=one)
        for one in (spark, "duckdb")
    )
    assert here.coincidence is not None
    assert here.coincidence == there.coincidence
    many = rdmp.evaluate_many(pair[0], [pair[1], holdout], second_look="never", engine=spark)
    assert [one.matched_rows for one in many] == [here.matched_rows, 29]


def test_exports_whose_missing_values_spark_cannot_tell_stop(
    spark: SparkSession, tmp_path: Path
) -> None:
    pair = texts(tmp_path, "1,\\N\n", "1,\\N\n")
    with pytest.raises(rdmp.SourceError, match="--export snowflake"):
        rdmp.evaluate(*pair, export="snowflake", engine=spark)


def test_statements_about_text_are_rendered_as_they_were_read_last(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every conversion of tokens is in it; RDMP_UPDATE=1 accepts what is rendered now."""
    monkeypatch.chdir(tmp_path)
    tokens = {
        "whole": ("34", "34.0"), "long": (str(10**20), "1"), "decimal": ("1.25", ".5"),
        "double": ("1e-05", "nan"), "truth": ("TRUE", "0"), "day": ("2024-05-01", "2024-05-02"),
        "clock": ("2024-05-01 10:20:30.123456789", "2024-05-01T10:20"),
        "moment": ("2024-05-01T10:20:30Z", "2024-05-01 12:20:30+02"), "word": ("a", "b"),
        "hour": ("10:20", "10:20:00"),
    }  # fmt: skip
    original, avatar = (
        ",".join(tokens) + "\n" + ",".join(one[side] for one in tokens.values()) + "\n"
        for side in (0, 1)
    )
    texts(Path(), original, avatar)
    told = rdmp.explain("o.csv", "a.csv", null=["NA"], cast={"hour": "TIME"}, engine=spark)
    made = "\n\n".join(f"-- {one.name}\n{one.sql}" for one in told.statements) + "\n"
    golden = Path(__file__).resolve().parents[1] / "golden" / "spark_text.sql"
    if os.environ.get("RDMP_UPDATE"):
        golden.write_text(made, encoding="utf-8")
    assert made == golden.read_text(encoding="utf-8")


def test_no_error_about_text_quotes_a_value(
    spark: SparkSession, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    pair = texts(tmp_path, "a,b\nSECRET,1\n", "a,b\nSECRET,1,2\n")
    stop = outcome(*pair, engine=spark)
    assert "line 2" in stop[1]
    assert "SECRET" not in stop[1] + "".join(capfd.readouterr())


pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")
