"""`--verify-checksums`: Parquet files are read once, and their page checksums held against them.

DuckDB does not look at the checksums, so that a page that was damaged on a disk or on its way would
be counted as other data, without an error. pyarrow verifies them. The footer and the headers of the
pages have none, whoever writes the file: what is damaged there is noticed only if it makes no
sense.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rdmp.errors import SourceError
from rdmp.options import Role
from rdmp.readers.pages import BadPageError, pages
from rdmp.result import Finding
from rdmp.sources import Files, Source
from rdmp.sources.buckets import filesystem
from rdmp.words import phrase

_BYTES_AT_ONCE = 32_000_000
"""Decoded bytes of a batch, about."""

_ROWS_AT_ONCE = 65_536
_BUFFER = 1 << 20
_HINT = "copy or write the file again"


def verify(role: Role, source: Source) -> tuple[Finding, ...]:
    """Verify the page checksums of a source, as far as it has any; note where it has none.

    Parameters
    ----------
    role : Role
    source : Source
        Only Parquet files on this machine can be verified.

    Raises
    ------
    SourceError
        If a page is damaged, or a file cannot be read to its end.
    """
    paths: list[Path] = []
    if isinstance(source, Files) and source.format == "parquet":
        paths = [path for path in source.paths if filesystem(path) is None]  # none of a bucket
    if not paths:
        return (_not_parquet(role, source),)
    bare = sum(not _verify_file(path) for path in paths)
    if not bare:
        return ()
    return (_missing(role, source, bare, len(paths)),)


def _not_parquet(role: Role, source: Source) -> Finding:
    return Finding(
        code="checksums-not-parquet",
        severity="note",
        columns=(),
        said=phrase("finding-checksums-not-parquet", role=role, source=source.label),
    )


def _missing(role: Role, source: Source, bare: int, files: int) -> Finding:
    return Finding(
        code="checksums-missing",
        severity="note",
        columns=(),
        said=phrase(
            "finding-checksums-missing", role=role, source=source.label, bare=bare, files=files
        ),
    )


def _verify_file(path: Path) -> bool:
    """Verify a file; return whether each of its pages bears a checksum."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(
            path, page_checksum_verification=True, pre_buffer=False, buffer_size=_BUFFER
        ) as file:
            complete = _bears_checksums(path, file.metadata)
            for group in range(file.metadata.num_row_groups):
                for _ in file.iter_batches(_rows_of(file.metadata.row_group(group)), [group]):
                    pass
    except pa.ArrowNotImplementedError:
        message = f"{path} cannot be verified: it holds what pyarrow does not read"
        raise SourceError(message, "leave --verify-checksums out") from None
    except (BadPageError, pa.ArrowException, OSError):
        message = f"{path} is damaged: the checksum of a page does not fit, or it cannot be read"
        raise SourceError(message, _HINT) from None
    return complete


def _bears_checksums(path: Path, metadata: Any) -> bool:
    with path.open("rb") as file:
        return all(
            page.checksum is not None
            for group in range(metadata.num_row_groups)
            for column in range(metadata.num_columns)
            for page in pages(file, metadata.row_group(group).column(column))
        )


def _rows_of(group: Any) -> int:
    """Return how many rows of a row group are decoded at once."""
    each = int(group.total_byte_size) // max(1, int(group.num_rows))
    return max(1, min(_ROWS_AT_ONCE, _BYTES_AT_ONCE // max(1, each)))
