"""Both plans on Spark: seconds, and bytes read, shuffled and spilled, of one pair of Parquet files.

    python benchmarks/spark_plans.py ORIGINAL AVATAR N UNIQUE MATCHED [MASTER]

Two executors of one core and 1 GB are started on this machine unless MASTER says otherwise. The
counts must be those that are given. One line a run: the plan, seconds, and megabytes.
"""

from __future__ import annotations

import json
import os
import sys
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rdmp.comparison import Comparison, compare, define_sample
from rdmp.options import Options
from rdmp.plans import definition, pruned
from rdmp.plans.keys import choose
from rdmp.result import Counts

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

RUNS = 3
MEASURES = ("inputBytes", "shuffleWriteBytes", "memoryBytesSpilled", "diskBytesSpilled")


def start(master: str) -> SparkSession:
    """Start Spark with small heaps and a page that tells what was read and shuffled."""
    import pyspark
    from pyspark.sql import SparkSession

    os.environ["SPARK_HOME"] = str(Path(pyspark.__file__).parent)
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = SparkSession.builder.appName("plans").master(master)
    for name, value in {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": "600m",
        "spark.executor.memory": "1024m",
        "spark.executor.extraJavaOptions": "-XX:+UseSerialGC",
        "spark.log.level": "OFF",
        "spark.sql.shuffle.partitions": "8",
        "spark.ui.showConsoleProgress": "false",
    }.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def totals(spark: SparkSession) -> dict[str, int]:
    """Sum what all stages so far have read, shuffled and spilled."""
    page = f"{spark.sparkContext.uiWebUrl}/api/v1/applications/{spark.sparkContext.applicationId}"
    with urllib.request.urlopen(f"{page}/stages", timeout=30) as answer:  # noqa: S310
        stages: list[dict[str, Any]] = json.load(answer)
    found = {name: sum(int(stage.get(name, 0)) for stage in stages) for name in MEASURES}
    found["executorCpuTime"] = sum(int(stage.get("executorCpuTime", 0)) for stage in stages)
    return found


def pruned_counts(comparison: Comparison) -> Counts | None:
    """Count with the plan that the engine does not choose."""
    survey, sizes = define_sample(comparison), comparison.sizes
    assert sizes is not None
    keys = choose(comparison.engine, comparison.layout, survey, sizes)
    return pruned.count(comparison.engine, comparison.layout, keys, sizes)


def main(original: str, avatar: str, *known: str) -> None:
    """Run both plans in turn."""
    wanted = tuple(map(int, known[:3]))
    spark = start(known[3] if len(known) > 3 else "local-cluster[2,1,1024]")
    for run in range(RUNS):
        for plan in ("definition", "pruned"):
            with compare(original, avatar, Options(engine=spark)) as comparison:
                before, began = totals(spark), time.perf_counter()
                if plan == "definition":
                    counts = definition.count(comparison.engine, comparison.layout)
                else:
                    found = pruned_counts(comparison)
                    assert found is not None
                    counts = found
                seconds, after = time.perf_counter() - began, totals(spark)
            assert (counts.original_rows, counts.unique_rows, counts.matched_rows) == wanted
            megabytes = {name: (after[name] - before[name]) / 1e6 for name in MEASURES}
            cpu = (after["executorCpuTime"] - before["executorCpuTime"]) / 1e9
            told = "  ".join(f"{name} {value:,.0f}" for name, value in megabytes.items())
            print(f"run {run}  {plan:10}  {seconds:6.1f} s  cpu {cpu:6.1f} s  {told}", flush=True)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
