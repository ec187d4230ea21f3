"""`write_report`: evaluate, and write the page that a data protection officer reads and signs.

The page stands on more than the score: on which columns the protection rests (`rdmp.columns`), and
which files were read, by size and SHA-256. All of it is about the same bytes, or none is written.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Unpack

from rdmp.candidates import best_first
from rdmp.errors import EngineError
from rdmp.evaluation import evaluate, refuse_quick_holdout
from rdmp.inputs import describe
from rdmp.insight import columns
from rdmp.insight_result import Insight
from rdmp.options import Keywords, Options, Role
from rdmp.output.pending import check_target, local_path, pending_file, writing
from rdmp.report.html import html_report, refuse_undrawable, several_report
from rdmp.reproduced import refuse_sources
from rdmp.result import Evaluation
from rdmp.several import can_be_read_again, evaluate_many
from rdmp.sources import resolve
from rdmp.sources.watch import Watch
from rdmp.words import Language


def write_report(  # noqa: PLR0913 - as many as the user may want
    original: object,
    avatars: object,
    output: str | os.PathLike[str],
    *,
    holdout: object | None = None,
    language: Language = "en",
    force: bool = False,
    **keywords: Unpack[Keywords],
) -> tuple[Evaluation, ...]:
    """Evaluate one avatar table or several, and write the answer as one page of HTML.

    The page needs nothing else to be read: no network, no script, no further file. It prints on one
    or two sheets of A4, and no value of the data stands in it. Of several avatars it has the table,
    the best first, and in full the best one.

    Parameters
    ----------
    original : path-like or object
        As that of `evaluate`.
    avatars : path-like or object, or a list or tuple of them
        One avatar table, or several; a list of one is one.
    output : path-like
        Where the page goes.
    holdout : path-like or object, optional
        As that of `evaluate`.
    language : {'en', 'fr'}
    force : bool
        Replace a file that stands there.
    **keywords
        See `Options`. With ``quick`` the page says nothing of single columns; nor does it of an
        object that can be read only once.

    Returns
    -------
    tuple of Evaluation
        What the page shows, in the order of the avatars, as `evaluate_many` returns them.

    Raises
    ------
    MissingExtraError
        If the library that draws the pictures is not installed; before anything is read.
    InputError
        As `evaluate`; also if the output exists, is or lies in a source, or cannot be written; or
        if a file was changed meanwhile.
    EngineError
        As `evaluate`.
    """
    options = Options(**keywords)
    refuse_quick_holdout(options, holdout)
    refuse_undrawable()
    candidates = tuple(avatars) if isinstance(avatars, list | tuple) else (avatars,)
    read: list[tuple[Role, object]] = [("original", original)]
    read += [("avatar", one) for one in candidates]
    read += [] if holdout is None else [("holdout", holdout)]
    target = local_path(output)
    refuse_sources(target, *(given for _, given in read), elsewhere=options.elsewhere)
    check_target(target, force=force)
    watch = Watch(resolve(given, role, elsewhere=options.elsewhere) for role, given in read)
    if len(candidates) == 1:
        alone = evaluate(original, candidates[0], holdout=holdout, **keywords)
        evaluations: tuple[Evaluation, ...] = (alone,)
    else:
        evaluations = evaluate_many(original, candidates, holdout=holdout, **keywords)
    best = best_first(evaluations)[0]
    avatar = candidates[next(place for place, one in enumerate(evaluations) if one is best)]
    insight = None
    if not options.quick and can_be_read_again((original, avatar)):
        insight = _agreeing(columns(original, avatar, **keywords), best)
    inputs = describe(read, elsewhere=options.elsewhere)
    watch.check()
    page = (
        html_report(evaluations[0], insight=insight, inputs=inputs, language=language)
        if len(evaluations) == 1
        else several_report(evaluations, insight=insight, inputs=inputs, language=language)
    )
    with pending_file(target, force=force, private=False) as path, writing(target):
        Path(path).write_text(page, encoding="utf-8")
    return evaluations


def _agreeing(insight: Insight, evaluation: Evaluation) -> Insight:
    """Refuse to show columns beside a score that is not theirs."""
    counted = (evaluation.original_rows, evaluation.unique_rows, evaluation.matched_rows)
    again = insight.counts
    if (again.original_rows, again.unique_rows, again.matched_rows) != counted:
        message = f"{evaluation.matched_rows} rows were matched, and {again.matched_rows} again"
        raise EngineError(message, "was a file changed meanwhile? run it again")
    return insight
