"""The options that every command shares, declared once: `Shared` is the declaration.

A command takes ``keywords`` in their place and is decorated with `shares_options`. Each field of
`Shared` that is not among `STORY` is a keyword of the library, under the same name; a test holds
the two lists together.
"""
# No ``from __future__ import annotations``: Typer reads these annotations when the program runs.

import os
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any, Literal, TypedDict, cast, get_type_hints

import typer

from rdmp.cli.config import MAPPINGS, load
from rdmp.cli.exit_codes import ExitCode, report, tell
from rdmp.cli.progress import shown
from rdmp.cli.values import names, pairs, separator
from rdmp.exports import EXPORTS
from rdmp.options import MEANS, Keywords
from rdmp.report import sentences
from rdmp.result import Finding
from rdmp.words import Language, preferred, words_in

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

_ON = frozenset({"progress"})
"""Flags that are on unless they are switched off."""

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


def tell_findings(findings: Iterable[Finding], language: Language) -> None:
    """Tell the warnings on stderr, where the result does not hold them."""
    for found in findings:
        if found.severity == "warning":
            tell(sentences.warning(words_in(language), found))


def shares_options(command: Callable[..., ExitCode]) -> Callable[..., ExitCode]:
    """Graft the shared options onto a command, in place of its parameter ``keywords``.

    The command receives what was given, and nothing else, as keywords of the library. Its errors
    are told here, where it is known whether ``--debug`` was given, and become its exit code.
    """
    return _grafted(command, frozenset(Shared.__annotations__))


def shares_means(command: Callable[..., ExitCode]) -> Callable[..., ExitCode]:
    """Graft those shared options that change no answer; see `shares_options`."""
    return _grafted(command, MEANS | STORY)


def _grafted(command: Callable[..., ExitCode], wanted: frozenset[str]) -> Callable[..., ExitCode]:
    own = [p for p in signature(command, eval_str=True).parameters.values() if p.name != "keywords"]
    shared = [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default=name in _ON if annotation.__origin__ is bool else None,
            annotation=annotation,
        )
        for name, annotation in get_type_hints(Shared, include_extras=True).items()
        if name in wanted
    ]

    @wraps(command)
    def run(**given: Any) -> ExitCode:
        options = {parameter.name: given.pop(parameter.name) for parameter in shared}
        try:
            with shown(wanted=options["progress"]):
                return command(**given, keywords=keywords(options))
        except Exception as error:  # noqa: BLE001 - every error ends as an exit code
            return report(error, debug=options["debug"])

    arguments = [p for p in own if p.kind is not Parameter.KEYWORD_ONLY]
    flags = [p for p in own if p.kind is Parameter.KEYWORD_ONLY]
    grafted = signature(run).replace(parameters=[*arguments, *flags, *shared])
    run.__signature__ = grafted  # type: ignore[attr-defined]  # what inspect.signature looks for
    return run


def spoken(given: Language | None) -> Language:
    """Return the language to speak: the one that was given, else the locale's."""
    return preferred(os.environ) if given is None else given


def keywords(options: Mapping[str, object]) -> Keywords:
    """Return the options that were given, as keywords of the library."""
    given = {
        name: dict(cast("list[tuple[str, str]]", value)) if name in MAPPINGS else value
        for name, value in options.items()
        if name not in STORY and value is not None and value is not False
    }
    return cast("Keywords", given)
