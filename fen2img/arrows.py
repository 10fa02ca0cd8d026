"""Arrows: their ways from square to square, kept apart where they meet, and their outlines."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from fen2img.board import CASING, EDGE, Board, Ink
from fen2img.marks import Line, Mark
from fen2img.scene import Path, Shape
from fen2img.strokes import Point, closed, cut, dashes, grown, length, ribbon, ring_of, spread

#: Measures in shares of a square: the shaft, the length and width of the head, how far from the middle of a piece an
#: arrow starts, how far from the middle several of them end, the distance of two on one line and the most of them all.
SHAFT, HEAD, HEAD_WIDTH, START, APART, LANE, LANES = 0.13, 0.36, 0.4, 0.43, 0.27, 0.26, 0.46


def arrow_lines(marks: list[Mark], board: Board) -> list[list[Point]]:
    """The way of each arrow from its start to its tip; those that share a line or an end keep apart."""
    ways: list[list[Point]] = []
    for mark in marks:
        ways.append(_way(mark, board, [other for other in ways if other[0] == board.middle(mark.squares[0])]))
    lanes = _lanes(marks, ways)
    ends = Counter(mark.squares[1] for mark in marks)
    lines = [_shifted(way, lane * board.side) for way, lane in zip(ways, lanes, strict=True)]
    for target in [square for square, count in ends.items() if count > 1]:
        group = [i for i, mark in enumerate(marks) if mark.squares[1] == target]
        _part(lines, group, [bool(lanes[i]) for i in group], board.middle(target), board.side)
    return [_started(mark, line, board) for mark, line in zip(marks, lines, strict=True)]


def _lanes(marks: list[Mark], ways: list[list[Point]]) -> list[float]:
    """How far to its left each arrow keeps, in squares: those that cover one another lie side by side.

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
            apart = min(LANE, LANES / max(1, len(group) - 1))  # many keep to the line of squares, too
            lanes[i] = apart * (lane - (len(group) - 1) / 2) * (1 if forward else -1)
    return lanes


def _cover(a: list[Point], b: list[Point]) -> bool:
    """Whether two ways are alike, or both straight and on a piece of one line."""
    if len(a) > 2 or len(b) > 2:
        return a in (b, b[::-1])
    way = (a[1] - a[0]).unit
    aside = [abs(way.x * (p - a[0]).y - way.y * (p - a[0]).x) for p in b]
    low, high = sorted(way.x * (p - a[0]).x + way.y * (p - a[0]).y for p in b)
    return max(aside) < 1e-6 and low < math.dist(*a) - 1e-6 and high > 1e-6


def _way(mark: Mark, board: Board, others: list[list[Point]]) -> list[Point]:
    """From middle to middle; a knight goes two squares straight first, or one, where another has gone there before."""
    start, end = (board.middle(square) for square in mark.squares)
    across, along = (abs(a - b) for a, b in zip(*mark.squares, strict=True))
    if {across, along} != {1, 2} or mark.straight:
        return [start, end]
    corners = Point(end.x, start.y), Point(start.x, end.y)
    long, short = corners if across == 2 else corners[::-1]
    gone = any(len(other) > 2 and other[1] == long for other in others)
    return [start, short if gone else long, end]


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


def arrow(line: list[Point], ink: Ink, board: Board) -> Iterator[Shape]:
    """Rims below, so that crossing arrows stay apart; nothing shines through where the colour does."""
    yield from _arrow(tuple(line), ink, board.side)


@lru_cache(maxsize=4096)
def _arrow(line: tuple[Point, ...], ink: Ink, s: float) -> tuple[Shape, ...]:
    return tuple(_arrow_shapes(line, ink, s))


def _arrow_shapes(line: Sequence[Point], ink: Ink, s: float) -> Iterator[Shape]:
    (whole,) = _arrow_pieces(line, "solid", s)
    edge = EDGE * s if ink.hollow else 0.0
    if ink.line == "solid":
        yield Path(ring_of(grown(whole, edge / 2) if edge else whole, CASING * s), ink.casing)
    else:
        yield Path(closed(grown(whole, CASING * s + edge / 2)), ink.casing)
    d = "".join(map(closed, _arrow_pieces(line, ink.line, s)))
    yield Path(d, ink.casing, ink.color, edge) if ink.hollow else Path(d, ink.color)


def _arrow_pieces(line: Sequence[Point], style: Line, s: float) -> list[list[Point]]:
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
