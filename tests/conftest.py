"""What every test stands on: the language of the results is English, whoever runs the tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def _locale() -> Iterator[None]:
    """Keep the locale of the machine out of what the command line says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", "C.UTF-8")
        yield
