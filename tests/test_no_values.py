"""No value of the data stands in anything that is written: not on success, not in any failure.

Every value is marked. Each case below makes a run fail in a way of its own, in every kind of source
that needs no server; all that comes out is searched for the marks, and so is the traceback that a
program would log. Names of columns and files are told, and hold none.
"""

from __future__ import annotations

import gzip
import io
import json
import logging
import re
import sqlite3
import traceback
import warnings
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from typing import Any

import fastavro
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pyreadstat
import pytest
import xlsxwriter
from pyarrow import feather, orc

from rdmp.cli.app import main
from rdmp.cli.exit_codes import ExitCode, report

MARK = re.compile(
    r"zqx|7a7178|73\W?10\W?94|1873\W10\W09|09\W10\W1873|10\W09\W1873|13:57:31", re.IGNORECASE
)
"""Marked texts (and their bytes in hexadecimal digits), numbers, dates and times."""

TEXT, OTHER_TEXT = "zqx Ann", "zqx Bob"
NUMBER, LONG = 731_094, 731_094_000_000_000_000_000_000_000_000_000_731_094
DAY, AT, CLOCK = date(1873, 10, 9), datetime(1873, 10, 9, 13, 57, 31), time(13, 57, 31)  # noqa: DTZ001

Case = Callable[[Path], list[str]]
CASES: dict[str, Case] = {}


def case(make: Case) -> Case:
    """Enter a case: what follows the command on its line, all of it written below a folder."""
    CASES[make.__name__] = make
    return make


def text(path: Path, content: str | bytes) -> str:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def parquet(path: Path, **columns: Any) -> str:
    pq.write_table(pa.table(columns), path)
    return str(path)


def damaged(path: str, at: float = 0.5, size: int = 40) -> str:
    """Overwrite some bytes of a file."""
    content = bytearray(Path(path).read_bytes())
    start = int(len(content) * at)
    content[start : start + size] = b"\xa5" * min(size, len(content) - start)
    Path(path).write_bytes(content)
    return path


def cut(path: str, share: float = 0.6) -> str:
    """Leave the beginning of a file only."""
    content = Path(path).read_bytes()
    Path(path).write_bytes(content[: int(len(content) * share)])
    return path


GOOD = f"name,size\n{TEXT},{NUMBER}\n{OTHER_TEXT},{NUMBER + 1}\n"


def beside_good(folder: Path, content: str | bytes, *options: str) -> list[str]:
    """A file of text, and a good one on the other side."""
    return [text(folder / "o.csv", content), text(folder / "a.csv", GOOD), *options]


# -- delimited text --------------------------------------------------------------------------------


@case
def too_many_fields(folder: Path) -> list[str]:
    return beside_good(folder, GOOD + f"{TEXT},{NUMBER},{TEXT}\n")


@case
def too_few_fields(folder: Path) -> list[str]:
    return beside_good(folder, GOOD + f"{TEXT}\n")


@case
def text_after_a_quote(folder: Path) -> list[str]:
    return beside_good(folder, GOOD + f'"{TEXT}" {TEXT},{NUMBER}\n')


@case
def a_quote_that_is_never_closed(folder: Path) -> list[str]:
    return beside_good(folder, GOOD + f'"{TEXT},{NUMBER}\n{TEXT},{NUMBER}\n')


@case
def a_blank_before_a_quote(folder: Path) -> list[str]:
    return beside_good(folder, GOOD + f'{TEXT}, "{NUMBER}"\n')


@case
def mixed_line_ends(folder: Path) -> list[str]:
    return beside_good(folder, GOOD + f"{TEXT},{NUMBER}\r\n{TEXT},{NUMBER}\n")


@case
def bytes_that_are_no_text(folder: Path) -> list[str]:
    return beside_good(folder, GOOD.encode() + b"zqx\xff\xfe,731094\n")


@case
def another_encoding(folder: Path) -> list[str]:
    return beside_good(folder, GOOD, "--original-encoding", "utf-16")


@case
def an_unknown_encoding(folder: Path) -> list[str]:
    return beside_good(folder, GOOD, "--encoding", "nothing")


@case
def null_bytes(folder: Path) -> list[str]:
    return beside_good(folder, GOOD + f"{TEXT}\0,{NUMBER}\n")


@case
def a_record_that_is_too_long(folder: Path) -> list[str]:
    return beside_good(folder, GOOD + f"{TEXT * 400_000},{NUMBER}\n")


@case
def half_of_a_compressed_file(folder: Path) -> list[str]:
    packed = gzip.compress((GOOD + f"{TEXT},{NUMBER}\n" * 1000).encode())
    return [
        cut(text(folder / "o.csv.gz", packed), 0.9),
        text(folder / "a.csv", GOOD),
    ]


@case
def a_separator_that_stands_nowhere(folder: Path) -> list[str]:
    return beside_good(folder, GOOD, "--delimiter", "|")


@case
def several_separators(folder: Path) -> list[str]:
    return beside_good(folder, f"name,size;other\n{TEXT},{NUMBER};{TEXT}\n")


@case
def a_name_twice(folder: Path) -> list[str]:
    return beside_good(folder, f"name,name\n{TEXT},{NUMBER}\n")


@case
def a_missing_column(folder: Path) -> list[str]:
    return beside_good(folder, f"name,length\n{TEXT},{NUMBER}\n")


@case
def no_record(folder: Path) -> list[str]:
    return beside_good(folder, "name,size\n")


@case
def numbers_here_and_texts_there(folder: Path) -> list[str]:
    return beside_good(folder, f"name,size\n{NUMBER},{TEXT}\n{NUMBER},{TEXT}\n")


@case
def another_decimal_separator(folder: Path) -> list[str]:
    left = text(folder / "o.csv", f'name,size\n{TEXT},"7310,94"\n{TEXT},"7310,95"\n')
    return [left, text(folder / "a.csv", f"name,size\n{TEXT},7310.94\n"), "--decimal", "."]


@case
def numbers_against_a_decimal_comma(folder: Path) -> list[str]:
    right = parquet(folder / "a.parquet", name=[TEXT], size=[7310.94])
    return [text(folder / "o.csv", f'name,size\n{TEXT},"7310,94"\n'), right]


@case
def a_token_that_is_missing_or_a_value(folder: Path) -> list[str]:
    return beside_good(folder, GOOD, "--null", OTHER_TEXT, "--cast", "size=DATE")


@case
def dates_that_are_ambiguous(folder: Path) -> list[str]:
    right = parquet(folder / "a.parquet", name=[DAY], size=[NUMBER])
    return [text(folder / "o.csv", f"name,size\n09/10/1873,{NUMBER}\n"), right]


def _cast(spelled: str) -> Case:
    def make(folder: Path) -> list[str]:
        return beside_good(folder, GOOD, "--cast", f"name={spelled}")

    return make


for _type in ("BIGINT", "DATE", "TIMESTAMP", "TIMESTAMPTZ", "TIME", "UUID", "BOOLEAN", "DOUBLE"):
    CASES[f"cast_to_{_type}"] = _cast(_type)


@case
def cast_to_fewer_digits(folder: Path) -> list[str]:
    return beside_good(folder, GOOD, "--cast", "size=DECIMAL(5,2)")


@case
def cast_to_a_smaller_number(folder: Path) -> list[str]:
    left = parquet(folder / "o.parquet", size=[NUMBER, NUMBER + 1])
    return [left, parquet(folder / "a.parquet", size=[NUMBER]), "--cast", "size=SMALLINT"]


def _export(name: str, line: str) -> Case:
    def make(folder: Path) -> list[str]:
        return beside_good(folder, line, "--export", name, "--header")

    return make


for _name, _line in {
    "snowflake": f"name,size\n{TEXT}\\q,{NUMBER}\n{TEXT}\n",
    "snowflake-quoted": f'name,size\n"{TEXT},{NUMBER}\n',
    "redshift": f'name,size\n"{TEXT}" {TEXT},{NUMBER}\n',
    "redshift-escape": f"name|size\n{TEXT}\\q|{NUMBER}\n{TEXT}\n",
    "bigquery": f'name,size\n"{TEXT}" {TEXT},{NUMBER}\n',
    "postgres": f"name\tsize\n{TEXT}\\\t{NUMBER}\n{TEXT}\n",
    "excel": f"name;size\n{TEXT};{NUMBER},5\n{TEXT}\n",
}.items():
    CASES[f"export_{_name}"] = _export(_name, _line)


# -- typed files -----------------------------------------------------------------------------------


@case
def text_against_numbers(folder: Path) -> list[str]:
    left = parquet(folder / "o.parquet", name=[TEXT], size=[TEXT])
    return [left, parquet(folder / "a.parquet", name=[TEXT], size=[NUMBER])]


@case
def decimals_that_no_type_holds(folder: Path) -> list[str]:
    wide = pa.array([Decimal(LONG) / 10], pa.decimal256(45, 1))
    left = parquet(folder / "o.parquet", size=wide)
    return [left, parquet(folder / "a.parquet", size=[NUMBER])]


@case
def local_times_against_instants(folder: Path) -> list[str]:
    left = parquet(folder / "o.parquet", at=pa.array([AT], pa.timestamp("us")))
    return [left, parquet(folder / "a.parquet", at=pa.array([AT], pa.timestamp("us", "UTC")))]


@case
def times_that_do_not_convert(folder: Path) -> list[str]:
    left = parquet(folder / "o.parquet", at=pa.array([AT], pa.timestamp("us")))
    right = parquet(folder / "a.parquet", at=pa.array([AT], pa.timestamp("us")))
    return [left, right, "--cast", "at=DATE"]


@case
def types_that_no_rule_compares(folder: Path) -> list[str]:
    left = parquet(folder / "o.parquet", at=pa.array([CLOCK], pa.time64("us")), name=[TEXT])
    right = parquet(folder / "a.parquet", at=pa.array([timedelta(days=731_094)]), name=[[TEXT]])
    return [left, right]


@case
def bytes_against_text(folder: Path) -> list[str]:
    left = parquet(folder / "o.parquet", name=[TEXT.encode()])
    return [left, parquet(folder / "a.parquet", name=[TEXT])]


@case
def nested_values_that_differ(folder: Path) -> list[str]:
    left = parquet(folder / "o.parquet", name=[{"a": TEXT}])
    return [left, parquet(folder / "a.parquet", name=[{"a": NUMBER}])]


def _broken(write: Callable[[Path], str], harm: Callable[[str], str]) -> Case:
    def make(folder: Path) -> list[str]:
        (folder / "o").mkdir()
        return [harm(write(folder / "o")), text(folder / "a.csv", GOOD)]

    return make


TABLE = pa.table(
    {
        "name": [f"{TEXT} {number}" for number in range(3000)],
        "size": [NUMBER + number for number in range(3000)],
    }
)


def write_parquet(folder: Path) -> str:
    pq.write_table(TABLE, folder / "t.parquet", compression="none", use_dictionary=False)
    return str(folder / "t.parquet")


def write_csv(folder: Path) -> str:
    rows = [f"{row['name']},{row['size']}\n" for row in TABLE.to_pylist()]
    return text(folder / "t.csv", "name,size\n" + "".join(rows))


def write_json(folder: Path) -> str:
    return text(folder / "t.ndjson", "\n".join(map(json.dumps, TABLE.to_pylist())))


def write_arrow(folder: Path) -> str:
    feather.write_feather(TABLE, folder / "t.arrow", compression="uncompressed")
    return str(folder / "t.arrow")


def write_orc(folder: Path) -> str:
    orc.write_table(TABLE, folder / "t.orc")
    return str(folder / "t.orc")


def write_avro(folder: Path) -> str:
    fields = [{"name": "name", "type": "string"}, {"name": "size", "type": "long"}]
    schema = {"type": "record", "name": "r", "fields": fields}
    with (folder / "t.avro").open("wb") as file:
        fastavro.writer(file, schema, TABLE.to_pylist())
    return str(folder / "t.avro")


def write_excel(folder: Path) -> str:
    with xlsxwriter.Workbook(folder / "t.xlsx") as book:
        sheet = book.add_worksheet()
        rows = [["name", "size"], *(list(row.values()) for row in TABLE.to_pylist())]
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    return str(folder / "t.xlsx")


def write_spss(folder: Path) -> str:
    pyreadstat.write_sav(TABLE.to_pandas(), str(folder / "t.sav"))
    return str(folder / "t.sav")


def write_stata(folder: Path) -> str:
    pyreadstat.write_dta(TABLE.to_pandas(), str(folder / "t.dta"))
    return str(folder / "t.dta")


def write_sas(folder: Path) -> str:
    pyreadstat.write_xport(TABLE.to_pandas(), str(folder / "t.xpt"))
    return str(folder / "t.xpt")


def write_duckdb(folder: Path) -> str:
    duckdb = import_module("duckdb")
    with duckdb.connect(str(folder / "t.duckdb")) as connection:
        connection.register("given", TABLE)
        connection.execute("create table people as from given")
    return str(folder / "t.duckdb")


def write_sqlite(folder: Path) -> str:
    with sqlite3.connect(folder / "t.sqlite") as connection:
        connection.execute("create table people (name text, size integer)")
        rows = [tuple(row.values()) for row in TABLE.to_pylist()]
        connection.executemany("insert into people values (?, ?)", rows)
    connection.close()
    return str(folder / "t.sqlite")


def write_delta(folder: Path) -> str:
    deltalake = import_module("deltalake")
    deltalake.write_deltalake(str(folder / "t"), TABLE)
    return str(folder / "t")


def part_of_delta(path: str) -> str:
    damaged(str(next(Path(path).glob("*.parquet"))), 0.2, 4000)
    return path


WRITERS = {
    "parquet": write_parquet, "csv": write_csv, "json": write_json, "arrow": write_arrow,
    "orc": write_orc, "avro": write_avro, "excel": write_excel, "spss": write_spss,
    "stata": write_stata, "sas": write_sas, "duckdb": write_duckdb, "sqlite": write_sqlite,
}  # fmt: skip

for _name, _write in WRITERS.items():
    CASES[f"half_of_{_name}"] = _broken(_write, cut)
    CASES[f"damaged_{_name}"] = _broken(_write, damaged)
    CASES[f"badly_damaged_{_name}"] = _broken(_write, lambda path: damaged(path, 0.2, 3000))
CASES["damaged_delta"] = _broken(write_delta, part_of_delta)


@case
def a_damaged_page_with_a_checksum(folder: Path) -> list[str]:
    pq.write_table(TABLE, folder / "o.parquet", compression="none", write_page_checksum=True)
    left = damaged(str(folder / "o.parquet"), 0.3, 4)
    return [left, text(folder / "a.csv", GOOD), "--verify-checksums"]


# -- JSON ------------------------------------------------------------------------------------------


def _json(lines: str) -> Case:
    def make(folder: Path) -> list[str]:
        return [text(folder / "o.ndjson", lines), text(folder / "a.csv", GOOD)]

    return make


RECORD = json.dumps({"name": TEXT, "size": NUMBER})
for _name, _lines in {
    "a_record_that_is_none": f'{RECORD}\n{{"name": "{TEXT}", "size": {NUMBER}zqx}}\n',
    "a_record_that_is_a_text": f'{RECORD}\n"{TEXT}"\n',
    "two_records_on_a_line": f"{RECORD} {RECORD}\n",
    "a_key_twice": f'{{"name": "{TEXT}", "name": "{TEXT}", "size": {NUMBER}}}\n',
    "an_endless_number": f'{{"name": "{TEXT}", "size": {LONG}{LONG}{LONG}e731094}}\n',
    "kinds_that_differ": f'{RECORD}\n{{"name": {NUMBER}, "size": "{TEXT}"}}\n',
    "nested_kinds_that_differ": f'{{"name": ["{TEXT}", {NUMBER}], "size": 1}}\n',
    "half_an_array": f"[{RECORD},\n{RECORD},\n",
    "a_bad_escape": f'{{"name": "{TEXT}\\q", "size": {NUMBER}}}\n',
}.items():
    CASES[f"json_{_name}"] = _json(_lines)


# -- sheets, databases, statistics -----------------------------------------------------------------


@case
def an_error_in_a_cell(folder: Path) -> list[str]:
    with xlsxwriter.Workbook(folder / "o.xlsx") as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["name", "size"])
        sheet.write_row(1, 0, [TEXT, NUMBER])
        sheet.write_formula(2, 1, f"={NUMBER}/0", None, "#DIV/0!")
    return [str(folder / "o.xlsx"), text(folder / "a.csv", GOOD)]


@case
def cells_of_several_kinds(folder: Path) -> list[str]:
    with xlsxwriter.Workbook(folder / "o.xlsx") as book:
        sheet = book.add_worksheet()
        for number, row in enumerate((["name", "size"], [TEXT, NUMBER], [NUMBER, TEXT])):
            sheet.write_row(number, 0, row)
    return [str(folder / "o.xlsx"), text(folder / "a.csv", GOOD)]


@case
def a_sheet_without_a_header(folder: Path) -> list[str]:
    return [f"{write_excel(folder)}::Nothing", text(folder / "a.csv", GOOD)]


def _sqlite(statement: str, *values: Any) -> Case:
    def make(folder: Path) -> list[str]:
        path = write_sqlite(folder)
        with sqlite3.connect(path) as connection:
            connection.execute(statement, values)
        connection.close()
        return [path, text(folder / "a.csv", GOOD)]

    return make


CASES["sqlite_several_kinds"] = _sqlite("insert into people values (?, ?)", NUMBER, TEXT)
CASES["sqlite_bytes"] = _sqlite("insert into people values (?, ?)", TEXT.encode(), 7310.94)
CASES["sqlite_no_text"] = _sqlite("insert into people values (cast(x'7a7178ff' as text), 731094)")


@case
def a_view_that_fails_on_a_value(folder: Path) -> list[str]:
    path = write_duckdb(folder)
    with import_module("duckdb").connect(path) as connection:
        connection.execute("create view v as select name::integer as name, size from people")
    return [f"{path}::v", text(folder / "a.csv", GOOD)]


@case
def a_day_with_a_part_of_a_day(folder: Path) -> list[str]:
    frame = pd.DataFrame({"name": [731_094.5], "size": [NUMBER]})
    pyreadstat.write_sav(frame, str(folder / "o.sav"), variable_format={"name": "DATE11"})
    return [str(folder / "o.sav"), text(folder / "a.csv", GOOD)]


# -- what runs out, and options --------------------------------------------------------------------


def _pressed(*options: str) -> Case:
    def make(folder: Path) -> list[str]:
        numbers = range(200_000)
        name = [f"{TEXT} {number:040d}" for number in numbers]
        left = parquet(folder / "o.parquet", name=name, size=[NUMBER + one for one in numbers])
        right = parquet(folder / "a.parquet", name=name[::-1], size=[NUMBER] * len(name))
        return [left, right, *options]

    return make


CASES["too_little_memory"] = _pressed("--memory-limit", "4MB", "--threads", "2")
CASES["too_little_space"] = _pressed("--memory-limit", "30MB", "--max-temp-size", "1MB")


@case
def a_temporary_folder_that_is_none(folder: Path) -> list[str]:
    return beside_good(folder, GOOD, "--temp-directory", text(folder / "file", GOOD))


@case
def an_unknown_column(folder: Path) -> list[str]:
    return beside_good(folder, GOOD, "--columns", "length")


@case
def a_holdout_that_does_not_fit(folder: Path) -> list[str]:
    right = parquet(folder / "h.parquet", name=[NUMBER], size=[TEXT])
    return beside_good(folder, GOOD, "--holdout", right)


# -- what is searched ------------------------------------------------------------------------------

READABLE = {
    "half_of_csv", "json_half_an_array", "bytes_against_text", "damaged_arrow",
    "badly_damaged_arrow",
}  # fmt: skip
"""Cases in which nothing need fail: a table is left, and none can tell that it was another."""

COMMANDS = ("columns", "rows", "filter", "sql", "several", "markdown")
"""What each case is run with beside `evaluate`, in turn."""


@dataclass(frozen=True, slots=True)
class Ran:
    """All that came out of a command line, without the names of the files; and its errors."""

    code: int
    said: str
    logged: str


Run = Callable[[list[str]], Ran]


@pytest.fixture
def run(tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return what runs a command line and keeps all that comes out of it."""
    logged: list[str] = []

    def reported(error: Exception, *, debug: bool) -> ExitCode:
        logged.extend(traceback.format_exception(error))  # what a program's log would hold
        return report(error, debug=debug)

    monkeypatch.setattr("rdmp.cli.grafting.report", reported)
    caplog.set_level(logging.DEBUG)

    def ran(arguments: list[str]) -> Ran:
        out, err = io.StringIO(), io.StringIO()
        logged.clear()
        with (
            redirect_stdout(out),
            redirect_stderr(err),
            warnings.catch_warnings(record=True) as warned,
        ):
            warnings.simplefilter("always")
            code = main(arguments)
        told = [str(one.message) for one in warned]
        said = "\n".join([out.getvalue(), err.getvalue(), caplog.text, *told])
        folder = str(tmp_path)
        return Ran(code, said.replace(folder, ""), "".join(logged).replace(folder, ""))

    return ran


def other_command(number: int, given: list[str], folder: Path) -> list[str]:
    """Return a command line of another command for what `evaluate` was given."""
    command, options = COMMANDS[number % len(COMMANDS)], given[2:]
    if "--holdout" in options:
        command = "markdown"
    match command:
        case "rows" | "filter":
            return [command, *given, "-o", str(folder / "out.csv")]
        case "several":
            return ["evaluate", given[0], given[1], given[1], *options]
        case "markdown":
            return ["evaluate", *given, "--format", "markdown", "--lang", "fr"]
        case _:
            return [command, *given]


@pytest.mark.parametrize("name", CASES)
def test_no_failure_shows_a_value_in_any_output_or_traceback(
    name: str, tmp_path: Path, run: Run
) -> None:
    given = CASES[name](tmp_path)
    number = list(CASES).index(name)
    for arguments in (
        ["evaluate", *given, "--format", "json"],
        other_command(number, given, tmp_path),
    ):
        ran = run(arguments)
        assert ran.code in {2, 3} or name in READABLE, ran.said[:2000]
        assert MARK.search(ran.said) is None, ran.said[:2000]
        assert MARK.search(ran.logged) is None, name


def marked_pair(folder: Path) -> list[str]:
    """A pair with every type, near copies, an identifier and rows that match."""
    count = 60
    columns = {
        "name": [f"{TEXT} {number % 20}" for number in range(count)],
        "size": [NUMBER * 1000 + number for number in range(count)],
        "weight": [7310.94 + number for number in range(count)],
        "price": [Decimal("7310.94") + number for number in range(count)],
        "day": [DAY] * count,
        "at": [AT] * count,
        "clock": pa.array([CLOCK] * count, pa.time64("us")),
        "code": [TEXT.encode()] * count,
        "list": [[TEXT, OTHER_TEXT]] * count,
    }
    left = parquet(folder / "o.parquet", **columns)
    columns["name"] = [
        one.upper() if number % 2 else one for number, one in enumerate(columns["name"])
    ]
    return [left, parquet(folder / "a.parquet", **columns)]


def test_no_success_shows_a_value_in_any_output(tmp_path: Path, run: Run) -> None:
    given = marked_pair(tmp_path)
    looked = [*given, "--second-look", "always"]
    out = tmp_path / "out"
    out.mkdir()
    for arguments in (
        ["evaluate", *looked],
        ["evaluate", *looked, "--format", "json"],
        ["evaluate", *looked, "--format", "markdown"],
        ["evaluate", *looked, "--lang", "fr", "--holdout", given[0]],
        ["evaluate", *looked, given[1]],
        ["evaluate", *looked, "--report", str(out / "page.html")],
        ["columns", *given],
        ["columns", *given, "--size", "2", "--format", "json"],
        ["rows", *given, "-o", str(out / "rows.csv")],
        ["filter", *given, "-o", str(tmp_path / "filtered.parquet")],
        ["sql", *given],
    ):
        ran = run(arguments)
        assert (ran.code, ran.logged) == (0, ""), ran.said[:2000]
        assert MARK.search(ran.said) is None, arguments
    for written in out.iterdir():
        content = written.read_text(encoding="utf-8").replace(str(tmp_path), "")
        assert MARK.search(content) is None, written


def test_debug_shows_what_it_says_that_it_may_and_nothing_before_it(
    tmp_path: Path, run: Run
) -> None:
    given = CASES["a_view_that_fails_on_a_value"](tmp_path)
    ran = run(["evaluate", *given, "--debug"])
    before, warning, after = ran.said.partition("the lines below may show values of the data\n")
    assert warning
    assert MARK.search(before) is None
    assert MARK.search(after) is not None
    helped = " ".join(run(["evaluate", "--help"]).said.split())
    assert "may quote data" in helped
