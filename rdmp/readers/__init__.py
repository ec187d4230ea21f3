"""Sources that a library of their own reads -> an Arrow object that any engine can take.

What comes back says how it is read, and nothing else decides it: a data set is scanned as often as
the engine likes, batch by batch; a `pyarrow.RecordBatchReader` passes once, so that the engine
takes it in exactly once; a table is in memory already.

==========  =====================  ===================================  ==========================
module      reads                  with                                 as
==========  =====================  ===================================  ==========================
ipc_orc     Arrow, Feather, ORC    pyarrow                              data set; a stream: reader
escaped     text without quotes    pyarrow; knows file and line         reader; opened by an engine
sqlite      SQLite                 adbc-driver-sqlite                   reader
adbc        databases by address   adbc-driver-postgresql, or any       reader
                                   driver of adbc-driver-manager
delta       Delta Lake tables      deltalake                            data set, or reader
iceberg     Iceberg tables         pyiceberg                            reader
avro        Avro                   datafusion                           reader
excel       xlsx, xls, xlsm, xlsb  fastexcel                            table
statistics  SAS, Stata, SPSS       pyreadstat                           reader
==========  =====================  ===================================  ==========================
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rdmp.errors import SourceError
from rdmp.sources import Address, Files

_HOMES = {
    "arrow": "ipc_orc",
    "delta": "delta",
    "iceberg": "iceberg",
    "orc": "ipc_orc",
    "sqlite": "sqlite",
    "adbc": "adbc",
    "avro": "avro",
    "excel": "excel",
    "sas": "statistics",
    "stata": "statistics",
    "spss": "statistics",
}


def read(source: Files | Address) -> Any:
    """Open a source as a `pyarrow` data set, record batch reader or table.

    Raises
    ------
    MissingExtraError
        If the library that reads it is not installed.
    SourceError
        If it cannot be read as a table.
    """
    kind = source.format if isinstance(source, Files) else source.service
    home = _HOMES.get(kind)
    if home is None:
        message = f"{source.label}: this engine cannot read {kind}"
        raise SourceError(message, "write the table as Parquet or as delimited text")
    return import_module(f"rdmp.readers.{home}").read(source)


VERSION = b"rdmp:version"
"""Key of a schema's metadata under which a table format says which version of a table was read."""


def label(source: Files | Address, opened: Any) -> str:
    """Return how a source is named in a result: with its version, if it has one."""
    version = (opened.schema.metadata or {}).get(VERSION)
    return source.label if version is None else f"{source.label} ({version.decode()})"


def check(source: Files | Address) -> None:
    """Read a source to its end, to learn whether it is at fault when an engine has failed.

    Raises
    ------
    SourceError
        If it is.
    """
    import pyarrow as pa

    try:
        found = read(source)
        batches = found if isinstance(found, pa.RecordBatchReader) else found.to_batches()
        for _ in batches:
            pass
    except (pa.ArrowException, OSError):
        message = (
            f"{source.label} cannot be read to its end: it is damaged, or was changed meanwhile"
        )
        raise SourceError(message, "copy or write it again") from None
