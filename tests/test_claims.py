"""A pattern that all lines match tells of tokens what a look at each of them would have told."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_random_text import FAMILIES, Cells, judge_text_pair, text_pairs

import rdmp
from rdmp import asking, plans
from rdmp.alignment.claims import claim
from rdmp.alignment.facts import BIT, NUMBERS, TRUTH, TokenFacts
from rdmp.alignment.questions import SHORTLY_TOLD, Question
from rdmp.engines.duckdb.text import DelimitedSource
from rdmp.patterns import MEANT
from rdmp.seam import Statement
from rdmp.syntax import DuckDBSyntax
from rdmp.templates import render

PLAIN = {
    "whole": ("0", "7", "-12", "123456789012345", "40", "1"),
    "bits": ("0", "1"),
    "clean": ("1.5", "-0.25", "12.125", "0.1", "99999.5"),
    "pandas": ("1.0", "2.5", "-3.0", "100.25", "0.0"),
    "money": ("1.50", "2.05", "10.00", "0.99"),
    "mixed": ("1", "2.5", "-3"),
    "long": ("0.12345678901", "0.5"),
    "date": ("2024-02-29", "1999-12-31", "2023-02-28", "2000-02-29"),
    "clock": ("2024-01-01 10:00:00", "2024-12-31 23:59:59"),
    "minute": ("2024-01-01 10:00", "2024-12-31 23:59"),
    "fine": ("2024-01-01 10:00:00.123456", "2024-01-01 10:00:00.000001"),
    "tea": ("2024-01-01T10:00:00", "2024-02-29T00:00:00"),
    "days": ("2024-01-01 10:00:00", "2024-01-01"),
    "true": ("true", "false"),
    "True": ("True", "False"),
    "TRUE": ("TRUE", "FALSE"),
    "truths": ("True", "false", "TRUE"),
    "word": ("grey", "Ward", "é", "place 61", "t", "nano", "infer", "falsetto", "truer"),
    "semicolon": (";", "a;b", "|"),
}
ALPHABETS = (
    "0123456789",
    "0019-.",
    "01-.",
    "12e-+.5",
    "0123-",
    "0123:- T.",
    "truefalsnaiy",
    "TRUEFALSNAIYtruefalsnaiy ",
    "a:;é|@x,\"' ",
)


def tokens() -> list[str]:
    """Return tokens of every kind, and what is nearly one."""
    chosen = random.Random(12)  # noqa: S311
    found = {*MEANT, *(word.upper() for word in MEANT), *(word.title() for word in MEANT)}
    found |= {token for family in FAMILIES.values() for one in family for token in one}
    found |= {token for family in PLAIN.values() for token in family}
    for token in sorted(found):  # one character more, less, or another one
        for place in range(len(token) + 1):
            for character in "059-.: Tey":
                found.add(token[:place] + character + token[place:])
                found.add(token[:place] + character + token[place + 1 :])
            found.add(token[:place] + token[place + 1 :])
    for alphabet in ALPHABETS:
        for _ in range(1_500):
            found.add("".join(chosen.choices(alphabet, k=chosen.randint(1, 17))))
    days = (f"{year:04}-{month:02}-{day:02}" for year in (0, 4, 900, 1000, 1700, 1900, 1996, 2000,
            2001, 2100, 2400, 2999, 3000) for month in range(14) for day in range(33))  # fmt: skip
    return sorted(one for one in {*found, *days} if one and not set(one) & set('"\r\n'))


@pytest.fixture(scope="module")
def connection() -> duckdb.DuckDBPyConnection:
    opened = duckdb.connect()
    opened.execute("create table token as select unnest(?) as c0", [tokens()])
    return opened


def coded(connection: duckdb.DuckDBPyConnection, table: str, *, shortly: bool) -> dict[str, int]:
    """Return the code of every token of a table."""
    question = Question("original", "c0", "codes", (".",))
    expected = {question: SHORTLY_TOLD} if shortly else {}
    facts = render(
        "facts", DuckDBSyntax(), relation=table, questions=(question,), expected=expected
    ).sql
    each = facts.replace("count(*) as row_count,", "any_value(c0) as token,") + " group by c0"
    return {token: next(iter(codes)) for token, codes in connection.execute(each).fetchall()}


@pytest.fixture(scope="module")
def codes(connection: duckdb.DuckDBPyConnection) -> dict[str, int]:
    return coded(connection, "token", shortly=False)


def seen(connection: duckdb.DuckDBPyConnection, some: Iterable[str]) -> dict[int, int]:
    """Return the codes of a few tokens as a look at the first rows tells them."""
    connection.execute("create or replace table few as select unnest(?) as c0", [list(some)])
    return dict.fromkeys(coded(connection, "few", shortly=True).values(), 1)


@pytest.mark.parametrize("delimiter", [",", ";"])
@pytest.mark.parametrize("name", PLAIN)
def test_what_a_claimed_pattern_lets_through_has_the_facts_that_are_claimed(
    connection: duckdb.DuckDBPyConnection, codes: dict[str, int], name: str, delimiter: str
) -> None:
    some = seen(connection, PLAIN[name])
    made = claim(some)
    assert made is not None
    claimed, told = TokenFacts(made.codes), TokenFacts(some)
    assert (claimed.kinds, claimed.spelling, claimed.places) == (
        told.kinds,
        told.spelling,
        told.places,
    )
    assert claimed.whole >= told.whole
    pattern = made.pattern.field(delimiter)
    found = connection.execute(
        "select c0 from token where regexp_full_match(c0, $1)", [pattern]
    ).fetchall()
    quoted = connection.execute(
        "select c0 from token where regexp_full_match('\"' || c0 || '\"', $1)", [pattern]
    ).fetchall()
    fits = {token for (token,) in found}
    own = {token for token in PLAIN[name] if delimiter not in token}
    assert own <= fits <= {token for (token,) in quoted}
    assert not any(delimiter in token for token in fits)
    for (token,) in quoted:
        facts = TokenFacts({codes[token]: 1})
        if claimed.kinds - {BIT} & NUMBERS:
            assert facts.kinds <= claimed.kinds | {BIT}, token
        else:
            assert facts.kinds <= claimed.kinds, token
        assert facts.spelling <= claimed.spelling, token
        assert facts.whole <= claimed.whole, token
        assert facts.places <= claimed.places, token
        assert facts.fits_double, token
    # Something that was not seen is let through as well.
    assert fits - own or claimed.kinds <= {BIT, TRUTH}


def test_an_empty_field_fits_every_pattern(connection: duckdb.DuckDBPyConnection) -> None:
    for some in PLAIN.values():
        made = claim(seen(connection, some))
        assert made is not None
        for field in ("", '""'):
            matches = "select regexp_full_match($1, $2)"
            assert connection.execute(matches, [field, made.pattern.field(",")]).fetchone() == (
                True,
            )


@pytest.mark.parametrize(
    "some",
    [
        ("1", "a"),
        ("12", "012"),
        ("1", "true"),
        (".5", "1.5"),
        ("1e5",),
        ("1234567890123456",),
        ("0.12345678901234567",),
        ("nan", "1.5"),
        ("2024-01-01 10:00:00Z",),
        ("2024-01-01", "1"),
        ("12/05/2024",),
        (),
    ],
)
def test_nothing_is_claimed_of_kinds_that_are_mixed_or_have_no_short_pattern(
    connection: duckdb.DuckDBPyConnection, some: tuple[str, ...]
) -> None:
    connection.execute("create or replace table few as select unnest(?::varchar[]) as c0", [some])
    found = coded(connection, "few", shortly=True)
    assert claim(dict.fromkeys(found.values(), 1)) is None


def pair(folder: Path, chosen: random.Random) -> tuple[Path, Path]:
    """Write a pair of text files, some tokens of which are of another kind than the first ones."""
    families = [PLAIN[chosen.choice(list(PLAIN))] for _ in range(3)]
    odd = [chosen.choice(["", "", "7", "x", "1.25", "2024-01-01", "true", "nan", "007", "1e5"])]
    sides = folder / "original.csv", folder / "avatar.csv"
    for side in sides:
        with side.open("w", newline="", encoding="utf-8") as file:
            written = csv.writer(
                file, quoting=chosen.choice([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]), lineterminator="\n"
            )
            written.writerow(["a", "b", "c"])
            for row in range(12):
                values = [chosen.choice(family) for family in families]
                if row > 8 and chosen.random() < 0.2:
                    values[chosen.randrange(3)] = odd[0]
                written.writerow(values)
    return sides


def lines_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the lines of every file held against patterns."""
    monkeypatch.setattr(asking, "MANY_TOKENS", 0)
    monkeypatch.setattr(asking, "FIRST_ROWS", 6)
    monkeypatch.setattr(asking, "WORTH_A_PATTERN", 1)


def test_lines_and_tokens_give_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int | None] = []
    tell = asking._matching

    def noting(*arguments: Any) -> int | None:
        told.append(tell(*arguments))
        return told[-1]

    monkeypatch.setattr(asking, "_matching", noting)
    for seed in range(60):
        sides = pair(tmp_path, random.Random(seed))  # noqa: S311
        plain = outcome(*sides)
        with monkeypatch.context() as patched:
            lines_first(patched)
            assert outcome(*sides) == plain, seed
    assert told.count(12) > 30  # lines that matched
    assert told.count(None) > 5  # and lines that did not


def outcome(original: Path, avatar: Path) -> object:
    try:
        found = rdmp.evaluate(original, avatar, second_look="never")
    except rdmp.RdmpError as error:
        return str(error)
    return found.counts, found.columns, found.findings


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(pair=text_pairs(), quoted=st.booleans())
def test_random_text_is_counted_as_the_rules_say_by_its_lines(
    pair: tuple[list[Cells], list[Cells]], *, quoted: bool
) -> None:
    with pytest.MonkeyPatch.context() as patched:
        lines_first(patched)
        patched.setattr(asking, "FIRST_ROWS", 2)
        judge_text_pair(pair, quoted=quoted, null=set())


def big(path: Path, rows: range) -> Path:
    lines = (f"{n},w{n % 7},{n / 4},2024-01-{n % 28 + 1:02}" for n in rows)
    path.write_text("a,b,c,d\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    lines_first(monkeypatch)
    monkeypatch.setattr(plans.choice, "SMALL", 0)
    return big(tmp_path / "original.csv", range(200)), big(tmp_path / "avatar.csv", range(190, 400))


def test_lines_that_match_are_not_counted_apart(sides: tuple[Path, Path]) -> None:
    found = rdmp.evaluate(*sides)
    assert (found.counts.original_rows, found.counts.matched_rows) == (200, 10)
    asked = [one.sql for one in found.statements if one.name == "facts"]
    assert len(asked) == 2  # the first rows of each side
    names = [one.name for one in found.statements]
    assert names.count("match_delimited") == 2
    assert "table candidate_key" in names


@pytest.mark.parametrize("keywords", [{}, {"quick": True}])
@pytest.mark.parametrize("least", [0.5, 2.0], ids=["pruned", "definition"])
def test_rows_that_are_lost_after_the_lines_matched_are_noticed(
    sides: tuple[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
    least: float,
    keywords: dict[str, Any],
) -> None:
    monkeypatch.setattr(plans.choice, "MOSTLY_REPEATED", least)
    statement = DelimitedSource.statement

    def losing(self: DelimitedSource, syntax: DuckDBSyntax) -> Statement:
        """Read as the parallel reader does that is misled: fewer rows, and no error."""
        found = statement(self, syntax)
        return replace(found, sql=found.sql + " limit 150") if self.parallel else found

    monkeypatch.setattr(DelimitedSource, "statement", losing)
    monkeypatch.setattr("rdmp.engines.duckdb.delimited.is_read_right_in_parallel", lambda *_: False)
    found = rdmp.evaluate(*sides, **keywords)
    assert (found.counts.original_rows, found.counts.matched_rows) == (200, 10)


def test_rows_that_differ_for_good_are_an_error(
    sides: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DelimitedSource, "confirm", lambda *_: True)
    statement = DelimitedSource.statement

    def losing(self: DelimitedSource, syntax: DuckDBSyntax) -> Statement:
        found = statement(self, syntax)
        return replace(found, sql=found.sql + " limit 150")

    monkeypatch.setattr(DelimitedSource, "statement", losing)
    with pytest.raises(rdmp.EngineError, match=r"had 2[01]0 rows in one pass and 150 in another"):
        rdmp.evaluate(*sides)


def test_a_line_is_no_record_where_a_field_goes_on_in_the_next_one(
    sides: tuple[Path, Path],
) -> None:
    original, avatar = sides
    rows = [f'{n},"one\ntwo",{n / 4},2024-01-01' for n in range(40)]
    for side in (original, avatar):
        side.write_text("a,b,c,d\n" + "\n".join(rows) + "\n", encoding="utf-8")
    found = rdmp.evaluate(original, avatar)
    assert (found.counts.original_rows, found.counts.matched_rows) == (40, 40)


def test_part_files_that_order_their_columns_otherwise_are_held_to_the_same_patterns(
    sides: tuple[Path, Path], tmp_path: Path
) -> None:
    original, avatar = sides
    (tmp_path / "parts").mkdir()
    lines = original.read_text(encoding="utf-8").splitlines()
    turned = [",".join(line.split(",")[::-1]) for line in lines]
    (tmp_path / "parts" / "1.csv").write_text("\n".join(lines[:100]) + "\n", encoding="utf-8")
    rest = [turned[0], *turned[100:]]
    (tmp_path / "parts" / "2.csv").write_text("\n".join(rest) + "\n", encoding="utf-8")
    found = rdmp.evaluate(tmp_path / "parts", avatar)
    assert (found.counts.original_rows, found.counts.matched_rows) == (200, 10)
    assert sum(one.name == "facts" for one in found.statements) == 2


def test_a_missing_token_of_the_users_is_looked_at_token_by_token(
    sides: tuple[Path, Path],
) -> None:
    original, avatar = sides
    text = original.read_text(encoding="utf-8")
    original.write_text(text + "NA,NA,NA,NA\n", encoding="utf-8")
    found = rdmp.evaluate(original, avatar, null=["NA"])
    assert (found.counts.original_rows, found.counts.matched_rows) == (201, 10)
    assert sum(one.name == "facts" for one in found.statements) > 2


def test_lines_of_very_many_fields_are_looked_at_token_by_token(
    sides: tuple[Path, Path],
) -> None:
    for side in sides:
        header, *rows = side.read_text(encoding="utf-8").splitlines()
        wide = [",".join(f"{name}{n}" for n in range(11) for name in header.split(","))]
        wide += [",".join([row] * 11) for row in rows]
        side.write_text("\n".join(wide) + "\n", encoding="utf-8")
    found = rdmp.evaluate(*sides)
    assert (found.counts.original_rows, found.counts.matched_rows) == (200, 10)
    assert not any(one.name == "match_delimited" for one in found.statements)


@pytest.mark.parametrize("delimiter", [" ", ":", "-"])
def test_a_separator_that_may_stand_in_a_value_has_no_pattern(
    sides: tuple[Path, Path], delimiter: str
) -> None:
    for side in sides:
        text = side.read_text(encoding="utf-8").replace("-", "")
        side.write_text(text.replace(",", delimiter), encoding="utf-8")
    found = rdmp.evaluate(*sides, delimiter=delimiter)
    assert (found.counts.original_rows, found.counts.matched_rows) == (200, 10)
    assert sum(one.name == "facts" for one in found.statements) == 4
