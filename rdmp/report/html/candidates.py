"""The picture of several avatars: the score of each, over the number that sets it apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rdmp.candidates import best_first
from rdmp.report import sentences
from rdmp.report.characters import visible
from rdmp.report.html.drawing import COLOURS, WIDTH, Picture, Spec, decimal_comma, draw
from rdmp.result import TARGET

if TYPE_CHECKING:
    from rdmp.result import Evaluation
    from rdmp.words.catalogue import Words

_HEIGHT = 180
_MARGIN = 26  # on both sides, so that half a label fits
_LABEL = (50, 15)  # what a score takes, in pixels
_TICK = (24, 15)
_LETTERS = 40


def candidates_picture(
    words: Words, evaluations: Sequence[Evaluation], places: Sequence[float] | None
) -> Picture:
    """Show the score of each candidate.

    Parameters
    ----------
    words : Words
    evaluations : sequence of Evaluation
        With names as they are to be shown.
    places : sequence of float or None
        Where each stands on the axis; without it, each has a line of its own, the best first.
    """
    if places is None:
        evaluations = best_first(evaluations)
    lowest = min(80.0, *(one.score for one in evaluations))
    values = [
        {
            "row": number,
            "score": one.score,
            "shown": sentences.score(words, one),
            "name": _short(visible(one.avatar)),
            "colour": COLOURS["good" if one.meets_target else "bad"],
        }
        for number, one in enumerate(evaluations)
    ]
    said = ", ".join(
        words("label-and-value", label=visible(one.avatar), value=sentences.score(words, one))
        for one in evaluations
    )
    scale = {"domain": [lowest, 100], "nice": True}
    axis = {
        "title": "RDMP (%)",
        "tickCount": 5,
        "format": "~f",
        "labelExpr": decimal_comma(words, "datum.label"),
    }
    score = {"field": "score", "type": "quantitative", "scale": scale, "axis": axis}
    if places is None:
        spec = _lines(score)
    else:
        labels = decimal_comma(words, "'' + datum.value")
        spec = _curve(values, score, places, lowest, labels)
    return draw({**spec, "data": {"values": values}}, said)


def _lines(score: Spec) -> Spec:
    y: Spec = {"field": "row", "type": "ordinal", "axis": None}
    x = {**score, "axis": {**score["axis"], "grid": False}}
    return {
        "width": WIDTH - 50,
        "height": {"step": 36},
        "layer": [
            _target("x", score),
            {
                "mark": {"type": "point", "filled": True, "size": 80, "opacity": 1, "yOffset": 8},
                "encoding": {"x": x, "y": y, "color": {"field": "colour", "scale": None}},
            },
            {
                "mark": {"type": "text", "align": "left", "dx": 9, "dy": 8},
                "encoding": {"x": x, "y": y, "text": {"field": "shown"}},
            },
            {
                "mark": {"type": "text", "align": "left", "dy": -8, "color": COLOURS["quiet"]},
                "encoding": {"x": {"value": 0}, "y": y, "text": {"field": "name"}},
            },
        ],
    }


def _curve(
    values: list[Spec], score: Spec, places: Sequence[float], lowest: float, labels: str
) -> Spec:
    across = _pixels(places, min(places), max(places), WIDTH - 2 * _MARGIN)
    down = _pixels([one["score"] for one in values], lowest, 100, _HEIGHT)
    ticks = _apart(across, [0.0] * len(across), _priority(list(places)), _TICK)
    told = _apart(across, down, _priority([one["score"] for one in values]), _LABEL)
    for number, one in enumerate(values):
        one |= {"place": places[number], "shown": one["shown"] if number in told else ""}
    axis = {
        "title": None,
        "grid": False,
        "values": sorted(places[number] for number in ticks),
        "labelExpr": labels,
        "labelOverlap": False,
    }
    x = {"field": "place", "type": "quantitative", "axis": axis}
    x["scale"] = {"zero": False, "nice": False, "padding": _MARGIN}
    return {
        "width": WIDTH,
        "height": _HEIGHT,
        "layer": [
            _target("y", score),
            {
                "mark": {"type": "line", "color": COLOURS["plain"], "strokeWidth": 1.5},
                "encoding": {"x": x, "y": score},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 80, "opacity": 1},
                "encoding": {"x": x, "y": score, "color": {"field": "colour", "scale": None}},
            },
            {
                "mark": {"type": "text", "dy": -12},
                "encoding": {"x": x, "y": score, "text": {"field": "shown"}},
            },
        ],
    }


def _target(channel: str, score: Spec) -> Spec:
    """Return the line of the target, on the scale of the scores: a layer without one adds zero."""
    return {
        "data": {"values": [{"target": TARGET}]},
        "mark": {"type": "rule", "strokeDash": [4, 3], "color": COLOURS["quiet"]},
        "encoding": {channel: {**score, "field": "target"}},
    }


def _priority(values: Sequence[float]) -> list[int]:
    """Return positions by who is labelled first: the largest, the smallest, the others in order."""
    largest, smallest = values.index(max(values)), values.index(min(values))
    return list(dict.fromkeys([largest, smallest, *range(len(values))]))


def _apart(
    across: Sequence[float], down: Sequence[float], order: Sequence[int], size: tuple[int, int]
) -> set[int]:
    """Return positions whose labels do not lie over one another; the table has all numbers."""
    kept: list[int] = []
    for one in order:
        if all(
            abs(across[one] - across[other]) >= size[0] or abs(down[one] - down[other]) >= size[1]
            for other in kept
        ):
            kept.append(one)
    return set(kept)


def _pixels(values: Sequence[float], low: float, high: float, size: int) -> list[float]:
    return [size * (value - low) / (high - low) for value in values]


def _short(name: str) -> str:
    return name if len(name) <= _LETTERS else f"…{name[1 - _LETTERS :]}"
