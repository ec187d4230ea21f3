"""The soak in its reduced form: a few hundred random pairs, and none of them wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import soaking

from benchmarks import soak

if TYPE_CHECKING:
    import pytest


def test_few_hundred_random_pairs_of_every_kind_are_counted_right_or_stop() -> None:
    tallies = soak.soak(150, first_seed=7)
    assert list(tallies) == list(soaking.KINDS)
    for kind, tally in tallies.items():
        assert tally.faults == [], kind
        assert tally.pairs > 0
        assert sum(tally.outcomes.values()) == tally.pairs
        assert tally.outcomes["right"] > tally.pairs / 3
    assert "150 pairs, 0 wrong" in soak.figures(tallies, 7)


def test_a_wrong_count_is_told_as_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(case: object, bench: soaking.Bench) -> str:
        raise AssertionError

    kinds = {"plans": (soaking.plan_cases(), judge, 1.0)}
    monkeypatch.setattr(soaking, "KINDS", kinds)
    tallies = soak.soak(5, first_seed=7)
    assert tallies["plans"].outcomes["wrong"] == tallies["plans"].pairs == 5
    assert len(tallies["plans"].faults) == 5
