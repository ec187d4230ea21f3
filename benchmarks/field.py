"""The field: which contenders there are, which cases they meet on, and what is asked of rdmp."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from benchmarks.pairs import Format, Recipe, Truth

Environment = Literal["product", "engines", "packages"]

ONE_COUNT = ("matched_rows",)
ALL_COUNTS = (
    "original_rows",
    "unique_rows",
    "matched_rows",
    "present_rows",
    "avatar_rows",
    "copied_avatar_rows",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """One program that counts copies.

    Parameters
    ----------
    name : str
        As the table and the command line call it.
    does : str
        What it computes, in a few words.
    arguments : tuple of str
        What follows ``python``; the two paths come after it.
    counts : tuple of str
        The counts that it gives, each held against the truth.
    environment : Environment
        Which interpreter runs it.
    limits : bool
        Whether it takes ``--memory-limit`` and ``--temp-directory``.
    options : tuple of str
        What follows the paths.
    """

    name: str
    does: str
    arguments: tuple[str, ...]
    counts: tuple[str, ...] = ONE_COUNT
    environment: Environment = "engines"
    limits: bool = False
    options: tuple[str, ...] = ()


def _module(name: str) -> tuple[str, ...]:
    return ("-m", f"benchmarks.contenders.{name}")


_EVALUATE = ("-m", "rdmp", "evaluate")
_JSON = ("--format", "json", "--no-progress")

CONTENDERS: dict[str, Contender] = {
    one.name: one
    for one in (
        Contender(
            name="scan",
            does="decode and hash all columns of both tables once (DuckDB): the yardstick",
            arguments=_module("scan"),
            counts=("original_rows", "avatar_rows"),
            limits=True,
        ),
        Contender(
            name="rdmp",
            does="`rdmp evaluate`, without the second look: all counts",
            arguments=_EVALUATE,
            counts=ALL_COUNTS,
            environment="product",
            limits=True,
            options=_JSON,
        ),
        Contender(
            name="rdmp_quick",
            does="`rdmp evaluate --quick`: score, n and matched only",
            arguments=_EVALUATE,
            counts=("original_rows", "matched_rows"),
            environment="product",
            limits=True,
            options=(*_JSON, "--quick"),
        ),
        Contender(
            name="definition",
            does="the definition as it stands (DuckDB): matched only",
            arguments=_module("definition"),
            limits=True,
        ),
        Contender(
            name="polars",
            does="Polars, streaming engine: matched only",
            arguments=_module("polars_streaming"),
        ),
        Contender(
            name="datafusion",
            does="DataFusion, the definition in its SQL: matched only",
            arguments=_module("datafusion_sql"),
        ),
        Contender(
            name="pandas",
            does="pandas on Arrow types, duplicated and merge: matched only",
            arguments=_module("pandas_merge"),
        ),
        Contender(
            name="sdmetrics",
            does="SDMetrics `NewRowSynthesis`, tolerance 0: copied avatar rows",
            arguments=_module("sdmetrics_new_row"),
            counts=("copied_avatar_rows",),
            environment="packages",
        ),
        Contender(
            name="table_evaluator",
            does="table-evaluator `get_copies`: copied avatar rows; a missing number equals none",
            arguments=_module("table_evaluator_copies"),
            counts=("copied_avatar_rows",),
            environment="packages",
        ),
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A pair, and those who meet on it."""

    name: str
    title: str
    recipe: Recipe
    contenders: tuple[str, ...]
    form: Format = "parquet"
    memory_limit: str | None = None
    scales: bool = True

    def scaled(self, scale: float) -> Case:
        """Return the same case with fewer rows, never below 2,000, if it may be scaled."""
        if not self.scales or scale == 1:
            return self
        rows = max(2_000, round(self.recipe.rows * scale))
        return replace(self, recipe=replace(self.recipe, rows=rows))


_MIXED = Recipe(rows=10_000_000)
_OURS = ("scan", "rdmp", "rdmp_quick")
_BARE = (*_OURS, "definition")
_ALL = (*_BARE, "polars", "datafusion", "pandas")

CASES: dict[str, Case] = {
    one.name: one
    for one in (
        Case(name="mixed", title="2 % copies", recipe=_MIXED, contenders=_ALL),
        Case(
            name="no_copies",
            title="no copies, no repeats",
            recipe=replace(_MIXED, copies=0, repeats=0),
            contenders=_BARE,
        ),
        Case(
            name="all_copies",
            title="100 % copies",
            recipe=replace(_MIXED, copies=1),
            contenders=_BARE,
        ),
        Case(
            name="wide",
            title="wide, 2 % copies",
            recipe=Recipe(kind="wide", rows=500_000, columns=200),
            contenders=_BARE,
        ),
        Case(
            name="wide_no_copies",
            title="wide, no copies, no repeats",
            recipe=Recipe(kind="wide", rows=500_000, columns=200, copies=0, repeats=0),
            contenders=_BARE,
        ),
        Case(
            name="few_distinct",
            title="1,000 distinct rows repeated",
            recipe=replace(_MIXED, kind="few"),
            contenders=_BARE,
        ),
        Case(
            name="long_texts",
            title="texts of 200 characters",
            recipe=Recipe(kind="long", rows=1_000_000, columns=6),
            contenders=_BARE,
        ),
        Case(
            name="skew",
            title="half the rows are 20 values",
            recipe=replace(_MIXED, kind="skew"),
            contenders=_BARE,
        ),
        Case(
            name="nulls",
            title="90 % NULL",
            recipe=Recipe(kind="nulls", rows=5_000_000),
            contenders=_BARE,
        ),
        Case(
            name="large_2gb",
            title="2 % copies, `--memory-limit 2GB`",
            recipe=replace(_MIXED, rows=100_000_000),
            contenders=_OURS,
            memory_limit="2GB",
        ),
        Case(
            name="large_500mb",
            title="2 % copies, `--memory-limit 500MB`",
            recipe=replace(_MIXED, rows=100_000_000),
            contenders=("scan", "rdmp"),
            memory_limit="500MB",
        ),
        Case(
            name="csv",
            title="CSV, 2 % copies; the scan parses and hashes both once",
            recipe=_MIXED,
            contenders=_OURS,
            form="csv",
        ),
        Case(
            name="tiny",
            title="the whole process",
            recipe=Recipe(rows=1_000),
            contenders=_ALL,
            scales=False,
        ),
        Case(
            name="table_evaluator",
            title="2 % copies, for table-evaluator",
            recipe=Recipe(rows=1_000_000),
            contenders=("scan", "rdmp", "table_evaluator"),
        ),
        Case(
            name="sdmetrics",
            title="2 % copies, for SDMetrics",
            recipe=Recipe(rows=10_000),
            contenders=("scan", "rdmp", "sdmetrics", "table_evaluator"),
        ),
    )
}

#: Synthetic-data packages that do not stand in the table, and why not.
LEFT_OUT: dict[str, str] = {
    "synthcity 0.2.12": "needs torch",
    "mostlyai-qa 1.10.11": "needs torch",
    "synthgauge 2.2.0": (
        "`sample_overlap_score`: installs, but fails on import, as it pins a seaborn (0.11) that "
        "today's matplotlib breaks; pip refuses it beside table-evaluator 1.9.0"
    ),
    "clearbox-sure 0.2.16": (
        "counts the zero among the distances of all pairs of rows (Gower), no comparison of its "
        "own; pins another pandas than table-evaluator"
    ),
    "dataxid-syntheval 0.3.0": "compares embeddings of rows, not rows",
    "syntheval 1.7.3": "its hitting rate takes 1/30 of a number's range for equal",
    "anonymeter 1.1.0": "measures attacks against a control, not exact matches",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What the product promises: a figure of one contender, or its ratio to the best of others."""

    case: str
    contender: str
    measure: Literal["cpu", "peak", "spill"]
    most: float
    against: tuple[str, ...] = ()

    def says(self) -> str:
        """Return the promise in words."""
        if self.against:
            return f"{self.measure} ≤ {self.most:.2f} × {' / '.join(self.against)}"
        if self.measure == "cpu":
            return f"cpu ≤ {self.most:.1f} s"
        return f"{self.measure} ≤ {self.most / 1e6:,.0f} MB"


_SCAN = ("scan",)
_DEFINITION = ("definition",)
_OTHERS = ("definition", "polars", "datafusion", "pandas")


def _cpu(case: str, contender: str, most: float, against: tuple[str, ...] = _SCAN) -> Target:
    return Target(case=case, contender=contender, measure="cpu", most=most, against=against)


TARGETS: tuple[Target, ...] = (
    _cpu("mixed", "rdmp", 2.3),
    Target(case="mixed", contender="rdmp", measure="peak", most=500e6),
    _cpu("mixed", "rdmp_quick", 1.7),
    _cpu("no_copies", "rdmp", 2.0),
    _cpu("no_copies", "rdmp_quick", 1.0),
    _cpu("wide", "rdmp", 1.1),
    _cpu("wide_no_copies", "rdmp", 0.25),
    _cpu("all_copies", "rdmp", 0.75, _DEFINITION),
    _cpu("few_distinct", "rdmp", 1.2, _DEFINITION),
    _cpu("long_texts", "rdmp", 1.2, _DEFINITION),
    _cpu("skew", "rdmp", 1.2, _DEFINITION),
    _cpu("nulls", "rdmp", 1.2, _DEFINITION),
    _cpu("large_2gb", "rdmp", 2.5),
    Target(case="large_2gb", contender="rdmp", measure="spill", most=1e9),
    Target(case="large_2gb", contender="rdmp", measure="peak", most=2.2e9),
    _cpu("csv", "rdmp", 1.7),
    _cpu("mixed", "rdmp", 1 / 1.8, _OTHERS),
    _cpu("mixed", "rdmp_quick", 1 / 2.4, _OTHERS),
    _cpu("tiny", "rdmp", 0.6, ()),
)

#: Growth of CPU from 10 M to 100 M rows with 8 GB.
GROWTH_MOST = 11.0
GROWTH_LIMIT = "8GB"
GROWTH_ROWS = (1_000_000, 10_000_000, 100_000_000)


def wrong(contender: Contender, found: dict[str, object], truth: Truth) -> dict[str, object]:
    """Return the counts of an answer that are not the truth's; empty if all is right."""
    return {
        count: found.get(count)
        for count in contender.counts
        if found.get(count) != getattr(truth, count)
    }
