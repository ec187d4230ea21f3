"""Apache Spark: for tables that outgrow one machine. Nothing outside this folder imports it."""

from __future__ import annotations

from rdmp.engines.spark.engine import SparkEngine

__all__ = ["SparkEngine"]
