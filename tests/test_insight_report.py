"""An insight as its readers see it: text, Markdown, JSON, and the promises of ``rdmp columns``."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rdmp.cli.app import main
from rdmp.cli.exit_codes import ExitCode
from rdmp.insight_result import ColumnInsight, Insight, Subset, WorstSubsets
from rdmp.report.as_json import json_report
from rdmp.report.insight_markdown import insight_markdown
from rdmp.report.insight_text import insight_text
from rdmp.report.insight_words import column_titles
from rdmp.result import ComparedColumn, Counts, Finding
from rdmp.words import phrase, words_in

N = 1000


def counts(matched: int, unique: int = 900) -> Counts:
    return Counts(original_rows=N, unique_rows=unique, matched_rows=matched)


def column(name: str, without: int | None, present: int = 990) -> ColumnInsight:
    compared = ComparedColumn(
        name=name,
        avatar_name=name,
        original_type="BIGINT",
        avatar_type="BIGINT",
        form="BIGINT",
        rule=phrase("how-whole-numbers"),
    )
    return ColumnInsight(
        column=compared,
        original_values=700,
        avatar_values=650,
        present_rows=present,
        alone=counts(1, 2),
        without=None if without is None else counts(without),
    )


def insight(
    *columns: ColumnInsight, matched: int = 0, worst: WorstSubsets | None = None
) -> Insight:
    return Insight(
        original="o.csv",
        avatar="a.csv",
        counts=replace(counts(matched), avatar_rows=N),
        columns=columns,
        worst=worst,
        findings=(
            Finding(
                code="w",
                severity="warning",
                columns=("zip",),
                said=phrase("finding-nan-and-null", column="'zip'"),
            ),
        ),
        engine="duckdb",
        versions={"rdmp": "0"},
        options={},
        started_at=datetime(2026, 1, 1, tzinfo=UTC),
        seconds=0.5,
        statements=(),
    )


USUAL = insight(column("id", 123, 0), column("age", 3), column("zip", 0))


def text(shown: Insight, width: int = 100) -> str:
    return insight_text(shown, io.StringIO(), width=width)


def joined(report: str) -> str:
    return re.sub(r"\s+", " ", report)


def both(shown: Insight) -> tuple[str, str]:
    return joined(text(shown)), joined(insight_markdown(shown))


# -- words -----------------------------------------------------------------------------------------


def test_the_column_on_which_the_protection_rests_is_named_first() -> None:
    for report, name in zip(both(USUAL), ("'id'", "`id`"), strict=True):
        assert (
            f"Without {name}, 12.30 % of the original records (123 of 1,000, instead of 0) would"
            " match: the protection rests on this column. No value of it occurs in the avatar."
        ) in report
        assert "87.70" in report


def test_a_column_that_holds_little_back_is_not_what_the_protection_rests_on() -> None:
    some = insight(column("age", 211), column("zip", 190), matched=189)
    for report in both(some):
        assert "rests on this column" not in report.replace("more the protection rests", "")
        assert "No single column carries the protection: the score changes most without" in report
        assert "to 78.90 % (22 more records match)" in report


def test_nothing_changes_where_no_column_matters() -> None:
    for report in both(insight(column("age", 0), column("zip", 0))):
        assert "without any one of them, no more records match" in report


def test_two_identifiers_hide_each_other_and_are_named_together() -> None:
    for report in both(insight(column("id", 0, 0), column("key", 0, 0), column("age", 0))):
        assert "each of these columns alone forbids every match" in report
        assert "--exclude" in report


def test_one_column_alone_has_no_score_without_it() -> None:
    for report in both(insight(column("age", None))):
        assert "Only one column is compared" in report
        assert "\N{EM DASH}" in report


def worst(*, is_exhaustive: bool, shown: int = 12) -> WorstSubsets:
    subsets = tuple(
        Subset(columns=(f"c{place}", "age"), counts=counts(100 - place)) for place in range(shown)
    )
    return WorstSubsets(size=2, possible=190, is_exhaustive=is_exhaustive, subsets=subsets)


def test_the_worst_columns_come_first_and_the_rest_is_counted() -> None:
    for report in both(replace(USUAL, worst=worst(is_exhaustive=True))):
        assert "900 records are unique and 100 of them match: a score of 90.00 %" in report
        assert "All 190 such sets of columns were counted" in report
        assert "2 more: --format json lists them" in report
        assert "c9" in report
        assert "c10" not in report


def test_a_search_that_is_not_exhaustive_says_so() -> None:
    for report in both(replace(USUAL, worst=worst(is_exhaustive=False, shown=3))):
        assert "Not exhaustive" in report
        assert "a worse one may exist" in report


# -- form ------------------------------------------------------------------------------------------

HOSTILE = ["[red]x[/red]", "line\nbreak", "\x1b[31mescape", "pipe|and`tick", "\u202ertl", "", " b "]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("width", [32, 48, 80, 120])
def test_no_name_breaks_or_colours_a_report(name: str, width: int) -> None:
    subset = Subset(columns=(name, "age"), counts=counts(1))
    found = WorstSubsets(size=2, possible=1, is_exhaustive=True, subsets=(subset,))
    shown = insight(column(name, 500), column("age", 0), worst=found)
    for report in (text(shown, width), insight_markdown(shown)):
        assert not {"\x1b", "\u202e", "\r"} & set(report)
    assert all(len(line) <= width for line in text(shown, width).splitlines())
    assert json.loads(json_report(shown))["columns"][0]["name"] == name
    cells = len(column_titles(words_in("en"))) + 1
    table = [line for line in insight_markdown(shown).splitlines() if line.startswith("|")]
    assert [len(re.findall(r"(?<!\\)\|", line)) for line in table[:4]] == [cells] * 4


def test_a_narrow_terminal_gets_a_list_with_the_same_figures() -> None:
    narrow, wide = text(USUAL, 48), text(USUAL, 120)
    assert "Score w/o: 87.70" in narrow
    assert "Score w/o: 87.70" not in wide


def test_json_holds_every_figure() -> None:
    shown = json.loads(json_report(replace(USUAL, worst=worst(is_exhaustive=False, shown=1))))
    assert shown["columns"][0] == {
        "name": "id",
        "avatar_name": "id",
        "original_type": "BIGINT",
        "avatar_type": "BIGINT",
        "compared_type": "BIGINT",
        "how": "as whole numbers",
        "original_values": 700,
        "avatar_values": 650,
        "present_rows": 0,
        "present_rate": 0.0,
        "unique_rows_alone": 2,
        "matched_rows_alone": 1,
        "unique_rows_without": 900,
        "matched_rows_without": 123,
        "score_without": 87.7,
    }
    assert shown["worst"] == {
        "size": 2,
        "possible": 190,
        "is_exhaustive": False,
        "subsets": [
            {"columns": ["c0", "age"], "unique_rows": 900, "matched_rows": 100, "score": 90.0}
        ],
    }
    assert shown["score"] == 100.0


# -- the command line ------------------------------------------------------------------------------


@pytest.fixture
def pair(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "o.csv").write_text("id,age,zip\n1,30,A\n2,31,B\n3,32,C\n")
    (tmp_path / "a.csv").write_text("id,age,zip\n7,30,A\n8,31,B\n9,40,C\n")
    return str(tmp_path / "o.csv"), str(tmp_path / "a.csv")


Streams = pytest.CaptureFixture[str]


def test_columns_ends_with_0_and_stdout_is_the_result(
    pair: tuple[str, str], capsys: Streams
) -> None:
    assert main(["columns", *pair, "--format", "json", "--size", "2"]) == ExitCode.DONE
    out, err = capsys.readouterr()
    shown = json.loads(out)
    assert [one["name"] for one in shown["columns"]] == ["id", "age", "zip"]
    assert [one["matched_rows_without"] for one in shown["columns"]] == [2, 0, 0]
    assert shown["worst"]["subsets"][0]["columns"] == ["age", "zip"]
    assert shown["options"] == {"size": 2}
    assert "error" not in err


def test_columns_of_the_attacker_are_the_only_ones(pair: tuple[str, str], capsys: Streams) -> None:
    assert main(["columns", *pair, "--format", "json", "--columns", "age,zip"]) == ExitCode.DONE
    shown = json.loads(capsys.readouterr().out)
    assert {one["name"] for one in shown["columns"]} == {"age", "zip"}
    assert shown["matched_rows"] == 2


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_columns_writes_what_a_person_reads(
    form: str, pair: tuple[str, str], capsys: Streams
) -> None:
    assert main(["columns", *pair, "--format", form]) == ExitCode.DONE
    assert "the protection rests on this column" in joined(capsys.readouterr().out)


@pytest.mark.parametrize("size", ["0", "4", "two"])
def test_a_size_that_no_subset_has_is_a_mistake_of_the_user(
    size: str, pair: tuple[str, str], capsys: Streams
) -> None:
    assert main(["columns", *pair, "--size", size]) == ExitCode.USER
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("rdmp: error: ")


def test_a_file_that_is_not_there_is_a_mistake_of_the_user(capsys: Streams) -> None:
    assert main(["columns", "no.csv", "no.csv"]) == ExitCode.USER
    assert capsys.readouterr().out == ""


def test_help_names_the_command_and_its_options(capsys: Streams) -> None:
    assert main(["columns", "--help"]) == ExitCode.DONE
    out = capsys.readouterr().out
    for word in ("--size", "--columns", "--format", "ORIGINAL", "AVATAR"):
        assert word in out
