"""Polars, lazily and with its streaming engine: group, keep what occurs once, semi join."""

from __future__ import annotations

import json
import sys

import polars as pl


def main(original: str, avatar: str) -> None:
    """Print how many unique rows of the original stand among the avatars."""
    rows, avatars = pl.scan_parquet(original), pl.scan_parquet(avatar)
    names = rows.collect_schema().names()
    times = "number of times"
    unique = rows.group_by(names).agg(pl.len().alias(times)).filter(pl.col(times) == 1)
    matched = unique.join(avatars, on=names, how="semi", nulls_equal=True)
    counted = matched.select(pl.len()).collect(engine="streaming")
    print(json.dumps({"matched_rows": counted.item()}))


if __name__ == "__main__":
    main(*sys.argv[1:3])
