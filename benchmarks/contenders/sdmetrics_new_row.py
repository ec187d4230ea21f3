"""SDMetrics, NewRowSynthesis: the avatar rows that no original row equals.

It looks each avatar row up with a query over the whole original. Its tolerance for numbers, 1 % by
default, is set to 0 here, which makes its definition that of `copied_avatar_rows`.
"""

from __future__ import annotations

import json
import sys

from sdmetrics.single_table import NewRowSynthesis  # type: ignore[import-not-found]  # kept out of the tests

from benchmarks.contenders._frame import read


def main(original: str, avatar: str) -> None:
    """Print how many avatar rows are copies."""
    rows, kinds = read(original)
    avatars, _ = read(avatar)
    breakdown = NewRowSynthesis.compute_breakdown(
        rows,
        avatars,
        metadata={"columns": {name: {"sdtype": kind} for name, kind in kinds.items()}},
        numerical_match_tolerance=0.0,
    )
    print(json.dumps({"copied_avatar_rows": breakdown["num_matched_rows"]}))


if __name__ == "__main__":
    main(*sys.argv[1:3])
