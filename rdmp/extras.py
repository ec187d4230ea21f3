"""Libraries that are installed only where they are wanted."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rdmp.errors import MissingExtraError


def needed(module: str, extra: str, what: str) -> Any:
    """Import a library of an extra.

    Parameters
    ----------
    module : str
        What to import, such as ``fastexcel``.
    extra : str
        The extra of this package that brings it.
    what : str
        What it is needed for, as the object of "to read".

    Raises
    ------
    MissingExtraError
        With the pip command.
    """
    try:
        return import_module(module)
    except ImportError:
        message = f"to read {what}, the library {module.partition('.')[0]} is needed"
        raise MissingExtraError(message, f"pip install 'rdmp[{extra}]'") from None
