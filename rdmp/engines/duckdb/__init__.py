"""DuckDB, embedded: the default engine. Nothing outside this folder imports it."""

from __future__ import annotations

from rdmp.engines.duckdb.engine import DuckDBEngine

__all__ = ["DuckDBEngine"]
