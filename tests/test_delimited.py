"""Delimited text files come back exactly, or stop with file and line (COMPARISON.md, rule 11)."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, cast

import duckdb
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rdmp.dialect import Dialect, read_dialect
from rdmp.engines.duckdb.delimited import (
    inspect,
    is_read_right_in_parallel,
    read_statement,
)
from rdmp.errors import OptionError, SourceError
from rdmp.options import Reading
from rdmp.records import find_fault, line_of
from rdmp.syntax import DuckDBSyntax, Syntax

Row = tuple[str | None, ...]
Write = Callable[..., Path]

SYNTAX = cast("Syntax", DuckDBSyntax())
AS_FOUND = Reading()


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as opened:
        opened.execute("set threads = 4")
        yield opened


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(content: str | bytes, name: str = "table.csv") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return written


def read(
    connection: duckdb.DuckDBPyConnection, path: Path, reading: Reading = AS_FOUND
) -> tuple[Dialect, list[Row]]:
    """Read a file in the three steps of `rdmp.engines.duckdb.delimited`."""
    dialect = read_dialect(path, reading)
    expected = inspect(connection, SYNTAX, path, dialect)
    right = True
    rows: list[Row] = []
    try:
        rows = connection.execute(read_statement(SYNTAX, [path], dialect, reading).sql).fetchall()
    except duckdb.Error as error:
        fault = find_fault(path, dialect)
        if fault is not None:
            raise fault from error
        right = False
    if right and len(rows) != expected:
        right = is_read_right_in_parallel(connection, SYNTAX, [path], dialect)
    if not right:
        statement = read_statement(SYNTAX, [path], dialect, reading, parallel=False)
        rows = connection.execute(statement.sql).fetchall()
    return dialect, rows


# -- the first record ---------------------------------------------------------------------------


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_the_one_in_the_header(
    connection: duckdb.DuckDBPyConnection, write: Write, separator: str
) -> None:
    path = write(f"a{separator}b\n1{separator}2\n")
    dialect, rows = read(connection, path)
    assert (dialect.delimiter, dialect.names, rows) == (separator, ("a", "b"), [("1", "2")])


def test_a_separator_in_a_quoted_name_does_not_count(write: Write) -> None:
    dialect = read_dialect(write('"a;x|y",b\n'), AS_FOUND)
    assert (dialect.delimiter, dialect.names) == (",", ("a;x|y", "b"))


def test_several_separators_stop_and_ask_for_the_delimiter(write: Write) -> None:
    with pytest.raises(SourceError, match=r"table\.csv.*several separators") as caught:
        read_dialect(write("a,b;c\n1,2;3\n"), AS_FOUND)
    assert "--delimiter" in (caught.value.hint or "")


def test_a_given_delimiter_wins(connection: duckdb.DuckDBPyConnection, write: Write) -> None:
    path = write("a,b;c\n1,2;3\n")
    assert read(connection, path, Reading(delimiter=";"))[1] == [("1,2", "3")]


@pytest.mark.parametrize("spelled", ["tab", "TAB", "\\t", "\t"])
def test_tab_can_be_spelled(write: Write, spelled: str) -> None:
    dialect = read_dialect(write("a\tb,c\n"), Reading(delimiter=spelled))
    assert (dialect.delimiter, dialect.names) == ("\t", ("a", "b,c"))


@pytest.mark.parametrize("odd", ["||", "", '"', "\n", "\r", "tabs"])
def test_a_delimiter_that_is_not_one_character_is_an_option_error(write: Write, odd: str) -> None:
    with pytest.raises(OptionError, match="delimiter"):
        read_dialect(write("a,b\n"), Reading(delimiter=odd))


@pytest.mark.parametrize("separator", ["~", "§", " ", "\x1f", "^", "]", "\\"])
def test_any_single_character_separates(
    connection: duckdb.DuckDBPyConnection, write: Write, separator: str
) -> None:
    path = write(f'a{separator}b\n1{separator}"2{separator}"\n{separator}\n')
    rows = read(connection, path, Reading(delimiter=separator))[1]
    assert rows == [("1", f"2{separator}"), (None, None)]
    surplus = write(f"a{separator}b\n1{separator}2{separator}\n")
    with pytest.raises(SourceError, match=r"line 2 .* has 3 columns"):
        read(connection, surplus, Reading(delimiter=separator))


@pytest.mark.parametrize("line", ["sep=|", "SEP=|", '"sep=|"'])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_an_excel_separator_line_is_obeyed_and_is_no_header(
    connection: duckdb.DuckDBPyConnection, write: Write, line: str, end: str
) -> None:
    dialect, rows = read(connection, write(f"{line}{end}a,x|b{end}1|2{end}"))
    assert (dialect.names, dialect.skip, dialect.lines) == (("a,x", "b"), 2, 2)
    assert rows == [("1", "2")]


def test_names_stand_as_they_are(write: Write) -> None:
    names = read_dialect(write(' a ,"b ""x""\ny",,c"d\n'), AS_FOUND).names
    assert names == (" a ", 'b "x"\ny', "", 'c"d')


def test_a_byte_order_mark_is_no_part_of_a_name(
    connection: duckdb.DuckDBPyConnection, write: Write
) -> None:
    dialect, rows = read(connection, write(b'\xef\xbb\xbf"a",b\n1,2\n'))
    assert (dialect.names, rows) == (("a", "b"), [("1", "2")])


def test_without_a_header_the_columns_are_numbered_and_the_first_line_is_a_record(
    connection: duckdb.DuckDBPyConnection, write: Write
) -> None:
    dialect, rows = read(connection, write(b"\xef\xbb\xbf1;2\n3;4\n"), Reading(header=False))
    assert dialect.names == ("c0", "c1")
    assert rows == [("1", "2"), ("3", "4")]


def test_a_header_with_a_line_break_is_one_record(
    connection: duckdb.DuckDBPyConnection, write: Write
) -> None:
    dialect, rows = read(connection, write('"a\n\nx",b\n1,2\n3,4\n'))
    assert (dialect.names, dialect.skip, dialect.lines) == (("a\n\nx", "b"), 1, 3)
    assert rows == [("1", "2"), ("3", "4")]


def test_a_header_with_line_breaks_of_another_kind_stops_because_the_rows_would_be_lost(
    write: Write,
) -> None:
    with pytest.raises(SourceError, match=r"table\.csv.*line breaks of another kind"):
        read_dialect(write('"a\nx",b\r\n1,2\r\n'), AS_FOUND)


@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
def test_a_file_with_a_header_alone_has_no_rows(
    connection: duckdb.DuckDBPyConnection, write: Write, ending: str
) -> None:
    assert read(connection, write("a,b" + ending))[1] == []


def test_an_empty_file_stops(write: Write) -> None:
    for content in (b"", gzip.compress(b""), pa.compress(b"", codec="zstd", asbytes=True)):
        with pytest.raises(SourceError, match=r"table\.csv.*is empty"):
            read_dialect(write(content), AS_FOUND)


@pytest.mark.parametrize(("content", "line"), [("\na,b\n", 1), ("sep=;\n\na;b\n", 2), ("\n", 1)])
def test_a_blank_line_where_the_header_is_due_stops(write: Write, content: str, line: int) -> None:
    with pytest.raises(SourceError, match=rf"line {line} of .*table\.csv.*blank"):
        read_dialect(write(content), AS_FOUND)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"nowhere\.csv.*does not exist"):
        read_dialect(tmp_path / "nowhere.csv", AS_FOUND)


def test_a_header_that_is_quoted_wrong_stops(write: Write) -> None:
    for content in ('"a"x,b\n1,2\n', '"a,b\n1,2\n', 'a, "b"\n1,2\n'):
        with pytest.raises(SourceError, match=r"table\.csv"):
            read_dialect(write(content), Reading(delimiter=","))


# -- encodings and compression ------------------------------------------------------------------


def test_utf_16_and_latin_1_come_back_exactly(
    connection: duckdb.DuckDBPyConnection, write: Write
) -> None:
    text = 'né;b\n"x\ny;é";€𝄞\n'
    for codec in ("utf-16", "utf-16-le"):
        dialect, rows = read(connection, write(text.encode(codec)), Reading(encoding="UTF-16"))
        assert (dialect.names, rows) == (("né", "b"), [("x\ny;é", "€𝄞")])
    path = write("né;b\né;ÿ\n".encode("latin-1"))
    assert read(connection, path, Reading(encoding="latin1"))[1] == [("é", "ÿ")]


def test_a_utf_16_mark_asks_for_the_encoding(write: Write) -> None:
    with pytest.raises(SourceError, match=r"table\.csv.*UTF-16") as caught:
        read_dialect(write("a;b\n".encode("utf-16")), AS_FOUND)
    assert caught.value.hint == "pass --encoding utf-16"


@pytest.mark.parametrize("mark", [b"", b"\xfe\xff"])
def test_big_endian_utf_16_stops_because_the_engine_would_see_no_rows(
    write: Write, mark: bytes
) -> None:
    path = write(mark + "a;b\n1;2\n".encode("utf-16-be"))
    with pytest.raises(SourceError, match="big-endian"):
        read_dialect(path, Reading(encoding="utf-16"))


def test_a_header_that_is_not_utf_8_names_the_file_and_the_option(write: Write) -> None:
    with pytest.raises(SourceError, match=r"line 1 of .*table\.csv.*not UTF-8") as caught:
        read_dialect(write("né;b\n".encode("latin-1")), AS_FOUND)
    assert "--encoding" in (caught.value.hint or "")


def test_an_unknown_encoding_lists_the_three_that_are_known(write: Write) -> None:
    with pytest.raises(OptionError, match="utf-8, utf-16 and latin-1") as caught:
        read_dialect(write("a\n"), Reading(encoding="cp1252"))
    assert "iconv -f cp1252" in (caught.value.hint or "")


def test_compression_is_told_from_the_first_bytes_and_never_from_the_name(
    connection: duckdb.DuckDBPyConnection, write: Write
) -> None:
    data = b'a,b\n1,"x\ny"\n'
    packed = {
        "plain.csv.gz": data,
        "gzip.csv": gzip.compress(data[:6]) + gzip.compress(data[6:]),
        "zstd.csv.gz": pa.compress(data[:6], codec="zstd", asbytes=True)
        + b"\x50\x2a\x4d\x18\x03\0\0\0abc"
        + pa.compress(data[6:], codec="zstd", asbytes=True),
    }
    for name, content in packed.items():
        assert read(connection, write(content, name))[1] == [("1", "x\ny")]


@pytest.mark.parametrize("cut", [1, 3, 4, 8, 1000, 300_000])
def test_a_compressed_file_that_was_cut_off_stops(
    connection: duckdb.DuckDBPyConnection, write: Write, cut: int
) -> None:
    data = b"a,b\n" + b"".join(b"%d,2\n" % (k * 7919**2 % 10**9) for k in range(100_000))
    for content in (gzip.compress(data, 1), pa.compress(data, codec="zstd", asbytes=True)):
        with pytest.raises(SourceError, match=r"table\.csv.*cut off"):
            read(connection, write(content[:-cut]))


# -- records ------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_is_read_alone(
    connection: duckdb.DuckDBPyConnection, write: Write, end: str
) -> None:
    rows = read(connection, write(f'a,b{end}1,"x\n\ry"{end}{end}3, 4 {end}'))[1]
    assert rows == [("1", "x\n\ry"), ("3", " 4 ")]


def test_quotes_follow_rfc_4180_and_a_quote_inside_a_bare_field_is_text(
    connection: duckdb.DuckDBPyConnection, write: Write
) -> None:
    content = 'a,b\n"x,""y""\n",z"q"\n" ","a "\n", ""u"" ,",\\\n'
    rows = read(connection, write(content))[1]
    assert rows == [('x,"y"\n', 'z"q"'), (" ", "a "), (', "u" ,', "\\")]


def test_an_empty_field_is_missing_whether_quoted_or_not(
    connection: duckdb.DuckDBPyConnection, write: Write
) -> None:
    assert read(connection, write('a,b\n,""\n'))[1] == [(None, None)]


def test_further_missing_tokens_count_quoted_or_not_and_whatever_they_hold(
    connection: duckdb.DuckDBPyConnection, write: Write
) -> None:
    path = write('a,b\nNA,"NA"\n"n,a",-\nNA ,"""?"\nna,\n')
    rows = read(connection, path, Reading(null=("NA", "n,a", "-", '"?', "", "NA")))[1]
    assert rows == [(None, None), (None, None), ("NA ", None), ("na", None)]


def test_a_blank_line_is_missing_in_one_column_and_nothing_in_more(
    connection: duckdb.DuckDBPyConnection, write: Write
) -> None:
    assert read(connection, write("a\n1\n\n2\n\n"))[1] == [("1",), (None,), ("2",), (None,)]
    assert read(connection, write("a,b\n1,2\n\n3,4\n\n"))[1] == [("1", "2"), ("3", "4")]


def test_names_that_look_like_wildcards_folders_or_columns_are_just_paths(
    connection: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    (tmp_path / "c0=9").mkdir()
    (tmp_path / "t1.csv").write_text("a,b\nwrong,wrong\n")
    for name in ("t[1].csv", "t*.csv", "t?.csv", 'c0=9/it\'s "one".csv', "~.csv", "{a,b}.csv"):
        path = tmp_path / name
        path.write_text("a,b\n1,2\n")
        assert read(connection, path)[1] == [("1", "2")]


def test_part_files_of_one_dialect_are_read_together(
    connection: duckdb.DuckDBPyConnection, write: Write
) -> None:
    paths = [write("a\n1\n", "b.csv"), write("a\n", "a.csv"), write("a\n2\n", "c.csv")]
    dialect = read_dialect(paths[0], AS_FOUND)
    sql = read_statement(SYNTAX, paths, dialect, AS_FOUND).sql
    assert sorted(connection.execute(sql).fetchall()) == [("1",), ("2",)]


# -- faults -------------------------------------------------------------------------------------

FAULTS = [
    ("a,b\n1,2\n3\n", 3, "has 1 column, the first record has 2"),
    ("a,b\n1,2\n3,4,5\n", 3, "has 3 columns"),
    ("a,b\n1,2,\n3,4\n", 2, "has 3 columns"),
    ("a,b\n1,2\n3,4,\n", 3, "has 3 columns"),
    ("a,b\n1,2,,\n3,4\n", 2, "has 4 columns"),
    ('a,b\n1,2,""\n3,4\n', 2, "has 3 columns"),
    ("a,b\n1,,\n", 2, "has 3 columns"),
    ('a,b\n"1,2",,\n', 2, "has 3 columns"),
    ('a,b\n"x\ny",2\n"u\nv",4,\n', 4, "has 3 columns"),
    ("a\n1\n2,\n", 3, "has 2 columns, the first record has 1"),
    ("a\n1\n2,3\n", 3, "has 2 columns, the first record has 1"),
    ("a,b\n1,2\n(1 row)\n", 3, "has 1 column"),
    ("a,b\n1,2\n  \n3,4\n", 3, "has 1 column"),
    ("a,b\r\n1,2\r\n3,4\n5,6\r\n", 3, "ends with LF, those before it with CRLF"),
    ("a,b\n1,2\n3,4\r\n5,6\n", 3, "ends with CRLF, those before it with LF"),
    ("a,b\n1,2\n3,4\r5,6\n", 3, "ends with CR, those before it with LF"),
    ("a\n\r\n1\n", 2, "ends with CRLF, those before it with LF"),
    (b"a,b\n1,2\n3,\xff\n", 3, "is not UTF-8"),
    (b'a,b\n1,"x\ny"\n3,"\xc3"\n', 4, "is not UTF-8"),
    ('a,b\n1,2\n3,"4\n5,6\n', 3, "never closed"),
    ('a,b\n1,2\n3,"4', 3, "never closed"),
    ('a,b\n1,"2"x\n', 2, "text follows a closing quote"),
    ('a,b\n"1" ,2\n', 2, "text follows a closing quote"),
    ('a,b\n1,"2" \n', 2, "text follows a closing quote"),
    ('a,b\n"1" "",2\n', 2, "text follows a closing quote"),
    ('a,b\n1, "2"\n', 2, "a blank stands before a quote"),
    ('a,b\n  "1",2\n', 2, "a blank stands before a quote"),
]


@pytest.mark.parametrize(("content", "line", "what"), FAULTS)
def test_a_fault_stops_with_file_and_line(
    connection: duckdb.DuckDBPyConnection, write: Write, content: str | bytes, line: int, what: str
) -> None:
    path = write(content)
    with pytest.raises(SourceError, match=what) as caught:
        read(connection, path)
    assert f"line {line} of '{path}'" in caught.value.message
    assert caught.value.hint


def test_a_message_shows_no_value(connection: duckdb.DuckDBPyConnection, write: Write) -> None:
    for content in ("a,b\nsecret\n", 'a,b\n1,"x"secret\n', b"a,b\nsecret,\xff\n"):
        with pytest.raises(SourceError) as caught:
            read(connection, write(content))
        assert "secret" not in str(caught.value)


def test_bytes_that_latin_1_does_not_print_stop(
    connection: duckdb.DuckDBPyConnection, write: Write
) -> None:
    path = write(b"a,b\n1,2\n3,\x80\n")
    with pytest.raises(SourceError, match=r"line 3 of .*not Latin-1"):
        read(connection, path, Reading(encoding="latin-1"))


def test_a_record_that_is_too_long_stops_with_its_line(
    connection: duckdb.DuckDBPyConnection, write: Write
) -> None:
    path = write(b"a,b\n1,2\n3," + b"x" * 2_100_000 + b"\n")
    with pytest.raises(SourceError, match=r"line 3 of .* 2100003 bytes"):
        read(connection, path)


def test_the_line_of_a_record_counts_quoted_line_breaks_and_blank_lines(write: Write) -> None:
    path = write('sep=,\n"a\nx",b\n1,2\n\n"u\n\nv",3\n4,z"\n5,6\n')
    dialect = read_dialect(path, AS_FOUND)
    assert [line_of(path, dialect, row) for row in (1, 2, 3, 4)] == [4, 6, 9, 10]
    with pytest.raises(SourceError, match="fewer than 5 records"):
        line_of(path, dialect, 5)
    path = write("a\n1\n\n2\n")
    assert line_of(path, read_dialect(path, AS_FOUND), 3) == 4


# -- files that cross the buffers of the parallel reader ----------------------------------------

SHORT = b"abc,x y,zz\n" * 3_100_000
LONG = (b"abc," + b"x" * 1000 + b",zz\n") * 40_000


@pytest.mark.parametrize(
    ("last", "what"),
    [
        (b"1,2,3,\n", "has 4 columns"),
        (b"1,2\n", "has 2 columns"),
        (b'1,"2" ,3\n', "text follows"),
        (b"1,2,\xff\n", "is not UTF-8"),
        (b'1,2,"3', "never closed"),
    ],
)
def test_a_fault_in_the_last_line_of_a_large_file_is_found(
    connection: duckdb.DuckDBPyConnection, write: Write, last: bytes, what: str
) -> None:
    path = write(b"a,b,c\n" + LONG + last)
    dialect = read_dialect(path, AS_FOUND)

    def look() -> None:
        inspect(connection, SYNTAX, path, dialect)
        sql = read_statement(SYNTAX, [path], dialect, AS_FOUND).sql
        connection.sql(sql).aggregate("count(c0), count(c1), count(c2)").fetchall()

    with pytest.raises((SourceError, duckdb.Error)):
        look()
    fault = find_fault(path, dialect)
    assert fault is not None
    assert f"line 40002 of '{path}' " in fault.message + " "
    assert what in fault.message


@pytest.mark.parametrize("name", ["h" * size for size in range(1, 13, 3)])
def test_no_row_is_lost_where_two_buffers_meet(
    connection: duckdb.DuckDBPyConnection, write: Write, name: str
) -> None:
    path = write(name.encode() + b",b,c\n" + SHORT)
    dialect = read_dialect(path, AS_FOUND)
    sql = read_statement(SYNTAX, [path], dialect, AS_FOUND).sql
    assert connection.sql(sql).aggregate("count(*)").fetchall() == [(3_100_000,)]
    assert inspect(connection, SYNTAX, path, dialect) == 3_100_000


def test_rows_that_the_parallel_reader_loses_are_noticed(
    connection: duckdb.DuckDBPyConnection, write: Write
) -> None:
    some = ["", "a", "1,2", 'b"b', "x y", '""', ","]
    values = [some[k * k * 7989 % 104_729 % len(some)] for k in range(5_000)]
    block = io.StringIO(newline="")
    writer = csv.writer(block, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    writer.writerows([value] for value in values)
    repeats = 34_000_000 // len(block.getvalue())
    path = write(b"h\r\n" + block.getvalue().encode() * repeats)
    dialect = read_dialect(path, AS_FOUND)
    assert inspect(connection, SYNTAX, path, dialect) == repeats * 5_000
    in_order = read_statement(SYNTAX, [path], dialect, AS_FOUND, parallel=False).sql
    counted = connection.sql(in_order).aggregate("count(*)").fetchall()
    assert counted == [(repeats * 5_000,)]
    # 2.0.1 returns 2,553,793 of 5,425,000 rows, and no error.
    sql = read_statement(SYNTAX, [path], dialect, AS_FOUND).sql
    counted = connection.sql(sql).aggregate("count(*)").fetchall()
    right = is_read_right_in_parallel(connection, SYNTAX, [path], dialect)
    assert right is (counted == [(repeats * 5_000,)])


def test_line_breaks_in_fields_alone_do_not_forbid_parallel_reading(
    connection: duckdb.DuckDBPyConnection, write: Write
) -> None:
    path = write('a,b\n"x\ny",1\n,\n')
    dialect = read_dialect(path, AS_FOUND)
    assert is_read_right_in_parallel(connection, SYNTAX, [path], dialect)


# -- whatever csv.writer writes -----------------------------------------------------------------

TEXT = st.text(
    st.one_of(
        st.sampled_from(list(',;\t|"\n\r \x1fab')),
        st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"),
    ),
    max_size=6,
)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    data=st.data(),
    delimiter=st.sampled_from([",", ";", "\t", "|", "~"]),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_what_csv_writes_comes_back_exactly(
    connection: duckdb.DuckDBPyConnection,
    tmp_path: Path,
    data: st.DataObject,
    delimiter: str,
    end: str,
) -> None:
    width = data.draw(st.integers(1, 4))
    quoting: Literal[0, 1] = csv.QUOTE_ALL if data.draw(st.booleans()) else csv.QUOTE_MINIMAL
    rows = data.draw(st.lists(st.lists(TEXT, min_size=width, max_size=width), max_size=8))
    if quoting == csv.QUOTE_MINIMAL:
        # Python before 3.13 leaves line breaks of another kind bare.
        drop = str.maketrans("", "", "".join({"\r", "\n"} - set(end)))
        rows = [[value.translate(drop) for value in row] for row in rows]
    path = tmp_path / "written.csv"
    with path.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, delimiter=delimiter, lineterminator=end, quoting=quoting)
        writer.writerow([f"name {position}" for position in range(width)])
        writer.writerows(rows)
    dialect, found = read(connection, path, Reading(delimiter=delimiter))
    assert dialect.names == tuple(f"name {position}" for position in range(width))
    assert found == [tuple(value or None for value in row) for row in rows]
    assert find_fault(path, dialect) is None
