"""What the tests of the drawing rooms share: pictures in short words, and a reader of SVG that knows no fen2img."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from defusedxml import ElementTree

from fen2img.diagram import Diagram
from fen2img.layout import layout
from fen2img.notation import parse_fen
from fen2img.raster import plate
from fen2img.scene import Scene
from fen2img.style import Style

EMPTY = "8/8/8/8/8/8/8/8"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MIDDLEGAME = "r2q1rk1/1b2bppp/p1n1pn2/1p1pN3/3P1B2/P1NBP3/1P2QPPP/R4RK1 b - - 0 13"
ENDGAME = "8/8/8/2k5/8/5K2/4P3/8 w - - 0 1"

SVG = "{http://www.w3.org/2000/svg}"
_ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "q": 4, "a": 7, "z": 0}

Box = tuple[float, float, float, float]
Matrix = tuple[float, float, float]


def diagram(fen: str = EMPTY, board: tuple[int, int] = (8, 8), **words: str) -> Diagram:
    """A diagram of a FEN."""
    return Diagram(position=parse_fen(fen, width=board[0], height=board[1]), **words)


def scene(fen: str = EMPTY, *, paper: bool = False, board: tuple[int, int] = (8, 8), **options: object) -> Scene:
    """The scene of a FEN in the style of the options."""
    return layout(diagram(fen, board), Style.of(**options), paper=paper)


def indexed(drawn: Scene, *render: plate.Backend) -> plate.Rows | None:
    """The rows of a scene in a palette, to be kept beside those of others."""
    found = plate.indexed(drawn, *render)
    return found and found.own()


def in_full(drawn: Scene, *render: plate.Backend) -> plate.Rows | None:
    """The same in all colours."""
    found = plate.in_full(drawn, *render)
    return found and found.own()


def square_at(drawn: Scene, name: str, board: tuple[int, int] = (8, 8)) -> tuple[float, float]:
    """The top left corner of a square by its name."""
    files, ranks = board
    return drawn.frame.cells[(ranks - int(name[1:])) * files + ord(name[0]) - 97]


def outlines(svg: str) -> Iterator[tuple[dict[str, str], Box]]:
    """Every painted path of an SVG: its attributes, with those inherited, and the bounds of its points and stroke."""
    root = ElementTree.fromstring(svg)
    yield from _outlines(root, {}, (0.0, 0.0, 1.0))


def _outlines(element, inherited: dict[str, str], place: Matrix) -> Iterator[tuple[dict[str, str], Box]]:
    for child in element:
        own = {**inherited, **child.attrib}
        x, y, scale = _placed(place, child.get("transform", ""))
        if child.tag == f"{SVG}path":
            half = float(own.get("stroke-width", 0)) / 2 if own.get("stroke", "none") != "none" else 0.0
            left, top, right, bottom = bounds(child.get("d"))
            yield (
                own,
                (
                    x + (left - half) * scale,
                    y + (top - half) * scale,
                    x + (right + half) * scale,
                    y + (bottom + half) * scale,
                ),
            )
        elif child.tag == f"{SVG}g":
            yield from _outlines(child, own, (x, y, scale))


def _placed(place: Matrix, transform: str) -> Matrix:
    match = re.fullmatch(r"(?:translate\(([-.\d]+) ([-.\d]+)\))?(?: ?scale\(([.\d]+)\))?", transform)
    x, y, scale = place
    dx, dy, factor = (float(v) if v else default for v, default in zip(match.groups(), (0, 0, 1), strict=True))
    return x + dx * scale, y + dy * scale, scale * factor


def bounds(d: str) -> Box:
    """The bounds of all points of SVG path data, of control points too: the ink lies within."""
    points = list(_points(d))
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """The commands of SVG path data with the numbers of one repetition each."""
    for letter, rest in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", d):
        numbers = [float(v) for v in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
        size = _ARGUMENTS[letter.lower()]
        if not size:
            yield letter, []
        for i in range(0, len(numbers), size or 1):
            again = {"m": "l", "M": "L"}.get(letter, letter) if i else letter
            yield again, numbers[i : i + size]


def _points(d: str) -> Iterator[tuple[float, float]]:
    x = y = 0.0
    start = (x, y)
    for letter, numbers in commands(d):
        relative = letter.islower()
        dx, dy = (x, y) if relative else (0.0, 0.0)
        kind = letter.lower()
        if kind == "z":
            x, y = start
        elif kind == "h":
            x = dx + numbers[0]
        elif kind == "v":
            y = dy + numbers[0]
        elif kind == "a":
            end = (dx + numbers[5], dy + numbers[6])
            yield from _arc_corners((x, y), end, numbers[0])
            x, y = end
        else:
            pairs = [(dx + a, dy + b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
            yield from pairs
            x, y = pairs[-1]
        if kind == "m":
            start = (x, y)
        yield x, y


def _arc_corners(start: tuple[float, float], end: tuple[float, float], radius: float) -> Iterator[tuple[float, float]]:
    """Corners round a circular arc of half a turn or less of a circle: wide enough, never too narrow."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    reach = max(radius, math.dist(start, end) / 2)
    yield x - reach, y - reach
    yield x + reach, y + reach
