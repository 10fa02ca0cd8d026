"""Transformations of SVG as matrices."""

from __future__ import annotations

import math
from collections.abc import Callable

from fen2img.pieceset.values import numbers

Matrix = tuple[float, float, float, float, float, float]

UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def times(one: Matrix, other: Matrix) -> Matrix:
    """What does `other` first and then `one`."""
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f


def even(matrix: Matrix) -> float:
    """How many times larger a matrix makes things that it does not distort; 0 if it does."""
    a, b, c, d, _, _ = matrix
    wide, high = math.hypot(a, b), math.hypot(c, d)
    alike = abs(wide - high) <= 1e-6 * wide and abs(a * c + b * d) <= 1e-6 * wide * high
    return wide if alike else 0.0


def area(matrix: Matrix) -> float:
    """How many times larger a matrix makes areas."""
    a, b, c, d, _, _ = matrix
    return abs(a * d - b * c)


def flat(matrix: Matrix) -> bool:
    """Whether a matrix leaves no area of anything."""
    return area(matrix) < 1e-12


def matrix_of(transform: str) -> Matrix:
    """The matrix of a list of transformations."""
    total = UNIT
    for part in transform.split(")")[:-1]:
        kind, _, inside = part.partition("(")
        total = times(total, _MATRICES[kind.strip(" ,")](*numbers(inside)))
    return total


def rotate(angle: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    """A turn by degrees about a point."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y


def _scale(x: float, y: float | None = None) -> Matrix:
    return x, 0.0, 0.0, x if y is None else y, 0.0, 0.0


_MATRICES: dict[str, Callable[..., Matrix]] = {
    "matrix": lambda *n: n,
    "translate": lambda x, y=0.0: (1.0, 0.0, 0.0, 1.0, x, y),
    "scale": _scale,
    "rotate": rotate,
    "skewX": lambda angle: (1.0, 0.0, math.tan(math.radians(angle)), 1.0, 0.0, 0.0),
    "skewY": lambda angle: (1.0, math.tan(math.radians(angle)), 0.0, 1.0, 0.0, 0.0),
}
