"""What a strict user of the public names may write: it is type-checked, and never run."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import assert_type

import rdmp


class Printer:
    """An observer."""

    def observe(self, step: str, share: float | None) -> None:
        """Print what is being done."""
        print(step, share)  # noqa: T201 - a program


def score(original: Path, avatar: Path) -> float:
    """Evaluate a pair."""
    with rdmp.observing(Printer()):
        evaluation = rdmp.evaluate(original, avatar, exclude=["id"], null=["NA"], threads=2)
    assert_type(evaluation, rdmp.Evaluation)
    assert_type(evaluation.matched_rows, int)
    assert_type(evaluation.unique_rows, int | None)
    assert_type(evaluation.findings, tuple[rdmp.Finding, ...])
    assert_type(evaluation.columns, tuple[rdmp.ComparedColumn, ...])
    assert_type(evaluation.schemas, tuple[rdmp.Schema, ...])
    assert_type(evaluation.started_at, datetime)
    assert_type(evaluation.coincidence, rdmp.Coincidence | None)
    assert_type(evaluation.versions, Mapping[str, str])
    return evaluation.score


def best(original: str, avatars: list[str], holdout: str) -> rdmp.Evaluation:
    """Evaluate several avatars."""
    found = rdmp.evaluate_many(original, avatars, holdout=holdout, second_look="never")
    assert_type(found, tuple[rdmp.Evaluation, ...])
    return rdmp.best_first(found)[0]


def audited(original: object, avatar: object, folder: Path) -> bool:
    """Write a page and evidence, and verify it."""
    evidence = folder / "evidence.json"
    rdmp.write_report(original, avatar, folder / "page.html", language="fr", evidence=evidence)
    rdmp.write_evidence(original, [avatar], evidence, force=True, rename={"a": "b"})
    verification = rdmp.verify(evidence, allow_remote=False, memory_limit="2GB")
    assert_type(verification, rdmp.Verification)
    assert_type(verification.differences, tuple[rdmp.Difference, ...])
    return verification.same


def more(original: str, avatar: str) -> None:
    """Use what else there is."""
    insight = rdmp.columns(original, avatar, size=2)
    assert_type(insight, rdmp.Insight)
    assert_type(rdmp.explain(original, avatar), rdmp.Explanation)
    assert_type(rdmp.write_rows(original, avatar, "r.csv"), rdmp.ReproducedRows)
    assert_type(rdmp.write_filtered(original, avatar, "f.csv"), rdmp.FilteredAvatar)
    definition = rdmp.definition("trino", "a.b", "a.c", columns=["x"], rename={"x": "y"})
    assert_type(definition.statement, rdmp.Statement)
    assert_type(rdmp.Options(columns=("a",)).quick, bool)
    try:
        rdmp.evaluate(original, avatar)
    except rdmp.InputError as error:
        assert_type(error.hint, str | None)
    except rdmp.EngineError as error:
        assert_type(error.message, str)
