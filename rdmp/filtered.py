"""`write_filtered`: the avatar table without the rows that equal a unique original row.

The engine says which rows go, and nothing else decides equality; what stays is copied as it is
stored, a block or a row group at a time (`rdmp.output`). What was written is then evaluated against
the original, unless the caller does not want it, and only then gets its name.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

from rdmp.comparison import Comparison, compare, compare_again, refuse_counting_engine, row_engine
from rdmp.dialect import read_dialect
from rdmp.errors import EngineError, InputError, OptionError, SourceError
from rdmp.evaluation import count_all, in_order
from rdmp.options import Keywords, Options
from rdmp.output.delimited import filter_text
from rdmp.output.parquet import filter_parquet
from rdmp.output.pending import (
    check_target,
    local_path,
    pending_file,
    pending_folder,
    writing,
)
from rdmp.plans.reproduced import find_avatars
from rdmp.reproduced import refuse_meaningless, refuse_sources
from rdmp.reproduced_result import FilteredAvatar
from rdmp.result import Counts
from rdmp.sources import Files, resolve
from rdmp.sources.buckets import filesystem
from rdmp.templates import render


def write_filtered(
    original: object,
    avatar: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    verify: bool = True,
    force: bool = False,
    **keywords: Unpack[Keywords],
) -> FilteredAvatar:
    """Write an avatar table without the rows that equal a unique original row.

    Rows are compared as `evaluate` compares them; the score of what is written is 100. Schema,
    types and the order of rows stay: a text file keeps every other line byte for byte, and its
    compression; a Parquet file keeps its schema with all metadata, its codecs and at most the size
    of its row groups; a folder or glob of part files becomes a folder of parts of the same names.
    Files of any size are streamed: a block of text or one row group is held at a time.

    Rows that are removed are missing: the table's distribution is no longer what the generator
    made. To raise k, the number of neighbours, and to generate anew is the better cure.

    Parameters
    ----------
    original : path-like or object
        As that of `evaluate`.
    avatar : path-like
        A file, a folder or a glob of part files.
    output : path-like
        The file, or the folder where the avatar has part files. It gets the permissions that the
        user's umask gives to any new file.
    verify : bool
        Evaluate what was written against the original before it gets its name.
    force : bool
        Replace what stands there.
    **keywords
        See `Options`.

    Returns
    -------
    FilteredAvatar

    Raises
    ------
    InputError
        As `evaluate`; also if no row would remain, the output exists, or is or lies in a source.
    EngineError
        As `evaluate`; also if what was written does not score 100.
    """
    start = time.perf_counter()
    options = Options(**keywords)
    refuse_meaningless(options)
    refuse_counting_engine(options)
    source = resolve(avatar, "avatar")
    if not isinstance(source, Files):
        message = f"the avatar is {source.label}, and only files can be copied as they are"
        raise OptionError(message, "write it as Parquet, and pass the path")
    _refuse_other_formats(source, options)
    target, is_folder = local_path(output), source.root is not None
    refuse_sources(target, original, avatar)
    check_target(target, force=force, folder=is_folder)
    with compare(original, avatar, options, folders=[target.parent]) as comparison:
        rows = row_engine(comparison.engine.engine)
        task, survey, before = count_all(comparison, options)
        numbered = rows.number(comparison.avatar)
        removed = find_avatars(comparison.engine, task, survey, numbered)
        due = _Due(before=before, removed=removed)
        job = _Job(comparison=comparison, source=source, target=target, options=options, due=due)
        if due.rows == 0:
            message = f"every row of the avatar {comparison.avatar.label} equals a unique row"
            hint = "nothing is left to release: raise k, the number of neighbours, and generate"
            raise SourceError(f"{message} of the original", f"{hint} the avatars again")
        with _pending(target, force=force, is_folder=is_folder) as path:
            written = _copy(job, path)
            after = _verified(job, written) if verify else None
        return FilteredAvatar(
            original=comparison.original.label,
            avatar=comparison.avatar.label,
            output=str(target),
            before=before,
            after=after,
            removed_rows=removed,
            remaining_rows=due.rows,
            remaining_copies=due.copies,
            findings=in_order(comparison.alignment.findings),
            seconds=time.perf_counter() - start,
        )


def _refuse_other_formats(source: Files, options: Options) -> None:
    """Refuse what cannot be copied record by record, just as it is stored."""
    if any(filesystem(path) is not None for path in source.paths):
        message = f"the avatar {source.label} is not on a disk of this machine"
        raise OptionError(message, "copy it here, and name the copy")
    export = options.reading("avatar").export
    if source.format == "parquet" or (
        source.format == "delimited" and (export is None or export.escapes == "none")
    ):
        return
    written = "text with escapes" if source.format == "delimited" else source.format
    message = (
        f"the avatar {source.label} is {written}, of which no row can be left out as it stands"
    )
    raise OptionError(message, "write it as Parquet or as CSV, and pass the path")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Due:
    """What must come out, from the counts before and the rows that go."""

    before: Counts
    removed: int

    @property
    def rows(self) -> int:
        """Rows that stay."""
        return (self.before.avatar_rows or 0) - self.removed

    @property
    def copies(self) -> int:
        """Rows that stay and equal a row of the original, which is then a repeated one."""
        return (self.before.copied_avatar_rows or 0) - self.removed


@dataclass(frozen=True, slots=True, kw_only=True)
class _Job:
    """What is to be copied whereto, while the comparison that knows the rows is open."""

    comparison: Comparison
    source: Files
    target: Path
    options: Options
    due: _Due


def _pending(target: Path, *, force: bool, is_folder: bool) -> AbstractContextManager[Path]:
    if is_folder:
        return pending_folder(target, force=force)
    return pending_file(target, force=force, private=False)


def _copy(job: _Job, path: Path) -> Files:
    """Copy every part without the rows that go; return what was written as a source."""
    source, found = job.source, 0
    written = []
    for number, part in enumerate(source.paths):
        to = path if source.root is None else path / part.relative_to(source.root)
        with writing(job.target):
            to.parent.mkdir(parents=True, exist_ok=True)
            found += _copy_part(job, number, to)
        written.append(to)
    if found != job.due.before.avatar_rows:
        message = f"{job.due.before.avatar_rows} avatar rows were counted, and {found} copied"
        raise EngineError(message, "was a file changed meanwhile? run it again")
    return Files(
        label=str(job.target),
        format=source.format,
        paths=tuple(written),
        root=None if source.root is None else path,
        keys=source.keys,
    )


def _copy_part(job: _Job, number: int, to: Path) -> int:
    engine = job.comparison.engine

    def removed(first: int, last: int) -> Sequence[int]:
        # Not recorded: there is one for every block of the file.
        statement = render("removed_positions", engine.syntax, bind=(number, first, last))
        return [int(position) for (position,) in engine.engine.query(statement)]

    part = job.source.paths[number]
    if job.source.format == "parquet":
        return filter_parquet(part, to, removed)
    return filter_text(part, to, read_dialect(part, job.options.reading("avatar")), removed)


def _verified(job: _Job, written: Files) -> Counts:
    """Evaluate what was written, and refuse it unless it is what it should be."""
    due = job.due
    try:
        _, _, after = count_all(compare_again(job.comparison, written, job.options), job.options)
    except InputError as problem:
        message = f"what was written could not be evaluated: {problem.message}"
        raise EngineError(message, problem.hint) from None
    if (after.matched_rows, after.avatar_rows, after.copied_avatar_rows) != (
        0,
        due.rows,
        due.copies,
    ):
        message = (
            f"{after.avatar_rows} rows were written, of which {after.matched_rows} still equal"
            f" a unique original row; {due.rows} and 0 were due"
        )
        raise EngineError(message, "was a file changed meanwhile? run it again")
    return after
