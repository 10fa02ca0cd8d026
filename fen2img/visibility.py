"""What is doubtful about a style: pieces or squares that hardly show, a credit line that is not known."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from fen2img.color import Color, contrast, rgb
from fen2img.layout import pieces_of
from fen2img.memo import by_identity
from fen2img.style import Style
from fen2img.themes import THEMES, PieceColors

#: Body or outline must reach this against a square; WCAG 2.2 (1.4.11) asks 3 of what must be told apart, lichess'
#: white pieces on light squares have 1.4 in the body, and 15 in the outline.
LEAST = 2.0
#: Light and dark squares must differ that much; those of the theme `dark`, the closest ones, have 1.9.
LEAST_OF_SQUARES = 1.2


class _Fault(NamedTuple):
    """A side whose pieces hardly show on a square."""

    side: str
    colors: PieceColors
    name: str
    square: Color


@by_identity
@lru_cache(maxsize=64)
def doubts(style: Style) -> tuple[tuple[str, str], ...]:
    """A message and a hint for each thing about a style that its user hardly wants.

    Sets with colours of their own in their files are not judged for contrast.
    """
    pieces = [(_message(fault), _remedy(style, fault)) for fault in _faults(style)]
    return (*pieces, *_alike(style), *_uncredited(style))


def _alike(style: Style) -> Iterator[tuple[str, str]]:
    """Squares that cannot be told apart."""
    theme = style.colors
    dark = theme.hatch.color if theme.hatch else theme.dark
    if contrast(theme.light, dark) < LEAST_OF_SQUARES and not pieces_of(style).dark_square:
        message = f"light and dark squares hardly differ: {theme.light} and {dark}, contrast"
        yield f"{message} {_rounded(contrast(theme.light, dark))}", "--light and --dark set them"


def _uncredited(style: Style) -> Iterator[tuple[str, str]]:
    """A credit line is wanted, and nobody has said what the licence is."""
    info = pieces_of(style).pieces.info
    if style.credits and not info.credit_line and info.printable == "ask":
        hint = 'a set.toml beside the pieces says it: credit = "Pieces by …"'
        yield f"--credits: no credit line is known for the pieces {info.name}", hint


def _rounded(ratio: float) -> str:
    """Two decimals, never up: what is too low does not look like enough."""
    return f"{math.floor(ratio * 100) / 100:.2f}"


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
        f" on {square}, contrast {_rounded(_stands_out(colors, square))}"
    )


def _remedy(style: Style, fault: _Fault) -> str:
    """A theme whose own squares show all pieces, or else an outline that stands out on both squares."""
    if style.light is None and style.dark is None:
        for theme in THEMES:
            if not _faults(replace(style, theme=theme)):
                return f"--theme {theme} shows them"
    body, squares = fault.colors.body, _squares(style).values()

    def shown(outline: Color) -> float:
        return min(_stands_out(PieceColors(body, outline, outline), square) for square in squares)

    outline = max((rgb("#000"), rgb("#fff")), key=shown)
    return f'--{fault.side} "{body} {outline} {outline}" shows them'
