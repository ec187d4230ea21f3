"""What a user may ask for: one set of words for the command line and the library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Literal, TypedDict

from rdmp.errors import OptionError

Role = Literal["original", "avatar", "holdout"]
"""What a source is: the holdout is rows of the original's population, named and written like it."""


class Keywords(TypedDict, total=False):
    """The keywords of `evaluate` and its siblings; `Options` says what each one means."""

    columns: Sequence[str]
    exclude: Sequence[str]
    rename: Mapping[str, str]
    cast: Mapping[str, str]
    null: Sequence[str]
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
    timezone: str
    quick: bool
    second_look: Literal["auto", "always", "never"]
    threads: int
    memory_limit: str
    temp_directory: str | PathLike[str]
    max_temp_size: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How the delimited text files of one side are written."""

    delimiter: str | None = None
    decimal: str = "."
    encoding: str | None = None
    header: bool = True
    null: tuple[str, ...] = ()


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
    delimiter, original_delimiter, avatar_delimiter : str, optional
        Separator of text files; without it, the one that stands in the header line.
    decimal, original_decimal, avatar_decimal : str
        Decimal separator of text files: ``.`` or ``,``.
    encoding, original_encoding, avatar_encoding : str, optional
        Encoding of text files; UTF-8 without it.
    no_header, original_no_header, avatar_no_header : bool
        The first line of a text file is a record; the columns are then ``c0``, ``c1``, …
    timezone : str, optional
        Zone of the local timestamps where the other side holds instants.
    quick : bool
        Count n and the matched rows only, in less time.
    second_look : {'auto', 'always', 'never'}
        Whether to look for copies that are written differently, or hidden by an identifier:
        ``auto`` does where fewer than half of the unique rows match, or a column raised a doubt.
        The score does not depend on it. ``quick`` implies ``never``.
    threads : int, optional
        Threads of the engine; all cores without it.
    memory_limit : str, optional
        Memory of the engine, such as ``2GB``; its own default without it.
    temp_directory : path, optional
        Where the engine may spill; the system's temporary folder without it.
    max_temp_size : str, optional
        How much it may spill, such as ``50GB``.
    """

    columns: Sequence[str] | None = None
    exclude: Sequence[str] = ()
    rename: Mapping[str, str] = field(default_factory=dict)
    cast: Mapping[str, str] = field(default_factory=dict)
    null: Sequence[str] = ()
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
    timezone: str | None = None
    quick: bool = False
    second_look: Literal["auto", "always", "never"] = "auto"
    threads: int | None = None
    memory_limit: str | None = None
    temp_directory: str | PathLike[str] | None = None
    max_temp_size: str | None = None

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

    def reading(self, role: Role) -> Reading:
        """Return how the text files of one side are written: its own option, else the common one.

        A holdout is written like the original.
        """
        if role == "avatar":
            delimiter, decimal = self.avatar_delimiter, self.avatar_decimal
            encoding, no_header = self.avatar_encoding, self.avatar_no_header
        else:
            delimiter, decimal = self.original_delimiter, self.original_decimal
            encoding, no_header = self.original_encoding, self.original_no_header
        return Reading(
            delimiter=delimiter or self.delimiter,
            decimal=decimal or self.decimal or ".",
            encoding=encoding or self.encoding,
            header=not (no_header or self.no_header),
            null=tuple(self.null),
        )
