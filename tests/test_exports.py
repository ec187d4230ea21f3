r"""Exports by name: what a warehouse writes gives the score of the same table as Parquet, or stops.

The writers of `export_writers` follow the documentation of each command; the counts are held
against the oracle.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import export_writers as writers
import oracle
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rdmp import evaluate
from rdmp.errors import ColumnError, InputError, OptionError, SourceError
from rdmp.exports import EXPORTS
from rdmp.options import Options
from rdmp.readers import escapes
from rdmp.readers.escaped import EscapedText
from rdmp.sources import Files, resolve

Row = Sequence[Any]
NAMES = ("id", "word", "note")

FIRST: tuple[Row, ...] = ((-1, "plain", "plain"), (0, None, "plain"))
"""Without them, a column may hold nothing but fields in quotes, or no NULL may show how NULL is
written: stops of their own."""


@dataclass(frozen=True, kw_only=True)
class Way:
    """One way of writing: what writes, the preset that reads it, and what must not be in it."""

    write: writers.Writer
    export: str
    header: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


NULL_N = r"\N"
WAYS = {
    "snowflake": Way(write=writers.snowflake(), export="snowflake"),
    "snowflake-header": Way(
        write=writers.snowflake(), export="snowflake", header=True, options={"header": True}
    ),
    "snowflake-quoted": Way(write=writers.snowflake_quoted(), export="snowflake-quoted"),
    "redshift": Way(write=writers.redshift(), export="redshift", without=(NULL_N,)),
    "redshift-pipe-null": Way(
        write=writers.redshift(null="@null@", separator="|"),
        export="redshift",
        options={"delimiter": "|", "null": ["@null@"]},
        without=(NULL_N,),
    ),
    "redshift-escape": Way(
        write=writers.redshift_escape(), export="redshift-escape", without=(NULL_N,)
    ),
    "redshift-escape-null": Way(write=writers.redshift_escape(NULL_N), export="redshift-escape"),
    "redshift-escape-tab": Way(
        write=writers.redshift_escape(NULL_N, "\t"),
        export="redshift-escape",
        options={"delimiter": "tab"},
    ),
    "bigquery": Way(write=writers.bigquery(), export="bigquery", header=True),
    "postgres": Way(write=writers.postgres(), export="postgres"),
    "postgres-header": Way(
        write=writers.postgres(), export="postgres", header=True, options={"header": True}
    ),
    "postgres-pipe": Way(
        write=writers.postgres("", "|"), export="postgres", options={"delimiter": "|"}
    ),
    "postgres-windows": Way(write=writers.postgres(end="\r\n"), export="postgres"),
    "excel": Way(write=writers.excel_csv(), export="excel", header=True, parts=("\r",)),
    "excel-semicolon": Way(
        write=writers.excel_csv(";"), export="excel", header=True, parts=("\r",)
    ),
    "excel-unicode": Way(write=writers.excel_unicode(), export="excel", header=True, parts=("\r",)),
}
ESCAPED = [name for name, way in WAYS.items() if EXPORTS[way.export].escapes != "none"]

NASTY = (
    None,
    "",
    "N",
    NULL_N,
    r"\\N",
    "NULL",
    "null",
    "\\",
    "\\\\",
    "a,b",
    "a|b",
    "a;b",
    "a\tb",
    'say "no"',
    '"quoted"',
    "'",
    "two\nlines",
    "ends with \n",
    "\n",
    "a\\\nb",
    r"not a line \n end",
    r"\x41\101\.",
    "carriage\rreturn",
    "both\r\nends",
    "\b\f\v",
    "é日本\U0001f600",
    "\ufeffmark",
    " blanks ",
    "007",
    "t",
)


def written(way: Way, rows: Sequence[Row], path: Path) -> Path:
    """Write rows as text; a row number goes last, so that no record ends in a text."""
    table = [[row[1], row[2], row[0]] for row in rows]
    names = [["word", "note", "id"]] if way.header else []
    path.write_bytes(way.write([*names, *table]))
    return path


def parquet(way: Way, rows: Sequence[Row], path: Path) -> Path:
    """Write the same rows as Parquet, with the names that the text has."""
    names = NAMES if way.header else ("c2", "c0", "c1")
    types = (pa.int64(), pa.string(), pa.string())
    columns = zip(*rows, strict=True)
    arrays = [pa.array(values, kind) for values, kind in zip(columns, types, strict=True)]
    pq.write_table(pa.table(dict(zip(names, arrays, strict=True))), path)
    return path


def options(way: Way, side: Literal["original", "avatar"]) -> dict[str, Any]:
    """Name the export of one side only."""
    given = dict(way.options)
    for name in ("header", "delimiter"):
        if name in given:
            given[f"{side}_{name}"] = given.pop(name)
    return {f"{side}_export": way.export} | given


def allowed(way: Way, value: str | None) -> bool:
    """Tell whether a way can write a value such that it can be told from all others."""
    return value not in way.without and not any(part in (value or "") for part in way.parts)


# -- the known answer ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("side", ["original", "avatar"])
def test_an_export_gives_the_counts_of_the_same_table_as_parquet(
    name: str, side: Literal["original", "avatar"], tmp_path: Path
) -> None:
    way = WAYS[name]
    values = [value for value in NASTY if allowed(way, value)]
    rows = [*FIRST, *((i, value, values[-i]) for i, value in enumerate(values, 1))]
    text = written(way, rows, tmp_path / "text")
    typed = parquet(way, rows, tmp_path / "typed.parquet")
    pair = (text, typed) if side == "original" else (typed, text)
    counts = evaluate(*pair, **options(way, side)).counts
    assert (counts.original_rows, counts.unique_rows) == (len(rows), len(rows))
    assert (counts.matched_rows, counts.copied_avatar_rows) == (len(rows), len(rows))


@pytest.mark.parametrize("name", WAYS)
def test_a_value_that_differs_in_one_character_is_no_match(name: str, tmp_path: Path) -> None:
    way = WAYS[name]
    values = [value for value in NASTY if value and allowed(way, value)]
    rows = [*FIRST, *((i, value, "same") for i, value in enumerate(values, 1))]
    other = [*FIRST, *((i, f"{value}x", "same") for i, value in enumerate(values, 1))]
    text = written(way, rows, tmp_path / "text")
    typed = parquet(way, other, tmp_path / "typed.parquet")
    counts = evaluate(text, typed, **options(way, "original")).counts
    assert (counts.unique_rows, counts.matched_rows) == (len(rows), len(FIRST))


ALPHABET = (*"\\NnNxtbr|,;\t\"'\n\r .", "\\N", "é", "日", "\ufeff", "\v", "\x01")
texts = st.none() | st.lists(st.sampled_from(ALPHABET), max_size=4).map("".join)
WORD = oracle.Type(kind="text")


@pytest.mark.parametrize("name", WAYS)
@settings(
    max_examples=5,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_random_tables_give_the_counts_of_the_oracle(
    name: str, tmp_path: Path, data: st.DataObject
) -> None:
    way = WAYS[name]
    values = texts.filter(lambda value: allowed(way, value))
    pool = data.draw(st.lists(st.tuples(values, values), min_size=1, max_size=6))
    draw = st.lists(st.sampled_from(pool), max_size=10)
    original, avatar = (
        [*FIRST, *((1, one, other) for one, other in data.draw(draw))] for _ in range(2)
    )
    text = written(way, original, tmp_path / "text")
    typed = parquet(way, [_emptied(row) for row in avatar], tmp_path / "typed.parquet")
    counts = evaluate(text, typed, second_look="never", **options(way, "original")).counts
    expected = oracle.count(
        [_emptied(row) for row in original],
        [_emptied(row) for row in avatar],
        [oracle.Type(kind="integer"), WORD, WORD],
        [oracle.Type(kind="integer"), WORD, WORD],
    )
    assert {key: getattr(counts, key) for key in expected.__slots__} == {
        key: getattr(expected, key) for key in expected.__slots__
    }


def _emptied(row: Row) -> Row:
    """An empty field of a text file is missing (rule 11)."""
    return tuple(None if value == "" else value for value in row)


def read(path: Path, *, piece: int = 1 << 20, **given: Any) -> tuple[EscapedText, list[Row]]:
    """Read a text without quotes, in pieces of some bytes."""
    reading = Options(**given).reading("original")
    source = resolve(path, "original")
    assert isinstance(source, Files)
    assert reading.export is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(escapes, "_PIECE", piece)
        text = EscapedText.open(source, reading, reading.export)
        rows = text.reader().read_all().to_pylist()
    return text, [tuple(row.values()) for row in rows]


@pytest.mark.parametrize("name", ESCAPED)
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_writer_and_reader_give_the_same_table_whatever_the_pieces(
    name: str, pack: Callable[[bytes], bytes], tmp_path: Path, data: st.DataObject
) -> None:
    way = WAYS[name]
    values = texts.filter(lambda value: allowed(way, value))
    width = data.draw(st.integers(1, 4))
    drawn = data.draw(st.lists(st.lists(values, min_size=width, max_size=width), max_size=6))
    first: list[Row] = [["plain"] * (width + 1), [None] * width + ["plain"]]
    table = first + [[*row, str(i)] for i, row in enumerate(drawn)]
    path = tmp_path / "text"
    path.write_bytes(pack(way.write(table)))
    text, rows = read(
        path, piece=data.draw(st.integers(1, 40)), export=way.export, **_no_names(way.options)
    )
    assert rows == [_emptied(row) for row in table]
    assert text.find_fault(text.parts[0]) is None
    lines = way.write(table).split(b"\n")
    last = text.line_of(text.parts[0], len(table))
    assert last is not None
    assert lines[last - 1 :] != []
    assert text.line_of(text.parts[0], len(table) + 1) is None


def _no_names(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name != "header"}


# -- what stands in the file -----------------------------------------------------------------------


def test_postgresql_escapes_are_what_its_manual_says(tmp_path: Path) -> None:
    path = tmp_path / "text"
    lines = (
        (rb"a\tb", rb"\x41\101\x4g\1018"),
        (rb"\\N", rb"\N"),
        (rb"\q\N\"", b"\\\t\\\n"),
        (rb"\xc3\xa9\303\251", rb"\x5cN\x0a\x09"),
    )
    path.write_bytes(b"".join(b"\t".join(line) + b"\n" for line in lines))
    _, rows = read(path, export="postgres")
    assert rows == [
        ("a\tb", "AA\x04gA8"),
        (r"\N", None),
        ('qN"', "\t\n"),
        ("éé", "\\N\n\t"),
    ]


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (b"a\tb\n\\.\n", [("a", "b")]),
        (b"a\t\\\\.\n", [("a", "\\.")]),
        (b"\xef\xbb\xbfa\tb\n", [("a", "b")]),
        (b"a\tb\r\nc\t\\N\r\n", [("a", "b"), ("c", None)]),
        (b"a\tb\n\nc\td\n", [("a", "b"), ("c", "d")]),
        (b"a\n\nb\n", [("a",), (None,), ("b",)]),
    ],
)
def test_end_marks_byte_order_marks_and_blank_lines_are_no_values(
    content: bytes, rows: list[Row], tmp_path: Path
) -> None:
    path = tmp_path / "text"
    path.write_bytes(content)
    assert read(path, export="postgres", piece=3)[1] == rows


def test_a_latin_1_export_is_decoded_before_its_escapes(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"\xe9\\n\xff\tb\n")
    assert read(path, export="postgres", encoding="latin-1")[1] == [("é\nÿ", "b")]


FAULTS: tuple[tuple[str, bytes, str], ...] = (
    ("redshift-escape", b"a|b\nc\\\nc|d\ne\n", "line 4 .* 1 column, where there should be 2"),
    ("redshift-escape", b"a|b\nc|d|\n", "line 2 .* 3 columns"),
    ("redshift-escape", b"a|b\n\\x|d\n", "line 2 .* a backslash before"),
    ("redshift-escape", b"a|b\nx\\N|d\n", "line 2 .* a backslash before"),
    ("redshift-escape", b"a|b\nc|d", "line 2 .* cut off"),
    ("redshift-escape", b"a|b\nc|d\\\n", "line 2 .* cut off"),
    ("redshift-escape", b"a|b\nc|\xff\n", "line 2 .* not UTF-8"),
    ("redshift-escape", b"a|b\nc|\xc3\n", "line 2 .* not UTF-8"),
    ("redshift-escape", b"a|b\nc|d\r\n", "line 2 .* line end"),
    ("snowflake", b"a,b\nc,ends in\r\n", "line 2 .* line end"),
    ("snowflake", b"a,b\r\nc,d\r\n", "line 1 .* line end"),
    ("snowflake", b"a,b\nc,\\t\n", "line 2 .* a backslash before"),
    ("postgres", b"a\tb\r\nc\td\n", "line 2 .* line end"),
    ("postgres", b"a\tb\nc\rc\td\n", "line 2 .* carriage return"),
    ("postgres", b"a\tb\n\\.\nc\td\n", r"line 3 .* ends the data"),
    ("postgres", b"a\tb\nc\\.\td\n", r"line 2 .* ends the data"),
    ("postgres", b"a\tb\nc\\000\td\n", "line 2 .* a byte that stands in no text"),
    ("postgres", b"a\tb\nc\\xff\td\n", "line 2 .* a byte that stands in no text"),
    ("postgres", b"a,b\nc,d\n", "the separator .* but , does"),
    ("postgres", b"\xff\xfea\0\t\0b\0\n\0", "UTF-16"),
)


@pytest.mark.parametrize(("export", "content", "message"), FAULTS)
def test_what_the_export_does_not_write_stops_with_file_and_line(
    export: str, content: bytes, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "text"
    path.write_bytes(content)
    with pytest.raises(SourceError, match=message) as stopped:
        evaluate(path, path, export=export, no_header=True)
    assert str(path) in stopped.value.message
    assert "\ufffd" not in stopped.value.message


def test_half_a_file_stops(tmp_path: Path) -> None:
    whole = gzip.compress(writers.postgres()([(i, f"word {i * 7919}") for i in range(2000)]))
    path = tmp_path / "text.gz"
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SourceError, match="damaged or cut off"):
        evaluate(path, path, export="postgres")


def test_fields_in_quotes_where_quotes_mean_nothing_stop(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(writers.snowflake_quoted()([(1, "a"), (2, None), (3, "b")]))
    with pytest.raises(SourceError, match="column 'c1' stands in quotes") as stopped:
        evaluate(path, path, export="snowflake")
    assert "snowflake-quoted" in str(stopped.value)
    assert evaluate(path, path, export="snowflake-quoted").counts.matched_rows == 3


@pytest.mark.parametrize(
    ("export", "write"),
    [("redshift", writers.redshift(NULL_N)), ("redshift-escape", writers.redshift_escape(r"\\N"))],
)
def test_a_token_that_is_null_or_a_text_stops_until_the_user_says_which(
    export: str, write: writers.Writer, tmp_path: Path
) -> None:
    rows = [(1, "a"), (2, None), (3, "N")]
    text, typed = tmp_path / "text", tmp_path / "typed.parquet"
    text.write_bytes(write(rows))
    pq.write_table(pa.table({"c0": [1, 2, 3], "c1": ["a", None, "N"]}), typed)
    with pytest.raises(ColumnError, match=r"column 'c1' holds \\.*N") as stopped:
        evaluate(text, typed, original_export=export)
    assert r"--null '\N'" in str(stopped.value)
    assert evaluate(text, typed, original_export=export, null=[NULL_N]).counts.matched_rows == 3


def test_null_and_the_letter_n_are_told_apart(tmp_path: Path) -> None:
    text, typed = tmp_path / "text", tmp_path / "typed.parquet"
    text.write_bytes(b"1|\\N\n2|N\n3|\\\\N\n")
    pq.write_table(pa.table({"c0": [1, 2, 3], "c1": ["N", "N", NULL_N]}), typed)
    counts = evaluate(text, typed, original_export="redshift-escape").counts
    assert (counts.unique_rows, counts.matched_rows) == (3, 2)


# -- options ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {"export": "oracle"},
        {"header": True, "no_header": True},
        {"avatar_header": True, "avatar_no_header": True},
        {"export": "postgres", "encoding": "utf-16"},
        {"export": "postgres", "delimiter": "\\"},
        {"export": "snowflake", "delimiter": "N"},
        {"export": "snowflake", "delimiter": "§"},
    ],
)
def test_options_that_contradict_each_other_stop(given: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(OptionError):
        evaluate(path, path, **given)


@pytest.mark.parametrize("given", [{"original_export": "bigquery"}, {"export": "bigquery"}])
def test_an_export_of_what_is_no_text_stops(given: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "typed.parquet"
    pq.write_table(pa.table({"a": [1]}), path)
    with pytest.raises(OptionError, match="holds none"):
        evaluate(path, path, **given)


def test_a_side_has_its_own_export(tmp_path: Path) -> None:
    rows = [["id", "word"], (1, "a|b"), (2, None), (3, "two\nlines")]
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_bytes(writers.postgres()(rows))
    other.write_bytes(writers.bigquery()(rows))
    counts = evaluate(
        one, other, export="bigquery", original_export="postgres", original_header=True
    ).counts
    assert counts.matched_rows == 3


def test_the_sides_own_header_wins_over_the_common_option(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_bytes(b"c0\n1\n2\n")
    other.write_bytes(b"1\n2\n")
    counts = evaluate(one, other, export="postgres", header=True, avatar_no_header=True).counts
    assert (counts.original_rows, counts.avatar_rows, counts.matched_rows) == (2, 2, 2)


@pytest.mark.parametrize("export", ["postgres", "redshift-escape", "redshift", "snowflake-quoted"])
def test_a_header_that_was_forgotten_stops(export: str, tmp_path: Path) -> None:
    separator = EXPORTS[export].delimiter or ","
    one, other = tmp_path / "one", tmp_path / "other"
    for path, number in ((one, "1.0"), (other, "1")):
        path.write_text(f"id{separator}word\n{number}{separator}a\n")
    with pytest.raises(OptionError, match="looks like a header"):
        evaluate(one, other, export=export)
    assert evaluate(one, other, export=export, header=True).counts.matched_rows == 1
    assert evaluate(one, other, export=export, no_header=True).counts.original_rows == 2


def test_columns_without_names_are_never_paired_by_position(tmp_path: Path) -> None:
    text, typed = tmp_path / "text", tmp_path / "typed.parquet"
    text.write_bytes(b"1\ta\n")
    pq.write_table(pa.table({"id": [1], "word": ["a"]}), typed)
    with pytest.raises(ColumnError) as stopped:
        evaluate(text, typed, original_export="postgres")
    assert "--header" in str(stopped.value)
    assert "--rename c0=NAME" in str(stopped.value)
    with pytest.raises(ColumnError, match="--rename NAME=c0"):
        evaluate(typed, text, avatar_export="postgres")
    renamed = {"c0": "id", "c1": "word"}
    assert evaluate(text, typed, original_export="postgres", rename=renamed).counts.matched_rows


# -- values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("export", ["postgres", "redshift", "redshift-escape"])
def test_truths_written_as_letters_are_truths(export: str, tmp_path: Path) -> None:
    write = {
        "postgres": writers.postgres(),
        "redshift": writers.redshift(),
        "redshift-escape": writers.redshift_escape(),
    }[export]
    rows = [(1, True), (2, False), (3, None)]
    text, typed, other = tmp_path / "text", tmp_path / "typed.parquet", tmp_path / "other.csv"
    text.write_bytes(write(rows))
    pq.write_table(pa.table({"c0": [1, 2, 3], "c1": [True, False, None]}), typed)
    other.write_text("c0,c1\n1,true\n2,False\n3,\n")
    for avatar in (typed, other, text):
        given: dict[str, Any] = {"original_export": export}
        given |= {"avatar_export": export} if avatar == text else {}
        assert evaluate(text, avatar, **given).counts.matched_rows == 3
    assert evaluate(typed, text, avatar_export=export).counts.matched_rows == 3
    pq.write_table(pa.table({"c0": [1, 2, 3], "c1": ["t", "f", None]}), typed)
    assert evaluate(text, typed, original_export=export).counts.matched_rows == 3


def test_a_truth_that_is_another_is_no_match(tmp_path: Path) -> None:
    text, typed = tmp_path / "text", tmp_path / "typed.parquet"
    text.write_bytes(b"1\tt\n2\tf\n")
    pq.write_table(pa.table({"c0": [1, 2], "c1": [False, False]}), typed)
    assert evaluate(text, typed, original_export="postgres").counts.matched_rows == 1


def test_bigquery_timestamps_are_instants(tmp_path: Path) -> None:
    text, typed = tmp_path / "text.csv", tmp_path / "typed.parquet"
    text.write_text("id,at\n1,2024-05-01 10:20:30.5 UTC\n2,2024-05-01 00:00:00 UTC\n")
    at = pa.array([1714558830500000, 1714521600000000], pa.timestamp("us", "UTC"))
    pq.write_table(pa.table({"id": [1, 2], "at": at}), typed)
    assert evaluate(text, typed, original_export="bigquery").counts.matched_rows == 2


def test_excel_with_semicolons_writes_decimal_commas(tmp_path: Path) -> None:
    rows = [["id", "weight", "word"], (1, 1.5, "a"), (2, -0.25, "b;c"), (3, None, None)]
    typed = tmp_path / "typed.parquet"
    weights = [1.5, -0.25, None]
    pq.write_table(
        pa.table({"id": [1, 2, 3], "weight": weights, "word": ["a", "b;c", None]}), typed
    )
    for write in (writers.excel_csv(";"), writers.excel_csv(","), writers.excel_unicode()):
        text = tmp_path / "text.csv"
        text.write_bytes(write(rows))
        assert evaluate(text, typed, original_export="excel").counts.matched_rows == 3


def test_excel_in_the_systems_own_encoding_stops(tmp_path: Path) -> None:
    text = tmp_path / "text.csv"
    text.write_bytes("id;word\r\n1;é\r\n".encode("cp1252"))
    with pytest.raises(SourceError, match=r"line 2 .* UTF-8"):
        evaluate(text, text, export="excel")


def test_a_value_of_the_wrong_kind_is_located_below_records_of_several_lines(
    tmp_path: Path,
) -> None:
    text, typed = tmp_path / "text", tmp_path / "typed.parquet"
    text.write_bytes(b"id|word\n1|two\\\nlines\n2|a\\\n\\\nb\nx|c\n")
    pq.write_table(pa.table({"id": [1], "word": ["a"]}), typed)
    with pytest.raises(ColumnError, match=rf"{text.name}, line 7: column 'id'"):
        evaluate(text, typed, original_export="redshift-escape", original_header=True)


# -- parts -----------------------------------------------------------------------------------------


def parts(folder: Path, **contents: bytes) -> Path:
    for name, content in contents.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def test_parts_with_a_header_are_read_by_name(tmp_path: Path) -> None:
    folder = parts(
        tmp_path / "f",
        one=gzip.compress(b"id|word\n1|a\n"),
        two=gzip.compress(b"word|id\nb|2\n"),
        three=gzip.compress(b""),
    )
    typed = tmp_path / "typed.parquet"
    pq.write_table(pa.table({"id": [1, 2], "word": ["a", "b"]}), typed)
    counts = evaluate(folder, typed, original_export="redshift-escape", original_header=True).counts
    assert (counts.original_rows, counts.matched_rows) == (2, 2)


def test_parts_that_differ_in_their_columns_stop(tmp_path: Path) -> None:
    folder = parts(tmp_path / "f", one=b"1|a\n", two=b"1|a|b\n")
    with pytest.raises(ColumnError, match="different columns"):
        evaluate(folder, folder, export="redshift-escape")


def test_folders_of_an_export_are_columns(tmp_path: Path) -> None:
    folder = parts(tmp_path / "f", **{"y=1__one": b"1|a\n", "y=2__two": b"2|b\n"})
    typed = tmp_path / "typed.parquet"
    pq.write_table(pa.table({"c0": [1, 2], "c1": ["a", "b"], "y": [1, 2]}), typed)
    assert evaluate(folder, typed, original_export="redshift-escape").counts.matched_rows == 2


def test_an_export_without_records_stops(tmp_path: Path) -> None:
    folder = parts(tmp_path / "f", one=gzip.compress(b""), two=gzip.compress(b""))
    with pytest.raises(InputError, match="holds no record"):
        evaluate(folder, folder, export="redshift-escape")
    header = parts(tmp_path / "g", one=b"id|word\n")
    with pytest.raises(InputError, match="has no rows"):
        evaluate(header, header, export="redshift-escape", header=True)


def test_a_holdout_is_written_like_the_original(tmp_path: Path) -> None:
    names = ("original", "avatar", "holdout")
    paths = [tmp_path / name for name in names]
    for start, path in enumerate(paths):
        rows = [(i, f"a|{i}", i % 2 == 0) for i in range(start, start + 6)]
        path.write_bytes(writers.redshift_escape()(rows))
    found = evaluate(paths[0], paths[1], holdout=paths[2], export="redshift-escape")
    assert found.counts.matched_rows == 5
    assert found.coincidence is not None
