"""What every test stands on: the language of results, and servers that are stopped at the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from built import CHECKOUT, build_distributions, install
from postgresql import NoServerError, Server, server


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Keep the tests of a file in one process, and those of Spark, which share a session."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return "spark" if "/spark/" in file else file

    return ByFile(config, log)


@pytest.fixture(autouse=True, scope="session")
def _locale() -> Iterator[None]:
    """Keep the locale of the machine out of what the command line says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", "C.UTF-8")
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """Start PostgreSQL once; skip the tests that need it where it is not installed."""
    with ExitStack() as running:
        try:
            started = running.enter_context(server())
        except NoServerError as reason:
            pytest.skip(str(reason))
        yield started


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Build the sdist, and the wheel from it."""
    return build_distributions(CHECKOUT, tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="session")
def installed(distributions: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a clean environment with the wheel installed."""
    return install(distributions[1], tmp_path_factory.mktemp("installed") / "venv")
