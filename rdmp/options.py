"""What a user may ask for: one set of words for the command line and the library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Literal, TypedDict

from rdmp.errors import OptionError
from rdmp.exports import Export, export_named

Role = Literal["original", "avatar", "holdout"]
"""What a source is: the holdout is rows of the original's population, named and written like it."""


class Means(TypedDict, total=False):
    """Keywords that change no answer, only what it costs and where."""

    threads: int
    memory_limit: str
    temp_directory: str | PathLike[str]
    max_temp_size: str


MEANS = frozenset(Means.__annotations__)

ENGINES = frozenset({"engine", "master", "remote"})
"""Options that say what counts, and where: they change no answer either."""


class Keywords(Means, total=False):
    """The keywords of `evaluate` and its siblings; `Options` says what each one means."""

    columns: Sequence[str]
    exclude: Sequence[str]
    rename: Mapping[str, str]
    cast: Mapping[str, str]
    null: Sequence[str]
    export: str
    original_export: str
    avatar_export: str
    delimiter: str
    original_delimiter: str
    avatar_delimiter: str
    decimal: str
    original_decimal: str
    avatar_decimal: str
    encoding: str
    original_encoding: str
    avatar_encoding: str
    no_header: bool
    original_no_header: bool
    avatar_no_header: bool
    header: bool
    original_header: bool
    avatar_header: bool
    timezone: str
    quick: bool
    second_look: Literal["auto", "always", "never"]
    engine: object
    master: str
    remote: str
    verify_checksums: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How the delimited text files of one side are written.

    ``bare_null`` are tokens of missing values that stand for themselves only outside quotes.
    ``export`` is the preset that some of it came from, ``decimal_given`` whether the user chose the
    decimal separator.
    """

    delimiter: str | None = None
    decimal: str = "."
    encoding: str | None = None
    header: bool = True
    null: tuple[str, ...] = ()
    bare_null: tuple[str, ...] = ()
    export: Export | None = None
    decimal_given: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Everything that changes what is compared, or with which means.

    Parameters
    ----------
    columns : sequence of str, optional
        Compare these columns only, by the original's names.
    exclude : sequence of str
        Leave these columns out, on whichever side they are.
    rename : mapping of str to str
        The original's name of a column to its name in the avatar.
    cast : mapping of str to str
        Column to SQL type: both sides are compared as this type; a value that does not convert
        without rounding is an error.
    null : sequence of str
        Tokens that mean a missing value, in text files only, besides the empty field.
    export, original_export, avatar_export : str, optional
        Which warehouse's command wrote the text files, as `rdmp.exports` names it: ``snowflake``,
        ``redshift`` and so on. It sets separator, header, quotes, escapes and the token of NULL;
        the options below win over it.
    delimiter, original_delimiter, avatar_delimiter : str, optional
        Separator of text files; without it, the one that stands in the header line.
    decimal, original_decimal, avatar_decimal : str
        Decimal separator of text files: ``.`` or ``,``.
    encoding, original_encoding, avatar_encoding : str, optional
        Encoding of text files; UTF-8 without it.
    no_header, original_no_header, avatar_no_header : bool
        The first line of a text file is a record; the columns are then ``c0``, ``c1``, …
    header, original_header, avatar_header : bool
        The first line of a text file holds the names, although such an export has none by default.
    timezone : str, optional
        Zone of the local timestamps where the other side holds instants.
    quick : bool
        Count n and the matched rows only, in less time.
    second_look : {'auto', 'always', 'never'}
        Whether to look for copies that are written differently, or hidden by an identifier:
        ``auto`` does where fewer than half of the unique rows match, or a column raised a doubt.
        The score does not depend on it. ``quick`` implies ``never``.
    engine : {'duckdb', 'spark'} or SparkSession or Engine
        What compares and counts: DuckDB in this process; Apache Spark, where its tables lie, in the
        session that is active, passed, or started; or an engine that the caller has opened, and
        closes.
    master : str, optional
        With ``engine='spark'``: the cluster to start a session on, such as ``spark://HOST:7077``.
    remote : str, optional
        With ``engine='spark'``: the address of a Spark Connect server, such as ``sc://HOST``.
    threads : int, optional
        Threads of the engine; all cores without it.
    memory_limit : str, optional
        Memory of the engine, such as ``2GB``; its own default without it.
    temp_directory : path, optional
        Where the engine may spill; the system's temporary folder without it.
    max_temp_size : str, optional
        How much it may spill, such as ``50GB``.
    verify_checksums : bool
        Read the Parquet files on this machine once more before anything is counted, and hold the
        checksums of their pages against them; a page that does not fit is an error.
    """

    columns: Sequence[str] | None = None
    exclude: Sequence[str] = ()
    rename: Mapping[str, str] = field(default_factory=dict)
    cast: Mapping[str, str] = field(default_factory=dict)
    null: Sequence[str] = ()
    export: str | None = None
    original_export: str | None = None
    avatar_export: str | None = None
    delimiter: str | None = None
    original_delimiter: str | None = None
    avatar_delimiter: str | None = None
    decimal: str | None = None
    original_decimal: str | None = None
    avatar_decimal: str | None = None
    encoding: str | None = None
    original_encoding: str | None = None
    avatar_encoding: str | None = None
    no_header: bool = False
    original_no_header: bool = False
    avatar_no_header: bool = False
    header: bool = False
    original_header: bool = False
    avatar_header: bool = False
    timezone: str | None = None
    quick: bool = False
    second_look: Literal["auto", "always", "never"] = "auto"
    engine: object = "duckdb"
    master: str | None = None
    remote: str | None = None
    threads: int | None = None
    memory_limit: str | None = None
    temp_directory: str | PathLike[str] | None = None
    max_temp_size: str | None = None
    verify_checksums: bool = False

    def __post_init__(self) -> None:
        if self.second_look not in {"auto", "always", "never"}:
            message = f"--second-look is auto, always or never, not {self.second_look!r}"
            raise OptionError(message)
        if self.quick and self.second_look == "always":
            message = "--quick counts too little for --second-look always"
            raise OptionError(message, "leave one of the two out")
        for name in ("columns", "exclude", "null"):
            # A text is a sequence too: of its letters.
            given = getattr(self, name)
            if given is not None and (
                isinstance(given, str) or not all(isinstance(one, str) for one in given)
            ):
                message = f"{name} is a list of texts, not {type(given).__name__}"
                raise OptionError(message, f"pass {name}=[…]")
        for name in ("rename", "cast"):
            if not isinstance(getattr(self, name), Mapping):
                message = f"{name} is a mapping, not {type(getattr(self, name)).__name__}"
                raise OptionError(message, f"pass {name}={{'column': …}}")
        for name in ("decimal", "original_decimal", "avatar_decimal"):
            if getattr(self, name) not in {None, ".", ","}:
                message = f"{name} is '.' or ','"
                raise OptionError(message, "write the numbers of the file in one of these ways")

        _check_headers(self)
        _check_engine(self)
        for option in ("export", "original_export", "avatar_export"):
            export_named(getattr(self, option), f"--{option.replace('_', '-')}")

    @property
    def elsewhere(self) -> bool:
        """Whether the tables are read where they lie, by an engine that knows names of its own."""
        if isinstance(self.engine, str):
            return self.engine == "spark"
        return not is_engine(self.engine) or getattr(self.engine, "name", None) == "spark"

    def reading(self, role: Role) -> Reading:
        """Return how the text files of one side are written.

        The side's own option wins over the common one, and either over what an export sets. A
        holdout is written like the original.
        """
        side = "avatar" if role == "avatar" else "original"

        def given(name: str) -> str | None:
            found: str | None = getattr(self, f"{side}_{name}") or getattr(self, name)
            return found

        export = export_named(given("export"), "--export")
        own = getattr(self, f"{side}_header"), getattr(self, f"{side}_no_header")
        with_header, without = own if any(own) else (self.header, self.no_header)
        decimal = given("decimal")
        tokens = tuple(self.null)
        return Reading(
            delimiter=given("delimiter") or (export.delimiter if export else None),
            decimal=decimal or ".",
            encoding=given("encoding"),
            header=with_header or (not without and (export is None or export.header)),
            null=tokens,
            bare_null=tuple(one for one in export.null if one not in tokens) if export else (),
            export=export,
            decimal_given=decimal is not None,
        )


def _check_headers(options: Options) -> None:
    for side in ("", "original_", "avatar_"):
        if getattr(options, f"{side}header") and getattr(options, f"{side}no_header"):
            flag = side.replace("_", "-")
            message = f"--{flag}header and --{flag}no-header contradict each other"
            raise OptionError(message, "leave one of the two out")


def is_engine(given: object) -> bool:
    """Tell whether an object is an engine of ours (`rdmp.seam.Engine`), rather than a session."""
    return all(hasattr(given, verb) for verb in ("register", "materialize", "confirm"))


def _check_engine(options: Options) -> None:
    engine = options.engine
    if isinstance(engine, str):
        if engine not in {"duckdb", "spark"}:
            message = f"--engine is duckdb or spark, not {engine!r}"
            raise OptionError(message)
    elif not is_engine(engine) and not type(engine).__module__.startswith("pyspark."):
        message = f"engine is 'duckdb', 'spark' or a session of Spark, not {type(engine).__name__}"
        raise OptionError(message)
    for name in ("master", "remote"):
        if getattr(options, name) is not None and engine != "spark":
            message = f"--{name} names a cluster of Spark"
            raise OptionError(message, "pass --engine spark as well")
