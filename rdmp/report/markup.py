"""What the Markdown reports have in common: whatever a name holds, it stays a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rdmp.report import sentences
from rdmp.report.characters import visible_name

if TYPE_CHECKING:
    from rdmp.result import Finding

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+!|~$])")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"})


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, right: int = -1) -> str:
    """Return a table; one column may stand to the right."""
    rules = ["--:" if place == right else "---" for place in range(len(head))]
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


def finding(found: Finding) -> str:
    """Return a finding as an item of a list, with what to do below it."""
    line = f"- **{found.severity}** {prose(sentences.finding(found))}"
    return line if found.remedy is None else f"{line}  \n  _{prose(found.remedy)}_"
