"""A cluster of its own processes: the same counts, through Connect too, and when a worker dies."""

from __future__ import annotations

import datetime as dt
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import spark_cluster as cluster
from spark_cluster import Cluster

import rdmp

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CHECKOUT = Path(__file__).resolve().parents[2]
ROWS, COPIED, REPEATED = 20_000, 1_000, 20

SCHEMA = pa.schema(
    [
        ("id", pa.int64()),
        ("ward", pa.int32()),
        ("price", pa.decimal128(12, 2)),
        ("weight", pa.float64()),
        ("word", pa.string()),
        ("alive", pa.bool_()),
        ("born", pa.date32()),
        ("seen", pa.timestamp("us")),
        ("sent", pa.timestamp("us", tz="UTC")),
        ("tags", pa.list_(pa.int32())),
        ("place", pa.struct([("x", pa.float64()), ("Y", pa.string())])),
    ]
)
WORDS = ("", "NULL", "a,b|c", 'quo"te', "line\nbreak", "back\\slash", "é 日本")


def rows(random: random.Random, first: int, number: int) -> pa.Table:
    """Invent rows of awkward values, a twentieth of which is missing in all columns but the key."""
    day, moment = dt.date(1950, 1, 1), dt.datetime(2020, 1, 1, tzinfo=dt.UTC)

    def some(make: Any) -> list[Any]:
        return [None if random.random() < 0.05 else make() for _ in range(number)]

    moments = some(lambda: moment + dt.timedelta(microseconds=random.randrange(10**14)))
    columns = {
        "id": list(range(first, first + number)),
        "ward": some(lambda: random.randrange(1000)),
        "price": some(lambda: Decimal(random.randrange(10**6)) / 100),
        "weight": some(lambda: random.choice([random.random(), -0.0, float("nan")])),
        "word": some(lambda: random.choice(WORDS) + str(random.randrange(9))),
        "alive": some(lambda: random.random() < 0.5),
        "born": some(lambda: day + dt.timedelta(random.randrange(20_000))),
        "seen": [one and one.replace(tzinfo=None) for one in moments],
        "sent": moments,
        "tags": some(lambda: [random.randrange(9), None]),
        "place": some(lambda: {"x": random.random(), "Y": random.choice(WORDS)}),
    }
    return pa.table(columns, SCHEMA)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Write a pair whose answer is known by how it is built: 980 of 20,000, which is 95.1."""
    source = random.Random(7)  # noqa: S311 - invented records need a seed, not secrecy
    folder = tmp_path_factory.mktemp("pair")
    original = rows(source, 0, ROWS - REPEATED)
    original = pa.concat_tables([original, original.slice(0, REPEATED)])
    avatar = rows(source, 10**6, ROWS - COPIED)
    avatar = pa.concat_tables([avatar, original.slice(0, COPIED)])
    paths = folder / "original.parquet", folder / "avatar.parquet"
    for table, path in zip((original, avatar), paths, strict=True):
        pq.write_table(table, path)
    return paths


def figures(found: Any) -> tuple[Any, ...]:
    """Return what is known by construction."""
    return (found["original_rows"], found["unique_rows"], found["matched_rows"], found["score"])


KNOWN = (ROWS, ROWS - 2 * REPEATED, COPIED - REPEATED, 95.1)


def test_a_pair_whose_answer_is_known_gives_it_on_duckdb_and_on_executors(
    spark: SparkSession, pair: tuple[Path, Path]
) -> None:
    for engine in ("duckdb", spark):
        found = rdmp.evaluate(*pair, second_look="never", engine=engine)
        assert figures(found.to_dict()) == KNOWN


@pytest.fixture(scope="module")
def standalone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Start a master and two workers."""
    with cluster.standalone(tmp_path_factory.mktemp("cluster")) as running:
        yield running


def command(pair: tuple[Path, Path], *options: str) -> list[str]:
    """Return the command that evaluates a pair on Spark."""
    program = [sys.executable, "-m", "rdmp", "evaluate", *map(str, pair), "--engine", "spark"]
    return [*program, "--format", "json", "--second-look", "never", *options]


def surroundings(where: Path) -> dict[str, str]:
    """Return an environment in which a driver takes little, and listens on loopback alone."""
    folder = where / "conf"
    folder.mkdir(exist_ok=True)
    (folder / "spark-defaults.conf").write_text(
        "spark.driver.host 127.0.0.1\n"
        "spark.driver.bindAddress 127.0.0.1\n"
        "spark.driver.memory 600m\n"
        "spark.executor.memory 700m\n"
        "spark.sql.shuffle.partitions 4\n",
        encoding="utf-8",
    )
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SPARK_")}
    own = {
        "SPARK_CONF_DIR": str(folder),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYTHONPATH": str(CHECKOUT),
    }
    return kept | own


@pytest.mark.slow
def test_a_cluster_counts_through_connect(
    standalone: Cluster, pair: tuple[Path, Path], tmp_path: Path
) -> None:
    with cluster.connect_server(tmp_path, standalone) as address:
        done = subprocess.run(
            command(pair, "--remote", f"{address}/;user_id=SECRET"),
            env=surroundings(tmp_path),
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        assert figures(found) == KNOWN
        assert "SECRET" not in done.stdout + done.stderr
        script = tmp_path / "script.py"
        script.write_text(PASSED_SESSION, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-W", "ignore", str(script), address, *map(str, pair)],
            env=surroundings(tmp_path),
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == [ROWS, COPIED - REPEATED, "Asia/Tokyo", 2, 10]


PASSED_SESSION = """
import json, sys
from pathlib import Path
import rdmp
from pyspark.sql import SparkSession

address, *paths = sys.argv[1:]
spark = SparkSession.builder.remote(address).create()
spark.conf.set("spark.sql.session.timeZone", "Asia/Tokyo")
frames = [spark.read.parquet(path) for path in paths]
frames[0].createOrReplaceTempView("original")
frames[1].createOrReplaceTempView("other")
found = rdmp.evaluate("original", frames[1], engine=spark, second_look="never")
views = len(spark.catalog.listTables())
zone = spark.conf.get("spark.sql.session.timeZone")
texts = [Path(__file__).with_name(name) for name in ("original.csv", "avatar.csv")]
texts[0].write_text("a,b\\n" + "".join(f"{n},w{n % 3}\\n" for n in range(50)))
texts[1].write_text("a,b\\n" + "".join(f"{n}.0,w{n % 3}\\n" for n in range(40, 60)))
text = rdmp.evaluate(*texts, engine=spark, second_look="never")
print(json.dumps([found.original_rows, found.matched_rows, zone, views, text.matched_rows]))
spark.stop()
"""


@pytest.mark.slow
def test_a_worker_that_dies_changes_no_count(
    standalone: Cluster, pair: tuple[Path, Path], tmp_path: Path
) -> None:
    evaluation = subprocess.Popen(
        command(pair, "--master", standalone.master),
        env=surroundings(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with evaluation:
        cluster.wait_for(lambda: standalone.state().get("coresused") == 2, "two executors")
        standalone.kill_worker()
        out, err = evaluation.communicate(timeout=240)
    if evaluation.returncode == 0:
        assert figures(json.loads(out)) == KNOWN
    else:
        assert evaluation.returncode == 3
        assert "error: " in err
        assert "Traceback" not in err
    assert standalone.workers[0].poll() is not None
