"""pandas: drop what repeats, merge with the distinct avatars on all columns."""

from __future__ import annotations

import json
import sys

import pandas as pd  # type: ignore[import-untyped]  # has no types of its own


def main(original: str, avatar: str) -> None:
    """Print how many unique rows of the original stand among the avatars."""
    rows = pd.read_parquet(original, dtype_backend="pyarrow")
    unique = rows[~rows.duplicated(keep=False)]
    avatars = pd.read_parquet(avatar, dtype_backend="pyarrow").drop_duplicates()
    print(json.dumps({"matched_rows": len(unique.merge(avatars, how="inner"))}))


if __name__ == "__main__":
    main(*sys.argv[1:3])
