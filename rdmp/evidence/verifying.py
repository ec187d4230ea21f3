"""`verify`: repeat the run that evidence records, and say whether it is the same."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack, cast

from rdmp.errors import InputError, OptionError, RdmpError, SourceError
from rdmp.evidence.comparing import compared
from rdmp.evidence.places import candidates, reaches_out
from rdmp.evidence.reading import read_evidence
from rdmp.evidence.record import Evidence, RecordedSource
from rdmp.evidence.verification import Difference, DifferenceKind, Verification
from rdmp.evidence.writing import named_inside
from rdmp.inputs import InputFile, describe_source
from rdmp.options import Keywords, Means
from rdmp.seam import Engine
from rdmp.several import evaluate_each
from rdmp.sources import Address, Files, Source, resolve
from rdmp.sources.buckets import filesystem
from rdmp.sources.databases import without_secrets
from rdmp.sources.watch import Watch


def verify(
    evidence: str | os.PathLike[str],
    *,
    allow_remote: bool = False,
    engine: Engine | None = None,
    **means: Unpack[Means],
) -> Verification:
    """Repeat the run that evidence records, and say whether it is the same.

    It answers: are these the files that were evaluated, and is this their score? A source is looked
    for relative to the evidence, then where it lay, then by its name from the working directory;
    the first one whose files are as recorded is taken.

    The file may come from anybody: it is read as data, and nothing but plain files of this machine
    is opened because it says so.

    Parameters
    ----------
    evidence : path-like
        What `write_evidence` has written.
    allow_remote : bool
        Also read tables in databases, buckets and lakes that the evidence names. Whoever wrote it
        then decides with which servers this machine speaks.
    engine : Engine, optional
        An engine of the caller's; DuckDB, opened and closed here, without it.
    **means
        ``threads``, ``memory_limit``, ``temp_directory``, ``max_temp_size``: they change no answer,
        and are not taken from the evidence.

    Returns
    -------
    Verification

    Raises
    ------
    InputError
        If the evidence cannot be read, was about objects in memory, or names what is not there, or
        if a source cannot be read any more.
    EngineError
        As `evaluate`.
    """
    path = Path(evidence)
    recorded = read_evidence(path)
    _refuse_objects(path, recorded)
    folder = Path(os.path.abspath(path)).parent  # noqa: PTH100 - a link stays one
    found = [_found(path, one, folder, remote=allow_remote) for one in recorded.sources]
    changed = tuple(one for place in found for one in place.differences)
    given = cast("Keywords", dict(recorded.options) | dict(means))
    if engine is not None:
        given["engine"] = engine
    avatars = found[1 : 1 + len(recorded.evaluations)]
    holdout = found[-1].named if len(found) > 1 + len(avatars) else None
    try:
        evaluations = evaluate_each(
            found[0].named,
            [one.named for one in avatars],
            holdout=holdout,
            **given,
        )
    except InputError as problem:
        raise _with_changes(problem, changed) from None
    for one in found:
        one.watch.check()
    differences, notes = compared(recorded, evaluations)
    return Verification(
        evidence=str(path),
        differences=(*changed, *differences),
        notes=(*(note for one in found for note in one.notes), *notes),
        evaluations=evaluations,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A source where it is now, and what its files have to do with those recorded."""

    named: str
    watch: Watch
    differences: tuple[Difference, ...]
    notes: tuple[Difference, ...]


def _refuse_objects(path: Path, recorded: Evidence) -> None:
    """Stop where a table is gone: it was an object of a program."""
    for one in recorded.sources:
        if one.is_object:
            message = f"{path}: the {one.role} was an object in memory: the run cannot be repeated"
            raise SourceError(message, "write evidence of files, to have it verified")


def _found(path: Path, recorded: RecordedSource, folder: Path, *, remote: bool) -> _Found:
    """Find a source: the first candidate whose files are as recorded, else the first there is.

    Raises
    ------
    OptionError
        If it is not a plain file of this machine, and nobody allowed that.
    SourceError
        If it is nowhere.
    """
    there: list[_Found] = []
    looked: set[tuple[str, ...]] = set()
    stops: list[InputError] = []
    for named in dict.fromkeys(candidates(recorded.named, recorded.place, folder)):
        if reaches_out(named) and not remote:
            raise _not_allowed(path, recorded)
        try:
            source = resolve(named, recorded.role)
            if isinstance(source, Address) and not remote:  # a folder whose log may name any place
                raise _not_allowed(path, recorded)
            if (files := _real(source)) in looked:
                continue
            looked.add(files)
            found = _held_against(recorded, named, source)
        except SourceError as stop:
            stops.append(stop)
            continue
        if not found.differences:
            return found
        there.append(found)
    if there:
        return there[0]
    if recorded.place is None and stops:
        raise stops[0]
    message = f"{path}: the {recorded.role} {recorded.named} is neither beside the evidence, as it "
    message += "was, nor where it was"
    raise SourceError(message, "put the evidence and its files into the same places as before")


def _real(source: Source) -> tuple[str, ...]:
    if not isinstance(source, Files):
        return (source.label,)
    paths = (str(one) if filesystem(one) else os.path.realpath(one) for one in source.paths)
    return (source.table or "", *paths)


def _held_against(recorded: RecordedSource, named: str, source: Source) -> _Found:
    """Hold the files of a source against those recorded; from here on they are watched."""
    watch = Watch([source])
    now = named_inside(source, describe_source(recorded.role, source))
    alone = isinstance(source, Files) and source.root is None and len(recorded.files) == 1
    notes: tuple[Difference, ...] = ()
    if recorded.digest is None and not isinstance(source, Files):
        notes = (_difference("no-digest", recorded, recorded.named),)
        pairs: Iterator[Difference] = iter(())
    elif alone:
        pairs = _changed(recorded, {"": recorded.files[0]}, {"": now[0]})
    else:
        before = {one.path: one for one in recorded.files}
        pairs = _changed(recorded, before, {one.path: one for one in now})
    return _Found(named=named, watch=watch, differences=tuple(pairs), notes=notes)


def _changed(
    recorded: RecordedSource, before: Mapping[str, InputFile], now: Mapping[str, InputFile]
) -> Iterator[Difference]:
    for name in dict.fromkeys((*before, *now)):
        old, new = before.get(name), now.get(name)
        shown = name or recorded.named
        if old is None:
            yield _difference("file-added", recorded, shown)
        elif new is None:
            yield _difference("file-missing", recorded, shown)
        elif (old.size, old.sha256) != (new.size, new.sha256):
            yield _difference(
                "file-changed", recorded, shown, recorded_as=old.sha256, found=new.sha256
            )


def _difference(
    kind: DifferenceKind,
    source: RecordedSource,
    what: str,
    *,
    recorded_as: str | None = None,
    found: str | None = None,
) -> Difference:
    return Difference(
        kind=kind,
        role=source.role,
        source=source.named,
        what=what,
        recorded=recorded_as,
        found=found,
    )


def _not_allowed(path: Path, recorded: RecordedSource) -> OptionError:
    shown = without_secrets(recorded.named)
    message = f"{path} names what is more than plain files of this machine: {shown}"
    return OptionError(message, "pass --allow-remote if you trust whoever wrote the evidence")


def _with_changes(problem: InputError, changed: tuple[Difference, ...]) -> RdmpError:
    """Say beside an error that a file is another one than was recorded, which explains it."""
    if not changed:
        return problem
    one = changed[0]
    message = f"{problem.message} (the {one.role} is not as recorded: {one.what})"
    return type(problem)(message, problem.hint)
