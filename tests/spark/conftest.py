"""One Spark for all tests of this folder: a driver and two executors, each a process of its own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MASTER = os.environ.get("RDMP_SPARK_MASTER", "local-cluster[2,1,1024]")
"""Spark's own mode for tests: the executors are processes of their own, as on a cluster."""

SMALL_HEAP = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what needs Spark where there is no Java or no pyspark, and say so."""
    if reason := missing():
        for item in items:
            if Path(__file__).parent in Path(str(item.fspath)).parents:
                item.add_marker(pytest.mark.skip(reason=reason))


def missing() -> str | None:
    """Return what is missing for tests on Spark."""
    if shutil.which("java") is None:
        return "there is no Java for Spark (on Debian: apt-get install default-jre-headless)"
    try:
        import pyspark.sql  # noqa: F401
    except ImportError:
        return "pyspark is not installed"
    return None


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """Start Spark once."""
    import pyspark
    from pyspark.sql import SparkSession

    where = tmp_path_factory.mktemp("spark")
    os.environ["SPARK_HOME"] = str(Path(pyspark.__file__).parent)
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    os.environ.pop("SPARK_REMOTE", None)
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": "600m",
        "spark.executor.memory": "600m",
        "spark.driver.extraJavaOptions": f"{SMALL_HEAP} -Dderby.system.home={where}",
        "spark.executor.extraJavaOptions": SMALL_HEAP,
        "spark.local.dir": str(where / "scratch"),
        "spark.log.level": "OFF",
        "spark.sql.session.timeZone": "Asia/Tokyo",  # whatever a user's session has
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.warehouse.dir": str(where / "warehouse"),
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    builder = SparkSession.builder.appName("rdmp tests").master(MASTER)
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()
