"""Deterministic pairs of tables whose answer is known before any program has looked at them.

Every row stands for an *identity*, an integer. The original holds `heads` identities that occur
again and again (`repeated_rows` rows in all) and one identity for each other row; the avatar holds
copies of both sorts and identities of its own. `benchmarks/sql/pair_*.sql` turns an identity into
a row and never two identities into the same row, as some columns are the digits of the identity in
a mixed radix. So every count follows from the recipe by arithmetic (`Recipe.truth`), while no
single column is a key. All other values are hashes of the identity.

The engine writes the files row by row, so that a pair may be larger than memory.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, get_args

Kind = Literal["mixed", "few", "long", "skew", "nulls", "wide"]
Format = Literal["parquet", "csv"]

KINDS: tuple[Kind, ...] = get_args(Kind)
FORMATS: tuple[Format, ...] = get_args(Format)

SQL = Path(__file__).parent / "sql"

#: Template that turns an identity into a row.
TEMPLATES: dict[Kind, str] = {
    "mixed": "pair_mixed.sql",
    "few": "pair_mixed.sql",
    "skew": "pair_mixed.sql",
    "wide": "pair_mixed.sql",
    "long": "pair_long.sql",
    "nulls": "pair_nulls.sql",
}

FEW_DISTINCT = 1_000
FEW_UNIQUE = 20
SKEW_HEADS = 20
FEWEST_COLUMNS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The counts that a right program finds; the words are those of the product's result."""

    original_rows: int
    unique_rows: int
    matched_rows: int
    present_rows: int
    avatar_rows: int
    copied_avatar_rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One table: for each of its rows an identity, told by four numbers of the template."""

    rows: int
    parts: tuple[Part, ...]
    multiplier: int
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A run of `rows` shuffled positions that cycle through `distinct` identities from `first`."""

    rows: int
    first: int
    distinct: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """What a pair is made of.

    Parameters
    ----------
    kind : Kind
        ``mixed`` twenty kinds of columns in turn; ``few`` 1,000 distinct rows repeated; ``skew``
        half the rows are twenty values; ``long`` texts of 200 characters; ``nulls`` nine cells of
        ten are missing; ``wide`` is ``mixed`` under another name, for many columns.
    rows : int
        Rows of the original, and of the avatar.
    columns : int
        Columns, at least 4.
    copies : float
        Share of the avatar's rows that are copies of rows of the original, 0 to 1.
    repeats : float
        Share of the original's rows that occur twice, 0 to 1 (``few`` and ``skew`` have their own).
    seed : int
        Another seed gives other values and the same counts.
    """

    kind: Kind = "mixed"
    rows: int = 1_000_000
    columns: int = 20
    copies: float = 0.02
    repeats: float = 0.01
    seed: int = 1

    def __post_init__(self) -> None:
        """Refuse what no pair can be made of."""
        if self.rows < FEW_UNIQUE * 5 or self.columns < FEWEST_COLUMNS:
            message = f"a pair has at least {FEW_UNIQUE * 5} rows and {FEWEST_COLUMNS} columns"
            raise ValueError(message)
        if not (0 <= self.copies <= 1 and 0 <= self.repeats <= 1):
            message = "copies and repeats are shares from 0 to 1"
            raise ValueError(message)

    @property
    def name(self) -> str:
        """A file name that says everything that the files depend on."""
        return (
            f"{self.kind}-{self.rows}x{self.columns}"
            f"-c{self.copies:g}-r{self.repeats:g}-s{self.seed}"
        )

    @property
    def repeated_rows(self) -> int:
        """Rows of the original whose identity occurs more than once."""
        if self.kind == "few":
            return self.rows - FEW_UNIQUE
        if self.kind == "skew":
            return self.rows // 2
        return 2 * (round(self.rows * self.repeats) // 2)

    @property
    def heads(self) -> int:
        """Identities of the original that occur more than once."""
        if self.kind == "few":
            return min(FEW_DISTINCT - FEW_UNIQUE, self.repeated_rows // 2)
        if self.kind == "skew":
            return SKEW_HEADS
        return self.repeated_rows // 2

    @property
    def unique_rows(self) -> int:
        """Rows of the original that occur once."""
        return self.rows - self.repeated_rows

    @property
    def copied(self) -> int:
        """Rows of the avatar that are copies."""
        return round(self.rows * self.copies)

    @property
    def copied_unique(self) -> int:
        """Unique rows that are copied, once each: their share of the original, rounded up."""
        return -(-self.copied * self.unique_rows // self.rows)

    def truth(self) -> Truth:
        """Return the answer, by arithmetic on the recipe alone."""
        heads, repeated = self.heads, self.repeated_rows
        hit = min(self.copied - self.copied_unique, heads)
        times, rest = divmod(repeated, heads) if heads else (0, 0)
        return Truth(
            original_rows=self.rows,
            unique_rows=self.unique_rows,
            matched_rows=self.copied_unique,
            present_rows=self.copied_unique + hit * times + min(hit, rest),
            avatar_rows=self.rows,
            copied_avatar_rows=self.copied,
        )

    def original(self) -> Side:
        """Return which identities the original holds: heads first, then each unique row."""
        return _side(
            Part(rows=self.repeated_rows, first=0, distinct=self.heads),
            Part(rows=self.unique_rows, first=self.heads, distinct=self.unique_rows),
            seed=self.seed,
        )

    def avatar(self) -> Side:
        """Return which identities the avatar holds: copies, then rows shaped like the original."""
        fresh = self.rows - self.copied
        first = self.heads + self.unique_rows
        repeated = fresh * self.repeated_rows // self.rows
        heads = min(self.heads, repeated)
        return _side(
            Part(rows=self.copied_unique, first=self.heads, distinct=self.unique_rows),
            Part(rows=self.copied - self.copied_unique, first=0, distinct=self.heads),
            Part(rows=repeated, first=first, distinct=heads),
            Part(rows=fresh - repeated, first=first + heads, distinct=fresh - repeated),
            seed=self.seed + 1,
        )


def _side(*parts: Part, seed: int) -> Side:
    """Return the table that holds these parts, shuffled: position -> position × a + b mod rows."""
    rows = sum(part.rows for part in parts)
    return Side(
        rows=rows,
        parts=tuple(part for part in parts if part.rows),
        multiplier=_coprime(rows, start=int(rows * 0.6180339887) + seed),
        offset=seed * 7_919 % rows,
    )


def _coprime(number: int, *, start: int) -> int:
    """Return the first number from `start` on that shares no factor with `number`."""
    candidate = max(start, 1)
    while math.gcd(candidate, number) != 1:
        candidate += 1
    return candidate


def _root(number: int, degree: int) -> int:
    """Return the smallest integer whose power of this degree is at least `number`."""
    root = max(1, int(number ** (1 / degree)) - 1)
    while root**degree < number:
        root += 1
    return root


def statement(recipe: Recipe, side: Side) -> str:
    """Return the SELECT whose rows are one side of the pair."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(SQL),
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # noqa: S701  SQL is no markup; only numbers enter
        trim_blocks=True,
        lstrip_blocks=True,
    )
    identities = 2 * recipe.rows
    groups = recipe.columns - 1
    if recipe.kind == "nulls":
        radix = _root(-(-identities // groups), 2)
        space = radix * radix * groups
    else:
        radix = _root(identities, 3)
        space = radix**3
    return environment.get_template(TEMPLATES[recipe.kind]).render(
        side=side,
        rows=recipe.rows,
        columns=recipe.columns,
        digits=(1, recipe.columns // 2, recipe.columns - 1),
        groups=groups,
        radix=radix,
        space=space,
        scatter=_coprime(space, start=int(space * 0.7548776662)),
        spread=max(recipe.rows // 10, 2),
        seed=recipe.seed,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two files on disk and their answer."""

    original: Path
    avatar: Path
    truth: Truth


def paths(recipe: Recipe, folder: Path, form: Format = "parquet") -> Pair:
    """Return where the files of a recipe lie, whether they were made or not."""
    return Pair(
        original=folder / f"{recipe.name}.original.{form}",
        avatar=folder / f"{recipe.name}.avatar.{form}",
        truth=recipe.truth(),
    )


def make(
    recipe: Recipe, folder: Path, form: Format = "parquet", *, memory_limit: str = "4GB"
) -> Pair:
    """Write both files unless they lie there already, and return them with the answer."""
    import duckdb

    pair = paths(recipe, folder, form)
    folder.mkdir(parents=True, exist_ok=True)
    for path, side in ((pair.original, recipe.original()), (pair.avatar, recipe.avatar())):
        if path.exists():
            continue
        unfinished = path.with_name(f"{path.name}.unfinished")
        with duckdb.connect(
            config={"memory_limit": memory_limit, "temp_directory": str(folder)}
        ) as connection:
            relation = connection.sql(statement(recipe, side))
            if form == "csv":
                relation.write_csv(str(unfinished), header=True)
            else:
                relation.write_parquet(str(unfinished), compression="snappy")
        unfinished.rename(path)
    return pair


def command(recipe: Recipe, folder: Path, form: Format) -> tuple[str, ...]:
    """Return the command that makes a pair in a process of its own."""

    def options() -> Iterator[str]:
        for key, value in asdict(recipe).items():
            yield f"--{key}"
            yield str(value)

    return (
        sys.executable,
        "-m",
        "benchmarks.pairs",
        str(folder),
        "--format",
        form,
        *options(),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Make one pair from the command line and print its answer."""
    default = Recipe()
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pairs", description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--format", choices=FORMATS, default="parquet")
    parser.add_argument("--kind", choices=KINDS, default=default.kind)
    parser.add_argument("--rows", type=int, default=default.rows)
    parser.add_argument("--columns", type=int, default=default.columns)
    parser.add_argument("--copies", type=float, default=default.copies)
    parser.add_argument("--repeats", type=float, default=default.repeats)
    parser.add_argument("--seed", type=int, default=default.seed)
    given = vars(parser.parse_args(arguments))
    folder, form = given.pop("folder"), given.pop("format")
    print(json.dumps(asdict(make(Recipe(**given), folder, form).truth)))


if __name__ == "__main__":
    main()
