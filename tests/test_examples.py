"""The examples of gates do what they say: their own commands are run on the small pair."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow.csv
import pyarrow.parquet as pq
import pytest
import yaml

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """Make a folder with the small pair, and ``rdmp`` on its path."""
    shutil.copy(EXAMPLES / "original.csv", tmp_path)
    shutil.copy(EXAMPLES / "avatar.csv", tmp_path)
    program(tmp_path, "rdmp", f'PYTHONPATH="{ROOT}" exec "{sys.executable}" -m rdmp "$@"')
    return tmp_path


def program(folder: Path, name: str, line: str) -> None:
    (folder / "bin").mkdir(exist_ok=True)
    path = folder / "bin" / name
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def run(work: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    path = f"{work / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command, cwd=work, env={**os.environ, "PATH": path, **environment},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


def test_the_github_workflow_fails_below_the_limit_and_leaves_its_table_in_the_summary(
    work: Path,
) -> None:
    workflow = yaml.safe_load((EXAMPLES / "github-workflow.yml").read_text())
    assert set(workflow) == {"name", True, "jobs"}  # YAML 1.1 reads the key `on` as true
    (job,) = workflow["jobs"].values()
    commands = [step["run"] for step in job["steps"] if "run" in step]
    assert commands[0] == "pip install rdmp"
    (step,) = [step for step in job["steps"] if "rdmp evaluate" in step.get("run", "")]
    assert set(step["env"]) == {"ORIGINAL"}
    summary = work / "summary.md"
    environment = {"ORIGINAL": "original.csv", "GITHUB_STEP_SUMMARY": str(summary)}
    (work / "avatars").mkdir()
    shutil.copy(work / "avatar.csv", work / "avatars" / "k10.csv")
    done = run(work, "bash", "-e", "-c", step["run"], **environment)
    assert done.returncode == 0, done.stderr
    assert summary.read_text().startswith("## Row Direct Match Protection (RDMP): 95.00 %")
    # A copy of the original among the candidates.
    shutil.copy(work / "original.csv", work / "avatars" / "k01.csv")
    done = run(work, "bash", "-e", "-c", step["run"], **environment)
    assert done.returncode == 1
    assert "1 of 2 scores is below --fail-under 90: k01.csv 9.00" in done.stderr
    assert "| `k01.csv` | 9.00 % |" in summary.read_text()


def test_the_pre_commit_hook_refuses_a_copy_with_the_arguments_of_its_example(work: Path) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert (hook["id"], hook["language"], hook["pass_filenames"]) == ("rdmp", "python", False)
    (repository,) = yaml.safe_load((EXAMPLES / "pre-commit-config.yaml").read_text())["repos"]
    (used,) = repository["hooks"]
    assert used["id"] == hook["id"]
    command = [*hook["entry"].split(), *used["args"]]
    assert run(work, *command).returncode == 0
    shutil.copy(work / "original.csv", work / "avatar.csv")
    refused = run(work, *command)
    assert refused.returncode == 1
    assert refused.stderr.endswith("the score of 9.00 is below --fail-under 90\n")


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_the_makefile_of_dbt_releases_what_passes_and_nothing_else(work: Path) -> None:
    model = (EXAMPLES / "dbt" / "models" / "avatars.sql").read_text()
    assert 'location="target/avatars.parquet"' in model
    shutil.copy(EXAMPLES / "dbt" / "Makefile", work)
    (work / "target").mkdir()
    (work / "release").mkdir()
    tables = {name: pyarrow.csv.read_csv(work / f"{name}.csv") for name in ("original", "avatar")}
    for name, table in tables.items():
        pq.write_table(table, work / f"{name}.parquet")
    released = work / "release" / "avatars.parquet"
    # dbt would write the model where it says; here a copy of the original, then the avatars.
    program(work, "dbt", '[ "$1" = build ] && cp original.parquet target/avatars.parquet')
    options = ("ORIGINAL=original.parquet", "release")
    done = run(work, "make", *options)
    assert done.returncode != 0
    assert "the score of 9.00 is below --fail-under 90" in done.stderr
    assert not released.exists()
    assert not (work / "target" / "rdmp.json").exists()
    program(work, "dbt", '[ "$1" = build ] && cp avatar.parquet target/avatars.parquet')
    done = run(work, "make", *options)
    assert done.returncode == 0, done.stderr
    assert released.exists()
    assert (work / "target" / "rdmp.json").read_text().startswith("{")


class Tasks(ModuleType):
    """Stands in for ``airflow.sdk``: a task is its function, and a DAG is not run by itself."""

    def __init__(self) -> None:
        super().__init__("airflow.sdk")
        self.dags: dict[str, Callable[[], object]] = {}

    def task(self, function: Any = None, **options: object) -> Any:
        return function if function is not None else lambda given: given

    def dag(self, **options: object) -> Callable[[Callable[[], object]], Callable[[], None]]:
        def keep(function: Callable[[], object]) -> Callable[[], None]:
            self.dags[function.__name__] = function
            return lambda: None

        return keep


@pytest.fixture
def airflow(monkeypatch: pytest.MonkeyPatch) -> tuple[Tasks, Mapping[str, Any]]:
    sdk, package = Tasks(), ModuleType("airflow")
    monkeypatch.setitem(sys.modules, "airflow", package)
    monkeypatch.setitem(sys.modules, "airflow.sdk", sdk)
    return sdk, runpy.run_path(str(EXAMPLES / "airflow_dag.py"))


def test_the_airflow_dag_publishes_the_best_candidate(
    airflow: tuple[Tasks, dict[str, Any]], work: Path
) -> None:
    sdk, module = airflow
    names = module["release_avatars"], sdk.dags["release_avatars"]
    assert all(callable(one) for one in names)
    scope = sdk.dags["release_avatars"].__globals__
    scope["ORIGINAL"] = str(work / "original.csv")
    scope["CANDIDATES"] = [str(work / "original.csv"), str(work / "avatar.csv")]
    published: list[str] = []
    publish = scope["publish"]
    scope["publish"] = lambda chosen: published.append(publish(chosen))
    sdk.dags["release_avatars"]()
    assert published == [f"published {work / 'avatar.csv'}"]


def test_the_airflow_task_fails_below_the_limit_and_names_no_value(
    airflow: tuple[Tasks, dict[str, Any]], work: Path
) -> None:
    _, module = airflow
    paths = str(work / "original.csv"), [str(work / "avatar.csv")]
    assert module["choose"](*paths, 90)["matched_rows"] == 10
    with pytest.raises(RuntimeError, match=r"the best score, 95\.0000 of .*avatar\.csv, is below"):
        module["choose"](*paths, 99)
