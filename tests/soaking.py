"""Random pairs for the soak: what is drawn, how it is evaluated, and what must come of it.

Every judge evaluates one pair and returns what came of it: ``"right"``, or ``"stopped: …"`` where
the evaluation may stop. It raises where a count is wrong or an error is none of ours. `Bench` keeps
a few engines open, because a pair costs milliseconds and the start of an engine a tenth of a
second.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal
from unittest import mock

import numpy as np
import oracle
import pyarrow as pa
import pyarrow.compute
import pyarrow.csv
import pyarrow.parquet as pq
import strategies
import test_plans as by_plan
import test_random_text as text
from hypothesis import strategies as st
from oracle import Expected
from strategies import Table

import rdmp
from rdmp import asking
from rdmp.comparison import compare
from rdmp.engines.duckdb import DuckDBEngine
from rdmp.options import Options
from rdmp.plans import choice, definition, pruned
from rdmp.plans.definition import Sizes
from rdmp.plans.keys import Keys
from rdmp.result import Counts
from rdmp.templates import render

RIGHT = "right"


@dataclass(slots=True)
class Bench:
    """Engines that many pairs share, and a folder for their files."""

    folder: Path
    engines: dict[tuple[int, str], DuckDBEngine] = field(default_factory=dict)
    most_spilled: int = 0

    def engine(self, threads: int, memory: str) -> DuckDBEngine:
        """Return the engine of some means, opened when it is first asked for."""
        means = threads, memory
        if means not in self.engines:
            options = Options(threads=threads, memory_limit=memory, temp_directory=self.folder)
            self.engines[means] = DuckDBEngine(options)
        return self.engines[means]

    def forget(self, threads: int, memory: str) -> None:
        """Close an engine that has failed: the next pair begins with a fresh one."""
        self.engines.pop((threads, memory)).close()

    def close(self) -> None:
        """Close all engines."""
        for engine in self.engines.values():
            engine.close()
        self.engines.clear()


def stopped(error: rdmp.RdmpError) -> str:
    """Return how a stop is counted."""
    return f"stopped: {type(error).__name__}"


# -- tables of every type, by every road, with every option ---------------------------------------

Road = Literal["parquet", "parts", "arrow", "reader", "feather", "pandas", "polars"]
ROADS: tuple[Road, ...] = ("parquet", "parts", "arrow", "reader", "feather", "pandas")
MEMORY = ("2GB", "2GB", "2GB", "200MB", "30MB")


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedCase:
    """A pair, and how it is to be evaluated."""

    original: Table
    avatar: Table
    order: tuple[str, ...]
    roads: tuple[Road, Road]
    kept: tuple[int, ...]
    by: Literal["columns", "exclude"]
    renamed: frozenset[str]
    cast: frozenset[str]
    quick: bool
    look: Literal["auto", "always", "never"]
    holdout: tuple[tuple[Any, ...], ...]
    threads: int
    memory: str


POLARS = tuple(
    (
        tuple(one for one in ones if one.style != "+05:30"),
        tuple(one for one in others if one.style != "+05:30"),
    )
    for ones, others in strategies.FAMILIES
    if strategies.UUID not in others
)
"""What polars has: no UUID, and zones by name only."""


def _called(table: Table, name: str) -> Table:
    return replace(table, names=tuple(one or name for one in table.names))


@st.composite
def typed_cases(draw: st.DrawFn) -> TypedCase:
    """Draw a pair of tables of every type, the roads that they take, and options."""
    polars = draw(st.integers(0, 7)) == 0
    types = strategies.scalar_types(POLARS) if polars else None
    original, avatar, order = draw(strategies.pairs(types))
    if polars and "" in original.names:
        # It calls a column without a name by its place, which differs between the two sides.
        original, avatar = (_called(one, "nameless") for one in (original, avatar))
        order = tuple(name or "nameless" for name in order)
    roads: tuple[Road, Road] = ("polars", "polars")
    if not polars:
        roads = draw(st.tuples(st.sampled_from(ROADS), st.sampled_from(ROADS)))
    places = range(len(original.names))
    kept = tuple(places)
    if draw(st.booleans()):
        kept = tuple(sorted(draw(st.sets(st.sampled_from(places), min_size=1))))
    some = st.frozensets(st.sampled_from(original.names)) | st.just(frozenset[str]())
    quick = draw(st.integers(0, 4)) == 0
    look = draw(st.sampled_from(("never",) * 12 + ("auto", "always")))
    holdout: list[tuple[Any, ...]] = []
    if not quick and draw(st.integers(0, 5)) == 0:
        holdout = [
            tuple(draw(st.sampled_from(column)) for column in zip(*original.rows, strict=True))
            for _ in range(draw(st.integers(1, 6)))
        ]
    return TypedCase(
        original=original,
        avatar=avatar,
        order=order,
        roads=roads,
        kept=kept,
        by=draw(st.sampled_from(("columns", "exclude"))),
        renamed=draw(some),
        cast=draw(some),
        quick=quick,
        look="auto" if quick and look == "always" else look,
        holdout=tuple(holdout),
        threads=draw(st.sampled_from((1, 1, 2, 4))),
        memory=draw(st.sampled_from(MEMORY)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A table with its columns in the order and under the names that they are handed over in."""

    table: Table
    order: tuple[str, ...]
    renames: Mapping[str, str]

    def arrow(self, rows: slice = slice(None)) -> pa.Table:
        """Return some rows as pyarrow's."""
        made = strategies.arrow(replace(self.table, rows=self.table.rows[rows]), self.order)
        return made.rename_columns([self.renames.get(name, name) for name in made.column_names])


def _handed_over(side: Side, road: Road, folder: Path, name: str) -> object:
    """Return a table as a user hands it over; as Arrow, where pyarrow cannot write it."""
    try:
        return _by_road(side, road, folder, name)
    except pa.ArrowNotImplementedError:
        return side.arrow()


def _by_road(side: Side, road: Road, folder: Path, name: str) -> object:
    table = side.arrow()
    match road:
        case "parquet":
            pq.write_table(table, folder / f"{name}.parquet")
            return folder / f"{name}.parquet"
        case "parts":
            parts = folder / name
            parts.mkdir()
            middle = len(table) // 2
            pq.write_table(side.arrow(slice(middle)), parts / "part 0.parquet")
            pq.write_table(side.arrow(slice(middle, None)), parts / "part 1.parquet")
            return parts
        case "feather":
            with pa.ipc.new_file(folder / f"{name}.feather", table.schema) as file:
                file.write_table(table, max_chunksize=3)
            return folder / f"{name}.feather"
        case "reader":
            return table.to_reader(max_chunksize=2)
        case "pandas":
            import pandas as pd

            return table.to_pandas(types_mapper=pd.ArrowDtype)
        case "polars":
            import polars as pl

            return pl.from_arrow(table)
        case _:
            return table


_SAME_AFTER_CAST = {"integer": ("HUGEINT", "VARCHAR"), "text": ("VARCHAR",)}
"""Casts that keep apart what differs, and together what is equal, of columns of one kind."""


def _casts(case: TypedCase) -> dict[str, str]:
    found = {}
    for place, name in enumerate(case.original.names):
        kinds = {case.original.types[place].kind, case.avatar.types[place].kind}
        if name in case.cast and place in case.kept and len(kinds) == 1:
            types = _SAME_AFTER_CAST.get(kinds.pop(), ())
            if types:
                found[name] = types[len(case.order) % len(types)]
    return found


def _options(case: TypedCase, renames: Mapping[str, str]) -> dict[str, Any]:
    options: dict[str, Any] = {"second_look": case.look, "quick": case.quick}
    names = case.original.names
    if len(case.kept) < len(names):
        if case.by == "columns":
            options["columns"] = [names[place] for place in case.kept]
        else:
            left_out = [name for place, name in enumerate(names) if place not in case.kept]
            options["exclude"] = left_out
    if renames:
        options["rename"] = dict(renames)
    if casts := _casts(case):
        options["cast"] = casts
    return options


def judge_typed(case: TypedCase, bench: Bench) -> str:
    """Hold a pair of typed tables against the oracle."""
    renames = {name: f"{name} of the avatar" for name in case.renamed}
    original = Side(table=case.original, order=case.original.names, renames={})
    avatar = Side(table=case.avatar, order=case.order, renames=renames)
    keywords = _options(case, renames)
    holdout = replace(case.original, rows=case.holdout) if case.holdout else None
    with tempfile.TemporaryDirectory(dir=bench.folder) as place:
        sides = [
            _handed_over(side, road, Path(place), name)
            for side, road, name in zip(
                (original, avatar), case.roads, ("original", "avatar"), strict=True
            )
        ]
        if holdout is not None:
            keywords["holdout"] = strategies.arrow(holdout)
        try:
            found = rdmp.evaluate(
                *sides, engine=bench.engine(case.threads, case.memory), **keywords
            )
        except rdmp.ResourceError as error:
            bench.forget(case.threads, case.memory)
            return stopped(error)
    _check(found, _expected(case), quick=case.quick)
    if holdout is not None:
        assert found.coincidence is not None
        drawn = found.coincidence.set_aside_rows, *_share(found)
        assert drawn == _expected_of_holdout(case, holdout)
    return RIGHT


def _share(found: rdmp.Evaluation) -> tuple[int, int]:
    assert found.coincidence is not None
    return found.coincidence.drawn.rows, found.coincidence.drawn.found


def _kept(case: TypedCase, side: Table) -> Table:
    return Table(
        names=tuple(side.names[place] for place in case.kept),
        types=tuple(side.types[place] for place in case.kept),
        rows=tuple(tuple(row[place] for place in case.kept) for row in side.rows),
    )


def _expected(case: TypedCase) -> Expected:
    left, right = _kept(case, case.original), _kept(case, case.avatar)
    return oracle.count(left.rows, right.rows, left.types, right.types)


def _expected_of_holdout(case: TypedCase, holdout: Table) -> tuple[int, int, int]:
    left, right, third = (_kept(case, one) for one in (case.original, case.avatar, holdout))

    def stands(row: tuple[Any, ...], there: Table) -> bool:
        return any(
            all(map(oracle.same, row, other, third.types, there.types)) for other in there.rows
        )

    drawn = [row for row in third.rows if not stands(row, left)]
    copied = sum(stands(row, right) for row in drawn)
    return len(third.rows) - len(drawn), len(drawn), copied


def _check(found: rdmp.Evaluation, expected: Expected | Counts, *, quick: bool) -> None:
    for one in fields(expected):
        value = getattr(found, one.name)
        wanted = getattr(expected, one.name)
        if quick and one.name not in {"original_rows", "matched_rows"}:
            wanted = None
        assert value == wanted, f"{one.name} is {value}, and should be {wanted}"


# -- text files -----------------------------------------------------------------------------------


def _evaluated_by(bench: Bench, means: tuple[int, str]) -> Callable[..., rdmp.Evaluation]:
    def evaluate(*sides: Any, **keywords: Any) -> rdmp.Evaluation:
        keywords.pop("threads")
        return rdmp.evaluate(*sides, engine=bench.engine(*means), **keywords)

    return evaluate


def judge_text(case: tuple[Any, ...], bench: Bench) -> str:
    """Hold two text files against the oracle."""
    pair, quoted, null, threads = case
    with _lines_first() if threads == 1 else nullcontext():
        found = text.judge_text_pair(
            pair, quoted=quoted, null=null, evaluate=_evaluated_by(bench, (threads, "2GB"))
        )
    return stopped(found) if isinstance(found, rdmp.InputError) else RIGHT


@contextmanager
def _lines_first() -> Iterator[None]:
    """Have lines held against patterns wherever the first of them promise that they match."""
    with (
        mock.patch.object(asking, "MANY_TOKENS", 0),
        mock.patch.object(asking, "FIRST_ROWS", 3),
        mock.patch.object(asking, "WORTH_A_PATTERN", 1),
    ):
        yield


def judge_mixed(case: tuple[Any, ...], bench: Bench) -> str:
    """Hold a text file and a typed table against the oracle."""
    pair, table_is_original, threads = case
    found = text.judge_text_against_table(
        pair,
        table_is_original=table_is_original,
        evaluate=_evaluated_by(bench, (threads, "2GB")),
    )
    return stopped(found) if isinstance(found, rdmp.InputError) else RIGHT


# -- plans, with every bad choice forced ----------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanCase:
    """A pair, and the choices that a plan is to make."""

    original: tuple[tuple[Any, ...], ...]
    avatar: tuple[tuple[Any, ...], ...]
    narrow: bool
    bits: int
    keys: tuple[int, ...]
    small: int
    mostly_repeated: float
    most_candidates: float
    quick: bool
    threads: int


@st.composite
def plan_cases(draw: st.DrawFn) -> PlanCase:
    """Draw a pair whose first column is constant, and choices that may be as bad as can be."""
    cell = st.tuples(
        st.just(7),
        st.sampled_from([0, 1, 2, None, 2**60]),
        st.sampled_from(["", "x", "y" * 40, None]),
        st.sampled_from([0.1, 0.30000000000000004, 0.3, 36.6, None, float("nan"), -0.0, 0.0]),
    )
    wide = st.tuples(st.just(7), st.integers(0, 400), st.sampled_from(["a", "b"]), st.just(0.1))
    rows = st.lists(draw(st.sampled_from([cell, wide])), min_size=1, max_size=24)
    original, avatar = draw(rows), draw(rows)
    avatar += draw(st.lists(st.sampled_from(original), max_size=8))
    return PlanCase(
        original=tuple(original),
        avatar=tuple(avatar),
        narrow=draw(st.booleans()),
        bits=draw(st.sampled_from([1, 3, 3, 8, 47])),
        keys=tuple(sorted(draw(st.sets(st.integers(0, 3), max_size=4)))) or (0,),
        small=draw(st.sampled_from([0, 10**9])),
        mostly_repeated=draw(st.sampled_from([0.0, 0.5, 1.1])),
        most_candidates=draw(st.sampled_from([0.0, 0.75, 10.0])),
        quick=draw(st.booleans()),
        threads=draw(st.sampled_from((1, 2))),
    )


PLAN_TYPES = [pa.int64(), pa.int64(), pa.string(), pa.float64()]
ORACLE_TYPES = (
    *(oracle.Type(kind="integer"),) * 2,
    oracle.Type(kind="text"),
    oracle.Type(kind="float64"),
)


def judge_plans(case: PlanCase, bench: Bench) -> str:
    """Hold the definition, the pruned plan and the plan that is chosen against one another."""
    engine = bench.engine(case.threads, "2GB")
    types = list(PLAN_TYPES)
    kinds = list(ORACLE_TYPES)
    avatar = list(case.avatar)
    if case.narrow:
        types[3], kinds[3] = pa.float32(), oracle.Type(kind="float32")
        avatar = [
            (*row[:3], None if row[3] is None else float(np.float32(row[3]))) for row in avatar
        ]
    sides = (
        by_plan.table(list(case.original), PLAN_TYPES),
        by_plan.table(avatar, types),
    )
    expected = Counts(**vars_of(oracle.count(case.original, avatar, ORACLE_TYPES, kinds)))
    with compare(*sides, Options(), engine) as comparison:
        layout = comparison.layout
        keys = Keys(columns=tuple(layout.columns[place] for place in case.keys), distinct=1.0)
        sizes = Sizes(original=len(case.original), avatar=len(avatar))
        recorded = comparison.engine
        assert definition.count(recorded, layout) == expected
        with mock.patch.object(pruned, "MOST_CANDIDATES", 1.0):
            found = pruned.count(recorded, layout, keys, sizes, case.bits)
            quick = pruned.count_matches(recorded, layout, keys, sizes, case.bits)
        if not layout.own:
            statement = render("rdmp", engine.syntax, columns=list(layout.columns))
            score = recorded.query(statement)[0]
            assert score == (expected.original_rows, expected.matched_rows)
    assert found == expected
    assert quick == Counts(original_rows=expected.original_rows, matched_rows=expected.matched_rows)
    with (
        mock.patch.object(choice, "SMALL", case.small),
        mock.patch.object(choice, "MOSTLY_REPEATED", case.mostly_repeated),
        mock.patch.object(pruned, "MOST_CANDIDATES", case.most_candidates),
    ):
        chosen = rdmp.evaluate(*sides, engine=engine, quick=case.quick, second_look="never")
    _check(chosen, expected, quick=case.quick)
    return RIGHT


def vars_of(expected: Expected) -> dict[str, int]:
    """Return the counts of an oracle by their names."""
    return {one.name: getattr(expected, one.name) for one in fields(expected)}


# -- tables that spill ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LargeCase:
    """Two tables of rows that stand for integers, and the means to count them with."""

    seed: int
    rows: tuple[int, int]
    identities: int
    columns: tuple[int, ...]
    form: Literal["parquet", "csv", "arrow"]
    bits: int
    quick: bool
    threads: int
    memory: str


@st.composite
def large_cases(draw: st.DrawFn) -> LargeCase:
    """Draw tables too large for the memory that they get."""
    rows = draw(st.tuples(*(st.sampled_from((40_000, 90_000, 150_000)),) * 2))
    return LargeCase(
        seed=draw(st.integers(0, 2**32)),
        rows=rows,
        identities=draw(st.sampled_from((500, 60_000, 400_000, 10**12))),
        columns=tuple(draw(st.lists(st.integers(0, 4), min_size=1, max_size=5))),
        form=draw(st.sampled_from(("parquet", "parquet", "csv", "arrow"))),
        bits=draw(st.sampled_from((8, 47, 47))),
        quick=draw(st.integers(0, 3)) == 0,
        threads=draw(st.sampled_from((1, 2))),
        memory=draw(st.sampled_from(("8MB", "16MB", "24MB", "40MB", "60MB", "90MB"))),
    )


def _column(kind: int, identities: Any) -> pa.Array:
    """Return a column that any two rows share if they stand for one integer."""
    whole = pa.array(identities, pa.int64())
    match kind:
        case 0:
            return pa.compute.cast(whole, pa.string())
        case 1:
            return pa.array(np.where(identities % 5 == 0, np.nan, identities % 1_000), pa.float64())
        case 2:
            return pa.compute.binary_join_element_wise(
                pa.scalar("a long text that takes room: "), pa.compute.cast(whole, pa.string()), ""
            )
        case 3:
            return pa.array(identities % 7, pa.int64(), mask=identities % 3 == 0)
        case _:
            return pa.array(identities % 40_000, pa.int32()).cast(pa.date32())


def judge_large(case: LargeCase, bench: Bench) -> str:
    """Count tables that do not fit into memory: right, or a stop that says so."""
    drawn = np.random.default_rng(case.seed)
    originals = drawn.integers(0, case.identities, case.rows[0])
    avatars = drawn.integers(0, case.identities, case.rows[1])
    copied = case.rows[1] // 3
    avatars[:copied] = drawn.choice(originals, copied)
    drawn.shuffle(avatars)
    names = ["id", *(f"column {place}" for place in range(len(case.columns)))]
    with tempfile.TemporaryDirectory(dir=bench.folder) as place:
        sides = []
        for name, ids in (("original", originals), ("avatar", avatars)):
            columns = [_column(kind, ids) for kind in case.columns]
            table = pa.table([pa.array(ids, pa.int64()), *columns], names=names)
            sides.append(_large(table, case.form, Path(place) / name))
        engine = bench.engine(case.threads, case.memory)
        try:
            with _spill_of(bench, engine), mock.patch.object(pruned, "KEY_BITS", case.bits):
                found = rdmp.evaluate(*sides, engine=engine, quick=case.quick, second_look="never")
        except rdmp.ResourceError as error:
            bench.forget(case.threads, case.memory)
            return stopped(error)
    _check(found, _counted(originals, avatars), quick=case.quick)
    return RIGHT


def _large(table: pa.Table, form: str, path: Path) -> object:
    if form == "parquet":
        pq.write_table(table, path.with_suffix(".parquet"), row_group_size=30_000)
        return path.with_suffix(".parquet")
    if form == "csv":
        pa.csv.write_csv(table, path.with_suffix(".csv"))
        return path.with_suffix(".csv")
    return table


def _counted(originals: Any, avatars: Any) -> Expected:
    ones, times = np.unique(originals, return_counts=True)
    others, copies = np.unique(avatars, return_counts=True)
    shared = np.isin(ones, others)
    return Expected(
        original_rows=len(originals),
        unique_rows=int((times == 1).sum()),
        matched_rows=int(((times == 1) & shared).sum()),
        present_rows=int(times[shared].sum()),
        avatar_rows=len(avatars),
        copied_avatar_rows=int(copies[np.isin(others, ones)].sum()),
    )


@contextmanager
def _spill_of(bench: Bench, engine: DuckDBEngine) -> Iterator[None]:
    """Watch how much an engine spills."""
    over = threading.Event()
    bench.most_spilled = 0

    def watch() -> None:
        while not over.wait(0.005):
            size = 0
            for one in Path(engine._session._folder.path).iterdir():
                try:
                    size += one.stat().st_size
                except OSError:
                    continue
            bench.most_spilled = max(bench.most_spilled, size)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


# -- all of them ----------------------------------------------------------------------------------

Judge = Callable[[Any, Bench], str]

KINDS: dict[str, tuple[st.SearchStrategy[Any], Judge, float]] = {
    "typed tables, every road and option": (typed_cases(), judge_typed, 0.54),
    "two text files": (
        st.tuples(
            text.text_pairs(),
            st.booleans(),
            st.sets(st.sampled_from(text.MISSING_TOKENS)),
            st.sampled_from((1, 2)),
        ),
        judge_text,
        0.10,
    ),
    "a text file against a typed table": (
        st.tuples(text.typed_pairs(), st.booleans(), st.sampled_from((1, 2))),
        judge_mixed,
        0.08,
    ),
    "plans, every bad choice forced": (plan_cases(), judge_plans, 0.25),
    "large tables, little memory": (large_cases(), judge_large, 0.03),
}
"""What is drawn, who judges it, and its share of the pairs."""
