"""Marks -> shapes: how each kind looks in a theme, in colour or in one ink."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from fen2img.color import Color, contrast, rgb
from fen2img.hatching import dotted, falling, level, path_data, rising, upright
from fen2img.marks import BADGES, BRUSHES, MARKS, Layer, Line, Mark
from fen2img.position import Square
from fen2img.scene import Group, Path, Rect, Shape
from fen2img.strokes import (
    Point,
    arc,
    circle,
    closed,
    cut,
    dashes,
    grown,
    length,
    ribbon,
    ring_of,
    spread,
)
from fen2img.text import EM, outline
from fen2img.themes import Hatch, Theme

BLACK, WHITE, DARK = rgb("#000"), rgb("#fff"), rgb("#333")
#: Measures in shares of a square. An arrow: its shaft, the length and width of its head, how far from the middle of a
#: piece it starts, how far from the middle several of them end, the distance of two on one line.
SHAFT, HEAD, HEAD_WIDTH, START, APART, LANE = 0.13, 0.36, 0.4, 0.43, 0.27, 0.26
#: The light rim that parts marks from what lies below, and the edge of hollow ones.
CASING, EDGE = 0.028, 0.035
#: How much of its colour a mark lays over a square, where the colour is not given exactly.
STRENGTH = {"lastmove": 0.45, "check": 0.8, "highlight": 0.62, "area": 0.3, "legal": 0.55}
#: Marks in the corner of a piece's square: their middle from its top right corner, and their radius.
CORNER, CORNER_RADIUS = 0.22, 0.19
#: The looks of the four colours in one ink, the kind's own colour first.
FINISHES = ("solid", "dashed", "dotted", "hollow")


class Board(NamedTuple):
    """Where marks go: the top left corner of each square, its side, scene units per millimetre, what is occupied."""

    corners: dict[Square, Point]
    side: float
    unit: float
    theme: Theme
    occupied: frozenset[Square]

    def middle(self, square: Square) -> Point:
        """The middle of a square."""
        return self.corners[square] + Point(self.side / 2, self.side / 2)

    def ground(self, square: Square) -> Color:
        """The colour of a square; of a hatched one that of the paper."""
        return self.theme.dark if square.dark and not self.theme.hatch else self.theme.light


class Ink(NamedTuple):
    """How a mark is drawn: its colour, its lines, whether only its edge is, and the colour of its rim."""

    color: Color
    line: Line
    hollow: bool
    casing: Color


Drawn = tuple[Layer, Shape]
Draw = Callable[[Mark, Ink, Board], Iterator[Shape]]


def draw_marks(marks: Iterable[Mark], board: Board) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
    """The shapes below the pieces and those above them, each kind in the order of its declaration."""
    order = list(MARKS)
    known = sorted((m for m in marks if m.kind in _DRAW), key=lambda m: order.index(m.kind))
    layers: dict[Layer, list[Shape]] = {"below": [], "above": []}
    lines = _arrow_lines([m for m in known if m.kind == "arrow"], board)
    for mark in known:
        ink = _ink(mark, board.theme)
        shapes = _arrow(lines.pop(0), ink, board) if mark.kind == "arrow" else _DRAW[mark.kind](mark, ink, board)
        layers[mark.layer or MARKS[mark.kind].layer] += shapes
    return tuple(layers["below"]), tuple(layers["above"])


# --- ink -------------------------------------------------------------------------------------------------------


def _ink(mark: Mark, theme: Theme) -> Ink:
    own = mark.color or MARKS[mark.kind].color
    if theme.mono:
        finish = FINISHES[_rank(own, MARKS[mark.kind].color)]
        line: Line = "solid" if finish == "hollow" else finish  # type: ignore[assignment]
        return Ink(theme.ink, mark.line or line, finish == "hollow", theme.light)
    return Ink(
        own, mark.line or "solid", False, WHITE if own.luminance < 0.6 else DARK
    )  # opaque: a press knows no alpha


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


def _blend(below: Color, over: Color, share: float) -> Color:
    """Two colours mixed, so that nothing needs to be transparent."""
    share *= over.alpha / 255
    red, green, blue = (round(b + (o - b) * share) for b, o in zip(below[:3], over[:3], strict=True))
    return Color(red, green, blue)


# --- whole squares ---------------------------------------------------------------------------------------------


def _tint(square: Square, mark: Mark, ink: Ink, board: Board) -> Rect:
    """A square in its colour under the mark's; over a piece it is transparent."""
    x, y = board.corners[square]
    exact = mark.color is not None and mark.color not in BRUSHES.values()
    share = 1.0 if exact and mark.kind == "highlight" else STRENGTH[mark.kind]
    if mark.layer == "above":
        share = min(share, STRENGTH[mark.kind]) * ink.color.alpha / 255
        return Rect(x, y, board.side, board.side, ink.color._replace(alpha=round(255 * share)))
    return Rect(x, y, board.side, board.side, _blend(board.ground(square), ink.color, share))


def _highlight(mark: Mark, ink: Ink, board: Board) -> Iterator[Shape]:
    (square,) = mark.squares
    if not board.theme.mono:
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
        if board.theme.mono:
            yield from _brackets(square, ink, board, weight)
        else:
            yield _tint(square, mark, ink, board)


def _brackets(square: Square, ink: Ink, board: Board, weight: float) -> Iterator[Shape]:
    """Angles in the corners of a square: thin where a move began, thick where it ended."""
    s = board.side
    corner, inset, arm = board.corners[square], 0.035 * s, 0.26 * s
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
    if not board.theme.mono:
        yield _tint(square, mark, ink, board)
        return
    s, corner, leg = board.side, board.corners[square], 0.26 * board.side
    d = ""
    for x, y in ((0.0, 0.0), (s, 0.0), (s, s), (0.0, s)):
        a, b = Point(leg if x == 0 else -leg, 0.0), Point(0.0, leg if y == 0 else -leg)
        at = corner + Point(x, y)
        d += closed([at, at + a, at + b])
    yield Path(d, ink.color, ink.casing, CASING * s)


def _area(mark: Mark, ink: Ink, board: Board) -> Iterator[Shape]:
    a, b = mark.squares
    files, ranks = (sorted(pair) for pair in zip(a, b, strict=True))
    inside = [Square(f, r) for f in range(files[0], files[1] + 1) for r in range(ranks[0], ranks[1] + 1)]
    if not board.theme.mono:
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
    inset = (weight / 2 + CASING) * s
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
    """A line with its rim, which runs on below the gaps of a dashed one; a hollow one is two thin lines."""
    if ink.color.alpha == 255:
        yield Path(d, None, ink.casing, (weight + 2 * CASING) * s)
    yield Path(parts, None, ink.color, weight * s)
    if ink.hollow:
        yield Path(d, None, ink.casing, (weight - EDGE) * s)


def _circle(mark: Mark, ink: Ink, board: Board) -> Iterator[Shape]:
    s, weight = board.side, 0.08
    center, radius = board.middle(mark.squares[0]), (0.5 - weight / 2 - CASING) * s
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
    if board.theme.mono and ink.line == "dashed" and not mark.line:
        yield Path(circle(center, radius * 0.42), ink.casing)
    if board.theme.mono and ink.line == "dotted" and not mark.line:
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
    color = ink.color if board.theme.mono else _blend(board.ground(square), ink.color, STRENGTH["legal"])
    if mark.text == "move":
        yield Path(circle(center, (0.1 if board.theme.mono else 0.15) * s), color, ink.casing, CASING * s)
    elif mark.text == "capture":
        yield Path(circle(center, 0.45 * s), None, color, (0.04 if board.theme.mono else 0.08) * s)
    elif board.theme.mono:
        yield from _brackets(square, ink, board, 0.035)
    else:
        yield _tint(square, mark, ink, board)


def _sign(mark: Mark, board: Board) -> tuple[Point, float]:
    """Where a sign stands and its radius: in the middle of an empty square, in the corner of a piece's."""
    (square,) = mark.squares
    if square not in board.occupied and mark.kind != "badge":
        return board.middle(square), 0.27 * board.side
    corner = board.corners[square] + Point((1 - CORNER) * board.side, CORNER * board.side)
    return corner, CORNER_RADIUS * board.side


def _sequence(mark: Mark, ink: Ink, board: Board) -> Iterator[Shape]:
    center, radius = _sign(mark, board)
    edged = board.theme.mono and ink.line != "solid"
    yield from _disc(center, radius, ink._replace(hollow=ink.hollow or edged), board.side)
    if edged:  # the edge of the disc, in pieces
        step = 60 if ink.line == "dashed" else 30
        gaps = "".join(arc(center, radius - EDGE / 2 * board.side, i, i + step / 2) for i in range(0, 360, step))
        yield Path(gaps, None, ink.casing, 2 * EDGE * board.side)
    color = ink.color if ink.hollow or edged else _readable(ink.color)
    yield _words(mark.text, center, radius * 1.3, 1.45 * radius, 650, color)


def _badge(mark: Mark, ink: Ink, board: Board) -> Iterator[Shape]:
    center, radius = _sign(mark, board)
    if board.theme.mono:
        ink = ink._replace(hollow=True)
    elif mark.color is None:
        ink = ink._replace(color=BADGES[mark.text])
    yield from _disc(center, radius, ink, board.side)
    color = ink.color if ink.hollow else _readable(ink.color)
    yield _words(mark.text, center, radius * 1.4, 1.3 * radius, 800, color)


def _label(mark: Mark, ink: Ink, board: Board) -> Iterator[Shape]:
    """On an empty square large letters; beside a piece a small plate."""
    (square,) = mark.squares
    s = board.side
    if square not in board.occupied:
        ground = board.ground(square)
        color = ink.color if mark.color and not board.theme.mono else max((BLACK, WHITE), key=partial(contrast, ground))
        rim = ground if not board.theme.mono else board.theme.light
        yield _words(mark.text, board.middle(square), 0.52 * s, 0.8 * s, 600, color, rim, 0.09 * s)
        return
    size = 0.27 * s
    wide = max(2 * CORNER_RADIUS * s, _width(mark.text, size, 650) + 0.16 * s)
    center = board.corners[square] + Point(s - wide / 2 - 0.01 * s, CORNER * s)
    yield Path(_plate(center, wide, 2 * CORNER_RADIUS * s), WHITE, BLACK, 0.02 * s)
    color = ink.color if mark.color and not board.theme.mono else BLACK
    yield _words(mark.text, center, size, wide, 650, color)


def _plate(center: Point, wide: float, high: float) -> str:
    """A rectangle with round ends."""
    r = high / 2
    left, right = center - Point(wide / 2 - r, 0), center + Point(wide / 2 - r, 0)
    a, b = arc(right, r, -90, 90), arc(left, r, 90, 270)
    return f"{a}L{b.removeprefix('M')}z"


def _width(text: str, size: float, weight: int) -> float:
    shape = outline(text, weight)
    return (shape.right - shape.left) / EM * size


def _words(
    text: str,
    center: Point,
    size: float,
    room: float,
    weight: int,
    color: Color,
    rim: Color | None = None,
    around: float = 0.0,
) -> Group:
    """Text with its ink in the middle of a place; capitals and digits share a height. It shrinks into its room."""
    shape, cap = outline(text, weight), outline("H", weight)
    size *= min(1.0, room / max(_width(text, size, weight), 0.001))
    em = size / EM
    low, high = (shape.top, shape.bottom) if text[0] in "!?" or not text.isalnum() else (cap.top, cap.bottom)
    paths = [Path(shape.d, color)]
    if rim:
        paths.insert(0, Path(shape.d, None, rim, around / em, "round", "round"))
    return Group(center.x - shape.middle * em, center.y - (low + high) / 2 * em, tuple(paths), em)


def _readable(ground: Color) -> Color:
    return max((BLACK, WHITE), key=partial(contrast, ground))


# --- arrows ----------------------------------------------------------------------------------------------------


def _arrow_lines(marks: list[Mark], board: Board) -> list[list[Point]]:
    """The way of each arrow from its start to its tip; those that share a line or an end keep apart."""
    ways = [_way(mark, board) for mark in marks]
    lanes = _lanes(marks, ways)
    ends = Counter(mark.squares[1] for mark in marks)
    lines = [_shifted(way, lane * LANE * board.side) for way, lane in zip(ways, lanes, strict=True)]
    for target in [square for square, count in ends.items() if count > 1]:
        group = [i for i, mark in enumerate(marks) if mark.squares[1] == target]
        _part(lines, group, [bool(lanes[i]) for i in group], board.middle(target), board.side)
    return [_started(mark, line, board) for mark, line in zip(marks, lines, strict=True)]


def _lanes(marks: list[Mark], ways: list[list[Point]]) -> list[float]:
    """How many lanes to its left each arrow keeps: those that cover one another lie side by side.

    Those with one target are parted there.
    """
    lanes = [0.0] * len(ways)
    left = list(range(len(ways)))
    while left:
        group = [left.pop(0)]
        for i in group:  # grows while it is gone through
            near = [j for j in left if _cover(ways[i], ways[j]) and marks[i].squares[1] != marks[j].squares[1]]
            left = [j for j in left if j not in near]
            group += near
        for lane, i in enumerate(sorted(group)):
            forward = marks[i].squares == tuple(sorted(marks[i].squares))
            lanes[i] = (lane - (len(group) - 1) / 2) * (1 if forward else -1)
    return lanes


def _cover(a: list[Point], b: list[Point]) -> bool:
    """Whether two ways are alike, or both straight and on a piece of one line."""
    if len(a) > 2 or len(b) > 2:
        return a in (b, b[::-1])
    way = (a[1] - a[0]).unit
    aside = [abs(way.x * (p - a[0]).y - way.y * (p - a[0]).x) for p in b]
    low, high = sorted(way.x * (p - a[0]).x + way.y * (p - a[0]).y for p in b)
    return max(aside) < 1e-6 and low < math.dist(*a) - 1e-6 and high > 1e-6


def _way(mark: Mark, board: Board) -> list[Point]:
    """From middle to middle; a knight goes two squares straight first."""
    start, end = (board.middle(square) for square in mark.squares)
    across, along = (abs(a - b) for a, b in zip(*mark.squares, strict=True))
    if {across, along} != {1, 2} or mark.straight:
        return [start, end]
    corner = Point(end.x, start.y) if across == 2 else Point(start.x, end.y)
    return [start, corner, end]


def _shifted(line: list[Point], by: float) -> list[Point]:
    return ribbon(line, 2 * by)[0] if by else line


def _part(lines: list[list[Point]], group: list[int], in_lane: list[bool], target: Point, side: float) -> None:
    """Let the tips end round the middle of their square, each on its own side, the whole last leg moved with it.

    Those in lanes are apart already and only end sooner.
    """
    incoming = [lines[i][-1] - lines[i][-2] for i in group]
    angles = spread((math.degrees(math.atan2(-way.y, -way.x)) for way in incoming), 70)
    for i, way, angle, kept in zip(group, incoming, angles, in_lane, strict=True):
        if kept:
            lines[i] = cut(lines[i], 0, length(lines[i]) - APART * side)
            continue
        turn = math.radians(angle)
        tip = target + Point(math.cos(turn), math.sin(turn)).times(APART * side)
        aside = way.unit.left
        offset = tip - lines[i][-1]
        drift = aside.times(offset.x * aside.x + offset.y * aside.y)
        lines[i] = [*lines[i][:-2], lines[i][-2] + drift, tip]


def _started(mark: Mark, line: list[Point], board: Board) -> list[Point]:
    """The line from beside the piece that it starts at; on an empty square from nearly its middle."""
    from_piece = START if mark.squares[0] in board.occupied else 0.08
    return cut(line, from_piece * board.side, length(line))


def _arrow(line: list[Point], ink: Ink, board: Board) -> Iterator[Shape]:
    """Rims below, so that crossing arrows stay apart; nothing shines through where the colour does."""
    s = board.side
    (whole,) = _arrow_pieces(line, "solid", s)
    edge = EDGE * s if ink.hollow else 0.0
    if ink.line == "solid":
        yield Path(ring_of(grown(whole, edge / 2), CASING * s), ink.casing)
    else:
        yield Path(closed(grown(whole, CASING * s + edge / 2)), ink.casing)
    d = "".join(map(closed, _arrow_pieces(line, ink.line, s)))
    yield Path(d, ink.casing, ink.color, edge) if ink.hollow else Path(d, ink.color)


def _arrow_pieces(line: list[Point], style: Line, s: float) -> list[list[Point]]:
    """The polygons of an arrow: one, or dashes and a head."""
    total = length(line)
    head = min(HEAD * s, total * 0.6)
    shaft, tip = cut(line, 0, total - head), line[-1]
    way = (line[-1] - line[-2]).unit
    base, wide = tip - way.times(head), way.left.times(HEAD_WIDTH / 2 * s * head / (HEAD * s))
    barb = way.times(0.06 * s)
    tri = [base - barb + wide, tip, base - barb - wide]
    if style == "solid":
        left, right = ribbon(shaft, SHAFT * s)
        return [[*left, *tri, *reversed(right)]]
    on, off = (0.22, 0.11) if style == "dashed" else (SHAFT, 0.1)
    room = length(shaft) - off * s
    parts = [ribbon(cut(shaft, a, b), SHAFT * s) for a, b in dashes(room, on * s, off * s)] if room > 0 else []
    return [[*left, *reversed(right)] for left, right in parts] + [tri]


_DRAW: dict[str, Draw] = {
    "area": _area, "lastmove": _lastmove, "highlight": _highlight, "check": _check, "frame": _frame, "circle": _circle,
    "legal": _legal, "dot": _dot, "cross": _cross, "label": _label, "sequence": _sequence, "badge": _badge,
    "arrow": lambda *_: iter(()),
}  # fmt: skip
