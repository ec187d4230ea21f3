"""Which column of the avatar is which column of the original (COMPARISON.md, rules 1 to 3)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rdmp.errors import ColumnError, OptionError
from rdmp.options import Options
from rdmp.result import Finding
from rdmp.seam import Column, Relation

_PANDAS_INDEX = re.compile(r"__index_level_\d+__")
_ROW_NUMBER_NAMES = re.compile(r"|Unnamed: \d+|column0")


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
    renamed = {avatar_name: name for name, avatar_name in options.rename.items()}
    selected = None if options.columns is None else list(options.columns)
    # A column set that the user spelt out takes an index column as it takes any other.
    dropped = {
        column.name
        for relation in (original, avatar)
        for column in relation.columns
        if _PANDAS_INDEX.fullmatch(column.name) and column.name not in (selected or ())
    } - set(options.rename)
    left = _wanted(original, {}, selected, options, dropped)
    right = _wanted(avatar, renamed, selected, options, dropped)
    for relation, columns in ((original, left), (avatar, right)):
        _refuse_repeated_names(relation, columns)

    pairs: list[NamePair] = []
    recased: list[NamePair] = []
    rest = dict(right)
    for name, column in left.items():
        if name in rest:
            pairs.append(NamePair(original=column[0], avatar=rest.pop(name)[0]))
    taken = {pair.name for pair in pairs}
    folded = _by_folded_name(rest)
    for name, column in left.items():
        others = folded.get(name.casefold(), [])
        if name not in taken and len(others) == 1:
            own = [n for n in left if n not in taken and n.casefold() == name.casefold()]
            if len(own) == 1:
                recased.append(NamePair(original=column[0], avatar=rest.pop(others[0])[0]))
    matched = {pair.name for pair in (*pairs, *recased)}
    missing = [name for name in left if name not in matched]
    if missing or rest:
        raise _different_columns(original, avatar, missing, list(rest))
    if not matched:
        message = "no column is left to compare"
        raise ColumnError(message, "name the columns with --columns, or exclude fewer")
    order = {column.sql_name: i for i, column in enumerate(original.columns)}
    chosen = sorted((*pairs, *recased), key=lambda pair: order[pair.original.sql_name])
    findings = (*_recased(recased), *_dropped(dropped), *_unnamed(chosen))
    return tuple(chosen), findings


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


Named = dict[str, list[Column]]


def _wanted(
    relation: Relation,
    renamed: dict[str, str],
    selected: Sequence[str] | None,
    options: Options,
    dropped: set[str],
) -> Named:
    """Return the columns of one side that take part, by their name in the original."""
    columns: Named = {}
    for column in relation.columns:
        name = renamed.get(column.name, column.name)
        if renamed and column.name in options.rename and name == column.name:
            # This name of the avatar is a partner's old name: it is a column of its own.
            pass
        if name in options.exclude or (column.name in dropped and name not in options.rename):
            continue
        if selected is not None and name not in selected:
            folded = {other.casefold() for other in selected}
            if relation.role == "original" or name.casefold() not in folded:
                continue
        columns.setdefault(name, []).append(column)
    if selected is not None and relation.role == "avatar":
        exact = {name for name in columns if name in selected}
        done = {name.casefold() for name in exact}
        columns = {n: c for n, c in columns.items() if n in exact or n.casefold() not in done}
    return columns


def _refuse_repeated_names(relation: Relation, columns: Named) -> None:
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
        "compare the common ones with --columns, leave some out with --exclude, "
        "or pair them with --rename ORIGINAL=AVATAR",
    )


def shown(names: Sequence[str], limit: int = 12) -> str:
    """List names for a message: quoted, control characters escaped, not more than a dozen."""
    listed = ", ".join(repr(name) for name in names[:limit])
    return f"{listed} and {len(names) - limit} more" if len(names) > limit else listed


def _recased(pairs: Sequence[NamePair]) -> Iterable[Finding]:
    if pairs:
        listed = ", ".join(f"{pair.name!r} with {pair.avatar.name!r}" for pair in pairs)
        yield Finding(
            code="name-case",
            severity="note",
            columns=tuple(pair.name for pair in pairs),
            message=f"Columns whose names differ only by upper and lower case were paired: {listed}.",
            remedy="If they are different columns, exclude them.",
        )


def _dropped(names: set[str]) -> Iterable[Finding]:
    if names:
        yield Finding(
            code="index-column",
            severity="note",
            columns=tuple(sorted(names)),
            message="An index that pandas stored beside the data was left out: "
            f"{shown(sorted(names))}.",
            remedy="To compare it, name it with --columns.",
        )


def _unnamed(pairs: Sequence[NamePair]) -> Iterable[Finding]:
    names = [pair.name for pair in pairs if _ROW_NUMBER_NAMES.fullmatch(pair.name)]
    if names:
        yield Finding(
            code="unnamed-column",
            severity="warning",
            columns=tuple(names),
            message=f"A column without a name of its own takes part: {shown(names)}. Such a column "
            "often holds row numbers, and a row number forbids every match.",
            remedy="If it is a row number, leave it out: --exclude '\"\"' is the column without a "
            "name.",
        )
