"""Evidence -> `Evidence`: a file that anybody may have edited is read as data, or refused.

Every key and every type is checked; an option is one of `Options`, of its own type. Nothing is
looked up by a name that the file gives, and nothing of it is shown but what kind of thing is wrong.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeVar, get_args, get_origin, get_type_hints

from rdmp.errors import OptionError, SourceError
from rdmp.evidence.places import Place
from rdmp.evidence.record import (
    ADDRESS,
    KIND,
    OBJECT,
    SCHEMA_VERSION,
    Evidence,
    RecordedSource,
)
from rdmp.inputs import InputFile
from rdmp.options import MEANS, Keywords, Options, Role
from rdmp.result import SCHEMA_VERSION as RESULT_VERSION
from rdmp.schemas import StoredColumn

COUNTS = ("original_rows", "matched_rows")
"""Counts that every evaluation has."""

MORE_COUNTS = ("unique_rows", "present_rows", "avatar_rows", "copied_avatar_rows")
"""Counts that it may lack."""

RATES = ("score", "unique_match_rate", "lowest_score", "present_score")
"""What follows from the counts."""


_T = TypeVar("_T")


class _BrokenError(Exception):
    """What is wrong with a file, in our words."""


def read_evidence(path: Path) -> Evidence:
    """Read evidence.

    Raises
    ------
    SourceError
        If the file cannot be read, or is not evidence as it was written.
    OptionError
        If its options contradict each other.
    """
    try:
        if not path.is_file():
            message = f"no such file: {path}"
            raise SourceError(message, "name the file that --evidence has written")
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "it is not UTF-8"
        message = f"cannot read the evidence {path}: {reason}"
        raise SourceError(message, "check the path and who may read it") from None
    try:
        return _evidence(_parsed(text))
    except _BrokenError as problem:
        message = f"{path} is not evidence as rdmp writes it: {problem}"
        raise SourceError(message, "evidence must not be edited: write it again") from None
    except OptionError as problem:
        message = f"{path}: {problem.message}"
        raise OptionError(message, "evidence must not be edited: write it again") from None


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except (ValueError, RecursionError):
        message = "it is not JSON"
        raise _BrokenError(message) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        message = "a key is given twice"
        raise _BrokenError(message)
    return found


def _constant(_: str) -> NoReturn:
    message = "a number is not finite"
    raise _BrokenError(message)


def _evidence(value: Any) -> Evidence:
    top = _table(value, "the file")
    if top.get("kind") != KIND:
        message = f"its kind is not '{KIND}'"
        raise _BrokenError(message)
    if not _is_whole(top.get("schema_version")) or top["schema_version"] != SCHEMA_VERSION:
        message = f"its schema_version is not {SCHEMA_VERSION}, the one that this rdmp reads"
        raise _BrokenError(message)
    keys = ("kind", "schema_version", "engine", "versions", "options", "sources", "evaluations")
    _exactly(top, keys, "the file")
    sources = tuple(_source(one) for one in _list(top["sources"], "sources"))
    evaluations = tuple(_evaluation(one) for one in _list(top["evaluations"], "evaluations"))
    expected: list[Role] = ["original", *["avatar" for _ in evaluations], "holdout"]  # type: ignore[list-item]
    roles = [one.role for one in sources]
    if not evaluations or roles not in (expected, expected[:-1]):
        message = "its sources are not an original, an avatar for each evaluation, and a holdout"
        raise _BrokenError(message)
    return Evidence(
        engine=_text(top["engine"], "engine"),
        versions=_texts(top["versions"], "versions"),
        options=_options(top["options"]),
        sources=sources,
        evaluations=evaluations,
    )


def _options(value: Any) -> dict[str, Any]:
    """Return the options that differ from their defaults, each of its own type."""
    hints, empty = get_type_hints(Keywords), Options()
    found: dict[str, Any] = {}
    for name, given in _table(value, "options").items():
        if name not in hints or name in MEANS:
            message = "its options hold one that is none, or none that evidence records"
            raise _BrokenError(message)
        default = getattr(empty, name)
        if given is None and default is None:
            continue
        if not _fits(given, hints[name]):
            message = f"its option {name} has another type"
            raise _BrokenError(message)
        value_given = tuple(given) if isinstance(given, list) else given
        if value_given != default:
            found[name] = value_given
    Options(**found)
    return found


def _fits(value: Any, hint: Any) -> bool:
    """Tell whether a value is what the hint of an option says."""
    origin = get_origin(hint)
    if origin is Literal:
        return isinstance(value, str) and value in get_args(hint)
    if origin is not None and issubclass(origin, Mapping):
        return isinstance(value, dict) and all(map(_is_text, (*value, *value.values())))
    if origin is not None and issubclass(origin, Sequence):
        return isinstance(value, list) and all(map(_is_text, value))
    if hint is bool:
        return isinstance(value, bool)
    if hint is int:
        return _is_whole(value)
    return hint is str and _is_text(value)


def _source(value: Any) -> RecordedSource:
    table = _table(value, "a source")
    keys = ("role", "named", "absolute", "relative", "digest", "no_digest", "files", "rows",
            "column_count", "columns")  # fmt: skip
    _exactly(table, keys, "a source")
    role = table["role"]
    if role not in get_args(Role):
        message = "the role of a source is not original, avatar or holdout"
        raise _BrokenError(message)
    columns = tuple(_column(one) for one in _list(table["columns"], "columns"))
    if table["column_count"] != len(columns) or not _is_whole(table["column_count"]):
        message = "the column_count of a source is not that of its columns"
        raise _BrokenError(message)
    absolute = _or_none(table["absolute"], _text, "absolute")
    relative = _or_none(table["relative"], _text, "relative")
    if (absolute is None) != (relative is None):
        message = "a source has one of absolute and relative, and not the other"
        raise _BrokenError(message)
    digest = _or_none(table["digest"], _digest, "digest")
    no_digest = _or_none(table["no_digest"], _text, "no_digest")
    if no_digest not in {None, OBJECT, ADDRESS}:
        message = "no_digest gives a reason that is none"
        raise _BrokenError(message)
    files = tuple(_file(one) for one in _list(table["files"], "files"))
    if (digest is None) == (no_digest is None) or bool(files) != (digest is not None):
        message = "a source has not files and a digest, or neither and a reason"
        raise _BrokenError(message)
    if len({one.path for one in files}) < len(files):
        message = "a source names a file twice"
        raise _BrokenError(message)
    return RecordedSource(
        role=role,
        named=_text(table["named"], "named"),
        place=None
        if absolute is None or relative is None
        else Place(absolute=absolute, relative=relative),
        files=files,
        digest=digest,
        no_digest=no_digest,
        rows=_or_none(table["rows"], _count, "rows"),
        columns=columns,
    )


def _column(value: Any) -> StoredColumn:
    table = _texts(value, "columns")
    _exactly(table, ("name", "type"), "a column")
    return StoredColumn(name=table["name"], type=table["type"])


def _file(value: Any) -> InputFile:
    table = _table(value, "a file")
    _exactly(table, ("path", "size", "sha256"), "a file")
    return InputFile(
        path=_text(table["path"], "path"),
        size=_count(table["size"], "size"),
        sha256=_digest(table["sha256"], "sha256"),
    )


def _evaluation(value: Any) -> Mapping[str, Any]:
    """Return an evaluation of which everything that is compared has its type."""
    table = _table(value, "an evaluation")
    version = table.get("schema_version")
    if not _is_whole(version) or version != RESULT_VERSION:
        message = f"the schema_version of an evaluation is not {RESULT_VERSION}"
        raise _BrokenError(message)
    for name in COUNTS:
        _count(table.get(name), name)
    for names, check in ((MORE_COUNTS, _count), (RATES, _number), (("coincidence",), _table)):
        for name in names:
            if name not in table:
                message = f"an evaluation has no {name}"
                raise _BrokenError(message)
            _or_none(table[name], check, name)
    for one in _list(table.get("columns"), "the columns of an evaluation"):
        _table(one, "the columns of an evaluation")
    for one in _list(table.get("findings"), "findings"):
        finding = _table(one, "findings")
        _text(finding.get("code"), "code")
        _text(finding.get("severity"), "severity")
        for name in _list(finding.get("columns"), "findings"):
            _text(name, "findings")
    return table


def _table(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict) or not all(map(_is_text, value)):
        message = f"{what}: there is no table of names and values"
        raise _BrokenError(message)
    return value


def _texts(value: Any, what: str) -> dict[str, str]:
    return {name: _text(one, what) for name, one in _table(value, what).items()}


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        message = f"{what}: there is no list"
        raise _BrokenError(message)
    return value


def _exactly(table: Mapping[str, Any], keys: Sequence[str], what: str) -> None:
    missing = [key for key in keys if key not in table]
    if missing:
        message = f"{what} has no {missing[0]}"
        raise _BrokenError(message)
    if len(table) > len(keys):
        message = f"{what} has a key that does not belong there"
        raise _BrokenError(message)


def _or_none(value: Any, check: Callable[[Any, str], _T], what: str) -> _T | None:
    return None if value is None else check(value, what)


def _text(value: Any, what: str) -> str:
    if not _is_text(value):
        message = f"{what} is no text"
        raise _BrokenError(message)
    return str(value)


def _digest(value: Any, what: str) -> str:
    if not _is_text(value) or len(value) != 64 or set(value) - set("0123456789abcdef"):
        message = f"{what} is no SHA-256"
        raise _BrokenError(message)
    return str(value)


def _count(value: Any, what: str) -> int:
    if not _is_whole(value) or not 0 <= value < 2**63:
        message = f"{what} is no number of things"
        raise _BrokenError(message)
    return int(value)


def _number(value: Any, what: str) -> float:
    if not _is_whole(value) and not (isinstance(value, float) and math.isfinite(value)):
        message = f"{what} is no number"
        raise _BrokenError(message)
    return float(value)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_text(value: Any) -> bool:
    """Tell whether a value is a text that is Unicode; a lone surrogate is none."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
