"""A specification of Vega-Lite's grammar -> SVG with nothing of a script in it.

The colours of a picture are names in disguise: the style sheet says what each is in light and in
dark (`COLOURS`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from rdmp.errors import MissingExtraError

if TYPE_CHECKING:
    from rdmp.words.catalogue import Words

Spec = dict[str, Any]

COLOURS = {
    "ink": "#1a1c1e",
    "quiet": "#5b6167",
    "line": "#d3d7db",
    "good": "#0072b2",
    "bad": "#d55e00",
    "plain": "#8b9197",
}
"""What stands in a picture for each colour of the style sheet; blue and vermilion are told apart
by everybody (Okabe and Ito)."""

FONT = "system-ui, sans-serif"
WIDTH = 300


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG and what it shows, in words."""

    svg: str
    says: str


def draw(spec: Spec, says: str) -> Picture:
    """Draw a specification.

    Raises
    ------
    MissingExtraError
        If the library that draws is not installed.
    """
    whole = {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "config": {
            "aria": False,
            "background": None,
            "font": FONT,
            "view": {"stroke": None},
            "text": {"color": COLOURS["ink"], "fontSize": 12},
            "axis": {
                "labelColor": COLOURS["quiet"],
                "labelFontSize": 11,
                "domainColor": COLOURS["line"],
                "tickColor": COLOURS["line"],
                "gridColor": COLOURS["line"],
                "titleColor": COLOURS["quiet"],
                "titleFontSize": 11,
                "titleFontWeight": "normal",
            },
        },
        "padding": 2,
        **spec,
    }
    return Picture(svg=_silent(_library().vegalite_to_svg(whole)), says=says)


def refuse_undrawable() -> None:
    """Stop before any work is done where no picture can be drawn.

    Raises
    ------
    MissingExtraError
        If the library that draws is not installed.
    """
    _library()


def _library() -> Any:
    try:
        import vl_convert
    except ImportError:
        message = "to draw the pictures of the report, the library vl-convert-python is needed"
        raise MissingExtraError(message, "pip install 'rdmp[report]'") from None
    return vl_convert


def _silent(svg: str) -> str:
    """Hide the parts of a picture from who cannot see it: what it says stands beside it."""
    ET.register_namespace("", "http://www.w3.org/2000/svg")
    root = ET.fromstring(svg)  # noqa: S314 - drawn here, from nowhere else
    for element in root.iter():
        for name in [one for one in element.attrib if one == "role" or one.startswith("aria-")]:
            del element.attrib[name]
    root.set("aria-hidden", "true")
    return ET.tostring(root, encoding="unicode")


def decimal_comma(words: Words, expression: str) -> str:
    """Return how the label of an axis is written in the language, from how Vega writes it."""
    return f"replace({expression}, '.', ',')" if words.language == "fr" else expression
