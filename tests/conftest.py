"""What several test files share and what must be stopped at the end: servers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from postgresql import NoServerError, Server, server


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """Start PostgreSQL once; skip the tests that need it where it is not installed."""
    with ExitStack() as running:
        try:
            started = running.enter_context(server())
        except NoServerError as reason:
            pytest.skip(str(reason))
        yield started
