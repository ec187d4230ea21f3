r"""What the export commands of warehouses write, from their documentation, in plain Python.

Rows are tuples of text, numbers, truths and None. Nothing here is taken from the reader.

* Snowflake, ``COPY INTO @stage`` of type CSV: no header, separator ``,``, records end with a line
  feed, NULL is ``\N``, no quotes; ``ESCAPE_UNENCLOSED_FIELD`` is a backslash, before the separator,
  the line feed and itself. With ``FIELD_OPTIONALLY_ENCLOSED_BY = '"'`` every text stands in quotes,
  quotes in it are doubled, NULL and numbers stand without, and nothing is escaped.
* Redshift, ``UNLOAD … ESCAPE``: no header, separator ``|``, NULL is the empty field or what ``NULL
  AS`` says; a backslash before line feed, carriage return, separator and itself. ``CSV``: separator
  ``,``, quotes around a field with separator, quote, line feed or carriage return.
* BigQuery, ``EXPORT DATA`` as CSV with a header: the same quoting; NULL is the empty field, the
  empty text stands in quotes; timestamps end in `` UTC``.
* PostgreSQL, ``COPY TO``: no header, tabs, NULL is ``\N``, ``\b \f \n \r \t \v \\`` are escaped.
* Excel, Save As: "CSV UTF-8" has a byte order mark, CRLF, and ``;`` where the decimal separator is
  a comma; "Unicode Text" is UTF-16 with tabs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Row = Sequence[Any]
Writer = Callable[[Sequence[Row]], bytes]


def _joined(rows: Sequence[Row], field: Callable[[Any], str], separator: str, end: str) -> str:
    return "".join(separator.join(field(value) for value in row) + end for row in rows)


def _marked(separator: str, null: str, characters: str, truths: tuple[str, str]) -> Writer:
    def field(value: Any) -> str:
        if value is None:
            return null
        if isinstance(value, bool):
            return truths[not value]
        text = str(value)
        return "".join("\\" + one if one in characters else one for one in text)

    return lambda rows: _joined(rows, field, separator, "\n").encode()


def redshift_escape(null: str = "", separator: str = "|") -> Writer:
    """UNLOAD … ESCAPE, with or without NULL AS."""
    return _marked(separator, null, "\\\n\r" + separator, ("t", "f"))


def snowflake() -> Writer:
    """COPY INTO with its defaults."""
    return _marked(",", r"\N", "\\\n,", ("true", "false"))


def snowflake_quoted() -> Writer:
    """COPY INTO with FIELD_OPTIONALLY_ENCLOSED_BY."""

    def field(value: Any) -> str:
        if value is None:
            return r"\N"
        if isinstance(value, bool):
            return str(value).lower()
        return '"' + value.replace('"', '""') + '"' if isinstance(value, str) else str(value)

    return lambda rows: _joined(rows, field, ",", "\n").encode()


def _quoted(
    separator: str,
    *,
    null: str = "",
    truths: tuple[str, str] = ("true", "false"),
    empty: str = '""',
    end: str = "\n",
) -> Callable[[Sequence[Row]], str]:
    def field(value: Any) -> str:
        if value is None:
            return null
        if isinstance(value, bool):
            return truths[not value]
        text = str(value)
        if not text:
            return empty
        if any(one in text for one in (separator, '"', "\n", "\r")):
            return '"' + text.replace('"', '""') + '"'
        return text

    return lambda rows: _joined(rows, field, separator, end)


def redshift(null: str = "", separator: str = ",") -> Writer:
    """UNLOAD … CSV, with or without NULL AS."""
    write = _quoted(separator, null=null, truths=("t", "f"), empty="")
    return lambda rows: write(rows).encode()


def bigquery() -> Writer:
    """EXPORT DATA as CSV; the first row is the header."""
    write = _quoted(",")
    return lambda rows: write(rows).encode()


_LETTERS = str.maketrans({"\\": r"\\", "\b": r"\b", "\f": r"\f", "\n": r"\n", "\r": r"\r"})


def postgres(null: str = r"\N", separator: str = "\t", end: str = "\n") -> Writer:
    """COPY TO in text format."""

    def field(value: Any) -> str:
        if value is None:
            return null
        if isinstance(value, bool):
            return "t" if value else "f"
        text = str(value).translate(_LETTERS).replace("\t", r"\t").replace("\v", r"\v")
        return text if separator == "\t" else text.replace(separator, "\\" + separator)

    return lambda rows: _joined(rows, field, separator, end).encode()


def excel_csv(separator: str = ",") -> Writer:
    """Save As "CSV UTF-8"; with a semicolon, numbers have a decimal comma."""
    write = _quoted(separator, truths=("TRUE", "FALSE"), empty="", end="\r\n")

    def written(rows: Sequence[Row]) -> bytes:
        if separator == ";":
            rows = [
                [str(one).replace(".", ",") if isinstance(one, float) else one for one in row]
                for row in rows
            ]
        return b"\xef\xbb\xbf" + write(rows).encode()

    return written


def excel_unicode() -> Writer:
    """Save As "Unicode Text"."""
    write = _quoted("\t", truths=("TRUE", "FALSE"), empty="", end="\r\n")
    return lambda rows: b"\xff\xfe" + write(rows).encode("utf-16-le")
