"""Several avatars: each evaluation is that of the avatar alone, and nothing is done twice."""

from __future__ import annotations

import csv
import io
import json
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rdmp
from rdmp.candidates import shared_findings, short_names, varying_number
from rdmp.cli.app import main
from rdmp.cli.exit_codes import ExitCode
from rdmp.engines.duckdb import DuckDBEngine, delimited
from rdmp.engines.duckdb import engine as engines
from rdmp.engines.duckdb.settings import bytes_of
from rdmp.errors import ColumnError, InputError, OptionError, SourceError
from rdmp.options import Options, Reading, Role
from rdmp.plans import choice
from rdmp.remembering import Remembering
from rdmp.report.several_markdown import several_markdown
from rdmp.report.several_text import several_text
from rdmp.seam import Column, Place, Relation, Statement, Survey, Type
from rdmp.sources import Frame, Source, resolve
from rdmp.syntax import DuckDBSyntax
from rdmp.words import phrase

FACTOR = int(os.environ.get("RDMP_EXAMPLES", "1"))
"""Multiplies the number of examples, for a night's run."""

few = settings(
    max_examples=8 * FACTOR,
    deadline=None,
    derandomize=FACTOR == 1,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def told(evaluation: rdmp.Evaluation) -> dict[str, Any]:
    """Return all that an evaluation says, but for the time that it took."""
    said = evaluation.to_dict()
    del said["started_at"], said["seconds"]
    return said


def same_as_alone(
    original: object, avatars: Sequence[object], **keywords: Any
) -> tuple[rdmp.Evaluation, ...] | InputError:
    """Hold `evaluate_many` against `evaluate`, in what it returns or raises."""
    alone: list[rdmp.Evaluation] = []
    failed: InputError | None = None
    for avatar in avatars:
        try:
            alone.append(rdmp.evaluate(original, avatar, **keywords))
        except InputError as error:
            failed = failed or error
    if failed is not None:
        with pytest.raises(type(failed)) as raised:
            rdmp.evaluate_many(original, avatars, **keywords)
        assert failed.message in raised.value.message
        return raised.value
    together = rdmp.evaluate_many(original, avatars, **keywords)
    assert [told(one) for one in together] == [told(one) for one in alone]
    return together


# -- equal to the single run ----------------------------------------------------------------------

NUMBERS = (pa.int8(), pa.int64(), pa.float32(), pa.float64(), pa.decimal128(21, 2), pa.int32())
KINDS: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    "number": (NUMBERS, (0, 1, 2, 3, 4, None)),
    "text": ((pa.string(), pa.large_string()), ("", "a", "A", "a ", "é", None)),
    "time": ((pa.timestamp("s"), pa.timestamp("us"), pa.timestamp("ns")), (0, 1, 2, 3, None)),
}


@st.composite
def typed_tables(draw: st.DrawFn) -> list[pa.Table]:
    """Draw an original and some avatars whose columns differ in type, but not in kind."""
    kinds = draw(st.lists(st.sampled_from(sorted(KINDS)), min_size=1, max_size=3))
    tables = []
    for _ in range(draw(st.integers(2, 4))):
        size = draw(st.integers(1, 8))
        columns = {}
        for place, kind in enumerate(kinds):
            types, pool = KINDS[kind]
            cells = draw(st.lists(st.sampled_from(pool), min_size=size, max_size=size))
            columns[f"c{place}"] = pa.array(cells, pa.int64() if kind == "time" else None)
            columns[f"c{place}"] = columns[f"c{place}"].cast(draw(st.sampled_from(types)))
        tables.append(pa.table(columns))
    return tables


@pytest.mark.parametrize("small", [choice.SMALL, -1], ids=["definition", "pruned"])
@given(tables=typed_tables(), look=st.sampled_from(["auto", "always", "never"]))
@few
def test_typed_tables_are_evaluated_as_each_alone(
    tables: list[pa.Table], look: str, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(choice, "SMALL", small)
        same_as_alone(tables[0], tables[1:], second_look=look, threads=1)


@given(tables=typed_tables())
@few
def test_a_holdout_is_held_against_each_as_alone(tables: list[pa.Table]) -> None:
    same_as_alone(tables[0], tables[1:], holdout=tables[-1], threads=1)


TOKENS = ("1", "2", "1.0", "2.50", "007", "1e-05", "x", "", "true", "2024-01-02", "nan", "NA")


def written(path: Path, rows: Sequence[Sequence[str]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([[f"c{place}" for place in range(len(rows[0]))], *rows])
    return path


@pytest.mark.parametrize(
    ("small", "held"),
    [(choice.SMALL, 0.25), (-1, 0.25), (-1, 0.0)],
    ids=["definition, held", "pruned, held", "pruned, read again"],
)
@given(data=st.data())
@few
def test_text_files_are_typed_with_each_avatar_as_alone(
    tmp_path: Path, data: st.DataObject, small: int, held: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    pools = data.draw(
        st.lists(st.sets(st.sampled_from(TOKENS), min_size=1), min_size=2, max_size=2)
    )
    row = st.tuples(*(st.sampled_from(sorted(pool)) for pool in pools))
    tables = data.draw(st.lists(st.lists(row, min_size=1, max_size=6), min_size=2, max_size=4))
    paths = [written(tmp_path / f"t{place}.csv", table) for place, table in enumerate(tables)]
    with monkeypatch.context() as patch:
        patch.setattr(choice, "SMALL", small)
        patch.setattr(engines, "_HELD", held)
        same_as_alone(paths[0], paths[1:], null=["NA"], second_look="always", threads=1)


def people(copies: int, fresh: int = 40, *, odd: str = "") -> dict[str, list[Any]]:
    """Return an avatar of the original ``people(60, 0)``: copies of it, and rows of its own."""
    known = list(range(copies))
    new = [1000 + place for place in range(fresh)]
    return {
        "age": [20 + one % 7 for one in known + new],
        "code": [f"z{one:05}{odd}" for one in known + new],
        "dose": [one / 4 for one in known + new],
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make an original and three avatars, as Parquet and as text."""
    for name, table in {
        "original": people(60, 0),
        "k05": people(30),
        "k10": people(10),
        "k20": people(20, odd=" "),
    }.items():
        pq.write_table(pa.table(table), tmp_path / f"{name}.parquet")
        rows = list(zip(*table.values(), strict=True))
        with (tmp_path / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([tuple(table), *rows])
    return tmp_path


@pytest.mark.parametrize("original", ["parquet", "csv"])
def test_files_of_both_formats_beside_each_other_are_evaluated_as_each_alone(
    folder: Path, original: str
) -> None:
    avatars = [folder / name for name in ("k05.csv", "k10.parquet", "k20.csv", "k05.parquet")]
    found = same_as_alone(folder / f"original.{original}", avatars, second_look="always")
    assert isinstance(found, tuple)
    assert [one.matched_rows for one in found] == [30, 10, 0, 30]
    # The blank behind each code of k20 is found by the second look, for that avatar alone.
    assert [any("trim" in f.code or "near" in f.code for f in one.findings) for one in found] == [
        False, False, True, False,
    ]  # fmt: skip


def test_an_avatar_that_is_given_twice_is_evaluated_twice(folder: Path) -> None:
    avatar = folder / "k05.csv"
    found = same_as_alone(folder / "original.csv", [avatar, folder / "k10.csv", avatar])
    assert isinstance(found, tuple)
    assert told(found[0]) == told(found[2])


def test_objects_that_can_be_read_once_are_read_once() -> None:
    def reader(copies: int, fresh: int = 40) -> pa.RecordBatchReader:
        return pa.table(people(copies, fresh)).to_reader()

    found = rdmp.evaluate_many(reader(60, 0), [reader(30), reader(10), pa.table(people(0))])
    assert [one.matched_rows for one in found] == [30, 10, 0]


# -- nothing twice, and nothing too late ----------------------------------------------------------


class Watched(DuckDBEngine):
    """DuckDB, and the names of what it was asked to run."""

    def __init__(self, options: Options) -> None:
        self.ran: list[str] = []
        super().__init__(options)

    def query(self, statement: Statement) -> list[tuple[Any, ...]]:
        source = next((role for role in ("original", "avatar") if f'"{role}"' in statement.sql), "")
        self.ran.append(f"{statement.name} {source}".strip())
        return super().query(statement)

    def materialize(self, name: str, statement: Statement) -> int:
        self.ran.append(name)
        return super().materialize(name, statement)


def test_the_original_is_read_and_typed_once(folder: Path) -> None:
    engine = Watched(Options())
    avatars = [folder / f"{name}.csv" for name in ("k05", "k10", "k20")]
    rdmp.evaluate_many(folder / "original.csv", avatars, engine=engine, second_look="never")
    ran = Counter(engine.ran)
    engine.close()
    assert ran["facts original"] == ran["original_held_0"] == 1
    assert ran["facts avatar"] == ran["counts"] == 3


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_a_candidate_that_cannot_be_compared_stops_before_anything_is_counted(
    folder: Path, form: str
) -> None:
    wrong = people(5)
    table = pa.table(wrong | {"dose": pa.array([0] * len(wrong["dose"]), pa.date32())})
    path = folder / "k30.parquet"
    pq.write_table(table, path)
    engine = Watched(Options())
    with pytest.raises(ColumnError, match=r"^\S*/k30\.parquet: .*'dose'"):
        rdmp.evaluate_many(folder / f"original.{form}", [folder / "k05.csv", path], engine=engine)
    engine.close()
    assert "counts" not in engine.ran


def test_a_missing_candidate_and_one_without_rows_are_named(folder: Path) -> None:
    original, good = folder / "original.parquet", folder / "k05.parquet"
    with pytest.raises(SourceError, match=r"k40\.parquet"):
        rdmp.evaluate_many(original, [good, folder / "k40.parquet"])
    empty = folder / "empty.parquet"
    pq.write_table(pa.table(people(0, 0)).cast(pa.table(people(1)).schema), empty)
    with pytest.raises(SourceError, match=r"empty\.parquet has no rows"):
        rdmp.evaluate_many(original, [good, empty])


def test_no_list_of_avatars_is_an_error_that_says_what_to_pass(folder: Path) -> None:
    original = folder / "original.parquet"
    wrong: Any
    for wrong in ([], str(folder / "k05.parquet"), 5):
        with pytest.raises(OptionError):
            rdmp.evaluate_many(original, wrong)
    with pytest.raises(OptionError, match=r"^--holdout needs"):
        rdmp.evaluate_many(original, [original], holdout=original, quick=True)


def test_the_engine_of_the_caller_stays_open(folder: Path) -> None:
    engine = Watched(Options())
    rdmp.evaluate_many(folder / "original.csv", [folder / "k05.csv"], engine=engine)
    assert engine.query(Statement(name="one", sql="select 1")) == [(1,)]
    engine.close()


def test_a_file_in_both_roles_is_confirmed_in_each(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited, "is_read_right_in_parallel", lambda *_: False)
    engine = DuckDBEngine(Options())
    source = resolve(folder / "k05.csv", "original")
    roles: tuple[Role, Role] = ("original", "avatar")
    relations = [engine.register(role, source, Reading()) for role in roles]
    # Either view is told to read in order: what one learns must not silence the other.
    assert [engine.confirm(one, 0) for one in relations] == [False, False]
    assert [engine.confirm(one, 0) for one in relations] == [True, True]
    engine.close()


@pytest.mark.parametrize(
    ("shown", "size"),
    [("18.5 GiB", 18.5 * 1024**3), ("512 bytes", 512.0), ("953.6 MiB", 953.6 * 1024**2), ("?", 0)],
)
def test_the_engines_way_of_showing_a_size_is_read(shown: str, size: float) -> None:
    assert bytes_of(shown) == size


# -- what is remembered ---------------------------------------------------------------------------


@dataclass
class Echo:
    """An engine whose answers are numbered; a text is read wrongly the first time."""

    name: str = "echo"
    syntax: DuckDBSyntax = field(default_factory=DuckDBSyntax)
    versions: Mapping[str, str] = field(default_factory=dict)
    ran: list[str] = field(default_factory=list)
    is_right: bool = True

    def register(self, role: Role, source: Source, reading: Reading) -> Relation:
        self.ran.append(f"register {role}")
        column = Column(name="a", sql_name="c0", type=Type(kind="text", stored="VARCHAR"))
        reads = Statement(name=role, sql="file")
        return Relation(role=role, sql_name=role, label=role, columns=(column,), reads=reads)

    def define(self, name: str, statement: Statement) -> None:
        self.ran.append(f"define {name}")

    def materialize(self, name: str, statement: Statement) -> int:
        self.ran.append(f"materialize {name}")
        return len(self.ran)

    def query(self, statement: Statement) -> list[tuple[Any, ...]]:
        self.ran.append(statement.sql)
        return [(len(self.ran),)]

    def confirm(self, relation: Relation, rows: int) -> bool:
        was, self.is_right = self.is_right, True
        return was

    def survey(self, relation: Relation) -> Survey:
        return Survey(sample=relation.reads)

    def locate(self, relation: Relation, column: Column, condition: object) -> Place:
        return Place(file=relation.label)

    def close(self) -> None:
        self.ran.append("close")


def sql(text: str, *parameters: int) -> Statement:
    return Statement(name="any", sql=text, parameters=parameters)


ONE, OTHER = (Frame(label="x", value=object()) for _ in range(2))


@pytest.fixture
def echo() -> Echo:
    return Echo()


@pytest.fixture
def memory(echo: Echo) -> Remembering:
    memory = Remembering(echo)
    memory.register("original", ONE, Reading())
    memory.register("avatar", ONE, Reading())
    memory.define("original_compared", sql('select c0 from "original"'))
    memory.define("avatar_compared", sql("select c0 from avatar"))
    return memory


def test_the_same_statement_about_the_same_sources_runs_once(
    memory: Remembering, echo: Echo
) -> None:
    about = sql("select count(*) from original_compared")
    first = memory.query(about)
    memory.register("avatar", OTHER, Reading())
    memory.define("avatar_compared", sql("select c0 from avatar"))
    memory.register("original", ONE, Reading())
    assert memory.query(about) == first
    assert echo.ran.count("register original") == 1
    assert memory.query(replace(about, parameters=(1,))) != first


@pytest.mark.parametrize(
    "change",
    [
        lambda memory: memory.register("avatar", OTHER, Reading()),
        lambda memory: memory.register("avatar", ONE, Reading(decimal=",")),
        lambda memory: memory.define("avatar_compared", sql("select 1 from avatar")),
    ],
    ids=["another source", "read in another way", "another view"],
)
def test_a_statement_runs_again_when_what_it_reads_has_changed(
    memory: Remembering, change: Callable[[Remembering], object]
) -> None:
    through_views = sql("select 1 from ORIGINAL_COMPARED, avatar_compared")
    memory.define("both", sql("select 1 from avatar_compared"))
    about = [through_views, sql("select 1 from both")]
    before = [memory.query(one) for one in about]
    assert [memory.query(one) for one in about] == before
    change(memory)
    assert all(memory.query(one) != was for one, was in zip(about, before, strict=True))


def test_a_source_that_comes_back_is_known_again(memory: Remembering) -> None:
    about = sql("select 1 from avatar_compared")
    first = memory.query(about)
    memory.register("avatar", OTHER, Reading())
    other = memory.query(about)
    memory.register("avatar", ONE, Reading())
    assert memory.query(about) == first != other


def test_a_table_is_made_again_only_from_other_rows(memory: Remembering, echo: Echo) -> None:
    keys = sql("select 1 from avatar_compared")
    rows = memory.materialize("keys", keys)
    on_them = memory.query(sql("select 1 from keys"))
    assert memory.materialize("keys", keys) == rows
    memory.register("avatar", OTHER, Reading())
    # The table holds what it held, until it is made anew.
    assert memory.query(sql("select 1 from keys")) == on_them
    assert memory.materialize("keys", keys) != rows
    assert memory.query(sql("select 1 from keys")) != on_them
    assert echo.ran.count("materialize keys") == 2


def test_a_sample_belongs_to_its_source_whatever_its_text_says(memory: Remembering) -> None:
    def sampled(source: Source) -> list[tuple[Any, ...]]:
        # The sample of this engine reads "file", whichever source there is.
        relation = memory.register("avatar", source, Reading())
        memory.define("avatar_few", memory.survey(relation).sample)
        return memory.query(sql("select 1 from avatar_few"))

    first = sampled(ONE)
    assert sampled(OTHER) != first
    assert sampled(ONE) == first


def test_a_name_that_is_a_word_of_its_own_view_is_no_riddle(memory: Remembering) -> None:
    memory.define("avatar_few", sql("select 1 from avatar -- avatar_few, of original_few"))
    memory.define("original_few", sql("select 1 from avatar_few -- original_few"))
    about = sql("select 1 from original_few")
    assert memory.query(about) == memory.query(about)


def test_a_pass_that_missed_rows_is_forgotten_for_good(memory: Remembering, echo: Echo) -> None:
    about = sql("select 1 from avatar")
    missed = memory.query(about)
    echo.is_right = False
    relation = memory.register("avatar", ONE, Reading())
    assert not memory.confirm(relation, 1)
    right = memory.query(about)
    assert right != missed
    memory.register("avatar", OTHER, Reading())
    memory.register("avatar", ONE, Reading())
    assert memory.query(about) == right


# -- beside each other ----------------------------------------------------------------------------


@pytest.fixture
def three(folder: Path) -> tuple[rdmp.Evaluation, ...]:
    avatars = [folder / f"{name}.csv" for name in ("k05", "k10", "k20")]
    return rdmp.evaluate_many(folder / "original.csv", avatars)


def test_evaluations_come_in_the_order_given_and_the_best_can_be_put_first(
    three: tuple[rdmp.Evaluation, ...],
) -> None:
    assert [one.matched_rows for one in three] == [30, 10, 0]
    assert [one.matched_rows for one in rdmp.best_first(three)] == [0, 10, 30]
    assert rdmp.best_first([three[1], three[1]]) == (three[1], three[1])


@pytest.mark.parametrize(
    ("labels", "numbers"),
    [
        (("k05.parquet", "k20.parquet", "k10.parquet"), (5, 20, 10)),
        (("runs/v2/k=5/a.csv", "runs/v2/k=0.5/a.csv"), (5, 0.5)),
        (("k05.csv", "k5.csv"), None),
        (("run1/k05.csv", "run2/k10.csv"), None),
        (("k05.csv", "k10.parquet"), None),
        (("a.csv", "b.csv"), None),
        (("k05.csv",), None),
        ((), None),
    ],
)
def test_the_number_in_which_names_differ_orders_them(
    labels: tuple[str, ...], numbers: tuple[float, ...] | None
) -> None:
    assert varying_number(labels) == numbers


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        (("/x/out/k05.csv", "/x/out/k10.csv"), ("k05.csv", "k10.csv")),
        (("/x/k05/a.csv", "y/a.csv"), ("/x/k05/a.csv", "y/a.csv")),
        (("a", "a/b"), ("a", "a/b")),
        (("a.csv", "a.csv", "b.csv"), ("a.csv #1", "a.csv #2", "b.csv")),
    ],
)
def test_names_are_as_short_as_tells_them_apart(
    labels: tuple[str, ...], names: tuple[str, ...]
) -> None:
    assert short_names(labels) == names


def test_a_finding_is_told_once_with_those_of_which_it_is_true(
    three: tuple[rdmp.Evaluation, ...],
) -> None:
    nan = phrase("finding-nan-as-missing", column="'x'")
    text_column = phrase("finding-number-fits-no-type", column="'x'")
    everywhere = rdmp.Finding(code="e", severity="note", columns=(), said=nan)
    once = rdmp.Finding(code="o", severity="warning", columns=(), said=text_column)
    found = [
        replace(one, findings=(everywhere, *([once] if place == 1 else [])))
        for place, one in enumerate(three)
    ]
    assert [(one.finding.code, one.places) for one in shared_findings(found)] == [
        ("o", (1,)),
        ("e", (0, 1, 2)),
    ]
    text = several_text(found, io.StringIO(), width=100)
    assert text.count("NaN in column") == text.count("no type holds exactly") == 1
    assert "every avatar: NaN in column 'x'" in text
    assert "k10.csv: Column 'x' holds" in text
    assert "`" not in text
    marked = several_markdown(found)
    assert "- **note** every avatar: NaN in column" in marked
    assert "- **warning** k10.csv: Column 'x' holds" in marked


@pytest.mark.parametrize("width", [120, 48])
def test_the_text_shows_one_table_with_the_best_first(
    three: tuple[rdmp.Evaluation, ...], width: int
) -> None:
    text = several_text(three, io.StringIO(), width=width)
    flat = " ".join(text.split())
    assert "Best: k20.csv, 100.00 %." in flat
    assert "60 rows, of which 60 unique; lowest score 0.00 %" in flat
    starts = [line.split()[0] for line in text.splitlines() if line.startswith("  k")]
    assert starts[:3] == ["k20.csv", "k10.csv", "k05.csv"]
    for score in ("100.00 %", "83.33 %", "50.00 %"):
        assert score in text
    assert max(map(len, text.splitlines())) <= width


def test_the_markdown_is_one_table_whatever_the_names_hold(
    three: tuple[rdmp.Evaluation, ...],
) -> None:
    named = [replace(one, avatar=f"a|b`{place}<i>") for place, one in enumerate(three)]
    text = several_markdown(named)
    rows = [line for line in text.splitlines() if line.startswith("| `` a\\|b")]
    assert len(rows) == 3
    assert len({row.replace("\\|", "").count("|") for row in rows}) == 1


def test_quick_evaluations_show_no_column_of_what_was_not_counted(folder: Path) -> None:
    avatars = [folder / f"{name}.parquet" for name in ("k05", "k10")]
    found = rdmp.evaluate_many(folder / "original.parquet", avatars, quick=True)
    text = several_text(found, io.StringIO(), width=100)
    assert "Matched rows" in text
    assert "Unique" not in text
    assert "Copied" not in text


def test_a_holdout_is_told_for_each(folder: Path) -> None:
    avatars = [folder / f"{name}.parquet" for name in ("k05", "k10")]
    pq.write_table(pa.table(people(0, 30)), folder / "holdout.parquet")
    found = rdmp.evaluate_many(
        folder / "original.parquet", avatars, holdout=folder / "holdout.parquet"
    )
    text = several_text(found, io.StringIO(), width=100)
    assert "k05.parquet: " in text
    assert "k10.parquet: " in text
    assert "emoris" in text


# -- the command line -----------------------------------------------------------------------------


def command(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = main([str(one) for one in arguments])
    streams = capsys.readouterr()
    return code, streams.out, streams.err


def test_several_avatars_are_a_list_in_json_in_the_order_given_and_one_is_an_object(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    original, avatars = folder / "original.csv", [folder / "k05.csv", folder / "k20.csv"]
    code, out, _ = command(capsys, "evaluate", original, *avatars, "--format", "json")
    assert code == ExitCode.DONE
    assert [one["avatar"] for one in json.loads(out)] == [str(one) for one in avatars]
    _, out, _ = command(capsys, "evaluate", original, avatars[0], "--format", "json")
    assert json.loads(out)["avatar"] == str(avatars[0])


def test_the_gate_fails_if_any_score_is_below_and_says_which(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    original = folder / "original.csv"
    avatars = [folder / f"{name}.csv" for name in ("k05", "k10", "k20")]
    limit = ("--second-look", "never", "--fail-under")
    code, out, err = command(capsys, "evaluate", original, *avatars, *limit, "90")
    assert code == ExitCode.BELOW
    assert "100.00 %" in out
    assert err == ("rdmp: 2 of 3 scores are below --fail-under 90: k10.csv 83.33, k05.csv 50.00\n")
    code, _, err = command(capsys, "evaluate", original, *avatars[1:], *limit, "83.4")
    assert (code, err) == (
        ExitCode.BELOW,
        "rdmp: 1 of 2 scores is below --fail-under 83.4: k10.csv 83.33\n",
    )
    assert command(capsys, "evaluate", original, *avatars, *limit, "50")[0] == ExitCode.DONE


def test_warnings_of_several_are_told_once_beside_json(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    avatars = [folder / f"{name}.csv" for name in ("k05", "k20")]
    _, _, err = command(capsys, "evaluate", folder / "original.csv", *avatars, "--format", "json")
    lines = err.splitlines()
    assert lines
    assert len(set(lines)) == len(lines)
    assert all(line.startswith("rdmp: warning: k20.csv: ") for line in lines)
