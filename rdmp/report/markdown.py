"""The evaluation as a comment of a pull request: GitHub's Markdown, whatever the columns' names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rdmp.report import sentences
from rdmp.report.characters import visible_name

if TYPE_CHECKING:
    from rdmp.result import ComparedColumn, Evaluation, Finding

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+!|~$])")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"})


def markdown_report(evaluation: Evaluation) -> str:
    """Return the evaluation as Markdown, with a final newline."""
    return "\n\n".join(_blocks(evaluation)) + "\n"


def _blocks(evaluation: Evaluation) -> Iterator[str]:
    yield f"## {sentences.NAME}: {sentences.score(evaluation)} %"
    yield f"**{sentences.meaning(evaluation)}**"
    yield sentences.target(evaluation)
    yield from sentences.advice(evaluation)
    yield f"Original: {_code(evaluation.original)}  \nAvatar: {_code(evaluation.avatar)}"
    if evaluation.findings:
        yield "### Findings"
        yield "\n".join(map(_finding, evaluation.findings))
    yield "### Figures"
    yield _table(
        ("Figure", "Value", "Meaning"),
        (
            (figure.label, figure.value, figure.explanation)
            for figure in sentences.figures(evaluation)
        ),
        right=1,
    )
    yield f"### Columns compared: {len(evaluation.columns)}"
    yield _table(
        ("Column", "Original", "Avatar", "Compared as", "How"),
        map(_column, evaluation.columns),
    )
    yield "### How far this goes"
    yield sentences.SCOPE
    yield f"<sub>{_prose(sentences.provenance(evaluation))}</sub>"


def _finding(found: Finding) -> str:
    line = f"- **{found.severity}** {_prose(sentences.finding(found))}"
    return line if found.remedy is None else f"{line}  \n  _{_prose(found.remedy)}_"


def _column(column: ComparedColumn) -> tuple[str, ...]:
    name = _code(column.name)
    if column.avatar_name != column.name:
        name += f" (avatar: {_code(column.avatar_name)})"
    types = (column.original_type, column.avatar_type, column.compared_type)
    cells = (name, *map(_code, types))
    return (*(cell.replace("|", r"\|") for cell in cells), _prose(column.how))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], *, right: int = -1) -> str:
    rules = ["--:" if place == right else "---" for place in range(len(head))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rules, *rows))


def _code(text: str) -> str:
    """Return a code span, in which nothing but a backtick could have a meaning."""
    shown = visible_name(text)
    longest = max(map(len, re.findall("`+", shown)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {shown} {fence}" if longest else f"{fence}{shown}{fence}"


def _prose(text: str) -> str:
    """Return text in which no character is Markdown, HTML or a mention of somebody."""
    line = text.translate(_ENTITIES)
    return _SPECIAL.sub(r"\\\1", line).replace("&\\#64;", "&#64;")
