"""Delta Lake tables, through deltalake: always the table at its latest version, never its files.

A table of plain features is a data set of pyarrow. One with deletion vectors, renamed columns or
other newer features is read by deltalake's own engine, as a stream that passes once: pyarrow would
know nothing of them, and of columns that are mapped by name it reads nothing but missing values.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from rdmp.errors import SourceError
from rdmp.extras import needed
from rdmp.readers import VERSION
from rdmp.sources.buckets import is_in_bucket

if TYPE_CHECKING:
    from rdmp.sources import Address

_PLAIN_FEATURES = {"timestampNtz", "vacuumProtocolCheck", "v2Checkpoint"}
"""Reader features that change nothing about what stands in the part files."""

_ENCODED = re.compile("%[0-9A-Fa-f]{2}")


def read(source: Address) -> Any:
    """Return the latest version of a table, as a data set or as a reader that passes once.

    Raises
    ------
    MissingExtraError
        If deltalake is not installed.
    SourceError
        If there is no such table, or it uses what the library cannot read.
    """
    import pyarrow as pa

    from rdmp.readers.sparing import sparing

    deltalake = needed("deltalake", "lake", "a Delta Lake table")
    place = _place(source)
    try:
        table = deltalake.DeltaTable(place, storage_options=_options(source))
        version = {VERSION: f"version {table.version()}"}
        if _is_plain(table):
            rows = table.to_pyarrow_dataset()
            return sparing(rows, rows.schema.with_metadata(version))
        # A constant of its own: nothing is put into it, and names of columns stay as they are.
        stream = deltalake.QueryBuilder().register("rows", table).execute("select * from rows")
        reader = pa.RecordBatchReader.from_stream(stream)
        return pa.RecordBatchReader.from_batches(reader.schema.with_metadata(version), reader)
    except deltalake.exceptions.TableNotFoundError:
        message = f"{source.label}: there is no Delta table"
        raise SourceError(message, "name the folder in which _delta_log is") from None
    except BaseException as problem:  # a panic of the library is no Exception
        if isinstance(problem, KeyboardInterrupt | SystemExit):
            raise
        message = (
            f"{source.label}: the Delta table cannot be read: its log is damaged, it uses a "
            "feature that deltalake does not know, or access is denied"
        )
        raise SourceError(message, "have it written anew, as a table of plain features") from None


def _place(source: Address) -> str:
    """Return the address of a table as a URI, without what the library would decode twice.

    Raises
    ------
    SourceError
        If it holds such signs: another table might be read.
    """
    if _ENCODED.search(source.address):
        message = f"{source.label}: deltalake cannot read a table under a path such as a%20b"
        raise SourceError(message, "rename the folder")
    if not is_in_bucket(source.address):
        return Path(source.address).absolute().as_uri()
    scheme, _, rest = source.address.partition("://")
    host, slash, key = rest.partition("/")
    return f"{'gs' if scheme.lower() == 'gcs' else scheme.lower()}://{host}{slash}{quote(key)}"


def _options(source: Address) -> dict[str, str] | None:
    """Return what its own access to storage must be told beside the environment."""
    if not is_in_bucket(source.address):
        return None
    endpoint = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL", "")
    options = {"max_retries": "3", "retry_timeout": "30s"}
    if endpoint.startswith("http://"):
        options["allow_http"] = "true"
    return options


def _is_plain(table: Any) -> bool:
    """Tell whether the rows of a table are those of its present part files, as they stand."""
    if table.metadata().configuration.get("delta.columnMapping.mode", "none") != "none":
        return False
    return set(table.protocol().reader_features or ()) <= _PLAIN_FEATURES
