"""Outlines: path data and the basic shapes of SVG as moves, lines and cubic curves with absolute numbers.

Whatever form a file has its numbers in, renderers are given only this one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from fen2img.pieceset.matrices import UNIT, Matrix, rotate, times
from fen2img.pieceset.values import path_steps
from fen2img.scene import number

#: M and L with a point, C with three, Z with none.
Step = tuple[str, tuple[float, ...]]
Outline = tuple[Step, ...]
#: Left, top, right, bottom.
Bounds = tuple[float, float, float, float]

#: How far the handles of a curve reach that draws a quarter of a circle.
QUARTER = 4 / 3 * math.tan(math.pi / 8)


def moved(outline: Outline, matrix: Matrix) -> Outline:
    """An outline in the coordinates around it."""
    if matrix == UNIT:
        return outline
    a, b, c, d, e, f = matrix
    return tuple(
        (letter, tuple(v for x, y in _pairs(at) for v in (a * x + c * y + e, b * x + d * y + f)))
        for letter, at in outline
    )


def _pairs(at: Sequence[float]) -> Iterable[tuple[float, float]]:
    return zip(at[::2], at[1::2], strict=True)


# --- making them -----------------------------------------------------------------------------------------------


def of_path(d: str) -> Outline:
    """The outline of path data that is understood."""
    return tuple(_Pen().draw(path_steps(d)))


class _Pen:
    """Follows path data (SVG 1.1, section 8.3): where it is, where it began, which handle comes next."""

    def __init__(self) -> None:
        self.x = self.y = self.left = self.top = 0.0
        self.handle: tuple[str, float, float] = ("", 0.0, 0.0)

    def draw(self, steps: Iterable[tuple[str, tuple[float, ...]]]) -> Iterator[Step]:
        closed = False
        for letter, given in steps:
            kind = letter.upper()
            if kind == "Z":
                yield "Z", ()
                self.x, self.y, closed = self.left, self.top, True
                continue
            if closed and kind != "M":
                yield "M", (self.x, self.y)
            closed = False
            at = self._absolute(kind, given) if letter.islower() else given
            yield from getattr(self, f"_{kind.lower()}")(*at)
            if kind not in "CSQT":
                self.handle = ("", 0.0, 0.0)

    def _absolute(self, kind: str, at: tuple[float, ...]) -> tuple[float, ...]:
        if kind == "A":
            return (*at[:5], at[5] + self.x, at[6] + self.y)
        if kind in "HV":
            return (at[0] + (self.x if kind == "H" else self.y),)
        return tuple(v + (self.y if i % 2 else self.x) for i, v in enumerate(at))

    def _m(self, x: float, y: float) -> Iterator[Step]:
        self.x, self.y, self.left, self.top = x, y, x, y
        yield "M", (x, y)

    def _l(self, x: float, y: float) -> Iterator[Step]:
        self.x, self.y = x, y
        yield "L", (x, y)

    def _h(self, x: float) -> Iterator[Step]:
        return self._l(x, self.y)

    def _v(self, y: float) -> Iterator[Step]:
        return self._l(self.x, y)

    def _c(self, *at: float) -> Iterator[Step]:
        self.x, self.y, self.handle = at[4], at[5], ("C", at[2], at[3])
        yield "C", at

    def _s(self, *at: float) -> Iterator[Step]:
        return self._c(*self._mirrored("C"), *at)

    def _q(self, p: float, q: float, x: float, y: float) -> Iterator[Step]:
        at = (self.x + 2 / 3 * (p - self.x), self.y + 2 / 3 * (q - self.y), x + 2 / 3 * (p - x), y + 2 / 3 * (q - y))
        self.x, self.y, self.handle = x, y, ("Q", p, q)
        yield "C", (*at, x, y)

    def _t(self, x: float, y: float) -> Iterator[Step]:
        return self._q(*self._mirrored("Q"), x, y)

    def _mirrored(self, kind: str) -> tuple[float, float]:
        before, x, y = self.handle
        return (2 * self.x - x, 2 * self.y - y) if before == kind else (self.x, self.y)

    def _a(self, rx: float, ry: float, turn: float, large: float, sweep: float, x: float, y: float) -> Iterator[Step]:
        """An arc as curves of at most a quarter (SVG 1.1, section F.6.5)."""
        start, self.x, self.y = (self.x, self.y), x, y
        if start == (x, y):
            return
        if not rx or not ry:
            yield "L", (x, y)
            return
        around, first, sweep_angle = _centre(start, (x, y), (abs(rx), abs(ry)), turn, bool(large) == bool(sweep))
        if not sweep and sweep_angle > 0:
            sweep_angle -= 2 * math.pi
        if sweep and sweep_angle < 0:
            sweep_angle += 2 * math.pi
        *curves, (_, last) = _arc(around, first, sweep_angle)
        yield from curves
        yield "C", (*last[:4], x, y)


def _centre(
    start: tuple[float, float], end: tuple[float, float], radii: tuple[float, float], turn: float, minus: bool
) -> tuple[Matrix, float, float]:
    """The matrix that makes an arc's ellipse of the unit circle, where on that it begins, and how far it goes."""
    rotation = rotate(turn)
    cos, sin = rotation[0], rotation[1]
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    u, v = (cos * dx + sin * dy) / radii[0], (cos * dy - sin * dx) / radii[1]
    far = u * u + v * v
    grown = max(1.0, math.sqrt(far))
    rx, ry = radii[0] * grown, radii[1] * grown
    u, v, far = u / grown, v / grown, far / grown**2
    aside = math.sqrt(max(0.0, 1 / far - 1)) * (-1 if minus else 1)
    p, q = aside * v, -aside * u  # the centre, where the ellipse is the unit circle and the chord's middle the origin
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    ellipse = times((cos, sin, -sin, cos, *middle), (rx, 0.0, 0.0, ry, 0.0, 0.0))
    first, last = math.atan2(v - q, u - p), math.atan2(-v - q, -u - p)
    return times(ellipse, (1.0, 0.0, 0.0, 1.0, p, q)), first, last - first


def _arc(matrix: Matrix, first: float, angle: float) -> Iterator[Step]:
    """A part of the unit circle, as a matrix makes it."""
    parts = max(1, math.ceil(abs(angle) / (math.pi / 2) - 1e-9))
    each = angle / parts
    reach = 4 / 3 * math.tan(each / 4)
    for i in range(parts):
        a, b = first + i * each, first + (i + 1) * each
        at = (math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
        to = (math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
        yield from moved((("C", (*at, *to, math.cos(b), math.sin(b))),), matrix)


def of_rect(x: float, y: float, width: float, height: float, rx: float = 0.0, ry: float = 0.0) -> Outline:
    """A rectangle, its corners rounded where there are radii."""
    right, bottom = x + width, y + height
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if not rx or not ry:
        return of_points((x, y, right, y, right, bottom, x, bottom), closed=True)
    p, q = rx * (1 - QUARTER), ry * (1 - QUARTER)
    return (
        ("M", (x + rx, y)), ("L", (right - rx, y)), ("C", (right - p, y, right, y + q, right, y + ry)),
        ("L", (right, bottom - ry)), ("C", (right, bottom - q, right - p, bottom, right - rx, bottom)),
        ("L", (x + rx, bottom)), ("C", (x + p, bottom, x, bottom - q, x, bottom - ry)),
        ("L", (x, y + ry)), ("C", (x, y + q, x + p, y, x + rx, y)), ("Z", ()),
    )  # fmt: skip


def of_ellipse(x: float, y: float, rx: float, ry: float) -> Outline:
    """An ellipse, from three o'clock on."""
    p, q = rx * QUARTER, ry * QUARTER
    return (
        ("M", (x + rx, y)), ("C", (x + rx, y + q, x + p, y + ry, x, y + ry)),
        ("C", (x - p, y + ry, x - rx, y + q, x - rx, y)), ("C", (x - rx, y - q, x - p, y - ry, x, y - ry)),
        ("C", (x + p, y - ry, x + rx, y - q, x + rx, y)), ("Z", ()),
    )  # fmt: skip


def of_points(at: Sequence[float], *, closed: bool) -> Outline:
    """Straight lines from point to point."""
    lines = [("L" if i else "M", point) for i, point in enumerate(_pairs(at))]
    return (*lines, *([("Z", ())] if closed and lines else []))


# --- looking at them -------------------------------------------------------------------------------------------


def bounds(outline: Outline) -> Bounds | None:
    """The box around an outline, its curves and not their handles; None around nothing."""
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    for letter, at in outline:
        if letter == "C":
            xs += _turns(x, *at[::2])
            ys += _turns(y, *at[1::2])
        if at:
            x, y = at[-2:]
            xs.append(x)
            ys.append(y)
    return (min(xs), min(ys), max(xs), max(ys)) if xs else None


def _turns(p: float, q: float, r: float, s: float) -> list[float]:
    """The values of a cubic curve between its ends where it turns back."""
    if min(p, s) <= min(q, r) and max(q, r) <= max(p, s):
        return []
    a, b, c = s - p + 3 * (q - r), 2 * (p - 2 * q + r), q - p
    if abs(a) < 1e-12:
        roots = [-c / b] if b else []
    else:
        inner = b * b - 4 * a * c
        roots = [(-b + sign * math.sqrt(inner)) / (2 * a) for sign in (1, -1)] if inner >= 0 else []
    return [
        (1 - t) ** 3 * p + 3 * (1 - t) ** 2 * t * q + 3 * (1 - t) * t * t * r + t**3 * s for t in roots if 0 < t < 1
    ]


def parts(outline: Outline) -> list[Outline]:
    """The parts of an outline that each begin with a move."""
    found: list[list[Step]] = []
    for step in outline:
        if step[0] == "M":
            found.append([])
        found[-1].append(step)
    return [tuple(part) for part in found]


def drawing(outline: Outline) -> Outline:
    """An outline without the moves that nothing follows."""
    return tuple(step for part in parts(outline) if len(part) > 1 for step in part)


def length(outline: Outline) -> float:
    """A length that the outline is not longer than, by its lines and handles."""
    total, start, x, y = 0.0, (0.0, 0.0), 0.0, 0.0
    for letter, at in outline:
        for p, q in _pairs(at or start):
            total += math.hypot(p - x, q - y) if letter != "M" else 0.0
            x, y = p, q
        start = (x, y) if letter == "M" else start
    return total


def turning(outline: Outline) -> int:
    """1 or -1 for an outline that turns one way once around, like a circle; 0 for any other."""
    if len(parts(outline)) != 1:
        return 0
    points = [point for _, at in outline for point in _pairs(at)]
    edges = [(q[0] - p[0], q[1] - p[1]) for p, q in pairwise([*points, points[0]])]
    edges = [edge for edge in edges if math.hypot(*edge) > 1e-9]
    turns = [math.atan2(a * d - b * c, a * c + b * d) for (a, b), (c, d) in pairwise([*edges, *edges[:1]])]
    sign = 1 if sum(turns) > 0 else -1
    once = abs(abs(sum(turns)) - 2 * math.pi) < 1e-6
    return sign if once and all(turn * sign > -1e-6 for turn in turns) else 0


def backwards(outline: Outline) -> Outline:
    """A closed outline of one part, the other way round."""
    at = [point for letter, given in outline if letter != "Z" for point in _pairs(given)]
    kinds = [letter for letter, _ in outline if letter in "LC"]
    points = iter(at[::-1])
    first: Step = ("M", next(points))
    steps = [(k, tuple(v for _ in range(3 if k == "C" else 1) for v in next(points))) for k in reversed(kinds)]
    return (first, *steps, ("Z", ()))


def dotted(outline: Outline, width: float) -> Outline:
    """An outline with parts of no length drawn so long that every renderer puts caps on them."""
    out: list[Step] = []
    for part in parts(outline):
        points = {point for _, at in part for point in _pairs(at)}
        if len(points) == 1 and len(part) > 1:
            (x, y), *_ = points
            part = (("M", (x, y)), ("L", (x + width / 100, y)))
        out += part
    return tuple(out)


def written(outline: Outline, decimals: int) -> str:
    """Path data."""
    return "".join(letter + " ".join(number(v, decimals) for v in at) for letter, at in outline)
