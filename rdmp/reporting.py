"""`write_report`: evaluate, and write the page that a data protection officer reads and signs.

The page stands on more than the score: on which columns the protection rests (`rdmp.columns`), and
which files were read, by size and SHA-256. All of it is about the same bytes, or none is written.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Unpack

from rdmp.candidates import best_first
from rdmp.errors import EngineError, OptionError
from rdmp.evaluation import refuse_quick_holdout
from rdmp.evidence.writing import Run, evidence_place, evidence_text, refuse_elsewhere
from rdmp.insight import columns
from rdmp.insight_result import Insight
from rdmp.options import Keywords, Options
from rdmp.output.pending import check_target, local_path, pending_file, writing
from rdmp.report.html import html_report, refuse_undrawable, several_report
from rdmp.reproduced import refuse_sources
from rdmp.result import Evaluation
from rdmp.several import can_be_read_again, evaluate_each, listed
from rdmp.sources.watch import Watch
from rdmp.words import Language


def write_report(  # noqa: PLR0913 - as many as the user may want
    original: object,
    avatars: object,
    output: str | os.PathLike[str],
    *,
    holdout: object | None = None,
    language: Language = "en",
    evidence: str | os.PathLike[str] | None = None,
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
    evidence : path-like, optional
        Where evidence of the same run goes; see `write_evidence`.
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
    candidates = listed(avatars)
    run = Run.named(original, candidates, holdout, elsewhere=options.elsewhere)
    target = local_path(output)
    refuse_sources(target, *(given for _, given in run.given), elsewhere=options.elsewhere)
    check_target(target, force=force)
    if evidence is not None:
        refuse_elsewhere(options)
    beside = None if evidence is None else evidence_place(evidence, run, force=force)
    if beside is not None and os.path.realpath(beside) == os.path.realpath(target):
        message = f"the page and the evidence would be one file: {target}"
        raise OptionError(message, "give each a name of its own")
    watch = Watch(run.sources)
    evaluations = evaluate_each(original, candidates, holdout=holdout, **keywords)
    best = best_first(evaluations)[0]
    avatar = candidates[next(place for place, one in enumerate(evaluations) if one is best)]
    insight = None
    if not options.quick and can_be_read_again((original, avatar)):
        insight = _agreeing(columns(original, avatar, **keywords), best)
    inputs = run.inputs()
    watch.check()
    page = (
        html_report(evaluations[0], insight=insight, inputs=inputs, language=language)
        if len(evaluations) == 1
        else several_report(evaluations, insight=insight, inputs=inputs, language=language)
    )
    with ExitStack() as written:
        if beside is not None:
            text = evidence_text(run, inputs, options, evaluations, beside)
            _write(written, beside, text, force=force, private=True)
        _write(written, target, page, force=force, private=False)
    return evaluations


def _write(written: ExitStack, target: Path, text: str, *, force: bool, private: bool) -> None:
    """Write a file that gets its name when all of them are written."""
    path = written.enter_context(pending_file(target, force=force, private=private))
    with writing(target):
        path.write_text(text, encoding="utf-8")


def _agreeing(insight: Insight, evaluation: Evaluation) -> Insight:
    """Refuse to show columns beside a score that is not theirs."""
    counted = (evaluation.original_rows, evaluation.unique_rows, evaluation.matched_rows)
    again = insight.counts
    if (again.original_rows, again.unique_rows, again.matched_rows) != counted:
        message = f"{evaluation.matched_rows} rows were matched, and {again.matched_rows} again"
        raise EngineError(message, "was a file changed meanwhile? run it again")
    return insight
