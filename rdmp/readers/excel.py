"""Sheets of Excel workbooks, through fastexcel.

Every cell decides the type of its column, never a sample: a column of several kinds stops. A sheet
stores numbers as doubles and no dates apart from timestamps, and shows no difference between an
empty cell and an empty text, so that '' is missing here.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from rdmp.errors import ColumnError, SourceError
from rdmp.readers.needed import needed
from rdmp.readers.parts import one_stream
from rdmp.readers.remarks import EMPTY_IS_MISSING
from rdmp.sources import Files

_ENCRYPTED_OR_OLD = b"\xd0\xcf\x11\xe0"
"""How an old workbook begins, and one of the new kind that a password protects."""


def read(source: Files) -> Any:
    """Return a sheet as a reader that passes once.

    Raises
    ------
    MissingExtraError
        If fastexcel is not installed.
    SourceError
        If the workbook cannot be opened, or several sheets could be meant.
    ColumnError
        If a column holds values of several kinds, or an error.
    """
    needed("fastexcel", "office", "Excel files")
    path = source.paths[0]
    workbook = _open(path)
    sheet = _sheet(source, workbook.sheet_names)
    table = _table(path, workbook, sheet)
    return one_stream(source, {path: table.schema}, lambda _: table.to_batches())


def _open(path: Path) -> Any:
    import fastexcel

    logging.getLogger("fastexcel").addHandler(logging.NullHandler())  # its hints are for developers
    try:
        return fastexcel.read_excel(str(path))
    except fastexcel.FastExcelError:
        with path.open("rb") as file:
            protected = file.read(4) == _ENCRYPTED_OR_OLD
        what = "protected by a password, or damaged" if protected else "damaged or cut off"
        message = f"{path} cannot be opened as a workbook: it is {what}"
        hint = "save it without a password, or as CSV" if protected else "copy or save it again"
        raise SourceError(message, hint) from None


def _sheet(source: Files, names: list[str]) -> str:
    """Return the sheet that is meant: the one that is named, or the only one."""
    listed = ", ".join(map(repr, names))
    if source.table is None and len(names) == 1:
        return names[0]
    if source.table is None:
        message = f"{source.label} has {len(names)} sheets: {listed}"
        raise SourceError(message, "name one of them: FILE::SHEET")
    if source.table not in names:
        message = f"{source.paths[0]} has no sheet {source.table!r}; its sheets are: {listed}"
        raise SourceError(message, "write the name as it stands there, blanks and case included")
    return source.table


def _table(path: Path, workbook: Any, sheet: str) -> Any:
    """Return the rows of a sheet below its header, '' as missing."""
    import fastexcel
    import pyarrow as pa
    import pyarrow.compute as pc

    def load(**how: Any) -> Any:
        return workbook.load_sheet(
            sheet, schema_sample_rows=None, dtype_coercion="strict", **how
        ).to_arrow_with_errors()

    names: list[str] = []
    try:
        header, _ = load(header_row=None, n_rows=1, dtypes="string")
        names = [
            "" if name is None else name for row in header.to_pylist() for name in row.values()
        ]
        if not names:
            message = f"{path}: sheet {sheet!r} is empty"
            raise SourceError(message, "name another sheet: FILE::SHEET")
        cells, errors = load()
    except fastexcel.UnsupportedColumnTypeCombinationError:
        raise _mixed(path, sheet, names, load) from None
    except fastexcel.FastExcelError:
        message = f"{path}: sheet {sheet!r} cannot be read"
        raise SourceError(message, "save the workbook again, or the sheet as CSV") from None
    if errors is not None and errors.errors:
        row, column = errors.errors[0].position
        message = (
            f"{path}: sheet {sheet!r}, row {row + 1}: column {names[column]!r} holds an error, "
            "such as #N/A or #DIV/0!"
        )
        raise ColumnError(message, "correct it, or empty the cell if it means a missing value")
    arrays, fields = [], []
    for name, array in zip(names, cells.columns, strict=True):
        text = pa.types.is_string(array.type)
        arrays.append(
            pc.replace_with_mask(array, pc.equal(array, ""), pa.scalar(None, array.type))
            if text
            else array
        )
        fields.append(pa.field(name, array.type, metadata=EMPTY_IS_MISSING if text else None))
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))


def _mixed(path: Path, sheet: str, names: list[str], load: Any) -> ColumnError:
    """Return the error of the first column whose cells are of several kinds."""
    import fastexcel

    for position, name in enumerate(names):
        try:
            load(use_columns=[position])
        except fastexcel.UnsupportedColumnTypeCombinationError:
            message = (
                f"{path}: sheet {sheet!r}: the cells of column {name!r} are of several kinds, such "
                "as numbers and text"
            )
            hint = (
                "give all its cells one kind (Data, Text to Columns), or save the sheet as CSV, "
                "where a column is typed as a whole"
            )
            return ColumnError(message, hint)
    message = f"{path}: sheet {sheet!r}: the cells of some column are of several kinds"
    return ColumnError(message, "give the cells of each column one kind")
