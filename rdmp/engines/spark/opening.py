"""Which Spark session is used, and whether it is the user's or ours."""

from __future__ import annotations

import signal
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rdmp.errors import MissingExtraError, OptionError, ResourceError
from rdmp.options import Options

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_OWN = {
    "spark.driver.defaultJavaOptions": "-Xss64m",  # a plan of thousands of columns is deep
    "spark.log.level": "OFF",  # what Spark logs may quote records
    "spark.sql.session.timeZone": "UTC",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
"""What a session of ours is started with, besides what the machine's configuration says."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A session, and whether it is to be stopped in the end."""

    session: SparkSession
    is_ours: bool


def is_remote(session: SparkSession) -> bool:
    """Tell whether a session speaks to a server of Spark Connect."""
    return ".connect." in type(session).__module__


def open_session(options: Options) -> Opened:
    """Take the user's session, or start one.

    A session that is passed or active, as in a notebook or under ``spark-submit``, is the user's,
    and is never stopped; ``--master`` and ``--remote`` start one of ours.

    Raises
    ------
    MissingExtraError
        If pyspark is not installed.
    OptionError
        If options contradict each other.
    ResourceError
        If no session could be started.
    """
    _refuse_unknown(options)
    given = options.engine
    if not isinstance(given, str):
        session: Any = given
        return Opened(session, is_ours=False)
    sql = _pyspark()
    active = sql.SparkSession.getActiveSession()
    if active is not None:
        if options.master is not None or options.remote is not None:
            message = "--master and --remote start a session, and one is active already"
            raise OptionError(message, "leave them out, or stop that session first")
        return Opened(active, is_ours=False)
    with _handlers_kept(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return Opened(_started(sql, options), is_ours=True)
        except Exception as problem:
            where = options.remote or options.master or "this machine"
            message = f"no Spark session could be started on {_without_token(where)}"
            hint = "check the address, that Java 17 is installed, and the versions on both sides"
            raise ResourceError(message, hint) from problem


def _pyspark() -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # pyspark warns of versions of pandas, unused here
            from pyspark import sql
    except ImportError:
        message = "for the engine Spark, the library pyspark is needed"
        raise MissingExtraError(message, "pip install 'rdmp[spark]'") from None
    return sql


def _started(sql: Any, options: Options) -> Any:
    if options.remote is not None:
        return sql.SparkSession.builder.remote(options.remote).create()
    builder = sql.SparkSession.builder.appName("rdmp")
    for name, value in _OWN.items():
        builder = builder.config(name, value)
    if options.master is not None:
        builder = builder.master(options.master)
    return builder.getOrCreate()


def _refuse_unknown(options: Options) -> None:
    """Refuse options that mean nothing here."""
    if options.master is not None and options.remote is not None:
        message = "--master and --remote name two ways to Spark"
        raise OptionError(message, "leave one of the two out")
    for option in ("threads", "memory_limit", "temp_directory", "max_temp_size"):
        if getattr(options, option) is not None:
            message = f"--{option.replace('_', '-')} is for DuckDB; on Spark the cluster decides"
            raise OptionError(message, "leave it out, or configure the session")


def _without_token(address: str) -> str:
    """Return an address without its parameters, which may hold a token."""
    return address.partition(";")[0]


@contextmanager
def _handlers_kept() -> Iterator[None]:
    """Keep the handler of Ctrl-C: pyspark puts one of its own there."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
