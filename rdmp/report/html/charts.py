"""The pictures of the report: Vega-Lite's grammar, drawn as SVG, with nothing of a script in it.

A picture is as wide as a telephone and may be shown larger. Its colours are names in disguise: the
style sheet says what each is in light and in dark (`COLOURS`). Numbers stand beside what they
measure, so that nobody has to read them off an axis.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rdmp.report import coincidence as coincidences
from rdmp.report import insight_words, sentences
from rdmp.report.characters import visible_name
from rdmp.report.html.drawing import COLOURS, WIDTH, Picture, Spec, decimal_comma, draw
from rdmp.result import TARGET

if TYPE_CHECKING:
    from rdmp.coincidence import Coincidence, Share
    from rdmp.insight_result import ColumnInsight, Insight
    from rdmp.result import Evaluation
    from rdmp.words.catalogue import Words

_NAME = 18

COLUMNS_SHOWN = 24
"""Columns in the picture: those on which the protection rests most."""


def score_picture(words: Words, evaluation: Evaluation) -> Picture:
    """Show the score between 0 and 100, with the target and the lowest score of this original."""
    good = "good" if evaluation.meets_target else "bad"
    marks: list[tuple[float, str, str]] = [
        (TARGET, words("picture-target", target=TARGET), "right")
    ]
    lowest = evaluation.lowest_score
    if lowest is not None and abs(lowest - TARGET) > 1:
        marks.append((lowest, words("picture-lowest"), "left" if lowest < 70 else "right"))
    layers = [
        _bar([{"from": 0, "to": 100}], "line"),
        _bar([{"from": 0, "to": evaluation.score}], good),
        *(
            _mark(place, said, align, 38 + 16 * row)
            for row, (place, said, align) in enumerate(marks)
        ),
    ]
    return draw(
        {
            "width": WIDTH,
            "height": 20,
            "layer": layers,
        },
        words("picture-score", score=sentences.score(words, evaluation)),
    )


def funnel_picture(words: Words, evaluation: Evaluation) -> Picture:
    """Show all original rows, the unique ones, and those of them that were matched."""
    steps = [
        (words("picture-all-rows"), evaluation.original_rows, "plain"),
        (words("picture-unique-rows"), evaluation.unique_rows, "good"),
        (words("picture-matched-rows"), evaluation.matched_rows, "bad"),
    ]
    values = [
        {"name": name, "rows": rows, "shown": words.number(rows), "colour": COLOURS[colour]}
        for name, rows, colour in steps
        if rows is not None
    ]
    most = evaluation.original_rows
    y = {"field": "name", "type": "nominal", "sort": None, "axis": None}
    x = {
        "field": "rows",
        "type": "quantitative",
        "axis": None,
        "scale": {"domain": [0, most], "range": [0, WIDTH - 90]},
    }
    layers: list[Spec] = [
        {
            "mark": {"type": "bar", "height": 12, "yOffset": 7},
            "encoding": {"x": x, "y": y, "color": {"field": "colour", "scale": None}},
        },
        {
            "mark": {"type": "text", "align": "left", "dx": 5, "dy": 7, "fontWeight": "bold"},
            "encoding": {"x": x, "y": y, "text": {"field": "shown"}},
        },
        {
            "mark": {"type": "text", "align": "left", "dy": -8, "color": COLOURS["quiet"]},
            "encoding": {"x": {"value": 0}, "y": y, "text": {"field": "name"}},
        },
    ]
    said = ", ".join(f"{one['name']}: {one['shown']}" for one in values)
    return draw(
        {
            "width": WIDTH,
            "height": {"step": 38},
            "data": {"values": values},
            "layer": layers,
        },
        said,
    )


def coincidence_picture(words: Words, coincidence: Coincidence) -> Picture:
    """Show how often unique rows and holdout rows matched, with their 95 % intervals."""
    shares = [
        (words("picture-of-unique"), coincidence.unique, "bad"),
        (words("picture-of-holdout"), coincidence.drawn, "plain"),
    ]
    values = [_interval(words, *share) for share in shares if share[1].rows]
    y = {"field": "name", "type": "nominal", "sort": None, "axis": None}
    most = max(2.0, *(one["upper"] for one in values)) if values else 2.0
    scale = {"domain": [0, most], "nice": True}
    axis = {
        "title": words("picture-percent"),
        "tickCount": 4,
        "grid": False,
        "format": "~f",
        "labelExpr": decimal_comma(words, "datum.label"),
    }

    def x(field: str) -> Spec:
        return {"field": field, "type": "quantitative", "scale": scale, "axis": axis}

    colour = {"field": "colour", "scale": None}
    layers: list[Spec] = [
        {
            "mark": {"type": "rule", "strokeWidth": 3, "yOffset": 9},
            "encoding": {"x": x("lower"), "x2": {"field": "upper"}, "y": y, "color": colour},
        },
        {
            "mark": {"type": "point", "filled": True, "size": 90, "opacity": 1, "yOffset": 9},
            "encoding": {"x": x("rate"), "y": y, "color": colour},
        },
        {
            "mark": {"type": "text", "align": "left", "dy": -8},
            "encoding": {"x": {"value": 0}, "y": y, "text": {"field": "label"}},
        },
    ]
    return draw(
        {
            "width": WIDTH,
            "height": {"step": 44},
            "data": {"values": values},
            "layer": layers,
        },
        coincidences.sentence(words, coincidence),
    )


def columns_picture(words: Words, insight: Insight) -> Picture:
    """Show for each column how much of it the avatar has, and the score without it."""
    columns = insight.columns[:COLUMNS_SHOWN]
    values = [
        {**_column(words, number, one), "whole": insight.score}
        for number, one in enumerate(columns)
    ]
    panel = {"height": {"step": 20}, "data": {"values": values}}
    names = {
        "width": 1,
        "mark": {"type": "text", "align": "left", "limit": 112},
        "encoding": {"y": _row(), "x": {"value": 0}, "text": {"field": "name"}},
        **panel,
    }
    whole = insight.score
    lowest = min(whole, *(one["without"] for one in values))
    present = {
        "width": 94,
        "layer": [
            _title(words("picture-present")),
            {
                "mark": {"type": "bar", "height": 10, "color": COLOURS["plain"]},
                "encoding": {"x": _measure("present", (0, 100)), "y": _row()},
            },
            _beside("present_shown"),
        ],
        **panel,
    }
    # What a column holds back is the way from the dot to the line: the score with all columns.
    scale = (lowest - 0.1 * (whole - lowest), whole + 1e-9) if lowest < whole else (0, 100)
    without = {
        "width": 94,
        "layer": [
            _title(words("picture-without")),
            {
                "mark": {"type": "rule", "color": COLOURS["line"], "strokeWidth": 2},
                "encoding": {
                    "x": _measure("whole", scale),
                    "y": {"value": 0},
                    "y2": {"value": len(values) * 20},
                },
            },
            {
                "mark": {"type": "rule", "color": COLOURS["bad"], "strokeWidth": 2},
                "encoding": {
                    "x": _measure("without", scale),
                    "x2": {"field": "whole"},
                    "y": _row(),
                },
            },
            {
                "mark": {
                    "type": "point",
                    "filled": True,
                    "size": 45,
                    "opacity": 1,
                    "color": COLOURS["bad"],
                },
                "encoding": {"x": _measure("without", scale), "y": _row()},
            },
            _beside("without_shown"),
        ],
        **panel,
    }
    return draw(
        {
            "hconcat": [names, present, without],
            "spacing": [112, 8],
            "resolve": {"scale": {"y": "shared"}},
        },
        words("picture-columns"),
    )


def _bar(values: list[Spec], colour: str) -> Spec:
    return {
        "data": {"values": values},
        "mark": {"type": "bar", "height": 20, "color": COLOURS[colour]},
        "encoding": {
            "x": {
                "field": "from",
                "type": "quantitative",
                "scale": {"domain": [0, 100]},
                "axis": None,
            },
            "x2": {"field": "to"},
            "y": {"value": 10},
        },
    }


def _mark(place: float, said: str, align: str, y: int) -> Spec:
    """Return a tick below the bar and what it means."""
    dx = 4 if align == "left" else -4
    x = {"field": "place", "type": "quantitative"}
    return {
        "data": {"values": [{"place": place, "said": said}]},
        "layer": [
            {
                "mark": {"type": "rule", "color": COLOURS["ink"], "strokeWidth": 1.5},
                "encoding": {"x": x, "y": {"value": -3}, "y2": {"value": y + 4}},
            },
            {
                "mark": {"type": "text", "align": align, "dx": dx, "color": COLOURS["quiet"]},
                "encoding": {"x": x, "y": {"value": y}, "text": {"field": "said"}},
            },
        ],
    }


def _interval(words: Words, name: str, share: Share, colour: str) -> Spec:
    lower, upper = share.interval or (0.0, 0.0)  # in percent
    shown = sentences.rate(words, share.found, share.rows)
    return {
        "name": name,
        "label": words("label-and-value", label=name, value=shown),
        "rate": 100 * share.found / share.rows,
        "lower": lower,
        "upper": upper,
        "colour": COLOURS[colour],
    }


def _column(words: Words, number: int, column: ColumnInsight) -> Spec:
    name = visible_name(column.name)
    without = column.without
    return {
        "row": number,
        "name": name if len(name) <= _NAME else f"{name[: _NAME - 1]}…",
        "present": column.present_rate,
        "present_shown": sentences.rate(words, column.present_rows, column.alone.original_rows),
        "without": column.score_without or 0,
        "without_shown": "" if without is None else insight_words.score(words, without),
    }


def _row() -> Spec:
    return {"field": "row", "type": "ordinal", "axis": None}


def _measure(field: str, domain: tuple[float, float]) -> Spec:
    return {
        "field": field,
        "type": "quantitative",
        "scale": {"domain": list(domain), "range": [0, 40]},
        "axis": None,
    }


def _beside(shown: str) -> Spec:
    return {
        "mark": {"type": "text", "align": "left", "fontSize": 11},
        "encoding": {"x": {"value": 48}, "y": _row(), "text": {"field": shown}},
    }


def _title(text: str) -> Spec:
    """Return a title above a panel, on the same line as those of its neighbours."""
    return {
        "data": {"values": [{"title": text}]},
        "mark": {"type": "text", "align": "left", "fontSize": 11, "color": COLOURS["quiet"]},
        "encoding": {"x": {"value": 0}, "y": {"value": -10}, "text": {"field": "title"}},
    }
