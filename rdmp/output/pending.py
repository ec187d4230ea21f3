"""A file or folder on its way: written beside its place under another name, then renamed.

Until the rename nothing stands under the user's name, and after an error or Ctrl-C nothing is left
of it. (Only a kill that no program can catch leaves the hidden file behind.)
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rdmp import permissions
from rdmp.errors import OptionError, ResourceError

_NO_SPACE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}

_SHOWN = 80
"""Characters of a name that can be none."""


def refuse_inputs(target: Path, inputs: Iterable[Path]) -> None:
    """Stop where an output would be, replace, hold, or come to stand among what is read.

    Parameters
    ----------
    target : Path
        Where the output goes.
    inputs : iterable of Path
        Every file and folder that is read.

    Raises
    ------
    OptionError
        Whether or not the user wants to overwrite.
    """
    place = _real(target)
    for one in inputs:
        read = _real(one)
        same = place == read or (target.exists() and one.exists() and target.samefile(one))
        if same or read in place.parents:
            message = f"the output {target} is or lies in what is read: {one}"
            raise OptionError(message, "write to another place")
        if place in read.parents:
            message = f"the output {target} is a folder that holds what is read: {one}"
            raise OptionError(message, "write to another place")


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def local_path(output: str | os.PathLike[str]) -> Path:
    """Return where an output goes.

    Raises
    ------
    OptionError
        If it is the address of a bucket or the like, or no file can have this name.
    """
    named = os.fspath(output)
    if "://" in named:
        message = f"the output {named.partition('://')[0]}://… is not on a disk of this machine"
        raise OptionError(message, "write it here, and copy it")
    try:
        named.encode()  # an engine takes no other name
        os.lstat(named)
    except ValueError:
        message = f"the output {named[:_SHOWN]!r} holds a null byte, or is not UTF-8"
        raise OptionError(message, "give it another name") from None
    except OSError as problem:
        if problem.errno == errno.ENAMETOOLONG:
            message = f"the name of the output {named[:_SHOWN]}… is too long"
            raise OptionError(message, "give it a shorter name") from None
    return Path(named)


def check_target(target: Path, *, force: bool, folder: bool = False) -> None:
    """Stop before any work is done where the output could not be put in its place.

    Raises
    ------
    OptionError
        If something stands there and is not to be replaced, or cannot be.
    """
    if not target.name or target.name in {".", ".."}:
        message = f"the output {str(target)!r} names no file"
        raise OptionError(message, "name a file")
    if os.path.lexists(target):
        if not force:
            raise _exists(target)
        if folder != target.is_dir() or not (target.is_dir() or target.is_file()):
            kind = "folder" if folder else "file"
            message = f"the output {target} stands there already, and is no {kind} to replace"
            raise OptionError(message, "write to another place")
    try:
        probe = _beside(target)
        _create(probe, private=True)
        probe.unlink()
    except OSError as problem:
        raise _not_writable(target, problem) from None


def _exists(target: Path) -> OptionError:
    return OptionError(f"the output {target} exists", "pass --force to replace it")


def _not_writable(target: Path, problem: OSError) -> OptionError | ResourceError:
    message = f"cannot write {target}: {problem.strerror or 'the disk or the folder fails'}"
    if problem.errno in _NO_SPACE:
        return ResourceError(message, "free some space, or write to another place")
    return OptionError(message, "check that the folder is there and may be written")


def _beside(target: Path) -> Path:
    return target.with_name(f".rdmp-{secrets.token_hex(8)}.part")


def _create(path: Path, *, private: bool) -> None:
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY
    os.close(os.open(path, flags, 0o600 if private else 0o666))


@contextmanager
def pending_file(target: Path, *, force: bool, private: bool) -> Iterator[Path]:
    """Yield an empty file beside the target to write into; rename it when all went well.

    Parameters
    ----------
    target : Path
        Where the file comes to stand.
    force : bool
        Replace a file that stands there.
    private : bool
        Only its owner may read it (0600, from its creation); else the user's umask decides.

    Raises
    ------
    OptionError
        If it cannot be put there, or something stands there without ``force``.
    ResourceError
        If the disk is full.
    """
    path = _beside(target)
    try:
        with writing(target):
            _create(path, private=private)
        yield path
        with writing(target):
            _to_disk(path)
            if not private:
                permissions.release(path)
            _put(path, target, force=force)
    finally:
        with suppress(OSError):
            path.unlink()


@contextmanager
def pending_folder(target: Path, *, force: bool) -> Iterator[Path]:
    """Yield an empty folder beside the target to fill; rename it when all went well.

    Raises
    ------
    OptionError, ResourceError
        As `pending_file`.
    """
    path, old = _beside(target), _beside(target)
    try:
        with writing(target):
            path.mkdir()
        yield path
        with writing(target):
            for one in (path, *path.rglob("*")):
                if one.is_file():
                    _to_disk(one)
                permissions.release(one)
            if os.path.lexists(target):
                if not force:
                    raise _exists(target)
                target.rename(old)
            path.rename(target)
    finally:
        if old.exists() and not os.path.lexists(target):
            old.rename(target)  # stopped between the two
        for one in (path, old):
            shutil.rmtree(one, ignore_errors=True)


@contextmanager
def writing(target: Path) -> Iterator[None]:
    """Turn what goes wrong while the target is written into an error of ours."""
    try:
        yield
    except OSError as problem:
        raise _not_writable(target, problem) from None


def _to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _put(path: Path, target: Path, *, force: bool) -> None:
    """Give a file its name; without force, never over another one, however late it came."""
    if force:
        path.replace(target)
        return
    try:
        os.link(path, target)
    except FileExistsError:
        raise _exists(target) from None
    except OSError as problem:
        if problem.errno not in {errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK}:
            raise
    else:
        return
    if os.path.lexists(target):  # a file system without links
        raise _exists(target)
    path.rename(target)
