"""A job for a cluster of Spark: the score of two tables where they lie, as JSON.

    spark-submit rdmp_job.py clinic.stays clinic.stays_avatar --fail-under 90

The session is the one of the job, and only counts come back to its driver. The job fails, with a
message, if the score is below the limit, or if the tables cannot be compared exactly.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

import rdmp


def main(arguments: Sequence[str]) -> str | None:
    """Print the result; return why the job is to fail, or None."""
    parser = argparse.ArgumentParser(description="Row Direct Match Protection on Spark")
    parser.add_argument("original", help="a table of the catalog, or a path such as s3a://…")
    parser.add_argument("avatar", help="likewise")
    parser.add_argument("--fail-under", type=float, default=0.0, metavar="PERCENT")
    given = parser.parse_args(arguments)
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.getOrCreate()
    try:
        evaluation = rdmp.evaluate(given.original, given.avatar, engine=spark)
    except rdmp.RdmpError as error:
        return f"error: {error}"
    sys.stdout.write(json.dumps(evaluation.to_dict()) + "\n")
    if evaluation.score < given.fail_under:
        return f"the score {evaluation.score} is below {given.fail_under}"
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
