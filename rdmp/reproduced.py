"""`write_rows`: which unique original rows were reproduced, by where they stand.

By default no value of the data is written: a row is its file, its number in the file, how often it
stands among the avatars, and a digest of a canonical rendering of its values
(``sql/canonical.sql``), salted with bytes that are written nowhere.
"""

from __future__ import annotations

import os
import secrets
import time
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Literal, Unpack

from rdmp.alignment.clocks import instants
from rdmp.comparison import Comparison, compare, refuse_counting_engine, row_engine
from rdmp.errors import EngineError, OptionError
from rdmp.evaluation import count_all, in_order
from rdmp.forms import Form, conversion
from rdmp.options import Keywords, Options
from rdmp.output.names import FORMULA, NUMBER, distinct, harmless
from rdmp.output.pending import check_target, local_path, pending_file, refuse_inputs, writing
from rdmp.plans.reproduced import Rendered, Shown, find_originals
from rdmp.reproduced_result import ReproducedRows
from rdmp.result import Counts
from rdmp.seam import Statement, Type
from rdmp.sources import Files, Frame, resolve
from rdmp.sources.buckets import filesystem
from rdmp.templates import render

FileForm = Literal["csv", "parquet"]

_FORMS: dict[str, FileForm] = {
    ".csv": "csv",
    ".parquet": "parquet",
    ".pqt": "parquet",
    ".pq": "parquet",
    ".parq": "parquet",
}

PLACES = ("original_file", "original_row", "avatar_rows")

LEAST_SALT = 16
"""Bytes of a salt at least: a shorter one can be guessed, and with it the rows."""

_NUMBERS = {"boolean", "integer", "decimal", "float"}
_TEXT = Type(kind="text", stored="VARCHAR")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Request:
    """What is to be written, as asked for."""

    target: Path
    form: FileForm
    values: bool
    salt: bytes


def write_rows(  # noqa: PLR0913 - as many as the user may want
    original: object,
    avatar: object,
    output: str | os.PathLike[str],
    *,
    values: bool = False,
    salt_file: str | os.PathLike[str] | None = None,
    force: bool = False,
    **keywords: Unpack[Keywords],
) -> ReproducedRows:
    """Write which unique original rows stand among the avatars.

    It answers: whose rows are these? One row of the file is a matched row of `evaluate`, with

    * ``original_file``: the file in which it stands; missing for an object in memory;
    * ``original_row``: its number there, from 1. Rows of data are counted: neither the header, nor
      blank lines of text with more than one column, and a record with line breaks is one. Missing
      where rows have no number that stays: in a table of a database, of Delta Lake or Iceberg, and
      in several part files that are neither Parquet nor text without escapes;
    * ``avatar_rows``: how often it stands among the avatars, at least 1;
    * ``sha256``: SHA-256 of the salt and the canonical rendering of its compared columns in the
      order of their names (``sql/canonical.sql``), in hexadecimal digits. One row has one digest
      under one salt, whether it is read from text or from Parquet.

    Rows are ordered by file and number. In CSV every field is quoted, and a text that a spreadsheet
    may take for a formula has an apostrophe before it, as has one that begins with an apostrophe.

    Parameters
    ----------
    original, avatar : path-like or object
        As those of `evaluate`.
    output : path-like
        A file that ends in ``.csv`` or ``.parquet``; only its owner may read it.
    values : bool
        Write all columns of the original in place of the digest: personal data. Intervals and
        integers of 128 bits are written as text, durations as whole numbers of their unit.
    salt_file : path-like, optional
        A file whose bytes, at least 16, are the salt; without it, 32 random bytes that are written
        nowhere, so that no digest can be computed again.
    force : bool
        Replace a file that stands there.
    **keywords
        See `Options`.

    Returns
    -------
    ReproducedRows

    Raises
    ------
    InputError
        As `evaluate`; also if the output exists, or is or lies in a source.
    EngineError
        As `evaluate`; also if the rows are not as many as `evaluate` counts.
    """
    start = time.perf_counter()
    options = Options(**keywords)
    refuse_meaningless(options)
    if values and salt_file is not None:
        message = "--values writes the rows themselves, and --salt-file is for their digests"
        raise OptionError(message, "leave one of the two out")
    refuse_counting_engine(options)
    target = local_path(output)
    salt = _salt(salt_file)
    request = _Request(target=target, form=_form(target), values=values, salt=salt)
    refuse_sources(target, original, avatar)
    refuse_inputs(target, [] if salt_file is None else [Path(salt_file)])
    check_target(target, force=force)
    with compare(original, avatar, options, folders=[target.parent]) as comparison:
        rows = row_engine(comparison.engine.engine)
        task, survey, counts = count_all(comparison, options)
        numbered = rows.number(comparison.original)
        _agree(find_originals(comparison.engine, task, survey, numbered), counts)
        places = _places(original, options)
        shown, omitted = _shown(comparison) if values else ((), ())
        statement = (
            _values(comparison, request, places, shown)
            if values
            else _digests(comparison, request, places)
        )
        with pending_file(target, force=force, private=True) as path, writing(target):
            _agree(rows.write(statement, path, request.form), counts)
        names = {column.sql_name: column.name for column in comparison.original.columns}
        given = [(names[one.column], one.name) for one in shown]
        return ReproducedRows(
            original=comparison.original.label,
            avatar=comparison.avatar.label,
            output=str(target),
            counts=counts,
            identified_by="values" if values else "salted digest" if salt_file else "digest",
            are_placed=places.known,
            omitted_columns=omitted,
            renamed_columns=tuple((one, other) for one, other in given if one != other),
            findings=in_order(comparison.alignment.findings),
            seconds=time.perf_counter() - start,
        )


def refuse_meaningless(options: Options) -> None:
    """Stop at options that have no meaning where single rows are told.

    Raises
    ------
    OptionError
    """
    if options.quick:
        message = "--quick has no meaning here: the rows themselves are looked for"
        raise OptionError(message, "leave it out")
    if options.second_look == "always":
        message = "--second-look has no meaning here: only rows that are equal are looked for"
        raise OptionError(message, "leave it out; evaluate looks again")


def refuse_sources(target: Path, *given: object, elsewhere: bool = False) -> None:
    """Stop where an output would be, replace or come to stand among what is read.

    Raises
    ------
    OptionError
        Whether or not the user wants to overwrite.
    """
    for one in given:
        source = resolve(one, "original", elsewhere=elsewhere)
        if not isinstance(source, Files):
            continue
        folder = [source.root] if source.root is not None and Path(source.label).is_dir() else []
        here = [path for path in source.paths if filesystem(path) is None]  # none of a bucket
        refuse_inputs(target, [*here, *folder])
        pattern, place = Path(source.label).absolute(), str(target.absolute())
        if source.root is not None and not folder and fnmatch(place, str(pattern)):
            message = f"the output {target} fits the pattern of what is read: {source.label}"
            raise OptionError(message, "write to another place")


_IN_ORDER = {"json", "arrow", "orc", "avro", "excel", "sas", "stata", "spss"}
"""Formats that are read from the first row to the last; a table of a database has no order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Places:
    """Where rows can stand: the name of each part, and whether a number in it means anything."""

    labels: list[str | None]
    known: bool


def _places(given: object, options: Options) -> _Places:
    """Return where rows of the original can stand; no number is told that may be another's."""
    source = resolve(given, "original")
    if isinstance(source, Frame):
        return _Places(labels=[None], known=True)
    if not isinstance(source, Files):
        return _Places(labels=[source.label], known=False)
    export = options.reading("original").export
    is_plain = export is None or export.escapes == "none"
    if source.format == "parquet" or (source.format == "delimited" and is_plain):
        return _Places(labels=[str(path) for path in source.paths], known=True)
    in_order = source.format in _IN_ORDER or source.format == "delimited"
    # Several parts are numbered as one table, which would be no number in a file.
    return _Places(labels=[source.label], known=in_order and len(source.paths) == 1)


def _form(target: Path) -> FileForm:
    form = _FORMS.get(target.suffix.lower())
    if form is None:
        message = f"the output {target} is neither .csv nor .parquet by its name"
        raise OptionError(message, "name it so: its ending decides how it is written")
    return form


def _salt(file: str | os.PathLike[str] | None) -> bytes:
    if file is None:
        return secrets.token_bytes(32)
    try:
        salt = Path(file).read_bytes()
    except (OSError, ValueError) as problem:  # ValueError: a null byte
        why = getattr(problem, "strerror", None) or "no file has such a name"
        message = f"cannot read the salt file {os.fspath(file)}: {why}"
        raise OptionError(message, "make one: head -c 32 /dev/urandom > FILE") from None
    if len(salt) < LEAST_SALT:
        message = f"the salt file {os.fspath(file)} has {len(salt)} bytes, which can be guessed"
        raise OptionError(message, "make one of random bytes: head -c 32 /dev/urandom > FILE")
    return salt


def _agree(rows: int, counts: Counts) -> None:
    """Refuse to write other rows than those that were counted in another way."""
    if rows != counts.matched_rows:
        message = f"{rows} reproduced rows were found, and {counts.matched_rows} were counted"
        raise EngineError(message, "was a file changed meanwhile? run it again")


def _digests(comparison: Comparison, request: _Request, places: _Places) -> Statement:
    by_name = sorted(comparison.alignment.columns, key=lambda one: one.original.name)
    columns = []
    for aligned in by_name:
        meaning, name = aligned.meaning, aligned.original.sql_name
        is_moment = meaning.type.kind in {"timestamp", "instant"}
        form: Form = (meaning.chain,)
        if is_moment:
            form = (*instants(meaning), (*meaning.chain, conversion("cast_as", _TEXT)))
        columns.append(Rendered(column=name, form=form, type=meaning.type, is_moment=is_moment))
    return render(
        "reproduced_digests",
        comparison.engine.syntax,
        bind=(request.salt.hex(),),
        columns=columns,
        labels=places.labels,
        placed=places.known,
        formula=FORMULA if request.form == "csv" else None,
        number=NUMBER,
    )


def _shown(comparison: Comparison) -> tuple[tuple[Shown, ...], tuple[str, ...]]:
    """Return the columns of the original that are written, and the inexact ones that are not."""
    columns = comparison.original.columns
    exact = [one for one in columns if one.type.flaw is None and one.type.kind != "other"]
    names = distinct([*PLACES, *(one.name for one in exact)])[len(PLACES) :]
    shown = tuple(
        Shown(
            column=column.sql_name,
            name=name,
            is_text=column.type.kind not in _NUMBERS,
            as_text=_is_lost(column.type),
        )
        for column, name in zip(exact, names, strict=True)
    )
    return shown, tuple(one.name for one in columns if one not in exact)


def _is_lost(stored: Type) -> bool:
    """Tell whether a value of this type would lose something in a Parquet file of the engine."""
    wide = stored.kind == "integer" and stored.bits > 64
    return wide or stored.kind == "interval" or any(_is_lost(one) for _, one in stored.fields)


def _values(
    comparison: Comparison,
    request: _Request,
    places: _Places,
    shown: tuple[Shown, ...],
) -> Statement:
    is_csv = request.form == "csv"
    if is_csv:
        shown = tuple(
            replace(one, name=harmless(one.name), as_text=one.as_text or one.is_text)
            for one in shown
        )
    return render(
        "reproduced_values",
        comparison.engine.syntax,
        columns=shown,
        labels=places.labels,
        placed=places.known,
        titles=PLACES,
        formula=FORMULA if is_csv else None,
        number=NUMBER,
    )
