"""What the pages have in common: how they are put together, and the parts that each of them has."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from rdmp.report import insight_words, sentences
from rdmp.report.characters import visible
from rdmp.report.html import charts, drawing
from rdmp.result import ComparedColumn, Finding

if TYPE_CHECKING:
    from jinja2 import Environment

    from rdmp.inputs import Input
    from rdmp.insight_result import Insight
    from rdmp.result import Evaluation
    from rdmp.seam import Statement
    from rdmp.words.catalogue import Words

_FILES_SHOWN = 12
_UNITS = ("B", "kB", "MB", "GB", "TB")


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    name: str
    size: str
    sha256: str


def rendered(template: str, **given: Any) -> str:
    """Return a page, with its style and the hash that its security policy names it by."""
    style = _style()
    hashed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return _environment().get_template(template).render(style=style, style_hash=hashed, **given)


def findings(words: Words, found_ones: Iterable[Finding]) -> list[tuple[str, str, str, str | None]]:
    """Return findings: how much each matters, the word for it, the message and the remedy."""
    return [
        (
            found.severity,
            sentences.severity(words, found),
            sentences.finding(words, found),
            sentences.remedy(words, found),
        )
        for found in found_ones
    ]


def columns(words: Words, compared: Iterable[ComparedColumn]) -> list[tuple[str, ...]]:
    """Return how columns were compared, a row of the table each."""
    return [
        (
            sentences.column_name(words, column),
            *sentences.types(words, column),
            visible(column.how_in(words.language)),
        )
        for column in compared
    ]


def statements(run: Iterable[Statement]) -> list[tuple[str, str, str]]:
    """Return what was run: a name, the SQL, and the values that were bound."""
    return [(one.name, one.sql, _bound(one.parameters)) for one in run]


def protection(words: Words, insight: Insight | None) -> dict[str, Any] | None:
    """Return on which columns the protection rests; None where nobody has looked."""
    if insight is None:
        return None
    more = len(insight.columns) - charts.COLUMNS_SHOWN
    return {
        "sentences": insight_words.protection(words, insight, repr),
        "picture": charts.columns_picture(words, insight),
        "more": words("page-more-columns", more=more) if more > 0 else None,
    }


def facts(words: Words, evaluations: Sequence[Evaluation]) -> list[tuple[str, str]]:
    """Return how the answer was computed, a label and a text each; the time of all together."""
    evaluation = evaluations[0]
    seconds = sum(one.seconds for one in evaluations)
    found = [(words("page-versions"), _listed(evaluation.versions))]
    found.append((words("page-started"), f"{evaluation.started_at:%Y-%m-%d %H:%M:%S} UTC"))
    took = words("seconds", seconds=Decimal(f"{seconds:.1f}"))
    found.append((words("page-took"), took))
    options = {
        name: json.dumps(value, ensure_ascii=False, default=os.fspath)
        for name, value in evaluation.options.items()
    }
    found.append((words("page-options"), visible(_listed(options)) or words("page-no-options")))
    return found


def _listed(values: Any) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())


def files_read(words: Words, given: Input) -> dict[str, Any]:
    """Return a side with its files, the first of them one by one."""
    label = {
        "original": words("label-original"),
        "avatar": words("label-avatar"),
        "holdout": words("label-holdout"),
    }[given.role]
    shown = [
        _File(name=visible(one.path), size=_size(words, one.size), sha256=one.sha256)
        for one in given.files[:_FILES_SHOWN]
    ]
    more = len(given.files) - len(shown)
    rest = None
    if more > 0:
        size = _size(words, given.size)
        rest = words("page-more-files", more=more, size=size, digest=given.sha256 or "")
    return {"label": label, "files": shown, "rest": rest, "source": visible(given.source)}


def _size(words: Words, size: int) -> str:
    step = 0
    while size >= 1000 ** (step + 1) and step + 1 < len(_UNITS):
        step += 1
    value = Decimal(size) if step == 0 else Decimal(f"{size / 1000**step:.1f}")
    return f"{words.number(value)} {_UNITS[step]}"


def _bound(parameters: tuple[Any, ...]) -> str:
    return visible(json.dumps(list(parameters), ensure_ascii=False)) if parameters else ""


@cache
def _style() -> str:
    style = files("rdmp.report.html").joinpath("page.css").read_text(encoding="utf-8")
    return style + "".join(
        f'.picture [fill="{colour}"]{{fill:var(--{name})}}'
        f'.picture [stroke="{colour}"]{{stroke:var(--{name})}}\n'
        for name, colour in drawing.COLOURS.items()
    )


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("rdmp.report.html", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
