"""What can go wrong, and whose turn it is.

    RdmpError
    ├── InputError            the user can fix it (exit code 2)
    │   ├── SourceError         a file, folder or object that cannot be read as a table
    │   ├── ColumnError         columns that cannot be paired or compared
    │   ├── OptionError         an option that is wrong or contradicts another
    │   └── MissingExtraError   a library that the source needs is not installed
    └── EngineError           the engine failed (exit code 3)
        ├── QueryError          a statement did not run
        └── ResourceError       memory, disk or time ran out

A message names the file, the column and the line, and never a value of the data. An engine's own
message may quote a record: it is never part of ours, and stays reachable as ``__context__`` only.
"""

from __future__ import annotations


class RdmpError(Exception):
    """Every error that this package raises on purpose.

    Parameters
    ----------
    message : str
        What is wrong, where, and what was found instead. One line, no value of the data.
    hint : str or None
        One thing to do about it.
    """

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        # No traceback shows what was being handled, which may quote a record: `from None` is easily
        # forgotten.
        self.__suppress_context__ = True

    def __str__(self) -> str:
        return self.message if self.hint is None else f"{self.message}\nhint: {self.hint}"

    def __reduce__(self) -> tuple[type[RdmpError], tuple[str, str | None]]:
        return type(self), (self.message, self.hint)


class InputError(RdmpError):
    """The user can fix it."""


class SourceError(InputError):
    """A file, folder or object cannot be read as a table."""


class ColumnError(InputError):
    """Columns cannot be paired, or a pair cannot be compared exactly."""


class OptionError(InputError):
    """An option is wrong, or contradicts another."""


class MissingExtraError(InputError):
    """A library that this source needs is not installed."""


class EngineError(RdmpError):
    """The engine failed."""


class QueryError(EngineError):
    """A statement did not run."""


class ResourceError(EngineError):
    """Memory, disk space or another resource ran out."""
