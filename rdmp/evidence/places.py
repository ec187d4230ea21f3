"""Where a source lies, so that it is found again from another folder, or after both have moved.

A source is remembered twice: by its absolute place, and relative to the folder of the evidence. A
folder that holds both may then be moved or handed on, and evidence may be moved away from data that
stays.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from rdmp.sources import Files
from rdmp.sources.buckets import filesystem

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_PREFIXES = ("delta:", "iceberg:")
_ESCAPED = re.compile(r"\[([*?[])\]")
"""A sign of patterns that stands for itself, as `glob.escape` writes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The two names of a source on a disk of this machine; each can be handed over as it is."""

    absolute: str
    relative: str


def place_of(named: str, folder: Path) -> Place | None:
    """Return the place of what a user named, seen from the folder of the evidence.

    Parameters
    ----------
    named : str
        A path, a pattern, ``FILE::TABLE`` or ``delta:PATH``, taken from the working directory.
    folder : Path
        Where the evidence goes.

    Returns
    -------
    Place or None
        None of what is not on a disk of this machine.
    """
    prefix, path, is_pattern = _taken_apart(named)
    if path is None:
        return None
    here = os.getcwd()  # noqa: PTH109 - joined as text: a path object would drop what it stands for
    if Path(path).is_absolute():
        return Place(absolute=named, relative=prefix + os.path.relpath(path, folder))
    between = os.path.relpath(here, folder)
    if is_pattern:
        here, between = glob.escape(here), glob.escape(between)
    relative = path if between == os.curdir else _joined(between, path)
    return Place(absolute=prefix + _joined(here, path), relative=prefix + relative)


def candidates(named: str, place: Place | None, folder: Path) -> Iterator[str]:
    """Yield what the source may be called now, the likeliest name first.

    Parameters
    ----------
    named : str
        As the user named it.
    place : Place or None
        As it was remembered.
    folder : Path
        Where the evidence lies now.
    """
    if place is not None:
        prefix = next((one for one in _PREFIXES if place.relative.startswith(one)), "")
        path = place.relative.removeprefix(prefix)
        yield prefix + _joined(str(folder), path)
        if glob.has_magic(path):
            yield prefix + _joined(glob.escape(str(folder)), path)
        yield place.absolute
    yield named


def files_inside(source: Files) -> tuple[str, ...]:
    """Return the path of each file below the folder or the fixed part of the pattern named."""
    root = source.root
    if root is None:
        return tuple(path.name for path in source.paths)
    if filesystem(root) is None and not Path(source.label).is_dir():
        root = _fixed_part(source.label)
    return tuple(path.relative_to(root).as_posix() for path in source.paths)


def _fixed_part(pattern: str) -> Path:
    """Return the folder below which a pattern chooses; what was escaped in it is fixed as well."""
    parts = Path(pattern).parts
    fixed = takewhile(lambda part: not glob.has_magic(_ESCAPED.sub("", part)), parts)
    return Path(*(_ESCAPED.sub(r"\1", part) for part in fixed))


def reaches_out(named: str) -> bool:
    """Tell whether reading a source may reach anything but plain files of this machine."""
    if "\0" in named or Path(named).exists():
        return False
    return bool(_SCHEME.match(named)) or named.startswith(_PREFIXES)


def _taken_apart(named: str) -> tuple[str, str | None, bool]:
    """Return the prefix of a name, the path with what follows it, and whether it is a pattern."""
    if Path(named).exists():
        return "", named, False
    for prefix in _PREFIXES:
        path = named.removeprefix(prefix)
        if path != named and path and Path(path).exists():
            return prefix, path, False
    if _SCHEME.match(named) or named.startswith(_PREFIXES):
        return "", None, False
    held = any(Path(named[: mark.start()]).exists() for mark in re.finditer("::(?=.)", named))
    return "", named, not held and glob.has_magic(named)


def _joined(folder: str, path: str) -> str:
    return os.path.join(folder, path)  # noqa: PTH118 - see above
