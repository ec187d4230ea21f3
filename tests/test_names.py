"""Columns are paired by name, and nothing is left out without a word (rules 1 to 3)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import rdmp

# The second look of rule 17 has tests of its own.
evaluate = partial(rdmp.evaluate, second_look="never")

Table = dict[str, list[object]]
WEIGHTS = [61, 74, 90]
AGES = [30, 41, 52]


def frame(**columns: list[object] | list[int]) -> pa.Table:
    return pa.table(columns)


def table(names: list[str], *columns: list[int]) -> pa.Table:
    return pa.Table.from_arrays([pa.array(column) for column in columns], names=names)


def csv(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def codes(evaluation: rdmp.Evaluation) -> set[str]:
    """Return the findings, less the one that says that the user left columns out."""
    return {finding.code for finding in evaluation.findings} - {"columns-left-out"}


def test_columns_in_another_order_are_still_the_same_columns() -> None:
    found = evaluate(frame(age=AGES, weight=WEIGHTS), frame(weight=WEIGHTS, age=AGES))
    assert (found.matched_rows, codes(found)) == (3, set())


def test_swapped_values_do_not_match_by_position() -> None:
    found = evaluate(frame(age=AGES, weight=WEIGHTS), frame(weight=AGES, age=WEIGHTS))
    assert found.matched_rows == 0


def test_names_in_another_case_are_paired_with_a_note() -> None:
    found = evaluate(frame(Age=AGES, weight=WEIGHTS), frame(AGE=AGES, weight=WEIGHTS))
    assert found.matched_rows == 3
    (note,) = found.findings
    assert (note.code, note.severity, note.columns) == ("name-case", "note", ("Age",))


def test_names_that_differ_only_by_case_are_two_columns() -> None:
    original = table(["id", "ID"], AGES, WEIGHTS)
    assert evaluate(original, original).matched_rows == 3
    found = evaluate(original, table(["ID", "id"], AGES, WEIGHTS))
    assert found.matched_rows == 0
    assert codes(found) == set()


def test_two_names_that_differ_by_case_and_lack_an_exact_partner_stop() -> None:
    with pytest.raises(rdmp.ColumnError, match="ambiguous") as stop:
        evaluate(frame(Id=AGES, x=WEIGHTS), table(["id", "ID", "x"], AGES, AGES, WEIGHTS))
    assert "--rename" in str(stop.value.hint)


def test_an_exact_partner_is_preferred_and_the_other_is_missing() -> None:
    with pytest.raises(rdmp.ColumnError, match="only in the avatar: 'ID'"):
        evaluate(frame(id=AGES), table(["id", "ID"], AGES, AGES))


@pytest.mark.parametrize("role", ["original", "avatar"])
def test_a_column_that_one_side_lacks_stops_and_is_named(role: str) -> None:
    sides = {"original": frame(age=AGES), "avatar": frame(age=AGES)}
    sides[role] = frame(age=AGES, weight=WEIGHTS)
    with pytest.raises(rdmp.ColumnError, match=f"only in the {role}: 'weight'") as stop:
        evaluate(sides["original"], sides["avatar"])
    assert all(word in str(stop.value) for word in ("--columns", "--exclude", "--rename"))


def test_a_long_list_of_differing_columns_is_cut() -> None:
    many = {f"v{i}": AGES for i in range(40)}
    with pytest.raises(rdmp.ColumnError, match="and 28 more"):
        evaluate(frame(age=AGES, **many), frame(age=AGES))


def test_a_name_that_occurs_twice_stops_whether_or_not_the_file_is_text(tmp_path: Path) -> None:
    twice = csv(tmp_path, "a.csv", "age,age,weight\n30,31,61\n")
    with pytest.raises(rdmp.ColumnError, match="more than once: 'age'"):
        evaluate(twice, twice)
    both = table(["age", "age"], AGES, WEIGHTS)
    with pytest.raises(rdmp.ColumnError, match="more than once: 'age'"):
        evaluate(both, both)


def test_a_name_that_occurs_twice_can_be_left_out(tmp_path: Path) -> None:
    twice = csv(tmp_path, "a.csv", "age,age,weight\n30,31,61\n")
    found = evaluate(twice, twice, exclude=["age"])
    assert [column.name for column in found.columns] == ["weight"]


def test_columns_keeps_only_what_it_names_on_both_sides() -> None:
    found = evaluate(
        frame(age=AGES, only_here=[1, 2, 3]), frame(only_there=[7, 8, 9], age=AGES), columns=["age"]
    )
    assert [column.name for column in found.columns] == ["age"]
    assert found.matched_rows == 3


def test_columns_finds_the_avatars_name_in_another_case() -> None:
    found = evaluate(frame(Age=AGES, x=AGES), frame(AGE=AGES, y=AGES), columns=["Age"])
    assert (found.matched_rows, codes(found)) == (3, {"name-case"})


def test_names_with_commas_blanks_quotes_and_keywords_are_names_like_any_other(
    tmp_path: Path,
) -> None:
    path = csv(
        tmp_path, "a.csv", '"last, first", age ,"a""b",select,n,count,filename\n1,2,3,4,5,6,7\n'
    )
    found = evaluate(path, path, columns=["last, first", " age ", 'a"b', "select", "n", "count"])
    assert [c.name for c in found.columns] == [
        "last, first",
        " age ",
        'a"b',
        "select",
        "n",
        "count",
    ]
    assert found.matched_rows == 1


def test_blanks_belong_to_a_name(tmp_path: Path) -> None:
    spaced = csv(tmp_path, "a.csv", "age ,x\n1,2\n")
    plain = csv(tmp_path, "b.csv", "age,x\n1,2\n")
    with pytest.raises(rdmp.ColumnError, match="'age '"):
        evaluate(spaced, plain)


# -- rename ----------------------------------------------------------------------------------


def test_a_renamed_column_is_paired_and_known_by_the_originals_name() -> None:
    found = evaluate(
        frame(age=AGES, x=AGES),
        frame(years=AGES, x=AGES),
        rename={"age": "years"},
        cast={"age": "BIGINT"},
    )
    (age, _) = found.columns
    assert (age.name, age.avatar_name, age.compared_type) == ("age", "years", "BIGINT")
    assert found.matched_rows == 3


def test_two_columns_can_be_swapped_by_rename() -> None:
    found = evaluate(
        frame(a=AGES, b=WEIGHTS), frame(a=WEIGHTS, b=AGES), rename={"a": "b", "b": "a"}
    )
    assert found.matched_rows == 3


def test_a_rename_does_not_hide_the_avatars_own_column_of_that_name() -> None:
    avatar = frame(age=WEIGHTS, years=AGES)
    with pytest.raises(rdmp.ColumnError, match="only in the avatar: 'age'"):
        evaluate(frame(age=AGES), avatar, rename={"age": "years"})
    found = evaluate(frame(age=AGES), avatar, rename={"age": "years"}, columns=["age"])
    assert found.matched_rows == 3


@pytest.mark.parametrize(
    ("rename", "said"),
    [
        ({"no": "age"}, "the original has no column 'no'"),
        ({"age": "no"}, "the avatar has no column 'no'"),
        ({"age": "x", "x": "x"}, "two columns of the original one partner: 'x'"),
    ],
)
def test_a_rename_that_names_nothing_stops(rename: dict[str, str], said: str) -> None:
    with pytest.raises(rdmp.OptionError, match=said):
        evaluate(frame(age=AGES, x=AGES), frame(age=AGES, x=AGES), rename=rename)


@pytest.mark.parametrize("option", ["columns", "exclude"])
def test_an_option_that_names_no_column_stops(option: str) -> None:
    with pytest.raises(
        rdmp.OptionError, match=f"--{option} names a column that neither side has: 'agee'"
    ):
        evaluate(frame(age=AGES), frame(age=AGES), **{option: ["agee"]})  # type: ignore[arg-type]


def test_excluding_every_column_stops() -> None:
    with pytest.raises(rdmp.ColumnError, match="no column is left"):
        evaluate(frame(age=AGES), frame(age=AGES), exclude=["age"])


# -- names that are none ------------------------------------------------------------------------


def test_a_column_without_a_name_is_warned_about_and_can_be_left_out(tmp_path: Path) -> None:
    original = csv(tmp_path, "a.csv", ",age\n1,30\n2,41\n")
    avatar = csv(tmp_path, "b.csv", ",age\n8,30\n9,41\n")
    found = evaluate(original, avatar)
    (warning,) = [finding for finding in found.findings if finding.code == "unnamed-column"]
    assert (found.matched_rows, warning.severity, warning.columns) == (0, "warning", ("",))
    found = evaluate(original, avatar, exclude=[""])
    assert (found.matched_rows, codes(found)) == (2, set())


@pytest.mark.parametrize("name", ["Unnamed: 0", "Unnamed: 0.1", "column0", "...1"])
def test_names_that_readers_invent_for_row_numbers_are_warned_about(name: str) -> None:
    found = evaluate(table([name, "age"], AGES, AGES), table([name, "age"], WEIGHTS, AGES))
    assert codes(found) == {"unnamed-column"}


def test_a_pandas_index_without_a_name_is_left_out_with_a_note(tmp_path: Path) -> None:
    pd.DataFrame({"age": AGES}, index=[5, 6, 7]).to_parquet(tmp_path / "o.parquet")
    pd.DataFrame({"age": AGES}, index=[1, 3, 9]).to_parquet(tmp_path / "a.parquet")
    found = evaluate(tmp_path / "o.parquet", tmp_path / "a.parquet")
    assert (found.matched_rows, codes(found)) == (3, {"index-column"})


def test_a_pandas_index_is_compared_where_it_is_asked_for(tmp_path: Path) -> None:
    pd.DataFrame({"age": AGES}, index=[5, 6, 7]).to_parquet(tmp_path / "o.parquet")
    pd.DataFrame({"age": AGES}, index=[5, 3, 9]).to_parquet(tmp_path / "a.parquet")
    found = evaluate(
        tmp_path / "o.parquet", tmp_path / "a.parquet", columns=["age", "__index_level_0__"]
    )
    assert (found.matched_rows, len(found.columns)) == (1, 2)


def test_an_index_that_has_a_name_is_a_column_like_any_other(tmp_path: Path) -> None:
    people = pd.DataFrame({"age": AGES}, index=pd.Index([5, 6, 7], name="person"))
    people.to_parquet(tmp_path / "o.parquet")
    found = evaluate(tmp_path / "o.parquet", tmp_path / "o.parquet")
    assert {column.name for column in found.columns} == {"age", "person"}


def test_columns_are_reported_in_the_order_of_the_original() -> None:
    found = evaluate(
        pl.DataFrame({"b": AGES, "a": AGES, "C": AGES}),
        pl.DataFrame({"a": AGES, "c": AGES, "b": AGES}),
    )
    assert [column.name for column in found.columns] == ["b", "a", "C"]


def test_a_file_without_a_header_has_numbered_columns(tmp_path: Path) -> None:
    path = csv(tmp_path, "a.csv", "30,61\n41,74\n")
    found = evaluate(path, path, no_header=True)
    assert ([column.name for column in found.columns], found.original_rows) == (["c0", "c1"], 2)
