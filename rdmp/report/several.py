"""What several evaluations say in words: one wording for the text and the Markdown report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rdmp.candidates import SharedFinding, best_first, short_names
from rdmp.report import sentences
from rdmp.result import TARGET, percent
from rdmp.words import phrase

if TYPE_CHECKING:
    from rdmp.result import ComparedColumn, Evaluation, Finding
    from rdmp.words.catalogue import Words

Quote = Callable[[str], str]
"""How a report shows the name of an avatar."""


def named(evaluations: Sequence[Evaluation]) -> tuple[Evaluation, ...]:
    """Return the evaluations with short names of their avatars, as the reports show them."""
    names = short_names([one.avatar for one in evaluations])
    return tuple(replace(one, avatar=name) for one, name in zip(evaluations, names, strict=True))


def title(words: Words, evaluations: Sequence[Evaluation]) -> str:
    """Return what the report is about."""
    return words("several-title", avatars=len(evaluations))


def verdict(words: Words, evaluations: Sequence[Evaluation], quote: Quote) -> str:
    """Return which avatar is best, as one sentence."""
    best = best_first(evaluations)
    score = sentences.bare_score(best[0])
    shares = {(one.matched_rows, one.original_rows) for one in best}
    if len(shares) == 1 and len(best) > 1:
        return words("several-all-best", avatars=len(best), score=score)
    return words("several-best", avatar=quote(best[0].avatar), score=score)


def target(words: Words, evaluations: Sequence[Evaluation]) -> str:
    """Return how many avatars meet the usual target."""
    met = sum(one.meets_target for one in evaluations)
    return words("several-target", target=TARGET, met=met, avatars=len(evaluations))


def advice(words: Words, evaluations: Sequence[Evaluation]) -> tuple[str, ...]:
    """Return what to do about the scores, each thing once."""
    said = (one for each in evaluations for one in sentences.advice(words, each))
    return tuple(dict.fromkeys(said))


def original(words: Words, evaluations: Sequence[Evaluation]) -> str:
    """Return the size of the original; the unique rows where they are the same for every avatar."""
    first = evaluations[0]
    rows, unique = first.original_rows, first.unique_rows
    if unique is None or _unique_differ(evaluations):
        return words("several-rows", rows=rows)
    lowest = percent(rows - unique, rows)
    return words("several-unique-rows", rows=rows, unique=unique, lowest=lowest)


def table(
    words: Words, evaluations: Sequence[Evaluation]
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the titles and one row for each avatar, the best first.

    The names of the avatars are as given; whoever shows them quotes them. Of what was not counted
    there is no column.
    """
    best = best_first(evaluations)
    left_out = set() if _unique_differ(best) else {"unique"}
    if any(one.unique_rows is None for one in best):
        left_out |= {"unique", "rate"}
    if any(one.copied_avatar_rows is None for one in best):
        left_out |= {"rows", "copied"}
    head = {key: said for key, said in _head(words).items() if key not in left_out}
    rows = [_figures(words, one) for one in best]
    return tuple(head.values()), [tuple(row[key] for key in head) for row in rows]


def _head(words: Words) -> dict[str, str]:
    return {
        "avatar": words("label-avatar"),
        "score": words("several-score"),
        "unique": words("figure-unique-rows", counted="yes"),
        "matched": words("figure-matched-rows"),
        "rate": words("figure-unique-match-rate"),
        "rows": words("figure-avatar-rows"),
        "copied": words("several-copied"),
        "warnings": words("several-warnings"),
    }


def _figures(words: Words, evaluation: Evaluation) -> dict[str, str]:
    warnings = sum(one.severity == "warning" for one in evaluation.findings)
    return {
        "avatar": evaluation.avatar,
        "score": sentences.score(words, evaluation),
        "unique": words.number(evaluation.unique_rows or 0),
        "matched": words.number(evaluation.matched_rows),
        "rate": sentences.rate(words, evaluation.matched_rows, evaluation.unique_rows),
        "rows": words.number(evaluation.avatar_rows or 0),
        "copied": words.number(evaluation.copied_avatar_rows or 0),
        "warnings": words.number(warnings) if warnings else sentences.NOTHING,
    }


def of_which(shared: SharedFinding, evaluations: Sequence[Evaluation], quote: Quote) -> Finding:
    """Return a finding whose message says of which avatars it is true."""
    if len(shared.places) == len(evaluations):
        return replace(shared.finding, avatars=phrase("several-every"))
    names = ", ".join(quote(evaluations[place].avatar) for place in shared.places)
    return replace(shared.finding, avatars=phrase("several-some", avatars=names))


def columns(
    words: Words, evaluations: Sequence[Evaluation], quote: Quote
) -> tuple[tuple[str, tuple[ComparedColumn, ...]], ...]:
    """Return how columns were compared, each way once, below a title that says for whom."""
    groups: dict[tuple[ComparedColumn, ...], list[str]] = {}
    for one in evaluations:
        groups.setdefault(one.columns, []).append(quote(one.avatar))
    if len(groups) == 1:
        return tuple((words("title-columns", columns=len(group)), group) for group in groups)
    return tuple(
        (words("several-columns", columns=len(group), avatars=", ".join(names)), group)
        for group, names in groups.items()
    )


def provenance(words: Words, evaluations: Sequence[Evaluation]) -> str:
    """Return how the answers were computed, with the time of all together."""
    seconds = sum(one.seconds for one in evaluations)
    return sentences.provenance(words, replace(evaluations[0], seconds=seconds))


def below(
    words: Words, evaluations: Sequence[Evaluation], limit: float, quote: Quote
) -> str | None:
    """Return which scores are below a limit in percent, as one line; None if none is."""
    low = [one for one in best_first(named(evaluations)) if one.below(limit)]
    if not low:
        return None
    shown = str(limit).removesuffix(".0")
    if len(evaluations) == 1:
        return words("below-limit", score=sentences.bare_score(low[0]), limit=shown)
    scores = ", ".join(
        f"{quote(one.avatar)} {words.number(sentences.bare_score(one))}" for one in low
    )
    return words(
        "several-below", low=len(low), avatars=len(evaluations), limit=shown, scores=scores
    )


def _unique_differ(evaluations: Sequence[Evaluation]) -> bool:
    return len({one.unique_rows for one in evaluations}) > 1
