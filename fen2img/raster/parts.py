"""A scene taken apart: what each square shows, and what lies on top of them all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from fen2img.color import Color
from fen2img.raster.overlay import Laid, can_be_laid, laid
from fen2img.scene import Frame, Glyph, Ground, Group, Local, Path, Rect, Scene, Shape

#: Squares up to this size are drawn larger and averaged: renderers place fine lines better than they shade them.
SUPERSAMPLED_UP_TO = 45
SUPERSAMPLING = 4
#: A square is drawn no smaller than this: lines under a pixel grow a fringe, which would leave the smallest squares.
LEAST_DRAWN = 32

#: What a tile shows: a glyph on a ground, wherever that lies; or on the cell of an index and nowhere else.
Tile = tuple[Ground | int, Glyph | None]


#: A colour that is drawn on another one, or on a square.
Edge = tuple[Color | None, Color]


class Parts(NamedTuple):
    """The cells that differ from those of the empty board, with their tiles; what is laid over them all; the words.

    `tints` are the colours of tinted squares, `edges` pairs of colours that meet in marks, None for that of squares.
    """

    tiles: list[tuple[int, Tile]]
    tints: tuple[Color, ...] = ()
    edges: tuple[Edge, ...] = ()
    overlay: tuple[Laid, ...] = ()
    words: Scene | None = None


def parts_of(scene: Scene) -> Parts | None:
    """The parts of a scene; None where a mark is larger than a square and no arrow, or squares can be seen through."""
    if not has_solid_squares(scene.frame) or any(glyph.shared for _, glyph in scene.pieces):
        return None
    frame = scene.frame.grounds
    if scene.plain:
        return Parts([(cell, (frame[cell], glyph)) for cell, glyph in scene.pieces])
    if any(placed.glyph.shared for placed in scene.figures) or not all(isinstance(s, Local) for s in scene.under):
        return None
    overlay = _overlay(scene)
    if overlay is None:
        return None
    grounds, tints = _grounds(scene)
    tiles: list[tuple[int, Tile]] = [(cell, (grounds.get(cell) or frame[cell], glyph)) for cell, glyph in scene.pieces]
    occupied = {cell for cell, _ in scene.pieces}
    tiles += [(cell, (ground, None)) for cell, ground in grounds.items() if cell not in occupied]
    edges = set(_edges(scene.under + scene.over))
    words = scene._replace(pieces=(), under=(), over=()) if scene.words or scene.figures else None
    return Parts(tiles, tuple(sorted(tints)), tuple(sorted(edges, key=str)), overlay, words)


@lru_cache(maxsize=64)
def has_solid_squares(frame: Frame) -> bool:
    """Whether nothing below the squares of a board shows, so that each can be drawn by itself."""
    return all(any(_tint(shape, frame.square) for shape in ground.shapes) for ground in set(frame.grounds))


def _edges(shapes: Iterable[Shape]) -> Iterator[Edge]:
    """Which colours meet, as marks are drawn from their rims inward."""
    before = None
    for shape in shapes:
        if isinstance(shape, Local | Group):
            yield from _edges(shape.shapes)
        elif isinstance(shape, Path):
            for color in (shape.stroke, shape.fill):
                if color and color != before:
                    yield before, color
                    before = color


def _overlay(scene: Scene) -> tuple[Laid, ...] | None:
    """What is laid over the squares; None where that cannot be, or a mark of a square would lie on top of it."""
    found: list[Laid] = []
    touched: set[int] = set()
    joined = supersampling(scene.frame.square) > 1
    left = list(scene.over)
    while left:
        shape = left.pop(0)
        if isinstance(shape, Local):
            if shape.cell in touched:
                return None
            continue
        # A rim and what it is round.
        group = [shape, *(left.pop(0) for _ in range(1) if left and isinstance(left[0], Path))]
        paths = tuple(path for path in group if isinstance(path, Path) and can_be_laid(path))
        one = laid(paths, scene.frame, joined) if len(paths) == len(group) else None
        if one is None:
            return None
        found.append(one)
        touched.update(one.cells)
    return tuple(found)


def supersampling(square: float) -> int:
    """How many times as large a board is drawn whose squares have that side in pixels."""
    return max(SUPERSAMPLING, LEAST_DRAWN // int(square)) if square <= SUPERSAMPLED_UP_TO else 1


def tinted(color: Color, square: float) -> Ground:
    """A square in a colour."""
    return _ground((Rect(0, 0, square, square, color),), ())


def _grounds(scene: Scene) -> tuple[dict[int, Ground], set[Color]]:
    """The grounds of the squares that have marks, and the colours of those that are tinted all over."""
    frame = scene.frame
    under, over = _by_cell(scene.under, frame), _by_cell(scene.over, frame)
    grounds: dict[int, Ground] = {}
    tints: set[Color] = set()
    for cell in sorted({*under, *over}):
        shapes = [*frame.grounds[cell].shapes, *under[cell]]
        covers = [(i, tint) for i, tint in enumerate(_tint(shape, frame.square) for shape in shapes) if tint]
        first, tint = covers[-1] if covers else (0, None)
        if tint and first >= len(frame.grounds[cell].shapes):
            tints.add(tint)
        grounds[cell] = _ground(tuple(shapes[first:]), tuple(over[cell]))
    return grounds, tints


def _by_cell(shapes: Iterable[Shape], frame: Frame) -> dict[int, list[Shape]]:
    """What is on each cell, in its coordinates."""
    found: dict[int, list[Shape]] = defaultdict(list)
    for local in shapes:
        if isinstance(local, Local):
            x, y = frame.cells[local.cell]
            found[local.cell] += [_moved(shape, -x, -y) for shape in local.shapes]
    return found


def _moved(shape: Shape, x: float, y: float) -> Shape:
    if isinstance(shape, Rect | Group):
        return shape._replace(x=shape.x + x, y=shape.y + y)
    return Group(x, y, (shape,))


def _tint(shape: Shape, square: float) -> Color | None:
    """The colour of a shape below which nothing of the square can be seen."""
    if isinstance(shape, Rect) and shape[:4] == (0, 0, square, square) and shape.fill.alpha == 255:
        return shape.fill
    return None


@lru_cache(maxsize=4096)
def _ground(shapes: tuple[Shape, ...], over: tuple[Shape, ...]) -> Ground:
    """The same object for equal shapes, as tiles are found by it."""
    return Ground(shapes, over)
