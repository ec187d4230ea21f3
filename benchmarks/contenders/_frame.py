"""Frames as synthetic-data packages like them: numbers as floats, everything else as text."""

from __future__ import annotations

import pandas as pd  # type: ignore[import-untyped]  # has no types of its own
import pyarrow as pa
import pyarrow.parquet as pq


def read(path: str) -> tuple[pd.DataFrame, dict[str, str]]:
    """Return the table and, for each column, ``numerical`` or ``categorical``."""
    table = pq.read_table(path)
    columns: dict[str, pd.Series] = {}
    kinds: dict[str, str] = {}
    for field in table.schema:
        column = table.column(field.name)
        number = (
            pa.types.is_integer(field.type)
            or pa.types.is_floating(field.type)
            or pa.types.is_decimal(field.type)
        )
        kinds[field.name] = "numerical" if number else "categorical"
        columns[field.name] = column.cast(pa.float64() if number else pa.string()).to_pandas()
    return pd.DataFrame(columns), kinds
