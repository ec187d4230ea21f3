"""A PostgreSQL server of the tests' own: on loopback, in a folder of its own, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

GUARDED = "guarded"
"""A role that must show its password; all others are trusted."""

PASSWORD = "Marked-Passw0rd"  # noqa: S105 - looked for in everything that is printed


class NoServerError(Exception):
    """Why there is none: the reason for which tests are skipped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A running server, and the addresses of its database."""

    port: int

    @property
    def uri(self) -> str:
        """The address for a user who needs no password."""
        return self.address("postgres")

    def address(self, user: str, *, port: int | None = None, database: str = "postgres") -> str:
        """Return the address for a user, who may bring ``:password``."""
        return f"postgresql://{user}@127.0.0.1:{port or self.port}/{database}"

    def run(self, *statements: str, uri: str | None = None) -> None:
        """Run statements, one after the other."""
        driver = import_module("adbc_driver_postgresql.dbapi")

        with closing(driver.connect(uri or self.uri, autocommit=True)) as connection:
            for statement in statements:
                with connection.cursor() as cursor:
                    cursor.execute(statement)


def programs() -> Path:
    """Return the folder of ``initdb`` and ``pg_ctl``, which Debian keeps off the path."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda one: int(one.parts[-3])
    )
    if found:
        return found[-1].parent
    program = shutil.which("initdb")
    if program is None:
        message = "PostgreSQL is not installed: scripts/environment test does it on Debian"
        raise NoServerError(message)
    return Path(program).resolve().parent


@contextmanager
def server() -> Iterator[Server]:
    """Start a server in a temporary folder, and stop it whatever happens.

    Raises
    ------
    NoServerError
        If it is not installed, or refuses to start.
    """
    where = programs()
    account: dict[str, Any] = {}
    folder = Path(tempfile.mkdtemp(prefix="rdmp-postgresql-"))
    if os.geteuid() == 0:  # which PostgreSQL refuses to run as
        try:
            owner = pwd.getpwnam("postgres")
        except KeyError:
            shutil.rmtree(folder)
            message = "root cannot run PostgreSQL, and there is no user postgres"
            raise NoServerError(message) from None
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        account = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}

    def run(*command: str) -> None:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, check=False, timeout=120, **account
        )
        if done.returncode:
            message = f"{Path(command[0]).name} failed: {done.stderr.decode(errors='replace')}"
            raise NoServerError(message)

    data, control = str(folder / "data"), str(where / "pg_ctl")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    try:
        run(str(where / "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-N",
            "-E", "UTF8", "--locale=C", "--no-instructions")  # fmt: skip
        rules = Path(data, "pg_hba.conf")
        guard = f"host all {GUARDED} 127.0.0.1/32 scram-sha-256\n"
        rules.write_text(guard + rules.read_text(encoding="utf-8"), encoding="utf-8")
        options = (
            f"-p {port} -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off "
            f"-k {folder}"
        )
        # Its output goes to a file: a pipe would stay open for as long as the server runs.
        run(control, "-D", data, "-w", "-l", str(folder / "log"), "-o", options, "start")
        started = Server(port=port)
        started.run(f"create role {GUARDED} login password '{PASSWORD}'")
        yield started
    finally:
        with suppress(NoServerError, subprocess.TimeoutExpired):
            run(control, "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)
