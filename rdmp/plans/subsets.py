"""Unique and matched rows on many sets of columns of one pair, from a few passes over it.

Left out one at a time, twenty columns are twenty questions about nearly the same rows. For a set
of key columns K, all questions that ask about K and more are answered together:

1. Original rows whose key neither repeats nor stands among the avatars are unique and match
   nothing, whichever columns stand beside K (`pruned`). The rest are candidates.
2. Candidates are grouped once by all columns, with their repeats counted: distinct rows.
3. A distinct row that is alone with its key stays alone on any columns that hold K: settled. Only
   the others are open, and are grouped again for each question.

All three hold for any K, exactly: a key that two different rows share by collision leaves both
open. A second K, without a column of the first, answers the questions that leave out a column of
the first. Where no such K tells the rows apart, a question gets a K of its own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rdmp.forms import Expression
from rdmp.plans import pruned
from rdmp.plans.choice import MOSTLY_REPEATED
from rdmp.plans.definition import Layout, Sizes
from rdmp.plans.keys import CANDIDATES, Keys
from rdmp.plans.pruned import MOST_CANDIDATES, WHOLE_BITS
from rdmp.result import Counts
from rdmp.seam import Engine
from rdmp.templates import render

DISTINCT_ROW = "distinct_row"
OPEN_ROW = "open_row"

SPARE_BITS = 6

TELLS_APART = 0.9
"""Share of a sample's distinct rows that a set of keys must tell apart to serve many questions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Sets of columns of one pair, to be counted together.

    Attributes
    ----------
    whole : Layout
        All columns.
    members : tuple of Layout
        Parts of the whole, each with a column at least.
    bits : mapping of str to float
        What each column of the whole tells: minus log2 of the share of pairs of original rows that
        it leaves together. It decides speed, never a count.
    sizes : Sizes
        Rows of both sides.
    sample : str or None
        A relation with some compared rows of the original; None for a pair so small that it is
        grouped by all columns without a look.
    """

    whole: Layout
    members: tuple[Layout, ...]
    bits: Mapping[str, float]
    sizes: Sizes
    sample: str | None


def count_each(engine: Engine, family: Family) -> tuple[Counts, ...]:
    """Count n, unique and matched rows on each member, in the order of the members."""
    counting = _Counting(engine, family)
    counted: dict[Layout, Counts] = {}
    pending = list(dict.fromkeys(family.members))
    while pending:
        keys = counting.keys_for(pending)
        served = [member for member in pending if set(keys).issubset(member.columns)]
        counted |= zip(served, counting.serve(keys, served), strict=True)
        pending = [member for member in pending if member not in counted]
    return tuple(counted[member] for member in family.members)


@dataclass(slots=True)
class _Counting:
    """The passes over one pair; ``is_whole`` tells that the distinct rows are those of all rows."""

    engine: Engine
    family: Family
    is_whole: bool = False
    distinct: int = 0
    _told: dict[tuple[str, ...], tuple[tuple[str, ...], int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.family.sample is None:
            self._group("original_compared", "avatar_compared", is_whole=True)

    def _bits(self, columns: Sequence[str]) -> float:
        return sum(self.family.bits[column] for column in columns)

    @property
    def wanted(self) -> float:
        """Bits that leave hardly a pair of different rows of both sides together."""
        sizes = self.family.sizes
        return math.log2(sizes.original) + math.log2(sizes.avatar) + SPARE_BITS

    @property
    def ranked(self) -> list[str]:
        """All columns, those that tell most first."""
        return sorted(self.family.bits, key=lambda column: -self.family.bits[column])

    def keys_for(self, pending: Sequence[Layout]) -> tuple[str, ...]:
        """Choose key columns that serve as many of the pending members as a good set can."""
        widest = max(pending, key=lambda member: len(member.columns))
        common = [
            column for column in self.ranked if all(column in member.columns for member in pending)
        ]
        if common:
            keys, told = self._choose(common)
            if len(pending) == 1 or told >= TELLS_APART * self.distinct:
                return keys
        return self._choose([one for one in self.ranked if one in widest.columns])[0]

    def _choose(self, columns: Sequence[str]) -> tuple[tuple[str, ...], int]:
        """Return the first few columns that tell rows apart, and how many of a sample they do."""
        asked = tuple(columns[:CANDIDATES])
        if asked not in self._told:
            statement = render(
                "sample_distinct",
                self.engine.syntax,
                sample=self.family.sample or DISTINCT_ROW,
                columns=list(self.family.whole.columns),
                candidates=list(asked),
            )
            sampled, distinct, *prefixes = self.engine.query(statement)[0]
            best = max(prefixes)
            enough = next(number for number, found in enumerate(prefixes, 1) if found == best)
            while enough < len(asked) and self._bits(asked[:enough]) < self.wanted:
                enough += 1
            self._told[asked] = asked[:enough], best
            if not self.distinct:
                self.distinct = distinct
                if self.family.sample is not None and distinct < MOSTLY_REPEATED * sampled:
                    self._group("original_compared", "avatar_compared", is_whole=True)
        return self._told[asked]

    def serve(self, keys: tuple[str, ...], members: Sequence[Layout]) -> list[Counts]:
        """Count members that all hold the key columns."""
        if not self.is_whole:
            self._prune(keys)
        return self._count(keys, members)

    def _prune(self, keys: tuple[str, ...]) -> None:
        """Group the candidates, or all rows where most are candidates."""
        engine, family = self.engine, self.family
        chosen = Keys(columns=keys, distinct=1.0)
        evidence = pruned.find(engine, chosen)
        if evidence.candidates > MOST_CANDIDATES * family.sizes.original:
            self._group("original_compared", "avatar_compared", is_whole=True)
            return
        views = pruned.candidate_views(family.whole, chosen, engine.syntax, pruned.KEY_BITS)
        for name, view in views:
            engine.define(name, view)
        self._group(
            "original_candidate", "avatar_candidate" if evidence.shared else None, is_whole=False
        )

    def _group(self, original: str, avatar: str | None, *, is_whole: bool) -> None:
        whole = self.family.whole
        statement = render(
            "distinct_rows",
            self.engine.syntax,
            columns=list(whole.columns),
            own=list(whole.own),
            original=original,
            avatar=avatar,
        )
        self.engine.materialize(DISTINCT_ROW, statement)
        self.is_whole = is_whole

    def _count(self, keys: tuple[str, ...], members: Sequence[Layout]) -> list[Counts]:
        """Count the settled rows once, and the open ones for each member."""
        engine, whole, n = self.engine, self.family.whole, self.family.sizes.original
        names, bits = list(keys), WHOLE_BITS
        open_keys = engine.materialize(
            pruned.CANDIDATE_KEY, render("open_keys", engine.syntax, keys=names, bits=bits)
        )
        grouped, unique, matched = map(
            int, engine.query(render("settled_counts", engine.syntax, keys=names, bits=bits))[0]
        )
        unique += n - grouped
        if not open_keys:
            same = Counts(original_rows=n, unique_rows=unique, matched_rows=matched)
            return [same] * len(members)
        columns = [*whole.columns, *whole.own, "originals", "avatars"]
        rows = render(
            "candidates",
            engine.syntax,
            relation=DISTINCT_ROW,
            expressions=[Expression(name, name) for name in columns],
            keys=[Expression(name, name) for name in names],
            bits=bits,
        )
        engine.materialize(OPEN_ROW, rows)
        found = []
        for member in members:
            statement = render(
                "open_counts", engine.syntax, columns=list(member.columns), own=list(member.own)
            )
            more_unique, more_matched = map(int, engine.query(statement)[0])
            counts = Counts(
                original_rows=n,
                unique_rows=unique + more_unique,
                matched_rows=matched + more_matched,
            )
            found.append(counts)
        return found
