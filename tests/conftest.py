"""What several test files share and what must be stopped at the end: servers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from postgresql import NoServerError, Server, server


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """Start PostgreSQL once; skip the tests that need it where it is not installed."""
    try:
        running = server()
        started = running.__enter__()
    except NoServerError as reason:
        pytest.skip(str(reason))
    try:
        yield started
    finally:
        running.__exit__(None, None, None)
