"""Whether the pieces stand out: the contrast of their colours with those of the squares."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from fen2img.color import Color, contrast, rgb
from fen2img.layout import pieces_of
from fen2img.style import Style
from fen2img.themes import THEMES, PieceColors

#: Body or outline must reach this against a square; WCAG 2.2 (1.4.11) asks 3 of what must be told apart, lichess'
#: white pieces on light squares have 1.4 in the body, and 15 in the outline.
LEAST = 2.0


class _Fault(NamedTuple):
    """A side whose pieces hardly show on a square."""

    side: str
    colors: PieceColors
    name: str
    square: Color


@lru_cache(maxsize=64)
def vanishing(style: Style) -> tuple[tuple[str, str], ...]:
    """A message and a hint for each side whose pieces hardly show on squares of a colour.

    Sets with colours of their own in their files are not judged.
    """
    return tuple((_message(fault), _remedy(style, fault)) for fault in _faults(style))


def _faults(style: Style) -> list[_Fault]:
    """The first fault of each side."""
    palette = pieces_of(style).pieces.palette(style.colors)
    if palette is None:
        return []
    found = []
    for side, colors in zip(("white", "black"), palette, strict=True):
        poor = [(name, square) for name, square in _squares(style).items() if _stands_out(colors, square) < LEAST]
        found += [_Fault(side, colors, *square) for square in poor[:1]]
    return found


def _squares(style: Style) -> dict[str, Color]:
    theme = style.colors
    return {"light": theme.light, "dark": theme.light if theme.hatch else theme.dark}


def _stands_out(colors: PieceColors, square: Color) -> float:
    return max(contrast(colors.body, square), contrast(colors.outline, square))


def _message(fault: _Fault) -> str:
    side, colors, name, square = fault
    return (
        f"{side} pieces hardly show on {name} squares: body {colors.body} and outline {colors.outline}"
        f" on {square}, contrast {_stands_out(colors, square):.1f}"
    )


def _remedy(style: Style, fault: _Fault) -> str:
    """A theme whose own squares show all pieces, or else an outline that stands out on both squares."""
    if style.light is None and style.dark is None:
        for theme in THEMES:
            if not _faults(replace(style, theme=theme)):
                return f"the theme {theme} shows them"
    body, squares = fault.colors.body, _squares(style).values()

    def shown(outline: Color) -> float:
        return min(_stands_out(PieceColors(body, outline, outline), square) for square in squares)

    outline = max((rgb("#000"), rgb("#fff")), key=shown)
    return f'{fault.side} = "{body} {outline} {outline}" shows them'
