"""Row Direct Match Protection: does anyone's record stand unchanged in the synthetic table?

    import rdmp

    evaluation = rdmp.evaluate("original.parquet", "avatar.parquet")
    print(evaluation.score, evaluation.matched_rows, evaluation.original_rows)
"""

from __future__ import annotations

from rdmp.coincidence import Coincidence, Share
from rdmp.errors import (
    ColumnError,
    EngineError,
    InputError,
    MissingExtraError,
    OptionError,
    QueryError,
    RdmpError,
    ResourceError,
    SourceError,
)
from rdmp.evaluation import Explanation, evaluate, explain
from rdmp.insight import columns
from rdmp.insight_result import ColumnInsight, Insight, Subset, WorstSubsets
from rdmp.options import Options
from rdmp.result import ComparedColumn, Counts, Evaluation, Finding
from rdmp.seam import Statement

__all__ = [
    "Coincidence",
    "ColumnError",
    "ColumnInsight",
    "ComparedColumn",
    "Counts",
    "EngineError",
    "Evaluation",
    "Explanation",
    "Finding",
    "InputError",
    "Insight",
    "MissingExtraError",
    "OptionError",
    "Options",
    "QueryError",
    "RdmpError",
    "ResourceError",
    "Share",
    "SourceError",
    "Statement",
    "Subset",
    "WorstSubsets",
    "columns",
    "evaluate",
    "explain",
]
