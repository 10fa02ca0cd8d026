"""Marks -> shapes: how each kind looks in a theme, in colour or in one ink."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path as FilePath
from typing import NamedTuple

from fen2img.arrows import arrow, arrow_lines
from fen2img.board import BLACK, CASING, EDGE, WHITE, Board, Ink, blend, ink_of
from fen2img.color import Color, contrast
from fen2img.errors import GlyphError, code_point
from fen2img.hatching import dotted, falling, level, path_data, rising, upright
from fen2img.marks import BADGES, BRUSHES, MARKS, Layer, Mark
from fen2img.position import Square
from fen2img.scene import Group, Local, Path, Rect, Shape
from fen2img.strokes import Point, arc, circle, closed, cut, dashes, length, ribbon
from fen2img.text import lacks, outline, units
from fen2img.themes import Hatch

#: How much of its colour a mark lays over a square, where the colour is not given exactly.
STRENGTH = {"lastmove": 0.45, "check": 0.8, "highlight": 0.62, "area": 0.3, "legal": 0.55}
#: Signs in the corners of a piece's square, in the order in which they are taken: their middles, and their radius.
CORNERS, CORNER_RADIUS = ((0.775, 0.225), (0.225, 0.225), (0.775, 0.775), (0.225, 0.775)), 0.19
#: What a hollow line is wider by, and what is left between a mark and the edge of its square.
HOLLOW, HAIR = 1.25, 0.004
#: The kinds that are signs.
SIGNS = ("label", "sequence", "badge")


Draw = Callable[[Mark, Ink, Board], Iterator[Shape]]


def draw_marks(marks: Iterable[Mark], board: Board) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
    """The shapes below the pieces and those above them, each kind in the order of its declaration."""
    order = list(MARKS)
    known = sorted((m for m in marks if m.kind in {*_DRAW, *_SIGN, "arrow"}), key=lambda m: order.index(m.kind))
    layers: dict[Layer, list[Shape]] = {"below": [], "above": []}
    lines = arrow_lines([m for m in known if m.kind == "arrow"], board)
    signs = Counter(m.squares[0] for m in known if m.kind in SIGNS)
    taken: Counter[Square] = Counter()
    for mark in known:
        ink = ink_of(mark, board)
        if mark.kind == "arrow":
            shapes = arrow(lines.pop(0), ink, board)
        elif mark.kind in SIGNS:
            (square,) = mark.squares
            shapes = _SIGN[mark.kind](mark, ink, board, _place(mark, board, taken[square], signs[square] > 1))
            taken[square] += 1
        else:
            shapes = _DRAW[mark.kind](mark, ink, board)
        if MARKS[mark.kind].squares == 1:
            shapes = iter([Local(board.cell(mark.squares[0]), tuple(shapes))])
        layers[mark.layer or MARKS[mark.kind].layer] += shapes
    return tuple(layers["below"]), tuple(layers["above"])


# --- whole squares ---------------------------------------------------------------------------------------------


def _tint(square: Square, mark: Mark, ink: Ink, board: Board) -> Rect:
    """A square in its colour under the mark's; over a piece it is transparent."""
    x, y = board.corners[square]
    exact = mark.color is not None and mark.color not in BRUSHES.values()
    share = 1.0 if exact and mark.kind == "highlight" else STRENGTH[mark.kind]
    if mark.layer == "above":
        share = min(share, STRENGTH[mark.kind]) * ink.color.alpha / 255
        return Rect(x, y, board.side, board.side, ink.color._replace(alpha=round(255 * share)))
    return Rect(x, y, board.side, board.side, blend(board.ground(square), ink.color, share))


def _highlight(mark: Mark, ink: Ink, board: Board) -> Iterator[Shape]:
    (square,) = mark.squares
    if not board.mono:
        yield _tint(square, mark, ink, board)
        return
    x, y = board.corners[square]
    if mark.layer != "above":
        yield Rect(x, y, board.side, board.side, board.ground(square))
    hatch = Hatch(pitch=0.62, width=0.14, color=ink.color)
    patterns = {"solid": (rising, falling), "dashed": (upright,), "dotted": (dotted,)}
    for pattern in (level,) if ink.hollow else patterns[ink.line]:
        yield Path(path_data(pattern(hatch, board.side, board.unit), x, y), ink.color)


def _lastmove(mark: Mark, ink: Ink, board: Board) -> Iterator[Shape]:
    for square, weight in zip(mark.squares, (0.035, 0.07), strict=True):
        shapes = _brackets(square, ink, board, weight) if board.mono else [_tint(square, mark, ink, board)]
        yield Local(board.cell(square), tuple(shapes))


def _brackets(square: Square, ink: Ink, board: Board, weight: float) -> Iterator[Shape]:
    """Angles in the corners of a square: thin where a move began, thick where it ended."""
    s = board.side
    corner, inset, arm = board.corners[square], (CASING + HAIR) * s, 0.26 * s
    low, high = inset, s - inset
    d = ""
    for x, y in ((low, low), (high, low), (high, high), (low, high)):
        dx, dy = (arm if x == low else -arm), (arm if y == low else -arm)
        points = [corner + Point(x + dx, y), corner + Point(x, y), corner + Point(x, y + dy)]
        left, right = ribbon([p + _inward(x, y, s, weight * s / 2) for p in points], weight * s)
        d += closed([*left, *reversed(right)])
    yield Path(d, None, ink.casing, 2 * CASING * s)
    yield Path(d, ink.color)


def _inward(x: float, y: float, s: float, by: float) -> Point:
    return Point(by if x < s / 2 else -by, by if y < s / 2 else -by)


def _check(mark: Mark, ink: Ink, board: Board) -> Iterator[Shape]:
    (square,) = mark.squares
    if not board.mono:
        yield _tint(square, mark, ink, board)
        return
    for leg, color in ((0.26 + 2 * CASING, ink.casing), (0.26, ink.color)):
        yield Path(_corners(board.corners[square], board.side, leg * board.side), color)


def _corners(at: Point, s: float, leg: float) -> str:
    """A triangle in each corner of a square."""
    d = ""
    for x, y in ((0.0, 0.0), (s, 0.0), (s, s), (0.0, s)):
        a, b = Point(leg if x == 0 else -leg, 0.0), Point(0.0, leg if y == 0 else -leg)
        corner = at + Point(x, y)
        d += closed([corner, corner + a, corner + b])
    return d


def _area(mark: Mark, ink: Ink, board: Board) -> Iterator[Shape]:
    a, b = mark.squares
    files, ranks = (sorted(pair) for pair in zip(a, b, strict=True))
    inside = [Square(f, r) for f in range(files[0], files[1] + 1) for r in range(ranks[0], ranks[1] + 1)]
    if not board.mono:
        for square in inside:
            yield _tint(square, mark, ink, board)
    corners = [board.corners[square] for square in inside]
    left, top = min(c.x for c in corners), min(c.y for c in corners)
    right, bottom = (max(c[i] for c in corners) + board.side for i in (0, 1))
    yield from _framed(left, top, right, bottom, ink, board, 0.06)


# --- outlines --------------------------------------------------------------------------------------------------


def _frame(mark: Mark, ink: Ink, board: Board) -> Iterator[Shape]:
    x, y = board.corners[mark.squares[0]]
    yield from _framed(x, y, x + board.side, y + board.side, ink, board, 0.08)


def _framed(
    left: float, top: float, right: float, bottom: float, ink: Ink, board: Board, weight: float
) -> Iterator[Shape]:
    """A frame that touches the edges of a rectangle from within."""
    s = board.side
    inset = _reach(weight, ink) * s
    points = [
        Point(left + inset, top + inset),
        Point(right - inset, top + inset),
        Point(right - inset, bottom - inset),
        Point(left + inset, bottom - inset),
    ]
    d = closed(points)
    parts = d
    if ink.line != "solid":
        on, off = (0.2, 0.12) if ink.line == "dashed" else (weight, weight)
        parts = "".join(_dashed(leg, on * s, off * s) for leg in _sides(points, weight * s))
    yield from _outlined(d, parts, ink, s, weight)


def _dashed(line: list[Point], on: float, off: float) -> str:
    return "".join(_open(cut(line, a, b)) for a, b in dashes(length(line), on, off))


def _sides(points: list[Point], weight: float) -> Iterator[list[Point]]:
    """The sides of a rectangle, each with the corner that it begins at."""
    for a, b in zip(points, [*points[1:], points[0]], strict=True):
        way = (b - a).unit.times(weight / 2)
        yield [a - way, b + way]


def _open(line: list[Point]) -> str:
    return closed(line).removesuffix("z")


def _outlined(d: str, parts: str, ink: Ink, s: float, weight: float) -> Iterator[Shape]:
    """A line with its rim, which runs on below the gaps of a dashed one; a hollow one is wider and two lines."""
    weight *= HOLLOW if ink.hollow else 1
    if ink.color.alpha == 255:
        yield Path(d, None, ink.casing, (weight + 2 * CASING) * s)
    yield Path(parts, None, ink.color, weight * s)
    if ink.hollow:
        yield Path(d, None, ink.casing, (weight - 2 * EDGE) * s)


def _reach(weight: float, ink: Ink) -> float:
    """How far a line and its rim reach to each side, and a hair more: marks of one square keep to it."""
    return weight * (HOLLOW if ink.hollow else 1) / 2 + CASING + HAIR


def _circle(mark: Mark, ink: Ink, board: Board) -> Iterator[Shape]:
    s, weight = board.side, 0.08
    center, radius = board.middle(mark.squares[0]), (0.5 - _reach(weight, ink)) * s
    d = parts = circle(center, radius)
    if ink.line != "solid":
        around = 2 * math.pi * radius
        on, off = (0.24 * s, 0.14 * s) if ink.line == "dashed" else (weight * s, weight * s)
        count = round(around / (on + off))
        step = 360 / count
        parts = "".join(arc(center, radius, i * step, i * step + step * on / (on + off)) for i in range(count))
    yield from _outlined(d, parts, ink, s, weight)


def _cross(mark: Mark, ink: Ink, board: Board) -> Iterator[Shape]:
    s, center = board.side, board.middle(mark.squares[0])
    arm = 0.3 * s
    strokes = [[center + Point(-arm, dy), center + Point(arm, -dy)] for dy in (-arm, arm)]
    d = parts = "".join(map(_open, strokes))
    if ink.line != "solid":
        on, off = (0.16, 0.09) if ink.line == "dashed" else (0.09, 0.07)
        parts = "".join(_dashed(line, on * s, off * s) for line in strokes)
    yield from _outlined(d, parts, ink, s, 0.11)


# --- small signs -----------------------------------------------------------------------------------------------


def _dot(mark: Mark, ink: Ink, board: Board) -> Iterator[Shape]:
    s, center = board.side, board.middle(mark.squares[0])
    radius = (0.13 if mark.squares[0] in board.occupied else 0.17) * s
    yield from _disc(center, radius, ink, s)
    if board.mono and ink.line == "dashed" and not mark.line:
        yield Path(circle(center, radius * 0.42), ink.casing)
    if board.mono and ink.line == "dotted" and not mark.line:
        yield Rect(center.x - radius, center.y - radius * 0.2, 2 * radius, radius * 0.4, ink.casing)


def _disc(center: Point, radius: float, ink: Ink, s: float) -> Iterator[Shape]:
    """A disc with its rim; a hollow one shows the rim's colour."""
    yield Path(circle(center, radius + CASING * s), ink.casing)
    yield Path(circle(center, radius), ink.color)
    if ink.hollow:
        yield Path(circle(center, radius - EDGE * s), ink.casing)


def _legal(mark: Mark, ink: Ink, board: Board) -> Iterator[Shape]:
    (square,) = mark.squares
    s, center = board.side, board.middle(square)
    color = ink.color if board.mono else blend(board.ground(square), ink.color, STRENGTH["legal"])
    if mark.text == "move":
        yield Path(circle(center, (0.1 if board.mono else 0.15) * s), color, ink.casing, CASING * s)
    elif mark.text == "capture":
        yield Path(circle(center, 0.45 * s), None, color, (0.04 if board.mono else 0.08) * s)
    elif board.mono:
        yield from _brackets(square, ink, board, 0.035)
    else:
        yield _tint(square, mark, ink, board)


class _Spot(NamedTuple):
    """Where a sign stands, its radius, and whether the square is its own."""

    center: Point
    radius: float
    alone: bool


def _place(mark: Mark, board: Board, number: int, crowded: bool) -> _Spot:
    """In the middle of an empty square, else in one of the corners, each sign in its own."""
    (square,) = mark.squares
    if square not in board.occupied and mark.kind != "badge" and not crowded:
        return _Spot(board.middle(square), 0.27 * board.side, True)
    x, y = CORNERS[number % len(CORNERS)]
    center = board.corners[square] + Point(x * board.side, y * board.side)
    return _Spot(center, CORNER_RADIUS * board.side, False)


def _sequence(mark: Mark, ink: Ink, board: Board, spot: _Spot) -> Iterator[Shape]:
    center, radius, _ = spot
    edged = board.mono and ink.line != "solid"
    yield from _disc(center, radius, ink._replace(hollow=ink.hollow or edged), board.side)
    if edged:  # the edge of the disc, in pieces
        step = 60 if ink.line == "dashed" else 30
        gaps = "".join(arc(center, radius - EDGE / 2 * board.side, i, i + step / 2) for i in range(0, 360, step))
        yield Path(gaps, None, ink.casing, 2 * EDGE * board.side)
    color = ink.color if ink.hollow or edged else _readable(ink.color)
    yield _words(mark.text, center, radius * 1.3, 1.45 * radius, 650, color)


def _badge(mark: Mark, ink: Ink, board: Board, spot: _Spot) -> Iterator[Shape]:
    center, radius, _ = spot
    if board.mono:
        ink = ink._replace(hollow=True)
    elif mark.color is None:
        ink = ink._replace(color=BADGES[mark.text])
    yield from _disc(center, radius, ink, board.side)
    color = ink.color if ink.hollow else _readable(ink.color)
    yield _words(mark.text, center, radius * 1.4, 1.3 * radius, 800, color)


def _label(mark: Mark, ink: Ink, board: Board, spot: _Spot) -> Iterator[Shape]:
    """Alone on a square large letters; beside a piece or another sign a small plate."""
    (square,) = mark.squares
    s, font = board.side, board.font
    if missing := lacks(mark.text.replace(" ", ""), font):
        raise GlyphError(f"label: the font has no {code_point(missing[0])}", hint="--font PATH names one that has it")
    paper, black = (board.theme.light, board.theme.ink) if board.mono else (WHITE, BLACK)
    own = ink.color if mark.color and not board.mono else black
    if spot.alone:
        ground = board.ground(square)
        color = own if mark.color or board.mono else max((BLACK, WHITE), key=partial(contrast, ground))
        rim = paper if board.mono else ground
        yield _words(mark.text, spot.center, 0.52 * s, 0.8 * s, 600, color, rim, 0.09 * s, font=font)
        return
    size = 0.27 * s
    wide = max(2 * CORNER_RADIUS * s, _width(mark.text, size, 650, font) + 0.16 * s)
    left = board.corners[square].x
    x = min(max(spot.center.x, left + wide / 2 + 0.01 * s), left + s - wide / 2 - 0.01 * s)
    center = Point(x, spot.center.y)
    yield Path(_plate(center, wide, 2 * CORNER_RADIUS * s), paper, black, 0.02 * s)
    yield _words(mark.text, center, size, wide, 650, own, font=font)


def _plate(center: Point, wide: float, high: float) -> str:
    """A rectangle with round ends."""
    r = high / 2
    left, right = center - Point(wide / 2 - r, 0), center + Point(wide / 2 - r, 0)
    a, b = arc(right, r, -90, 90), arc(left, r, 90, 270)
    return f"{a}L{b.removeprefix('M')}z"


def _width(text: str, size: float, weight: int, font: FilePath | None = None) -> float:
    shape = outline(text, weight, font)
    return (shape.right - shape.left) / units(font) * size


def _words(
    text: str,
    center: Point,
    size: float,
    room: float,
    weight: int,
    color: Color,
    rim: Color | None = None,
    around: float = 0.0,
    *,
    font: FilePath | None = None,
) -> Group:
    """Text with its ink in the middle of a place; capitals and digits share a height. It shrinks into its room."""
    shape, cap = outline(text, weight, font), outline("H", weight)
    size *= min(1.0, room / max(_width(text, size, weight, font), 0.001))
    em = size / units(font)
    as_capitals = font is None and text.isalnum()
    low, high = (cap.top, cap.bottom) if as_capitals else (shape.top, shape.bottom)
    paths = [Path(shape.d, color)]
    if rim:
        paths.insert(0, Path(shape.d, None, rim, around / em, "round", "round"))
    return Group(center.x - shape.middle * em, center.y - (low + high) / 2 * em, tuple(paths), em)


def _readable(ground: Color) -> Color:
    return max((BLACK, WHITE), key=partial(contrast, ground))


_DRAW: dict[str, Draw] = {
    "area": _area, "lastmove": _lastmove, "highlight": _highlight, "check": _check, "frame": _frame, "circle": _circle,
    "legal": _legal, "dot": _dot, "cross": _cross,
}  # fmt: skip
_SIGN: dict[str, Callable[[Mark, Ink, Board, _Spot], Iterator[Shape]]] = {
    "label": _label, "sequence": _sequence, "badge": _badge,
}  # fmt: skip
