"""Whether the pieces stand out: the contrast of their colours with those of the squares."""

from __future__ import annotations

from fen2img.color import Color, contrast, rgb
from fen2img.layout import pieces_of
from fen2img.style import Style
from fen2img.themes import THEMES, PieceColors

#: Body or outline must reach this against a square; WCAG 2.2 (1.4.11) asks 3 of what must be told apart, lichess'
#: white pieces on light squares have 1.4 in the body, and 15 in the outline.
LEAST = 2.0


def vanishing(style: Style) -> list[tuple[str, str]]:
    """A message and a hint for each side whose pieces hardly show on squares of a colour.

    Sets with colours of their own in their files are not judged.
    """
    theme = style.colors
    palette = pieces_of(style).pieces.palette(theme)
    if palette is None:
        return []
    squares = {"light": theme.light, "dark": theme.light if theme.hatch else theme.dark}
    found = []
    for side, colors in zip(("white", "black"), palette, strict=True):
        for name, square in squares.items():
            reached = _stands_out(colors, square)
            if reached < LEAST:
                message = (
                    f"{side} pieces hardly show on {name} squares: body {colors.body} and outline {colors.outline}"
                    f" on {square}, contrast {reached:.1f}"
                )
                found.append((message, _remedy(style, side, colors, square)))
                break
    return found


def _stands_out(colors: PieceColors, square: Color) -> float:
    return max(contrast(colors.body, square), contrast(colors.outline, square))


def _remedy(style: Style, side: str, colors: PieceColors, square: Color) -> str:
    """A theme whose own squares show these pieces, or else an outline that stands out."""
    if style.light is None and style.dark is None:
        for theme in THEMES.values():
            if all(_stands_out(colors, s) >= LEAST for s in (theme.light, theme.dark)):
                return f"the theme {theme.name} shows them"
    outline = max((rgb("#000"), rgb("#fff")), key=lambda color: contrast(color, square))
    return f'{side} = "{colors.body} {outline} {outline}" shows them'
