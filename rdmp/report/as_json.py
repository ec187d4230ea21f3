"""The evaluation for programs: JSON with the keys of `rdmp.result.Evaluation`."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rdmp.report.characters import visible_json

if TYPE_CHECKING:
    from rdmp.evidence.verification import Verification
    from rdmp.insight_result import Insight
    from rdmp.result import Evaluation


def json_report(evaluation: Evaluation | Insight | Verification) -> str:
    """Return the evaluation as JSON: indented, UTF-8 as it stands, a final newline, never NaN.

    Characters that a terminal obeys, such as escape sequences and marks of direction, are escaped.

    Raises
    ------
    ValueError
        If a figure is not a finite number, which is a bug.
    """
    return _written(evaluation.to_dict())


def several_json(evaluations: Sequence[Evaluation]) -> str:
    """Return several evaluations as a JSON list, in their order; see `json_report`."""
    return _written([evaluation.to_dict() for evaluation in evaluations])


def _written(values: object) -> str:
    text = json.dumps(values, indent=2, ensure_ascii=False, allow_nan=False, default=_plain)
    return visible_json(text) + "\n"


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    message = f"{type(value).__name__} has no JSON form"
    raise TypeError(message)
