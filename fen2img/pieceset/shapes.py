"""The shapes of SVG as outlines, their lengths worked out against a view box."""

from __future__ import annotations

import math
from collections.abc import Mapping

from fen2img.pieceset.matrices import Matrix
from fen2img.pieceset.outlines import Outline, drawing, of_ellipse, of_path, of_points, of_rect
from fen2img.pieceset.values import numbers, pixels

#: Width and height of what per cent are of.
View = tuple[float, float]

_ACROSS, _DOWN = {"x", "x1", "x2", "cx", "width", "rx"}, {"y", "y1", "y2", "cy", "height", "ry"}


def across(view: View) -> float:
    """What per cent are of that are neither across nor down (SVG 1.1, section 7.10)."""
    return math.hypot(*view) / math.sqrt(2)


def measure(given: Mapping[str, str], name: str, view: View) -> float:
    """A length of the geometry in pixels; 0 without one."""
    whole = view[0] if name in _ACROSS else view[1] if name in _DOWN else across(view)
    return pixels(given.get(name, "0"), whole)


def shape(name: str, given: Mapping[str, str], view: View) -> Outline:
    """The outline of a shape in its own coordinates."""

    def at(*names: str) -> list[float]:
        return [measure(given, n, view) for n in names]

    if name == "path":
        return drawing(of_path(given.get("d", "")))
    if name in ("polyline", "polygon"):
        return of_points(numbers(given.get("points", "")), closed=name == "polygon")
    if name == "line":
        return of_points(at("x1", "y1", "x2", "y2"), closed=False)
    if name == "rect":
        x, y, width, height, rx, ry = at("x", "y", "width", "height", "rx", "ry")
        rx, ry = rx if "rx" in given else ry, ry if "ry" in given else rx
        return of_rect(x, y, width, height, rx, ry) if width and height else ()
    x, y = at("cx", "cy")
    rx, ry = at("r", "r") if name == "circle" else at("rx", "ry")
    return of_ellipse(x, y, rx, ry) if rx and ry else ()


def fit(box: tuple[float, ...], width: float, height: float, how: str) -> Matrix:
    """What puts a view box into a viewport (SVG 1.1, section 7.8)."""
    sx, sy = width / box[2], height / box[3]
    if how == "none":
        return sx, 0.0, 0.0, sy, -box[0] * sx, -box[1] * sy
    scale = max(sx, sy) if how.endswith("slice") else min(sx, sy)
    rest = width - box[2] * scale, height - box[3] * scale
    shares = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    x, y = rest[0] * shares[how[1:4]], rest[1] * shares[how[5:8]]
    return scale, 0.0, 0.0, scale, x - box[0] * scale, y - box[1] * scale
