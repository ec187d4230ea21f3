"""Single rows on DuckDB: where each one stands, and how they are written into a file.

===================  ==========================================================================
source               the number of a row comes from
===================  ==========================================================================
Parquet              the virtual columns ``file_row_number`` and ``file_index`` (parallel)
delimited text       ``row_number() over ()`` over the sequential reader, a file at a time: the
                     parallel reader has no order, and DuckDB numbers a stream as it comes
anything else        ``row_number() over ()`` over its scan, which that makes sequential; the part
                     is 0, and whether the number means anything is known to who asks
===================  ==========================================================================
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from rdmp.seam import Relation, Statement
from rdmp.syntax import Syntax
from rdmp.templates import render


def number_object(syntax: Syntax, relation: Relation) -> Statement:
    """Return the statement that reads an object in memory, its rows numbered."""
    columns = [column.sql_name for column in relation.columns]
    return render(
        "engines/duckdb/number_object", syntax, relation=relation.sql_name, columns=columns
    )


def copy(
    syntax: Syntax, statement: Statement, path: Path, form: Literal["csv", "parquet"]
) -> Statement:
    """Return the statement that writes the rows of another into a file that exists."""
    made = render(
        "engines/duckdb/copy_rows",
        syntax,
        query=statement.sql,
        file=str(path.absolute()),
        is_csv=form == "csv",
    )
    return Statement(name=statement.name, sql=made.sql, parameters=statement.parameters)
