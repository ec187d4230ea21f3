"""The holdout: its counts against an oracle, intervals against published ones, its sentences."""

from __future__ import annotations

import csv
import inspect
import io
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import oracle
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle import Type
from strategies import Table, arrow

import rdmp
from rdmp.cli.app import main
from rdmp.cli.exit_codes import ExitCode
from rdmp.coincidence import Coincidence, Share
from rdmp.errors import ColumnError, OptionError, SourceError
from rdmp.holdout import counting
from rdmp.intervals import newcombe, wilson
from rdmp.plans import choice
from rdmp.report import coincidence as words
from rdmp.report.markdown import markdown_report
from rdmp.report.text import text_report
from rdmp.result import Counts, Evaluation
from rdmp.words import words_in

REAL = Path(__file__).resolve().parents[2] / "shared" / "realdata"

few = settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)

Found = tuple[int, int, int]
"""Rows set aside, rows drawn, drawn rows that stand among the avatars."""


def found(evaluation: Evaluation) -> Found:
    coincidence = evaluation.coincidence
    assert coincidence is not None
    assert coincidence.unique.found == evaluation.matched_rows
    assert coincidence.unique.rows == evaluation.unique_rows
    return coincidence.set_aside_rows, coincidence.drawn.rows, coincidence.drawn.found


# -- the counts, against plain Python -------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Three:
    """An original, an avatar and a holdout of the same columns, perhaps of other types."""

    original: Table
    avatar: Table
    holdout: Table

    def expected(self) -> Found:
        """Return the counts by the definition, row by row."""
        drawn = [row for row in self.holdout.rows if not _stands(row, self.holdout, self.original)]
        copied = [row for row in drawn if _stands(row, self.holdout, self.avatar)]
        return len(self.holdout.rows) - len(drawn), len(drawn), len(copied)


def _stands(row: tuple[Any, ...], at_home: Table, there: Table) -> bool:
    return any(
        all(map(oracle.same, row, other, at_home.types, there.types)) for other in there.rows
    )


NUMBERS = (
    Type(kind="integer", bits=8),
    Type(kind="integer", bits=64),
    Type(kind="float32"),
    Type(kind="float64"),
    Type(kind="decimal", precision=10, scale=2),
)
TEXTS = (Type(kind="text"), Type(kind="text", style="dictionary"))
TIMES = tuple(Type(kind="timestamp", unit=unit) for unit in ("s", "us", "ns"))


def _pool(of: Type) -> list[Any]:
    match of.kind:
        case "integer":
            return [0, 1, 2, None]
        case "decimal":
            return [Decimal(text) for text in ("0.00", "1.00", "2.00", "1.10", "0.50")] + [None]
        case "float32":
            # 1.1 in 4 bytes, as the 8-byte float of the same number
            return [0.0, -0.0, 1.0, 2.0, 1.100000023841858, 0.5, None]
        case "float64":
            return [0.0, -0.0, 1.0, 2.0, 1.1, 0.5, float("nan"), None]
        case "text":
            return ["", "a", "A", "é", None]
        case _:
            return [0, 10**9, 10**18, None]


@st.composite
def triples(draw: st.DrawFn) -> Three:
    """Draw three small tables with few values, so that rows repeat and meet."""
    family = st.sampled_from((NUMBERS, TEXTS, TIMES))
    columns = draw(
        st.lists(
            family.flatmap(lambda of: st.tuples(*[st.sampled_from(of)] * 3)), min_size=1, max_size=3
        )
    )
    names = tuple(f"c{i}" for i in range(len(columns)))
    tables = []
    for side in range(3):
        types = tuple(column[side] for column in columns)
        row = st.tuples(*(st.sampled_from(_pool(of)) for of in types))
        rows = draw(st.lists(row, min_size=1, max_size=8))
        tables.append(Table(names=names, types=types, rows=tuple(rows)))
    return Three(original=tables[0], avatar=tables[1], holdout=tables[2])


@given(three=triples())
@few
def test_typed_tables_count_as_the_definition_says(three: Three) -> None:
    evaluation = rdmp.evaluate(
        arrow(three.original), arrow(three.avatar), holdout=arrow(three.holdout)
    )
    assert found(evaluation) == three.expected()


@given(three=triples())
@few
def test_hashing_one_column_only_changes_no_count(
    three: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(counting, "_telling", lambda comparison, *_: ["c0"])
        evaluation = rdmp.evaluate(
            arrow(three.original), arrow(three.avatar), holdout=arrow(three.holdout)
        )
    assert found(evaluation) == three.expected()


@given(three=triples())
@few
def test_the_way_of_large_tables_changes_no_count(
    three: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(choice, "SMALL", -1)
        evaluation = rdmp.evaluate(
            arrow(three.original), arrow(three.avatar), holdout=arrow(three.holdout)
        )
    assert found(evaluation) == three.expected()


SPELLED = {"": None, "1": 1, "1.0": 1, "2": 2, "2.50": 2.5, "2.5": 2.5, "1e-01": 0.1, "0.1": 0.1}
Tokens = list[tuple[str, str]]
tokens = st.lists(
    st.tuples(st.sampled_from(list(SPELLED)), st.sampled_from(["a", "a ", "A", ""])),
    min_size=1,
    max_size=8,
)


def _meant(rows: Tokens) -> list[tuple[float | None, str | None]]:
    return [(SPELLED[number], text or None) for number, text in rows]


def _write(path: Path, rows: list[tuple[str, ...]], names: tuple[str, ...] = ("n", "t")) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([names, *rows])
    return path


@given(original=tokens, avatar=tokens, holdout=tokens, typed=st.sampled_from("oahn"))
@few
def test_text_files_are_typed_as_if_original_and_holdout_were_one(
    original: Tokens, avatar: Tokens, holdout: Tokens, typed: str, tmp_path: Path
) -> None:
    sides: dict[str, object] = {}
    for name, rows in (("original", original), ("avatar", avatar), ("holdout", holdout)):
        if name.startswith(typed):
            numbers, texts = zip(*_meant(rows), strict=True)
            sides[name] = pa.table(
                {"n": pa.array(numbers, pa.float64()), "t": pa.array(texts, pa.string())}
            )
        else:
            sides[name] = _write(tmp_path / f"{name}.csv", list(rows))
    evaluation = rdmp.evaluate(sides["original"], sides["avatar"], holdout=sides["holdout"])
    there, copies = set(_meant(original)), set(_meant(avatar))
    drawn = [row for row in _meant(holdout) if row not in there]
    assert found(evaluation) == (
        len(holdout) - len(drawn),
        len(drawn),
        sum(row in copies for row in drawn),
    )


def test_repeated_rows_of_the_holdout_are_so_many_draws() -> None:
    evaluation = rdmp.evaluate(
        pa.table({"a": [1, 2]}),
        pa.table({"a": [1, 3]}),
        holdout=pa.table({"a": [3, 3, 3, 4, 1, 1]}),
    )
    assert found(evaluation) == (2, 4, 3)


def test_nested_values_and_missing_ones_inside_are_compared() -> None:
    kind = pa.list_(pa.struct([("x", pa.int64())]))
    rows: list[Any] = [[{"x": 1}], [{"x": None}], [None], None, []]
    table = pa.table({"a": pa.array(rows, kind)})
    nothing = pa.table({"a": pa.array([[{"x": 9}]], kind)})
    assert found(rdmp.evaluate(nothing, table, holdout=table)) == (0, 5, 5)
    assert found(rdmp.evaluate(table, nothing, holdout=table)) == (5, 0, 0)


def test_a_one_pass_reader_is_a_holdout() -> None:
    table = pa.table({"a": [1, 2, 3]})
    evaluation = rdmp.evaluate(
        table, pa.table({"a": [7]}), holdout=pa.table({"a": [7, 1]}).to_reader()
    )
    assert found(evaluation) == (1, 1, 1)


def test_the_score_and_its_counts_are_the_same_with_a_holdout(tmp_path: Path) -> None:
    original = _write(tmp_path / "o.csv", [("1.0", "a"), ("2", "b")])
    avatar = _write(tmp_path / "a.csv", [("1", "a")])
    holdout = _write(tmp_path / "h.csv", [("3", "a"), ("1", "z")])
    alone = rdmp.evaluate(original, avatar)
    beside = rdmp.evaluate(original, avatar, holdout=holdout)
    assert (beside.counts, beside.columns) == (alone.counts, alone.columns)
    assert alone.coincidence is None
    assert alone.to_dict()["coincidence"] is None
    assert beside.findings == alone.findings


@pytest.mark.parametrize("token", ["NA", "007", "1,5", "2024-01-01"])
def test_a_token_that_would_change_how_the_holdout_is_compared_stops(
    token: str, tmp_path: Path
) -> None:
    original = _write(tmp_path / "o.csv", [("1.0", "a"), ("2", "b")])
    avatar = _write(tmp_path / "a.csv", [("1", "a")])
    holdout = _write(tmp_path / "h.csv", [("3", "a"), (token, "z")])
    with pytest.raises(ColumnError, match=r"h\.csv, line 3: column 'n' is compared as") as stop:
        rdmp.evaluate(original, avatar, holdout=holdout)
    assert token not in str(stop.value)
    assert found(rdmp.evaluate(original, avatar, holdout=holdout, null=[token])) == (0, 2, 0)


def test_what_is_narrowed_for_the_holdout_alone_is_told() -> None:
    table = pa.table({"a": [0.1, 0.5]})
    holdout = pa.table({"a": pa.array([0.1, 0.25], pa.float32())})
    evaluation = rdmp.evaluate(table, table, holdout=holdout)
    assert found(evaluation) == (1, 1, 0)
    warned = [finding for finding in evaluation.findings if finding.severity == "warning"]
    assert {finding.code for finding in warned} == {"holdout-float-narrowed"}
    assert warned[0].message.startswith("Holdout against original: ")


# -- columns and options --------------------------------------------------------------------------


def test_options_of_the_original_hold_for_the_holdout(tmp_path: Path) -> None:
    names = ("id", "City", "Zip")
    original = _write(tmp_path / "o.csv", [("1", "x", "01")], names)
    avatar = _write(tmp_path / "a.csv", [("2", "y", "7")], ("key", "town", "Zip"))
    holdout = _write(tmp_path / "h.csv", [("3", "y", "07"), ("4", "x", "1")], ("id", "CITY", "Zip"))
    evaluation = rdmp.evaluate(
        original,
        avatar,
        holdout=holdout,
        exclude=["id", "key"],
        rename={"City": "town"},
        cast={"Zip": "INTEGER"},
    )
    assert found(evaluation) == (1, 1, 1)


def test_the_holdout_is_written_like_the_original(tmp_path: Path) -> None:
    for name in ("o", "h"):
        (tmp_path / f"{name}.csv").write_text("n;t\n1,5;a\n-;b\n", "utf-8")
    (tmp_path / "a.csv").write_text("n,t\n1.5,a\n", "utf-8")
    evaluation = rdmp.evaluate(
        tmp_path / "o.csv",
        tmp_path / "a.csv",
        holdout=tmp_path / "h.csv",
        original_decimal=",",
        null=["-"],
    )
    assert found(evaluation) == (2, 0, 0)
    assert evaluation.matched_rows == 1


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"a": [1]}, "lacks columns that are compared: 'b'"),
        ({"a": [1], "b": [1], "split": ["test"]}, "has columns of its own: 'split'"),
    ],
)
def test_other_columns_stop_and_are_named(columns: dict[str, Any], said: str) -> None:
    table = pa.table({"a": [1], "b": [1]})
    with pytest.raises(ColumnError, match=said):
        rdmp.evaluate(table, table, holdout=pa.table(columns))


def test_columns_that_are_not_asked_for_may_be_there() -> None:
    table = pa.table({"a": [1], "b": [1]})
    holdout = pa.table({"a": [2], "split": ["test"]})
    assert found(rdmp.evaluate(table, table, holdout=holdout, columns=["a"])) == (0, 1, 0)


def test_a_holdout_of_another_kind_stops_and_is_named(tmp_path: Path) -> None:
    table = pa.table({"a": [1, 2]})
    holdout = _write(tmp_path / "h.csv", [("1",), ("x",)], ("a",))
    with pytest.raises(ColumnError, match=r"holdout: .*h\.csv, line 3: column 'a' is a number"):
        rdmp.evaluate(table, table, holdout=holdout)
    with pytest.raises(ColumnError, match="holdout: comparing the original with the holdout"):
        rdmp.evaluate(table, table, holdout=pa.table({"a": ["x"]}))


@pytest.mark.parametrize("kind", ["table", "reader", "parquet", "text"])
def test_a_holdout_without_rows_is_an_error(kind: str, tmp_path: Path) -> None:
    table, nothing = pa.table({"a": [1]}), pa.table({"a": pa.array([], pa.int64())})
    pq.write_table(nothing, tmp_path / "h.parquet")
    holdout = {
        "table": nothing,
        "reader": nothing.to_reader(),
        "parquet": tmp_path / "h.parquet",
        "text": _write(tmp_path / "h.csv", [], ("a",)),
    }[kind]
    with pytest.raises(SourceError, match=r"the holdout .* has no rows"):
        rdmp.evaluate(table, table, holdout=holdout)


def test_a_holdout_that_is_not_there_is_an_error() -> None:
    table = pa.table({"a": [1]})
    with pytest.raises(SourceError, match="holdout: no such file"):
        rdmp.evaluate(table, table, holdout="nowhere.csv")


def test_quick_counts_no_unique_rows_and_refuses_a_holdout() -> None:
    with pytest.raises(OptionError, match="--quick"):
        rdmp.evaluate("o.csv", "a.csv", holdout="h.csv", quick=True)


# -- the intervals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "interval"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3
        ((81, 263), (0.2553, 0.3662)),
        ((15, 148), (0.0624, 0.1605)),
        ((0, 20), (0.0, 0.1611)),
        ((1, 29), (0.0061, 0.1718)),
        ((29, 29), (0.8830, 1.0)),
    ],
)
def test_wilson_intervals_are_the_published_ones(
    counts: tuple[int, int], interval: tuple[float, float]
) -> None:
    assert wilson(*counts) == pytest.approx(interval, abs=5e-5)


@pytest.mark.parametrize(
    ("counts", "interval"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998), 873-890, table II, method 10
        ((56, 70, 48, 80), (0.0524, 0.3339)),
        ((9, 10, 3, 10), (0.1705, 0.8090)),
        ((6, 7, 2, 7), (0.0582, 0.8062)),
        ((5, 56, 0, 29), (-0.0381, 0.1926)),
        ((0, 10, 0, 20), (-0.1611, 0.2775)),
        ((0, 10, 0, 10), (-0.2775, 0.2775)),
        ((10, 10, 0, 20), (0.6791, 1.0)),
        ((10, 10, 0, 10), (0.6075, 1.0)),
    ],
)
def test_intervals_of_differences_are_the_published_ones(
    counts: tuple[int, int, int, int], interval: tuple[float, float]
) -> None:
    assert newcombe(*counts) == pytest.approx(interval, abs=5e-5)


@given(rows=st.integers(1, 10**12), data=st.data())
@few
def test_a_wilson_interval_holds_its_share_and_stays_between_0_and_1(
    rows: int, data: st.DataObject
) -> None:
    part = data.draw(st.integers(0, rows))
    lower, upper = wilson(part, rows)
    assert 0 <= lower <= part / rows <= upper <= 1


# -- what is said ---------------------------------------------------------------------------------


def coincidence(unique: tuple[int, int], drawn: tuple[int, int], aside: int = 0) -> Coincidence:
    return Coincidence(
        holdout="holdout.csv",
        set_aside_rows=aside,
        unique=Share(found=unique[0], rows=unique[1]),
        drawn=Share(found=drawn[0], rows=drawn[1]),
    )


@pytest.mark.parametrize(
    ("unique", "drawn", "verdict", "said"),
    [
        ((99, 2000), (0, 2000), "memorised", "matched at least 25 times as often as coincidence"),
        ((40, 100), (0, 20), "memorised", "matched at least 2.4 times as often as coincidence"),
        ((100, 1000), (50, 1000), "memorised", "matched 2.0 times as often as coincidence"),
        ((600, 1000), (500, 1000), "memorised", "matched 1.20 times as often as coincidence"),
        ((500, 1000), (10, 1000), "memorised", "matched 50 times as often as coincidence"),
        (
            (22, 17783),
            (2, 1973),
            "no-sign",
            "not matched more often than coincidence explains; up to",
        ),
        ((53, 83), (12, 19), "no-sign", "up to 24.78 percentage points more"),
        ((0, 100), (5, 100), "no-sign", "No sign of memorisation: no unique row was matched."),
        ((5, 100), (50, 100), "no-sign", "not matched more often than coincidence explains"),
        ((5, 100), (0, 0), "unknown", "every row of the holdout also stands in the original"),
        ((0, 0), (0, 5), "unknown", "no row of the original is unique"),
    ],
)
def test_each_verdict_is_one_plain_sentence(
    unique: tuple[int, int], drawn: tuple[int, int], verdict: str, said: str
) -> None:
    judged = coincidence(unique, drawn)
    assert judged.verdict == verdict
    sentence = words.sentence(words_in("en"), judged)
    assert said in sentence
    assert sentence.endswith(".")
    assert sentence.startswith(
        {
            "memorised": "Sign of memorisation: ",
            "no-sign": "No sign of memorisation: ",
            "unknown": "Nothing can be said about memorisation: ",
        }[verdict]
    )


@given(
    unique=st.tuples(st.integers(0, 50), st.integers(0, 50)).map(sorted),
    drawn=st.tuples(st.integers(0, 50), st.integers(0, 50)).map(sorted),
)
def test_memorised_is_said_only_with_a_factor_above_one(
    unique: list[int], drawn: list[int]
) -> None:
    judged = coincidence((unique[0], unique[1]), (drawn[0], drawn[1]))
    assert words.sentence(words_in("en"), judged)
    if judged.verdict == "memorised":
        assert judged.times is not None
        assert judged.times > 1
        assert judged.difference is not None
        assert judged.difference > 0


def evaluated(judged: Coincidence) -> Evaluation:
    return Evaluation(
        original="o.csv",
        avatar="a.csv",
        counts=Counts(original_rows=2000, matched_rows=99, unique_rows=2000),
        columns=(),
        findings=(),
        engine="fake",
        versions={"rdmp": "0"},
        options={},
        started_at=datetime(2026, 1, 1, tzinfo=UTC),
        seconds=0.0,
        statements=(),
        coincidence=judged,
    )


def test_every_report_holds_both_rates_their_intervals_and_the_difference() -> None:
    evaluation = evaluated(coincidence((99, 2000), (0, 1990), aside=10))
    text = " ".join(text_report(evaluation, io.StringIO(), width=120).split())
    for report in (text, markdown_report(evaluation)):
        for part in (
            "Sign of memorisation: unique rows were matched at least 25 times as often",
            "99 of 2,000 unique rows of the original; 95 % interval 4.08 to 6.00 %",
            "0 of 1,990 holdout rows that do not stand in the original",
            "in the original; 95 % interval 0.00 to 0.20 %",
            "percentage points; 95 % interval +4.06 to +6.00",
            "of 2,000 holdout rows also stand in the original",
            "holdout.csv",
        ):
            assert part in report


def test_the_dictionary_holds_every_figure_as_a_plain_value() -> None:
    values = evaluated(coincidence((99, 2000), (0, 1990), aside=10)).to_dict()["coincidence"]
    assert json.loads(json.dumps(values)) == values
    assert values["verdict"] == "memorised"
    assert (values["holdout_rows"], values["set_aside_rows"], values["drawn_rows"]) == (
        2000,
        10,
        1990,
    )
    assert (values["matched_drawn_rows"], values["rate"]) == (0, 0.0)
    assert values["unique_match_rate"] == 4.95
    assert values["unique_match_rate_interval"] == pytest.approx([4.08, 5.99], abs=0.01)
    nothing = coincidence((0, 0), (0, 0)).to_dict()
    for name in ("rate", "rate_interval", "difference", "difference_interval", "times"):
        assert nothing[name] is None


def test_the_command_line_takes_a_holdout(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [
        str(_write(tmp_path / f"{name}.csv", [(row,) for row in rows], ("n",)))
        for name, rows in (("o", "12"), ("a", "13"), ("h", "1345"))
    ]
    arguments = ["evaluate", *paths[:2], "--holdout", paths[2]]
    assert main([*arguments, "--format", "json"]) == ExitCode.DONE
    values = json.loads(capsys.readouterr().out)["coincidence"]
    assert values["holdout"] == paths[2]
    assert (values["set_aside_rows"], values["drawn_rows"], values["matched_drawn_rows"]) == (
        1,
        3,
        1,
    )
    assert main(arguments) == ExitCode.DONE
    assert "No sign of memorisation" in capsys.readouterr().out
    assert main([*arguments, "--quick"]) == ExitCode.USER
    assert "--quick" in capsys.readouterr().err
    assert "holdout" in inspect.signature(rdmp.evaluate).parameters


# -- real pairs -----------------------------------------------------------------------------------


CENSUS, BASEBALL, PENGUINS = (
    "mostlyai_census2k_flip30/{}.csv.gz",
    "mostlyai_baseball_players/{}.pqt",
    "syntheval_penguins_noise/{}.csv",
)


@pytest.mark.parametrize(
    ("files", "options", "expected"),
    [
        (CENSUS, {}, ((99, 2000), (0, 2000), "memorised")),
        (BASEBALL, {"exclude": ["id"]}, ((22, 17783), (2, 1973), "no-sign")),
        (
            PENGUINS,
            {"columns": ["species", "island", "flipper_length_mm", "sex"]},
            ((53, 83), (12, 19), "no-sign"),
        ),
    ],
)
def test_real_pairs_with_a_holdout_are_judged_right(
    files: str, options: dict[str, Any], expected: tuple[tuple[int, int], tuple[int, int], str]
) -> None:
    original, avatar, holdout = (
        REAL / files.format(name) for name in ("original", "synthetic", "holdout")
    )
    if not original.exists():
        pytest.skip("../shared is not beside this checkout")
    judged = rdmp.evaluate(original, avatar, holdout=holdout, **options).coincidence
    assert judged is not None
    unique, drawn = judged.unique, judged.drawn
    assert ((unique.found, unique.rows), (drawn.found, drawn.rows), judged.verdict) == expected
