"""What is above the seam needs nothing but the seam; a template and its caller keep a contract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import rdmp
from rdmp import templates
from rdmp.forms import Chain
from rdmp.options import Reading, Role
from rdmp.seam import Column, Place, Relation, Statement, Survey, Type
from rdmp.sources import Frame, Source
from rdmp.syntax import DuckDBSyntax
from rdmp.templates import TemplateError, render

Rows = list[tuple[str, ...]]


@dataclass(frozen=True)
class Spelling:
    """A syntax of nobody's."""

    engine: str = "fake"

    def name(self, value: str) -> str:
        return f"[{value}]"

    def literal(self, value: object) -> str:
        return repr(value)

    def type(self, value: Type) -> str:
        return value.kind


@dataclass
class FakeEngine:
    """Two lists of rows of text, and the one statement that it knows: ``counts``."""

    name: str = "fake"
    syntax: Spelling = field(default_factory=Spelling)
    versions: Mapping[str, str] = field(default_factory=lambda: {"fake": "1"})
    tables: dict[Role, Rows] = field(default_factory=dict)
    ran: list[str] = field(default_factory=list)
    closed: bool = False

    def register(self, role: Role, source: Source, reading: Reading) -> Relation:
        assert isinstance(source, Frame)
        header, *rows = source.value
        self.tables[role] = rows
        text = Type(kind="text", stored="VARCHAR")
        columns = tuple(Column(name=n, sql_name=f"c{i}", type=text) for i, n in enumerate(header))
        reads = Statement(name=role, sql=f"rows of {role}")
        return Relation(role=role, sql_name=role, label="list", columns=columns, reads=reads)

    def define(self, name: str, statement: Statement) -> None:
        self.ran.append(name)

    def materialize(self, name: str, statement: Statement) -> int:
        raise NotImplementedError(name)

    def query(self, statement: Statement) -> list[tuple[Any, ...]]:
        assert statement.name == "counts"
        self.ran.append(statement.sql)
        original, avatar = Counter(self.tables["original"]), Counter(self.tables["avatar"])
        unique = {row for row, times in original.items() if times == 1}
        present = sum(times for row, times in original.items() if row in avatar)
        copied = sum(times for row, times in avatar.items() if row in original)
        return [
            (
                original.total(),
                len(unique),
                len(unique & avatar.keys()),
                present,
                avatar.total(),
                copied,
            )
        ]

    def confirm(self, relation: Relation, rows: int) -> bool:
        return True

    def survey(self, relation: Relation) -> Survey:
        return Survey(sample=relation.reads)

    def locate(self, relation: Relation, column: Column, condition: Chain) -> Place:
        return Place(file=relation.label)

    def close(self) -> None:
        self.closed = True


ORIGINAL = [("name", "ward"), ("Ann", "a"), ("Bo", "a"), ("Bo", "a"), ("Cy", "b")]
AVATAR = [("name", "ward"), ("Ann", "a"), ("Bo", "a"), ("Di", "c"), ("Ann", "a")]


def test_a_fake_engine_of_a_few_lines_can_stand_in() -> None:
    engine = FakeEngine()
    found = rdmp.evaluate(ORIGINAL, AVATAR, engine=engine, second_look="never")
    assert (found.original_rows, found.unique_rows, found.matched_rows) == (4, 2, 1)
    assert (found.present_rows, found.copied_avatar_rows, found.score) == (3, 3, 75.0)
    assert found.engine == "fake"
    assert found.versions["fake"] == "1"


def test_statements_are_spelled_by_the_engines_syntax() -> None:
    engine = FakeEngine()
    found = rdmp.evaluate(ORIGINAL, AVATAR, engine=engine, second_look="never")
    counts = next(one for one in found.statements if one.name == "counts")
    assert "[c0], [c1]" in counts.sql
    assert '"' not in counts.sql


def test_an_engine_that_the_caller_opened_is_left_open() -> None:
    engine = FakeEngine()
    rdmp.evaluate(ORIGINAL, AVATAR, engine=engine, second_look="never")
    with pytest.raises(rdmp.ColumnError):
        rdmp.evaluate(ORIGINAL, [("other",), ("Ann",)], engine=engine)
    assert not engine.closed


def test_the_fake_engine_counts_what_the_real_one_counts() -> None:
    import pyarrow as pa

    def arrow(rows: Sequence[tuple[str, ...]]) -> pa.Table:
        return pa.table(dict(zip(rows[0], zip(*rows[1:], strict=True), strict=True)))

    real = rdmp.evaluate(arrow(ORIGINAL), arrow(AVATAR))
    fake = rdmp.evaluate(ORIGINAL, AVATAR, engine=FakeEngine(), second_look="never")
    assert real.counts == fake.counts


# -- the contract of a template --------------------------------------------------------------------

Write = Callable[..., str]
HEADER = "-- purpose: a test\n-- one row is: nothing\n-- parameters: {}\n-- reference: none"


@pytest.fixture
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Write templates into a folder of their own."""
    monkeypatch.setattr(templates, "folder", lambda: tmp_path)
    caches = [f for f in vars(templates).values() if hasattr(f, "cache_clear")]

    def forget() -> None:
        for one in caches:
            one.cache_clear()

    def write(*lines: str) -> str:
        forget()
        (tmp_path / "one.sql").write_text("\n".join(lines), encoding="utf-8")
        return "one"

    yield write
    forget()


def test_a_template_without_its_header_is_named_with_its_line(
    template: Write,
) -> None:
    with pytest.raises(TemplateError, match=r"sql/one\.sql:1: the header"):
        render(template("select 1\n"), DuckDBSyntax())


def test_a_parameter_that_is_used_but_not_declared_is_named_with_its_line(
    template: Write,
) -> None:
    name = template(
        HEADER.format("relation"), "select 1\nfrom {{ relation | name }}\nwhere {{ other }}\n"
    )
    with pytest.raises(
        TemplateError, match=r"sql/one\.sql:7: parameter 'other' is used but not declared"
    ):
        render(name, DuckDBSyntax(), relation="t")


def test_a_parameter_that_is_declared_but_not_used_is_named(template: Write) -> None:
    name = template(HEADER.format("relation, other"), "select 1 from {{ relation | name }}\n")
    with pytest.raises(
        TemplateError, match=r"sql/one\.sql:3: parameter 'other' is declared but not used"
    ):
        templates.check(name, DuckDBSyntax())


@pytest.mark.parametrize(
    ("passed", "said"),
    [
        ({}, r"not passed: \['relation'\]"),
        ({"relation": "t", "more": 1}, r"not declared: \['more'\]"),
    ],
)
def test_a_caller_that_passes_too_little_or_too_much_is_told(
    template: Write, passed: dict[str, object], said: str
) -> None:
    name = template(HEADER.format("relation"), "select 1 from {{ relation | name }}\n")
    with pytest.raises(TemplateError, match=said):
        render(name, DuckDBSyntax(), **passed)  # type: ignore[arg-type]


def test_a_name_enters_a_statement_quoted_and_a_text_as_a_literal(
    template: Write,
) -> None:
    name = template(HEADER.format("a, b"), "select {{ a | name }} = {{ b | literal }}")
    made = render(name, DuckDBSyntax(), a='x" y', b="it's")
    assert made.sql.endswith("""select "x"" y" = 'it''s'""")
