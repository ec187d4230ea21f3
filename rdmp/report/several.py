"""What several evaluations say in words: one wording for the text and the Markdown report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rdmp.candidates import SharedFinding, best_first, short_names
from rdmp.report import sentences
from rdmp.result import TARGET, truncated

if TYPE_CHECKING:
    from rdmp.result import ComparedColumn, Evaluation, Finding

Quote = Callable[[str], str]
"""How a report shows the name of an avatar."""

TITLE = "{name} of {count} avatars"
BEST = "Best: {avatar}, {score} %."
ALL_BEST = "All {count} avatars have the same score: {score} %."
TARGET_MET = (
    "Usual target: above {target} % (published for the avatar method) \N{EM DASH}"
    " met by {met} of {count}."
)
ORIGINAL_ROWS = "{rows} rows"
UNIQUE_ROWS = "{rows} rows, of which {unique} unique; lowest score {lowest} %"
EVERY = "every avatar"
COLUMNS = "Columns compared: {count}"
COLUMNS_OF = "Columns compared: {count}, for {avatars}"
NONE = "\N{EM DASH}"

HEAD = {
    "avatar": "Avatar",
    "score": "Score",
    "unique": "Unique rows",
    "matched": "Matched rows",
    "rate": "Unique match rate",
    "rows": "Avatar rows",
    "copied": "Copied avatar rows",
    "warnings": "Warnings",
}


def named(evaluations: Sequence[Evaluation]) -> tuple[Evaluation, ...]:
    """Return the evaluations with short names of their avatars, as the reports show them."""
    names = short_names([one.avatar for one in evaluations])
    return tuple(replace(one, avatar=name) for one, name in zip(evaluations, names, strict=True))


def title(evaluations: Sequence[Evaluation]) -> str:
    """Return what the report is about."""
    return TITLE.format(name=sentences.NAME, count=len(evaluations))


def verdict(evaluations: Sequence[Evaluation], quote: Quote) -> str:
    """Return which avatar is best, as one sentence."""
    best = best_first(evaluations)
    score = sentences.score(best[0])
    shares = {(one.matched_rows, one.original_rows) for one in best}
    if len(shares) == 1 and len(best) > 1:
        return ALL_BEST.format(count=len(best), score=score)
    return BEST.format(avatar=quote(best[0].avatar), score=score)


def target(evaluations: Sequence[Evaluation]) -> str:
    """Return how many avatars meet the usual target."""
    met = sum(one.meets_target for one in evaluations)
    return TARGET_MET.format(target=TARGET, met=met, count=len(evaluations))


def advice(evaluations: Sequence[Evaluation]) -> tuple[str, ...]:
    """Return what to do about the scores, each thing once."""
    return tuple(dict.fromkeys(one for each in evaluations for one in sentences.advice(each)))


def original(evaluations: Sequence[Evaluation]) -> str:
    """Return the size of the original; the unique rows where they are the same for every avatar."""
    first = evaluations[0]
    rows, unique = first.original_rows, first.unique_rows
    if unique is None or _unique_differ(evaluations):
        return ORIGINAL_ROWS.format(rows=f"{rows:,}")
    return UNIQUE_ROWS.format(
        rows=f"{rows:,}", unique=f"{unique:,}", lowest=truncated(rows - unique, rows)
    )


def table(evaluations: Sequence[Evaluation]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
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
    keys = [key for key in HEAD if key not in left_out]
    rows = [_figures(one) for one in best]
    return tuple(HEAD[key] for key in keys), [tuple(row[key] for key in keys) for row in rows]


def _figures(evaluation: Evaluation) -> dict[str, str]:
    warnings = sum(one.severity == "warning" for one in evaluation.findings)
    return {
        "avatar": evaluation.avatar,
        "score": f"{sentences.score(evaluation)} %",
        "unique": f"{evaluation.unique_rows or 0:,}",
        "matched": f"{evaluation.matched_rows:,}",
        "rate": sentences.rate(evaluation.matched_rows, evaluation.unique_rows),
        "rows": f"{evaluation.avatar_rows or 0:,}",
        "copied": f"{evaluation.copied_avatar_rows or 0:,}",
        "warnings": str(warnings) if warnings else NONE,
    }


def of_which(shared: SharedFinding, evaluations: Sequence[Evaluation], quote: Quote) -> Finding:
    """Return a finding whose message says of which avatars it is true."""
    names = EVERY
    if len(shared.places) < len(evaluations):
        names = ", ".join(quote(evaluations[place].avatar) for place in shared.places)
    return replace(shared.finding, message=f"{names}: {shared.finding.message}")


def columns(
    evaluations: Sequence[Evaluation], quote: Quote
) -> tuple[tuple[str, tuple[ComparedColumn, ...]], ...]:
    """Return how columns were compared, each way once, below a title that says for whom."""
    groups: dict[tuple[ComparedColumn, ...], list[str]] = {}
    for one in evaluations:
        groups.setdefault(one.columns, []).append(quote(one.avatar))
    if len(groups) == 1:
        return tuple((COLUMNS.format(count=len(group)), group) for group in groups)
    return tuple(
        (COLUMNS_OF.format(count=len(group), avatars=", ".join(names)), group)
        for group, names in groups.items()
    )


def provenance(evaluations: Sequence[Evaluation]) -> str:
    """Return how the answers were computed, with the time of all together."""
    seconds = sum(one.seconds for one in evaluations)
    return sentences.provenance(replace(evaluations[0], seconds=seconds))


def below(evaluations: Sequence[Evaluation], limit: float, quote: Quote) -> str | None:
    """Return which scores are below a limit in percent, as one line; None if none is."""
    low = [one for one in best_first(named(evaluations)) if one.below(limit)]
    if not low:
        return None
    shown = str(limit).removesuffix(".0")
    if len(evaluations) == 1:
        return f"the score of {sentences.score(low[0])} is below --fail-under {shown}"
    scores = ", ".join(f"{quote(one.avatar)} {sentences.score(one)}" for one in low)
    verb = "is" if len(low) == 1 else "are"
    return f"{len(low)} of {len(evaluations)} scores {verb} below --fail-under {shown}: {scores}"


def _unique_differ(evaluations: Sequence[Evaluation]) -> bool:
    return len({one.unique_rows for one in evaluations}) > 1
