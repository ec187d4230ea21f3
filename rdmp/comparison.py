"""Two sources, opened and aligned: what every command stands on.

sources -> relations -> facts -> alignment -> compared views; then plans and findings take over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from rdmp.alignment.align import Aligner, Alignment
from rdmp.alignment.questions import Question
from rdmp.alignment.stops import Offence
from rdmp.asking import Lines, ask, confirmed_rows, no_rows, placed
from rdmp.errors import OptionError, RdmpError
from rdmp.headers import refuse_forgotten_header
from rdmp.options import Options, Role, is_engine
from rdmp.plans import SAMPLE, Layout, RowsDifferError, Sizes, promising
from rdmp.recorded import Recorded
from rdmp.result import Finding
from rdmp.seam import Engine, Relation, RowEngine, Survey
from rdmp.sources import Files, Source, resolve
from rdmp.sources.watch import Watch
from rdmp.templates import render
from rdmp.views import define_views


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Both sides, ready to be compared: the views ``original_compared`` and ``avatar_compared``.

    ``rows`` holds the number of rows of each side that its source or a full pass has told already;
    `define_sample` keeps some of them. Those of ``uncounted`` sides are records told by lines, and
    no pass over the records has counted them. ``answers`` are the facts that alignment has asked
    for. ``watch`` has looked at the files, and looks again when the comparison ends.
    """

    engine: Recorded
    original: Relation
    avatar: Relation
    alignment: Alignment
    layout: Layout
    rows: Mapping[Role, int]
    answers: Mapping[Question, Any]
    watch: Watch
    uncounted: frozenset[Role] = frozenset()

    def relation(self, role: Role) -> Relation:
        """Return one of the two sides."""
        return self.avatar if role == "avatar" else self.original

    @property
    def sizes(self) -> Sizes | None:
        """Rows of both sides, if both are known before anything is counted."""
        if len(self.rows) < 2:
            return None
        return Sizes(original=self.rows["original"], avatar=self.rows["avatar"])


def open_engine(
    options: Options, sources: Iterable[Source], folders: Iterable[Path] = ()
) -> Engine:
    """Open the engine that the options ask for, and seal it if it is ours alone.

    Parameters
    ----------
    options : Options
    sources : iterable of Source
        All that will be registered: nothing else can be opened.
    folders : iterable of Path
        Where the engine will write.
    """
    if options.elsewhere:
        from rdmp.engines.spark import SparkEngine

        return SparkEngine(options)
    from rdmp.engines.duckdb import DuckDBEngine

    engine = DuckDBEngine(options)
    try:
        engine.seal(sources, folders)
    except BaseException:
        engine.close()
        raise
    return engine


def callers_engine(options: Options) -> Engine | None:
    """Return the engine that the caller has opened, and closes; None if none was passed."""
    return cast("Engine", options.engine) if is_engine(options.engine) else None


@contextmanager
def compare(  # noqa: PLR0913 - as many as may have to be opened
    original: object,
    avatar: object,
    options: Options,
    engine: Engine | None = None,
    *,
    further: Iterable[Source] = (),
    folders: Iterable[Path] = (),
    counted_later: bool = False,
) -> Iterator[Comparison]:
    """Open and align two sources, and close what was opened.

    Parameters
    ----------
    original, avatar : path-like or object
        What the user hands over.
    options : Options
    engine : Engine, optional
        An engine that the caller has opened, and closes; that of the options without it.
    further : iterable of Source
        What will be registered beside the two: the engine that is opened here is sealed.
    folders : iterable of Path
        Where it will write.
    counted_later : bool
        Whether the caller counts all rows first of all, and calls `count_records` where they are
        not as many as ``rows`` says.

    Raises
    ------
    InputError
        If a source cannot be read, or columns cannot be paired or compared exactly.
    EngineError
        If the engine fails.
    """
    sources: dict[Role, Source] = {
        "original": resolve(original, "original", elsewhere=options.elsewhere),
        "avatar": resolve(avatar, "avatar", elsewhere=options.elsewhere),
    }
    _check_exports(sources, options)
    watch = Watch(sources.values())
    callers = engine or callers_engine(options)
    opened = callers or open_engine(options, (*sources.values(), *further), folders)
    recorded = Recorded(opened)
    try:
        noted = verified(sources, options)
        left = recorded.register("original", sources["original"], options.reading("original"))
        right = recorded.register("avatar", sources["avatar"], options.reading("avatar"))
        sides = Aligner(left, right, options)
        # What else is opened may have to be typed by the tokens of these sides, one by one.
        lines = None if further else Lines(tuple(sides.text_pairs()), counted_later=counted_later)
        comparison = _aligned(recorded, sides, watch, lines)
        found = comparison.alignment.findings + noted
        yield replace(comparison, alignment=replace(comparison.alignment, findings=found))
        watch.check()
    except RdmpError:
        watch.check()  # whatever went wrong, a file that was changed is the reason
        raise
    finally:
        if callers is None:
            recorded.close()


def verified(sources: Mapping[Role, Source], options: Options) -> tuple[Finding, ...]:
    """Verify the checksums of sources if the options say so; return what could not be verified.

    Raises
    ------
    SourceError
        If a page is damaged.
    """
    if not options.verify_checksums:
        return ()
    from rdmp.readers.checksums import verify

    return tuple(found for role, source in sources.items() for found in verify(role, source))


def _check_exports(sources: Mapping[Role, Source], options: Options) -> None:
    """Stop where an export is named for what is no text file, or its header was forgotten."""
    texts = {
        role: (source, options.reading(role))
        for role, source in sources.items()
        if isinstance(source, Files) and source.format == "delimited"
    }
    sides: tuple[tuple[str, str | None, tuple[Role, ...]], ...] = (
        ("--original-export", options.original_export, ("original",)),
        ("--avatar-export", options.avatar_export, ("avatar",)),
        ("--export", options.export, ("original", "avatar")),
    )
    for option, export, whose in sides:
        if export is not None and not texts.keys() & set(whose):
            labels = " and ".join(sources[role].label for role in whose)
            message = f"{option} {export} says how text is written, but {labels} holds none"
            raise OptionError(message, f"leave {option} out")
    if not (options.no_header or options.original_no_header or options.avatar_no_header):
        refuse_forgotten_header(texts)


def compare_again(comparison: Comparison, avatar: Source, options: Options) -> Comparison:
    """Compare the same original with another avatar, on the same engine.

    The original is not opened again: a one-pass reader could not be. What the first comparison
    has defined is replaced. The other avatar is not watched: whoever wrote it moves it meanwhile.
    """
    engine = comparison.engine
    relation = engine.register("avatar", avatar, options.reading("avatar"))
    # A watch of its own: the file may be one of ours, which gets another name when all is well.
    sides = Aligner(comparison.original, relation, options)
    return _aligned(engine, sides, Watch([avatar]))


def row_engine(engine: Engine) -> RowEngine:
    """Return the engine as one that can tell single rows.

    Raises
    ------
    OptionError
        If it cannot.
    """
    if isinstance(engine, RowEngine):
        return engine
    raise _counting_only(engine.name)


def refuse_counting_engine(options: Options) -> None:
    """Refuse, before anything is opened, an engine that cannot tell single rows.

    Raises
    ------
    OptionError
    """
    callers = callers_engine(options)
    if callers is not None:
        row_engine(callers)
    elif options.elsewhere:
        raise _counting_only("spark")


def _counting_only(name: str) -> OptionError:
    message = f"the engine {name} can count rows, but not tell where each one stands"
    return OptionError(message, "use DuckDB for this command")


def count_records(comparison: Comparison) -> None:
    """Count the records of sides that nobody has counted yet, and read them right from now on.

    Raises
    ------
    RowsDifferError
        If there are not as many as the lines have told.
    """
    for role in comparison.uncounted:
        seen = confirmed_rows(comparison.engine, comparison.relation(role))
        if seen != comparison.rows[role]:
            raise RowsDifferError(comparison.rows[role], seen, role)


def _aligned(
    engine: Recorded, aligner: Aligner, watch: Watch, lines: Lines | None = None
) -> Comparison:
    original, avatar = relations = (aligner.original, aligner.avatar)
    rows: dict[Role, int] = {one.role: one.rows for one in relations if one.rows is not None}
    for relation in relations:
        if relation.rows == 0:
            raise no_rows(relation)
    try:
        answers = ask(engine, relations, aligner.ask_tokens(), rows, lines)
        answers |= ask(engine, relations, aligner.ask_values(answers), rows)
        alignment = aligner.align(answers)
    except Offence as offence:
        raise placed(engine, relations, offence) from None
    layout = define_views(engine, relations, alignment)
    return Comparison(
        engine=engine,
        original=original,
        avatar=avatar,
        alignment=alignment,
        layout=layout,
        rows=rows,
        answers=answers,
        watch=watch,
        uncounted=frozenset() if lines is None else frozenset(lines.uncounted),
    )


def define_sample(comparison: Comparison, role: Role = "original") -> Survey:
    """Keep some compared rows of the original as ``original_sample``; return the survey.

    ``avatar_sample`` is the same of the avatar.
    """
    survey = comparison.engine.survey(comparison.relation(role))
    _keep_sample(comparison, role, survey, comparison.layout.columns)
    return survey


def define_key_sample(comparison: Comparison) -> Survey | None:
    """Keep some rows as ``original_sample``, in the columns alone that a key may be made of.

    None, and nothing kept, where no plan would make use of it.
    """
    survey = comparison.engine.survey(comparison.original)
    if not survey.pruning_pays:
        return None
    _keep_sample(comparison, "original", survey, promising(comparison.layout, survey))
    return survey


def _keep_sample(
    comparison: Comparison, role: Role, survey: Survey, wanted: Collection[str]
) -> None:
    engine = comparison.engine
    engine.define(f"{role}_few", survey.sample)
    columns = [one for one in comparison.layout.made[role] if one.name in wanted]
    few = render("compared", engine.syntax, relation=f"{role}_few", expressions=columns)
    engine.materialize(SAMPLE if role == "original" else f"{role}_sample", few)


def redefine(comparison: Comparison, alignment: Alignment) -> Comparison:
    """Compare the same relations in other forms: both compared views are defined anew."""
    relations = (comparison.original, comparison.avatar)
    layout = define_views(comparison.engine, relations, alignment)
    return replace(comparison, alignment=alignment, layout=layout)
