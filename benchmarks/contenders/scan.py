"""The yardstick: decode and hash every column of both tables once, and keep nothing."""

from __future__ import annotations

from benchmarks.contenders._duckdb import answer

if __name__ == "__main__":
    answer("scan.sql")
