"""What the Markdown reports have in common: whatever a name holds, it stays a name."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from typing import TYPE_CHECKING

from rdmp.report import sentences
from rdmp.report.characters import visible_name

if TYPE_CHECKING:
    from rdmp.insight_result import Insight
    from rdmp.result import Evaluation, Finding
    from rdmp.words.catalogue import Words

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+!|~$])")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"})


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, right: Container[int] = ()) -> str:
    """Return a table; columns of numbers stand to the right."""
    rules = ["--:" if place in right else "---" for place in range(len(head))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rules, *rows))


def code(text: str) -> str:
    """Return a code span, in which nothing but a backtick could have a meaning."""
    shown = visible_name(text)
    longest = max(map(len, re.findall("`+", shown)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {shown} {fence}" if longest else f"{fence}{shown}{fence}"


def prose(text: str) -> str:
    """Return text in which no character is Markdown, HTML or a mention of somebody."""
    line = text.translate(_ENTITIES)
    return _SPECIAL.sub(r"\\\1", line).replace("&\\#64;", "&#64;")


def sources(words: Words, result: Evaluation | Insight) -> str:
    """Return the sources as named, a line each."""
    return "  \n".join(
        words("label-and-value", label=label, value=code(source))
        for label, source in sentences.sources(words, result)
    )


def finding(words: Words, found: Finding) -> str:
    """Return a finding as an item of a list, with what to do below it."""
    severity = sentences.severity(words, found)
    line = f"- **{severity}** {prose(sentences.finding(words, found))}"
    remedy = sentences.remedy(words, found)
    return line if remedy is None else f"{line}  \n  _{prose(remedy)}_"
