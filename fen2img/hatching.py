"""Hatching: lines and dots that fill one square, as outlines, with a pitch on paper and not on the square."""

from __future__ import annotations

import itertools
import math

from fen2img.scene import number
from fen2img.themes import Hatch

#: Hatching ends this far inside its square, in scene units: renderers blur its slanted tips by a thirtieth of a pixel.
HATCH_INSET = 0.04

#: The start of a closed outline and the rest of its path data, relative.
Piece = tuple[tuple[float, float], str]


def rising(hatch: Hatch, square: float, unit: float) -> list[Piece]:
    """Rising lines cut just inside the edges of one square, as (start, relative outline) of each stripe.

    The pitch is rounded so that a whole number of lines fits: every dark square then looks the same.
    """
    count = max(2, round(square / (hatch.pitch * unit * math.sqrt(2))))
    side = square - 2 * HATCH_INSET
    step = side / count
    half = min(hatch.width * unit * math.sqrt(2), step * 0.5) / 2
    return [_stripe((i + 0.5) * step - half, (i + 0.5) * step + half, side) for i in range(2 * count)]


def _stripe(low: float, high: float, side: float) -> tuple[tuple[float, float], str]:
    """The stripe between the lines x + y = low and x + y = high of a square, on one side of its diagonal."""
    points = [_on_edge(low, side, top=True), _on_edge(high, side, top=True)]
    points += [_on_edge(high, side, top=False), _on_edge(low, side, top=False)]
    # Rounded before they are moved and subtracted, or a stripe would differ from square to square and leave its own.
    points = [(float(number(x + HATCH_INSET)), float(number(y + HATCH_INSET))) for x, y in points]
    return points[0], _relative(points)


def _on_edge(total: float, side: float, *, top: bool) -> tuple[float, float]:
    """Where the line x + y = total leaves a square: at the top or right, or at the left or bottom."""
    a = min(total, side)
    return (a, total - a) if top else (total - a, a)


def _relative(points: list[tuple[float, float]]) -> str:
    moves = [f"{number(x2 - x1)} {number(y2 - y1)}" for (x1, y1), (x2, y2) in itertools.pairwise(points)]
    return f"l{' '.join(moves)}z"


def falling(hatch: Hatch, square: float, unit: float) -> list[Piece]:
    """Falling lines: the rising ones in a mirror."""
    return [((square - x, y), _mirrored(d)) for (x, y), d in rising(hatch, square, unit)]


def _mirrored(d: str) -> str:
    numbers = [float(n) for n in d[1:-1].split()]
    return f"l{' '.join(number(n if i % 2 else -n) for i, n in enumerate(numbers))}z"


def upright(hatch: Hatch, square: float, unit: float) -> list[Piece]:
    """Vertical lines."""
    starts, width, length = _lines(hatch, square, unit)
    return [((x, HATCH_INSET), f"h{width}v{length}h-{width}z") for x in starts]


def level(hatch: Hatch, square: float, unit: float) -> list[Piece]:
    """Horizontal lines."""
    starts, width, length = _lines(hatch, square, unit)
    return [((HATCH_INSET, y), f"h{length}v{width}h-{length}z") for y in starts]


def _lines(hatch: Hatch, square: float, unit: float) -> tuple[list[float], str, str]:
    """Where lines across a square begin, how wide and how long they are."""
    step, width = _step(hatch, square, unit)
    starts = [round((i + 0.5) * step - width / 2, 2) for i in range(round(square / step))]
    return starts, number(width), number(square - 2 * HATCH_INSET)


def dotted(hatch: Hatch, square: float, unit: float) -> list[Piece]:
    """Dots in rows, each as heavy as a piece of a line."""
    step, line = _step(hatch, square, unit)
    count, side = round(square / step), min(2.6 * line, 0.6 * step)
    places = [round((i + 0.5) * step - side / 2, 2) for i in range(count)]
    return [((x, y), f"h{number(side)}v{number(side)}h-{number(side)}z") for y in places for x in places]


def _step(hatch: Hatch, square: float, unit: float) -> tuple[float, float]:
    """Pitch and width for which a whole number of lines fits."""
    step = square / max(2, round(square / (hatch.pitch * unit)))
    return step, min(hatch.width * unit, step / 2)


def path_data(pieces: list[Piece], x: float, y: float) -> str:
    """The pieces moved to (x, y), as the data of one path."""
    return "".join(f"M{number(x + a)} {number(y + b)}{d}" for (a, b), d in pieces)
