"""The page: all is escaped, nothing is loaded, no data is shown, and a browser is content."""

from __future__ import annotations

import csv
import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import rdmp
from rdmp.inputs import describe
from rdmp.report.html import html_report, several_report
from rdmp.report.html.candidates import candidates_picture
from rdmp.words import words_in

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SHARED = Path(__file__).resolve().parents[2] / "shared" / "realdata"
VALUE = "Marguerite Zzyzx"
TURNED = "\N{RIGHT-TO-LEFT OVERRIDE}"
HOSTILE = """<script>alert(1)</script>"'&{{ 7 * 7 }}""" + TURNED

Pair = tuple[rdmp.Evaluation, rdmp.Insight]
Many = tuple[tuple[rdmp.Evaluation, ...], rdmp.Insight]


class Elements(HTMLParser):
    """Every element of a page, with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """Return an original, an avatar that holds some of its rows, and a holdout."""
    folder = tmp_path_factory.mktemp("pair")
    draw = random.Random(1)  # noqa: S311 - invented records need a seed
    header = ["age", "sex", HOSTILE, "name"]

    def row(number: int) -> list[str]:
        return [str(draw.randint(18, 90)), draw.choice("fm"), f"{number % 7}", f"{VALUE} {number}"]

    original = [row(number) for number in range(200)]
    avatar = original[:12] + [row(number) for number in range(200, 380)]
    holdout = [row(number) for number in range(400, 500)]
    paths = []
    for name, rows in (("original", original), ("avatar", avatar), ("holdout", holdout)):
        paths.append(folder / f"{name} <b>.csv")
        with paths[-1].open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([header, *rows])
    return paths[0], paths[1], paths[2]


@pytest.fixture(scope="module")
def pair(sides: tuple[Path, Path, Path]) -> Pair:
    original, avatar, holdout = sides
    evaluation = rdmp.evaluate(original, avatar, holdout=holdout)
    return evaluation, rdmp.columns(original, avatar)


@pytest.fixture(scope="module")
def many(sides: tuple[Path, Path, Path]) -> Many:
    """Return two evaluations, of which the second is the better one, and its insight."""
    original, avatar, holdout = sides
    found = rdmp.evaluate_many(original, [avatar, holdout], holdout=holdout)
    return found, rdmp.columns(original, holdout)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_loads_nothing_and_runs_nothing(pair: Pair, language: Any) -> None:
    page = html_report(pair[0], insight=pair[1], language=language)
    for tag, attributes in Elements(page).found:
        assert tag not in {"script", "link", "iframe", "object", "img", "base", "form"}
        assert not {"src", "href", "action", "style", "xlink:href"} & attributes.keys()
        assert not any(name.startswith("on") for name in attributes)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy[1]
    assert re.findall(r"https?://[^\"' )]*", re.sub(r'xmlns(:xlink)?="[^"]*"', "", page)) == []


def test_names_are_shown_and_never_obeyed(pair: Pair) -> None:
    page = html_report(pair[0], insight=pair[1])
    assert "<script" not in page
    assert "<b>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "{{ 7 * 7 }}" in page
    assert TURNED not in page


def test_no_value_of_the_data_is_on_the_page(pair: Pair, sides: tuple[Path, Path, Path]) -> None:
    original, avatar, _ = sides
    inputs = describe([("original", original), ("avatar", avatar)])
    assert VALUE.split()[1] not in html_report(pair[0], insight=pair[1], inputs=inputs)


def test_the_page_says_what_the_evaluation_says(pair: Pair, sides: tuple[Path, Path, Path]) -> None:
    evaluation, insight = pair
    inputs = describe([("original", sides[0])])
    page = html_report(evaluation, insight=insight, inputs=inputs)
    assert evaluation.matched_rows == 12
    assert "94.00 %" in page
    assert "12 of 200" in page
    assert evaluation.coincidence is not None
    assert inputs[0].files[0].sha256 in page
    assert f"DuckDB {evaluation.versions['duckdb']}".lower() in page.lower()
    for statement in evaluation.statements[:3]:
        assert statement.sql.splitlines()[0] in page
    french = html_report(evaluation, language="fr")
    assert '<html lang="fr">' in french
    assert "94,00\N{NARROW NO-BREAK SPACE}%" in french or "94,00\N{NO-BREAK SPACE}%" in french
    assert "None of the" not in french


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_of_several_loads_nothing_and_obeys_no_name(many: Many, language: Any) -> None:
    page = several_report(many[0], insight=many[1], language=language)
    for tag, attributes in Elements(page).found:
        assert tag not in {"script", "link", "iframe", "object", "img", "base", "form"}
        assert not {"src", "href", "action", "style", "xlink:href"} & attributes.keys()
        assert not any(name.startswith("on") for name in attributes)
    assert re.findall(r"https?://[^\"' )]*", re.sub(r'xmlns(:xlink)?="[^"]*"', "", page)) == []
    assert "<script" not in page
    assert "<b>" not in page
    assert TURNED not in page
    assert VALUE.split()[1] not in page


def test_labels_of_a_picture_do_not_lie_over_one_another(many: Many) -> None:
    found, _ = many
    close = [replace(found[0], avatar=f"k{number}.csv") for number in range(1, 11)]
    page = several_report([*close, replace(found[1], avatar="k500.csv")])
    picture = page[page.index("<svg") : page.index("</svg>")]
    labels = re.findall(r">(\d+\.\d\d %)</text>", picture)
    assert sorted(labels) == ["100.00 %", "94.00 %"]
    assert 'aria-label="k1.csv: 94.00 %, k2.csv: 94.00 %' in page


@pytest.mark.parametrize("places", [(5.0, 10.0, 20.0), None])
def test_the_scores_of_several_are_told_apart_on_their_scale(
    pair: Pair, places: tuple[float, ...] | None
) -> None:
    some = [
        replace(pair[0], avatar=f"k{n}", counts=replace(pair[0].counts, matched_rows=30 // (n + 1)))
        for n in range(3)
    ]
    drawn = candidates_picture(words_in("en"), some, places).svg
    labels = re.findall(r">(\d+)</text>", drawn)
    assert {"80", "90", "100"} <= set(labels)  # scores from 85 %, and never from 0
    assert not {"0", "40", "60"} & set(labels)
    assert places is None or {"5", "10", "20"} <= set(labels)
    shown = ["85.00 %", "92.50 %", "95.00 %"] if places else ["95.00 %", "92.50 %", "85.00 %"]
    assert re.findall(r">([\d.]+ %)</text>", drawn) == shown


def test_a_quick_run_without_findings_has_a_page(tmp_path: Path) -> None:
    for name in ("o.csv", "a.csv"):
        (tmp_path / name).write_text("a,b\n1,2\n3,4\n", encoding="utf-8")
    found = rdmp.evaluate(tmp_path / "o.csv", tmp_path / "a.csv", quick=True)
    page = html_report(found)
    assert "0.00 %" in page
    assert "not counted" in page


def test_the_fingerprint_of_many_files_is_that_of_their_fingerprints(tmp_path: Path) -> None:
    for number in range(14):
        (tmp_path / f"{number:02}.csv").write_text(f"a\n{number}\n", encoding="utf-8")
    (described,) = describe([("original", tmp_path)])
    assert len(described.files) == 14
    assert len(described.sha256 or "") == 64
    assert described.sha256 not in {one.sha256 for one in described.files}
    assert described.size == sum(len(f"a\n{number}\n") for number in range(14))


# -- in a browser ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ],
        )
        yield opened
        opened.close()


REAL = ("mostlyai_census2k_flip30__without_fnlwgt", "wbcd_avatar_k20", "odi_hospital_correlated")


def _real(name: str) -> Pair:
    if not SHARED.is_dir():
        pytest.skip("../shared/realdata is not there")
    truth = {one["name"]: one for one in json.loads((SHARED / "truth.json").read_text())}[name]
    original, avatar = SHARED / truth["original"], SHARED / truth["avatar"]
    columns = truth["columns"]
    return (
        rdmp.evaluate(original, avatar, columns=columns),
        rdmp.columns(original, avatar, columns=columns),
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["made", "many", *REAL])
def test_a_browser_shows_the_page_without_a_fault(
    browser: Any, name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    path = tmp_path / "report.html"
    if name == "many":
        evaluations, insight = request.getfixturevalue("many")
        page = several_report(evaluations, insight=insight, language="fr")
    else:
        evaluation, insight = request.getfixturevalue("pair") if name == "made" else _real(name)
        page = html_report(evaluation, insight=insight, language="fr")
    path.write_text(page, encoding="utf-8")
    for width in (360, 1280):
        for scheme in ("light", "dark"):
            context = browser.new_context(
                viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True
            )
            shown, told, asked = _opened(context, path)
            assert told == []
            assert asked == [path.as_uri()]
            assert shown.evaluate("document.documentElement.scrollWidth") <= width
            assert _smallest_text(shown) >= 9
            found = axe.run(shown).response["violations"]
            assert [one for one in found if one["impact"] in {"serious", "critical"}] == []
            context.close()


@pytest.mark.slow
def test_the_content_security_policy_lets_the_page_look_as_it_should(
    browser: Any, pair: Pair, tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    path.write_text(html_report(pair[0], insight=pair[1]), encoding="utf-8")
    page, told, _ = _opened(browser.new_context(color_scheme="dark"), path)
    assert told == []
    colour: Callable[[str], str] = lambda selector: page.evaluate(  # noqa: E731
        "selector => getComputedStyle(document.querySelector(selector)).color", selector
    )
    assert colour("body") == "rgb(236, 238, 240)"
    pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
    assert 1 <= pages <= 2


def _opened(context: Any, path: Path) -> tuple[Any, list[str], list[str]]:
    page = context.new_page()
    told: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    return page, told, asked


def _smallest_text(page: Any) -> float:
    """Return the size in pixels of the smallest text that is seen, in pictures as well."""
    size: float = page.evaluate(
        """() => Math.min(...[...document.querySelectorAll('main *')]
            .filter(one => [...one.childNodes].some(
                child => child.nodeType === 3 && child.textContent.trim()))
            .filter(one => one.getClientRects().length && one.getAttribute('opacity') !== '0')
            .map(one => {
                const svg = one.closest('svg');
                const width = svg && svg.getBoundingClientRect().width;
                const scale = svg ? width / svg.viewBox.baseVal.width : 1;
                return parseFloat(getComputedStyle(one).fontSize) * scale;
            }))"""
    )
    return size
