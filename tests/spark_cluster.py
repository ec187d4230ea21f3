"""A standalone cluster on loopback: a master, two workers, and a Spark Connect server if wanted."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SMALL_HEAP = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"
PATIENCE = 120
"""Seconds until a process that is not ready is given up."""


def free_port() -> int:
    """Return a port of loopback that nobody listens on."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return int(bound.getsockname()[1])


def wait_for(ready: Callable[[], bool], what: str) -> None:
    """Wait until something is so."""
    start = time.monotonic()
    while not ready():
        if time.monotonic() - start > PATIENCE:
            message = f"not within {PATIENCE} s: {what}"
            raise TimeoutError(message)
        time.sleep(0.2)


@dataclass
class Cluster:
    """What runs, and where."""

    master: str
    page: str
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def state(self) -> dict[str, Any]:
        """Return what the master says of itself."""
        try:
            with urllib.request.urlopen(f"{self.page}/json/", timeout=5) as answer:  # noqa: S310
                found: dict[str, Any] = json.load(answer)
                return found
        except OSError:
            return {}

    def kill_worker(self) -> None:
        """End one worker at once; its executor ends with it."""
        self.workers[0].kill()
        self.workers[0].wait()


def environment() -> dict[str, str]:
    """Return the environment of the processes of Spark."""
    import pyspark

    kept = {name: value for name, value in os.environ.items() if not name.startswith("SPARK_")}
    return kept | {
        "SPARK_HOME": str(Path(pyspark.__file__).parent),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_DAEMON_MEMORY": "300m",
        "SPARK_DAEMON_JAVA_OPTS": f"{SMALL_HEAP} -Dspark.master.rest.enabled=false",
    }


@contextmanager
def started(where: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start a program of Spark, and end it."""
    settings = environment()
    if arguments[0] == "spark-submit":  # the server of Connect, which counts as a daemon too
        settings["SPARK_DAEMON_MEMORY"] = "700m"
    program = Path(settings["SPARK_HOME"], "bin", arguments[0])
    with Path(where, "spark.log").open("ab") as log:
        process = subprocess.Popen(
            [str(program), *arguments[1:]],
            cwd=where,
            env=settings,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def standalone(where: Path) -> Iterator[Cluster]:
    """Start a master and two workers of one core."""
    port, page = free_port(), free_port()
    deploy = "org.apache.spark.deploy"
    address = f"spark://127.0.0.1:{port}"
    cluster = Cluster(master=address, page=f"http://127.0.0.1:{page}")
    loopback = ("--host", "127.0.0.1")
    with ExitStack() as stack:
        ports = ("--port", str(port), "--webui-port", str(page))
        stack.enter_context(
            started(where, "spark-class", f"{deploy}.master.Master", *loopback, *ports)
        )
        for _ in range(2):
            size = ("--cores", "1", "--memory", "1200m", "--webui-port", str(free_port()))
            worker = started(
                where, "spark-class", f"{deploy}.worker.Worker", *loopback, *size, address
            )
            cluster.workers.append(stack.enter_context(worker))
        wait_for(lambda: cluster.state().get("aliveworkers") == 2, "two workers")
        yield cluster


@contextmanager
def connect_server(where: Path, cluster: Cluster) -> Iterator[str]:
    """Start a Spark Connect server on a cluster; yield its address."""
    port = free_port()
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.executor.memory": "700m",
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": str(port),
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "4",
    }
    pairs = [part for name, value in settings.items() for part in ("--conf", f"{name}={value}")]
    server = "org.apache.spark.sql.connect.service.SparkConnectServer"
    command = ("spark-submit", "--class", server, "--name", "connect", "--master", cluster.master)
    with started(where, *command, *pairs) as process:

        def answers() -> bool:
            assert process.poll() is None
            with socket.socket() as tried:
                return tried.connect_ex(("127.0.0.1", port)) == 0

        wait_for(answers, "the server of Spark Connect")
        yield f"sc://127.0.0.1:{port}"
