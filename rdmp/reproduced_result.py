"""What was written by `write_rows` and `write_filtered`: counts, never rows. Frozen, no engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rdmp.result import Counts, Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class ReproducedRows:
    """The file of the reproduced rows, in figures.

    Attributes
    ----------
    original, avatar : str
        The sources as named.
    output : str
        The file that was written.
    counts : Counts
        Those of `evaluate` with the same options; ``matched_rows`` rows were written.
    identified_by : {'values', 'salted digest', 'digest'}
        What a row of the file holds beside its place: the values themselves, a digest that can be
        computed again with the salt file, or one that nobody can compute again.
    are_placed : bool
        Whether each row is told by its number in the original; a table of a database has none.
    omitted_columns : tuple of str
        Columns that were not compared and whose values cannot be read exactly: not written.
    renamed_columns : tuple of (str, str)
        Columns that are written under another name, because the names of a file may not differ by
        case only, or be empty.
    findings : tuple of Finding
        What the comparison had to decide, warnings first.
    seconds : float
        Wall time.
    """

    original: str
    avatar: str
    output: str
    counts: Counts
    identified_by: Literal["values", "salted digest", "digest"]
    are_placed: bool
    omitted_columns: tuple[str, ...]
    renamed_columns: tuple[tuple[str, str], ...]
    findings: tuple[Finding, ...]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FilteredAvatar:
    """The avatar table without the rows that equal a unique original row, in figures.

    Attributes
    ----------
    original, avatar : str
        The sources as named.
    output : str
        The file or folder that was written.
    before : Counts
        Those of `evaluate` on the avatar as it was.
    after : Counts or None
        Those of `evaluate` on what was written; None if that was not verified.
    removed_rows : int
        Avatar rows that equal a unique row of the original; repeats counted.
    remaining_rows : int
        Avatar rows that were written, at least 1.
    remaining_copies : int
        Rows among them that equal a row of the original that occurs more than once.
    findings : tuple of Finding
        What the comparison had to decide, warnings first.
    seconds : float
        Wall time.
    """

    original: str
    avatar: str
    output: str
    before: Counts
    after: Counts | None
    removed_rows: int
    remaining_rows: int
    remaining_copies: int
    findings: tuple[Finding, ...]
    seconds: float
