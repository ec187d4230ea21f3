"""An Airflow DAG (version 3) that publishes avatars only if they protect the original.

The worker needs `pip install rdmp`. Nothing of the data passes through Airflow: the task returns
figures, and its message names figures and files.
"""

from __future__ import annotations

from typing import Any

from airflow.sdk import dag, task

ORIGINAL = "/data/private/original.parquet"
CANDIDATES = ["/data/avatars/k05.parquet", "/data/avatars/k10.parquet", "/data/avatars/k20.parquet"]
LIMIT = 90


@task(retries=0)
def choose(original: str, candidates: list[str], limit: float) -> dict[str, Any]:
    """Return the figures of the best candidate; fail if it is below the limit."""
    import rdmp

    best = rdmp.best_first(rdmp.evaluate_many(original, candidates))[0]
    if best.below(limit):
        message = f"the best score, {best.score:.4f} of {best.avatar}, is below {limit}"
        raise RuntimeError(message)
    return {"avatar": best.avatar, "score": best.score, "matched_rows": best.matched_rows}


@task
def publish(chosen: dict[str, Any]) -> str:
    """Publish the chosen file; put your own way of publishing here."""
    return f"published {chosen['avatar']}"


@dag(schedule=None, catchup=False, tags=["privacy"])
def release_avatars() -> None:
    """Measure, then publish."""
    publish(choose(ORIGINAL, CANDIDATES, LIMIT))


release_avatars()
