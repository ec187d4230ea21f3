"""What the connection may do once sources are known: read them, write the output, nothing else."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
import test_no_values

import rdmp
from rdmp.engines.duckdb import DuckDBEngine
from rdmp.engines.duckdb.session import Session
from rdmp.engines.duckdb.settings import settings_of
from rdmp.options import Keywords, Options
from rdmp.seam import Sealable, Statement
from rdmp.syntax import DuckDBSyntax

SYNTAX = DuckDBSyntax()

ORIGINAL = {"name": ["Ann", "Bob", "Bob", "Cid", "Dora"], "age": [1, 2, 2, 4, 5]}
AVATAR = {"name": ["Bob", "Cid", "Eve"], "age": [2, 4, 9]}
HOLDOUT = {"name": ["Fay", "Cid"], "age": [7, 4]}

FORBIDDEN = (
    # reads another file
    "from read_csv({other})",
    "from read_csv([{other}])",
    "from read_parquet({other})",
    "from read_json({other})",
    "from read_blob({other})",
    "from read_text('/etc/passwd')",
    "from glob('/etc/*')",
    "from sniff_csv('/etc/passwd')",
    "from '/etc/passwd'",
    "from read_csv({beside})",
    "import database '/etc'",
    # writes one
    "copy (select 1) to {made}",
    "copy (select 1) to {made} (format parquet, use_tmp_file false)",
    "export database {made}",
    # attaches
    "attach {database} as other (read_only)",
    "attach {made} as other",
    # asks the network
    "from read_csv('http://127.0.0.1:9/x.csv')",
    "from read_parquet('s3://bucket/x.parquet')",
    # loads or installs
    "install httpfs",
    "force install icu",
    "load httpfs",
    "load {made}",
    "update extensions",
    "create extension repository 'example.org'",
    # keeps a secret
    "create persistent secret one (type http)",
    # sets
    "set threads = 1",
    "set memory_limit = '1GB'",
    "set timezone = 'Europe/Paris'",
    "set parquet_can_have_nan = false",
    "set temp_directory = {made}",
    "set file_search_path = '/etc'",
    "set allowed_paths = ['/etc/passwd']",
    "set allowed_directories = ['/etc']",
    "set allowed_configs = ['threads']",
    "set enable_external_access = true",
    "set lock_configuration = false",
    "set autoload_known_extensions = true",
    "reset threads",
    "pragma threads = 2",
    "pragma enable_profiling",
    "call enable_logging()",
)


@pytest.fixture
def pair(tmp_path: Path) -> dict[str, Path]:
    """Write three tables, and what nobody has named beside them."""
    paths = {}
    for role, table in (("original", ORIGINAL), ("avatar", AVATAR), ("holdout", HOLDOUT)):
        paths[role] = tmp_path / "given" / f"{role}.csv"
        paths[role].parent.mkdir(exist_ok=True)
        pyarrow.csv.write_csv(pa.table(table), paths[role])
    (tmp_path / "given" / "beside.csv").write_text("a\n1\n", encoding="utf-8")
    (tmp_path / "other.csv").write_text("a\n1\n", encoding="utf-8")
    (tmp_path / "out").mkdir()
    duckdb = pytest.importorskip("duckdb")
    duckdb.connect(str(tmp_path / "other.duckdb")).close()
    return paths


@pytest.fixture
def tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Try what is forbidden before the first statement of every engine's work, and at its end.

    Returns what was let through, which is filled as engines run; the test sees that they did.
    """
    import duckdb

    places = {
        "other": tmp_path / "other.csv",
        "beside": tmp_path / "given" / "beside.csv",
        "made": tmp_path / "made",
        "database": tmp_path / "other.duckdb",
    }
    spelled = {name: SYNTAX.literal(str(place)) for name, place in places.items()}
    let_through: list[str] = []
    sessions: list[Session] = []

    def attempt(session: Session) -> None:
        sessions.append(session)
        for forbidden in FORBIDDEN:
            try:
                session.connection.execute(forbidden.format(**spelled))
            except duckdb.Error:
                continue
            let_through.append(forbidden)

    register, close = DuckDBEngine.register, Session.close

    def registered(engine: DuckDBEngine, *arguments: Any) -> Any:
        attempt(engine._session)
        return register(engine, *arguments)

    def closed(session: Session) -> None:
        attempt(session)
        close(session)

    monkeypatch.setattr(DuckDBEngine, "register", registered)
    monkeypatch.setattr(Session, "close", closed)
    yield let_through
    assert sessions
    assert not (tmp_path / "made").exists()


def page(paths: dict[str, Path], folder: Path) -> None:
    rdmp.write_report(paths["original"], paths["avatar"], folder / "page.html")


COMMANDS: dict[str, Callable[[dict[str, Path], Path], object]] = {
    "evaluate": lambda p, _: rdmp.evaluate(p["original"], p["avatar"], second_look="always"),
    "holdout": lambda p, _: rdmp.evaluate(p["original"], p["avatar"], holdout=p["holdout"]),
    "several": lambda p, _: rdmp.evaluate_many(p["original"], [p["avatar"], p["holdout"]]),
    "columns": lambda p, _: rdmp.columns(p["original"], p["avatar"], size=1),
    "rows": lambda p, out: rdmp.write_rows(p["original"], p["avatar"], out / "rows.csv"),
    "filter": lambda p, out: rdmp.write_filtered(p["original"], p["avatar"], out / "f.csv"),
    "sql": lambda p, _: rdmp.explain(p["original"], p["avatar"]),
    "report": page,
}


@pytest.mark.parametrize("command", COMMANDS)
def test_whatever_a_command_has_opened_cannot_read_write_attach_load_or_set_anything_else(
    command: str, pair: dict[str, Path], tried: list[str], tmp_path: Path
) -> None:
    COMMANDS[command](pair, tmp_path / "out")
    assert tried == []


def test_what_is_forbidden_is_possible_where_nobody_has_sealed(
    pair: dict[str, Path], tmp_path: Path
) -> None:
    """So that the test above does not pass because its statements are wrong."""
    assert pair
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect() as connection:
        for allowed in (
            f"from read_csv({SYNTAX.literal(str(tmp_path / 'other.csv'))})",
            "from read_text('/etc/passwd')",
            f"copy (select 1) to {SYNTAX.literal(str(tmp_path / 'made.csv'))}",
            f"attach {SYNTAX.literal(str(tmp_path / 'other.duckdb'))} as other (read_only)",
            "set threads = 1",
            "set parquet_can_have_nan = true",
            "call enable_logging()",
        ):
            connection.execute(allowed)


def test_an_engine_of_the_callers_is_left_as_it_is(pair: dict[str, Path], tmp_path: Path) -> None:
    engine = DuckDBEngine(Options())
    assert isinstance(engine, Sealable)
    try:
        rdmp.evaluate(pair["original"], pair["avatar"], engine=engine)
        other = SYNTAX.literal(str(tmp_path / "other.csv"))
        assert engine.query(Statement(name="other", sql=f"from read_csv({other})")) == [(1,)]
    finally:
        engine.close()


def test_a_name_in_the_callers_program_is_no_table(pair: dict[str, Path]) -> None:
    engine = DuckDBEngine(Options())
    try:
        engine.seal([], [])
        statement = Statement(name="frame", sql="from frame")
        frame = pa.table({"a": [1]})
        with pytest.raises(rdmp.QueryError):
            engine.query(statement)
        assert frame.num_rows == 1
    finally:
        engine.close()
    assert pair


# -- what users do is let through ------------------------------------------------------------------

QUICKLY = Keywords(threads=1, second_look="never")

AWKWARD = (
    "plain", "a[1]", "[", "it's", 'quo"te', "two\nlines", "é ü 漢 🙂", "e\u0301", "star*", "what?",
    "back\\slash", "a..b", "semi; drop table x; --", "{{ 7*7 }}", "100%s", "\u202etxt.", "#?&=",
    " blank ", "~", "-", "x" * 200,
)  # fmt: skip
"""Names of files, without the ending."""


def write_parquet(table: pa.Table, path: Path) -> str:
    pq.write_table(table, path)
    return str(path)


def write_csv(table: pa.Table, path: Path) -> str:
    pyarrow.csv.write_csv(table, path)
    return str(path)


def write_json(table: pa.Table, path: Path) -> str:
    path = path.with_name(f"{path.name}.ndjson")
    path.write_text("\n".join(map(json.dumps, table.to_pylist())), encoding="utf-8")
    return str(path)


def write_duckdb(table: pa.Table, path: Path) -> str:
    import duckdb

    with duckdb.connect(str(path.parent.parent / "written")) as connection:
        connection.register("given", table)
        connection.execute("create table people as from given")
    (path.parent.parent / "written").rename(path)  # not every name can be written to
    return f"{path}::people"


WRITERS: dict[str, Callable[[pa.Table, Path], str]] = {
    "parquet": write_parquet,
    "csv": write_csv,
    "json": write_json,
    "duckdb": write_duckdb,
}


@contextmanager
def within(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def counted(found: rdmp.Evaluation) -> tuple[int | None, ...]:
    return found.original_rows, found.unique_rows, found.matched_rows


@pytest.mark.parametrize("form", WRITERS)
def test_files_and_folders_of_awkward_names_are_opened_exactly(form: str, tmp_path: Path) -> None:
    original, avatar = pa.table(ORIGINAL), pa.table(AVATAR)
    for name in AWKWARD:
        if form == "duckdb" and "\\" in name:
            continue  # the test below
        folder = tmp_path / name
        folder.mkdir()
        left = WRITERS[form](original, folder / f"{name}.original")
        right = WRITERS[form](avatar, folder / f"{name}.avatar")
        found = rdmp.evaluate(left, right, **QUICKLY)
        assert counted(found) == (5, 3, 1), name


def test_a_database_whose_name_stands_for_another_file_is_refused(tmp_path: Path) -> None:
    """DuckDB would open folder/people.duckdb without a word."""
    (tmp_path / "folder").mkdir()
    write_duckdb(pa.table(AVATAR), tmp_path / "folder" / "people.duckdb")
    original = write_duckdb(pa.table(ORIGINAL), tmp_path / "folder\\people.duckdb")
    with pytest.raises(rdmp.SourceError, match="a backslash in its path"):
        rdmp.evaluate(original, pa.table(ORIGINAL))


def test_folders_and_patterns_of_awkward_names_are_opened_exactly(tmp_path: Path) -> None:
    for number, name in enumerate(AWKWARD):
        folder = tmp_path / str(number) / name
        for side, table in (("original", ORIGINAL), ("avatar", AVATAR)):
            (folder / side).mkdir(parents=True)
            for start in (0, 2):
                part = pa.table(table).slice(start, 2 if start == 0 else None)
                pq.write_table(part, folder / side / f"{start} {name}.parquet")
        found = rdmp.evaluate(folder / "original", folder / "avatar", **QUICKLY)
        assert counted(found) == (5, 3, 1), name
        with within(folder):
            found = rdmp.evaluate("original/*.parquet", "avatar/?*", **QUICKLY)
        assert counted(found) == (5, 3, 1), name


def test_links_and_roundabout_paths_are_opened(tmp_path: Path) -> None:
    (tmp_path / "real [1]").mkdir()
    write_csv(pa.table(ORIGINAL), tmp_path / "real [1]" / "o[1].csv")
    write_csv(pa.table(AVATAR), tmp_path / "real [1]" / "a.csv")
    (tmp_path / "link").symlink_to(tmp_path / "real [1]")
    (tmp_path / "link.csv").symlink_to(tmp_path / "link" / "o[1].csv")
    with within(tmp_path / "link"):
        found = rdmp.evaluate("../link.csv", ".//..//real [1]/a.csv")
        assert counted(found) == (5, 3, 1)
        found = rdmp.evaluate("./o[1].csv", tmp_path / "link" / "a.csv")
        assert counted(found) == (5, 3, 1)


@pytest.mark.parametrize("name", AWKWARD)
def test_rows_and_filtered_files_are_written_into_folders_of_awkward_names(
    name: str, pair: dict[str, Path], tmp_path: Path
) -> None:
    folder = tmp_path / name
    folder.mkdir()
    with within(folder):
        rdmp.write_rows(pair["original"], pair["avatar"], f"{name}.csv")
        rdmp.write_rows(pair["original"], pair["avatar"], f"../{name}/{name}.parquet")
        written = rdmp.write_filtered(pair["original"], pair["avatar"], f"./{name}.out")
    assert pq.read_table(folder / f"{name}.parquet")["avatar_rows"].to_pylist() == [1]
    assert (written.removed_rows, written.remaining_rows) == (1, 2)
    assert len(list(folder.iterdir())) == 3


def test_a_database_whose_writer_was_killed_is_read_with_its_log(tmp_path: Path) -> None:
    path = tmp_path / "left.duckdb"
    program = (
        "import duckdb, os, sys\n"
        "made = duckdb.connect(sys.argv[1])\n"
        "made.execute(\"set checkpoint_threshold = '1GB'\")\n"
        "made.execute('create table people (name varchar, age integer)')\n"
        "made.execute(\"insert into people values ('Ann', 1), ('Bob', 2)\")\n"
        "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(path)], check=True)
    assert path.with_name("left.duckdb.wal").exists()
    found = rdmp.evaluate(f"{path}::people", pa.table({"name": ["Bob"], "age": [2]}))
    assert counted(found) == (2, 2, 1)


def test_a_view_of_a_database_reads_no_file_but_its_own(tmp_path: Path) -> None:
    """A database that somebody has sent could read any file of the machine otherwise."""
    import duckdb

    write_csv(pa.table(ORIGINAL), tmp_path / "beside.csv")
    beside = SYNTAX.literal(str(tmp_path / "beside.csv"))
    with duckdb.connect(str(tmp_path / "sent.duckdb")) as connection:
        connection.register("given", pa.table(ORIGINAL))
        connection.execute("create table people as from given")
        connection.execute("create view own as from people")
        connection.execute(f"create view spying as from read_csv({beside})")
    avatar = pa.table(AVATAR)
    assert counted(rdmp.evaluate(f"{tmp_path / 'sent.duckdb'}::own", avatar)) == (5, 3, 1)
    with pytest.raises(rdmp.SourceError, match="the view spying cannot be read"):
        rdmp.evaluate(f"{tmp_path / 'sent.duckdb'}::spying", avatar)


def test_objects_in_memory_that_read_files_themselves_are_read(tmp_path: Path) -> None:
    import pyarrow.dataset as ds

    pq.write_table(pa.table(ORIGINAL), tmp_path / "o.parquet")
    found = rdmp.evaluate(ds.dataset(tmp_path / "o.parquet"), pa.table(AVATAR).to_reader())
    assert counted(found) == (5, 3, 1)


def test_several_readers_that_are_opened_in_their_turn_are_taken_in(tmp_path: Path) -> None:
    pq.write_table(pa.table(ORIGINAL), tmp_path / "o.parquet")
    readers = [pa.table(one).to_reader() for one in (AVATAR, HOLDOUT)]
    found = rdmp.evaluate_many(tmp_path / "o.parquet", readers)
    assert [one.matched_rows for one in found] == [1, 1]


def test_text_that_misleads_the_parallel_reader_is_read_again_after_the_seal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its view is defined anew, and a view is no setting."""
    from rdmp.engines.duckdb.text import DelimitedSource

    for role, table in (("o", ORIGINAL), ("a", AVATAR)):
        write_csv(pa.table(table), tmp_path / f"{role}.csv")
    asked: list[int] = []

    def confirm(text: DelimitedSource, *arguments: Any) -> bool:
        asked.append(1)
        if text.parallel:
            text.parallel = False
            return False
        return True

    monkeypatch.setattr(DelimitedSource, "confirm", confirm)
    found = rdmp.evaluate(tmp_path / "o.csv", tmp_path / "a.csv")
    assert counted(found) == (5, 3, 1)
    assert asked


# -- the network and extensions --------------------------------------------------------------------

WITHOUT_SOCKETS = """
import ctypes, platform, struct, sys

# A filter of the kernel: whoever asks for a socket is killed, Python and the engine alike.
number = {"x86_64": 41, "aarch64": 198}[platform.machine()]
kill, allow = 0x80000000, 0x7FFF0000
steps = [(0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, kill), (0x06, 0, 0, allow)]
program = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))

class Filter(ctypes.Structure):
    _fields_ = [("steps", ctypes.c_ushort), ("program", ctypes.c_void_p)]

kernel = ctypes.CDLL(None)
wanted = Filter(len(steps), ctypes.addressof(program))
if kernel.prctl(38, 1, 0, 0, 0) or kernel.prctl(22, 2, ctypes.byref(wanted)):
    sys.exit(99)
if sys.argv[1:] == ["socket"]:
    import socket
    socket.socket()
from rdmp.cli.app import main
sys.exit(main(sys.argv[1:]))
"""


def without_sockets(arguments: Sequence[str], home: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a command line where a socket is death, in a home of its own."""
    if platform.system() != "Linux" or platform.machine() not in {"x86_64", "aarch64"}:
        pytest.skip("the filter is written for Linux on x86_64 and aarch64")
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT_SOCKETS, *arguments],
        capture_output=True,
        check=False,
        env=os.environ | {"HOME": str(home)},
    )
    if ran.returncode == 99:
        pytest.skip("the kernel takes no filter here")
    return ran


def test_the_filter_kills_who_asks_for_a_socket(tmp_path: Path) -> None:
    assert without_sockets(["socket"], tmp_path).returncode < 0


@pytest.mark.parametrize("form", WRITERS)
def test_a_local_evaluation_opens_no_socket_and_leaves_no_extension(
    form: str, tmp_path: Path
) -> None:
    left = WRITERS[form](pa.table(ORIGINAL), tmp_path / "o")
    right = WRITERS[form](pa.table(AVATAR), tmp_path / "a")
    home = tmp_path / "home"
    home.mkdir()
    ran = without_sockets(["evaluate", left, right, "--second-look", "always"], home)
    assert (ran.returncode, b"80.00" in ran.stdout) == (0, True), ran.stderr
    assert list(home.iterdir()) == []


def test_no_reader_of_a_local_file_opens_a_socket(tmp_path: Path) -> None:
    table = pa.table({"name": [f"n {number}" for number in range(9)], "size": list(range(9))})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(test_no_values, "TABLE", table)
        writers = {**test_no_values.WRITERS, "delta": test_no_values.write_delta}
        (tmp_path / "files").mkdir()
        written = {name: write(tmp_path / "files") for name, write in writers.items()}
    avatars = [path for name, path in written.items() if name != "parquet"]
    home = tmp_path / "home"
    home.mkdir()
    ran = without_sockets(["evaluate", written["parquet"], *avatars, "--format=json"], home)
    assert ran.returncode == 0, ran.stderr
    assert [one["matched_rows"] for one in json.loads(ran.stdout)] == [9] * len(avatars)
    assert list(home.iterdir()) == []


def test_other_commands_and_errors_open_no_socket(pair: dict[str, Path], tmp_path: Path) -> None:
    sides = [str(pair["original"]), str(pair["avatar"])]
    home = tmp_path / "home"
    home.mkdir()
    for arguments, code in (
        (["rows", *sides, "-o", str(tmp_path / "out" / "r.csv")], 0),
        (["filter", *sides, "-o", str(tmp_path / "out" / "f.csv")], 0),
        (["columns", *sides], 0),
        (["sql", *sides], 0),
        (["evaluate", *sides, "--cast", "name=BIGINT"], 2),
        (["evaluate", sides[0], "https://127.0.0.1:9/x.csv"], 2),
        (["evaluate", sides[0], str(tmp_path / "none.parquet")], 2),
    ):
        ran = without_sockets(arguments, home)
        assert ran.returncode == code, (arguments, ran.stderr)
    assert list(home.iterdir()) == []


def test_no_extension_is_loaded_but_those_inside_the_library(pair: dict[str, Path]) -> None:
    settings = settings_of(Options())
    assert settings["autoload_known_extensions"] is False
    assert settings["autoinstall_known_extensions"] is False
    engine = DuckDBEngine(Options())
    try:
        rdmp.evaluate(pair["original"], pair["avatar"], engine=engine)
        loaded = Statement(
            name="loaded",
            sql="select distinct install_mode from duckdb_extensions() where loaded",
        )
        assert engine.query(loaded) == [("STATICALLY_LINKED",)]
        with pytest.raises(rdmp.QueryError):  # httpfs would be loaded for it
            engine.query(Statement(name="web", sql="from 'https://127.0.0.1:9/x.parquet'"))
        assert engine.query(loaded) == [("STATICALLY_LINKED",)]
    finally:
        engine.close()
