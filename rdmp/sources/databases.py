"""``SCHEME://…::TABLE`` -> `Address`: what may be shown of an address, and what may not.

A password can stand in the user part and in the query of an address. What is shown is therefore
made of what is known to hold none: scheme, host, path, table; of PostgreSQL also the user and a few
parameters.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from rdmp.sources.model import Address
from rdmp.sources.tables import split

POSTGRESQL = frozenset({"postgresql", "postgres"})

_PARTS = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?:(?P<user>[^@/]*)@)?(?P<host>(?:\[[^\]]*\]|[^/?[])*)"
    r"(?P<path>[^?]*)(?P<query>\?.*)?",
    re.DOTALL,
)
_HOST = r"(?:[\w.%-]*|\[[\w.:%]*\])(?::\d*)?"
_HOSTS = re.compile(f"{_HOST}(?:,{_HOST})*")
_BRACKETS = re.compile(r"(?<=[/@,])\[[\w.:%]*\]")
_SHOWN_PARAMETERS = {"host", "hostaddr", "port", "dbname", "user", "service", "sslmode"}
_SECRETS = re.compile(
    r"(?P<user>:/+[^@/\s:]*:)[^@\s]*(?=@)"
    r"|(?P<key>[?&;\s](?:[a-z_]*(?:password|passwd|pwd|token|secret|key)[a-z_]*)=)[^&;\s]*",
    re.IGNORECASE,
)


def database(text: str) -> Address:
    """Return the address of a table, or of the only table, of a database.

    The table stands behind the last ``::``, which is looked for behind the user part and outside
    the brackets of an address of IPv6. A ``::`` of a password is written ``%3A%3A``.
    """
    at = _mark(text)
    address, table = (text, None) if at is None else (text[:at], text[at + 2 :] or None)
    label = _shown(address)
    if table is not None:
        label = f"{label}::{table}"
    return Address(label=label, service="adbc", address=address, table=table)


def _mark(text: str) -> int | None:
    """Return where the ``::`` before the table stands."""
    found = _PARTS.fullmatch(text)
    if found is None:
        return None
    marks = [
        one.start()
        for one in re.finditer("::", text)
        if one.start() >= found.start("host")
        and not any(part.start() < one.start() < part.end() for part in _BRACKETS.finditer(text))
    ]
    # A quoted name may hold one itself, so it begins as early as it can.
    quoted = [at for at in marks if text.endswith('"') and split(text[at + 2 :]) is not None]
    return next(iter(quoted[:1] or marks[-1:]), None)


def without_secrets(text: str) -> str:
    """Return a text of the user's with whatever may be a password in it replaced by ``***``."""
    return _SECRETS.sub(lambda found: (found["user"] or found["key"]) + "***", text)


def scheme_of(address: str) -> str:
    """Return the scheme of an address in lower case."""
    return address.partition("://")[0].lower()


def parameters(address: str) -> dict[str, str]:
    """Return what the query of an address sets."""
    found = _PARTS.fullmatch(address)
    query = (found["query"] or "")[1:] if found else ""
    pairs = (one.partition("=") for one in query.split("&") if one)
    return {unquote(name): unquote(value) for name, _, value in pairs}


def hosts(address: str) -> tuple[tuple[str, int | None], ...]:
    """Return the hosts and ports that an address names; a port that is no number is None."""
    found = _PARTS.fullmatch(address)
    if found is None:
        return ()
    named = []
    for one in found["host"].split(","):
        host, _, port = one.rpartition(":") if re.search(r":\d*$", one) else (one, "", "")
        named.append((unquote(host.strip("[]")), int(port) if port else None))
    return tuple((host, port) for host, port in named if host)


def holder(address: Address) -> str:
    """Return the label of a database without its table."""
    if address.table is None:
        return address.label
    return address.label.removesuffix(f"::{address.table}")


def _shown(address: str) -> str:
    found = _PARTS.fullmatch(address)
    scheme = scheme_of(address)
    if found is None or "@" in found["path"] or not _HOSTS.fullmatch(found["host"]):
        return f"{scheme}://…"  # what is no address may be a password that broke it
    path = found["path"].partition(";")[0]
    if scheme not in POSTGRESQL:
        return f"{scheme}://{found['host']}{path}"
    user = (found["user"] or "").partition(":")[0]
    kept = [
        one
        for one in (found["query"] or "")[1:].split("&")
        if one.partition("=")[0] in _SHOWN_PARAMETERS
    ]
    query = "?" + "&".join(kept) if kept else ""
    return f"{scheme}://{user}{'@' if user else ''}{found['host']}{path}{query}"
