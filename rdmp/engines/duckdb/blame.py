"""Which source is at fault when a statement has failed."""

from __future__ import annotations

from collections.abc import Callable

from rdmp import readers
from rdmp.engines.duckdb.parquet_schema import literal_path
from rdmp.engines.duckdb.registered import Registered
from rdmp.seam import Statement
from rdmp.sources import buckets
from rdmp.syntax import Syntax
from rdmp.templates import render

_DAMAGED = "it is damaged, or was changed meanwhile"

Probe = Callable[[str, Statement, str], None]
"""Runs a statement that reads a source to its end; if it cannot, names the source and why."""


def blame_source(registered: Registered, syntax: Syntax, probe: Probe) -> None:
    """Look whether a source is at fault, and raise an error that names it if so."""
    for text in registered.texts.values():
        with buckets.reaching(text.files):
            fault = text.fault()
        if fault is not None:
            raise fault from None
    for records in registered.jsons.values():
        fault = records.fault()
        if fault is not None:
            raise fault from None
        for path, reads in records.probes(syntax):
            probe(str(path), reads, _DAMAGED)
    for source in registered.parquets.values():
        for path in source.files.paths:
            name = literal_path(str(path.absolute()))
            probe(str(path), render("engines/duckdb/probe", syntax, file=name), _DAMAGED)
    for role, table in registered.attached.items():
        reads = render("engines/duckdb/probe_relation", syntax, relation=role)
        probe(table.label, reads, table.fault)
    for read in registered.read.values():
        with buckets.reaching(read):
            readers.check(read)
