r"""How warehouses write text: one preset for each command, so that nobody must know its options.

=================  =========================================================  ======  ======  =====
preset             the command whose output it reads, with its defaults       header  quotes  NULL
=================  =========================================================  ======  ======  =====
snowflake          ``COPY INTO @stage``, type CSV                             no      none    ``\N``
snowflake-quoted   the same with ``FIELD_OPTIONALLY_ENCLOSED_BY = '"'``       no      RFC     ``\N``
redshift           ``UNLOAD … FORMAT CSV``                                    no      RFC     empty
redshift-escape    ``UNLOAD … ESCAPE``                                        no      none    empty
bigquery           ``EXPORT DATA`` with ``header = true``, ``bq extract``     yes     RFC     empty
postgres           ``COPY … TO`` in its text format, psql's ``\copy``         no      none    ``\N``
excel              "CSV UTF-8" and "Unicode Text" of Save As                  yes     RFC     empty
=================  =========================================================  ======  ======  =====

Where there are no quotes, a backslash stands before what would end a field or a record. What a
user gives beside a preset wins over it: ``--header``, ``--delimiter``, ``--null`` and the like.
PostgreSQL's CSV format needs no preset.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rdmp.errors import ColumnError, OptionError

Escapes = Literal["none", "marked", "lettered"]
r"""What a backslash is outside quotes: nothing; a mark before the character itself; or, besides,
the beginning of ``\n``, ``\t``, ``\101`` and the like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """What one command leaves in a text file.

    Attributes
    ----------
    name : str
        As the option names it.
    command : str
        What writes it, for messages.
    delimiter : str or None
        Separator; None: the one in the header line.
    header : bool
        Whether the first line holds the names.
    escapes : {'none', 'marked', 'lettered'}
        None means that quotes do the work, as in RFC 4180.
    null : tuple of str
        How NULL is written where that is certain: such a field stands as it is, without quotes.
    doubtful : tuple of str
        A field that is NULL or a text, and nobody can tell which: reading stops at it unless the
        user says, with ``--null``, that it is NULL.
    quoted : str or None
        What to do about a column whose fields are all in quotes, where quotes mean nothing: the
        file was written by another command.
    letters : bool
        Whether booleans are written as ``t`` and ``f``.
    by_mark : bool
        Whether encoding and separator follow the byte order mark, and the decimal separator the
        separator.
    """

    name: str
    command: str
    delimiter: str | None
    header: bool
    escapes: Escapes = "none"
    null: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    quoted: str | None = None
    letters: bool = False
    by_mark: bool = False


_EXPORTS = (
    Export(
        name="snowflake",
        command="COPY INTO",
        delimiter=",",
        header=False,
        escapes="marked",
        null=(r"\N",),
        quoted="pass --export snowflake-quoted if it was written with FIELD_OPTIONALLY_ENCLOSED_BY",
    ),
    Export(
        name="snowflake-quoted",
        command="COPY INTO",
        delimiter=",",
        header=False,
        null=(r"\N",),
    ),
    Export(
        name="redshift",
        command="UNLOAD",
        delimiter=",",
        header=False,
        doubtful=(r"\N",),
        letters=True,
    ),
    Export(
        name="redshift-escape",
        command="UNLOAD",
        delimiter="|",
        header=False,
        escapes="marked",
        null=(r"\N",),
        doubtful=(r"\\N",),
        quoted="unload it without ADDQUOTES",
        letters=True,
    ),
    Export(name="bigquery", command="EXPORT DATA", delimiter=",", header=True),
    Export(
        name="postgres",
        command="COPY",
        delimiter="\t",
        header=False,
        escapes="lettered",
        null=(r"\N",),
        letters=True,
    ),
    Export(name="excel", command="Save As", delimiter=None, header=True, by_mark=True),
)

EXPORTS = {export.name: export for export in _EXPORTS}
"""The presets by their names."""


def export_named(name: str | None, option: str) -> Export | None:
    """Return a preset by its name, or None where none is given.

    Raises
    ------
    OptionError
        If there is no such preset.
    """
    if name is None:
        return None
    if name not in EXPORTS:
        message = f"{option} names no export that is known: {name!r}"
        raise OptionError(message, f"it is one of {', '.join(EXPORTS)}")
    return EXPORTS[name]


def doubtful(label: str, column: str, export: Export) -> ColumnError:
    """Return the error of a column with fields that are NULL or a text."""
    written = " or ".join(export.doubtful)
    message = (
        f"{label}: column {column!r} holds {written}, which --export {export.name} cannot tell "
        "from NULL"
    )
    return ColumnError(message, r"pass --null '\N' if it is NULL, else write the table as Parquet")
