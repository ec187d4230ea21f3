"""Never a bare 100 %: each finding appears where it must, and nowhere else (rules 16 and 17)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pandas as pd
import pyarrow as pa
import pytest

from rdmp import evaluate
from rdmp.cli.options import Shared
from rdmp.errors import OptionError
from rdmp.findings import kept
from rdmp.options import Keywords
from rdmp.result import Evaluation, Finding

REAL = Path(__file__).resolve().parents[2] / "shared" / "realdata"
real = pytest.mark.skipif(not REAL.is_dir(), reason="../shared is not beside this checkout")

Table = Mapping[str, Any]


def look(original: Table, avatar: Table, **keywords: Any) -> Evaluation:
    """Evaluate two tables."""
    return evaluate(pa.table(dict(original)), pa.table(dict(avatar)), **keywords)


def texts(folder: Path, original: str, avatar: str, **keywords: Any) -> Evaluation:
    """Evaluate two text files."""
    (folder / "original.csv").write_text(original, encoding="utf-8")
    (folder / "avatar.csv").write_text(avatar, encoding="utf-8")
    return evaluate(folder / "original.csv", folder / "avatar.csv", **keywords)


def only(evaluation: Evaluation, code: str) -> Finding:
    """Return the one finding of a code."""
    found = [finding for finding in evaluation.findings if finding.code == code]
    assert len(found) == 1, evaluation.findings
    return found[0]


def codes(evaluation: Evaluation) -> list[str]:
    """Return the codes of all findings."""
    return [finding.code for finding in evaluation.findings]


def people(rows: int, seed: int = 0) -> dict[str, Any]:
    """Return a table of people that are unique by and large."""
    chance = random.Random(seed)  # noqa: S311 - invented records
    return {
        "age": [chance.randrange(18, 95) for _ in range(rows)],
        "city": [chance.choice(["Apt", "Gap", "Die", "Sète", "Nîmes"]) for _ in range(rows)],
        "income": [chance.randrange(10_000, 90_000) for _ in range(rows)],
    }


def numbered(table: Table, name: str, values: Sequence[Any]) -> dict[str, Any]:
    """Add a column."""
    return {name: values, **table}


# -- rule 16: unique rows, and what was left out -----------------------------------------------


def test_an_original_without_unique_rows_is_told_that_the_score_says_nothing() -> None:
    twice = {"age": [31, 45, 62] * 2}
    found = only(look(twice, {"age": [31, 45, 62]}), "no-unique-row")
    assert found.severity == "warning"
    assert "unique" in found.message


def test_unique_rows_under_one_percent_are_told_with_the_lowest_score() -> None:
    original = {"age": [30, 40] * 150 + [50]}
    found = only(look(original, {"age": [30]}), "few-unique-rows")
    assert "1 of 301" in found.message
    assert "99.66 %" in found.message


def test_one_percent_of_unique_rows_is_enough() -> None:
    original = {"age": [30, 40] * 99 + [50, 60]}
    assert codes(look(original, {"age": [50, 60]})) == []


def test_unique_rows_that_were_not_counted_are_not_judged() -> None:
    assert codes(look({"age": [1, 1]}, {"age": [1]}, quick=True)) == []


def test_columns_that_an_option_leaves_out_are_noted() -> None:
    table = people(20)
    found = only(look(table, table, exclude=["age"]), "columns-left-out")
    assert found.severity == "note"
    assert found.columns == ("age",)
    found = only(look(table, numbered(table, "extra", [1] * 20), columns=["city"]), found.code)
    assert set(found.columns) == {"age", "income", "extra"}


def test_nothing_is_noted_where_the_options_leave_nothing_out() -> None:
    table = people(20)
    assert codes(look(table, table, columns=list(table))) == []


# -- rule 17 a: identifiers --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "original", "avatar"),
    [
        ("patient_id", range(1, 41), range(900_001, 900_041)),
        ("dossier", range(1, 41), range(900_001, 900_041)),
        ("file", [f"P{7 * i:05}" for i in range(40)], [f"S{i}" for i in range(40)]),
        ("row", range(40), [(7 * i) % 40 for i in range(40)]),
        ("id", [float(i) for i in range(40)], [float(i + 500) for i in range(40)]),
        ("key", [7 * i * i + 3 for i in range(40)], [7 * i * i + 5 for i in range(40)]),
    ],
)
def test_an_identifier_is_named_with_the_counts_without_it(
    name: str, original: Sequence[Any], avatar: Sequence[Any]
) -> None:
    table = people(40)
    pair = numbered(table, name, list(original)), numbered(table, name, list(avatar))
    found = only(look(*pair), "identifier")
    assert found.severity == "warning"
    assert found.columns == (name,)
    assert "40 of 40 unique rows match" in found.message
    assert found.remedy is not None
    assert f"--exclude {name}" in found.remedy


def test_identifiers_that_hide_copies_only_together_are_named_together() -> None:
    table = people(40)
    pair = [
        numbered(numbered(table, "id", range(a, a + 40)), "uuid", [f"{a}-{i}" for i in range(40)])
        for a in (0, 100)
    ]
    found = only(look(*pair), "identifier")
    assert set(found.columns) == {"id", "uuid"}
    assert found.remedy is not None
    assert "--exclude uuid,id" in found.remedy


def test_a_row_number_without_a_name_is_an_identifier(tmp_path: Path) -> None:
    frame = pd.DataFrame(people(30))
    frame.to_csv(tmp_path / "o.csv")
    frame.set_axis(range(700, 730)).to_csv(tmp_path / "a.csv")
    found = only(evaluate(tmp_path / "o.csv", tmp_path / "a.csv"), "identifier")
    assert found.columns == ("",)
    assert "--exclude '\"\"'" in (found.remedy or "")


def test_an_identifier_that_hides_nothing_is_a_note() -> None:
    original = numbered(people(40, 1), "id", range(40))
    avatar = numbered(people(40, 2), "id", range(100, 140))
    found = only(look(original, avatar), "identifier")
    assert found.severity == "note"


def test_distinct_measures_are_no_identifiers() -> None:
    chance = random.Random(5)  # noqa: S311 - invented records
    tables = []
    for _ in range(2):
        table: dict[str, Any] = {"sex": [chance.choice("FM") for _ in range(60)]}
        table |= {"weight": [chance.gauss(70, 9) for _ in range(60)]}
        table |= {"seen": [pd.Timestamp(chance.randrange(2**50), unit="us") for _ in range(60)]}
        tables.append(table)
    assert codes(look(*tables)) == []


def test_a_sparse_measure_of_whole_numbers_is_no_identifier() -> None:
    chance = random.Random(6)  # noqa: S311 - invented records
    tables: list[dict[str, Any]] = []
    for side in range(2):
        income = [2 * n + side for n in chance.sample(range(5_000, 45_000), 60)]
        tables.append({"income": income, "age": [chance.randrange(18, 90) for _ in range(60)]})
    assert codes(look(*tables)) == []


def test_distinct_texts_that_match_are_no_identifiers() -> None:
    table = numbered(people(20), "name", [f"N{i}" for i in range(20)])
    assert codes(look(table, table, second_look="always")) == []


# -- rule 17 b: near matches -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("original", "avatar", "words"),
    [
        (["Apt", "Gap", "Die"], ["Apt  ", "Gap\t", "\u00a0Die"], "blanks"),
        (["Zoé", "Sète", "Ann"], ["Zoe\u0301", "Se\u0300te", "Ann"], "Unicode"),
        (["Apt", "Gap", "Die"], ["APT", "gap", "DIE"], "case"),
        (["", "", "late"], [None, None, "late"], "missing"),
        (["1", "2.50", "n/a"], ["1.0", "2.5", "n/a"], "numbers"),
        ([0.3, 0.6, 1.1], [0.1 + 0.2, 0.6000000000000001, 1.1 + 1e-13], "9 significant"),
    ],
)
def test_rows_that_match_but_for_their_spelling_are_counted(
    original: Sequence[Any], avatar: Sequence[Any], words: str
) -> None:
    keys = [1, 2, 3]
    found = only(look({"k": keys, "v": original}, {"k": keys, "v": avatar}), "near-match")
    assert found.columns == ("v",)
    assert "3 unique rows would match" in found.message
    assert words in found.message


def test_near_matches_in_several_columns_are_counted_together() -> None:
    original = {"city": ["Apt", "Gap"], "name": ["Ann", "Bob"], "k": [1, 2]}
    avatar = {"city": ["Apt ", "Gap "], "name": ["ANN", "BOB"], "k": [1, 2]}
    found = only(look(original, avatar), "near-match")
    assert found.columns == ("city", "name")
    assert "blanks around a value were ignored in 'city'" in found.message
    assert "case were taken as one in 'name'" in found.message


def test_near_matches_behind_an_identifier_are_found() -> None:
    table = people(30)
    padded = {**table, "city": [f"{city} " for city in table["city"]]}
    pair = numbered(table, "id", range(30)), numbered(padded, "id", range(100, 130))
    found = only(look(*pair), "near-match")
    assert found.columns == ("city",)
    assert "30 unique rows would match instead of 0" in found.message
    assert "'id' left out" in found.message


def test_a_stray_token_among_numbers_is_told_with_the_counts(tmp_path: Path) -> None:
    one = "k,pay\n" + "".join(f"{i},{100 + i}.0\n" for i in range(9)) + "9,N\n"
    other = "k,pay\n" + "".join(f"{i},{100 + i}\n" for i in range(9)) + "9,N\n"
    found = only(texts(tmp_path, one, other), "near-match")
    assert found.columns == ("pay",)
    assert "10 unique rows would match instead of 1" in found.message
    assert "--null" in (found.remedy or "")
    assert "N'" not in found.message


def test_codes_that_only_look_like_numbers_are_no_near_match() -> None:
    original = {"v": ["1E5", "2E5"], "k": [1, 2]}
    assert codes(look(original, {"v": ["100000", "200000"], "k": [1, 2]})) == []


def test_whole_numbers_beyond_a_double_are_no_near_match() -> None:
    original = {"v": [2**53 + 1, 2**53 + 3], "k": [1, 2]}
    avatar = {"v": [float(2**53), float(2**53 + 4)], "k": [1, 2]}
    assert codes(look(original, avatar)) == []


def test_floats_that_differ_in_a_written_digit_are_no_near_match() -> None:
    original = {"v": [0.12345678, 0.22345678], "k": [1, 2]}
    assert codes(look(original, {"v": [0.12345679, 0.22345679], "k": [1, 2]})) == []


# -- columns that share no value ----------------------------------------------------------------


def test_dates_in_another_spelling_are_told() -> None:
    days = [f"{i:02}" for i in range(1, 29)]
    original = {"seen": [f"{day}/02/2024" for day in days], "k": list(range(28))}
    avatar = {"seen": [f"2024-02-{day}" for day in days], "k": list(range(28))}
    found = only(look(original, avatar), "no-shared-value")
    assert found.columns == ("seen",)
    assert "dates" in found.message


def test_codes_of_another_coding_are_told() -> None:
    table = people(40)
    pair = [numbered(table, "sex", [coding[i % 2] for i in range(40)]) for coding in ("FM", "12")]
    found = only(look(*pair), "no-shared-value")
    assert found.columns == ("sex",)


def test_float_noise_is_told_even_where_no_row_matches() -> None:
    one, other = people(40, 1), people(40, 2)
    ratios = [i / 10 + 0.05 for i in range(40)]
    noisy = [ratio * (1 + 3e-14) + 1e-14 for ratio in ratios]
    found = only(look(numbered(one, "r", ratios), numbered(other, "r", noisy)), "no-shared-value")
    assert found.columns == ("r",)
    assert "9 significant digits" in found.message


def test_synthetic_rows_that_share_no_measure_have_no_finding() -> None:
    chance = random.Random(7)  # noqa: S311 - invented records
    tables = [
        {
            "bmi": [chance.gauss(25, 4) for _ in range(200)],
            "dose": [round(chance.gauss(5, 2), 2) for _ in range(200)],
            "ward": [chance.choice(["A", "B", "C"]) for _ in range(200)],
        }
        for _ in range(2)
    ]
    assert codes(look(*tables, second_look="always")) == []


# -- when ---------------------------------------------------------------------------------------


RENUMBERED = (
    numbered(people(40), "id", range(40)),
    numbered(people(40), "id", range(100, 140)),
)


@pytest.mark.parametrize("keywords", [{"second_look": "never"}, {"quick": True}])
def test_a_second_look_that_is_not_wanted_is_not_taken(keywords: Keywords) -> None:
    assert codes(look(*RENUMBERED, **keywords)) == []


def test_half_of_the_unique_rows_matched_needs_no_second_look_unless_always() -> None:
    original = {"city": ["Apt", "Gap", "Die", "Sète"], "k": [1, 2, 3, 4]}
    avatar = {"city": ["Apt", "Gap", "DIE", "SÈTE"], "k": [1, 2, 3, 4]}
    assert codes(look(original, avatar)) == []
    found = only(look(original, avatar, second_look="always"), "near-match")
    assert "4 unique rows would match instead of 2" in found.message


def test_the_score_stays_strict() -> None:
    assert {look(*RENUMBERED, second_look=when).score for when in ("always", "never")} == {100.0}


def test_a_second_look_is_always_never_or_auto() -> None:
    with pytest.raises(OptionError, match="auto, always or never"):
        look(*RENUMBERED, second_look="sometimes")


def test_the_command_line_and_the_library_know_the_same_second_looks() -> None:
    library = get_type_hints(Keywords)["second_look"]
    command = get_type_hints(Shared)["second_look"]
    assert set(get_args(library)) == {w for part in get_args(command) for w in get_args(part)}


@pytest.mark.parametrize("hides", ["identifier", "near-match"])
def test_a_sample_finds_what_every_row_then_confirms(
    hides: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "WHOLE", 100)
    monkeypatch.setattr(kept, "SAMPLED", 50)
    table = people(400)
    if hides == "identifier":
        pair = numbered(table, "id", range(400)), numbered(table, "id", range(1000, 1400))
    else:
        pair = table, {**table, "city": [city.upper() for city in table["city"]]}
    found = only(look(*pair), hides)
    assert "400" in found.message
    assert "sample" in found.message


def test_no_message_quotes_a_value(tmp_path: Path) -> None:
    one = "id,city\n" + "".join(f"{i},Secretville{i}\n" for i in range(20))
    other = "id,city\n" + "".join(f"{i + 500},SECRETVILLE{i}\n" for i in range(20))
    evaluation = texts(tmp_path, one, other)
    assert codes(evaluation)
    said = " ".join(f"{one.message} {one.remedy}" for one in evaluation.findings)
    assert "secretville" not in said.casefold()


# -- real pairs -----------------------------------------------------------------------------------


@real
def test_nist_names_the_column_of_mixed_tokens_and_the_true_count() -> None:
    folder = REAL / "nist_ma2019_reformatted"
    found = only(evaluate(folder / "original.csv", folder / "synthetic.csv"), "near-match")
    assert found.columns == ("PINCP",)
    assert "7,626 unique rows would match instead of 1,116" in found.message


@real
def test_real_identifiers_are_named() -> None:
    folder = REAL / "datasynthesizer_adult_correlated"
    found = only(evaluate(folder / "original.csv", folder / "synthetic.csv"), "identifier")
    assert found.columns == ("ssn",)
    assert "157 of 10,770" in found.message
    folder = REAL / "sdmetrics_student_placements"
    found = only(evaluate(folder / "original.csv", folder / "synthetic.csv"), "identifier")
    assert found.columns == ("student_id",)


@real
@pytest.mark.parametrize(
    ("original", "avatar"),
    [
        ("syntheval_penguins_noise/original.csv", "syntheval_penguins_noise/synthetic.csv"),
        ("mostlyai_baseball_players/original.pqt", "mostlyai_baseball_players/synthetic.pqt"),
        ("mostlyai_census2k_flip30/original.csv.gz", "mostlyai_census2k_flip30/synthetic.csv.gz"),
        ("syntheval_hepatitis_daib/original.csv", "syntheval_hepatitis_daib/synthetic.csv"),
        ("anonymeter_adults100/original.csv", "anonymeter_adults100/synthetic.csv"),
    ],
)
def test_real_synthetic_data_raise_no_false_alarm(original: str, avatar: str) -> None:
    evaluation = evaluate(REAL / original, REAL / avatar, second_look="always")
    assert set(codes(evaluation)) <= {"index-column", "columns-left-out"}


def test_a_table_of_very_many_columns_is_looked_at_again(tmp_path: Path) -> None:
    def numbers(first: int) -> pa.Table:
        rows = range(first, first + 20)
        return pa.table({f"c{place}": [row * (place + 1) for row in rows] for place in range(1500)})

    found = evaluate(numbers(0), numbers(18), second_look="always")
    asked = [one.sql for one in found.statements if one.name in {"value_counts", "shared_values"}]
    assert found.matched_rows == 2
    assert len(asked) > 100
    assert max(map(len, asked)) < 20_000
