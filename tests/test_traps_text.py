"""Text files that are copies but do not look it: counted, told, or stopped (rules 11 to 13, 19)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from functools import partial
from pathlib import Path
from typing import Any, Unpack

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import rdmp
from rdmp import asking
from rdmp.options import Keywords

# The second look of rule 17 has tests of its own.
evaluate = partial(rdmp.evaluate, second_look="never")


@pytest.fixture(params=["every token", "first tokens first"])
def desk(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Desk:
    if request.param == "first tokens first":  # as with large files
        monkeypatch.setattr(asking, "MANY_TOKENS", 0)
        monkeypatch.setattr(asking, "FIRST_ROWS", 1)
    return Desk(tmp_path)


class Desk:
    """A folder with an original and an avatar in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def text(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
        return path

    def column(self, name: str, tokens: Sequence[str]) -> Path:
        """Write tokens beside a second column, so that an empty token is a field."""
        return self.text(name, "v,k\n" + "".join(f"{token},k\n" for token in tokens))

    def parquet(self, name: str, values: Sequence[Any], of: pa.DataType) -> Path:
        path = self.folder / name
        table = pa.table({"v": pa.array(values, of), "k": ["k"] * len(values)})
        pq.write_table(table, path)
        return path

    def compare(
        self, original: Sequence[str], avatar: Sequence[str], **options: Unpack[Keywords]
    ) -> rdmp.Evaluation:
        """Evaluate two columns of tokens."""
        paths = self.column("original.csv", original), self.column("avatar.csv", avatar)
        return evaluate(*paths, **options)

    def against(
        self,
        tokens: Sequence[str],
        values: Sequence[Any],
        of: pa.DataType,
        **options: Unpack[Keywords],
    ) -> rdmp.Evaluation:
        """Evaluate typed values as the original of a column of tokens."""
        paths = self.parquet("original.parquet", values, of), self.column("avatar.csv", tokens)
        return evaluate(*paths, **options)


def codes(evaluation: rdmp.Evaluation) -> set[str]:
    return {finding.code for finding in evaluation.findings}


def how(evaluation: rdmp.Evaluation) -> str:
    return f"{evaluation.columns[0].compared_type}: {evaluation.columns[0].how}"


# -- rule 12: the same value, spelled in two ways -----------------------------------------------

SAME = {
    "whole numbers that pandas wrote as floats": (["34", "35", ""], ["34.0", "35.0", ""]),
    "decimals padded to a fixed width": (["0.5", "12.25"], ["0.500", "12.250"]),
    "decimals without a leading zero": ([".5", "-.25"], ["0.5", "-0.25"]),
    "a closing point": (["5.", "6."], ["5", "6"]),
    "Java's scientific notation": (["1.0E10", "1.5E-7"], ["10000000000", "0.00000015"]),
    "Python's scientific notation": (["1e-05", "2.5e+20"], ["0.00001", "250000000000000000000"]),
    "minus zero": (["-0.0", "1.5"], ["0.0", "1.5"]),
    "twenty digits and a padded zero": (["12345678901234567890"], ["12345678901234567890.0"]),
    "truths in three spellings": (["TRUE", "False"], ["true", "FALSE"]),
    "truths as bits": (["True", "False"], ["1", "0"]),
    "nan in two spellings": (["NaN", "1.5"], ["nan", "1.5"]),
    "infinities": (["inf", "1.5"], ["Infinity", "1.5"]),
    "dates with a midnight": (["2024-02-29"], ["2024-02-29 00:00:00"]),
    "T and a blank": (["2024-02-29T08:15:00"], ["2024-02-29 08:15"]),
    "fractions of seconds": (["2024-02-29 08:15:00.5"], ["2024-02-29 08:15:00.500000000"]),
    "instants in two zones": (["2024-02-29T08:15:00Z"], ["2024-02-29 09:15:00+01:00"]),
    "offsets without a colon": (["2024-02-29 09:15:00+0100"], ["2024-02-29 08:15:00 UTC"]),
    "offsets of half an hour": (["2024-02-29 13:45:00+05:30"], ["2024-02-29 08:15:00+00"]),
    "nanoseconds": (["2024-02-29 08:15:00.000000001"], ["2024-02-29T08:15:00.000000001"]),
}


@pytest.mark.parametrize(("original", "avatar"), SAME.values(), ids=SAME)
def test_one_value_matches_however_it_is_spelled(
    desk: Desk, original: list[str], avatar: list[str]
) -> None:
    found = desk.compare(original, avatar)
    assert found.matched_rows == len(original)
    assert (
        "spell them differently" in how(found)
        or "nan" in original[0].lower() + avatar[0].lower()
        or "inf" in original[0]
        or codes(found) & {"boolean-as-number"}
        or original[0] == "-0.0"
    )


DIFFERENT = {
    "2^53 and its neighbour": (["9007199254740992"], ["9007199254740993"]),
    "numbers of forty digits": (["1" * 40], ["1" * 39 + "2"]),
    "the eighteenth decimal": (["0.100000000000000001"], ["0.1"]),
    "one nanosecond": (["2024-02-29 08:15:00.000000001"], ["2024-02-29 08:15:00.000000002"]),
    "codes that look like numbers": (["1E5"], ["100000E0"]),
    "letters in another case": (["F"], ["f"]),
    "hexadecimal digits": (["0x1F"], ["0x1f"]),
    "yes": (["yes"], ["Yes"]),
    "American dates": (["01/02/2024"], ["1/2/2024"]),
    "accents in two forms": (["\u00e9"], ["e\u0301"]),
    "a blank at the end": (["a "], ["a"]),
}


@pytest.mark.parametrize(("original", "avatar"), DIFFERENT.values(), ids=DIFFERENT)
def test_two_values_never_match_however_close(
    desk: Desk, original: list[str], avatar: list[str]
) -> None:
    assert desk.compare(original, avatar).matched_rows == 0


@pytest.mark.parametrize(
    "code",
    ["F", "T", "yes", "007", "1E5", "2D4", "0x1F", "1_000", "3.", "N/A", "01/02/2024", "日本"],
)
def test_a_code_is_what_it_is(desk: Desk, code: str) -> None:
    found = desk.compare([code, "ward"], [code, "bed"])
    assert (found.unique_rows, found.matched_rows) == (2, 1)


def test_two_spellings_of_one_number_in_the_original_are_one_repeated_row(desk: Desk) -> None:
    found = desk.compare(["1", "1.0", "2"], ["1", "2"])
    assert (found.unique_rows, found.matched_rows, found.present_rows) == (1, 1, 3)


def test_numbers_that_share_a_double_stay_two_numbers(desk: Desk) -> None:
    """2^65 is a double, and so is its shortest form: another number."""
    found = desk.compare(["36893488147419103232", "3.6893488147419103e19", "inf"], ["inf"])
    assert found.unique_rows == 3


def test_short_integers_beside_many_decimals_are_all_held(desk: Desk) -> None:
    found = desk.compare(["123456789012345", "0.123456789012345"], ["123456789012345.0", "0"])
    assert (found.unique_rows, found.matched_rows) == (2, 1)


def test_an_exponent_that_a_decimal_type_cannot_read_is_held_by_another(desk: Desk) -> None:
    tokens = ["11e-1", "0.30000000000000004", "99"]
    assert desk.compare(tokens, tokens).matched_rows == 3


def test_a_surprise_in_the_last_line_of_a_long_file_counts(desk: Desk) -> None:
    numbers = [str(n) for n in range(60_000)]
    found = desk.compare([*numbers, "unknown"], [f"{n}.0" for n in numbers])
    assert codes(found) == {"kinds-differ"}
    with pytest.raises(rdmp.ColumnError, match="line 60002"):
        desk.against([*numbers, "unknown"], [1, 2], pa.int64())


# -- rule 12: missing tokens ----------------------------------------------------------------------


@pytest.mark.parametrize("spelled", ["NA", '"NA"'])
def test_a_token_of_the_user_is_missing_quoted_or_not(desk: Desk, spelled: str) -> None:
    found = desk.compare(["1", spelled, "3"], ["1.0", "", "3.0"], null=["NA"])
    assert (found.matched_rows, codes(found)) == (3, set())


def test_a_token_of_the_user_does_not_touch_typed_values(desk: Desk) -> None:
    found = desk.against(["NA", "x"], ["NA", "x"], pa.string(), null=["NA"])
    assert found.matched_rows == 1


def test_empty_text_of_a_typed_side_is_missing_against_a_file(desk: Desk) -> None:
    found = desk.against(["a", ""], ["a", ""], pa.string())
    assert (found.matched_rows, codes(found)) == (2, {"empty-as-missing"})
    found = desk.against(["a", "b"], ["a", "b"], pa.string())
    assert codes(found) == set()


def test_an_original_judges_its_own_empty_text_and_null_apart(desk: Desk) -> None:
    found = desk.against([""], ["", None, "x"], pa.string())
    assert (found.unique_rows, found.matched_rows) == (3, 2)


def test_a_cast_to_text_keeps_empty_text_missing_against_a_file(desk: Desk) -> None:
    found = desk.against(["a", ""], ["a", ""], pa.string(), cast={"v": "VARCHAR"})
    assert (found.matched_rows, codes(found)) == (2, {"empty-as-missing"})


def test_a_blank_line_is_a_missing_value_in_a_file_of_one_column(desk: Desk) -> None:
    original = desk.text("o.csv", "v\n1\n\n3\n")
    avatar = desk.parquet("a.parquet", [1, None], pa.int64())
    found = evaluate(original, avatar, columns=["v"])
    assert (found.original_rows, found.matched_rows) == (3, 2)


@pytest.mark.parametrize(
    ("original", "avatar"), [(["nan", "nan"], ["", "NaN"]), (["nan", "1"], ["NaN", "2"])]
)
def test_nan_is_missing_even_where_there_is_nothing_else(
    desk: Desk, original: list[str], avatar: list[str]
) -> None:
    found = desk.compare(original, avatar)
    assert found.present_rows
    assert codes(found) & {"nan-as-missing", "nan-and-null"}


def test_a_name_that_is_spelled_nan_is_text_among_names(desk: Desk) -> None:
    found = desk.compare(["Nan", "Bo"], ["nan", "Bo"])
    assert (found.matched_rows, codes(found)) == (1, set())


@pytest.mark.parametrize(
    ("tokens", "values", "of"),
    [
        (["ward", "bed"], [None, None], pa.int64()),
        (["", ""], [1, 2], pa.int64()),
        (["", ""], ["a", "b"], pa.string()),
        (["ward", ""], [float("nan"), float("nan")], pa.float64()),
        (["", ""], [[1], [2]], pa.list_(pa.int64())),
        (["2024-01-01 10:00", ""], [None, None], pa.timestamp("us", "UTC")),
    ],
)
def test_a_column_without_any_value_fits_any_type(
    desk: Desk, tokens: list[str], values: list[Any], of: pa.DataType
) -> None:
    found = desk.against(tokens, values, of)
    missing = [value is None or value != value for value in values]  # noqa: PLR0124
    assert found.present_rows == (sum(missing) if "" in tokens else 0)


# -- rule 13: told or stopped ---------------------------------------------------------------------

WARNED = {
    "lost leading zeros": (["01230", "75001"], ["1230", "75001"], "kinds-differ"),
    "a token for missing": (["1", "NA", "2"], ["1.0", "2.0", "3.0"], "kinds-differ"),
    "a stray code": (["1", "2", "3"], ["1", "2", "X3"], "kinds-differ"),
    "an unknown date": (["2024-01-01", "2024-01-02"], ["2024-01-01", "unknown"], "kinds-differ"),
    "a third truth": (["true", "false"], ["true", "maybe"], "kinds-differ"),
    "padded numbers among codes": (["1.50", "2.00", "x"], ["1.5", "2", "x"], "spelled-differently"),
    "two widths of padding": (
        ["1.50", "2.50", "x"],
        ["1.500", "2.500", "x"],
        "spelled-differently",
    ),
    "leading zeros among codes": (["01", "02", "2A"], ["1", "2", "2A"], "spelled-differently"),
    "bare points among codes": ([".5", ".25", "x"], ["0.5", "0.25", "x"], "spelled-differently"),
    "dates among codes": (
        ["2024-01-01 10:00", "2024-01-02 10:00", "x"],
        ["2024-01-01T10:00", "2024-01-02T10:00", "x"],
        "spelled-differently",
    ),
    "truths among codes": (["TRUE", "FALSE", "x"], ["true", "false", "x"], "spelled-differently"),
    "numbers of forty digits": (["1" * 40, "1"], ["1.0", "2"], "number-fits-no-type"),
    "digits lost in a double": (
        ["12345678901234567891", "22345678901234567893", "32345678901234567897"],
        ["12345678901234567168", "22345678901234569216", "32345678901234569216"],
        "lost-digits",
    ),
}


@pytest.mark.parametrize(("original", "avatar", "code"), WARNED.values(), ids=WARNED)
def test_what_can_hide_a_match_is_warned_about(
    desk: Desk, original: list[str], avatar: list[str], code: str
) -> None:
    found = desk.compare(original, avatar)
    (warning,) = [finding for finding in found.findings if finding.code == code]
    assert (warning.severity, warning.columns) == ("warning", ("v",))
    shown = {token for token in {*original, *avatar} if len(token) > 5 and token in warning.message}
    assert shown == set()
    turned = desk.compare(avatar, original)
    assert code in codes(turned)


QUIET = {
    "numbers": (["1", "2"], ["3.0", "4.0"]),
    "codes with leading zeros on both sides": (["01", "75"], ["02", "75"]),
    "codes": (["x", "y", "1"], ["x", "z", "2"]),
    "long numbers that are whole": (["12345678901234567891"], ["12345678901234567893"]),
    "a side without tokens": (["1", "2"], ["", ""]),
    "dates": (["2024-01-01"], ["2024-01-02"]),
    "the same spelling among codes": (["1.0", "2.0", "x"], ["2.0", "3.0", "x"]),
}


@pytest.mark.parametrize(("original", "avatar"), QUIET.values(), ids=QUIET)
def test_what_cannot_hide_a_match_is_not_warned_about(
    desk: Desk, original: list[str], avatar: list[str]
) -> None:
    assert codes(desk.compare(original, avatar)) == set()


@pytest.mark.parametrize(
    ("tokens", "values", "code"),
    [
        (["1230", "75001"], ["01230", "75001"], "kinds-differ"),
        (["34.0", "35.0"], ["34", "35"], "spelled-differently"),
        (["ward", "34.0"], ["ward", "34"], None),
        (["34", "35"], ["34", "36"], None),
    ],
)
def test_numbers_against_a_typed_column_of_text_are_warned_about_as_well(
    desk: Desk, tokens: list[str], values: list[str], code: str | None
) -> None:
    assert codes(desk.against(tokens, values, pa.string())) == ({code} if code else set())


NUMBERS_AGAINST_NONE = {
    "decimal comma": ["1,5", "2,25"],
    "quoted thousands": ["1,000,000", "2,500"],
    "words": ["one", "two"],
    "truths": ["true", "false"],
    "dates": ["2024-01-01", "2024-01-02"],
}


@pytest.mark.parametrize("other", NUMBERS_AGAINST_NONE.values(), ids=NUMBERS_AGAINST_NONE)
@pytest.mark.parametrize("numbers_first", [True, False])
def test_only_numbers_against_none_stops(
    desk: Desk, other: list[str], *, numbers_first: bool
) -> None:
    quoted = [f'"{token}"' for token in other]
    sides = (["1.5", "2.25", "7"], quoted) if numbers_first else (quoted, ["1.5", "2.25", "7"])
    with pytest.raises(rdmp.ColumnError, match="'v' holds only numbers") as stop:
        desk.compare(*sides)
    role = "avatar" if numbers_first else "original"
    assert (f"--{role}-decimal ," in str(stop.value)) == ("," in other[0])
    assert "--cast v=VARCHAR" in str(stop.value)


def test_a_decimal_comma_is_read_where_it_is_said(desk: Desk) -> None:
    found = desk.compare(["1.5", "2", "1e-05"], ['"1,50"', "2", '"0,00001"'], avatar_decimal=",")
    assert (found.matched_rows, codes(found)) == (3, set())
    found = desk.compare(['"1,5"', "2"], ['"1,50"', '"2,0"'], decimal=",")
    assert found.matched_rows == 2


def test_a_point_in_a_file_of_decimal_commas_is_no_decimal_point(desk: Desk) -> None:
    found = desk.compare(['"1,5"', "1.000"], ['"1,5"', "1"], decimal=",")
    assert (found.matched_rows, codes(found)) == (1, {"kinds-differ"})


# -- rule 10 in text ---------------------------------------------------------------------------


def test_local_and_zoned_timestamps_in_one_column_stop_with_the_line(desk: Desk) -> None:
    with pytest.raises(rdmp.ColumnError, match=r"avatar\.csv, line 3: column 'v' mixes"):
        desk.compare(["2024-01-01 10:00Z"], ["2024-01-01 10:00Z", "2024-01-01 10:00"])


def test_local_against_zoned_stops_until_the_zone_is_named(desk: Desk) -> None:
    local, zoned = ["2024-07-01 10:00"], ["2024-07-01 08:00Z"]
    with pytest.raises(rdmp.ColumnError, match="local") as stop:
        desk.compare(local, zoned)
    assert "--timezone" in str(stop.value)
    assert desk.compare(local, zoned, timezone="Europe/Paris").matched_rows == 1


# -- rule 12 against types, rule 19 -------------------------------------------------------------


STRANGE = {
    "a word against integers": (["1", "secret"], [1, 2], pa.int64(), 3),
    "leading zeros against integers": (["007123"], [7123], pa.int64(), 2),
    "a number against truths": (["0", "1", "2718"], [True], pa.bool_(), 4),
    "a word among bits against truths": (["0", "1", "secret"], [True], pa.bool_(), 4),
    "truths and bits against truths": (["true", "1"], [True], pa.bool_(), 3),
    "a word against dates": (["2024-01-01", "secret"], [date(2024, 1, 1)], pa.date32(), 3),
    "a code against floats": (["1E5"], [1e5], pa.float64(), 2),
    "an American date against timestamps": (
        ["07/31/2024"],
        [datetime(2024, 7, 31, tzinfo=UTC).replace(tzinfo=None)],
        pa.timestamp("us"),
        2,
    ),
}


@pytest.mark.parametrize(("tokens", "values", "of", "line"), STRANGE.values(), ids=STRANGE)
def test_a_token_of_another_kind_than_the_type_stops_with_file_column_and_line(
    desk: Desk, tokens: list[str], values: list[Any], of: pa.DataType, line: int
) -> None:
    with pytest.raises(rdmp.ColumnError, match=rf"avatar\.csv, line {line}: column 'v'") as stop:
        desk.against(tokens, values, of)
    assert not any(token in str(stop.value) for token in tokens if len(token) > 3)
    assert stop.value.hint


def test_a_number_that_the_type_cannot_hold_matches_nothing_and_raises_nothing(desk: Desk) -> None:
    found = desk.against(["300", "99999999999999999999", "1.5", "7"], [7, 44], pa.int8())
    assert (found.matched_rows, found.copied_avatar_rows) == (1, 1)


def test_a_float_counts_as_its_shortest_form_against_text(desk: Desk) -> None:
    assert desk.against(["36.6"], [36.6], pa.float32()).matched_rows == 1
    assert desk.against(["0.1"], [0.1], pa.float64()).matched_rows == 1
    assert desk.against(["0.1000000000000000055"], [0.1], pa.float64()).matched_rows == 0


def test_the_line_is_right_with_line_breaks_in_quotes_and_blank_lines(desk: Desk) -> None:
    original = desk.parquet("o.parquet", [1], pa.int64())
    avatar = desk.text("a.csv", 'k,v\n"two\nlines",1\n\n\n"three\n\nlines",2\nk,secret\n')
    with pytest.raises(rdmp.ColumnError, match=r"a\.csv, line 9: column 'v'"):
        evaluate(original, avatar)


def test_the_line_is_that_of_the_right_part(desk: Desk) -> None:
    original = desk.parquet("o.parquet", [1], pa.int64())
    desk.text("parts/1.csv", "v,k\n1,k\n2,k\n")
    desk.text("parts/2.csv", "k,v\nk,3\nk,secret\n")
    with pytest.raises(rdmp.ColumnError, match=r"parts/2\.csv, line 3: column 'v'"):
        evaluate(original, desk.folder / "parts")


def test_no_message_of_a_stop_or_a_finding_shows_a_value(desk: Desk) -> None:
    tokens = ["Mrs Dupont", "75019", "1E5"]
    for other in (["1", "2"], ["Mr Martin", "09999"]):
        try:
            found = desk.compare(tokens, other)
        except rdmp.RdmpError as stop:
            told = str(stop)
        else:
            told = " ".join(f"{one.message} {one.remedy}" for one in found.findings)
        assert not any(token in told for token in (*tokens, "Mr Martin", "09999"))


# -- folders (rule 14) ----------------------------------------------------------------------------


def test_text_parts_in_another_column_order_are_one_table(desk: Desk) -> None:
    desk.text("parts/1.csv", "v,k\n1,a\n")
    desk.text("parts/2.csv", "k;v\nb;2.0\n")
    whole = desk.text("whole.csv", "k,v\na,1\nb,2\n")
    found = evaluate(desk.folder / "parts", whole)
    assert (found.original_rows, found.matched_rows) == (2, 2)


def test_a_column_is_typed_from_the_tokens_of_all_parts(desk: Desk) -> None:
    desk.text("parts/1.csv", "v,k\n1,a\n")
    desk.text("parts/2.csv", "v,k\nX,b\n")
    assert codes(evaluate(desk.folder / "parts", desk.text("w.csv", "v,k\n1.0,a\n"))) == {
        "kinds-differ"
    }


def test_parts_with_different_columns_stop(desk: Desk) -> None:
    desk.text("parts/1.csv", "v,k\n1,a\n")
    second = desk.text("parts/2.csv", "v,other\n1,b\n")
    with pytest.raises(rdmp.ColumnError, match="'k', 'other'") as stop:
        evaluate(desk.folder / "parts", desk.folder / "parts")
    assert str(second) in str(stop.value)


def test_folders_named_key_value_are_text_tokens(desk: Desk) -> None:
    desk.text("set/year=2023/a.csv", "v\n1\n")
    desk.text("set/year=2024/a.csv", "v\n1\n")
    desk.text("set/year=__HIVE_DEFAULT_PARTITION__/a.csv", "v\n1\n")
    whole = desk.text("whole.csv", "v,year\n1.0,2023.0\n1.0,\n")
    found = evaluate(desk.folder / "set", whole)
    assert (found.original_rows, found.matched_rows) == (3, 2)


# -- --cast -------------------------------------------------------------------------------------


def test_a_cast_reads_leading_zeros_as_numbers(desk: Desk) -> None:
    found = desk.compare(["007", "+5", "1e3"], ["7", "5.0", "1000"], cast={"v": "BIGINT"})
    assert found.matched_rows == 3
    assert desk.against(["007"], [7], pa.int64(), cast={"v": "BIGINT"}).matched_rows == 1


def test_a_cast_to_text_compares_codes_with_numbers(desk: Desk) -> None:
    assert desk.compare(["007", "x"], ["7", "x"], cast={"v": "VARCHAR"}).matched_rows == 1
    assert (
        desk.against(["34", "35.0"], [34, 35], pa.int64(), cast={"v": "VARCHAR"}).matched_rows == 1
    )


LOSSES = {
    "rounding": ("1.5", "BIGINT"),
    "rounding an exponent": ("15e-1", "BIGINT"),
    "too many decimals": ("1.125", "DECIMAL(9,2)"),
    "too many digits": ("300", "TINYINT"),
    "a word": ("secret", "DOUBLE"),
    "seventeen digits": ("0.12345678901234567890", "DOUBLE"),
    "hexadecimal": ("0x1F", "INTEGER"),
    "underscores": ("1_000", "INTEGER"),
    "an offset": ("2024-01-01 10:00+01", "TIMESTAMP"),
    "no offset": ("2024-01-01 10:00", "TIMESTAMPTZ"),
    "nanoseconds": ("2024-01-01 10:00:00.123456789", "TIMESTAMP"),
    "a time of day": ("2024-01-01 10:00", "DATE"),
    "slashes": ("2024/01/01", "DATE"),
    "yes": ("yes", "BOOLEAN"),
    "nanoseconds of a day": ("10:00:00.123456789", "TIME"),
    "a short time": ("1:2", "TIME"),
}


@pytest.mark.parametrize(("token", "of"), LOSSES.values(), ids=LOSSES)
def test_a_cast_that_would_change_a_value_stops_with_file_column_and_line(
    desk: Desk, token: str, of: str
) -> None:
    fine = {"B": "1", "D": "2024-01-01", "T": ""}.get(of[0], "1") if of != "DOUBLE" else "1"
    fine = "" if of.startswith(("DEC", "TI")) else fine
    with pytest.raises(rdmp.ColumnError, match=r"original\.csv, line 3: column 'v'") as stop:
        desk.compare([fine, token], [fine], cast={"v": of})
    assert token not in str(stop.value)


def test_a_cast_to_nanoseconds_compares_text_with_typed_values(desk: Desk) -> None:
    moment = "2024-01-01 10:00:00.123456789"
    cast = {"v": "TIMESTAMP_NS"}
    found = desk.against([moment], [1704103200123456789], pa.timestamp("ns"), cast=cast)
    assert found.matched_rows == 1
    assert desk.compare([moment], [moment.replace(" ", "T")], cast=cast).matched_rows == 1
    assert (
        desk.against([moment], [1704103200123456788], pa.timestamp("ns"), cast=cast).matched_rows
        == 0
    )


@pytest.mark.parametrize(
    ("token", "value", "of", "cast"),
    [
        ("10:30", time(10, 30), pa.time64("us"), "TIME"),
        (
            "2024-01-01T10:00:00Z",
            datetime(2024, 1, 1, 10, tzinfo=UTC),
            pa.timestamp("us", "UTC"),
            "TIMESTAMPTZ",
        ),
        ("1e-3", 0.001, pa.float64(), "DOUBLE"),
        ("TRUE", True, pa.bool_(), "BOOLEAN"),
        ("1", True, pa.bool_(), "BOOLEAN"),
    ],
)
def test_a_cast_reads_the_token_itself(
    desk: Desk, token: str, value: object, of: pa.DataType, cast: str
) -> None:
    assert desk.against([token], [value], of, cast={"v": cast}).matched_rows == 1


def test_nan_is_told_under_a_cast_too(desk: Desk) -> None:
    found = desk.compare(["nan", "1"], ["NaN", "2"], cast={"v": "DOUBLE"})
    assert (found.matched_rows, codes(found)) == (1, {"nan-as-missing"})


def test_a_type_that_is_none_stops(desk: Desk) -> None:
    with pytest.raises(rdmp.OptionError, match="no such type"):
        desk.compare(["1"], ["1"], cast={"v": "NUMBERISH"})


@pytest.mark.parametrize("after", ["", "3,b\n"])
@pytest.mark.parametrize("ending", ["csv", "csv.gz", "csv.zst"])
def test_a_line_that_fits_into_no_buffer_is_named(tmp_path: Path, ending: str, after: str) -> None:
    """DuckDB leaves such a record out without a word if it is the last one."""
    path = tmp_path / f"long.{ending}"
    with pa.output_stream(path) as file:
        file.write(("id,text\n1,a\n2," + "x" * 40_000_000 + "\n" + after).encode())
    with pytest.raises(rdmp.SourceError, match=r"record on line 3 .* has 40000003 bytes") as stop:
        rdmp.evaluate(path, path)
    assert "xxx" not in str(stop.value)


@pytest.mark.parametrize("after", ["", '{"id": 3}\n'])
def test_an_object_that_fits_into_no_buffer_is_counted_or_stops(tmp_path: Path, after: str) -> None:
    path = tmp_path / "long.ndjson"
    path.write_text('{"id": 1}\n{"id": 2, "text": "' + "x" * 40_000_000 + '"}\n' + after)
    try:
        found = rdmp.evaluate(path, path)
    except rdmp.SourceError:
        return
    assert found.original_rows == found.matched_rows == (3 if after else 2)


def test_a_sign_takes_no_digit_of_a_decimal(tmp_path: Path) -> None:
    rows = "value\n0.1234567890123456789012345678901234567\n-0.5\n"
    (tmp_path / "o.csv").write_text(rows, encoding="utf-8")
    (tmp_path / "a.csv").write_text(rows.replace("-0.5", "-.50"), encoding="utf-8")
    found = rdmp.evaluate(tmp_path / "o.csv", tmp_path / "a.csv")
    assert found.matched_rows == 2
    assert "number-fits-no-type" not in {one.code for one in found.findings}
