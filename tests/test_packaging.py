"""What is installed is what was tested: the wheel, the two README commands, the light import."""

from __future__ import annotations

import json
import os
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from built import CHECKOUT, build_distributions, clean_environment, run

from rdmp import MissingExtraError, evaluate

HEAVY = {"duckdb", "pyarrow", "jinja2", "pandas", "polars", "numpy", "rich"}


def package_files() -> dict[str, Path]:
    """Return the files of the package, by the place that each must have in the wheel.

    In a clone these are the files that git would commit, elsewhere (an unpacked sdist) all files.
    """
    if (CHECKOUT / ".git").exists():
        tracked = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        listed = run(*tracked, "rdmp", "sql", cwd=CHECKOUT)
        names = [name for name in listed.stdout.split("\0") if name and (CHECKOUT / name).is_file()]
    else:
        names = [
            path.relative_to(CHECKOUT).as_posix()
            for folder in ("rdmp", "sql")
            for path in (CHECKOUT / folder).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        ]
    assert names
    return {f"rdmp/{name}" if name.startswith("sql/") else name: CHECKOUT / name for name in names}


def test_two_builds_of_one_commit_are_the_same_bytes(
    distributions: tuple[Path, Path], tmp_path: Path
) -> None:
    """Another folder, other times of all files, another user's umask and zone."""
    with tarfile.open(distributions[0]) as sdist:
        sdist.extractall(tmp_path, filter="data")
    (copy,) = tmp_path.iterdir()
    for path in copy.rglob("*"):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    again = build_distributions(copy, tmp_path, TZ="Asia/Tokyo")
    for first, second in zip(distributions, again, strict=True):
        assert first.name == second.name
        assert first.read_bytes() == second.read_bytes(), first.name


def test_the_wheel_holds_the_package_and_its_templates_and_nothing_else(
    distributions: tuple[Path, Path],
) -> None:
    expected = {name: path.read_bytes() for name, path in package_files().items()}
    with zipfile.ZipFile(distributions[1]) as wheel:
        found = {name: wheel.read(name) for name in wheel.namelist() if ".dist-info/" not in name}
    assert sorted(found) == sorted(expected)
    assert found == expected


def test_the_wheel_says_which_licence_it_has(distributions: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(distributions[1]) as wheel:
        (metadata,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
        (licence,) = [name for name in wheel.namelist() if name.endswith("/licenses/LICENSE")]
        assert "License-Expression: Apache-2.0\n" in wheel.read(metadata).decode()
        assert wheel.read(licence) == (CHECKOUT / "LICENSE").read_bytes()


def test_the_sdist_holds_what_it_takes_to_build_and_to_test(
    distributions: tuple[Path, Path],
) -> None:
    with tarfile.open(distributions[0]) as sdist:
        found = {member.name.partition("/")[2] for member in sdist.getmembers()}
    expected = {
        "LICENSE",
        "README.md",
        "pyproject.toml",
        "scripts/demo",
        "scripts/environment",
        "scripts/test",
        "examples/original.csv",
        "examples/avatar.csv",
        "tests/test_packaging.py",
        *(path.relative_to(CHECKOUT).as_posix() for path in package_files().values()),
    }
    assert expected - found == set()


@pytest.mark.slow
def test_the_wheel_evaluates_a_pair_in_a_clean_environment_away_from_the_checkout(
    installed: Path, tmp_path: Path
) -> None:
    environment = clean_environment()
    python, rdmp = (installed / "bin" / name for name in ("python", "rdmp"))
    elsewhere = tmp_path / "elsewhere"
    data = tmp_path / "data"
    elsewhere.mkdir()
    data.mkdir()
    # n = 8; unique: all but the two (2, b); matched: (1, a) and (3, NULL).
    (data / "original.csv").write_text("x,y\n1,a\n2,b\n2,b\n3,\n4,d\n5,e\n6,f\n7,g\n")
    (data / "avatar.csv").write_text("y,x\na,1.0\nb,2.0\n,3.0\nd,4.5\n")

    where = run(python, "-c", "import rdmp; print(rdmp.__file__)", cwd=elsewhere, env=environment)
    assert Path(where.stdout.strip()).is_relative_to(installed)

    pair = (data / "original.csv", data / "avatar.csv")
    done = run(rdmp, "evaluate", *pair, "--format", "json", cwd=elsewhere, env=environment)
    answer = json.loads(done.stdout)
    keys = ("original_rows", "unique_rows", "matched_rows", "score")
    assert [answer[key] for key in keys] == [8, 6, 2, 75.0]


def test_the_example_is_what_its_script_makes(tmp_path: Path) -> None:
    run(sys.executable, CHECKOUT / "examples" / "make.py", tmp_path, cwd=tmp_path)
    for name in ("original.csv", "avatar.csv"):
        assert (tmp_path / name).read_bytes() == (CHECKOUT / "examples" / name).read_bytes()


def test_the_example_has_the_answer_that_its_readme_states(tmp_path: Path) -> None:
    examples = CHECKOUT / "examples"
    pair = (examples / "original.csv", examples / "avatar.csv")
    done = run(*(sys.executable, "-m", "rdmp", "evaluate", *pair, "--format", "json"), cwd=tmp_path)
    answer = json.loads(done.stdout)
    stated = {
        "original_rows": 200,
        "unique_rows": 182,
        "matched_rows": 10,
        "score": 95.0,
        "lowest_score": 9.0,
        "present_rows": 13,
        "present_score": 93.5,
        "avatar_rows": 200,
        "copied_avatar_rows": 12,
    }
    assert {key: answer[key] for key in stated} == stated
    readme = (examples / "README.md").read_text(encoding="utf-8")
    for name in ("unique rows", "matched rows", "present rows", "copied avatar rows"):
        assert f"| {name} | {stated[name.replace(' ', '_')]} |" in readme


def loaded_after(code: str, cwd: Path) -> set[str]:
    """Return the top-level modules that a fresh interpreter holds after running some code."""
    tail = "\nimport json, sys\nprint(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    done = run(sys.executable, "-c", code + tail, cwd=cwd)
    names: list[str] = json.loads(done.stderr.splitlines()[-1])
    return {name.partition(".")[0] for name in names}


def test_importing_rdmp_loads_no_engine_and_no_heavy_library(tmp_path: Path) -> None:
    loaded = loaded_after("import rdmp", tmp_path)
    assert "rdmp" in loaded
    assert loaded & HEAVY == set()


def test_the_help_text_loads_no_engine_and_no_heavy_library(tmp_path: Path) -> None:
    code = """
import sys
from rdmp.__main__ import run
sys.argv = ["rdmp", "--help"]
try:
    run()
except SystemExit as stop:
    assert not stop.code, stop.code
"""
    # Typer draws its help with rich, which is light.
    assert loaded_after(code, tmp_path) & (HEAVY - {"rich"}) == set()


OPTIONAL = {
    "adbc_driver_manager", "adbc_driver_postgresql", "adbc_driver_sqlite", "adlfs", "datafusion",
    "deltalake", "fastexcel", "fsspec", "gcsfs", "pyiceberg", "pyreadstat",
    "s3fs", "upath", "vl_convert",
}  # fmt: skip
"""What the extras bring; pandas is of none, and pyarrow loads it where it is installed."""


def test_evaluating_parquet_loads_no_library_of_an_extra(tmp_path: Path) -> None:
    code = """
import pyarrow as pa, pyarrow.parquet as pq
pq.write_table(pa.table({"key": [1, 2]}), "t.parquet")
import rdmp
assert rdmp.evaluate("t.parquet", "t.parquet").matched_rows == 2
"""
    assert loaded_after(code, tmp_path) & OPTIONAL == set()


EXTRAS = {
    "postgresql://nobody@127.0.0.1:1/db::t": ("adbc_driver_postgresql", "postgres"),
    "nowhere://host/db::t": ("adbc_driver_manager", "adbc"),
    "t.sqlite": ("adbc_driver_sqlite", "sqlite"),
    "t.avro": ("datafusion", "avro"),
    "t.xlsx": ("fastexcel", "office"),
    "t.dta": ("pyreadstat", "office"),
    "delta:t": ("deltalake", "lake"),
    "iceberg:t": ("pyiceberg", "lake"),
    "s3://bucket/t.parquet": ("s3fs", "cloud"),
    "gs://bucket/t.parquet": ("gcsfs", "cloud"),
    "abfs://bucket/t.parquet": ("adlfs", "cloud"),
}
HEADS = {
    "t.sqlite": b"SQLite format 3\0", "t.avro": b"Obj\x01", "t.xlsx": b"PK\x03\x04",
    "t.dta": b"<stata_dta>",
}  # fmt: skip


@pytest.mark.parametrize("source", EXTRAS)
def test_a_source_whose_extra_is_missing_says_the_pip_command(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, extra = EXTRAS[source]
    for name in [one for one in sys.modules if one.partition(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.chdir(tmp_path)
    if source in HEADS:
        (tmp_path / source).write_bytes(HEADS[source] + bytes(100))
    (tmp_path / "avatar.csv").write_text("key\n1\n")
    with pytest.raises(MissingExtraError, match=library) as stop:
        evaluate(source, "avatar.csv")
    assert stop.value.hint == f"pip install 'rdmp[{extra}]'"


@pytest.mark.parametrize("command", ["scripts/demo", "scripts/test", "scripts/environment"])
def test_the_commands_of_the_readme_can_be_run(command: str) -> None:
    assert os.access(CHECKOUT / command, os.X_OK)


@pytest.mark.parametrize("command", ["scripts/demo", "scripts/test"])
def test_the_readme_names_the_two_commands(command: str) -> None:
    assert command in (CHECKOUT / "README.md").read_text(encoding="utf-8")


def test_ci_runs_the_test_command_of_the_readme() -> None:
    lines = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert 'run "tests" scripts/test' in lines
