"""The evaluation as a comment of a pull request: GitHub's Markdown, whatever the columns' names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rdmp.report import coincidence, sentences
from rdmp.report.markup import code, finding, prose, table

if TYPE_CHECKING:
    from rdmp.result import ComparedColumn, Evaluation


def markdown_report(evaluation: Evaluation) -> str:
    """Return the evaluation as Markdown, with a final newline."""
    return "\n\n".join(_blocks(evaluation)) + "\n"


def _blocks(evaluation: Evaluation) -> Iterator[str]:
    yield f"## {sentences.NAME}: {sentences.score(evaluation)} %"
    yield f"**{sentences.meaning(evaluation)}**"
    yield sentences.target(evaluation)
    yield from sentences.advice(evaluation)
    yield _sources(evaluation)
    if evaluation.findings:
        yield "### Findings"
        yield "\n".join(map(finding, evaluation.findings))
    yield "### Figures"
    yield _figures(sentences.figures(evaluation))
    if evaluation.coincidence is not None:
        yield f"### {coincidence.TITLE}"
        yield f"**{coincidence.sentence(evaluation.coincidence)}**"
        yield _figures(coincidence.figures(evaluation.coincidence))
    yield f"### Columns compared: {len(evaluation.columns)}"
    yield column_table(evaluation.columns)
    yield "### How far this goes"
    yield sentences.SCOPE
    yield f"<sub>{prose(sentences.provenance(evaluation))}</sub>"


def column_table(columns: Sequence[ComparedColumn]) -> str:
    """Return how each column was compared."""
    return table(("Column", "Original", "Avatar", "Compared as", "How"), map(_column, columns))


def _sources(evaluation: Evaluation) -> str:
    lines = [f"Original: {code(evaluation.original)}", f"Avatar: {code(evaluation.avatar)}"]
    if evaluation.coincidence is not None:
        lines.append(f"Holdout: {code(evaluation.coincidence.holdout)}")
    return "  \n".join(lines)


def _figures(figures: Sequence[sentences.Figure]) -> str:
    return table(
        ("Figure", "Value", "Meaning"),
        ((figure.label, figure.value, figure.explanation) for figure in figures),
        right=1,
    )


def _column(column: ComparedColumn) -> tuple[str, ...]:
    name = code(column.name)
    if column.avatar_name != column.name:
        name += f" (avatar: {code(column.avatar_name)})"
    types = (column.original_type, column.avatar_type, column.compared_type)
    cells = (name, *map(code, types))
    return (*(cell.replace("|", r"\|") for cell in cells), prose(column.how))
