"""Whole results in French: nothing in them is English, and the typography holds in any width."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor
from markdown_it import MarkdownIt

import rdmp
from rdmp.cli.app import main
from rdmp.cli.exit_codes import ExitCode
from rdmp.coincidence import Coincidence, Share
from rdmp.insight_result import ColumnInsight, Insight, Subset, WorstSubsets
from rdmp.report.characters import visible_name
from rdmp.report.insight_markdown import insight_markdown
from rdmp.report.insight_text import insight_text
from rdmp.report.markdown import markdown_report
from rdmp.report.text import text_report
from rdmp.result import ComparedColumn, Counts, Evaluation, Finding
from rdmp.words import Language, listed, phrase, quoted

NO_BREAK, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
HOUSE = Path(rdmp.__file__).resolve().parent


def compared(name: str, avatar_name: str | None = None) -> ComparedColumn:
    return ComparedColumn(
        name=name,
        avatar_name=name if avatar_name is None else avatar_name,
        original_type="text",
        avatar_type="BIGINT",
        form=phrase("type-rest-whole", type="DOUBLE"),
        rule=phrase("how-text-as-type", how=phrase("how-same-number")),
    )


FINDINGS = (
    Finding(
        code="identifier",
        severity="warning",
        columns=("id", "key"),
        said=phrase(
            "finding-identifier-hides",
            count=2,
            columns=listed(["'id'", "'key'"]),
            unshared="yes",
            matched=120_456,
            unique=1_234_567,
            score=rdmp.result.percent(9, 10),
            sampled=30_000,
            exclude="id,key",
        ),
    ),
    Finding(
        code="holdout-kinds-differ",
        severity="warning",
        columns=("age",),
        said=phrase(
            "finding-kinds-differ",
            column="'age'",
            special="holdout",
            alone=phrase("tokens-numbers"),
            other="avatar",
            strange=(phrase("tokens-dates"), phrase("tokens-text")),
        ),
        holdout_against="avatar",
    ),
    Finding(
        code="columns-left-out",
        severity="note",
        columns=("zip",),
        said=phrase("finding-columns-left-out", columns="'zip'"),
    ),
)

EVALUATION = Evaluation(
    original="original.csv",
    avatar="avatar.parquet",
    counts=Counts(
        original_rows=1_500_000,
        matched_rows=234_567,
        unique_rows=1_234_567,
        present_rows=300_000,
        avatar_rows=1_400_000,
        copied_avatar_rows=12_345,
    ),
    columns=(compared("age"), compared("City", "CITY")),
    findings=FINDINGS,
    engine="duckdb",
    versions={"rdmp": "0.1.0"},
    options={},
    started_at=datetime(2026, 1, 2, 3, 4, tzinfo=UTC),
    seconds=1.25,
    statements=(),
    coincidence=Coincidence(
        holdout="holdout.csv",
        set_aside_rows=1_234,
        unique=Share(found=234_567, rows=1_234_567),
        drawn=Share(found=10_000, rows=500_000),
    ),
)


def insight() -> Insight:
    def counts(matched: int) -> Counts:
        return Counts(original_rows=10_000, unique_rows=9_000, matched_rows=matched)

    columns = tuple(
        ColumnInsight(
            column=compared(name),
            original_values=7_000,
            avatar_values=6_500,
            present_rows=present,
            alone=counts(1),
            without=counts(without),
        )
        for name, without, present in (("id", 1_230, 0), ("age", 3, 9_900), ("zip", 0, 8_000))
    )
    subsets = tuple(Subset(columns=(f"c{n}", "age"), counts=counts(100 - n)) for n in range(12))
    return Insight(
        original="original.csv",
        avatar="avatar.parquet",
        counts=replace(counts(0), avatar_rows=10_000),
        columns=columns,
        worst=WorstSubsets(size=2, possible=1_190, is_exhaustive=False, subsets=subsets),
        findings=FINDINGS,
        engine="duckdb",
        versions={"rdmp": "0.1.0"},
        options={},
        started_at=datetime(2026, 1, 2, 3, 4, tzinfo=UTC),
        seconds=1.25,
        statements=(),
    )


def evaluation_text(language: Language, width: int = 100) -> str:
    return text_report(EVALUATION, io.StringIO(), width=width, language=language)


def columns_text(language: Language, width: int = 100) -> str:
    return insight_text(insight(), io.StringIO(), width=width, language=language)


REPORTS: dict[str, Callable[[Language], str]] = {
    "text": evaluation_text,
    "markdown": lambda language: markdown_report(EVALUATION, language=language),
    "columns as text": columns_text,
    "columns as markdown": lambda language: insight_markdown(insight(), language=language),
}


def flat(report: str) -> str:
    """Return a report with its own blanks alone: those between lines and columns are one."""
    return re.sub(r"[ \n]+", " ", report)


# -- the words -------------------------------------------------------------------------------------


class Sentences(Visitor):
    """Everything of two words and more that a catalogue says."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_TextElement(self, node: ftl.TextElement) -> None:  # noqa: N802
        said = " ".join(node.value.split())
        if len(re.findall(r"[^\W\d]{2,}", said)) > 1:
            self.found.add(said)


def sentences(language: Language) -> set[str]:
    found = Sentences()
    source = (HOUSE / "words" / f"{language}.ftl").read_text(encoding="utf-8")
    found.visit(FluentParser().parse(source))
    return found.found


@pytest.mark.parametrize("name", REPORTS)
def test_a_french_report_says_nothing_in_english(name: str) -> None:
    english, french = (flat(REPORTS[name](language)) for language in rdmp.words.LANGUAGES)
    assert sum(said in english for said in sentences("en")) > 10
    assert [said for said in sentences("en") - sentences("fr") if said in french] == []
    assert not re.search(
        r"\b(the|of|rows|column|columns|avatar|not|with|text)\b",
        french.replace("avatar.parquet", "")
        .replace("Row Direct Match Protection", "")
        .replace("méthode avatar", ""),
    )


def spaced(said: str) -> str:
    """Return a text with the spaces that its signs stand for: ~ for a no-break one, ^ if narrow."""
    return said.replace("~", NO_BREAK).replace("^", NARROW)


def test_a_french_report_has_the_terms_and_the_numbers_of_french() -> None:
    report = flat(evaluation_text("fr"))
    for said in (
        "Row Direct Match Protection (RDMP)~: 84,36~%",
        (
            "15,64~% des lignes originales — 234^567 sur 1^500^000 —"
            " sont uniques et figurent à l’identique parmi les avatars."
        ),
        "NON atteint.",
        "d’augmenter k, le nombre de voisins",
        "Données originales original.csv",
        "Lignes uniques 1^234^567",
        "Lignes copiées 12^345 0,88~% des lignes d’avatars",
        "retrouvées 9,5 fois plus souvent que ne l’explique la coïncidence",
        "intervalle à 95~%~: de 18,93 à 19,07~%",
        "Écart +17,00 points de pourcentage",
        "critère d’individualisation",
        "comme le même nombre^; le texte a été lu",
        "avertissement Les colonnes 'id', 'key' ressemblent à des identifiants",
        (
            "120^456 lignes uniques sur 1^234^567 correspondent et le score est de"
            " 90,00~%. (Trouvé dans un échantillon de 30^000 lignes"
        ),
        ("conseil~: S’il s’agit d’identifiants ou de numéros de ligne, passez --exclude id,key."),
        "Échantillon témoin comparé aux avatars~: La colonne 'age'",
        (
            "d’après le seul échantillon témoin, elle contiendrait des nombres, mais les avatars"
            " contiennent aussi des dates et d’autres textes."
        ),
        "1,2~s",
    ):
        assert spaced(said) in report, said


def test_a_french_insight_has_the_terms_and_the_numbers_of_french() -> None:
    report = flat(columns_text("fr", 120))
    for said in (
        (
            "Sans 'id', 12,30~% des lignes originales (1^230 sur 10^000, au lieu"
            " de 0) correspondraient~: la protection repose sur cette colonne. Aucune de ses"
            " valeurs ne figure dans les avatars."
        ),
        (
            "Sur 10^000 lignes originales, 9^000 sont uniques, dont 0 figure à"
            " l’identique parmi les avatars, en comparant 3 colonnes."
        ),
        "id 7^000 6^500 0,00~% 9^000 1^230 87,70",
        "Ce que trouve un attaquant qui connaît 2 colonnes",
        "sur 1^190 ensembles possibles de colonnes, une recherche gloutonne en a compté 12",
        "2 de plus~: --format json les énumère.",
    ):
        assert spaced(said) in report, said


@pytest.mark.parametrize("width", [32, 40, 60, 80, 120])
@pytest.mark.parametrize("report", [evaluation_text, columns_text])
def test_no_line_breaks_at_a_space_that_does_not_break(
    report: Callable[[Language, int], str], width: int
) -> None:
    lines = report("fr", width).splitlines()
    assert max(map(len, lines)) <= width
    for line in lines:
        assert not re.match(r"\s*[:;!?%»]", line), line
        assert not re.search(rf"[«{NO_BREAK}{NARROW}]$", line), line
    assert not {"\ufdd0", "\ufdd1"} & set("".join(lines))


# -- the command line ------------------------------------------------------------------------------

Streams = pytest.CaptureFixture[str]


@pytest.fixture
def pair(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "o.csv").write_text("id,age,zip\n1,30,A\n2,31,B\n3,30,C\n4,31,D\n")
    (tmp_path / "a.csv").write_text("id,age,zip\n7,30,A\n8,31,B\n9,40,C\n9,40,D\n")
    return str(tmp_path / "o.csv"), str(tmp_path / "a.csv")


def test_lang_chooses_the_language_of_a_real_pair(pair: tuple[str, str], capsys: Streams) -> None:
    assert main(["evaluate", *pair, "--lang", "fr"]) == ExitCode.DONE
    out = flat(capsys.readouterr().out)
    assert "Aucune des 4 lignes originales uniques ne figure à l’identique" in out
    assert f"2 lignes uniques sur 4 correspondent et le score est de 50,00{NO_BREAK}%." in out
    assert main(["columns", *pair, "--lang", "fr", "--format", "markdown"]) == ExitCode.DONE
    assert "la protection repose sur cette colonne" in capsys.readouterr().out


def test_without_lang_the_locale_decides_and_lang_wins(
    pair: tuple[str, str], capsys: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    for command in ("evaluate", "columns"):
        main([command, *pair])
        assert "Colonnes comparées" in capsys.readouterr().out
        main([command, *pair, "--lang", "en"])
        assert "Columns compared" in capsys.readouterr().out
    assert main(["evaluate", *pair, "--lang", "de"]) == ExitCode.USER


def test_json_is_english_in_every_language_and_warnings_are_the_readers(
    pair: tuple[str, str], capsys: Streams
) -> None:
    found = []
    for language in ("en", "fr"):
        assert main(["evaluate", *pair, "--format", "json", "--lang", language]) == ExitCode.DONE
        out, err = capsys.readouterr()
        found.append((json.loads(out), err))
    for key in ("findings", "columns", "score", "options"):
        assert found[0][0][key] == found[1][0][key]
    assert found[0][1].startswith("rdmp: warning: Column 'id' looks like an identifier")
    assert found[1][1].startswith(f"rdmp: avertissement{NO_BREAK}: La colonne 'id' ressemble")


def test_the_reason_of_the_gate_is_the_readers_and_errors_are_english(
    pair: tuple[str, str], capsys: Streams
) -> None:
    assert main(["evaluate", pair[0], pair[0], "--fail-under", "90", "--lang", "fr"]) == 1
    assert capsys.readouterr().err == "rdmp: le score de 0,00 est inférieur à --fail-under 90\n"
    assert main(["evaluate", pair[0], "no.csv", "--lang", "fr"]) == ExitCode.USER
    assert capsys.readouterr().err.startswith("rdmp: error: ")


# -- Markdown --------------------------------------------------------------------------------------

HOSTILE = (
    "pipe|and`backtick``",
    "<b>@alice</b> #1 *x* [y](z)",
    "line\nbreak",
    "trailing\\",
    "\u202eright to left",
    "",
    " b ",
    "`",
    "a\\|b",
    "~~gone~~ $x$",
)


def rendered_rows(report: str) -> list[list[str]]:
    """Render Markdown; return the cells of its table rows, as a reader sees them."""
    rows: list[list[str]] = []
    for token in MarkdownIt("commonmark").enable("table").enable("strikethrough").parse(report):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and token.level == 4:
            rows[-1].append("".join(one.content for one in token.children or ()))
    return rows


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", HOSTILE)
def test_rendered_tables_have_all_their_cells_and_names_are_code(
    name: str, language: Language
) -> None:
    evaluation = replace(EVALUATION, columns=(compared(name, f"{name}2"), compared("b")))
    rows = rendered_rows(markdown_report(evaluation, language=language))
    assert [len(row) for row in rows] == [3] * 9 + [3] * 5 + [5] * 3
    assert visible_name(name) in rows[-2][0]
    assert visible_name(f"{name}2") in rows[-2][0]
    assert rows[-2][2] == "BIGINT"


@pytest.mark.parametrize("name", HOSTILE)
def test_a_rendered_finding_reads_as_it_was_written(name: str) -> None:
    said = phrase("finding-columns-left-out", columns=quoted(name))
    found = Finding(code="columns-left-out", severity="note", columns=(name,), said=said)
    report = markdown_report(replace(EVALUATION, findings=(found,)))
    tokens = MarkdownIt("commonmark").enable("table").enable("strikethrough").parse(report)
    line = next(one for one in tokens if one.type == "inline" and "Left out" in one.content)
    kinds = {child.type for child in line.children or ()}
    assert kinds <= {"text", "strong_open", "strong_close", "text_special"}
    seen = "".join(child.content for child in line.children or ())
    assert f"Left out, as asked for: {quoted(name)}." in seen
