"""A Spark session, and how statements run on it.

The names in our statements (``original``, ``avatar_compared``, …) could be a user's views, so each
run has names of its own: a statement is run within a ``with`` that says what its names stand for.
Spark's own messages quote records, so none of them becomes part of ours.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from rdmp.engines.running import interruptible
from rdmp.engines.spark.opening import is_remote, open_session
from rdmp.engines.spark.settings import Settings
from rdmp.errors import ColumnError, QueryError, RdmpError, ResourceError
from rdmp.options import Options
from rdmp.seam import Statement
from rdmp.syntax import SparkSyntax
from rdmp.templates import render

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_Result = TypeVar("_Result")

_WORD = re.compile(r"\w+")

_RAISED = "USER_RAISED_EXCEPTION"
"""The condition of an error that a statement of ours raises itself."""

_LOST = {"Py4JNetworkError", "SparkConnectGrpcException", "RetriesExceeded"}
"""Errors of py4j and of Spark Connect by which a driver or a server is gone."""

_LOGGERS = ("SQLQueryContextLogger", "DataFrameQueryContextLogger")
"""Loggers of pyspark that tell every failed statement, with whatever it quotes, on stderr."""


class Session:
    """A session with settings of its own while it is used.

    Parameters
    ----------
    options : Options
        The session, or where to start one.
    """

    def __init__(self, options: Options) -> None:
        opened = open_session(options)
        self.syntax = SparkSyntax()
        self.spark: SparkSession = opened.session
        self._is_ours = opened.is_ours
        self.settings = Settings(self.spark)
        self._suffix = f"rdmp_{secrets.token_hex(6)}"
        self._views: dict[str, str] = {}
        self._kept: dict[str, DataFrame] = {}
        self._loggers = [(one, one.disabled) for one in map(logging.getLogger, _LOGGERS)]
        for logger, _ in self._loggers:
            logger.disabled = True
        try:
            with self.translated("open the session"):
                self.settings.make()
                self.version = str(self.spark.version)
        except RdmpError:
            self.close()
            raise

    def name_frame(self, name: str, frame: DataFrame) -> None:
        """Give a data frame a name."""
        view = f"{self._suffix}_{name}"
        frame.createOrReplaceTempView(view)
        self._views[name] = view

    def define(self, name: str, statement: Statement) -> None:
        """Give a statement a name."""
        with self.translated(f"define the view {name!r}"):
            self.name_frame(name, self._frame(statement))

    def materialize(self, name: str, statement: Statement) -> int:
        """Run a statement and keep its rows under a name, where Spark ran it."""
        with self.translated(f"run the statement {statement.name!r}"):
            frame = self._frame(statement).persist()
            rows = int(self.beside(frame.count))
            self.name_frame(name, frame)
            before, self._kept[name] = self._kept.get(name), frame
            if before is not None:
                before.unpersist()
        return rows

    def run(self, statement: Statement) -> list[tuple[Any, ...]]:
        """Run a statement and return its few rows."""
        with self.translated(f"run the statement {statement.name!r}"):
            frame = self._frame(statement)
            return [tuple(row) for row in self.beside(frame.collect)]

    def beside(self, work: Callable[[], _Result]) -> _Result:
        """Run what may take long beside the main thread, which listens."""
        # Jobs of a classic session bear tags of its context, which alone end them.
        mark, unmark, end = (
            (self.spark.addTag, self.spark.removeTag, self.spark.interruptTag)
            if is_remote(self.spark)
            else _of_context(self.spark.sparkContext)
        )

        def tagged() -> _Result:
            mark(self._suffix)
            try:
                return work()
            finally:
                with suppress(Exception):  # the session may be lost
                    unmark(self._suffix)

        def interrupt() -> None:
            with suppress(Exception):  # what is gone needs no interruption
                end(self._suffix)

        return interruptible(tagged, interrupt)

    @contextmanager
    def translated(self, doing: str) -> Iterator[None]:
        """Turn an error of Spark into ours, without its message."""
        try:
            yield
        except RdmpError:
            raise
        except Exception as problem:  # noqa: BLE001 - pyspark, py4j and grpc have no common one
            raise _translated(problem, doing) from None

    def close(self) -> None:
        """Drop our views, put the settings back, and stop the session if it is ours."""
        with suppress(Exception):  # a session that is lost holds nothing any more
            for frame in self._kept.values():
                frame.unpersist()
            for view in self._views.values():
                self.spark.catalog.dropTempView(view)
            self.settings.restore()
        self._kept.clear()
        self._views.clear()
        for logger, disabled in self._loggers:
            logger.disabled = disabled
        if self._is_ours:
            with suppress(Exception):
                self.spark.stop()

    def _frame(self, statement: Statement) -> DataFrame:
        """Return a statement as a data frame, in which our names stand for our views."""
        words = set(_WORD.findall(statement.sql))
        names = [(name, view) for name, view in self._views.items() if name in words]
        text = statement.sql
        if names:
            text = render("engines/spark/within", self.syntax, names=names, query=text).sql
        if statement.parameters:
            return self.spark.sql(text, args=list(statement.parameters))
        return self.spark.sql(text)


def _of_context(context: Any) -> tuple[Callable[[str], Any], ...]:
    return context.addJobTag, context.removeJobTag, context.cancelJobsWithTag


def _translated(problem: Exception, doing: str) -> RdmpError:
    from pyspark.errors import PySparkException

    if isinstance(problem, PySparkException):
        condition = problem.getCondition()
        if condition == _RAISED:
            return _beyond_double()
        if condition is not None:
            message = f"Spark could not {doing} ({condition})"
            return QueryError(message, "--debug shows its own message, which may quote data")
    if _is_lost(problem):
        message = f"the connection to Spark broke while it tried to {doing}"
        return ResourceError(message, "see whether the driver or the server still runs")
    if _java_class(problem) == "java.lang.StackOverflowError":
        message = f"the driver of Spark ran out of stack while it tried to {doing}"
        hint = "compare fewer columns, or start Spark with spark.driver.extraJavaOptions=-Xss64m"
        return ResourceError(message, hint)
    message = f"Spark could not {doing}"
    return QueryError(message, "--debug shows its own message, which may quote data")


def _java_class(problem: Exception) -> str | None:
    """Return the class of an error of the driver, where it runs beside this process."""
    thrown = getattr(problem, "java_exception", None)
    with suppress(Exception):  # the driver may be gone
        return None if thrown is None else str(thrown.getClass().getName())
    return None


def _is_lost(problem: Exception) -> bool:
    return isinstance(problem, ConnectionError) or type(problem).__name__ in _LOST


def _beyond_double() -> ColumnError:
    message = (
        "a column of decimals has more than 15 digits where the other side has floats, and Spark"
        " cannot tell whether they are the same number"
    )
    return ColumnError(message, "pass --cast COLUMN=DOUBLE, or use the engine duckdb")
