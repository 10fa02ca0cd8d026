"""Lines, rings and arrows as outlines: plane geometry of marks, in the units of the scene."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fen2img.scene import disc, number


class Point(NamedTuple):
    """A place, or the way to one: to the right and down."""

    x: float
    y: float

    def __add__(self, other: object) -> Point:
        assert isinstance(other, Point)  # noqa: S101 - a tuple's own addition is another one
        return Point(self.x + other.x, self.y + other.y)

    def __sub__(self, other: Point) -> Point:
        return Point(self.x - other.x, self.y - other.y)

    def times(self, factor: float) -> Point:
        """As many times as far."""
        return Point(self.x * factor, self.y * factor)

    @property
    def left(self) -> Point:
        """Turned by a quarter."""
        return Point(self.y, -self.x)

    @property
    def unit(self) -> Point:
        """The same way, 1 long."""
        return self.times(1 / math.hypot(*self))


Polygon = Sequence[Point]


def closed(points: Polygon) -> str:
    """Path data of a polygon."""
    return "M" + "L".join(f"{number(p.x)} {number(p.y)}" for p in points) + "z"


def length(line: Polygon) -> float:
    """Of a line of several legs."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(line))


def cut(line: Polygon, start: float, end: float) -> list[Point]:
    """The part of a line between two distances from its beginning."""
    out: list[Point] = []
    done = 0.0
    for a, b in itertools.pairwise(line):
        leg = math.dist(a, b)
        low, high = max(start - done, 0.0), min(end - done, leg)
        if low < high:
            way = (b - a).times(1 / leg)
            out += [a + way.times(low)] if not out else []
            out.append(a + way.times(high))
        done += leg
    return out


def ribbon(line: Polygon, width: float) -> tuple[list[Point], list[Point]]:
    """Both edges of a line, in its direction; its corners are mitred."""
    ways = [(b - a).unit for a, b in itertools.pairwise(line)]
    half = width / 2
    offsets = [ways[0].left.times(half)]
    for before, after in itertools.pairwise(ways):
        both = before.left + after.left
        offsets.append(both.times(half * 2 / (both.x**2 + both.y**2)))
    offsets.append(ways[-1].left.times(half))
    return [p + o for p, o in zip(line, offsets, strict=True)], [p - o for p, o in zip(line, offsets, strict=True)]


def dashes(total: float, on: float, off: float) -> list[tuple[float, float]]:
    """Where dashes begin and end that fill a length evenly, from edge to edge."""
    count = max(1, round((total + off) / (on + off)))
    scale = total / (count * on + (count - 1) * off)
    return [(i * (on + off) * scale, (i * (on + off) + on) * scale) for i in range(count)]


def grown(points: Polygon, by: float) -> list[Point]:
    """A polygon with its edges moved outward; points go clockwise on the screen."""
    ring = [*points, points[0]]
    ways = [(b - a).unit for a, b in itertools.pairwise(ring)]
    out = []
    for point, before, after in zip(points, [ways[-1], *ways[:-1]], ways, strict=True):
        both = before.left + after.left
        reach = by * 2 / max(both.x**2 + both.y**2, 0.35)  # sharp corners do not run away
        out.append(point + both.times(reach))
    return out


def ring_of(points: Polygon, by: float) -> str:
    """What lies between a polygon and the same one grown, so that nothing shines through the polygon itself."""
    return closed(grown(points, by)) + closed(list(reversed(points)))


def arc(center: Point, radius: float, start: float, end: float) -> str:
    """An open arc, clockwise from one angle to another in degrees; 0 points to the right."""
    a, b = (center + Point(math.cos(math.radians(t)), math.sin(math.radians(t))).times(radius) for t in (start, end))
    large = int(end - start > 180)
    return f"M{number(a.x)} {number(a.y)}A{number(radius)} {number(radius)} 0 {large} 1 {number(b.x)} {number(b.y)}"


def circle(center: Point, radius: float) -> str:
    """A whole circle."""
    return disc(center.x, center.y, radius)


def spread(angles: Iterable[float], gap: float) -> list[float]:
    """Angles in degrees moved apart until neighbours differ by a gap, each as little as possible, in their order."""
    found = [angle % 360 for angle in angles]
    if len(found) < 2:
        return found
    gap = min(gap, 360 / len(found) * 0.95)
    order = sorted(range(len(found)), key=lambda i: (found[i], i))
    for _ in range(200):
        for i, j in zip(order, order[1:] + order[:1], strict=True):
            turn = 360 if j == order[0] else 0
            lack = gap - (found[j] + turn - found[i])
            if lack > 0:
                found[i] -= lack / 2
                found[j] += lack / 2
    return found
