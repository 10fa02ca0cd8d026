"""A scene taken apart: what each square shows, and what lies on top of them all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from fen2img.color import Color
from fen2img.scene import Frame, Glyph, Ground, Group, Local, Rect, Scene, Shape

#: What a tile shows: a glyph on a ground, wherever that lies; or on the cell of an index and nowhere else.
Tile = tuple[Ground | int, Glyph | None]


class Parts(NamedTuple):
    """The cells that differ from those of the empty board, with their tiles, and the colours of tinted squares."""

    tiles: list[tuple[int, Tile]]
    tints: tuple[Color, ...] = ()


def parts_of(scene: Scene) -> Parts | None:
    """The parts of a scene; None where something on it is larger than a square."""
    grounds: dict[int, Ground] = {}
    tints: tuple[Color, ...] = ()
    if not scene.plain:
        if scene.figures or not all(isinstance(shape, Local) for shape in scene.under + scene.over):
            return None
        grounds, tints = _grounds(scene)
    if any(glyph.shared for _, glyph in scene.pieces):
        return None
    frame = scene.frame.grounds
    tiles: list[tuple[int, Tile]] = [(cell, (grounds.get(cell) or frame[cell], glyph)) for cell, glyph in scene.pieces]
    if grounds:
        occupied = {cell for cell, _ in scene.pieces}
        tiles += [(cell, (ground, None)) for cell, ground in grounds.items() if cell not in occupied]
    return Parts(tiles, tints)


def tinted(color: Color, square: float) -> Ground:
    """A square in a colour."""
    return _ground((Rect(0, 0, square, square, color),), ())


def _grounds(scene: Scene) -> tuple[dict[int, Ground], tuple[Color, ...]]:
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
    return grounds, tuple(sorted(tints))


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
