"""table-evaluator, `get_copies`: the avatar rows whose hash is that of an original row."""

from __future__ import annotations

import contextlib
import json
import sys

from benchmarks.contenders._frame import read


def main(original: str, avatar: str) -> None:
    """Print how many avatar rows are copies."""
    with contextlib.redirect_stdout(sys.stderr):  # it prints on import, too
        from table_evaluator import (  # type: ignore[import-not-found]  # kept out of the tests
            TableEvaluator,
        )

        rows, kinds = read(original)
        avatars, _ = read(avatar)
        categorical = [name for name, kind in kinds.items() if kind == "categorical"]
        copies = TableEvaluator(rows, avatars, cat_cols=categorical).get_copies(return_len=True)
    print(json.dumps({"copied_avatar_rows": int(copies)}))


if __name__ == "__main__":
    main(*sys.argv[1:3])
