"""The house keeps its order: imports flow one way, each tool and engine stays in its place."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
PACKAGE = CHECKOUT / "rdmp"

HOMES = {
    "duckdb": ("engines/duckdb/",),
    "pyspark": ("engines/spark/",),
    "pyarrow": ("engines/", "readers/", "compressed.py", "output/"),
}
"""Libraries that only some rooms may import, and these rooms."""


def imported_libraries(file: Path) -> Iterator[str]:
    """Yield the top-level names that a module imports, wherever it does and for whatever reason.

    `importlib.import_module("name")` counts: a contract must not be walked around by spelling.
    """
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (name.name.partition(".")[0] for name in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(module)), *_],
            ):
                yield module.partition(".")[0]


def test_every_import_contract_holds() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("library", HOMES)
def test_a_library_is_imported_only_where_it_lives(library: str) -> None:
    strays = [
        place
        for file in sorted(PACKAGE.rglob("*.py"))
        if library in imported_libraries(file)
        and not (place := file.relative_to(PACKAGE).as_posix()).startswith(HOMES[library])
    ]
    assert strays == []


def test_the_duckdb_engine_is_where_duckdb_is_imported() -> None:
    files = (PACKAGE / "engines" / "duckdb").rglob("*.py")
    assert any("duckdb" in imported_libraries(file) for file in files)


@pytest.mark.parametrize(
    "source",
    [
        "import duckdb",
        "import duckdb.typing as t",
        "from duckdb import connect",
        "def f():\n    import duckdb",
        "import importlib\nimportlib.import_module('duckdb')",
        "__import__('duckdb')",
    ],
)
def test_no_spelling_of_an_import_escapes(source: str, tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(source)
    assert "duckdb" in imported_libraries(file)


NO_SQL = re.compile(r"\{#.*?#\}|\{\{.*?\}\}|\{%.*?%\}|--[^\n]*|'(?:[^']|'')*'", re.DOTALL)
"""What is not SQL in a template, and what no formatter touches: Jinja, comments, strings."""


@pytest.mark.parametrize(
    "file", sorted((CHECKOUT / "sql").rglob("*.sql")), ids=lambda file: str(file.name)
)
def test_no_template_has_an_operator_that_its_formatter_takes_for_a_comment(file: Path) -> None:
    """`a // b` divides in DuckDB; sqlfmt rewrites it to `a  -- b`. `divide(a, b)` is the same."""
    assert "//" not in NO_SQL.sub(" ", file.read_text(encoding="utf-8"))


def test_nothing_in_python_switches_off_the_rule_against_sql_in_strings() -> None:
    files = [
        file for room in ("rdmp", "tests", "benchmarks") for file in (CHECKOUT / room).rglob("*.py")
    ]
    switched_off = re.compile(r"#\s*(?:ruff:\s*)?noqa(?:\s*$|:.*\bS608\b)", re.MULTILINE)
    assert [file.name for file in files if switched_off.search(file.read_text("utf-8"))] == []
