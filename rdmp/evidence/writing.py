"""`write_evidence`: evaluate, and write what it takes to repeat it."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Unpack

from rdmp.errors import OptionError
from rdmp.evaluation import refuse_quick_holdout
from rdmp.evidence.places import files_inside, place_of
from rdmp.evidence.record import ADDRESS, OBJECT, Evidence, RecordedSource
from rdmp.inputs import Input, InputFile, describe_source
from rdmp.options import ENGINES, MEANS, Keywords, Options, Role
from rdmp.output.pending import check_target, local_path, pending_file, writing
from rdmp.reproduced import refuse_sources
from rdmp.result import Evaluation
from rdmp.schemas import Schema
from rdmp.several import evaluate_each, listed
from rdmp.sources import Files, Frame, Source, resolve
from rdmp.sources.watch import Watch


def write_evidence(
    original: object,
    avatars: object,
    output: str | os.PathLike[str],
    *,
    holdout: object | None = None,
    force: bool = False,
    **keywords: Unpack[Keywords],
) -> tuple[Evaluation, ...]:
    """Evaluate one avatar table or several, and write evidence of it: enough to repeat the run.

    The file is JSON, and its owner's alone. It names every source with the size and SHA-256 of its
    files, its rows and columns, every option that may change an answer, the versions, and each
    evaluation with its statements, counts and findings. No value of the data stands in it, and no
    password. `verify` repeats the run.

    Parameters
    ----------
    original : path-like or object
        As that of `evaluate`.
    avatars : path-like or object, or a list or tuple of them
        One avatar table, or several; a list of one is one.
    output : path-like
        Where the evidence goes.
    holdout : path-like or object, optional
        As that of `evaluate`.
    force : bool
        Replace a file that stands there.
    **keywords
        See `Options`.

    Returns
    -------
    tuple of Evaluation
        In the order of the avatars, as `evaluate_many` returns them.

    Raises
    ------
    InputError
        As `evaluate`; also if the output exists, is or lies in a source, or cannot be written; or
        if a file was changed meanwhile.
    EngineError
        As `evaluate`.
    """
    options = Options(**keywords)
    refuse_quick_holdout(options, holdout)
    refuse_elsewhere(options)
    candidates = listed(avatars)
    run = Run.named(original, candidates, holdout)
    target = evidence_place(output, run, force=force)
    watch = Watch(run.sources)
    evaluations = evaluate_each(original, candidates, holdout=holdout, **keywords)
    inputs = run.inputs()
    watch.check()
    text = evidence_text(run, inputs, options, evaluations, target)
    with pending_file(target, force=force, private=True) as path, writing(target):
        path.write_text(text, encoding="utf-8")
    return evaluations


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What an evaluation reads: each table with its role, as given and as it was found."""

    given: tuple[tuple[Role, object], ...]
    sources: tuple[Source, ...]

    @classmethod
    def named(
        cls,
        original: object,
        avatars: Iterable[object],
        holdout: object | None,
        *,
        elsewhere: bool = False,
    ) -> Run:
        """Find out what each source is, without reading it."""
        given: list[tuple[Role, object]] = [("original", original)]
        given += [("avatar", one) for one in avatars]
        given += [] if holdout is None else [("holdout", holdout)]
        found = (resolve(value, role, elsewhere=elsewhere) for role, value in given)
        return cls(given=tuple(given), sources=tuple(found))

    def inputs(self) -> tuple[Input, ...]:
        """Read every file once, for its size and SHA-256."""
        pairs = zip(self.given, self.sources, strict=True)
        return tuple(describe_source(role, source) for (role, _), source in pairs)


def refuse_elsewhere(options: Options) -> None:
    """Stop where the tables lie out of reach: their files cannot be told, nor read again.

    Raises
    ------
    OptionError
        If the engine reads tables where they lie.
    """
    if options.elsewhere:
        message = "no evidence can be written of a run on Spark: its tables have no digest here"
        raise OptionError(message, "leave out --evidence, or use the engine duckdb on files")


def evidence_place(output: str | os.PathLike[str], run: Run, *, force: bool) -> Path:
    """Return where evidence goes, before any work is done.

    Raises
    ------
    OptionError
        If it cannot be put there.
    """
    target = local_path(output)
    refuse_sources(target, *(value for _, value in run.given))
    check_target(target, force=force)
    return target


def evidence_text(
    run: Run,
    inputs: Sequence[Input],
    options: Options,
    evaluations: Sequence[Evaluation],
    target: Path,
) -> str:
    """Return evidence as JSON: indented, UTF-8, a final newline."""
    first = evaluations[0]
    folder = Path(os.path.abspath(target)).parent  # noqa: PTH100 - a link stays one
    parts = zip(run.given, run.sources, inputs, schemas_of(evaluations), strict=True)
    evidence = Evidence(
        engine=first.engine,
        versions=versions(first),
        options=answering(options),
        sources=tuple(
            _recorded(value, source, found, schema, folder)
            for (_, value), source, found, schema in parts
        ),
        evaluations=tuple(one.to_dict() for one in evaluations),
    )
    return json.dumps(evidence.to_dict(), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def schemas_of(evaluations: Sequence[Evaluation]) -> tuple[Schema, ...]:
    """Return what the tables looked like, in the order of `Run`."""
    first = evaluations[0].schemas
    return (first[0], *(one.schemas[1] for one in evaluations), *first[2:])


def versions(evaluation: Evaluation) -> dict[str, str]:
    """Return the versions that a run depends on, those of the platform among them."""
    from importlib.metadata import version

    more = {"pyarrow": version("pyarrow"), "platform": platform.platform()}
    return dict(evaluation.versions) | more


def answering(options: Options) -> dict[str, Any]:
    """Return every option that may change an answer, given or not, as plain values."""
    found: dict[str, Any] = {}
    for one in fields(Options):
        if one.name in MEANS or one.name in ENGINES:
            continue
        value = getattr(options, one.name)
        if isinstance(value, Mapping):
            found[one.name] = dict(value)
        elif value is None or isinstance(value, str | bool | int):
            found[one.name] = value
        else:
            found[one.name] = list(value)
    return found


def _recorded(
    value: object, source: Source, found: Input, schema: Schema, folder: Path
) -> RecordedSource:
    named, place, no_digest = source.label, None, None
    if isinstance(source, Frame):
        no_digest = OBJECT
    else:
        assert isinstance(value, str | os.PathLike)  # noqa: S101 - what has a name was named
        place = place_of(os.fsdecode(os.fspath(value)), folder)
        no_digest = None if isinstance(source, Files) else ADDRESS
    return RecordedSource(
        role=found.role,
        named=named,
        place=place,
        files=named_inside(source, found),
        digest=found.sha256,
        no_digest=no_digest,
        rows=schema.rows,
        columns=schema.columns,
    )


def named_inside(source: Source, found: Input) -> tuple[InputFile, ...]:
    """Return the files of a source by their paths below the folder that was named."""
    if not isinstance(source, Files):
        return ()
    pairs = zip(files_inside(source), found.files, strict=True)
    return tuple(replace(file, path=path) for path, file in pairs)
