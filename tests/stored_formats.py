"""The matrix's table in databases, lakes and buckets, and as warehouses export it.

Entries are those of `formats.py`. A writer that needs a server gets it from the fixture that the
entry names, and a server that is not there skips the pairs of that format, with its reason.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import database_writers as databases
import export_writers as exports
import lake_writers as lakes
import pyarrow as pa
from formats import FORMATS, TOKENS, TYPED, Kind, Written, spelled, write_csv_gz, write_parquet

if TYPE_CHECKING:
    from postgresql import Server
    from storage import Storage

# An SQLite file has numbers and texts; truth values are 0 and 1.
SQLITE: dict[str, Kind] = {
    **TYPED, "flag": "number", "day": "text", "at": "text", "instant": "text",
}  # fmt: skip


def write_duckdb(table: pa.Table, folder: Path, _: object) -> str:
    databases.write_duckdb(table, folder / "t.duckdb", "people")
    return f"{folder / 't.duckdb'}::people"


def write_sqlite(table: pa.Table, folder: Path, _: object) -> str:
    for place, field in enumerate(table.schema):
        if pa.types.is_temporal(field.type):
            values = table[place].to_pylist()
            told = [None if value is None else spelled(value) for value in values]
            table = table.set_column(place, field.name, pa.array(told, pa.string()))
    databases.write_sqlite(table, folder / "t.sqlite", "people")
    return f"{folder / 't.sqlite'}::people"


def write_postgresql(table: pa.Table, folder: Path, server: Server) -> str:
    databases.write_postgres(table, server.uri, folder.name)
    return f"{server.uri}::public.{folder.name}"


def write_delta(table: pa.Table, folder: Path, _: object) -> str:
    return lakes.write_delta(table, folder / "people")


def write_iceberg(table: pa.Table, folder: Path, _: object) -> str:
    return lakes.write_iceberg(table, folder / "people")


def write_bucket(table: pa.Table, folder: Path, storage: Storage) -> str:
    name = f"{folder.name}/t.parquet"
    storage.put(name, write_parquet(table, folder).read_bytes())
    return storage.at(name)


def write_bucket_of_text(table: pa.Table, folder: Path, storage: Storage) -> str:
    """A folder of part files, as an export leaves it."""
    for number, part in enumerate((table.slice(0, 37), table.slice(37))):
        content = write_csv_gz(part, folder).read_bytes()
        storage.put(f"{folder.name}/part-{number}.csv.gz", content)
    return storage.at(f"{folder.name}/")


def exported(write: exports.Writer) -> Callable[[pa.Table, Path, object], Path]:
    """Return a writer of a file with a header line, in which times are spelled as in SQL."""

    def written(table: pa.Table, folder: Path, _: object) -> Path:
        rows = [
            [spelled(one) if isinstance(one, date) else one for one in row.values()]
            for row in table.to_pylist()
        ]
        path = folder / "t.txt"
        path.write_bytes(write([table.column_names, *rows]))
        return path

    return written


STORED: dict[str, Written] = {
    "duckdb": Written(write=write_duckdb, kinds=TYPED),
    "sqlite": Written(write=write_sqlite, kinds=SQLITE),
    "postgresql": Written(write=write_postgresql, kinds=TYPED, server="postgresql"),
    "delta": Written(write=write_delta, kinds=TYPED),
    "iceberg": Written(write=write_iceberg, kinds=TYPED),
    "s3": Written(write=write_bucket, kinds=TYPED, server="s3"),
    "s3_csv": Written(write=write_bucket_of_text, kinds=TOKENS, server="s3"),
    "copy": Written(write=exported(exports.postgres()), kinds=TOKENS, export="postgres"),
    "unload": Written(
        write=exported(exports.redshift_escape()), kinds=TOKENS, export="redshift-escape"
    ),
    "bigquery": Written(write=exported(exports.bigquery()), kinds=TOKENS, export="bigquery"),
}

ALL = FORMATS | STORED
