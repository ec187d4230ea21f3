"""`rdmp sql --for DATABASE`: the definition as a text that is run elsewhere.

To accept new renderings, read the difference after ``python tests/test_definition.py --update``.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest
import sqlglot
from hypothesis import given, settings
from hypothesis import strategies as st
from postgresql import Server, programs
from sqlglot import exp

import rdmp
from rdmp.cli.app import main
from rdmp.cli.exit_codes import ExitCode
from rdmp.cli.options import Shared
from rdmp.report.definition import definition_text
from rdmp.warehouses import SYNTAXES, Warehouse

GOLDEN = Path(__file__).parent / "golden"
DATABASES: tuple[Warehouse, ...] = get_args(Warehouse)

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def sql(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Command:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["sql", *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def text_for(database: Warehouse) -> str:
    found = rdmp.definition(
        database,
        "clinic.Patients",
        '"The Clinic"."avatars"',
        columns=["age", "c0", '"Sex"', "first name"],
        rename={"c0": "score"},
    )
    return definition_text(found, SYNTAXES[database].title)


@pytest.mark.parametrize("database", DATABASES)
def test_the_query_is_rendered_as_it_was_read_last(database: Warehouse) -> None:
    golden = (GOLDEN / f"definition_{database}.sql").read_text(encoding="utf-8")
    assert text_for(database) == golden, (
        "read the difference, then python tests/test_definition.py --update"
    )


@pytest.mark.parametrize("database", DATABASES)
def test_the_command_prints_the_query_and_nothing_else(database: Warehouse, sql: Command) -> None:
    tables = ("clinic.Patients", '"The Clinic"."avatars"')
    columns = ("--columns", 'age,c0,"""Sex""",first name', "--rename", "c0=score")
    assert sql("--for", database, *tables, *columns) == (ExitCode.DONE, text_for(database), "")


def parsed(database: Warehouse, text: str) -> exp.Expr:
    (statement,) = [one for one in sqlglot.parse(text, dialect=database) if one is not None]
    return statement


def tables_and_columns(statement: exp.Expr) -> tuple[list[tuple[str, ...]], list[str]]:
    """Return the tables that a query reads besides its own, and the columns that it reads there."""
    own = {one.alias for one in statement.find_all(exp.CTE)}
    tables = [
        tuple(part.name for part in one.parts)
        for one in statement.find_all(exp.Table)
        if one.name not in own or len(one.parts) > 1
    ]
    columns = [one.name for one in statement.find_all(exp.Column) if one.table == "source"]
    return tables, list(dict.fromkeys(columns))


@pytest.mark.parametrize("database", DATABASES)
def test_a_parser_of_each_database_reads_one_query_of_these_tables_and_columns(
    database: Warehouse,
) -> None:
    tables, columns = tables_and_columns(parsed(database, text_for(database)))
    folded = {"snowflake": ("CLINIC", "PATIENTS"), "postgres": ("clinic", "patients")}
    as_written = ("clinic", "patients") if database == "redshift" else ("clinic", "Patients")
    second = {"snowflake": "avatars"}.get(database, "avatars")
    assert tables == [folded.get(database, as_written), ("The Clinic", second)]
    age, c0, score = ("AGE", "C0", "SCORE") if database == "snowflake" else ("age", "c0", "score")
    assert columns == [age, c0, "Sex", "first name", score]


NAMES = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=12
) | st.sampled_from(
    [
        "'; drop table x; --",
        '"; drop table x; --',
        "`; drop table x; --",
        "\\",
        "\\`",
        '\\"',
        "a\nb",
        "a*/b",
        "/*",
        "--",
        "{{ 7 * 7 }}",
        "{% raw %}",
        "$$",
        "\u202e",
        "\u2028",
        "c0",
        "original_row",
        "select",
        "é" * 60,
    ]
)


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


@pytest.mark.parametrize("database", DATABASES)
@settings(max_examples=60, deadline=None)
@given(names=st.lists(NAMES, min_size=4, max_size=6, unique_by=str.casefold))
def test_no_name_becomes_anything_but_a_name(database: Warehouse, names: list[str]) -> None:
    schema, table, *columns = names
    try:
        found = rdmp.definition(
            database,
            f"{quoted(schema)}.{quoted(table)}",
            f"{quoted(schema)}.{quoted(table)}",
            columns=[quoted(one) for one in columns],
        )
    except rdmp.OptionError:
        # No name of BigQuery holds these, in quotes or not.
        assert database == "bigquery"
        assert any(set(one) & {*map(chr, range(32)), *"\x7f.`\\"} for one in names)
        return
    statement = parsed(database, definition_text(found, "it"))
    tables, read = tables_and_columns(statement)
    assert tables == [(schema, table)] * 2
    assert read == columns
    assert not list(statement.find_all(exp.Drop, exp.Command))


@pytest.mark.parametrize("database", DATABASES)
@given(name=NAMES)
@settings(max_examples=30, deadline=None)
def test_what_is_said_in_comments_ends_no_comment(database: Warehouse, name: str) -> None:
    try:
        found = rdmp.definition(database, quoted(name), quoted(name + "_"), columns=[quoted(name)])
    except rdmp.OptionError:
        return
    comment = definition_text(found, "it").partition("\nwith\n")[0]
    assert all(line.startswith("--") for line in comment.splitlines())


def test_our_names_for_columns_are_none_of_the_users(sql: Command) -> None:
    found = rdmp.definition("clickhouse", "a", "b", columns=["c0", "C1"])
    assert [one.alias for one in found.columns] == ["c_0", "c_1"]


def test_a_table_with_a_name_that_the_query_uses_needs_its_schema() -> None:
    with pytest.raises(rdmp.OptionError, match="uses the name unique_row itself") as stop:
        rdmp.definition("postgres", "unique_row", "b", columns=["a"])
    assert stop.value.hint == "write it with its schema: schema.unique_row"
    assert rdmp.definition("postgres", "s.unique_row", "b", columns=["a"]).original == (
        "s",
        "unique_row",
    )


def test_only_clickhouse_is_told_that_minus_zero_is_zero() -> None:
    of = {one: rdmp.definition(one, "a", "b", columns=["x"]).statement.sql for one in DATABASES}
    assert [one for one in DATABASES if "'-0'" in of[one]] == ["clickhouse"]
    assert [one for one in DATABASES if "intersect distinct" in of[one]] == [
        "bigquery",
        "clickhouse",
    ]


MISTAKES: dict[str, tuple[tuple[str, ...], str]] = {
    "no columns": (("a", "b"), "no column is named, and nothing is connected to"),
    "a column twice": (("a", "b", "--columns", "x,X"), "original: column 'x' is named twice"),
    "an avatar's column twice": (
        ("a", "b", "--columns", "x,y", "--rename", "x=y"),
        "avatar: column 'y' is named twice",
    ),
    "a rename of no column": (
        ("a", "b", "--columns", "x", "--rename", "y=z"),
        "--rename 'y' is none of --columns",
    ),
    "too many parts": (("a.b.c.d", "b", "--columns", "x"), "names no table of PostgreSQL"),
    "no name": (("a..b", "b", "--columns", "x"), "names no table of PostgreSQL"),
    "half a quote": (("a", "b", "--columns", '"""x"'), "is not one name in quotes"),
    "an option about files": (
        ("a", "b", "--columns", "x", "--null", "NA"),
        "--null has no meaning with --for: nothing is read",
    ),
    "another option of columns": (
        ("a", "b", "--columns", "x", "--exclude", "y"),
        "--exclude has no meaning with --for",
    ),
    "means": (("a", "b", "--columns", "x", "--threads", "2"), "--threads has no meaning"),
    "a null byte": (('"a\0"', "b", "--columns", "x"), "is no name of PostgreSQL"),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_ends_with_2_one_line_and_a_hint(case: str, sql: Command) -> None:
    arguments, said = MISTAKES[case]
    code, out, err = sql("--for", "postgres", *arguments)
    assert (code, out) == (ExitCode.USER, "")
    first, hint = err.splitlines()
    assert said in first
    assert hint.startswith("hint: ")


def test_every_option_but_two_stops_with_for(sql: Command) -> None:
    story = {"config", "debug", "progress"}
    for name in set(Shared.__annotations__) - story - {"columns", "rename"}:
        flag = f"--{name.replace('_', '-')}"
        for value in ((), ("1",), (".",), ("auto",), ("a=b",), ("spark",)):
            code, out, err = sql("--for", "trino", "a", "b", "--columns", "x", flag, *value)
            assert (code, out) == (ExitCode.USER, "")
            if "has no meaning with --for" in err:
                break
        else:
            pytest.fail(f"{flag} was not refused")


def test_another_database_is_no_choice(sql: Command) -> None:
    code, out, err = sql("--for", "oracle", "a", "b", "--columns", "x")
    assert (code, out, len(err.splitlines())) == (ExitCode.USER, "", 2)
    with pytest.raises(rdmp.OptionError, match="knows snowflake, bigquery"):
        rdmp.definition("oracle", "a", "b", columns=["x"])  # type: ignore[arg-type]  # a mistake


def run_there(server: Server, text: str) -> tuple[int, ...]:
    """Paste a text into the server's own terminal, and return the numbers that it answers."""
    done = subprocess.run(
        (programs() / "psql", server.uri, "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1"),
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    return tuple(map(int, done.stdout.split("|")))


def test_postgresql_counts_what_the_definition_says(postgresql: Server) -> None:
    """Nine rows by hand.

    (1, a) and (NULL, NULL) are unique and found; so are (NaN, d) and (-0.0, z), as NaN equals NaN
    and -0.0 equals 0.0. (2, b) is repeated, which (2, NULL) is not, and it is not found. (3, c) is
    found by another spelling only, and (7, g) not at all.
    """
    postgresql.run(
        'drop schema if exists "The Clinic" cascade',
        'create schema "The Clinic"',
        'create table "The Clinic".original (x double precision, "Na""me" text)',
        """insert into "The Clinic".original values (1, 'a'), (2, 'b'), (2, 'b'), (2, null),
            (null, null), ('NaN', 'd'), ('-0', 'z'), (3, 'c'), (7, 'g')""",
        'create table "The Clinic"."Avatar; --" (y double precision, "Na""me" text)',
        """insert into "The Clinic"."Avatar; --" values (1, 'a'), (1, 'a'), (2, 'b'), (3, 'C'),
            (null, null), (null, null), ('NaN', 'd'), (0, 'z'), (8, 'g')""",
    )
    found = rdmp.definition(
        "postgres",
        '"The Clinic".Original',
        '"The Clinic"."Avatar; --"',
        columns=["X", '"Na""me"'],
        rename={"X": "y"},
    )
    assert run_there(postgresql, definition_text(found, "PostgreSQL")) == (9, 7, 4)


def test_postgresql_and_rdmp_agree_where_types_are_equal(postgresql: Server) -> None:
    postgresql.run(
        "drop table if exists people, people_avatar",
        "create table people (age int, zip text, seen date)",
        "insert into people select n % 40, 'z' || n % 7, date '2024-01-01' + n % 11 "
        "from generate_series(1, 900) as n",
        "insert into people values (null, null, null), (1, null, null), (1, null, null)",
        "create table people_avatar as select * from people where age % 3 = 0 or age is null",
    )
    columns = ["age", "zip", "seen"]
    found = rdmp.definition("postgres", "people", "public.people_avatar", columns=columns)
    evaluation = rdmp.evaluate(
        f"{postgresql.uri}::people", f"{postgresql.uri}::public.people_avatar"
    )
    counts = evaluation.counts
    assert counts.matched_rows > 0
    assert run_there(postgresql, definition_text(found, "PostgreSQL")) == (
        counts.original_rows,
        counts.unique_rows,
        counts.matched_rows,
    )


def test_a_column_that_is_not_there_is_an_error_though_the_table_has_its_name(
    postgresql: Server,
) -> None:
    postgresql.run("drop table if exists lonely", "create table lonely (x int)")
    found = rdmp.definition("postgres", "lonely", "lonely", columns=["lonely"])
    with pytest.raises(subprocess.CalledProcessError):
        run_there(postgresql, f"{found.statement.sql};")


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit("usage: python tests/test_definition.py --update")
    for one in DATABASES:
        (GOLDEN / f"definition_{one}.sql").write_text(text_for(one), encoding="utf-8")
