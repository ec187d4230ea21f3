"""The options that every command shares, declared once: `Shared` is the declaration.

A command takes ``keywords`` in their place, and `rdmp.cli.grafting` puts them there. Each field of
`Shared` that is not among `STORY` is a keyword of the library, under the same name; a test holds
the two lists together.
"""
# No ``from __future__ import annotations``: Typer reads these annotations when the program runs.

from typing import Annotated, Any, Literal, TypedDict

import typer

from rdmp.cli.config import load
from rdmp.cli.values import names, pairs, separator
from rdmp.exports import EXPORTS
from rdmp.words import Language

Original = Annotated[
    str,
    typer.Argument(
        metavar="ORIGINAL",
        help="The original table: a file, a folder, a glob, FILE::TABLE, an address of a database"
        " or bucket, delta:PATH or iceberg:PATH.",
    ),
]
Avatar = Annotated[
    str,
    typer.Argument(
        metavar="AVATAR", help="The synthetic table that is to be released; named likewise."
    ),
]
Avatars = Annotated[
    list[str],
    typer.Argument(
        metavar="AVATAR...",
        help="The synthetic table that is to be released; several are compared in one table.",
    ),
]

Lang = Annotated[
    Language | None,
    typer.Option(
        "--lang",
        metavar="en|fr",
        help="Language of the result as text or Markdown, and of warnings; that of the locale"
        " without it. JSON, errors and this help are English.",
        rich_help_panel="Result",
    ),
]
Output = Annotated[
    str,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Where to write.", rich_help_panel="Result"
    ),
]
Force = Annotated[
    bool,
    typer.Option(
        "--force", help="Replace what stands there.", metavar="", rich_help_panel="Result"
    ),
]

STORY = frozenset({"config", "debug", "progress"})
"""Shared options that are about the telling, and where options come from."""

_COLUMNS = "Columns"
_TEXT = "Text files (CSV, TSV and the like)"
_ENGINE = "Engine"
_STORY = "Story (stderr)"


def _option(panel: str, flag: str, text: str, **more: Any) -> Any:
    return typer.Option(flag, help=text, rich_help_panel=panel, **more)


def _delimiter(flag: str, whose: str) -> Any:
    text = f"Separator of {whose}; without it, the one in the header line."
    return _option(_TEXT, flag, text, metavar="CHARACTER", callback=separator)


def _decimal(flag: str, whose: str) -> Any:
    return _option(_TEXT, flag, f"Decimal separator of {whose}.", metavar=".|,")


def _encoding(flag: str, whose: str) -> Any:
    return _option(_TEXT, flag, f"Encoding of {whose}; UTF-8 without it.", metavar="NAME")


def _export(flag: str, whose: str) -> Any:
    text = f"Which export wrote {whose}: {', '.join(EXPORTS)}. The options below win over it."
    return _option(_TEXT, flag, text, metavar="NAME")


def _header(flag: str, whose: str) -> Any:
    text = f"{whose} a header line, although such an export has none by default."
    return _option(_TEXT, flag, text, metavar="")


def _no_header(flag: str, whose: str) -> Any:
    text = f"{whose} no header line; the columns are c0, c1, …"
    return _option(_TEXT, flag, text, metavar="")


_Text = str | None
_Texts = list[str] | None
_Point = Literal[".", ","] | None


class Shared(TypedDict):
    """The shared options as Typer reads them: type on the command line, flag, help and panel."""

    columns: Annotated[
        _Text,
        _option(
            _COLUMNS,
            "--columns",
            "Compare these columns only; one line of CSV: names with commas are quoted.",
            metavar="NAMES",
            callback=names,
        ),
    ]
    exclude: Annotated[
        _Text,
        _option(
            _COLUMNS,
            "--exclude",
            "Leave these columns out; written like --columns.",
            metavar="NAMES",
            callback=names,
        ),
    ]
    rename: Annotated[
        _Texts,
        _option(
            _COLUMNS,
            "--rename",
            "Pair two columns whose names differ; repeatable.",
            metavar="ORIGINAL=AVATAR",
            callback=pairs,
        ),
    ]
    cast: Annotated[
        _Texts,
        _option(
            _COLUMNS,
            "--cast",
            "Compare a column as this SQL type on both sides; repeatable.",
            metavar="COLUMN=TYPE",
            callback=pairs,
        ),
    ]
    timezone: Annotated[
        _Text,
        _option(
            _COLUMNS,
            "--timezone",
            "Zone of local timestamps where the other side holds instants.",
            metavar="ZONE",
        ),
    ]
    null: Annotated[
        _Texts,
        _option(
            _TEXT,
            "--null",
            "A token that means a missing value, besides the empty field; repeatable.",
            metavar="TOKEN",
        ),
    ]
    export: Annotated[_Text, _export("--export", "both files")]
    original_export: Annotated[_Text, _export("--original-export", "the original")]
    avatar_export: Annotated[_Text, _export("--avatar-export", "the avatar")]
    delimiter: Annotated[_Text, _delimiter("--delimiter", "both files")]
    original_delimiter: Annotated[_Text, _delimiter("--original-delimiter", "the original")]
    avatar_delimiter: Annotated[_Text, _delimiter("--avatar-delimiter", "the avatar")]
    decimal: Annotated[_Point, _decimal("--decimal", "both files")]
    original_decimal: Annotated[_Point, _decimal("--original-decimal", "the original")]
    avatar_decimal: Annotated[_Point, _decimal("--avatar-decimal", "the avatar")]
    encoding: Annotated[_Text, _encoding("--encoding", "both files")]
    original_encoding: Annotated[_Text, _encoding("--original-encoding", "the original")]
    avatar_encoding: Annotated[_Text, _encoding("--avatar-encoding", "the avatar")]
    no_header: Annotated[bool, _no_header("--no-header", "The files have")]
    original_no_header: Annotated[bool, _no_header("--original-no-header", "The original has")]
    avatar_no_header: Annotated[bool, _no_header("--avatar-no-header", "The avatar has")]
    header: Annotated[bool, _header("--header", "The files have")]
    original_header: Annotated[bool, _header("--original-header", "The original has")]
    avatar_header: Annotated[bool, _header("--avatar-header", "The avatar has")]
    quick: Annotated[
        bool,
        _option(_ENGINE, "--quick", "Count n and the matched rows only, in less time.", metavar=""),
    ]
    second_look: Annotated[
        Literal["auto", "always", "never"] | None,
        _option(
            _ENGINE,
            "--second-look",
            "Look again for copies that are written differently or hidden by an identifier.",
            metavar="auto|always|never",
        ),
    ]
    engine: Annotated[
        Literal["duckdb", "spark"] | None,
        _option(
            _ENGINE,
            "--engine",
            "What compares: DuckDB on this machine, or Apache Spark where its tables lie.",
            metavar="duckdb|spark",
        ),
    ]
    master: Annotated[
        _Text,
        _option(
            _ENGINE,
            "--master",
            "Cluster on which Spark is started, such as spark://HOST:7077 or local[*].",
            metavar="URL",
        ),
    ]
    remote: Annotated[
        _Text,
        _option(
            _ENGINE, "--remote", "Spark Connect server, such as sc://HOST:15002.", metavar="URL"
        ),
    ]
    threads: Annotated[
        int | None,
        _option(
            _ENGINE,
            "--threads",
            "How many threads to use; all cores without it.",
            min=1,
            metavar="N",
        ),
    ]
    memory_limit: Annotated[
        _Text,
        _option(
            _ENGINE, "--memory-limit", "Memory to use, such as 2GB; then it spills.", metavar="SIZE"
        ),
    ]
    temp_directory: Annotated[
        _Text,
        _option(
            _ENGINE,
            "--temp-directory",
            "Where to spill: a private folder is made in it, and removed.",
            metavar="FOLDER",
        ),
    ]
    max_temp_size: Annotated[
        _Text,
        _option(_ENGINE, "--max-temp-size", "How much to spill, such as 50GB.", metavar="SIZE"),
    ]
    verify_checksums: Annotated[
        bool,
        _option(
            _ENGINE,
            "--verify-checksums",
            "First read the Parquet files once and verify the checksums of their pages.",
            metavar="",
        ),
    ]
    config: Annotated[
        _Text,
        _option(
            _STORY,
            "--config",
            "A TOML file with options; they count before those in pyproject.toml.",
            metavar="FILE",
            is_eager=True,
            callback=load,
        ),
    ]
    progress: Annotated[
        bool,
        _option(
            _STORY,
            "--progress/--no-progress",
            "On a terminal, show what is being done once it takes two seconds.",
            metavar="",
            show_default=False,
        ),
    ]
    debug: Annotated[
        bool,
        _option(
            _STORY,
            "--debug",
            "After an error, show the engine's own messages, which may quote data.",
            metavar="",
        ),
    ]
