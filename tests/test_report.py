from __future__ import annotations

import io
import json
import re
import sys
import unicodedata
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rdmp.report.as_json import json_report
from rdmp.report.characters import visible, visible_json, visible_name
from rdmp.report.markdown import markdown_report
from rdmp.report.sql import sql_report
from rdmp.report.text import text_report
from rdmp.result import ComparedColumn, Counts, Evaluation, Finding
from rdmp.seam import Column, Relation, Statement, Type
from rdmp.words import listed, phrase

HOSTILE = (
    "[red]name[/red]",
    "line\nbreak",
    "\x1b[31mescape",
    "tab\tand\rreturn",
    "pipe|and`backtick``",
    "\u202eright to left",
    "",
    " blanks ",
    "*/ -- ; drop table",
    "日本語",
    "\udcff",
)


def column(name: str, avatar_name: str | None = None, kind: str = "VARCHAR") -> ComparedColumn:
    return ComparedColumn(
        name=name,
        avatar_name=name if avatar_name is None else avatar_name,
        original_type=kind,
        avatar_type="DOUBLE",
        form="DOUBLE",
        rule=phrase("how-same-number"),
    )


WARNING = Finding(
    code="leading-zeros",
    severity="warning",
    columns=("zip",),
    said=phrase("finding-number-fits-no-type", column="'zip'"),
)
NOTE = Finding(
    code="letter-case",
    severity="note",
    columns=("City",),
    said=phrase("finding-columns-left-out", columns=listed(["'Town'"])),
)


def left_out(name: str) -> Finding:
    """Return a note that names a column as it is, quoted and with nothing spelt out."""
    said = phrase("finding-columns-left-out", columns=f"'{name}'")
    return replace(NOTE, columns=(name,), said=said)


USUAL = Evaluation(
    original="original.csv",
    avatar="avatar.parquet",
    counts=Counts(
        original_rows=200,
        matched_rows=10,
        unique_rows=150,
        present_rows=30,
        avatar_rows=250,
        copied_avatar_rows=12,
    ),
    columns=(column("age", kind="BIGINT"), column("City", "CITY")),
    findings=(),
    engine="duckdb",
    versions={"rdmp": "0.1.0", "duckdb": "2.0.1"},
    options={},
    started_at=datetime(2026, 1, 2, 3, 4, tzinfo=UTC),
    seconds=0.25,
    statements=(Statement(name="rdmp", sql="select 1"),),
)


def counted(**counts: Any) -> Evaluation:
    return replace(USUAL, counts=replace(USUAL.counts, **counts))


def text(evaluation: Evaluation, width: int = 100) -> str:
    return text_report(evaluation, io.StringIO(), width=width)


def flat(report: str) -> str:
    return " ".join(report.split())


def test_the_text_says_the_score_and_what_it_means_in_one_plain_sentence() -> None:
    report = flat(text(USUAL))
    assert "Row Direct Match Protection (RDMP): 95.00 %" in report
    assert (
        "5 % of the original records — 10 of 200 — are unique and stand unchanged"
        " among the avatars." in report
    )


def test_the_text_holds_every_figure_with_an_explanation() -> None:
    lines = text(USUAL, 120).splitlines()
    figures = {
        "Original rows": "200  n, all",
        "Unique rows": "150  occur exactly once",
        "Matched rows": "10  unique rows",
        "Unique match rate": "6.66 %  matched rows / unique rows",
        "Lowest score": "25.00 %  what this original would get",
        "Present score": "85.00 %  the score without the rule of uniqueness: 30 original rows",
        "Avatar rows": "250  all",
        "Copied avatar rows": "12  4.80 % of the avatar rows",
    }
    for label, rest in figures.items():
        assert any(line.strip().startswith(label) and rest in line for line in lines), label


def test_the_text_places_the_metric_as_necessary_and_not_sufficient() -> None:
    report = flat(text(USUAL))
    for words in (
        "direct-match attack",
        "individualisation (singling out",
        "GDPR",
        "necessary, not",
    ):
        assert words in report


@pytest.mark.parametrize(("matched", "verdict"), [(19, "— met."), (20, "— NOT met.")])
def test_the_target_is_met_only_above_ninety_percent(matched: int, verdict: str) -> None:
    report = flat(text(counted(matched_rows=matched)))
    assert f"Usual target: above 90 % (published for the avatar method) {verdict}" in report
    assert ("raise k, the number of neighbours" in report) == (matched == 20)


@pytest.mark.parametrize(
    ("n", "matched", "score", "share"),
    [
        (200, 10, "95.00 %", "5 % of"),
        (100_000, 4, "99.99 %", "Less than 0.01 % of"),
        (1_000_000, 1, "99.99 %", "Less than 0.01 % of"),
        (12_429, 249, "97.99 %", "2.01 % of"),
        (3, 1, "66.66 %", "33.34 % of"),
        (1, 1, "0.00 %", "100 % of"),
    ],
)
def test_the_score_is_truncated_and_the_leak_is_never_understated(
    n: int, matched: int, score: str, share: str
) -> None:
    for report in (
        text(counted(original_rows=n, matched_rows=matched, unique_rows=n, present_rows=n)),
        markdown_report(counted(original_rows=n, matched_rows=matched, present_rows=n)),
    ):
        assert f"(RDMP): {score}" in report
        assert f"{share} the original records" in flat(report)


def test_a_hundred_is_shown_only_when_nothing_matched() -> None:
    assert "100.00 %" in text(counted(matched_rows=0))
    almost = counted(original_rows=10**12, unique_rows=10**12, matched_rows=1, present_rows=1)
    assert "100.00" not in text(almost)
    assert "under 0.01 %" in text(almost)  # the unique match rate


def test_one_matched_row_is_spoken_of_in_the_singular() -> None:
    assert "1 of 200 — is unique and stands unchanged" in flat(text(counted(matched_rows=1)))


def test_a_table_without_unique_rows_gives_no_comfort() -> None:
    report = flat(text(counted(matched_rows=0, unique_rows=0)))
    assert "the score says nothing about this pair" in report
    assert re.search("Unique match rate — matched rows", report)


def test_what_was_not_counted_is_said_to_be_not_counted() -> None:
    quick = counted(unique_rows=None, present_rows=None, avatar_rows=None, copied_avatar_rows=None)
    for report in (text(quick), markdown_report(quick)):
        assert "the unique rows were not counted" in report
        assert report.count("not counted") == 7
    assert "of the 200 original records is unique" in flat(
        text(replace(quick, counts=replace(quick.counts, matched_rows=0)))
    )
    assert json.loads(json_report(quick))["unique_match_rate"] is None


@pytest.mark.parametrize(("columns", "matched", "said"), [(19, 0, 0), (20, 0, 1), (20, 1, 0)])
def test_a_hundred_over_many_columns_is_called_easy_to_reach(
    columns: int, matched: int, said: int
) -> None:
    many = replace(
        counted(matched_rows=matched), columns=tuple(column(f"c{i}") for i in range(columns))
    )
    assert ("easy to reach" in text(many)) == said


def test_findings_stand_once_with_severity_and_remedy() -> None:
    for report in (
        text(replace(USUAL, findings=(WARNING, NOTE))),
        markdown_report(replace(USUAL, findings=(WARNING, NOTE))),
    ):
        assert report.count("numbers that no type holds exactly") == 1
        assert "round them to fewer digits" in flat(report)
        assert "City: Left out, as asked for: 'Town'" in report
        assert report.index("warning") < report.index("note")


@pytest.mark.parametrize("width", [32, 40, 48, 60, 76, 80, 100, 120, 400])
def test_no_line_is_wider_than_the_terminal_and_nothing_is_cut_off(width: int) -> None:
    wide = replace(
        USUAL,
        columns=(*USUAL.columns, column("x" * 70), column("s", kind="STRUCT(a INTEGER, b DATE)")),
        findings=(WARNING,),
        original="/a/very/long/folder" * 10 + "/original.csv",
    )
    report = text(wide, width)
    assert max(map(len, report.splitlines())) <= width
    letters = re.sub(r"\s", "", report)
    for whole in ("/original.csv", "asthesamenumber", "STRUCT(aINTEGER,bDATE)"):
        assert whole in letters or width >= 76  # in a table, a cell is folded beside the others
    assert letters.count("x") >= 70
    assert "…" not in report


def test_a_pipe_gets_plain_text_without_trailing_blanks() -> None:
    report = text(replace(USUAL, findings=(WARNING,)))
    assert "\x1b" not in report
    assert all(line == line.rstrip() for line in report.splitlines())


def test_a_terminal_gets_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    assert "\x1b[1;32m95.00 %" in text_report(USUAL, terminal, width=80)


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("width", [60, 120])
def test_a_hostile_column_name_is_shown_and_does_no_harm(name: str, width: int) -> None:
    evaluation = replace(USUAL, columns=(column(name),), findings=(left_out(name),))
    report = text(evaluation, width)
    assert visible_name(name) in report
    assert f"as asked for: '{visible(name)}'. A match" in flat(report)
    for character in "\x1b\r\t\u202e\udcff":
        assert character not in report
        assert character not in markdown_report(evaluation)
    assert [c["name"] for c in json.loads(json_report(evaluation))["columns"]] == [name]


@pytest.mark.parametrize("name", HOSTILE)
def test_every_row_of_a_markdown_table_has_as_many_cells_as_its_head(name: str) -> None:
    report = markdown_report(replace(USUAL, columns=(column(name, f"{name}2"), column("b"))))
    table = report.split("### Columns compared: 2\n\n")[1].split("\n\n")[0].splitlines()
    assert len(table) == 4
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in table} == {6}


def test_markdown_fences_backticks_and_defuses_mentions_and_markup() -> None:
    found = left_out("see @alice, <b>, *x* and [y](z)")
    report = markdown_report(replace(USUAL, columns=(column("a`|b"),), findings=(found,)))
    assert r"| `` a`\|b `` |" in report
    assert r"see &#64;alice, &lt;b&gt;, \*x\* and \[y\]\(z\)" in report


def test_json_is_the_dictionary_indented_and_in_utf_8() -> None:
    evaluation = replace(
        USUAL,
        columns=(column("prénom"),),
        options={"temp_directory": Path("/tmp/é"), "rename": {"a": "b"}, "null": ("NA",)},  # noqa: S108
    )
    report = json_report(evaluation)
    assert report.startswith('{\n  "schema_version": 1,\n')
    assert report.endswith("}\n")
    assert '"prénom"' in report
    values = json.loads(report)
    assert values["score"] == 95.0
    assert values["options"] == {"temp_directory": "/tmp/é", "rename": {"a": "b"}, "null": ["NA"]}  # noqa: S108


def test_json_holds_no_number_that_json_does_not_know() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_report(replace(USUAL, seconds=float("nan")))


READS = Statement(name="read", sql="from somewhere")


def relation(name: str) -> Relation:
    kind = Type(kind="text", stored="VARCHAR")
    columns = tuple(
        Column(name=n, sql_name=f"c{i}", type=kind) for i, n in enumerate((name, "zip"))
    )
    return Relation(
        role="original", sql_name="original", label=f"{name}.csv", columns=columns, reads=READS
    )


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_breaks_out_of_a_comment_of_the_sql(name: str) -> None:
    statements = (Statement(name="facts", sql="select ?\n", parameters=(name, 1, None)),)
    script = sql_report(relation(name), relation("avatar"), statements)
    code = [line for line in script.splitlines() if line and not line.startswith("--")]
    assert code == ["select ?", ";"]


def test_the_sql_names_our_columns_and_lists_the_parameters() -> None:
    statements = (
        Statement(name="facts", sql="select $1", parameters=("NA\n", 2.5, None, True)),
        Statement(name="rdmp", sql="select 1 -- one"),
    )
    script = sql_report(relation("line\nbreak"), relation("é"), statements)
    assert '--   c0: "line\\nbreak" VARCHAR\n--   c1: "zip" VARCHAR\n' in script
    assert '--   c0: "é" VARCHAR\n' in script
    assert script.endswith(
        '-- facts\nselect $1\n;\n-- parameters: ["NA\\n", 2.5, null, true]\n'
        "\n-- rdmp\nselect 1 -- one\n;\n"
    )


@pytest.mark.parametrize(
    ("limit", "n", "matched"), [(64.4, 250, 89), (91.68, 625, 52), (95.04, 1250, 62), (95, 200, 10)]
)
def test_a_score_that_equals_the_limit_is_not_below_it(limit: float, n: int, matched: int) -> None:
    assert not counted(original_rows=n, matched_rows=matched).below(limit)
    assert counted(original_rows=n, matched_rows=matched + 1).below(limit)


def test_no_hidden_character_passes_as_printable() -> None:
    hidden = {"Cc", "Cf", "Cs", "Cn", "Zl", "Zp"}
    every = map(chr, range(sys.maxunicode + 1))
    assert not [one for one in every if one.isprintable() and unicodedata.category(one) in hidden]


def test_a_hidden_character_is_spelt_out_beside_lines_without_one() -> None:
    text = '{\n  "plain": "é",\n  "b\u202ed": "\u00a0\u2028"\n}'
    assert visible_json(text) == '{\n  "plain": "é",\n  "b\\u202ed": "\u00a0\\u2028"\n}'
    assert visible("plain é") == "plain é"
