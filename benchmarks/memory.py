"""Peak memory on a table ten times the memory limit: ``python -m benchmarks.memory``.

One table of wide text is made once in every format that streams, below ``--work``, or put into a
server of this machine, and evaluated against itself. What is measured is the whole process
(`measure.py`). The promise is ``limit + 1 GB``; whoever breaks it is named, and the command ends
with 1.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from benchmarks.measure import run

ROOT = Path(__file__).resolve().parents[1]
MB = 1_000_000
ALLOWANCE = 1000 * MB
ROW_BYTES = 330
"""What a row of `table` takes in memory, about."""


def columns(rows: int) -> str:
    """Return the statement that makes the table: ten texts of 32 characters that never repeat."""
    texts = ", ".join(f"md5(range::varchar || '{letter}') as {letter}" for letter in "abcdefghij")
    return f"from range({rows}) select range as id, {texts}"


def parquet(folder: Path, rows: int) -> str:
    """Make the Parquet file from which all others are made."""
    import duckdb

    path = folder / "t.parquet"
    if not path.exists():
        with duckdb.connect() as connection:
            connection.execute(f"copy ({columns(rows)}) to '{path}' (format parquet)")
    return str(path)


def batches(folder: Path, rows: int) -> Any:
    """Return the rows of the Parquet file as a reader, so that a writer never holds the table."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = pq.ParquetFile(parquet(folder, rows))
    return pa.RecordBatchReader.from_batches(file.schema_arrow, file.iter_batches(20_000))


def delta(folder: Path, rows: int) -> str:
    """Make a Delta Lake table."""
    from deltalake import write_deltalake

    path = folder / "delta"
    if not path.exists():
        write_deltalake(str(path), batches(folder, rows))
    return f"delta:{path}"


def iceberg(folder: Path, rows: int) -> str:
    """Make an Iceberg table of one commit."""
    from pyiceberg.catalog.memory import InMemoryCatalog

    path = folder / "iceberg"
    if not path.exists():
        reader = batches(folder, rows)
        catalog = InMemoryCatalog("benchmark")
        catalog.create_namespace("n")
        made = catalog.create_table("n.t", reader.schema, location=f"file://{path.absolute()}")
        made.append(reader.read_all())
    return f"iceberg:{path}"


def feather(folder: Path, rows: int) -> str:
    """Make an Arrow file."""
    import pyarrow as pa

    path = folder / "t.arrow"
    if not path.exists():
        reader = batches(folder, rows)
        with pa.ipc.new_file(path, reader.schema) as file:
            for batch in reader:
                file.write(batch)
    return str(path)


def orc(folder: Path, rows: int) -> str:
    """Make an ORC file."""
    from pyarrow import orc as library

    path = folder / "t.orc"
    if not path.exists():
        import pyarrow as pa

        with library.ORCWriter(str(path)) as file:
            for batch in batches(folder, rows):
                file.write(pa.Table.from_batches([batch]))
    return str(path)


def text(folder: Path, rows: int, name: str, options: str) -> str:
    """Make a text file, as DuckDB writes it."""
    import duckdb

    path = folder / name
    if not path.exists():
        with duckdb.connect() as connection:
            connection.execute(f"copy (from '{parquet(folder, rows)}') to '{path}' ({options})")
    return str(path)


def database(folder: Path, rows: int) -> str:
    """Make a DuckDB file."""
    import duckdb

    path = folder / "t.duckdb"
    if not path.exists():
        with duckdb.connect(str(path)) as connection:
            connection.execute(f"create table t as from '{parquet(folder, rows)}'")
    return f"{path}::t"


def sqlite(folder: Path, rows: int) -> str:
    """Make an SQLite file."""
    from adbc_driver_sqlite import dbapi

    path = folder / "t.sqlite"
    if not path.exists():
        with dbapi.connect(f"file:{quote(str(path))}") as connection:
            with connection.cursor() as cursor:
                cursor.adbc_ingest("t", batches(folder, rows), mode="create")
            connection.commit()
    return f"{path}::t"


SOURCES: dict[str, Callable[[Path, int], str]] = {
    "Parquet": parquet,
    "CSV, gzip": lambda folder, rows: text(folder, rows, "t.csv.gz", "format csv, header"),
    "NDJSON": lambda folder, rows: text(folder, rows, "t.ndjson", "format json"),
    "Arrow": feather,
    "ORC": orc,
    "DuckDB": database,
    "SQLite": sqlite,
    "Delta": delta,
    "Iceberg": iceberg,
}


def in_postgresql(folder: Path, rows: int) -> str:
    """Copy the table into the server that `postgresql` has started."""
    from adbc_driver_postgresql import dbapi

    address = os.environ[ADDRESS]
    with dbapi.connect(address) as connection:
        with connection.cursor() as cursor:
            cursor.adbc_ingest("t", batches(folder, rows), mode="create")
        connection.commit()
    return f"{address}::public.t"


def in_bucket(folder: Path, rows: int) -> str:
    """Copy the table, in part files, into the bucket of the server that `s3` has started.

    That server reads a whole object for each range of it that is asked for.
    """
    import boto3
    import pyarrow as pa
    import pyarrow.parquet as pq

    client = boto3.client("s3")
    client.create_bucket(Bucket="benchmark")
    for number, batch in enumerate(batches(folder, rows)):
        content = pa.BufferOutputStream()
        pq.write_table(pa.Table.from_batches([batch]), content)
        body = content.getvalue().to_pybytes()
        client.put_object(Bucket="benchmark", Key=f"t/{number:06}.parquet", Body=body)
    return "s3://benchmark/t/"


ADDRESS = "RDMP_BENCHMARK_POSTGRESQL"


@contextmanager
def postgresql() -> Iterator[None]:
    """Start a server on loopback; its address is left in the environment."""
    sys.path.insert(0, str(ROOT / "tests"))
    from postgresql import server

    with server() as started:
        os.environ[ADDRESS] = started.uri
        yield


@contextmanager
def s3() -> Iterator[None]:
    """Start a server of S3's interface; its address and a key are left in the environment."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    os.environ |= {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": "benchmark",
        "AWS_SECRET_ACCESS_KEY": "benchmark",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    with subprocess.Popen(command, **quiet) as process:  # type: ignore[call-overload]
        try:
            for _ in range(300):
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.1)
            yield
        finally:
            process.terminate()


SERVERS = {"PostgreSQL": postgresql, "S3": s3}
SOURCES |= {"PostgreSQL": in_postgresql, "S3": in_bucket}


def made(name: str, folder: Path, rows: int) -> str:
    """Make a source in a process of its own: a child begins with its parent's peak (`measure`)."""
    code = (
        "import sys; from pathlib import Path; from benchmarks.memory import SOURCES; "
        "print(SOURCES[sys.argv[1]](Path(sys.argv[2]), int(sys.argv[3])))"
    )
    with tempfile.TemporaryDirectory() as temporary:
        done = run(
            [sys.executable, "-c", code, name, str(folder), str(rows)],
            temporary=Path(temporary),
            directory=Path.cwd(),
            environment=os.environ,
            limit=3600,
        )
    if not done.done:
        sys.exit(f"{name} could not be made:\n{done.complaint}")
    return done.output.strip().splitlines()[-1]


def measured(name: str, folder: Path, rows: int, limit: int) -> tuple[str, bool]:
    """Evaluate a source against itself; return its line, and whether it kept to the promise."""
    source = made(name, folder, rows)
    with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
        spill = ["--temp-directory", temporary]
        done = run(
            [sys.executable, "-m", "rdmp", "evaluate", source, source, *spill,
             "--memory-limit", f"{limit}MB", "--format", "json"],
            temporary=Path(temporary), directory=Path.cwd(), environment=os.environ, limit=3600,
        )  # fmt: skip
    if not done.done:
        return f"| {name} | failed: {done.complaint.strip().splitlines()[-1:]} |", False
    answer = json.loads(done.output)
    assert (answer["original_rows"], answer["matched_rows"]) == (rows, rows), name
    allowed = limit * MB + ALLOWANCE
    figures = (
        f"| {name} | {done.peak / MB:,.0f} | {allowed / MB:,.0f} | {done.wall:.0f} | "
        f"{done.cpu:.0f} | {done.spill / MB:,.0f} |"
    )
    return figures, done.peak <= allowed


def main() -> None:
    """Measure each source, and print a line for it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", nargs="*", default=list(SOURCES), metavar="SOURCE")
    parser.add_argument("--limit", type=int, default=100, metavar="MB", help="memory limit")
    parser.add_argument("--times", type=int, default=10, help="size of the table in limits")
    parser.add_argument("--work", type=Path, default=Path("memory.tmp"), help="kept folder")
    given = parser.parse_args()
    rows = given.limit * given.times * MB // ROW_BYTES
    folder = given.work / f"{rows}"
    folder.mkdir(parents=True, exist_ok=True)
    print("| source | peak MB | allowed MB | wall s | CPU s | spill MB |")
    print("|---|--:|--:|--:|--:|--:|")
    over = []
    for name in given.sources:
        with SERVERS.get(name, nullcontext)():
            line, kept = measured(name, folder, rows, given.limit)
        print(line, flush=True)
        if not kept:
            over.append(name)
    if over:
        sys.exit(f"over limit + 1 GB, or failed: {', '.join(over)}")


if __name__ == "__main__":
    main()
