"""Under any pressure the answer is right, or there is none: memory, disk, damage, signals.

``RDMP_FAULTS=200`` sets how many bits are flipped, and goes through ten moments of a run in place
of three: the suite in full, in some minutes.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
from test_checksums import flip, pages_of, write

import rdmp
from rdmp import plans
from rdmp.engines.duckdb.settings import share_out
from rdmp.result import Counts

FLIPS = int(os.environ.get("RDMP_FAULTS", "20"))
MOMENTS = 10 if FLIPS > 20 else 3

ROWS = 120_000
EXPECTED = Counts(
    original_rows=ROWS,
    unique_rows=ROWS - 20,
    matched_rows=40_000,
    present_rows=40_000,
    avatar_rows=60_000,
    copied_avatar_rows=40_000,
)
"""Of the pair below: 10 rows occur twice, and 40,000 unique ones are copied."""


def _side(numbers: list[int]) -> pa.Table:
    return pa.table(
        {
            "number": pa.array(numbers, pa.int64()),
            "text": [f"{(one * 7919) % 1_000_003:032d}" for one in numbers],
        }
    )


Form = Literal["parquet", "csv"]


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> dict[Form, tuple[Path, Path]]:
    """A pair that takes some memory, as Parquet and as text."""
    folder = tmp_path_factory.mktemp("pair")
    original = [*range(ROWS - 10), *range(10)]
    avatar = [*range(50_000, 90_000), *range(10**6, 10**6 + 20_000)]
    random.Random(5).shuffle(original)  # noqa: S311
    found: dict[Form, tuple[Path, Path]] = {}
    sides = _side(original), _side(avatar)
    paths = folder / "o.parquet", folder / "a.parquet"
    for table, path in zip(sides, paths, strict=True):
        pq.write_table(table, path, row_group_size=20_000)
    found["parquet"] = paths
    paths = folder / "o.csv", folder / "a.csv"
    for table, path in zip(sides, paths, strict=True):
        pa.csv.write_csv(table, path)
    found["csv"] = paths
    return found


def right_or_stopped(pair: tuple[Path, Path], **options: Any) -> bool:
    """Evaluate a pair; True if the counts are right, False if it ran out of something."""
    try:
        found = rdmp.evaluate(*pair, second_look="never", **options)
    except (rdmp.ResourceError, rdmp.OptionError) as stop:
        if stop.hint is None:  # a stop says what to do
            raise
        return False
    if options.get("quick"):
        assert (found.original_rows, found.matched_rows) == (ROWS, EXPECTED.matched_rows)
    else:
        assert found.counts == EXPECTED
    return True


# -- memory and disk ------------------------------------------------------------------------------

LADDER = ("2GB", "200MB", "60MB", "30MB", "15MB", "8MB", "3MB", "1MB", "100KB", "1B", "0B")


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_the_less_memory_the_slower_or_a_stop_and_never_a_wrong_count(
    pairs: dict[Form, tuple[Path, Path]], form: Form, tmp_path: Path, *, quick: bool
) -> None:
    reached = [
        right_or_stopped(
            pairs[form], memory_limit=limit, threads=1, quick=quick, temp_directory=tmp_path
        )
        for limit in LADDER
    ]
    assert reached[:2] == [True, True]
    assert list(tmp_path.iterdir()) == []


def test_wide_rows_that_all_match_are_spilled_rather_than_given_up(tmp_path: Path) -> None:
    numbers = pa.array(range(300_000), pa.int64())
    texts = {name: pc.binary_join_element_wise(pc.cast(numbers, pa.string()), name * 30, "-")
             for name in "abcdefghij"}  # fmt: skip
    path = tmp_path / "wide.parquet"
    pq.write_table(pa.table({"number": numbers, **texts}), path)
    found = rdmp.evaluate(path, path, memory_limit="160MB", temp_directory=tmp_path)
    assert (found.original_rows, found.matched_rows) == (300_000, 300_000)


@pytest.mark.parametrize(
    ("memory", "threads", "fixed", "borne"),
    [(4e9, 8, False, 8), (1e9, 8, False, 5), (1e9, 8, True, 8), (1e6, 8, False, 1)],
)
def test_no_more_threads_run_than_the_memory_bears_unless_they_were_asked_for(
    memory: float, threads: int, borne: int, *, fixed: bool
) -> None:
    room = share_out(memory, threads, fixed=fixed)
    assert room.threads == borne
    assert 0 < room.tables < memory / 2


@pytest.mark.parametrize("size", ["0B", "1KB", "1MB", "3MB", "1GB"])
def test_a_limit_of_temporary_space_is_kept_or_stops(
    pairs: dict[Form, tuple[Path, Path]], tmp_path: Path, size: str
) -> None:
    for memory in ("30MB", "12MB"):
        right_or_stopped(
            pairs["csv"],
            memory_limit=memory,
            max_temp_size=size,
            threads=1,
            temp_directory=tmp_path,
        )
    assert list(tmp_path.iterdir()) == []


@contextmanager
def mounted(place: Path, *arguments: str) -> Iterator[Path]:
    """Mount something, or skip the test where that is not allowed."""
    place.mkdir(exist_ok=True)
    mount = shutil.which("mount")
    if mount is None or os.getuid() != 0:
        pytest.skip("only root may mount")
    done = subprocess.run([mount, *arguments, str(place)], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("mounting is not allowed here")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize("size", ["64k", "1m", "4m"])
def test_a_full_disk_is_a_stop_that_says_so(
    pairs: dict[Form, tuple[Path, Path]], tmp_path: Path, size: str
) -> None:
    with mounted(tmp_path / "small", "-t", "tmpfs", "-o", f"size={size}", "tmpfs") as small:
        for form in ("parquet", "csv"):
            for memory in ("25MB", "12MB"):
                right_or_stopped(pairs[form], memory_limit=memory, threads=1, temp_directory=small)
        assert list(small.iterdir()) == []


def test_a_temporary_folder_that_cannot_be_used_is_named(
    pairs: dict[Form, tuple[Path, Path]], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("here stands a file", encoding="utf-8")
    for place in (tmp_path / "file", tmp_path / "nowhere", tmp_path / "file" / "below"):
        with pytest.raises(rdmp.OptionError, match="no temporary folder can be made") as stop:
            rdmp.evaluate(*pairs["parquet"], temp_directory=place)
        assert "--temp-directory" in str(stop.value.hint)
    read_only = mounted(tmp_path / "fixed", "-t", "tmpfs", "-o", "ro,size=64k", "tmpfs")
    unusable = pytest.raises(rdmp.OptionError, match="no temporary folder can be made")
    with read_only as fixed, unusable:
        rdmp.evaluate(*pairs["parquet"], temp_directory=fixed)


# -- files that change, or are damaged ------------------------------------------------------------


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def append(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"1,2\n")


@pytest.mark.parametrize("change", [truncate, append, Path.unlink])
@pytest.mark.parametrize("form", ["parquet", "csv", "parts"])
def test_a_file_that_is_changed_during_the_run_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, change: Callable[[Path], None]
) -> None:
    original = tmp_path / "original"
    original.mkdir()
    table = pa.table({"a": list(range(2000)), "b": ["x"] * 2000})
    if form == "csv":
        changed = original / "o.csv"
        pa.csv.write_csv(table, changed)
    else:
        changed = original / "1.parquet"
        for number in range(3):
            pq.write_table(table, original / f"{number}.parquet")
    source = original if form == "parts" else changed
    pq.write_table(table, tmp_path / "a.parquet")
    counted = plans.count

    def count(*arguments: Any) -> Any:
        change(changed)
        return counted(*arguments)

    monkeypatch.setattr(plans, "count", count)
    with pytest.raises(rdmp.SourceError, match=f"{changed.name} was changed or removed"):
        rdmp.evaluate(source, tmp_path / "a.parquet")


def _other_footer(content: bytes, other: bytes) -> bytes:
    length = int.from_bytes(content[-8:-4], "little")
    return content[: -8 - length] + other[-8 - int.from_bytes(other[-8:-4], "little") :]


FOOTERS: dict[str, Callable[[bytes, bytes], bytes]] = {
    "another file's": _other_footer,
    "length too long": lambda c, _: c[:-8] + (2**31 - 1).to_bytes(4, "little") + c[-4:],
    "length too short": lambda c, _: c[:-8] + (3).to_bytes(4, "little") + c[-4:],
    "length zero": lambda c, _: c[:-8] + bytes(4) + c[-4:],
    "wrong mark": lambda c, _: c[:-4] + b"PAR2",
    "zeros": lambda c, _: c[:-60] + bytes(52) + c[-8:],
    "cut off": lambda c, _: c[:-100],
    "missing": lambda c, _: c[: len(c) // 2],
}


@pytest.mark.parametrize("verify", [False, True])
@pytest.mark.parametrize("footer", FOOTERS)
def test_a_wrong_footer_is_an_error_that_names_the_file(
    tmp_path: Path, footer: str, *, verify: bool
) -> None:
    good = write(tmp_path / "a.parquet")
    bad = write(tmp_path / "o.parquet")
    pq.write_table(
        pa.table(
            {"number": list(range(90_000)), "text": ["x"] * 90_000, "nested": [[1, 2]] * 90_000}
        ),
        tmp_path / "other.parquet",
    )
    other = (tmp_path / "other.parquet").read_bytes()
    bad.write_bytes(FOOTERS[footer](bad.read_bytes(), other))
    with pytest.raises(rdmp.SourceError, match=r"o\.parquet"):
        rdmp.evaluate(bad, good, verify_checksums=verify)


def flipped(number: int, folder: Path, seed: int = 11) -> Counter[tuple[str, str]]:
    """Flip single bits of a file with page checksums; return where, and what came of it.

    A flip in a page's bytes must be an error. The footer and the headers of the pages have no
    checksum: what comes of flips there is counted apart.
    """
    drawn = random.Random(seed)  # noqa: S311
    avatar = write(folder / "avatar.parquet")
    original = write(folder / "original.parquet")
    content = original.read_bytes()
    expected = rdmp.evaluate(original, avatar, second_look="never").counts
    pages = pages_of(original)
    data = {place for page in pages for place in range(page.start, page.start + page.size)}
    end = max(page.start + page.size for page in pages)
    headers = [place for place in range(4, end) if place not in data]
    footer = range(end, len(content))
    outcomes: Counter[tuple[str, str]] = Counter()
    for where, places in (("page", sorted(data)), ("page header", headers), ("footer", footer)):
        for _ in range(number):
            original.write_bytes(content)
            flip(original, drawn.choice(places), 1 << drawn.randrange(8))
            try:
                found = rdmp.evaluate(original, avatar, second_look="never", verify_checksums=True)
            except rdmp.RdmpError:
                outcomes[where, "error"] += 1
            else:
                right = found.counts == expected
                noted = any(one.code == "checksums-missing" for one in found.findings)
                said = "right" if right else "wrong, with a note" if noted else "wrong"
                outcomes[where, said] += 1
    return outcomes


def test_a_flipped_bit_of_a_page_with_a_checksum_is_always_noticed(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    outcomes = flipped(FLIPS, tmp_path)
    for (where, said), number in sorted(outcomes.items()):
        record_property(f"{where}: {said}", number)
        sys.stdout.write(f"{where}: {number} {said}\n")
    assert outcomes["page", "error"] == FLIPS
    assert outcomes["page header", "wrong"] == 0
    assert outcomes["footer", "error"] > 0


# -- runs that are stopped, and runs side by side -------------------------------------------------


def started(pair: tuple[Path, Path], place: Path, *more: str) -> subprocess.Popen[str]:
    """Start a run that takes a second or two, and spills."""
    command = [sys.executable, "-m", "rdmp", "evaluate", *map(str, pair)]
    command += ["--temp-directory", str(place), "--threads", "1", "--format", "json", *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def folders(place: Path) -> list[Path]:
    return [one for one in place.iterdir() if one.name.startswith("rdmp-")]


def wait_for_folder(process: subprocess.Popen[str], place: Path) -> None:
    """Wait until a run has made its private folder: its engine is about to start."""
    while not folders(place) and process.poll() is None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.005)


@pytest.mark.parametrize("moment", range(MOMENTS))
@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)],
)
def test_a_run_that_is_stopped_says_little_and_leaves_nothing(
    pairs: dict[Form, tuple[Path, Path]], tmp_path: Path, number: int, code: int, moment: int
) -> None:
    with started(pairs["csv"], tmp_path, "--memory-limit", "60MB") as process:
        wait_for_folder(process, tmp_path)
        with suppress(subprocess.TimeoutExpired):
            process.wait(moment * 1.0 / MOMENTS)
        process.send_signal(number)
        output, story = process.communicate(timeout=60)
    if process.returncode == 0:  # it had its answer already
        assert f'"matched_rows": {EXPECTED.matched_rows}' in output
    else:
        assert process.returncode == code
        assert output == ""
        assert story.count("\n") <= 1
        assert "Traceback" not in story
    if number == signal.SIGKILL:
        with started(pairs["parquet"], tmp_path) as following:
            _, story = following.communicate(timeout=60)
        assert following.returncode == 0, story
    assert list(tmp_path.iterdir()) == []


def test_runs_side_by_side_do_not_touch_one_another(
    pairs: dict[Form, tuple[Path, Path]], tmp_path: Path
) -> None:
    runs = [started(pairs[form], tmp_path, "--memory-limit", "60MB") for form in ("csv", "parquet")]
    try:
        for run in runs:
            output, story = run.communicate(timeout=120)
            assert run.returncode == 0, story
            assert f'"matched_rows": {EXPECTED.matched_rows}' in output
            assert f'"unique_rows": {EXPECTED.unique_rows}' in output
    finally:
        for run in runs:
            run.kill()
            run.wait()
    assert list(tmp_path.iterdir()) == []
