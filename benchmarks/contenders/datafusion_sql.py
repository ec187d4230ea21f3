"""DataFusion: the definition in its SQL."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import datafusion  # type: ignore[import-not-found]  # kept out of the tests
import jinja2

TEMPLATE = Path(__file__).parent.parent / "sql" / "definition_datafusion.sql"


def main(original: str, avatar: str) -> None:
    """Print how many unique rows of the original stand among the avatars."""
    context = datafusion.SessionContext()
    for role, path in (("original", original), ("avatar", avatar)):
        context.register_parquet(role, path)
    names = [f'"{name}"' for name in context.table("original").schema().names]
    template = jinja2.Template(
        TEMPLATE.read_text(encoding="utf-8"), undefined=jinja2.StrictUndefined
    )
    (batch,) = context.sql(template.render(names=names)).collect()
    print(json.dumps({"matched_rows": batch.column(0)[0].as_py()}))


if __name__ == "__main__":
    main(*sys.argv[1:3])
