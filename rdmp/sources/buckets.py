"""Files in buckets: named, listed and opened like files here.

A path in a bucket is a `upath.UPath` over fsspec, with the interface of `pathlib.Path`; so formats,
folders, dialects and readers need not know where a file is. Its text is always the one that its
file system gives back, so that ``str(path.absolute())`` is what an engine must be told.

Nothing of it is imported, and no network touched, before a source names a bucket. Credentials are
found by these libraries where they always are (docs/cloud.md); none passes through here.
"""

from __future__ import annotations

import glob
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, cast

from rdmp.errors import RdmpError, SourceError
from rdmp.extras import needed
from rdmp.sources.model import Address, Files

_LIBRARIES = {
    "s3": "s3fs", "s3a": "s3fs",
    "gs": "gcsfs", "gcs": "gcsfs",
    "abfs": "adlfs", "abfss": "adlfs", "az": "adlfs",
}  # fmt: skip
"""Which library reaches the buckets of a scheme."""

_BLOCK = 2**20
_OPTIONS = {
    "s3fs": {"default_block_size": _BLOCK},
    "gcsfs": {"block_size": _BLOCK},
    "adlfs": {"blocksize": _BLOCK},
}
"""Bytes that are read ahead. Fifty times as many, as two of them do by themselves, would fetch
fifty megabytes for the first bytes of each part file, and as many beside each column."""

_WEB = {"http", "https", "ftp", "ftps"}
_SCHEME = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?P<host>[^/]*)(?P<rest>.*)", re.DOTALL
)
_TOKEN = re.compile(r"[?&](sig|sv|X-Amz-[A-Za-z]+|AWSAccessKeyId|GoogleAccessId)=", re.IGNORECASE)
"""What a signed link ends with: a secret that would be shown wherever the source is named."""


def is_in_bucket(text: str) -> bool:
    """Tell whether an address is one of a bucket.

    Raises
    ------
    SourceError
        If it is a link to the web, or holds a password or a signature.
    """
    found = _SCHEME.fullmatch(text)
    if found is None:
        return False
    scheme = found["scheme"].lower()
    if scheme in _WEB:
        message = f"a source is not read over {scheme}://"
        raise SourceError(message, "download the file, and name the copy")
    if scheme not in _LIBRARIES:
        return False
    # A colon before the first slash: a password may hold slashes itself.
    if ":" in found["host"] or _TOKEN.search(found["rest"]):
        message = f"the address of a bucket ({scheme}://…) holds a password or a signature"
        hint = "leave it away: credentials are taken from the environment or a profile"
        raise SourceError(message, hint)
    if not found["host"].strip("@") or glob.has_magic(found["host"]):
        message = f"{text} names no bucket"
        raise SourceError(message, f"write {scheme}://BUCKET/PATH")
    return True


def in_bucket(text: str) -> Path:
    """Return the path of an address in a bucket, without asking whether anything is there.

    Raises
    ------
    MissingExtraError
        If the library that reaches it is not installed.
    SourceError
        If the library takes the address for another one.
    """
    scheme, _, rest = text.partition("://")
    scheme = scheme.lower()
    if "::" in rest:
        message = f"{text}: a table inside a file is read from a disk of this machine only"
        raise SourceError(message, "copy the file here, and name the copy and its table")
    if "?versionid=" in rest.lower():
        message = f"{text}: only the latest version of a file is read"
        raise SourceError(message, "copy the version under a name of its own")
    library = _LIBRARIES[scheme]
    needed(library, "cloud", f"from {scheme}://")
    # What it would print where nobody has asked for a log; a log that is asked for stays whole.
    import logging

    logging.getLogger(library).addHandler(logging.NullHandler())
    upath = needed("upath", "cloud", f"from {scheme}://")
    with reached(text):
        named = upath.UPath(f"{scheme}://{rest}", **_OPTIONS[library])
        path = _beside(named, named.path)
    inner = rest.partition("/")[2].rstrip("/")
    if filesystem(path)._strip_protocol(inside(path)).partition("/")[2] != inner:  # noqa: SLF001
        message = f"{text}: a name with such signs cannot be read from {scheme}://"
        raise SourceError(message, "copy the file under a name of letters, figures and - . _")
    return path


def filesystem(path: Path) -> Any:
    """Return the fsspec file system of a path in a bucket, or None if the file is here."""
    return getattr(path, "fs", None)


def inside(path: Path) -> str:
    """Return a path as its own file system knows it: without the scheme."""
    return str(getattr(path, "path", path))


def kind_of(path: Path) -> str | None:
    """Tell whether ``file`` or ``directory`` is at a path in a bucket; None if nothing is.

    What was listed before is forgotten: a bucket may have changed since.
    """
    system = filesystem(path)
    system.invalidate_cache()
    with reached(str(path)):
        try:
            return str(system.info(inside(path))["type"])
        except FileNotFoundError:
            _refuse_missing_bucket(path)
            return None


def below(root: Path) -> list[Path]:
    """Return all files below a folder of a bucket, without the marks that stand for folders."""
    with reached(str(root)):
        names = filesystem(root).find(inside(root))
    files = [name for name in names if not name.endswith(("/", "_$folder$"))]
    return [_beside(root, name) for name in sorted(files)]


def fitting(pattern: Path) -> list[Path]:
    """Return the files of a bucket that fit a pattern; as here, ``*`` passes over hidden files."""
    system = filesystem(pattern)
    with reached(str(pattern)):
        found = system.glob(inside(pattern), detail=True)
    names = [name for name, info in found.items() if info["type"] == "file"]
    asked = any(part.startswith(".") for part in inside(pattern).split("/"))
    hidden = re.compile(r"(^|/)\.")
    fixed = glob_start(inside(pattern))
    seen = [name for name in names if asked or not hidden.search(name[fixed:])]
    return [_beside(pattern, name) for name in sorted(seen) if not name.endswith("/")]


def glob_start(text: str) -> int:
    """Return where the first part of a path with a wildcard begins."""
    first = next((i for i, sign in enumerate(text) if glob.has_magic(sign)), len(text))
    return text.rfind("/", 0, first) + 1


def _beside(path: Any, name: str) -> Path:
    """Return the path of another name in the same file system."""
    address = path.fs.unstrip_protocol(name)
    return cast("Path", type(path)(address, **path.storage_options))


def _refuse_missing_bucket(path: Path) -> None:
    system, bucket = filesystem(path), inside(path).partition("/")[0]
    try:
        system.ls(bucket)
    except FileNotFoundError:
        message = f"{path}: there is no bucket of this name"
        raise SourceError(message, "check the name, and the endpoint if it is your own") from None
    except Exception:  # noqa: BLE001 - who may read one file need not be allowed to list the bucket
        return


# -- what can go wrong -------------------------------------------------------------------------

_NO_CREDENTIALS = (
    "no credentials were found",
    "set them in the environment or a profile (docs/cloud.md)",
)
_DENIED = (
    "access is denied: wrong credentials, no right to read it, or it is not there",
    "check which credentials are in the environment or the profile, and the path",
)
_UNREACHED = (
    "the storage cannot be reached",
    "check the network, and the endpoint if it is your own",
)
_MISSING = ("nothing of this name is there", "check the path")
_CHANGED = ("it was changed while it was read", "run again when it is written")

_MEANINGS = {
    "NoCredentialsError": _NO_CREDENTIALS,
    "PartialCredentialsError": _NO_CREDENTIALS,
    "ProfileNotFound": _NO_CREDENTIALS,
    "CredentialRetrievalError": _NO_CREDENTIALS,
    "TokenRetrievalError": _NO_CREDENTIALS,
    "SSOTokenLoadError": _NO_CREDENTIALS,
    "UnauthorizedSSOTokenError": _NO_CREDENTIALS,
    "DefaultCredentialsError": _NO_CREDENTIALS,
    "CredentialUnavailableError": _NO_CREDENTIALS,
    "RefreshError": _DENIED,
    "ClientAuthenticationError": _DENIED,
    "PermissionError": _DENIED,
    "FileExpired": _CHANGED,
    "ResourceModifiedError": _CHANGED,
    "ResourceNotFoundError": _MISSING,
    "FileNotFoundError": _MISSING,
    "ConnectionError": _UNREACHED,
    "HTTPClientError": _UNREACHED,
    "ServiceRequestError": _UNREACHED,
    "ServiceResponseError": _UNREACHED,
    "ClientConnectionError": _UNREACHED,
    "ClientPayloadError": _UNREACHED,
    "TransportError": _UNREACHED,
    "TimeoutError": _UNREACHED,
    "gaierror": _UNREACHED,
}
"""Exceptions of botocore, aiohttp, google.auth and azure.core by the name of their class or one
above it: to tell them by class would need all of these libraries."""

_CODES = {401: _DENIED, 403: _DENIED, 404: _MISSING, 412: _CHANGED}


@contextmanager
def reached(label: str) -> Iterator[None]:
    """Turn what a storage raises into one line of ours, without its text: it may hold secrets.

    Parameters
    ----------
    label : str
        The source, for the message.

    Raises
    ------
    SourceError
        For whatever is raised inside, unless it is an error of this package.
    """
    try:
        yield
    except RdmpError:
        raise
    except Exception as problem:  # noqa: BLE001 - each storage has its own kinds
        raise explained(label, problem) or SourceError(
            f"{label}: the storage answered with an error ({type(problem).__name__})",
            "check the path, the credentials and the endpoint",
        ) from None


def explained(label: str, problem: BaseException | None) -> SourceError | None:
    """Return what an exception of a storage, or the one that led to it, says; None if unknown."""
    while problem is not None:
        names = [kind.__name__ for kind in type(problem).__mro__]
        codes = [getattr(problem, name, None) for name in ("code", "status", "status_code")]
        meanings = [_MEANINGS[name] for name in names if name in _MEANINGS]
        meanings += [_CODES[code] for code in codes if isinstance(code, int) and code in _CODES]
        if meanings:
            what, hint = meanings[0]
            return SourceError(f"{label}: {what}", hint)
        problem = problem.__cause__
    return None


def reaching(source: Files | Address) -> AbstractContextManager[None]:
    """Do as `reached` where a source is in a bucket, and nothing where it is here."""
    remote = isinstance(source, Files) and filesystem(source.paths[0]) is not None
    return reached(source.label) if remote else nullcontext()
