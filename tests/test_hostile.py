"""Whatever a user or a file is called, or an option says: the right answer, or one clean error.

Names, values, paths, tokens, types and options hold quotes, semicolons, line ends, null bytes,
template syntax, escape sequences and marks of direction, and may be very long. Never is there an
exit code 70, a second statement, or a character on the terminal that it would obey.

``benchmarks/fuzz.py`` goes on for as long as it is told.
"""

from __future__ import annotations

import io
import json
import os
import re
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_random_tables import examples

import rdmp
from benchmarks import fuzz
from rdmp.cli.app import main
from rdmp.engines.duckdb.session import Session
from rdmp.seam import Statement
from rdmp.syntax import DuckDBSyntax

SIGNS = (
    "'\";\n\r\t{}%\\\u202e\u2066\x1b\x9b\x07[]*?,=:|`$()#&<>/- ._ab1éß漢🙂\u0301\u200b\ufeff\u2028"
)
"""Characters that mean something to somebody."""

PHRASES = (
    "{{ 7*7 }}", "{% include 'rdmp.sql' %}", "{# x #}", "'; drop table original; --",
    '"; attach \'other.duckdb\' as y; --', "*/ select 1 /*", "\x1b[31mred", "\x1b]0;title\x07",
    "\u202etxt.exe", "\u2066a\u2069", "../../etc/passwd", "$(id)", "`id`", "%s%n", "$1", "?",
    "original", "c0", "a=b", '"a,b"', "NULL", "null", "VARCHAR", "varchar) from x --",
    "<script>alert(1)</script>", "=cmd|' /C calc'!A0", "@someone", "__proto__", "\\", "\\x00", "''",
    "x" * 65_536, "é" * 30_000,
)  # fmt: skip

TEXTS = st.sampled_from(PHRASES) | st.text(SIGNS, max_size=8)
WORDS = TEXTS | st.text(SIGNS + "\0", max_size=4) | st.just("\udcff")
"""What a command line may hold; what is told to a file is a text."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What came out of a command line."""

    code: int
    out: str
    err: str


def run(*arguments: str) -> Ran:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    return Ran(code, out.getvalue(), err.getvalue())


def obeyed(text: str) -> set[str]:
    """Return the characters of a text that a terminal obeys or does not show, but line feeds."""
    hidden = {"Cc", "Cf", "Cs", "Cn", "Zl", "Zp"}
    return {one for one in text if one != "\n" and unicodedata.category(one) in hidden}


def is_clean(ran: Ran) -> bool:
    """Tell whether a run ended with a result, or with one error in the form of ours."""
    lines = ran.err.splitlines()
    if not all(line.startswith(("rdmp: ", "hint: ")) for line in lines):
        return False
    errors = sum(line.startswith("rdmp: error: ") for line in lines)
    return (ran.code == 0 and errors == 0) or (ran.code == 2 and errors == 1)


@pytest.fixture(autouse=True, scope="module")
def _one_statement_at_a_time() -> Iterator[None]:
    """Stop where what is handed to the engine is not one statement of a kind that we write."""
    import duckdb

    kinds = {
        getattr(duckdb.StatementType, kind)
        for kind in ("SELECT", "CREATE", "SET", "ATTACH", "COPY")
    }
    execute = Session.execute

    def executed(session: Session, statement: Statement) -> Any:
        (parsed,) = duckdb.extract_statements(statement.sql)
        assert parsed.type in kinds
        return execute(session, statement)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Session, "execute", executed)
        yield


@contextmanager
def folder() -> Iterator[Path]:
    """Yield an empty folder that is the current one."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        try:
            yield Path(place)
        finally:
            os.chdir(before)


Rows = list[list[str]]


@dataclass(frozen=True, slots=True)
class Pair:
    """Texts under names: some rows of the original, of which the avatar has the first ones."""

    names: list[str]
    original: Rows
    avatar: Rows

    def matched(self, kept: Iterable[int] | None = None, missing: Iterable[str] = ()) -> int:
        """Count the unique rows of the original that stand among the avatars."""
        kept = range(len(self.names)) if kept is None else kept
        places, tokens = tuple(kept), frozenset(missing)

        def cut(rows: Rows) -> list[tuple[str | None, ...]]:
            return [tuple(None if row[at] in tokens else row[at] for at in places) for row in rows]

        rows, others = cut(self.original), set(cut(self.avatar))
        return sum(rows.count(row) == 1 and row in others for row in rows)


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    # A name that differs from another by its case only is a matter of its own; as is a blank one.
    names = draw(st.lists(TEXTS, min_size=1, max_size=3, unique_by=str.casefold))
    value = st.sampled_from([*draw(st.lists(TEXTS, min_size=1, max_size=3)), "x"])
    row = st.lists(value, min_size=len(names), max_size=len(names))
    original = draw(st.lists(row, min_size=1, max_size=5))
    copied = original[: draw(st.integers(0, len(original)))]
    return Pair(names, original, copied + draw(st.lists(row, min_size=1, max_size=2)))


def write(names: list[str], rows: Rows, path: Path) -> None:
    """Write a table as its file's ending says; in text every field stands in quotes."""
    if path.suffix == ".parquet":
        columns = [pa.array([row[at] for row in rows], pa.string()) for at in range(len(names))]
        with path.open("wb") as file:  # not every path is one for pyarrow
            pq.write_table(pa.table(columns, names=names), file)
        return
    if path.suffix == ".ndjson":
        records = [dict(zip(names, row, strict=True)) for row in rows]
        path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
        return
    quoted = [[f'"{one.replace(chr(34), chr(34) * 2)}"' for one in row] for row in [names, *rows]]
    path.write_text("".join(f"{','.join(row)}\n" for row in quoted), encoding="utf-8", newline="")


def write_both(pair: Pair, form: str) -> list[str]:
    write(pair.names, pair.original, Path(f"o.{form}"))
    write(pair.names, pair.avatar, Path(f"a.{form}"))
    return [f"o.{form}", f"a.{form}"]


def matched(ran: Ran) -> int:
    found = json.loads(ran.out)["matched_rows"]
    assert isinstance(found, int)
    return found


@examples(24)
@given(pairs(), st.sampled_from(["parquet", "ndjson", "csv"]))
def test_names_and_values_are_nothing_but_names_and_values(pair: Pair, form: str) -> None:
    with folder():
        ran = run("evaluate", *write_both(pair, form), "--format", "json", "--threads", "1")
    assert is_clean(ran), ran.err[:2000]
    assert not obeyed(ran.out + ran.err)
    if form != "csv":  # text beside text, under the same names: nothing is to be decided
        assert ran.code == 0, ran.err[:2000]
        assert matched(ran) == pair.matched()
    elif ran.code == 0 and has_no_number(pair):
        assert matched(ran) == pair.matched(missing={""})


def has_no_number(pair: Pair) -> bool:
    """Tell whether no field of a text file could be anything but text."""
    return not any(re.search(r"\d", one) for row in pair.original + pair.avatar for one in row)


@examples(12)
@given(pairs(), st.data())
def test_an_option_that_names_a_column_means_that_column(pair: Pair, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(pair.names) - 1))
    named = '"' + pair.names[at].replace('"', '""') + '"'
    with folder():
        sides = write_both(pair, "parquet")
        ran = run("evaluate", *sides, "--columns", named, "--format", "json", "--threads", "1")
        left = run("evaluate", *sides, "--exclude", named, "--format", "json", "--threads", "1")
    for one in (ran, left):
        assert is_clean(one), one.err[:2000]
        assert not obeyed(one.out + one.err)
    assert matched(ran) == pair.matched([at])
    rest = [other for other in range(len(pair.names)) if other != at]
    assert left.code == (0 if rest else 2)
    assert not rest or matched(left) == pair.matched(rest)


@examples(12)
@given(pairs(), WORDS)
def test_a_token_is_nothing_but_a_token(pair: Pair, token: str) -> None:
    with folder():
        sides = write_both(pair, "csv")
        ran = run(
            "evaluate", *sides, f"--null={token}", "--format", "json", "--threads", "1",
            "--second-look", "never",
        )  # fmt: skip
    assert is_clean(ran), ran.err[:2000]
    assert not obeyed(ran.out + ran.err)
    if ran.code == 0 and has_no_number(pair):
        assert matched(ran) == pair.matched(missing={"", token})


OPTIONS = (
    "columns", "exclude", "rename", "cast", "null", "delimiter", "decimal", "encoding",
    "original-delimiter", "avatar-encoding", "export", "original-export", "timezone", "threads",
    "memory-limit", "max-temp-size", "temp-directory", "second-look", "config", "format", "lang",
    "holdout", "fail-under", "report",
)  # fmt: skip

SIDES = Pair(["a", "{{ b }}"], [["x", "y"], ["v", "w"]], [["x", "y"], ["p", "q"]])


@examples(60)
@given(st.sampled_from(OPTIONS), WORDS, st.sampled_from(["{}", "a={}", "{}=a", "a={}(1, 2)"]))
def test_no_option_is_anything_but_its_value(option: str, word: str, shape: str) -> None:
    value = shape.format(word) if option in {"rename", "cast"} else word
    with folder() as here:
        sides = write_both(SIDES, "csv")
        ran = run("evaluate", *sides, f"--{option}={value}", "--second-look", "never")
        left = {path.name for path in here.iterdir()}
    assert is_clean(ran), ran.err[:2000]
    assert not obeyed(ran.out + ran.err)
    assert option == "report" or left == set(sides)


@examples(10)
@given(WORDS, st.sampled_from(["{}", "{}.csv", "o.csv::{}", "delta:{}", "iceberg:{}", "o*{}"]))
def test_no_path_is_anything_but_a_path(word: str, shape: str) -> None:
    with folder():
        sides = write_both(SIDES, "csv")
        named = "./" + shape.format(word) if shape.startswith("{") else shape.format(word)
        for arguments in (
            ("evaluate", "--", named, sides[1]),
            ("evaluate", sides[0], sides[1], f"--holdout={named}"),
            ("rows", *sides, f"--output={named}"),
            ("filter", *sides, f"--output={named}"),
        ):
            ran = run(*arguments)
            assert is_clean(ran), (arguments, ran.err[:2000])
            assert not obeyed(ran.out + ran.err)


@examples(12)
@given(st.text(SIGNS.translate(dict.fromkeys(map(ord, "/"))), min_size=1, max_size=8))
def test_a_file_of_any_name_is_that_file(name: str) -> None:
    with folder():
        original, avatar = f"./o{name}.csv", f"./a{name}.parquet"
        write(SIDES.names, SIDES.original, Path(original))
        write(SIDES.names, SIDES.avatar, Path(avatar))
        ran = run("evaluate", original, avatar, "--format=json", "--threads=1")
        shown = run("evaluate", original, avatar, "--format=markdown", "--threads=1")
    for one in (ran, shown):
        assert one.code == 0, one.err[:2000]
        assert not obeyed(one.out + one.err)
    assert matched(ran) == 1
    assert json.loads(ran.out)["original"] == original


TOML = st.recursive(
    WORDS.filter(lambda one: one.isprintable()) | st.integers() | st.booleans() | st.floats(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text("ab", min_size=1), inner),
    max_leaves=4,
)


def spelled(value: object) -> str:
    """Spell a value in TOML; JSON's texts, lists, numbers and truths are spelled alike."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {spelled(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(spelled, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value)


@examples(24)
@given(st.sampled_from([*OPTIONS, "debug", "quick", "help", "x"]), TOML)
def test_no_value_of_a_file_of_options_is_a_bug(option: str, value: object) -> None:
    with folder():
        sides = write_both(SIDES, "csv")
        Path("c.toml").write_text(f"{option} = {spelled(value)}\n", "utf-8", "surrogatepass")
        ran = run("evaluate", *sides, "--config", "c.toml")
    assert is_clean(ran), ran.err[:2000]
    assert not obeyed(ran.out + ran.err)


@examples(24)
@given(st.binary(max_size=40) | st.text(SIGNS, max_size=30).map(str.encode), st.booleans())
def test_a_file_of_any_bytes_is_a_table_or_one_error(content: bytes, headless: bool) -> None:  # noqa: FBT001
    with folder():
        Path("o.csv").write_bytes(content)
        Path("a.csv").write_bytes(content)
        ran = run("evaluate", "o.csv", "a.csv", *(["--no-header"] if headless else []))
    assert is_clean(ran), ran.err[:2000]
    assert not obeyed(ran.out + ran.err)


@pytest.mark.parametrize("target", fuzz.TARGETS)
@examples(12)
@given(st.data())
def test_what_is_fuzzed_takes_bytes_or_refuses_them(target: str, data: st.DataObject) -> None:
    seed = data.draw(st.sampled_from(fuzz.SEEDS[target]))
    drawn = data.draw(st.just(seed) | st.binary(max_size=30) | WORDS.map(os.fsencode))
    with folder():
        write(["a", "b"], [["1", "2"]], Path("table.csv"))
        fuzz.TARGETS[target](drawn)


# -- single faults that were found -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["a\0b", "\udcff", "x" * 300, "a/" * 3000])
@pytest.mark.parametrize(
    "where",
    [
        "original",
        "--holdout",
        "--output",
        "--report",
        "--config",
        "--temp-directory",
        "--salt-file",
    ],
)
def test_a_name_that_no_file_can_have_is_one_error(where: str, name: str) -> None:
    with folder():
        sides = write_both(SIDES, "csv")
        match where:
            case "original":
                ran = run("evaluate", name, sides[1])
            case "--output":
                ran = run("filter", *sides, "--output", name)
            case "--salt-file":
                ran = run("rows", *sides, "--output", "r.csv", where, name)
            case _:
                ran = run("evaluate", *sides, where, name)
    assert (ran.code, is_clean(ran)) == (2, True), ran.err
    assert not obeyed(ran.err)


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_what_no_engine_can_take_is_an_error_of_the_option(text: str) -> None:
    syntax = DuckDBSyntax()
    for spell in (syntax.name, syntax.literal):
        with pytest.raises(rdmp.OptionError):
            spell(text)


@pytest.mark.parametrize("given", ["d", "d/*.csv"])
def test_a_part_whose_name_is_not_utf_8_is_named(given: str) -> None:
    with folder():
        sides = write_both(SIDES, "csv")
        Path("d").mkdir()
        try:
            write(SIDES.names, SIDES.original, Path(os.fsdecode(b"d/\xff.csv")))
        except OSError:
            pytest.skip("no file of this disk can have such a name")
        write(SIDES.names, SIDES.original, Path("d/b.csv"))
        ran = run("evaluate", given, sides[1])
    assert (ran.code, is_clean(ran)) == (2, True)
    assert r"is not UTF-8: 'd/\udcff.csv'" in ran.err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("command", ["evaluate", "columns", "sql", "several"])
def test_a_terminal_gets_no_character_of_a_name_that_it_would_obey(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    evil = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\u2066\x7f\x85"
    pair = Pair([f"name{evil}", "other"], [["x", "y"], ["v", "w"]], [["x", "y"], ["p", "q"]])
    out, err = Terminal(), Terminal()
    with folder():
        sides = [f"o{evil}.csv", f"a{evil}.csv"]
        write(pair.names, pair.original, Path(sides[0]))
        write(pair.names, pair.avatar, Path(sides[1]))
        arguments = ["evaluate", *sides, sides[1]] if command == "several" else [command, *sides]
        with redirect_stdout(out), redirect_stderr(err):
            code = main([*arguments, f"--null={evil}"])
    assert code == 0, err.getvalue()
    own = re.compile(r"\x1b\[[0-9;]*m")  # colours, which are ours
    assert not obeyed(own.sub("", out.getvalue()))
    assert not obeyed(own.sub("", err.getvalue()))
    assert "owned" in out.getvalue()


def test_neither_does_what_debug_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    evil = "\x1b]0;owned\x07\u202e"

    def fails(*_: object, **__: object) -> None:
        raise ValueError(evil)

    monkeypatch.setattr("rdmp.evaluation.evaluate", fails)
    with folder():
        ran = run("evaluate", *write_both(SIDES, "csv"), "--debug")
    assert ran.code == 70
    assert "owned" in ran.err
    assert not obeyed(ran.err)


def test_json_keeps_every_character_though_it_is_escaped() -> None:
    name = "\x9b31m\u202e🙂\U000e0041"
    with folder():
        pair = Pair([name], [["x"], ["v"]], [["x"]])
        ran = run("evaluate", *write_both(pair, "parquet"), "--format", "json")
    assert not obeyed(ran.out)
    assert "🙂" in ran.out
    assert json.loads(ran.out)["columns"][0]["name"] == name
