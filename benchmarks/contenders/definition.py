"""The definition as it stands: group by all columns, keep what occurs once, intersect."""

from __future__ import annotations

from benchmarks.contenders._duckdb import answer

if __name__ == "__main__":
    answer("definition.sql")
