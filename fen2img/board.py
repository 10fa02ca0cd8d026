"""The board as marks see it, and the inks that they are drawn with: colours, or lines that tell colours apart."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

from fen2img.color import Color, rgb
from fen2img.marks import BRUSHES, MARKS, Line, Mark
from fen2img.position import Square
from fen2img.strokes import Point
from fen2img.themes import Theme

BLACK, WHITE, DARK = rgb("#000"), rgb("#fff"), rgb("#333")
#: The light rim that parts marks from what lies below, and the edge of hollow ones, in shares of a square.
CASING, EDGE = 0.028, 0.035
#: The looks of the four colours in one ink, the kind's own colour first.
FINISHES = ("solid", "dashed", "dotted", "hollow")


class Board(NamedTuple):
    """Where marks go: the top left corner of each square, its side, scene units per millimetre, what is occupied.

    `mono` asks for one ink, `font` sets labels.
    """

    corners: dict[Square, Point]
    side: float
    unit: float
    theme: Theme
    occupied: frozenset[Square]
    mono: bool
    font: Path | None = None

    def middle(self, square: Square) -> Point:
        """The middle of a square."""
        return self.corners[square] + Point(self.side / 2, self.side / 2)

    def cell(self, square: Square) -> int:
        """The index of a square in FEN order."""
        return list(self.corners).index(square)

    def ground(self, square: Square) -> Color:
        """The colour of a square; of a hatched one that of the paper."""
        return self.theme.dark if square.dark and not self.theme.hatch else self.theme.light


class Ink(NamedTuple):
    """How a mark is drawn: its colour, its lines, whether only its edge is, and the colour of its rim."""

    color: Color
    line: Line
    hollow: bool
    casing: Color


def ink_of(mark: Mark, board: Board) -> Ink:
    """The ink of a mark on a board."""
    theme = board.theme
    own = mark.color or MARKS[mark.kind].color
    if board.mono:
        finish = FINISHES[_rank(own, MARKS[mark.kind].color)]
        line: Line = "solid" if finish == "hollow" else finish  # type: ignore[assignment]
        return Ink(theme.ink, mark.line or line, finish == "hollow", theme.light)
    casing = WHITE if own.luminance < 0.6 else DARK  # opaque: a press knows no alpha
    return Ink(own, mark.line or "solid", False, casing)


def _rank(color: Color, first: Color) -> int:
    """Which of the four looks in one ink a colour gets: the nearest of G R Y B, counted from the kind's own."""
    letters = list(BRUSHES)
    nearest, own = (min(letters, key=lambda n: _distance(c, BRUSHES[n])) for c in (color, first))
    letters.remove(own)
    return [own, *letters].index(nearest)


def _distance(a: Color, b: Color) -> float:
    """How different two colours are in hue; what has none counts as the darkest green."""
    (hue, strength), (other, _) = _hue(a), _hue(b)
    around = abs(hue - other) % 360
    return min(around, 360 - around) if strength > 0.12 else abs(120 - other)


def _hue(color: Color) -> tuple[float, float]:
    """Hue in degrees, and how strong it is, from 0 to 1."""
    red, green, blue = (v / 255 for v in color[:3])
    x, y = red - (green + blue) / 2, math.sqrt(3) / 2 * (green - blue)
    return math.degrees(math.atan2(y, x)) % 360, math.hypot(x, y)


def blend(below: Color, over: Color, share: float) -> Color:
    """Two colours mixed, so that nothing needs to be transparent."""
    share *= over.alpha / 255
    red, green, blue = (round(b + (o - b) * share) for b, o in zip(below[:3], over[:3], strict=True))
    return Color(red, green, blue)
