"""What the contenders on DuckDB share: two views, and a statement kept in a file."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import duckdb

SQL = Path(__file__).parent.parent / "sql"


def answer(statement: str) -> None:
    """Run one statement of benchmarks/sql on the pair of the command line; print its row as JSON.

    Delimited text is read as text, as the product reads it.
    """
    parser = argparse.ArgumentParser()
    parser.add_argument("original", type=Path)
    parser.add_argument("avatar", type=Path)
    parser.add_argument("--memory-limit")
    parser.add_argument("--temp-directory")
    given = parser.parse_args()
    config: dict[str, Any] = {"preserve_insertion_order": False}
    if given.memory_limit:
        config["memory_limit"] = given.memory_limit
    if given.temp_directory:
        config["temp_directory"] = given.temp_directory
    with duckdb.connect(config=config) as connection:
        for role, path in (("original", given.original), ("avatar", given.avatar)):
            if path.suffix == ".csv":
                relation = connection.read_csv(str(path), header=True, all_varchar=True)
            else:
                relation = connection.read_parquet(str(path))
            relation.create_view(role)
        result = connection.sql((SQL / statement).read_text(encoding="utf-8"))
        (row,) = result.fetchall()
        print(json.dumps(dict(zip(result.columns, row, strict=True))))
