"""Tables of databases: the same counts as from Parquet, or a stop that names table and column."""

from __future__ import annotations

import sqlite3
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime, time
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from typing import Any
from uuid import UUID

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from database_writers import write_duckdb, write_postgres, write_sqlite
from postgresql import GUARDED, PASSWORD, Server

import rdmp
from rdmp import readers
from rdmp.cli.app import main
from rdmp.comparison import compare
from rdmp.options import Options
from rdmp.sources import Address, resolve
from rdmp.sources.databases import database, without_secrets
from rdmp.sources.tables import Table, choose

TABLE = pa.table(
    {
        "key": pa.array([1, 2, 3, 4, 4], pa.int32()),
        "text": ["a", "", None, "d", "d"],
        "price": pa.array(
            [Decimal("1.10"), None, Decimal("2.25"), None, None], pa.decimal128(9, 2)
        ),
        "at": pa.array([datetime(2020, 1, 1, 12, tzinfo=UTC)] * 5, pa.timestamp("us", "UTC")),
        "day": pa.array([date(2020, 1, 1), None, date(1900, 2, 28), None, None]),
        "hour": pa.array([time(1, 2, 3, 4)] * 5, pa.time64("us")),
        "size": pa.array([36.6, 0.1, None, 1.0, 1.0], pa.float32()),
        "weight": pa.array([1e300, -0.0, None, 1.0, 1.0]),
        "smoker": [True, False, None, True, True],
        "image": [b"\x00\xff", b"", None, b"x", b"x"],
        "parts": pa.array([[1], [], None, [1, 2], [1, 2]], pa.list_(pa.int64())),
    }
)
"""Three unique rows of five."""


@pytest.fixture
def parquet(tmp_path: Path) -> Path:
    path = tmp_path / "avatar.parquet"
    pq.write_table(TABLE.slice(1), path)
    return path


def counts(original: object, avatar: object, **options: Any) -> tuple[int, int | None, int]:
    found = rdmp.evaluate(original, avatar, **options)
    return found.original_rows, found.unique_rows, found.matched_rows


def rows_of(address: str) -> list[dict[str, Any]]:
    source = resolve(address, "original")
    assert isinstance(source, Address)
    found: list[dict[str, Any]] = readers.read(source).read_all().to_pylist()
    return found


def types_of(source: object) -> dict[str, str]:
    with compare(source, source, Options()) as comparison:
        return {column.name: column.type.stored for column in comparison.original.columns}


@contextmanager
def held_by(program: str, file: Path) -> Iterator[None]:
    """Run a program that tells when it has opened a file, and ends with its input."""
    with subprocess.Popen(
        [sys.executable, "-c", program, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        try:
            assert other.stdout.readline() == b"\n"
            yield
        finally:
            other.stdin.close()


# -- names ---------------------------------------------------------------------------------------

TABLES = [
    Table(schemas=("main",), name="patients"),
    Table(schemas=("main",), name="a.b"),
    Table(schemas=("lab",), name="patients", near=False),
    Table(schemas=("lab",), name="b", near=False),
    Table(schemas=("old lab",), name="b", near=False),
    Table(schemas=("main",), name='say "é"'),
]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("patients", ("main", "patients")),
        ("Patients", ("main", "patients")),
        ("lab.patients", ("lab", "patients")),
        ("LAB.patients", ("lab", "patients")),
        ('"lab"."patients"', ("lab", "patients")),
        ("a.b", ("main", "a.b")),
        ('"a.b"', ("main", "a.b")),
        ('main."a.b"', ("main", "a.b")),
        ("main.a.b", ("main", "a.b")),
        ("old lab.b", ("old lab", "b")),
        ('say "é"', ("main", 'say "é"')),
        ('"say ""é"""', ("main", 'say "é"')),
    ],
)
def test_a_table_is_found_by_its_name_or_its_schema_and_name(
    wanted: str, found: tuple[str, ...]
) -> None:
    assert choose("db", wanted, TABLES).path == found


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (None, r'db holds 6 tables: "a\.b", "old lab"\.b, "say ""é""", lab\.b, lab\.patients'),
        ("b", r'db holds 2 tables of that name: "old lab"\.b, lab\.b'),
        ("patient", "db holds no table patient\nhint: did you mean patients?"),
        ("lab.patient", "db holds no table lab.patient\nhint: did you mean lab.patients"),
        ("zzz", "db holds no table zzz\nhint: it holds"),
    ],
)
def test_a_name_that_is_none_or_of_several_tables_stops_and_lists_names(
    wanted: str | None, said: str
) -> None:
    with pytest.raises(rdmp.SourceError, match=said):
        choose("db", wanted, TABLES)


@pytest.mark.parametrize(
    ("text", "label", "address", "table"),
    [
        ("postgresql://a:p@h:5/db::s.t", "postgresql://a@h:5/db::s.t", "postgresql://a:p@h:5/db",
         "s.t"),
        ("postgresql://a:p::q@[::1]:5/db", "postgresql://a@[::1]:5/db",
         "postgresql://a:p::q@[::1]:5/db", None),
        ("postgresql://[::1]::t", "postgresql://[::1]::t", "postgresql://[::1]", "t"),
        ("postgresql:///db?password=p&host=h::t", "postgresql:///db?host=h::t",
         "postgresql:///db?password=p&host=h", "t"),
        ("snowflake://u:p@acc/db?token=x::T", "snowflake://acc/db::T",
         "snowflake://u:p@acc/db?token=x", "T"),
        ("mssql://h:1;user=a;password=p/x::T", "mssql://…::T", "mssql://h:1;user=a;password=p/x",
         "T"),
        ("postgres://a:p/w@h/db::t", "postgres://…::t", "postgres://a:p/w@h/db", "t"),
        ('postgresql://h/db::"a b"."c::d"', 'postgresql://h/db::"a b"."c::d"', "postgresql://h/db",
         '"a b"."c::d"'),
    ],
)  # fmt: skip
def test_an_address_is_parted_from_its_table_and_shown_without_its_secrets(
    text: str, label: str, address: str, table: str | None
) -> None:
    found = resolve(text, "original")
    assert isinstance(found, Address)
    assert (found.label, found.address, found.table) == (label, address, table)
    assert address not in repr(found) or address in label


def test_what_looks_like_a_password_is_taken_out_of_any_text() -> None:
    said = without_secrets("extra (postgresql:/ann:pw@h/db) x://u:pw@h/d?password=pw&b=1;pwd=pw")
    assert "pw" not in said.replace("pwd", "")
    assert "b=1" in said
    assert database("postgresql://h/d").label == "postgresql://h/d"


# -- DuckDB --------------------------------------------------------------------------------------


def test_a_table_of_a_duckdb_file_scores_as_in_parquet(tmp_path: Path, parquet: Path) -> None:
    file = tmp_path / "t.duckdb"
    write_duckdb(TABLE, file)
    assert counts(file, parquet) == (5, 3, 2)
    assert counts(f"{file}::t", parquet) == (5, 3, 2)
    assert counts(f"{file}::main.t", f"{file}::T") == (5, 3, 3)
    pq.write_table(TABLE, tmp_path / "whole.parquet")
    assert types_of(file) == types_of(tmp_path / "whole.parquet")


def test_views_schemas_and_any_name_are_tables_of_a_duckdb_file(
    tmp_path: Path, parquet: Path
) -> None:
    file = tmp_path / "any name.db"
    awkward = ['say "x"', "a.b", "blank blank", "é::ü", "select", "it's"]
    for name in awkward:
        write_duckdb(TABLE, file, name)
    with duckdb.connect(str(file)) as connection:
        connection.execute('create schema "old lab"; create table "old lab".t as from "select"')
        connection.execute('create view half as select * from "select" where key > 1')
    for name in [*awkward, "old lab.t", '"old lab"."t"', '"a.b"', "main.a.b"]:
        assert counts(f"{file}::{name}", parquet) == (5, 3, 2)
    assert counts(f"{file}::half", parquet) == (4, 2, 2)
    with pytest.raises(rdmp.SourceError, match=r'holds 8 tables: .*"old lab"\.t.* half'):
        rdmp.evaluate(file, parquet)
    with pytest.raises(rdmp.SourceError, match="no table halv\nhint: did you mean half"):
        rdmp.evaluate(f"{file}::halv", parquet)


def test_columns_of_any_name_and_kind_arrive_from_a_duckdb_file(tmp_path: Path) -> None:
    file = tmp_path / "t.duckdb"
    with duckdb.connect(str(file)) as connection:
        connection.execute("create type mood as enum ('sad', 'ok')")
        connection.execute(
            'create table t ("select" int, n bigint, count varchar, "a""b" mood,'
            " twice int generated always as (n * 2), u union(x int, y varchar))"
        )
        connection.execute("insert into t values (1, 2, 'c', 'ok', 5)")
    with pytest.raises(rdmp.ColumnError, match="column 'u' has the type UNION"):
        rdmp.evaluate(file, file)
    other = pa.table({"select": [1], "n": [2], "count": ["c"], 'a"b': ["ok"], "twice": [4]})
    assert counts(file, other, exclude=["u"]) == (1, 1, 1)
    assert counts(other, file, exclude=["u"]) == (1, 1, 1)


def test_text_of_a_duckdb_file_is_compared_byte_for_byte_whatever_its_collation(
    tmp_path: Path,
) -> None:
    file = tmp_path / "t.duckdb"
    with duckdb.connect(str(file)) as connection:
        connection.execute("create table t (word varchar collate nocase)")
        connection.execute("insert into t values ('a'), ('A'), ('b')")
        connection.execute("create view v as select word collate nocase as word from t")
    for table in ("t", "v"):
        assert counts(f"{file}::{table}", pa.table({"word": ["a", "B"]})) == (3, 3, 1)
        assert counts(pa.table({"word": ["a", "B"]}), f"{file}::{table}") == (2, 2, 1)


def test_nothing_is_written_to_a_duckdb_file_nor_to_its_log(tmp_path: Path) -> None:
    live, file = tmp_path / "live.duckdb", tmp_path / "copy.duckdb"
    with duckdb.connect(str(live)) as connection:
        connection.execute("set wal_autocheckpoint = '1GB'")
        connection.execute(
            "create table t as select 1 as key; checkpoint; insert into t values (2)"
        )
        log = file.with_name("copy.duckdb.wal")
        file.write_bytes(live.read_bytes())
        log.write_bytes(live.with_name("live.duckdb.wal").read_bytes())
    before = [(one.read_bytes(), one.stat().st_mtime_ns) for one in (file, log)]
    assert counts(file, file) == (2, 2, 2)
    assert before == [(one.read_bytes(), one.stat().st_mtime_ns) for one in (file, log)]
    assert len(list(tmp_path.glob("copy*"))) == 2


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def begun(content: bytes) -> bytes:
    return content[:5000]


def flipped(content: bytes) -> bytes:
    return content[:300_000] + bytes([content[300_000] ^ 1]) + content[300_001:]


def encrypted(content: bytes) -> bytes:
    return content[:20] + struct.pack("<Q", 1) + content[28:]


def of_the_future(content: bytes) -> bytes:
    return content[:52] + b"v99.0.0".ljust(32, b"\0") + content[84:]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (cut, "damaged"),
        (begun, "damaged or cut off"),
        (flipped, "damaged"),
        (encrypted, "is an encrypted DuckDB file"),
        (of_the_future, r"was written by DuckDB 99\.0\.0, newer than the "),
    ],
)
def test_a_duckdb_file_that_cannot_be_read_stops_by_name(
    change: Any, said: str, tmp_path: Path, parquet: Path
) -> None:
    write_duckdb(pa.table({"key": range(100_000), "s": map(str, range(100_000))}), tmp_path / "w")
    file = tmp_path / "t.duckdb"
    file.write_bytes(change((tmp_path / "w").read_bytes()))
    with pytest.raises(rdmp.SourceError, match=rf"t\.duckdb.* .*{said}"):
        rdmp.evaluate(f"{file}::t", file)


def test_a_duckdb_file_that_another_program_writes_to_stops(tmp_path: Path) -> None:
    file = tmp_path / "t.duckdb"
    write_duckdb(TABLE, file)
    program = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print(flush=True); input()"
    said = r"t\.duckdb is open for writing in another"
    with held_by(program, file), pytest.raises(rdmp.SourceError, match=said):
        rdmp.evaluate(file, file)


def test_a_duckdb_file_that_the_same_program_has_open_stops_and_its_table_does_not(
    tmp_path: Path,
) -> None:
    file = tmp_path / "t.duckdb"
    write_duckdb(TABLE, file)
    with duckdb.connect(str(file)) as connection:
        with pytest.raises(rdmp.SourceError, match=r"t\.duckdb is open in this program already"):
            rdmp.evaluate(file, TABLE)
        assert counts(connection.table("t"), TABLE.slice(1)) == (5, 3, 2)


def test_a_view_of_a_duckdb_file_that_cannot_be_run_stops(tmp_path: Path) -> None:
    file, gone = tmp_path / "t.duckdb", tmp_path / "gone.parquet"
    pq.write_table(TABLE, gone)
    with duckdb.connect(str(file)) as connection:
        connection.execute(f"create view v as from '{gone}'")
        connection.execute("create view w as select cast(s as int) as key from (values ('x')) t(s)")
    gone.unlink()
    with pytest.raises(rdmp.SourceError, match="the view v cannot be read"):
        rdmp.evaluate(f"{file}::v", file)
    with pytest.raises(rdmp.SourceError, match=r"t\.duckdb::w cannot be read to its end: the view"):
        rdmp.evaluate(f"{file}::w", f"{file}::w")


# -- SQLite --------------------------------------------------------------------------------------


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    path = tmp_path / "s.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def test_a_table_of_an_sqlite_file_scores_as_in_parquet(tmp_path: Path, parquet: Path) -> None:
    file = tmp_path / "t.sqlite"
    write_sqlite(TABLE.drop_columns(["parts"]), file)
    clocks = {"at": "TIMESTAMPTZ", "day": "DATE", "hour": "TIME"}
    for original, avatar in ((file, parquet), (f"{file}::T", parquet)):
        assert counts(original, avatar, exclude=["parts"], cast=clocks) == (5, 3, 2)
    assert counts(file, file) == (5, 3, 3)
    found = rdmp.evaluate(file, parquet, exclude=["parts"], cast=clocks)
    assert "boolean-as-number" in {finding.code for finding in found.findings}


def test_a_date_of_sqlite_against_a_typed_one_stops_and_offers_its_type(
    tmp_path: Path, parquet: Path
) -> None:
    file = tmp_path / "t.sqlite"
    write_sqlite(TABLE.drop_columns(["parts"]), file)
    for column, cast in (("at", "TIMESTAMPTZ"), ("day", "DATE"), ("hour", "TIME")):
        with pytest.raises(
            rdmp.ColumnError, match=f"'{column}' is text .*\n.*--cast {column}={cast}"
        ):
            rdmp.evaluate(file, parquet, columns=["key", column])


def test_what_stands_late_in_a_column_of_sqlite_decides_as_what_stands_first(
    tmp_path: Path, sqlite: sqlite3.Connection
) -> None:
    sqlite.execute("create table t (key integer, late integer, near real)")
    empty = [(number, None, None) for number in range(20_000)]
    rows = [*empty, (20_000, "late", 2), (20_001, "x", 0.5)]
    sqlite.executemany("insert into t values (?, ?, ?)", rows)
    typed = pa.table(
        {
            "key": range(20_002),
            "late": [None] * 20_000 + ["late", "y"],
            "near": [None] * 20_000 + [2.0, 0.5],
        }
    )
    assert counts(tmp_path / "s.sqlite", typed) == (20_002, 20_002, 20_001)


@pytest.mark.parametrize(
    ("late", "kinds"),
    [
        ("text", "integers and text"),
        (b"bytes", "integers and bytes"),
        (1.5, None),
        (None, None),
    ],
)
def test_values_of_several_kinds_stop_an_sqlite_column_but_not_its_table(
    late: Any, kinds: str | None, tmp_path: Path, sqlite: sqlite3.Connection
) -> None:
    sqlite.execute("create table t (key, v integer)")
    rows = [*((number, number) for number in range(5000)), (5000, late)]
    sqlite.executemany("insert into t values (?, ?)", rows)
    file = tmp_path / "s.sqlite"
    if kinds is None:
        assert counts(file, file) == (5001, 5001, 5001)
        return
    with pytest.raises(rdmp.ColumnError, match=f"'v' holds values of several kinds: {kinds}\n.*ex"):
        rdmp.evaluate(file, file)
    with pytest.raises(rdmp.ColumnError, match="'v' holds values of several kinds"):
        rdmp.evaluate(file, file, cast={"v": "VARCHAR"})
    with pytest.raises(rdmp.ColumnError, match="'v' holds values of several kinds"):
        rdmp.evaluate(file, pa.table({"key": range(5001), "v": pa.nulls(5001)}))
    assert counts(file, file, exclude=["v"]) == (5001, 5001, 5001)


def test_integers_beside_reals_stop_where_no_double_holds_them(
    tmp_path: Path, sqlite: sqlite3.Connection
) -> None:
    sqlite.execute("create table t (v)")
    sqlite.executemany("insert into t values (?)", [(1.5,), (2**53 + 1,)])
    file = tmp_path / "s.sqlite"
    with pytest.raises(rdmp.ColumnError, match="integers and other numbers"):
        rdmp.evaluate(file, file)
    sqlite.execute("delete from t where v = 1.5")
    assert counts(file, pa.table({"v": [2**53 + 1]})) == (1, 1, 1)
    assert counts(file, pa.table({"v": [2.0**53]})) == (1, 1, 0)


def test_views_generated_columns_and_any_name_are_read_from_sqlite(
    tmp_path: Path, sqlite: sqlite3.Connection
) -> None:
    sqlite.execute('create table "a.b ""c""" ("select" int, "é ""x""" int as ("select" * 2))')
    sqlite.execute('create view "v::v" as select * from "a.b ""c"""')
    sqlite.execute('insert into "a.b ""c""" ("select") values (1), (2)')
    file = tmp_path / "s.sqlite"
    other = pa.table({"select": [1, 3], 'é "x"': [2, 6]})
    assert counts(f'{file}::a.b "c"', other) == (2, 2, 1)
    assert counts(f"{file}::v::v", other) == (2, 2, 1)
    with pytest.raises(rdmp.SourceError, match=r's\.sqlite holds 2 tables: "a.b ""c""", "v::v"'):
        rdmp.evaluate(file, other)


def test_text_that_is_not_utf8_stops_an_sqlite_table(
    tmp_path: Path, sqlite: sqlite3.Connection
) -> None:
    sqlite.execute("create table t as select cast(x'ff41' as text) as v")
    with pytest.raises(rdmp.ColumnError, match=r"s\.sqlite: column 'v' holds text that is not UTF"):
        rdmp.evaluate(tmp_path / "s.sqlite", tmp_path / "s.sqlite")


def test_an_sqlite_file_that_is_cut_off_or_locked_stops_by_name(
    tmp_path: Path, sqlite: sqlite3.Connection
) -> None:
    sqlite.execute("create table t (v)")
    rows = [(f"value {number}",) for number in range(5000)]
    sqlite.executemany("insert into t values (?)", rows)
    file, half = tmp_path / "s.sqlite", tmp_path / "half.sqlite"
    half.write_bytes(cut(file.read_bytes()))
    with pytest.raises(rdmp.SourceError, match=r"half\.sqlite cannot be read"):
        rdmp.evaluate(half, half)
    program = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('begin exclusive');"
        "print(flush=True); input()"
    )
    said = r"s\.sqlite cannot be read: .*writing to it"
    with held_by(program, file), pytest.raises(rdmp.SourceError, match=said):
        rdmp.evaluate(file, file)


def test_an_sqlite_file_is_read_with_its_log_and_stays_as_it_is(
    tmp_path: Path, sqlite: sqlite3.Connection
) -> None:
    sqlite.execute("pragma journal_mode = wal")
    sqlite.execute("create table t (v)")
    sqlite.execute("insert into t values (1), (2)")
    before = (tmp_path / "s.sqlite").read_bytes()
    assert counts(tmp_path / "s.sqlite", tmp_path / "s.sqlite") == (2, 2, 2)
    assert (tmp_path / "s.sqlite").read_bytes() == before


# -- PostgreSQL ----------------------------------------------------------------------------------


def test_a_table_of_postgresql_scores_as_in_parquet(
    postgresql: Server, tmp_path: Path, parquet: Path
) -> None:
    write_postgres(TABLE, postgresql.uri, "scored")
    source = f"{postgresql.uri}::scored"
    assert counts(source, parquet) == (5, 3, 2)
    assert counts(source, f"{postgresql.uri}::public.SCORED") == (5, 3, 3)
    pq.write_table(TABLE, tmp_path / "whole.parquet")
    assert types_of(source) == types_of(tmp_path / "whole.parquet")


EXACT: dict[str, tuple[str, str, Any]] = {
    "wide numeric": ("numeric(38, 10)", "1.0000000001", Decimal("1.0000000001")),
    "free numeric": ("numeric", "12345678901234567890.5", Decimal("12345678901234567890.5")),
    "tens": ("numeric(3, -1)", "125", 130),
    "thousandths": ("numeric(2, 4)", "0.0012", Decimal("0.0012")),
    "padded": ("char(6)", "ab", "ab"),
    "not padded": ("varchar(6)", "ab ", "ab "),
    "letter": ('"char"', "x", "x"),
    "word": ("name", "w", "w"),
    "mood": ("mood", "ok", "ok"),
    "price": ("price", "1.5", Decimal("1.5")),
    "price of price": ("dear", "1.5", Decimal("1.5")),
    "money": ("money", "$1.25", Decimal("1.25")),
    "number": ("oid", "4294967295", 4294967295),
    "uuid": ("uuid", str(UUID(int=5)), str(UUID(int=5)).upper()),
    "last hour": ("time", "23:59:59.999999", time(23, 59, 59, 999999)),
    "before Christ": ("date", "0001-01-01", date(1, 1, 1)),
    "instant": (
        "timestamptz", "2024-05-01 10:00:00.000001+02",
        datetime(2024, 5, 1, 8, 0, 0, 1, tzinfo=UTC),
    ),
    "numbers": ("numeric(5,2)[]", "{1.5,NULL}", [Decimal("1.5"), None]),
    "padded words": ("char(3)[]", "{a}", ["a"]),
    "moods": ("mood[]", "{ok,sad}", ["ok", "sad"]),
    "nothing": ("numeric", "", None),
}  # fmt: skip
"""A type, a value as PostgreSQL reads it, and what it is."""


def test_each_type_of_postgresql_arrives_as_what_its_values_are(postgresql: Server) -> None:
    given = ", ".join(
        f"""nullif('{text}', '')::{stored} as "{name}\""""
        for name, (stored, text, _) in EXACT.items()
    )
    postgresql.run(
        "create type mood as enum ('sad', 'ok')",
        "create domain price as numeric(6, 3)",
        "create domain dear as price",
        f"create table exact as select 1 as key, {given}",
    )
    table = pa.table({"key": [1]} | {name: [value] for name, (_, _, value) in EXACT.items()})
    source = f"{postgresql.uri}::exact"
    assert counts(source, table) == (1, 1, 1)
    assert counts(table, source) == (1, 1, 1)
    assert counts(source, source) == (1, 1, 1)
    other = {"padded": "ac", "free numeric": Decimal("12345678901234567890.6"), "moods": ["ok"]}
    for name, value in other.items():
        changed = table.set_column(table.column_names.index(name), name, [[value]])
        assert counts(source, changed) == (1, 1, 0)


def test_an_interval_and_a_jsonb_of_postgresql_are_compared_with_their_like(
    postgresql: Server, tmp_path: Path
) -> None:
    postgresql.run(
        "create table spans as select interval '1 month 2 days 3.000001 s' as span",
        "create table other_spans as select interval '32 days 3.000001 s' as span",
        """create table jsons as select '{"b": 1,"a":2}'::jsonb as j""",
        """create table other_jsons as select '{"a": 2, "b": 1}'::jsonb as j""",
    )
    spans = f"{postgresql.uri}::spans"
    assert counts(spans, spans) == (1, 1, 1)
    assert counts(spans, f"{postgresql.uri}::other_spans") == (1, 1, 0)
    with duckdb.connect(str(tmp_path / "t.duckdb")) as connection:
        connection.execute("create table t as select interval '1 month 2 days 3.000001 s' as span")
    assert counts(spans, tmp_path / "t.duckdb") == (1, 1, 1)
    jsons = f"{postgresql.uri}::jsons"
    assert counts(jsons, f"{postgresql.uri}::other_jsons") == (1, 1, 1)
    with pytest.raises(rdmp.ColumnError, match="'j' is jsonb on one side only"):
        rdmp.evaluate(jsons, pa.table({"j": ['{"a":2,"b":1}']}))


HARD: dict[str, tuple[str, str, str]] = {
    "nan": ("numeric", "NaN", "holds NaN"),
    "bounded_nan": ("numeric(5, 2)", "NaN", "holds NaN"),
    "infinite": ("numeric", "Infinity", "holds NaN or infinite"),
    "long": ("numeric", "1234567890123456789012345678901234567890", "more than 38 digits"),
    "longer": ("numeric", "12345678901234567890.1234567890123456789", "more than 38 digits"),
    "day": ("date", "infinity", "holds infinite dates"),
    "local": ("timestamp", "-infinity", "holds infinite timestamps"),
    "far": ("timestamptz", "294276-12-31", "holds infinite timestamps, or such as lie too far"),
    "span": ("interval", "3000000 hours", "holds infinite intervals, or such of more than"),
    "zoned": ("timetz", "10:00+02", "is time with time zone, which no rule compares"),
    "json": ("json", "{}", "is json, of which one value has many spellings"),
    "range": ("int4range", "[1,2)", "is int4range, which no rule compares"),
    "host": ("inet", "10.0.0.1", "is inet, which no rule compares"),
    "bits": ("bit(3)", "010", r"is bit\(3\), which no rule compares"),
    "square": ("int[]", "{{1},{2}}", "holds arrays of several dimensions"),
    "shifted": ("int[]", "[0:1]={1,2}", "do not count from 1"),
    "free": ("numeric[]", "{1.5}", r"is numeric\[\], which no rule compares"),
    "never": ("date[]", "{infinity}", "holds infinite dates, or arrays"),
    "pair": ("pair", "(1,a)", "is pair, which no rule compares"),
}
"""A type, a value, and why the column stops."""


def test_what_cannot_be_exact_stops_its_column_and_no_other_one(postgresql: Server) -> None:
    given = ", ".join(
        f"""'{text}'::{stored} as "{name}\"""" for name, (stored, text, _) in HARD.items()
    )
    postgresql.run(
        "create type pair as (a int, b text)",
        f"create table hard as select 1 as key, {given}",
    )
    source = f"{postgresql.uri}::hard"
    for name, (_, _, reason) in HARD.items():
        with pytest.raises(rdmp.ColumnError, match=f"column '{name}' .*{reason}"):
            rdmp.evaluate(source, source, columns=["key", name])
    assert counts(source, source, exclude=list(HARD)) == (1, 1, 1)
    as_text = dict.fromkeys(HARD, "VARCHAR")
    assert counts(source, source, cast=as_text) == (1, 1, 1)
    empty = pa.table({"key": [1], "nan": pa.nulls(1)})
    with pytest.raises(rdmp.ColumnError, match="column 'nan' holds NaN"):
        rdmp.evaluate(source, empty, columns=["key", "nan"])


def test_any_name_of_a_table_or_column_is_read_from_postgresql(postgresql: Server) -> None:
    postgresql.run(
        'create schema "Old Lab"',
        'create table "Old Lab"."a.b ""é""" ("select" int, "Key" int, key int, "x%s ""y""" text)',
        """insert into "Old Lab"."a.b ""é""\" values (1, 2, 3, 'z'), (2, 2, 3, 'z')""",
        'create view "Old Lab".v as select * from "Old Lab"."a.b ""é""" where "select" = 1',
        "create materialized view kept as select 1 as key",
    )
    table = pa.table({"select": [1], "Key": [2], "key": [3], 'x%s "y"': ["z"]})
    assert counts(f'{postgresql.uri}::Old Lab.a.b "é"', table) == (2, 2, 1)
    assert counts(f'{postgresql.uri}::"Old Lab"."a.b ""é"""', table) == (2, 2, 1)
    assert counts(f'{postgresql.uri}::"Old Lab".v', table) == (1, 1, 1)
    assert counts(f"{postgresql.uri}::kept", pa.table({"key": [1]})) == (1, 1, 1)
    with pytest.raises(rdmp.SourceError, match="no table kapt\nhint: did you mean kept"):
        rdmp.evaluate(f"{postgresql.uri}::kapt", table)
    with pytest.raises(rdmp.SourceError, match=r"holds \d+ tables: .*Old Lab"):
        rdmp.evaluate(postgresql.uri, table)


def test_postgresql_is_read_in_one_snapshot_in_which_nothing_can_be_written(
    postgresql: Server,
) -> None:
    postgresql.run(
        "create view mode as select current_setting('transaction_isolation') as level,"
        " current_setting('transaction_read_only') as read_only",
        "create sequence counter",
        "create view writing as select nextval('counter') as v",
    )
    found = rows_of(f"{postgresql.uri}::mode")
    assert found == [{"level": "repeatable read", "read_only": "on"}]
    with pytest.raises(rdmp.SourceError, match="writing: the rows broke off"):
        rdmp.evaluate(f"{postgresql.uri}::writing", pa.table({"v": [1]}))


def test_settings_of_server_and_role_do_not_change_what_is_read(postgresql: Server) -> None:
    postgresql.run(
        "create database western encoding 'LATIN1' template template0",
        "create role oddly login superuser",
        "alter role oddly set timezone = 'Asia/Tokyo'",
        "alter role oddly set intervalstyle = 'iso_8601'",
        "alter role oddly set datestyle = 'SQL, DMY'",
        "alter role oddly set client_encoding = 'LATIN1'",
        "alter role oddly set extra_float_digits = -15",
        "alter role oddly set standard_conforming_strings = off",
    )
    address = postgresql.address("oddly", database="western")
    postgresql.run(
        "create table t (word text, at timestamptz, size float8, name text)",
        r"insert into t values ('caf' || chr(233), '2024-05-01 10:00+02', 0.1, E'a\\b')",
        uri=address,
    )
    table = pa.table(
        {
            "word": ["café"],
            "at": [datetime(2024, 5, 1, 8, tzinfo=UTC)],
            "size": [0.1],
            "name": [r"a\b"],
        }
    )
    assert counts(f"{address}::t", table) == (1, 1, 1)


def test_a_connection_is_let_go_whether_its_table_was_read_or_not(postgresql: Server) -> None:
    postgresql.run("create table held as select 1 as key", "create view live as select 'x' as q")
    rdmp.evaluate(f"{postgresql.uri}::held", f"{postgresql.uri}::held")
    with pytest.raises(rdmp.ColumnError):
        rdmp.evaluate(f"{postgresql.uri}::held", f"{postgresql.uri}::live")
    postgresql.run(
        "create view sessions as select count(*) as n from pg_stat_activity"
        " where backend_type = 'client backend' and pid <> pg_backend_pid()"
    )
    assert rows_of(f"{postgresql.uri}::sessions") == [{"n": 0}]


def test_what_fails_while_a_table_is_read_is_told_without_the_drivers_words(
    postgresql: Server,
) -> None:
    postgresql.run(
        "create view failing as select i as key, 1 / (200000 - i) as v"
        " from generate_series(1, 300000) as i",
        "create role reader login",
        "create table closed as select 1 as key",
        "create role hasty login superuser",
        "alter role hasty set statement_timeout = 200",
        "create view slow as select i as key, date '2024-05-01' + i % 9 as v"
        " from generate_series(1, 9000000) as i",
    )
    for address, said in (
        (f"{postgresql.uri}::failing", "failing: the rows broke off"),
        (f"{postgresql.address('reader')}::closed", "closed may not be read by this user"),
        (f"{postgresql.address('hasty')}::slow", "slow: the server stopped the query"),
    ):
        with pytest.raises(rdmp.SourceError, match=said) as caught:
            rdmp.evaluate(address, pa.table({"key": [1], "v": [1]}), columns=["key"])
        assert "division" not in str(caught.value)


# -- credentials ---------------------------------------------------------------------------------


@pytest.fixture
def guarded(postgresql: Server) -> str:
    postgresql.run(
        "create table if not exists safe as select 1 as key",
        f"grant select on safe to {GUARDED}",
    )
    return postgresql.address(f"{GUARDED}:{PASSWORD}")


def test_the_password_comes_from_the_usual_places(
    postgresql: Server, guarded: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = f"{postgresql.address(GUARDED)}::safe"
    table = pa.table({"key": [1]})
    for name in ("PGPASSWORD", "PGPASSFILE", "PGSERVICEFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(rdmp.SourceError, match=f"{GUARDED}@.* wrong user or password"):
        rdmp.evaluate(bare, table)
    assert counts(f"{guarded}::safe", table) == (1, 1, 1)
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    assert counts(bare, table) == (1, 1, 1)
    monkeypatch.delenv("PGPASSWORD")
    entries = tmp_path / "entries"
    entries.write_text(f"127.0.0.1:{postgresql.port}:*:{GUARDED}:{PASSWORD}\n", encoding="utf-8")
    entries.chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(entries))
    assert counts(bare, table) == (1, 1, 1)
    monkeypatch.delenv("PGPASSFILE")
    services = tmp_path / "services"
    services.write_text(
        f"[lab]\nhost=127.0.0.1\nport={postgresql.port}\nuser={GUARDED}\ndbname=postgres\n"
        f"password={PASSWORD}\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PGSERVICEFILE", str(services))
    assert counts("postgresql:///?service=lab::safe", table) == (1, 1, 1)


def test_a_server_a_database_or_a_password_that_is_wrong_is_told_in_one_line(
    postgresql: Server, guarded: str
) -> None:
    other = postgresql.address(f"{GUARDED}:not-{PASSWORD}")
    nowhere = postgresql.address(f"{GUARDED}:{PASSWORD}", port=1)
    for address, said in (
        (other, "does not let this user in: wrong user or password"),
        (nowhere, "no server answers there"),
        (f"postgresql://u:{PASSWORD}@no-such-host.invalid/db", "no host of that name"),
        (postgresql.address("postgres", database="gone"), "there is no such database"),
        (f"{guarded}?bogus=1", "does not let this user in"),
        (f"{postgresql.address(GUARDED)}?password=not-{PASSWORD}", "wrong user or password"),
    ):
        with pytest.raises(rdmp.SourceError, match=said) as caught:
            rdmp.evaluate(f"{address}::safe", pa.table({"key": [1]}))
        assert PASSWORD not in str(caught.value)


@pytest.mark.parametrize(
    "arguments",
    [
        ("evaluate", "{good}", "{good}"),
        ("evaluate", "{good}", "{good}", "--format", "json"),
        ("evaluate", "{good}", "{good}", "--format", "markdown"),
        ("evaluate", "{query}", "{good}", "--holdout", "{good}"),
        ("columns", "{good}", "{query}"),
        ("sql", "{good}", "{query}"),
        ("evaluate", "{wrong}", "{good}", "--debug"),
        ("evaluate", "{gone}", "{good}", "--debug"),
        ("evaluate", "{good}", "{nowhere}", "--debug"),
        ("evaluate", "{good}", "{good}", "--columns", "none", "--debug"),
        ("evaluate", "{good}", "{bad percent}", "--debug"),
        ("evaluate", "{good}", "{bad port}", "--debug"),
        ("evaluate", "{good}", "{typo}", "--debug"),
        ("evaluate", "{good}", "{pattern}", "--debug"),
        ("evaluate", "{failing}", "{good}", "--debug"),
        ("evaluate", "{other driver}", "{good}", "--debug"),
        ("evaluate", "{good}", "{good}", "{good}", "{good}"),
    ],
)
def test_a_password_is_printed_nowhere(
    arguments: tuple[str, ...],
    postgresql: Server,
    guarded: str,
    capfd: pytest.CaptureFixture[str],
) -> None:
    postgresql.run(
        "create or replace view breaking as"
        " select (1 / (100000 - i))::int as key from generate_series(1, 200000) as i",
        f"grant select on breaking to {GUARDED}",
    )
    wrong = postgresql.address(f"{GUARDED}:{PASSWORD}-not")
    known = {
        "good": f"{guarded}::safe",
        "query": f"{postgresql.address(GUARDED)}?password={PASSWORD}::safe",
        "wrong": f"{wrong}::safe",
        "gone": f"{guarded}::saff",
        "nowhere": postgresql.address(f"{GUARDED}:{PASSWORD}", port=1) + "::safe",
        "bad percent": f"postgresql://{GUARDED}:%zz{PASSWORD}@127.0.0.1:{postgresql.port}/db::t",
        "bad port": f"postgresql://{GUARDED}:x@127.0.0.1:{PASSWORD}/db::t",
        "typo": f"postgresql:/{GUARDED}:{PASSWORD}@127.0.0.1/db::t",
        "pattern": f"postgresql:/{GUARDED}:*/{PASSWORD}@127.0.0.1/db::t",
        "failing": f"{guarded}::breaking",
        "other driver": f"nosuch://{GUARDED}:{PASSWORD}@h/d?token={PASSWORD}::t",
    }
    code = main([one.format_map(known) for one in arguments])
    said = capfd.readouterr()
    assert code in {0, 2}
    assert said.out or said.err
    assert PASSWORD not in said.out + said.err
    if "--debug" in arguments and "none" not in arguments:
        assert code == 2


# -- any driver ----------------------------------------------------------------------------------


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an SQLite file that is reached as any database is: by a profile of its driver."""
    write_sqlite(TABLE.select(["key", "text", "weight"]), tmp_path / "t.db", "patients")
    library = files("adbc_driver_sqlite") / "libadbc_driver_sqlite.so"
    (tmp_path / "lab.toml").write_text(
        f'profile_version = 1\ndriver = "{library}"\n\n'
        f'[Options]\nuri = "file:{tmp_path / "t.db"}"\n',
        encoding="utf-8",
    )
    monkeypatch.setenv("ADBC_PROFILE_PATH", str(tmp_path))
    return tmp_path / "t.db"


def test_a_table_is_read_through_any_driver_that_the_user_has_installed(
    profile: Path, parquet: Path
) -> None:
    columns = ["key", "text", "weight"]
    for address in ("profile://lab::patients", "profile://lab::main.patients", "profile://lab"):
        assert counts(address, parquet, columns=columns) == (5, 3, 2)
    with pytest.raises(rdmp.SourceError, match="profile://lab holds no table patient\nhint: did"):
        rdmp.evaluate("profile://lab::patient", parquet)


def test_a_driver_that_is_not_there_is_told(parquet: Path) -> None:
    with pytest.raises(rdmp.SourceError, match="no connection through the ADBC driver 'nosuch'"):
        rdmp.evaluate("nosuch://host/db::t", parquet)


@pytest.mark.parametrize(
    ("module", "source", "command"),
    [
        ("adbc_driver_postgresql.dbapi", "postgresql://h/d::t", "rdmp[postgres]"),
        ("adbc_driver_sqlite.dbapi", "{file}", "rdmp[sqlite]"),
        ("adbc_driver_manager.dbapi", "snowflake://h/d::t", "rdmp[adbc]"),
    ],
)
def test_a_missing_extra_is_told_with_its_command(
    module: str, source: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_sqlite(TABLE.select(["key"]), tmp_path / "t.sqlite")
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(rdmp.MissingExtraError) as caught:
        rdmp.evaluate(source.format(file=tmp_path / "t.sqlite"), TABLE)
    assert caught.value.hint == f"pip install '{command}'"
