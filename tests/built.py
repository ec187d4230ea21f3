"""The distributions, built as a release would be, and an environment that a user would have."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
EPOCH = "1704067200"
"""SOURCE_DATE_EPOCH of the builds: any will do, as long as it is one."""


def run(
    *command: str | Path, cwd: Path, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command that must succeed; what it said is in the failure otherwise."""
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


def clean_environment() -> dict[str, str]:
    """Return the environment without what could lead Python back to the checkout."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}
    }


def build_distributions(source: Path, folder: Path, **more: str) -> tuple[Path, Path]:
    """Build the sdist, and the wheel from it as an installer would: (sdist, wheel)."""
    target = folder / "dist"
    environment = dict(os.environ) | {"SOURCE_DATE_EPOCH": EPOCH} | more
    build = (sys.executable, "-m", "build", "--no-isolation")
    run(*build, "--outdir", target, source, cwd=folder, env=environment)
    (sdist,) = target.glob("*.tar.gz")
    (wheel,) = target.glob("*.whl")
    return sdist, wheel


def install(wheel: Path, folder: Path) -> Path:
    """Make a virtual environment with the wheel and what it needs, and return it."""
    environment = clean_environment()
    run(sys.executable, "-m", "venv", folder, cwd=folder.parent, env=environment)
    command = (folder / "bin" / "python", "-m", "pip", "install", "--quiet")
    run(*command, "--disable-pip-version-check", wheel, cwd=folder, env=environment)
    return folder
