"""The catalogue: both languages say the same, of what the code says, in each language's form."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import jinja2
import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from rdmp.words import LANGUAGES, Language, Phrase, listed, phrase, preferred, quoted, words_in

HOUSE = Path(__file__).resolve().parents[1] / "rdmp"
NO_BREAK, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"


SHARED = {"attacker-title-score", "several-score", "page-title", "page-options", "page-versions"}
"""Messages that read alike in both languages: a term, a name."""


PLURALS = {"zero", "one", "two", "few", "many", "other"}


# -- the two files ---------------------------------------------------------------------------------


class Parts(Visitor):
    """What a message is made of: its variables, its choices, its references, its text."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.choices: dict[str, set[str]] = {}
        self.references: list[str] = []
        self.texts: list[str] = []

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_SelectExpression(self, node: ftl.SelectExpression) -> None:  # noqa: N802
        assert isinstance(node.selector, ftl.VariableReference)
        keys = {one.key.name for one in node.variants if isinstance(one.key, ftl.Identifier)}
        if keys - PLURALS:
            self.choices.setdefault(node.selector.id.name, set()).update(keys)
        self.generic_visit(node)

    def visit_MessageReference(self, node: ftl.MessageReference) -> None:  # noqa: N802
        self.references.append(node.id.name)

    def visit_TermReference(self, node: ftl.TermReference) -> None:  # noqa: N802
        self.references.append(node.id.name)

    def visit_TextElement(self, node: ftl.TextElement) -> None:  # noqa: N802
        self.texts.append(node.value)


def parts(node: ftl.BaseNode) -> Parts:
    found = Parts()
    found.visit(node)
    return found


def source(language: Language) -> str:
    return (HOUSE / "words" / f"{language}.ftl").read_text(encoding="utf-8")


def read(language: Language) -> dict[str, ftl.Message]:
    body = FluentParser(with_spans=False).parse(source(language)).body
    assert not [entry.content for entry in body if isinstance(entry, ftl.Junk)]
    messages = [entry for entry in body if isinstance(entry, ftl.Message)]
    names = [message.id.name for message in messages]
    assert len(set(names)) == len(names)
    return dict(zip(names, messages, strict=True))


CATALOGUE: dict[Language, dict[str, ftl.Message]] = {
    language: read(language) for language in LANGUAGES
}
KEYS = sorted(set().union(*CATALOGUE.values()))


def test_both_languages_have_the_same_messages() -> None:
    assert CATALOGUE["en"].keys() == CATALOGUE["fr"].keys()


@pytest.mark.parametrize("key", KEYS)
def test_a_message_has_the_same_parts_and_variables_in_both_languages(key: str) -> None:
    english, french = (CATALOGUE[language][key] for language in LANGUAGES)
    assert (english.value is None) == (french.value is None)
    attributes = [
        {one.id.name: parts(one).variables for one in message.attributes}
        for message in (english, french)
    ]
    assert attributes[0] == attributes[1]
    values = [parts(message.value).variables for message in (english, french) if message.value]
    assert values[0] == values[-1]


@pytest.mark.parametrize("key", KEYS)
def test_what_english_tells_apart_french_tells_apart(key: str) -> None:
    english, french = (parts(CATALOGUE[language][key]).choices for language in LANGUAGES)
    for variable, chosen in english.items():
        assert french[variable] == chosen


def test_every_message_is_found_by_its_key_and_stands_by_itself() -> None:
    for language, messages in CATALOGUE.items():
        assert words_in(language).keys == messages.keys()
        for message in messages.values():
            assert parts(message).references == []


def test_french_is_never_the_english_sentence() -> None:
    same = {
        key
        for key in KEYS
        if parts(CATALOGUE["en"][key]).texts == parts(CATALOGUE["fr"][key]).texts
        and any(map(str.strip, parts(CATALOGUE["en"][key]).texts))
    }
    assert same == SHARED


# -- the code --------------------------------------------------------------------------------------

Use = tuple[str, str, frozenset[str]]


def said_in_code() -> Iterator[Use]:
    """Yield every message that the code says: where, which, with which variables."""
    for path in sorted(HOUSE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not speaks(node.func):
                continue
            where = f"{path.relative_to(HOUSE)}:{node.lineno}"
            first = node.args[0] if node.args else None
            assert isinstance(first, ast.Constant), (
                f"{where}: a key stands in full where it is said"
            )
            names = [keyword.arg for keyword in node.keywords]
            assert None not in names, f"{where}: variables are named one by one"
            yield where, str(first.value), frozenset(str(name) for name in names)
    for path in sorted(HOUSE.rglob("*.jinja")):
        for call in (
            jinja2.Environment(autoescape=True)
            .parse(path.read_text("utf-8"))
            .find_all(jinja2.nodes.Call)
        ):
            if isinstance(call.node, jinja2.nodes.Name) and call.node.name == "words":
                said = call.args[0]
                assert isinstance(said, jinja2.nodes.Const)
                where = f"{path.relative_to(HOUSE)}:{call.lineno}"
                yield where, str(said.value), frozenset(one.key for one in call.kwargs)


def speaks(function: ast.expr) -> bool:
    match function:
        case ast.Name(id="phrase" | "words"):
            return True
        case ast.Name(id="self"):  # the catalogue itself
            return True
        case ast.Attribute(attr="words"):
            return True
        case _:
            return False


USES = list(said_in_code())


def test_the_code_says_messages_of_the_catalogue_with_their_variables_and_no_others() -> None:
    assert len(USES) > 100
    for where, key, variables in USES:
        assert key in CATALOGUE["en"], f"{where}: no message {key}"
        assert variables == parts(CATALOGUE["en"][key]).variables, f"{where}: {key}"


def test_what_the_code_chooses_is_a_choice_of_the_message() -> None:
    checked = 0
    for path in sorted(HOUSE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and speaks(node.func)):
                continue
            choices = parts(CATALOGUE["en"][str(getattr(node.args[0], "value", ""))]).choices
            for keyword in node.keywords:
                if keyword.arg not in choices:
                    continue
                value = keyword.value
                ends = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
                for end in ends:
                    if isinstance(end, ast.Constant):
                        assert end.value in choices[keyword.arg], f"{path}:{node.lineno}"
                        checked += 1
    assert checked > 10


def test_every_message_of_the_catalogue_is_said_somewhere() -> None:
    assert set(KEYS) - {key for _, key, _ in USES} == set()


def finding_codes() -> dict[str, set[str]]:
    """Return every code of a finding, with the messages that are said under it."""
    found: dict[str, set[str]] = {}
    for path in sorted(HOUSE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id != "Finding":
                continue
            given = {keyword.arg: keyword.value for keyword in node.keywords}
            code, said = given["code"], given["said"]
            assert isinstance(code, ast.Constant)
            assert isinstance(said, ast.Call)
            key = said.args[0]
            assert isinstance(key, ast.Constant)
            found.setdefault(str(code.value), set()).add(str(key.value))
    return found


def test_every_finding_is_said_in_both_languages_under_its_code() -> None:
    codes = finding_codes()
    assert len(codes) >= 20
    for code, keys in codes.items():
        for key in keys:
            assert key.startswith(f"finding-{code}"), code
            for language in LANGUAGES:
                assert CATALOGUE[language][key].value is not None, key


# -- the form --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_french_has_the_spaces_and_apostrophes_of_french(key: str) -> None:
    for text in parts(CATALOGUE["fr"][key]).texts:
        # Options, clock times and the sign for no name are written as they are typed.
        plain = re.sub(r"--[a-z-]+|\d+:\d\d(:\d\d)?|'\"\"'", "", text)
        assert "'" not in plain
        assert '"' not in plain
        assert not re.search(rf"[^{NARROW}][;!?]", plain), plain
        assert not re.search(rf"[^{NO_BREAK}][:%»]", plain), plain
        assert not re.search(rf"«[^{NO_BREAK}]", plain), plain
        assert not re.search(r"\d (octets|bits|chiffres|mois|jours)", plain), plain


def test_numbers_have_the_form_of_the_language() -> None:
    english, french = words_in("en"), words_in("fr")
    assert english.number(1234567) == "1,234,567"
    assert french.number(1234567) == f"1{NARROW}234{NARROW}567"
    assert english.percent(Decimal("95.00")) == "95.00 %"
    assert french.percent(Decimal("95.00")) == f"95,00{NO_BREAK}%"
    assert french.percent(5) == f"5{NO_BREAK}%"
    for value, said in (("1.50", "+1,50"), ("-0.30", "-0,30"), ("0.00", "+0,00")):
        assert french.number(Decimal(value), signed=True) == said


def test_a_decimal_is_shown_with_all_its_digits_and_is_never_rounded() -> None:
    for language in LANGUAGES:
        shown = words_in(language).number(Decimal("99.9999999999"))
        assert shown.replace(",", ".") == "99.9999999999"


def test_plurals_are_those_of_the_language() -> None:
    english, french = words_in("en"), words_in("fr")
    one, two = (phrase("meaning-none", unique=count) for count in (1, 2))
    assert english.say(one).startswith("The only unique original record does not")
    assert english.say(two).startswith("None of the 2 unique original records stands")
    assert french.say(one).startswith("La seule ligne originale unique ne figure pas")
    assert french.say(two).startswith("Aucune des 2 lignes originales uniques ne figure")
    # French counts none in the singular, English in the plural.
    none = {"rows": 9, "unique": 5, "matched": 0, "columns": 2}
    assert "dont 0 figure à" in french("insight-meaning", **none)
    assert "0 of these stand" in english("insight-meaning", **none)


def test_names_are_listed_a_dozen_at_most() -> None:
    names = [quoted(f"c{place}") for place in range(15)]
    said = [words_in(one).list(listed(names)) for one in LANGUAGES]
    assert said[0].endswith("'c11' and 3 more")
    assert said[1].endswith("'c11' et 3 de plus")
    assert words_in("fr").list(listed(names[:2])) == "'c0', 'c1'"


def test_phrases_inside_a_phrase_are_said_in_the_same_language() -> None:
    inner = (phrase("tokens-dates"), phrase("tokens-nan"), phrase("tokens-text"))
    assert words_in("en").join(inner) == "dates and 'nan' and other text"
    said = words_in("fr").say(phrase("how-read-from-text", how=phrase("how-dates")))
    assert said == "comme dates, à partir du texte"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_of_any_length_and_any_letters_can_be_said(language: Language) -> None:
    words = words_in(language)
    for name in ("x" * 10_000, "\U000e0001" * 500, "{ $column }", "", "a\nb", "%s {0}"):
        said = phrase("finding-nan-as-missing", column=quoted(name))
        assert quoted(name) in words.say(said)
    many = listed(quoted("\U000e0001" * 500) for _ in range(2_000))
    assert "…" in words.say(phrase("finding-columns-left-out", columns=many))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_said_is_an_error_and_never_another_language(language: Language) -> None:
    words = words_in(language)
    with pytest.raises(LookupError):
        words.say(Phrase("no-such-message"))
    with pytest.raises(LookupError, match="below-limit"):
        words.say(Phrase("below-limit", (("limit", "90"),)))


def test_a_message_holds_no_line_break() -> None:
    for language in LANGUAGES:
        assert "\n" not in words_in(language)("scope")


# -- the language of the reader --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "FR-CA"}, "fr"),
        ({"LANG": "fr.UTF-8"}, "fr"),
        ({"LANG": "fr@euro"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fra"}, "en"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_BE", "LANG": "en_GB"}, "fr"),
        ({"LC_MESSAGES": "en_GB", "LANG": "fr_FR"}, "en"),
    ],
)
def test_the_locale_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert preferred(environment) == language


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["evaluate", "--help"]])
def test_help_does_not_wait_for_the_catalogue(arguments: list[str]) -> None:
    program = (
        "import sys; from rdmp.cli.app import main; "
        f"code = main({arguments!r}); "
        "assert not {'fluent', 'babel', 'rdmp.words.catalogue'} & set(sys.modules); sys.exit(code)"
    )
    done: Any = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
