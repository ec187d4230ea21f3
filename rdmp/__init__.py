"""Row Direct Match Protection of synthetic tables: does anyone's record stand there unchanged.

    import rdmp

    evaluation = rdmp.evaluate("original.parquet", "avatar.parquet")
    print(evaluation.score, evaluation.matched_rows, evaluation.original_rows)

The public names are loaded when they are used: `import rdmp` loads nothing else, and the command
line can listen for Ctrl-C before anything heavy is imported.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rdmp.candidates import best_first, varying_number
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
    from rdmp.evidence.verification import Difference, Verification
    from rdmp.evidence.verifying import verify
    from rdmp.evidence.writing import write_evidence
    from rdmp.filtered import write_filtered
    from rdmp.insight import columns
    from rdmp.insight_result import ColumnInsight, Insight, Subset, WorstSubsets
    from rdmp.options import Options
    from rdmp.progress import Observer, observing
    from rdmp.reporting import write_report
    from rdmp.reproduced import write_rows
    from rdmp.reproduced_result import FilteredAvatar, ReproducedRows
    from rdmp.result import ComparedColumn, Counts, Evaluation, Finding
    from rdmp.schemas import Schema, StoredColumn
    from rdmp.seam import Statement
    from rdmp.several import evaluate_many
    from rdmp.warehouses import Definition, definition

__all__ = [
    "Coincidence",
    "ColumnError",
    "ColumnInsight",
    "ComparedColumn",
    "Counts",
    "Definition",
    "Difference",
    "EngineError",
    "Evaluation",
    "Explanation",
    "FilteredAvatar",
    "Finding",
    "InputError",
    "Insight",
    "MissingExtraError",
    "Observer",
    "OptionError",
    "Options",
    "QueryError",
    "RdmpError",
    "ReproducedRows",
    "ResourceError",
    "Schema",
    "Share",
    "SourceError",
    "Statement",
    "StoredColumn",
    "Subset",
    "Verification",
    "WorstSubsets",
    "best_first",
    "columns",
    "definition",
    "evaluate",
    "evaluate_many",
    "explain",
    "observing",
    "varying_number",
    "verify",
    "write_evidence",
    "write_filtered",
    "write_report",
    "write_rows",
]

_HOMES = {
    "candidates": ("best_first", "varying_number"),
    "coincidence": ("Coincidence", "Share"),
    "errors": tuple(name for name in __all__ if name.endswith("Error")),
    "evaluation": ("Explanation", "evaluate", "explain"),
    "evidence.verification": ("Difference", "Verification"),
    "evidence.verifying": ("verify",),
    "evidence.writing": ("write_evidence",),
    "filtered": ("write_filtered",),
    "insight": ("columns",),
    "insight_result": ("ColumnInsight", "Insight", "Subset", "WorstSubsets"),
    "options": ("Options",),
    "progress": ("Observer", "observing"),
    "reporting": ("write_report",),
    "reproduced": ("write_rows",),
    "reproduced_result": ("FilteredAvatar", "ReproducedRows"),
    "result": ("ComparedColumn", "Counts", "Evaluation", "Finding"),
    "schemas": ("Schema", "StoredColumn"),
    "seam": ("Statement",),
    "several": ("evaluate_many",),
    "warehouses": ("Definition", "definition"),
}


if not TYPE_CHECKING:  # a name that is none must not pass for one

    def __getattr__(name: str) -> object:
        for module, names in _HOMES.items():
            if name in names:
                value: object = getattr(import_module(f"rdmp.{module}"), name)
                globals()[name] = value
                return value
        message = f"module 'rdmp' has no attribute {name!r}"
        raise AttributeError(message)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
