"""Random text files against the oracle: the counts are right, or the evaluation stops."""

from __future__ import annotations

import csv
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import token_oracle as oracle
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rdmp

MISSING_TOKENS = ("NA", "-999", "n/a")
"""Tokens that are missing values where ``--null`` says so."""

Cells = list[str | None]

FAMILIES: dict[str, tuple[tuple[str, ...], ...]] = {
    "whole": (
        ("0", "-0", "0.0", "0.", ".0", "0e-5"),
        ("1", "1.0", "1.", "10e-1", "1.0E0"),
        ("34", "34.0", "34.00", "3.4e+1", "340e-1"),
        ("-7", "-7.0", "-7e+0"),
        ("123456789012345", "123456789012345.0", "1.23456789012345E14"),
    ),
    "long": (
        ("9007199254740993", "9007199254740993.0", "9007199254740993.00"),
        ("9007199254740992", "9.007199254740992e+15"),
        ("12345678901234567890", "12345678901234567890.0"),
        ("12345678901234567891",),
        ("1234567890123456789012345678901234567890", "1234567890123456789012345678901234567890.0"),
        ("99999999999999999999999999999999999999", "-99999999999999999999999999999999999999"),
        ("100000000000000000000", "1e+20", "1.0E20"),
        ("36893488147419103232", "3.6893488147419103232e19"),
    ),
    "decimal": (
        ("0.5", ".5", "0.50", "5e-1", "0.5000"),
        ("-0.5", "-.5", "-0.500"),
        ("1.1", "1.10", "1.1000000000000000000", "11e-1"),
        ("0.1", "0.10", "1e-1"),
        ("0.30000000000000004", "0.300000000000000040"),
        ("0.3", "0.30"),
        ("12.345678", "12.3456780"),
        ("123456789012345678901.5", "123456789012345678901.50"),
        ("0.1234567890123456789012345678901234567", "0.12345678901234567890123456789012345670"),
    ),
    "scientific": (
        ("1e-05", "0.00001", "1E-5", "1.0e-5", "10e-06"),
        ("1.5e-7", "0.00000015", "1.5E-07"),
        ("1.0E10", "10000000000", "1e+10"),
        ("2.5e300", "2.5E+300", "25e+299"),
        ("1e-320", "1.0e-320"),
        ("1e+400", "1.0e400"),
        ("1.7976931348623157e308", "17976931348623157e+292"),
    ),
    "nan": (
        ("nan", "NaN", "NAN"),
        ("inf", "Infinity", "INF"),
        ("-inf", "-Infinity"),
        ("1", "1.0"),
        ("2.5", "2.50"),
    ),
    "truth": (("true", "True", "TRUE", "1"), ("false", "False", "FALSE", "0")),
    "word_truth": (("true", "True", "TRUE"), ("false", "False", "FALSE")),
    "led": (("007", "7", "7.0"), ("012", "12"), ("+5", "5"), ("00", "0"), ("1", "1.0")),
    "code": (("1E5", "1e5"), ("2E10", "2e10"), ("100000",), ("1.0E5", "1e+5")),
    "date": (("2024-02-29",), ("1899-12-31",), ("0001-01-01",), ("9999-12-31",), ("2024-02-30",)),
    "local": (
        ("2024-05-01", "2024-05-01 00:00", "2024-05-01T00:00:00", "2024-05-01 00:00:00.000"),
        ("2024-05-01 10:20:30", "2024-05-01T10:20:30", "2024-05-01 10:20:30.000000000"),
        ("2024-05-01 10:20:30.5", "2024-05-01T10:20:30.500", "2024-05-01 10:20:30.500000"),
        ("2024-05-01 10:20:30.123456789",),
        ("2024-05-01 10:20:30.1234567", "2024-05-01T10:20:30.123456700"),
        ("1960-01-01 23:59:59.9999999", "1960-01-01 23:59:59.999999900"),
        ("2024-05-01 10:20", "2024-05-01T10:20:00"),
        ("1960-01-01 23:59:59.999999",),
    ),
    "instant": (
        ("2024-05-01T10:00:00Z", "2024-05-01 12:00:00+02", "2024-05-01 10:00:00 UTC"),
        ("2024-05-01T10:00:00.25Z", "2024-05-01 11:00:00.250+0100", "2024-05-01T11:00:00.25+01:00"),
        ("2024-04-30 23:30:00+00", "2024-05-01T05:00:00+05:30", "2024-04-30 20:00-0330"),
        ("2024-05-01T10:00:00.000000001Z", "2024-05-01 12:00:00.000000001+02:00"),
        ("1969-12-31T23:59:59.9999999Z", "1969-12-31 23:59:59.999999900 UTC"),
        ("2024-05-01T00:00-14:00", "2024-05-01 14:00 UTC"),
    ),
    "text": (
        ("yes", "Yes"),
        ("F", "f"),
        ("0x1F",),
        ("01/02/2024",),
        ("é", "e\u0301"),
        ('she said "no"',),
        ("a,b;c\td|e",),
        (" lead", "lead "),
        ("two\nlines",),
        ("1,5",),
        ("1 000",),
        ("2024-05-01 25:00",),
        ("2024-13-01",),
        ("nan",),
        ("日本",),
        ("#5", "'5"),
        ("2024-01-01 (BC)", "epoch", "infinity", "-infinity"),
        ("1_000", "١٢", "1e", "e5", ".", "-", "+", "1.2.3", "--1", " 1", "1 "),
        (
            "2024-05-01 10:00:60",
            "2024-05-01 24:00:00",
            "2024-5-1",
            "12345-01-01",
            "2024-05-01t10:00:00",
        ),
        ("2024-05-01 10:00:00+16", "2024-05-01 10:00:00.0000000001", "2024-05-01 10:00:00 +01"),
    ),
}

CODES_OF_RULES = {"kinds-differ", "boolean-as-number", "nan-as-missing", "nan-and-null"}


@st.composite
def cell_pools(
    draw: st.DrawFn,
) -> tuple[list[tuple[str | None, ...]], list[tuple[str | None, ...]]]:
    """Values of a column, each as it may be written in the original and in the avatar."""
    names = draw(st.lists(st.sampled_from(sorted(FAMILIES)), min_size=1, max_size=2))
    if draw(st.booleans()):
        names = names[:1]
    every = [spellings for name in names for spellings in FAMILIES[name]]
    chosen = draw(st.lists(st.sampled_from(every), min_size=1, max_size=4, unique=True))
    sides: tuple[list[tuple[str | None, ...]], list[tuple[str | None, ...]]] = ([], [])
    for spellings in chosen:
        for side in sides:
            some = draw(st.lists(st.sampled_from(spellings), min_size=1, max_size=2, unique=True))
            side.append(tuple(some))
    gaps = draw(st.sampled_from([(), (None,), ("NA",), ("", "-999"), (None, "n/a")]))
    if gaps:
        sides[0].append(gaps)
        sides[1].append((draw(st.sampled_from(gaps)),))
    if draw(st.integers(0, 5)) == 0:
        stray = draw(st.sampled_from([token for s in FAMILIES.values() for v in s for token in v]))
        sides[draw(st.integers(0, 1))].append((stray,))
    return sides


@st.composite
def text_pairs(draw: st.DrawFn) -> tuple[list[list[str | None]], list[list[str | None]]]:
    """Columns of both files; rows of the avatar are those of the original, respelled, or new."""
    pools = draw(st.lists(cell_pools(), min_size=1, max_size=3))
    shuffle = random.Random(draw(st.integers(0, 2**32)))  # noqa: S311
    rows = draw(st.integers(1, 10))
    originals = [[shuffle.randrange(len(left)) for left, _ in pools] for _ in range(rows)]
    avatars = []
    for _ in range(draw(st.integers(1, 8))):
        if shuffle.random() < 0.7:
            avatars.append(shuffle.choice(originals))
        else:
            avatars.append([shuffle.randrange(len(right)) for _, right in pools])
    sides: list[list[list[str | None]]] = []
    for side, chosen in enumerate((originals, avatars)):
        columns = []
        for position, pool in enumerate(pools):
            values = pool[side]
            columns.append([shuffle.choice(values[row[position] % len(values)]) for row in chosen])
        sides.append(columns)
    return sides[0], sides[1]


def write(path: Path, columns: Sequence[Sequence[str | None]], *, quoted: bool) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(
            file, quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL, lineterminator="\n"
        )
        writer.writerow([f"c{position}" for position in range(len(columns))])
        for row in zip(*columns, strict=True):
            if len(row) == 1 and not row[0]:
                file.write('""\n')
            else:
                writer.writerow(["" if cell is None else cell for cell in row])


def seen(cells: Sequence[str | None], null: Sequence[str]) -> Cells:
    """Return cells as the rules read them: an empty field and the user's tokens are missing."""
    return [None if cell in {None, "", *null} else cell for cell in cells]


def outcome(run: Callable[[], rdmp.Evaluation]) -> rdmp.Evaluation | rdmp.InputError:
    try:
        return run()
    except rdmp.InputError as error:
        return error


def check(
    found: rdmp.Evaluation | rdmp.InputError,
    columns: Sequence[oracle.Column],
    as_text: Callable[[int], oracle.Column] | None = None,
) -> None:
    """Hold an outcome against the oracle."""
    if any(column.stops for column in columns):
        assert isinstance(found, rdmp.ColumnError), "this pair must stop"
        return
    if isinstance(found, rdmp.InputError):
        assert as_text is None, f"stopped: {found}"
        assert any(column.fits is not True for column in columns), f"stopped: {found}"
        assert "no type holds" in str(found)
        return
    unfit = {c for f in found.findings if f.code == "number-fits-no-type" for c in f.columns}
    compared = []
    for position, column in enumerate(columns):
        if as_text is not None and f"c{position}" in unfit:
            assert column.fits is not True, "a type holds these numbers"
            compared.append(as_text(position))
        else:
            assert column.fits is not False, "no type holds these numbers"
            compared.append(column)
        codes = {f.code for f in found.findings if f"c{position}" in f.columns} & CODES_OF_RULES
        assert codes == compared[-1].codes
    expected = oracle.count(compared)
    assert {name: getattr(found, name) for name in vars(expected)} == vars(expected)


Evaluate = Callable[..., rdmp.Evaluation]
"""`rdmp.evaluate`, or the same with an engine that many pairs share."""


def judge_text_pair(
    pair: tuple[list[Cells], list[Cells]],
    *,
    quoted: bool,
    null: set[str],
    evaluate: Evaluate = rdmp.evaluate,
) -> rdmp.Evaluation | rdmp.InputError:
    """Hold two text files against the oracle; return what came of them."""
    left, right = pair
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("original.csv", "avatar.csv")]
        for path, columns in zip(paths, pair, strict=True):
            write(path, columns, quoted=quoted)
        tokens = sorted(null)
        found = outcome(
            lambda: evaluate(*paths, null=tokens, delimiter=",", threads=1, second_look="never")
        )
    cells = [
        (seen(one, tokens), seen(other, tokens)) for one, other in zip(left, right, strict=True)
    ]
    typed = [oracle.type_together(one, other) for one, other in cells]
    check(found, typed, lambda position: oracle.as_text(*cells[position]))
    return found


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(pair=text_pairs(), quoted=st.booleans(), null=st.sets(st.sampled_from(MISSING_TOKENS)))
def test_random_pairs_of_text_files_are_counted_as_the_rules_say(
    pair: tuple[list[Cells], list[Cells]], *, quoted: bool, null: set[str]
) -> None:
    judge_text_pair(pair, quoted=quoted, null=null)


# -- a text file against a table that has types ---------------------------------------------------

INSTANTS = [
    datetime(2024, 5, 1, 10, tzinfo=UTC),
    datetime(2024, 5, 1, 10, 0, 0, 250000, tzinfo=UTC),
]
CLOCKS = [
    stamp.replace(tzinfo=None)
    for stamp in (
        datetime(2024, 5, 1, tzinfo=UTC),
        datetime(2024, 5, 1, 10, 20, 30, tzinfo=UTC),
        datetime(1960, 1, 1, 23, 59, 59, 999999, tzinfo=UTC),
    )
]

TYPED: dict[str, tuple[pa.DataType, tuple[Any, ...], tuple[str, ...]]] = {
    "BIGINT": (
        pa.int64(),
        (0, 1, 34, -7, 9007199254740993, 123456789012345),
        ("whole", "long", "led"),
    ),
    "TINYINT": (pa.int8(), (0, 1, 34, -7), ("whole", "decimal", "truth")),
    "DOUBLE": (
        pa.float64(),
        (
            0.0,
            -0.0,
            1.0,
            0.1,
            0.3,
            0.1 + 0.2,
            9007199254740992.0,
            2.0**65,
            1e-5,
            2.5e300,
            float("inf"),
            float("nan"),
            34.0,
            1e20,
        ),
        ("whole", "long", "decimal", "scientific", "nan", "truth"),
    ),
    "FLOAT": (
        pa.float32(),
        (0.0, 0.5, float(np.float32(0.1)), float(np.float32(1.1)), 34.0, float("nan"), 16777216.0),
        ("whole", "decimal", "nan"),
    ),
    "DECIMAL(9,2)": (
        pa.decimal128(9, 2),
        (Decimal("0.50"), Decimal("1.10"), Decimal("34.00")),
        ("decimal", "whole"),
    ),
    "DECIMAL(38,20)": (
        pa.decimal128(38, 20),
        (Decimal("0.30000000000000004"), Decimal("1.1"), Decimal("1E-5")),
        ("decimal", "scientific"),
    ),
    "BOOLEAN": (pa.bool_(), (True, False), ("word_truth", "truth", "whole")),
    "DATE": (
        pa.date32(),
        (date(2024, 2, 29), date(2024, 5, 1), date(1, 1, 1)),
        ("date", "local", "instant"),
    ),
    "TIMESTAMP": (pa.timestamp("us"), tuple(CLOCKS), ("local", "date", "instant")),
    "TIMESTAMP_NS": (
        pa.timestamp("ns"),
        (
            1714558830123456789,
            1714558830123456700,
            1714558830000000000,
            -315619200000000100,
            1714521600000000000,
        ),
        ("local",),
    ),
    "TIMESTAMPTZ": (pa.timestamp("us", tz="UTC"), tuple(INSTANTS), ("instant", "local")),
    "VARCHAR": (
        pa.string(),
        ("34", "34.0", "", "é", "2024-05-01", "nan", "F"),
        ("text", "whole", "date"),
    ),
}


def stored_value(value: Any, sql_type: str) -> Any:
    """Return a value as the oracle takes it: times are nanoseconds since 1970."""
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    if isinstance(value, datetime):
        gap = value.replace(tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)
        return (gap.days * 86_400 + gap.seconds) * 10**9 + gap.microseconds * 1000
    if isinstance(value, date):
        return (value.toordinal() - 719_163) * 86_400 * 10**9
    return value


@st.composite
def typed_pairs(draw: st.DrawFn) -> tuple[list[tuple[str, list[Any]]], list[Cells]]:
    """Columns of a typed table, and of a text file, whose rows are rows of the table, spelled."""
    chosen = draw(st.lists(st.sampled_from(sorted(TYPED)), min_size=1, max_size=2))
    shuffle = random.Random(draw(st.integers(0, 2**32)))  # noqa: S311
    rows, others = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    copied = [shuffle.randrange(rows) if shuffle.random() < 0.7 else None for _ in range(others)]
    table, text = [], []
    for sql_type in chosen:
        _, values, families = TYPED[sql_type]
        some = [*draw(st.lists(st.sampled_from(values), min_size=1, max_size=4))]
        if draw(st.integers(0, 2)) == 0:
            some = [*some, None] if draw(st.integers(0, 4)) else [None]
        column = [shuffle.choice(some) for _ in range(rows)]
        family = [v for name in families for v in FAMILIES[name]]
        if draw(st.integers(0, 3)):
            family = list(FAMILIES[families[0]])
        pool = draw(st.lists(st.sampled_from(family), min_size=1, max_size=3))
        cells: Cells = []
        for row in copied:
            spelled = None if row is None else spellings(column[row], sql_type, family)
            cells.append(shuffle.choice(spelled or shuffle.choice(pool)))
        if draw(st.integers(0, 9)) == 0:
            cells = [None] * others
        table.append((sql_type, column))
        text.append(cells)
    return table, text


def spellings(value: Any, sql_type: str, family: Sequence[tuple[str, ...]]) -> Sequence[str | None]:
    """Return the tokens that mean a stored value, as far as the family knows them."""
    if value is None or value != value:  # noqa: PLR0124
        return (None,)
    if sql_type == "VARCHAR":
        return (value or None,)
    if sql_type == "BOOLEAN":
        return tuple(
            token for spelled in family for token in spelled if token.lower() == str(value).lower()
        )
    of_time = sql_type.startswith(("DATE", "TIMESTAMP"))
    wanted = stored_value(value, sql_type) if of_time else oracle.stored_number(value, sql_type)
    kinds = {"date", "local", "instant"} if of_time else {"number", "inf"}
    return tuple(
        token
        for spelled in family
        for token in spelled
        if oracle.kind_of(token) in kinds
        and oracle.same(oracle.read(token, "time" if of_time else "number"), wanted)
    )


def judge_text_against_table(
    pair: tuple[list[tuple[str, list[Any]]], list[Cells]],
    *,
    table_is_original: bool,
    evaluate: Evaluate = rdmp.evaluate,
) -> rdmp.Evaluation | rdmp.InputError:
    """Hold a text file and a typed table against the oracle; return what came of them."""
    table, text = pair
    with tempfile.TemporaryDirectory() as folder:
        stored, written = Path(folder, "typed.parquet"), Path(folder, "text.csv")
        arrays = [pa.array(column, TYPED[sql_type][0]) for sql_type, column in table]
        names = [f"c{position}" for position in range(len(table))]
        pq.write_table(pa.table(arrays, names=names), stored)
        write(written, text, quoted=False)
        paths = (stored, written) if table_is_original else (written, stored)
        found = outcome(lambda: evaluate(*paths, delimiter=",", threads=1, second_look="never"))
    columns = []
    for (sql_type, column), cells in zip(table, text, strict=True):
        values = [stored_value(value, sql_type) for value in column]
        made = oracle.type_against(seen(cells, ()), values, sql_type)
        columns.append(made.mirrored if table_is_original else replace(made, own=None))
    check(found, columns)
    return found


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(pair=typed_pairs(), table_is_original=st.booleans())
def test_random_text_files_against_typed_tables_are_counted_as_the_rules_say(
    pair: tuple[list[tuple[str, list[Any]]], list[Cells]], *, table_is_original: bool
) -> None:
    judge_text_against_table(pair, table_is_original=table_is_original)
