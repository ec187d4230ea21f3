"""Fuzzing: what is made of bytes and texts that nobody has thought of, for as long as it is told.

``python -m benchmarks.fuzz --target dialect --seconds 600`` runs one target under atheris, which
follows the branches that are taken (``pip install atheris``, for Linux). Without ``--target`` each
one has a process of its own, one after the other. A target either takes its input or refuses it
with an error of ours; anything else is a fault: its input is kept as ``fault-*`` in the folder
``--keep``, and the command fails. ``tests/test_hostile.py`` is the short form in the suite.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

Target = Callable[[bytes], None]

BUCKETS = ("s3", "gs", "gcs", "abfs", "az")
"""Beginnings of addresses that would be looked for on the network."""


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def dialect(data: bytes) -> None:
    """Read how a text file is written, and what the Python parser of records says of it."""
    from rdmp.dialect import read_dialect
    from rdmp.errors import InputError
    from rdmp.options import Reading
    from rdmp.records import find_fault

    path = Path("table.csv")
    path.write_bytes(data[1:])
    flags = data[0] if data else 0
    reading = Reading(header=not flags & 1, delimiter="," if flags & 2 else None)
    with contextlib.suppress(InputError):
        find_fault(path, read_dialect(path, reading))


def escapes(data: bytes) -> None:
    """Read a text whose fields are escaped, as PostgreSQL, Snowflake and Redshift write it."""
    from rdmp.errors import InputError
    from rdmp.exports import EXPORTS
    from rdmp.options import Options
    from rdmp.readers.escaped import EscapedText
    from rdmp.sources import Files

    escaping = sorted(name for name, export in EXPORTS.items() if export.escapes != "none")
    name = escaping[(data[0] if data else 0) % len(escaping)]
    path = Path("table.txt")
    path.write_bytes(data[1:])
    reading = Options(export=name).reading("original")
    files = Files(label="table.txt", format="delimited", paths=(path,))
    with contextlib.suppress(InputError):
        text = EscapedText.open(files, reading, EXPORTS[name])
        # What breaks off a reader is told by the text itself; Arrow only hears of it.
        with contextlib.suppress(OSError, ValueError, InputError):
            for _ in text.reader():
                pass


def names(data: bytes) -> None:
    """Read the line of CSV of ``--columns``, the pairs of ``--cast``, and a separator."""
    import typer

    from rdmp.cli import options

    text = _text(data)
    for read in (options.names, lambda one: options.pairs([one]), options.separator):
        with contextlib.suppress(typer.BadParameter):
            read(text)


def sources(data: bytes) -> None:
    """Find out what a source of this name is."""
    from rdmp.errors import InputError
    from rdmp.sources import resolve

    text = _text(data)
    # Neither the network, nor a walk through this whole machine.
    if text.lower().startswith(BUCKETS) or text.startswith(("/", "~", "..")) or "/.." in text:
        return
    with contextlib.suppress(InputError):
        resolve(text, "original")


def tables(data: bytes) -> None:
    """Find the table that is named behind ``::``."""
    from rdmp.errors import InputError
    from rdmp.sources.tables import Table, choose

    held = (Table(schemas=("main",), name="a"), Table(schemas=("main",), name='b."c"'))
    with contextlib.suppress(InputError):
        choose("file", _text(data), held)


def config(data: bytes) -> None:
    """Read a file of options."""
    path = Path("options.toml")
    path.write_bytes(data)
    _command("sql", "table.csv", "table.csv", "--config", str(path))


def shown(data: bytes) -> None:
    """Show a name on one line, and bring it back from JSON."""
    import json
    import unicodedata

    from rdmp.report.characters import visible, visible_json
    from rdmp.report.markup import code, prose

    text = _text(data)
    assert {unicodedata.category(one) for one in visible(text)}.isdisjoint({"Cc", "Cf", "Cs", "Zl"})
    assert json.loads(visible_json(json.dumps(text, ensure_ascii=False))) == text
    for line in (code(text), prose(visible(text))):
        assert "\n" not in line
        assert "\x1b" not in line


def literals(data: bytes) -> None:
    """Write a name and a text as SQL: one statement, which gives the text back."""
    import duckdb

    from rdmp.errors import OptionError
    from rdmp.syntax import DuckDBSyntax

    text, syntax = _text(data), DuckDBSyntax()
    with contextlib.suppress(OptionError):
        literal, name = syntax.literal(text), syntax.name(text or "a")
        found = duckdb.execute(f"select {literal} as {name}")
        assert found.fetchall() == [(text,)]


def casts(data: bytes) -> None:
    """Read a type behind ``--cast``."""
    _command("sql", "table.csv", "table.csv", "--cast", f"a={_text(data)}")


def _command(*arguments: str) -> None:
    """Run a command line, and hold it to its promise: a result, or one error of ours."""
    from rdmp.cli.app import main

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    if code not in {0, 2}:
        raise AssertionError(err.getvalue())


TARGETS: dict[str, Target] = {
    "dialect": dialect,
    "escapes": escapes,
    "names": names,
    "sources": sources,
    "tables": tables,
    "config": config,
    "shown": shown,
    "literals": literals,
    "casts": casts,
}

SEEDS: dict[str, tuple[bytes, ...]] = {
    "dialect": (b'\0a,b\n1,"x ""y"""\n', b"\0sep=;\na;b\n1;2\n", b"\1a\tb\r\n", b"\0\x1f\x8b\x08"),
    "escapes": (b"\0a\tb\\n\n\\N\tc\n", b"\1a|b\\|\n"),
    "names": (b'a,"b,c",""', b"a=b=c"),
    "sources": (b"table.csv::x", b"delta:x", b"nosuch://user:word@host/x::t", b"*.csv", b"[a"),
    "tables": (b"main.a", b'"b.""c"""'),
    "config": (b'null = ["x"]\n', b'[cast]\na = "DATE"\n', b'exclude = ["a"]\n'),
    "shown": ("\x1b[31m\u202e`|<b>".encode(),),
    "literals": (b"it's", b'"; drop table x; --', b"{{ 7*7 }}"),
    "casts": (b"DECIMAL(10, 2)", b"TIMESTAMP", b"varchar) from x --"),
}


def fuzz(name: str, seconds: int, keep: Path) -> int:
    """Run one target in this process, which atheris ends; its input is kept if it is a fault."""
    import atheris

    target = TARGETS[name]
    corpus = Path(tempfile.mkdtemp(prefix="fuzz-"))
    for number, seed in enumerate(SEEDS[name]):
        (corpus / str(number)).write_bytes(seed)
    keep.mkdir(parents=True, exist_ok=True)
    flags = [
        sys.argv[0], str(corpus), f"-max_total_time={seconds}", f"-artifact_prefix={keep}/fault-",
        "-timeout=20", "-rss_limit_mb=4096", "-verbosity=0", "-print_final_stats=1",
    ]  # fmt: skip
    os.chdir(tempfile.mkdtemp(prefix="fuzz-"))
    Path("table.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with atheris.instrument_imports(include=["rdmp"]):
        target(SEEDS[name][0])  # whatever it needs is loaded
    atheris.Setup(flags, target)
    atheris.Fuzz()
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one target, or each in a process of its own; return how many have failed."""
    parser = argparse.ArgumentParser(prog="benchmarks.fuzz", description=__doc__)
    parser.add_argument("--target", choices=sorted(TARGETS))
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "rdmp-fuzz")
    given = parser.parse_args(arguments)
    if given.target is not None:
        return fuzz(given.target, given.seconds, given.keep.absolute())
    failed = 0
    for name in TARGETS:
        again = [
            "--target", name, "--seconds", str(given.seconds), "--keep", str(given.keep.absolute()),
        ]  # fmt: skip
        ran: Any = subprocess.run(
            [sys.executable, "-m", "benchmarks.fuzz", *again], cwd=ROOT, check=False
        )
        sys.stdout.write(f"{name}: {'no fault' if ran.returncode == 0 else 'a fault'}\n")
        failed += ran.returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
