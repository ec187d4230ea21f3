"""The evaluation as a comment of a pull request: GitHub's Markdown, whatever the columns' names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rdmp.report import coincidence, sentences
from rdmp.report.markup import code, finding, prose, sources, table
from rdmp.words import Language, words_in

if TYPE_CHECKING:
    from rdmp.result import ComparedColumn, Evaluation
    from rdmp.words.catalogue import Words


def markdown_report(evaluation: Evaluation, *, language: Language = "en") -> str:
    """Return the evaluation as Markdown in a language, with a final newline."""
    return "\n\n".join(_blocks(words_in(language), evaluation)) + "\n"


def _blocks(words: Words, evaluation: Evaluation) -> Iterator[str]:
    yield f"## {words('headline')} {sentences.score(words, evaluation)}"
    yield f"**{sentences.meaning(words, evaluation)}**"
    yield sentences.target(words, evaluation)
    yield from sentences.advice(words, evaluation)
    yield sources(words, evaluation)
    if evaluation.findings:
        yield f"### {words('title-findings')}"
        yield "\n".join(finding(words, found) for found in evaluation.findings)
    yield f"### {words('title-figures')}"
    yield _figures(words, sentences.figures(words, evaluation))
    if evaluation.coincidence is not None:
        yield f"### {words('title-coincidence')}"
        yield f"**{coincidence.sentence(words, evaluation.coincidence)}**"
        yield _figures(words, coincidence.figures(words, evaluation.coincidence))
    yield f"### {words('title-columns', columns=len(evaluation.columns))}"
    yield column_table(words, evaluation.columns)
    yield f"### {words('title-limits')}"
    yield words("scope")
    yield f"<sub>{prose(sentences.provenance(words, evaluation))}</sub>"


def column_table(words: Words, columns: Sequence[ComparedColumn]) -> str:
    """Return how each column was compared."""
    return table(sentences.column_titles(words), (_column(words, column) for column in columns))


def _figures(words: Words, figures: Sequence[sentences.Figure]) -> str:
    return table(
        (words("title-figure"), words("title-value"), words("title-meaning")),
        ((figure.label, figure.value, figure.explanation) for figure in figures),
        right={1},
    )


def _column(words: Words, column: ComparedColumn) -> tuple[str, ...]:
    name = code(column.name)
    if column.avatar_name != column.name:
        name = words("column-renamed", name=name, avatar=code(column.avatar_name))
    cells = (name, *map(code, sentences.types(words, column)))
    how = prose(column.how_in(words.language))
    return (*(cell.replace("|", r"\|") for cell in cells), how)
