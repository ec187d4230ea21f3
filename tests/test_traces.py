"""What a run leaves behind, and what it does when its files change under it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import rdmp
from rdmp import plans
from rdmp.engines.duckdb import temporary
from rdmp.engines.duckdb.temporary import PrivateFolder, remove_abandoned

HOLDS_A_FOLDER = """
import sys, time
from rdmp.engines.duckdb.temporary import PrivateFolder
folder = PrivateFolder(sys.argv[1])
(folder.path / "duckdb_temp_storage_0.tmp").write_bytes(b"spilled")
print(folder.path, flush=True)
time.sleep(60)
"""


@contextmanager
def holder(place: Path) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """Run a process that holds a private folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDS_A_FOLDER, str(place)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield process, Path(process.stdout.readline().strip())
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path: Path) -> None:
    with holder(tmp_path) as (process, left):
        assert left.is_dir()
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert left.is_dir()
        folder = PrivateFolder(tmp_path)
        assert not left.exists()
        assert folder.path.is_dir()
        folder.close()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_whose_run_was_killed_before_it_was_locked_is_removed(tmp_path: Path) -> None:
    (tmp_path / "rdmp-0123456789abcdef").mkdir(mode=0o700)
    PrivateFolder(tmp_path).close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("locked_first", [False, True])
def test_a_folder_that_another_run_took_for_abandoned_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, locked_first: bool
) -> None:
    lock = temporary._locked
    taken: list[Path] = []

    def locked(path: Path) -> int | None:
        if taken:
            return lock(path)
        taken.append(path.parent)
        found = lock(path) if locked_first else None
        shutil.rmtree(path.parent)
        return found if locked_first else lock(path)

    monkeypatch.setattr(temporary, "_locked", locked)
    folder = PrivateFolder(tmp_path)
    assert folder.path.is_dir()
    assert folder.path != taken[0]
    folder.close()
    assert list(tmp_path.iterdir()) == []


def test_what_a_living_run_uses_is_left_alone(tmp_path: Path) -> None:
    with holder(tmp_path) as (_, used):
        remove_abandoned(tmp_path)
        assert sorted(one.name for one in used.iterdir()) == [
            ".in-use",
            "duckdb_temp_storage_0.tmp",
        ]


def test_only_our_own_abandoned_folders_are_removed(tmp_path: Path) -> None:
    (tmp_path / "rdmp-notes").mkdir(mode=0o755)
    (tmp_path / "rdmp-private").mkdir(mode=0o700)
    (tmp_path / "rdmp-private" / "thesis.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "rdmp-link").symlink_to(tmp_path / "rdmp-private")
    (tmp_path / "rdmp-file").write_text("mine", encoding="utf-8")
    old = time.time() - 86_400
    for path in tmp_path.iterdir():
        os.utime(path, (old, old), follow_symlinks=False)
    before = sorted(tmp_path.rglob("*"))
    remove_abandoned(tmp_path)
    assert sorted(tmp_path.rglob("*")) == before


def test_the_folder_and_all_in_it_are_the_owners_alone(tmp_path: Path) -> None:
    folder = PrivateFolder(tmp_path)
    assert folder.path.stat().st_mode & 0o777 == 0o700
    assert {one.stat().st_mode & 0o777 for one in folder.path.iterdir()} == {0o600}
    folder.close()
    folder.close()
    assert not folder.path.exists()


SPILLS = """
import sys
import duckdb
connection = duckdb.connect(
    config={
        "temp_directory": sys.argv[1],
        "memory_limit": "20MB",
        "threads": 1,
        "temp_file_encryption": sys.argv[2] == "encrypted",
    }
)
try:
    connection.execute(
        "create table spilled as "
        "select 'zqxmark' || i || repeat('x', 90) as marked from range(300000) as numbers(i)"
    )
except duckdb.OutOfMemoryException:
    raise
except duckdb.Error:
    sys.exit(3)
"""


def test_spilled_data_cannot_be_encrypted_by_the_engine_alone(tmp_path: Path) -> None:
    """If this fails, DuckDB has learnt to, and the setting can be turned on (README, Limits)."""

    def spill(how: str) -> int:
        folder = tmp_path / how
        folder.mkdir()
        command = [sys.executable, "-c", SPILLS, str(folder), how]
        return subprocess.run(command, check=False).returncode

    assert spill("plain") == 0
    assert spill("encrypted") == 3  # it asks for the extension httpfs


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    paths = tmp_path / "original.parquet", tmp_path / "avatar.parquet"
    for path in paths:
        pq.write_table(pa.table({"a": list(range(1000))}), path)
    return paths


def rewrite(path: Path) -> None:
    pq.write_table(pa.table({"a": list(range(7, 1007))}), path)


def replace(path: Path) -> None:
    """Put another file of the same size and time in its place."""
    about = path.stat()
    other = path.with_suffix(".other")
    pq.write_table(pa.table({"a": list(range(1, 1001))}), other)
    other.write_bytes(other.read_bytes().ljust(about.st_size, b"\0")[: about.st_size])
    os.utime(other, ns=(about.st_atime_ns, about.st_mtime_ns))
    other.replace(path)


def touch(path: Path) -> None:
    """Write the same bytes again."""
    path.write_bytes(path.read_bytes())
    os.utime(path, (time.time() + 5, time.time() + 5))


@pytest.mark.parametrize("change", [rewrite, replace, touch, Path.unlink])
@pytest.mark.parametrize("side", [0, 1])
def test_a_file_that_changes_during_the_run_is_an_error(
    side: int,
    change: Callable[[Path], None],
    pair: tuple[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = plans.count

    def count(*arguments: Any) -> Any:
        found = counted(*arguments)
        change(pair[side])
        return found

    monkeypatch.setattr(plans, "count", count)
    with pytest.raises(rdmp.SourceError, match=f"{pair[side].name} was changed or removed"):
        rdmp.evaluate(*pair)


def test_a_change_is_named_where_the_engine_stumbles_over_it(
    pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = plans.count

    def count(*arguments: Any) -> Any:
        pair[0].write_bytes(b"PAR1" + b"\0" * 100 + b"PAR1")
        return counted(*arguments)

    monkeypatch.setattr(plans, "count", count)
    with pytest.raises(rdmp.SourceError, match=r"original\.parquet was changed or removed"):
        rdmp.evaluate(*pair)


def test_files_that_stay_as_they_are_raise_nothing(pair: tuple[Path, Path]) -> None:
    assert rdmp.evaluate(*pair).matched_rows == 1000
