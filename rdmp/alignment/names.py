"""Which column of the avatar is which column of the original (COMPARISON.md, rules 1 to 3)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rdmp.errors import ColumnError, OptionError
from rdmp.options import Options
from rdmp.result import Finding
from rdmp.seam import Column, Relation
from rdmp.words import listed, phrase, quoted

_PANDAS_INDEX = re.compile(r"__index_level_\d+__")
_ROW_NUMBER_NAMES = re.compile(r"|Unnamed: \d+(\.\d+)?|\.\.\.\d+|column0")
"""What no name, pandas, readr and DuckDB make of a column without a header."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamePair:
    """One column of each side that bear the same name."""

    original: Column
    avatar: Column

    @property
    def name(self) -> str:
        """The original's name, by which messages and options know the pair."""
        return self.original.name


def pair_columns(
    original: Relation, avatar: Relation, options: Options
) -> tuple[tuple[NamePair, ...], tuple[Finding, ...]]:
    """Pair the columns of both sides by name.

    Returns
    -------
    pairs : tuple of NamePair
        In the order of the original.
    findings : tuple of Finding
        Names in another case, index columns left out, columns without a name.

    Raises
    ------
    ColumnError
        If names are missing on one side, occur more than once, or cannot be told apart.
    OptionError
        If an option names a column that is not there.
    """
    _check_options(original, avatar, options)
    dropped = _pandas_indexes((original, avatar), options)
    left = _by_name(_wanted_of_original(original, options, dropped))
    right = _by_name(_wanted_of_avatar(avatar, options, dropped))
    for relation, columns in ((original, left), (avatar, right)):
        _refuse_repeated_names(relation, columns)

    exact = [name for name in left if name in right]
    recased = _recased(left.keys() - set(exact), right.keys() - set(exact))
    partner = {name: name for name in exact} | recased
    missing = [name for name in left if name not in partner]
    extra = [name for name in right if name not in set(partner.values())]
    strangers = [column.name for column in _strangers(avatar, options)]
    if missing or extra or strangers:
        raise _different_columns(original, avatar, missing, extra + strangers)
    if not partner:
        message = "no column is left to compare"
        raise ColumnError(message, "name the columns with --columns, or exclude fewer")
    pairs = tuple(
        NamePair(original=columns[0], avatar=right[partner[name]][0])
        for name, columns in left.items()
    )
    findings = (
        *_note_recased([pair for pair in pairs if pair.name in recased]),
        *_note_dropped(dropped),
        *_warn_of_unnamed(pairs),
    )
    return pairs, findings


def _check_options(original: Relation, avatar: Relation, options: Options) -> None:
    names = {column.name for column in original.columns}
    others = {column.name for column in avatar.columns}
    known = names | {n for n in others if n not in options.rename.values()}
    for option, wanted in (
        ("--columns", options.columns or ()),
        ("--exclude", options.exclude),
        ("--cast", options.cast),
    ):
        for name in wanted:
            if name not in known:
                message = f"{option} names a column that neither side has: {shown([name])}"
                raise OptionError(message, f"the original has {shown(list(names))}")
    for name, avatar_name in options.rename.items():
        if name not in names:
            message = f"--rename: the original has no column {shown([name])}"
            raise OptionError(message, f"it has {shown(list(names))}")
        if avatar_name not in others:
            message = f"--rename: the avatar has no column {shown([avatar_name])}"
            raise OptionError(message, f"it has {shown(list(others))}")
    repeated = [n for n, k in Counter(options.rename.values()).items() if k > 1]
    if repeated:
        message = f"--rename gives two columns of the original one partner: {shown(repeated)}"
        raise OptionError(message)


def _pandas_indexes(relations: Iterable[Relation], options: Options) -> set[str]:
    """Return the names of index columns, less those that the user names on purpose."""
    meant = {*(options.columns or ()), *options.rename, *options.rename.values(), *options.exclude}
    names = {column.name for relation in relations for column in relation.columns}
    return {name for name in names if _PANDAS_INDEX.fullmatch(name)} - meant


_Wanted = Iterable[tuple[str, Column]]


def _wanted_of_original(relation: Relation, options: Options, dropped: set[str]) -> _Wanted:
    """Yield the columns of the original that take part, with their names."""
    for column in relation.columns:
        name = column.name
        selected = options.columns is None or name in options.columns
        if selected and name not in options.exclude and name not in dropped:
            yield name, column


def _wanted_of_avatar(relation: Relation, options: Options, dropped: set[str]) -> _Wanted:
    """Yield the columns of the avatar that take part, with their names in the original.

    Of selected columns, one in another case is wanted where none has the very name.
    """
    renamed = {avatar_name: name for name, avatar_name in options.rename.items()}
    names = {renamed.get(column.name, column.name) for column in relation.columns}
    selected = options.columns
    folded = {name.casefold() for name in selected or () if name not in names}
    for column in relation.columns:
        name = renamed.get(column.name, column.name)
        left_out = name in options.exclude or column.name in dropped
        if left_out or (column.name in options.rename and column.name not in renamed):
            continue
        if selected is None or name in selected or name.casefold() in folded:
            yield name, column


def _strangers(avatar: Relation, options: Options) -> Iterable[Column]:
    """Yield columns of the avatar whose namesake in the original has been given another partner."""
    renamed = set(options.rename.values())
    for column in avatar.columns:
        namesake = column.name in options.rename and column.name not in renamed
        if namesake and options.columns is None and column.name not in options.exclude:
            yield column


def _by_name(columns: _Wanted) -> dict[str, list[Column]]:
    named: dict[str, list[Column]] = {}
    for name, column in columns:
        named.setdefault(name, []).append(column)
    return named


def _recased(left: Iterable[str], right: Iterable[str]) -> dict[str, str]:
    """Pair names that differ only by case, where this leaves no choice."""
    folded_left, folded_right = _by_folded_name(left), _by_folded_name(right)
    return {
        names[0]: folded_right[key][0]
        for key, names in folded_left.items()
        if len(names) == 1 and len(folded_right.get(key, ())) == 1
    }


def _refuse_repeated_names(relation: Relation, columns: Mapping[str, list[Column]]) -> None:
    repeated = [name for name, found in columns.items() if len(found) > 1]
    if repeated:
        message = (
            f"{relation.role} {relation.label}: the same name occurs more than once: "
            f"{shown(repeated)}"
        )
        raise ColumnError(message, "leave them out with --exclude, or name them apart in the file")


def _by_folded_name(columns: Iterable[str]) -> dict[str, list[str]]:
    folded: dict[str, list[str]] = {}
    for name in columns:
        folded.setdefault(name.casefold(), []).append(name)
    return folded


def _different_columns(
    original: Relation, avatar: Relation, missing: list[str], extra: list[str]
) -> ColumnError:
    parts = []
    if missing:
        parts.append(f"only in the original: {shown(missing)}")
    if extra:
        parts.append(f"only in the avatar: {shown(extra)}")
    message = f"{original.label} and {avatar.label} have different columns; {'; '.join(parts)}"
    folded = {name.casefold() for name in missing} & {name.casefold() for name in extra}
    if folded:
        return ColumnError(
            f"{message} (names that differ only by upper and lower case are ambiguous here)",
            "pair them with --rename ORIGINAL=AVATAR, or leave them out with --exclude",
        )
    return ColumnError(
        message,
        _hint_without_header(original, avatar, missing, extra)
        or "compare the common ones with --columns, leave some out with --exclude, "
        "or pair them with --rename ORIGINAL=AVATAR",
    )


def _hint_without_header(
    original: Relation, avatar: Relation, missing: list[str], extra: list[str]
) -> str | None:
    """Say how the columns of a file without a header get names: never by their position."""
    for relation, names, pair in (
        (original, missing, "{}=NAME"),
        (avatar, extra, "NAME={}"),
    ):
        if relation.reading is not None and not relation.reading.header and names:
            return (
                f"the {relation.role} is read as having no header: export it with one and pass "
                f"--header, or pair the columns with --rename {pair.format(names[0])} and so on"
            )
    return None


def shown(names: Sequence[str], limit: int = 12) -> str:
    """List names for a message: quoted, control characters escaped, a dozen at most, none long."""
    few = ", ".join(map(quoted, names[:limit]))
    return f"{few} and {len(names) - limit} more" if len(names) > limit else few


def _note_recased(pairs: Sequence[NamePair]) -> Iterable[Finding]:
    if pairs:
        names = [
            phrase("name-pair", original=quoted(pair.name), avatar=quoted(pair.avatar.name))
            for pair in pairs
        ]
        yield Finding(
            code="name-case",
            severity="note",
            columns=tuple(pair.name for pair in pairs),
            said=phrase("finding-name-case", pairs=listed(names)),
        )


def _note_dropped(names: set[str]) -> Iterable[Finding]:
    if names:
        yield Finding(
            code="index-column",
            severity="note",
            columns=tuple(sorted(names)),
            said=phrase("finding-index-column", columns=listed(map(quoted, sorted(names)))),
        )


def _warn_of_unnamed(pairs: Sequence[NamePair]) -> Iterable[Finding]:
    names = [pair.name for pair in pairs if _ROW_NUMBER_NAMES.fullmatch(pair.name)]
    if names:
        yield Finding(
            code="unnamed-column",
            severity="warning",
            columns=tuple(names),
            said=phrase("finding-unnamed-column", columns=listed(map(quoted, names))),
        )
