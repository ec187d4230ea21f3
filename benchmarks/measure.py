"""Run a command as a whole process and report what it cost.

Wall time starts before the process and ends when it is reaped; CPU is user + system time of the
process and of the children that it waited for; peak memory is the kernel's high-water mark of the
resident set. Spill is the largest size of a private temporary folder, looked at every 20 ms.

On Linux a child that was forked starts with its parent's high-water mark. So whoever measures must
be small: `benchmarks.run` loads no engine and makes the pairs in processes of their own.
"""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

POLL_SECONDS = 0.02
BLOCK = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """What one run, or the median of several, cost.

    Times are in seconds, sizes in bytes; `code` is the exit code, negative for a signal.
    """

    wall: float
    cpu: float
    peak: int
    spill: int
    code: int
    timed_out: bool = False
    output: str = ""
    complaint: str = ""

    @property
    def done(self) -> bool:
        """Whether the command ended by itself and said that all went well."""
        return self.code == 0 and not self.timed_out


def folder_size(folder: Path) -> int:
    """Return the bytes that a folder takes on disk; files may vanish while it is read."""
    size = 0
    pending = [folder]
    while pending:
        try:
            with os.scandir(pending.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(Path(entry.path))
                    else:
                        size += entry.stat(follow_symlinks=False).st_blocks * BLOCK
        except OSError:
            continue
    return size


def run(
    command: Sequence[str],
    *,
    temporary: Path,
    directory: Path,
    environment: Mapping[str, str],
    limit: float,
) -> Measurement:
    """Run a command once, in a session of its own; kill it after `limit` seconds."""
    ended = threading.Event()
    killed = threading.Event()
    largest = 0

    def watch(process: int, start: float) -> None:
        nonlocal largest
        while not ended.wait(POLL_SECONDS):
            largest = max(largest, folder_size(temporary))
            if time.monotonic() - start > limit and not killed.is_set():
                killed.set()
                os.killpg(process, signal.SIGKILL)

    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaint:
        start = time.monotonic()
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=complaint,
            cwd=directory,
            env={**environment, "TMPDIR": str(temporary)},
            start_new_session=True,
        )
        watcher = threading.Thread(target=watch, args=(child.pid, start), daemon=True)
        watcher.start()
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - start
        ended.set()
        watcher.join()
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        complaint.seek(0)
        return Measurement(
            wall=wall,
            cpu=usage.ru_utime + usage.ru_stime,
            peak=usage.ru_maxrss * 1024,
            spill=largest,
            code=child.returncode,
            timed_out=killed.is_set(),
            output=output.read().decode(errors="replace"),
            complaint=complaint.read().decode(errors="replace"),
        )


def median(runs: Iterable[Measurement]) -> Measurement:
    """Return the median of each figure; the rest is the last run's."""
    measured = tuple(runs)
    return Measurement(
        wall=statistics.median(one.wall for one in measured),
        cpu=statistics.median(one.cpu for one in measured),
        peak=int(statistics.median(one.peak for one in measured)),
        spill=int(statistics.median(one.spill for one in measured)),
        code=measured[-1].code,
        timed_out=measured[-1].timed_out,
        output=measured[-1].output,
        complaint=measured[-1].complaint,
    )
