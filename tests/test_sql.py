"""What is rendered: golden statements, their grammar, and the definition as it stands.

To accept new renderings, read the difference after ``python tests/test_sql.py --update``.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sqlglot

import rdmp
from rdmp.comparison import compare
from rdmp.evaluation import explain
from rdmp.options import Options
from rdmp.seam import Statement
from rdmp.syntax import DuckDBSyntax
from rdmp.templates import check, folder, render

GOLDEN = Path(__file__).parent / "golden"
ALIGNMENT = Path(rdmp.__file__).parent / "alignment"
NAIVE, ZONED = datetime(2024, 5, 1, 10, 20, 30), datetime(2024, 5, 1, 10, 20, 30, tzinfo=UTC)  # noqa: DTZ001
US, NS = pa.timestamp("us"), pa.timestamp("ns")
INSTANT = pa.timestamp("us", "UTC")

TYPED: dict[str, tuple[tuple[Any, pa.DataType], tuple[Any, pa.DataType]]] = {
    "plain text": (("a", pa.string()), ("a", pa.string())),
    'quote " and, comma': ((1, pa.int32()), (1, pa.int64())),
    "select": ((1, pa.uint64()), (1, pa.int64())),
    "integer with double": ((2**53 + 1, pa.int64()), (2.0**53, pa.float64())),
    "decimal with double": ((Decimal("1.10"), pa.decimal128(20, 2)), (1.1, pa.float64())),
    "decimals beyond 38": ((Decimal(1), pa.decimal128(38, 2)), (Decimal(1), pa.decimal128(38, 30))),
    "float with double": ((1.5, pa.float32()), (1.5, pa.float64())),
    "integer with float": ((1, pa.int8()), (1.0, pa.float32())),
    "boolean with bit": ((True, pa.bool_()), (1, pa.int8())),
    "bytes with text": ((b"a", pa.binary()), ("a", pa.string())),
    "uuid with text": ((UUID(int=1).bytes, pa.uuid()), (str(UUID(int=1)), pa.string())),
    "date with timestamp": ((date(2024, 5, 1), pa.date32()), (NAIVE, US)),
    "date with nanoseconds": ((date(2024, 5, 1), pa.date32()), (NAIVE, NS)),
    "microseconds with nanoseconds": ((NAIVE, US), (NAIVE, NS)),
    "local with instant": ((NAIVE, US), (ZONED, INSTANT)),
    "times": ((time(10), pa.time64("us")), (time(10), pa.time32("s"))),
    "durations": ((1, pa.duration("s")), (1000, pa.duration("ms"))),
    "nothing with text": ((None, pa.null()), ("a", pa.string())),
    "struct": (
        ({"x": 1, "y": 1.5}, pa.struct([("x", pa.int64()), ("y", pa.float64())])),
        ({"y": 1.5, "x": 1}, pa.struct([("y", pa.float64()), ("x", pa.float64())])),
    ),
    "list": (([1], pa.list_(pa.int32())), ([1.0], pa.list_(pa.float64()))),
    "map": (
        ([("k", 1.0)], pa.map_(pa.string(), pa.float64())),
        ([("k", 1.0)], pa.map_(pa.string(), pa.float32())),
    ),
}
"""A value and a type for each side: together they need every conversion of typed values."""

TEXT: dict[str, tuple[str, str | tuple[Any, pa.DataType]]] = {
    "whole": ("34", "34.0"),
    "decimal": ("1.25", ".5"),
    "double": ("1e-05", "nan"),
    "truth": ("TRUE", "0"),
    "day": ("2024-05-01", "2024-05-02"),
    "clock": ("2024-05-01 10:20:30.123456789", "2024-05-01T10:20"),
    "instant": ("2024-05-01T10:20:30Z", "2024-05-01 12:20:30+02"),
    "word, quoted": ("it's", 'a "b"'),
    "against integer": ("7", (7, pa.int64())),
    "against double": ("1.5", (1.5, pa.float64())),
    "against float": ("1.5", (1.5, pa.float32())),
    "against truth": ("true", (True, pa.bool_())),
    "against nanoseconds": ("2024-05-01 10:20:30.000000001", (NAIVE, NS)),
    "against text": ("a", ("", pa.string())),
}


PAIRS = ["typed", "text", "mixed", "interval", "token"]


def pairs(where: Path) -> Iterator[tuple[str, object, object, dict[str, Any]]]:
    """Yield name, original, avatar and options of each awkward pair."""
    sides = [
        pa.Table.from_arrays(
            [pa.array([pair[s][0]], pair[s][1]) for pair in TYPED.values()], list(TYPED)
        )
        for s in (0, 1)
    ]
    yield "typed", *sides, {"timezone": "Europe/Paris"}
    files = {name: pair for name, pair in TEXT.items() if isinstance(pair[1], str)}
    for s, role in enumerate(("original", "avatar")):
        write_csv(where / f"{role}.csv", list(files), [str(pair[s]) for pair in files.values()])
    yield "text", where / "original.csv", where / "avatar.csv", {"null": ["NA", "a;b"]}
    typed = {name: pair for name, pair in TEXT.items() if not isinstance(pair[1], str)}
    write_csv(where / "mixed.csv", list(typed), [pair[0] for pair in typed.values()])
    arrays = [pa.array([pair[1][0]], pair[1][1]) for pair in typed.values()]
    pq.write_table(pa.Table.from_arrays(arrays, list(typed)), where / "typed.parquet")
    yield "mixed", where / "mixed.csv", where / "typed.parquet", {}
    write_csv(where / "one.csv", ["v"], ["1,5"])
    write_csv(where / "other.csv", ["v"], ["1.5"])
    yield (
        "token",
        where / "one.csv",
        where / "other.csv",
        {"original_decimal": ",", "delimiter": ";"},
    )
    span = where / "span.parquet"
    with duckdb.connect() as connection:
        one = connection.sql("select interval '1 month' as span, 'a' as word")
        one.write_parquet(str(span))
    yield "interval", span, span, {"cast": {"word": "VARCHAR"}}


def write_csv(path: Path, *rows: list[str]) -> None:
    quoted = [",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows]
    path.write_text("\n".join(quoted) + "\n", encoding="utf-8")


def renderings(where: Path) -> dict[str, list[Statement]]:
    """Return the statements of each pair, with a fixed name for the folder of the files."""
    made = {}
    for name, original, avatar, options in pairs(where):
        found = explain(original, avatar, threads=1, **options).statements
        made[name] = [
            Statement(name=one.name, sql=one.sql.replace(str(where), "/data").strip())
            for one in found
        ]
    return made


def joined(name: str, statements: list[Statement]) -> str:
    """Join statements to a golden file; what is asked of each token is long, and kept once."""
    kept = [one for one in statements if name == "token" or one.name != "facts"]
    return "\n\n".join(f"-- {one.name}\n{one.sql}" for one in kept) + "\n"


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Statement]]:
    return renderings(tmp_path_factory.mktemp("data"))


@pytest.mark.parametrize("name", PAIRS)
def test_statements_are_rendered_as_they_were_read_last(
    name: str, rendered: dict[str, list[Statement]]
) -> None:
    golden = (GOLDEN / f"{name}.sql").read_text(encoding="utf-8")
    assert joined(name, rendered[name]) == golden, (
        "read the difference, then python tests/test_sql.py --update"
    )


@pytest.mark.parametrize("name", PAIRS)
def test_a_parser_of_another_house_can_read_each_statement(
    name: str, rendered: dict[str, list[Statement]]
) -> None:
    for one in rendered[name]:
        assert len(sqlglot.parse(one.sql, dialect="duckdb")) == 1, one.name


def test_the_awkward_pairs_use_every_conversion(tmp_path: Path) -> None:
    source = "".join(path.read_text("utf-8") for path in ALIGNMENT.glob("*.py"))
    every = set(re.findall(r'\bconversion\(\s*"(\w+)"|\bConversion\(\s*"(\w+)"', source))
    used: set[str] = set()
    for _, original, avatar, options in pairs(tmp_path):
        with compare(original, avatar, Options(**options)) as comparison:
            for column in comparison.alignment.columns:
                used |= names_in((column.original_form, column.avatar_form, column.own))
    # A condition finds a place in a file; it is no part of a compared form.
    assert {one or other for one, other in every} - used == {"token_not_of_kind"}


def names_in(form: Any) -> set[str]:
    """Return the names of all conversions of a form, nested ones included."""
    if isinstance(form, tuple):
        return set().union(*map(names_in, form))
    return {form.name} | names_in(form.arguments) if hasattr(form, "arguments") else set()


@pytest.mark.parametrize(
    "name",
    sorted(
        path.relative_to(folder()).with_suffix("").as_posix()
        for path in folder().rglob("*.sql")
        if path.read_text(encoding="utf-8").startswith("--")
    ),
)
def test_each_template_uses_the_parameters_that_it_declares(name: str) -> None:
    check(name, DuckDBSyntax())


def test_the_definition_runs_as_it_stands_and_agrees_with_the_counts(tmp_path: Path) -> None:
    """Six rows by hand: n = 6, Ann and Cy are unique and found, Bo is repeated, Di is not found."""
    rows = [("Ann", 30), ("Bo", 41), ("Bo", 41), ("Cy", None), ("Di", 52), (None, None)]
    others = [("Ann", 30), ("Ann", 30), ("Bo", 41), ("Cy", None), ("Di", 53)]

    def table(of: Sequence[tuple[str | None, int | None]]) -> pa.Table:
        return pa.table({"name": [name for name, _ in of], "age": [age for _, age in of]})

    with compare(table(rows), table(others), Options()) as comparison:
        definition = render("rdmp", DuckDBSyntax(), columns=list(comparison.layout.columns))
        (found,) = comparison.engine.query(definition)
    counted = rdmp.evaluate(table(rows), table(others))
    assert found == (6, 2) == (counted.original_rows, counted.matched_rows)


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit("usage: python tests/test_sql.py --update")
    GOLDEN.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        for title, statements in renderings(Path(data)).items():
            (GOLDEN / f"{title}.sql").write_text(joined(title, statements), encoding="utf-8")
