"""The pairs of the benchmark have the answer that they claim. No timing is tested."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import duckdb
import pytest

from benchmarks import field, run
from benchmarks.pairs import FORMATS, KINDS, Format, Kind, Recipe, Truth, make

Row = tuple[object, ...]

ROWS = 2_000
SHARES = ((0.02, 0.01), (0.0, 0.0), (1.0, 0.01), (0.5, 0.3), (1.0, 1.0))


def rows_of(path: Path) -> list[Row]:
    """Return all rows of a file, in its order."""
    with duckdb.connect() as connection:
        if path.suffix == ".csv":
            return connection.read_csv(str(path), header=True, all_varchar=True).fetchall()
        return connection.read_parquet(str(path)).fetchall()


def counted(original: list[Row], avatar: list[Row]) -> Truth:
    """Return the counts, from their meaning and row by row."""
    times, copies = Counter(original), Counter(avatar)
    unique = {row for row, count in times.items() if count == 1}
    return Truth(
        original_rows=len(original),
        unique_rows=len(unique),
        matched_rows=sum(row in copies for row in unique),
        present_rows=sum(row in copies for row in original),
        avatar_rows=len(avatar),
        copied_avatar_rows=sum(row in times for row in avatar),
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("copies", "repeats"), SHARES)
def test_the_truth_by_construction_is_what_counting_finds(
    kind: Kind, copies: float, repeats: float, tmp_path: Path
) -> None:
    recipe = Recipe(kind=kind, rows=ROWS, copies=copies, repeats=repeats)
    pair = make(recipe, tmp_path)
    assert counted(rows_of(pair.original), rows_of(pair.avatar)) == pair.truth


@pytest.mark.parametrize(("rows", "columns"), [(100, 4), (101, 5), (1_000, 6), (1_999, 200)])
@pytest.mark.parametrize("kind", KINDS)
def test_the_truth_holds_at_odd_sizes(kind: Kind, rows: int, columns: int, tmp_path: Path) -> None:
    pair = make(Recipe(kind=kind, rows=rows, columns=columns, copies=0.1, repeats=0.1), tmp_path)
    assert counted(rows_of(pair.original), rows_of(pair.avatar)) == pair.truth


@pytest.mark.parametrize("kind", KINDS)
def test_a_pair_written_as_text_has_the_same_answer(kind: Kind, tmp_path: Path) -> None:
    pair = make(Recipe(kind=kind, rows=ROWS), tmp_path, "csv")
    assert counted(rows_of(pair.original), rows_of(pair.avatar)) == pair.truth


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_pair_made_twice_is_the_same_to_the_byte(
    kind: Kind, form: Format, tmp_path: Path
) -> None:
    first, second = (
        make(Recipe(kind=kind, rows=ROWS), tmp_path / name, form) for name in ("first", "second")
    )
    assert first.original.read_bytes() == second.original.read_bytes()
    assert first.avatar.read_bytes() == second.avatar.read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_no_single_column_is_a_key(kind: Kind, tmp_path: Path) -> None:
    original = rows_of(make(Recipe(kind=kind, rows=ROWS, repeats=0), tmp_path).original)
    assert max(len(set(values)) for values in zip(*original, strict=True)) < ROWS


def test_copies_lie_all_over_the_avatar(tmp_path: Path) -> None:
    pair = make(Recipe(rows=ROWS, copies=0.1), tmp_path)
    known = set(rows_of(pair.original))
    avatar = rows_of(pair.avatar)
    tenth = ROWS // 10
    shares = [sum(row in known for row in avatar[at : at + tenth]) for at in range(0, ROWS, tenth)]
    assert min(shares) > tenth * 0.05
    assert max(shares) < tenth * 0.15


def test_nine_cells_of_ten_are_missing_where_nulls_are_asked_for(tmp_path: Path) -> None:
    original = rows_of(make(Recipe(kind="nulls", rows=ROWS), tmp_path).original)
    missing = sum(value is None for row in original for value in row)
    assert missing / (ROWS * 20) == pytest.approx(0.9, abs=0.02)


def test_another_seed_gives_other_rows_and_the_same_answer(tmp_path: Path) -> None:
    one, other = (make(Recipe(rows=ROWS, seed=seed), tmp_path) for seed in (1, 2))
    assert one.truth == other.truth
    assert rows_of(one.original) != rows_of(other.original)


@pytest.mark.parametrize(
    "asked", [{"rows": 10}, {"columns": 3}, {"copies": 1.1}, {"repeats": -0.1}]
)
def test_a_recipe_that_cannot_be_made_is_refused(asked: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"a pair has|are shares"):
        Recipe(**asked)  # type: ignore[arg-type]  # one wrong number at a time


def test_every_case_names_contenders_that_exist_and_every_target_a_case() -> None:
    for case in field.CASES.values():
        assert set(case.contenders) <= set(field.CONTENDERS)
    for target in field.TARGETS:
        assert {target.contender, *target.against} <= set(field.CASES[target.case].contenders)


@pytest.mark.parametrize("contender", ["scan", "definition"])
def test_a_contender_run_as_a_process_is_held_against_the_truth(
    contender: str, tmp_path: Path
) -> None:
    import sys

    case = field.CASES["mixed"].scaled(0.0002)
    here = run.Setting(
        work=tmp_path,
        interpreters={"product": sys.executable, "engines": sys.executable, "packages": ""},
        repeat=1,
    )
    (result,) = run.run(case, [field.CONTENDERS[contender]], here)
    assert result.right, result.remark
    assert result.measured.cpu > 0
    assert result.measured.peak > 0


def test_a_wrong_answer_is_named() -> None:
    truth = Recipe(rows=ROWS).truth()
    quick = field.CONTENDERS["rdmp_quick"]
    right: dict[str, object] = {"original_rows": ROWS, "matched_rows": truth.matched_rows}
    assert field.wrong(quick, right, truth) == {}
    assert field.wrong(quick, {**right, "matched_rows": 0}, truth) == {"matched_rows": 0}


def test_the_table_is_written_between_its_markers_only(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("above\n<!-- table: begin -->\nold\n<!-- table: end -->\nbelow\n")
    run.write("table", "new", readme)
    assert readme.read_text() == "above\n<!-- table: begin -->\nnew\n<!-- table: end -->\nbelow\n"
    with pytest.raises(ValueError, match="markers"):
        run.write("growth", "new", readme)
