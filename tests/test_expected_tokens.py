"""What the first tokens let expect makes the pass over all of them cheaper, never different."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from test_random_text import FAMILIES

import rdmp
from rdmp import asking
from rdmp.alignment.facts import UNEXPECTED
from rdmp.alignment.questions import SHORTLY_TOLD, Question
from rdmp.syntax import DuckDBSyntax
from rdmp.templates import render

ODD = (
    "", "0", "1", "-1", "+1", "01", "1e5", "1E-5", ".5", "5.", "-.5", "1.50", "1.5", "0.0", "-0",
    "1234567890123456", "123456789012.3456", "1,5", "1 000", "nan", "inf", "-Infinity", "true",
    "TRUE", "True", "false", "t", "teal", "nickname", "grey", "é", " a", "a ", "12 Main St",
    "2020-02-29", "2021-02-29", "2020-1-1", "2020-01-01x", "10000-01-01", "-999-01-01", "infinity",
    "2020-01-01 10:00:00", "2020-01-01T10:00:00", "2020-01-01 10:00:00.5", "2020-01-01 24:00:00",
    "2020-01-01 10:00", "2020-01-01 10:00:00Z", "10000-01-01 00:00:00",
    "2020-01-01 10:00:00.123456", "2020-01-01 10:00:00.1234567", ":", "-", ".", "٣", "1\n",
)  # fmt: skip
TOKENS = sorted({*ODD, *(token for family in FAMILIES.values() for one in family for token in one)})


@pytest.mark.parametrize("decimal", [".", ","])
@pytest.mark.parametrize("count", range(1, len(SHORTLY_TOLD) + 1))
def test_a_short_test_gives_the_code_of_the_long_one_or_none(count: int, decimal: str) -> None:
    connection = duckdb.connect()
    connection.execute("create table token as select unnest(?) as c0", [[*TOKENS, None]])
    whole, expected = (_codes(connection, decimal, kinds) for kinds in ((), SHORTLY_TOLD[:count]))
    assert UNEXPECTED not in whole.values()
    differing = {token for token in whole if whole[token] != expected[token]}
    assert {expected[token] for token in differing} <= {UNEXPECTED}
    assert len(differing) < len(whole) - 1  # something was told by the short tests


def _codes(
    connection: duckdb.DuckDBPyConnection, decimal: str, kinds: tuple[int, ...]
) -> dict[str | None, int]:
    question = Question("original", "c0", "codes", (decimal,))
    facts = render(
        "facts",
        DuckDBSyntax(),
        relation="token",
        questions=(question,),
        expected={question: kinds} if kinds else {},
    ).sql
    each = facts.replace("count(*) as row_count,", "any_value(c0) as token,") + " group by c0"
    found: dict[str | None, int] = {}
    for token, codes in connection.execute(each).fetchall():
        (found[token],) = codes
    return found


@pytest.mark.parametrize(
    ("first", "last"),
    [("12", "012"), ("1.5", "x"), ("2020-01-01", "2020-01-01 10:00"), ("true", "T"), ("a", "7")],
)
def test_a_surprise_in_the_last_line_counts(
    first: str, last: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, avatar = tmp_path / "original.csv", tmp_path / "avatar.csv"
    original.write_text("a,b\n" + "".join(f"{first},{n}\n" for n in range(30)), encoding="utf-8")
    avatar.write_text("a,b\n" + f"{first},1\n" * 9 + f"{last},-5\n", encoding="utf-8")
    plain = rdmp.evaluate(original, avatar)
    monkeypatch.setattr(asking, "MANY_TOKENS", 0)
    monkeypatch.setattr(asking, "FIRST_ROWS", 3)
    found = rdmp.evaluate(original, avatar)
    assert (found.counts, found.columns, found.findings) == (
        plain.counts,
        plain.columns,
        plain.findings,
    )
    asked = [one for one in found.statements if one.name == "facts"]
    assert len(asked) == 5  # the first tokens and all of each side; once more for the surprise
