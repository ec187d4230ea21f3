"""`evaluate_many`: the scores of several avatar tables of one original."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Unpack

from rdmp import progress
from rdmp.comparison import callers_engine, compare, open_engine
from rdmp.errors import OptionError, RdmpError
from rdmp.evaluation import evaluate, refuse_quick_holdout
from rdmp.holdout import open_holdout
from rdmp.options import Keywords, Options
from rdmp.remembering import Remembering
from rdmp.result import Evaluation
from rdmp.seam import Engine
from rdmp.sources import Source, resolve


def evaluate_many(
    original: object,
    avatars: Iterable[object],
    *,
    holdout: object | None = None,
    **keywords: Unpack[Keywords],
) -> tuple[Evaluation, ...]:
    """Measure the Row Direct Match Protection of several avatar tables of one original.

    It answers: which of these candidates protects best? Each evaluation is what `evaluate` returns
    for the candidate alone; what they have in common is read and computed once.

    Every candidate is opened and aligned with the original before anything is counted, so that one
    which cannot be compared stops the call at once. (An object that can be read only once is opened
    when its turn comes.)

    Parameters
    ----------
    original : path-like or object
        As for `evaluate`.
    avatars : iterable of path-like or object
        The candidates, at least one; each as for `evaluate`.
    holdout : path-like or object, optional
        As for `evaluate`; each candidate is held against it.
    **keywords
        See `Options`; they apply to every candidate.

    Returns
    -------
    tuple of Evaluation
        In the order of the candidates; `best_first` puts the best one first.

    Raises
    ------
    InputError
        If a source cannot be read, or columns cannot be paired or compared exactly. The message
        names the candidate.
    EngineError
        If the engine fails, or runs out of memory or disk.
    """
    candidates = _listed(avatars)
    options = Options(**keywords)
    refuse_quick_holdout(options, holdout)
    # Named once: what is opened later is what the engine was sealed for.
    elsewhere = options.elsewhere
    source = resolve(original, "original", elsewhere=elsewhere)
    opened = [resolve(one, "avatar", elsewhere=elsewhere) for one in candidates]
    drawn = None if holdout is None else resolve(holdout, "holdout", elsewhere=elsewhere)
    callers = callers_engine(options)
    own = callers or open_engine(options, [source, *opened, *([drawn] if drawn else [])])
    shared = Remembering(own)
    sharing = Keywords(**keywords)
    sharing["engine"] = shared
    try:
        with progress.step(progress.OPENING.format(role="original")):
            shared.register("original", source, options.reading("original"))
        for number, (given, avatar) in enumerate(zip(candidates, opened, strict=True), 1):
            if can_be_read_again((given,)):
                checking = _said(progress.CHECKING, number, candidates)
                with _named(avatar.label), progress.step(checking):
                    _check(source, avatar, drawn, options, shared)
        found = []
        for number, avatar in enumerate(opened, 1):
            counting = _said(progress.CANDIDATE, number, candidates)
            with _named(avatar.label), progress.step(counting):
                found.append(evaluate(source, avatar, holdout=drawn, **sharing))
    finally:
        if callers is None:
            own.close()
    return tuple(found)


def listed(avatars: object) -> tuple[object, ...]:
    """Return what may be one avatar table, or a list or tuple of several, as several."""
    return tuple(avatars) if isinstance(avatars, list | tuple) else (avatars,)


def evaluate_each(
    original: object,
    avatars: Sequence[object],
    *,
    holdout: object | None = None,
    **keywords: Unpack[Keywords],
) -> tuple[Evaluation, ...]:
    """Evaluate one candidate by itself and several together; see `evaluate_many`."""
    if len(avatars) == 1:
        alone = evaluate(original, avatars[0], holdout=holdout, **keywords)
        return (alone,)
    return evaluate_many(original, avatars, holdout=holdout, **keywords)


def _listed(avatars: Iterable[object]) -> tuple[object, ...]:
    if isinstance(avatars, str | bytes) or not isinstance(avatars, Iterable):
        message = f"avatars is a list of tables, not {type(avatars).__name__}"
        raise OptionError(message, "pass [avatar, …], or call rdmp.evaluate for a single one")
    candidates = tuple(avatars)
    if not candidates:
        message = "there is no avatar to evaluate"
        raise OptionError(message, "name one at least")
    return candidates


def _check(
    original: Source, avatar: Source, holdout: Source | None, options: Options, engine: Engine
) -> None:
    """Align a candidate, and the holdout with it; what this asks is remembered."""
    with compare(original, avatar, options, engine) as comparison:
        if holdout is not None:
            open_holdout(comparison, holdout, options)


def can_be_read_again(sources: Iterable[object]) -> bool:
    """Tell whether each source can be opened twice: a reader would be spent, a lazy frame run."""
    return all(map(_can_be_read_again, sources))


def _can_be_read_again(source: object) -> bool:
    if isinstance(source, str | os.PathLike):
        return True
    kind = type(source)
    return any(hasattr(kind, one) for one in ("columns", "scanner")) and not hasattr(
        kind, "collect"
    )


def _said(words: str, number: int, candidates: Sequence[object]) -> str:
    return words.format(number=number, total=len(candidates))


@contextmanager
def _named(label: str) -> Iterator[None]:
    """Name the candidate in an error that does not name it already."""
    try:
        yield
    except RdmpError as error:
        if label in error.message:
            raise
        raise type(error)(f"{label}: {error.message}", error.hint) from error
