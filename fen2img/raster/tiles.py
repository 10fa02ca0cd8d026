"""Boards composed from tiles: each piece is drawn once on its own square, opaque, and pasted."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from fen2img.raster.backend import STEADY, Backend, backend
from fen2img.scene import Frame, Glyph, Ground, Group, Placed, Scene
from fen2img.svg import to_svg

if TYPE_CHECKING:
    from PIL.Image import Image

#: Squares up to this size are drawn larger and averaged: renderers place fine lines better than they shade them.
SUPERSAMPLED_UP_TO = 45
SUPERSAMPLING = 4
#: A square is drawn no smaller than this: lines under a pixel grow a fringe, which would leave the smallest squares.
LEAST_DRAWN = 32

#: About as many bytes of tiles are kept for one board.
TILE_BYTES = 48 << 20

#: Pixels of a board up to which eight empty ones are kept; of larger ones only the last, which may take 200 MB.
SMALL = 4 << 20

#: What a tile shows: a glyph on a ground, wherever that lies; or on the cell of an index and nowhere else.
Tile = tuple[Ground | int, Glyph]


def draw(scene: Scene, render: Backend | None = None) -> Image:
    """The scene as pixels, RGB, or RGBA if any pixel of it is not opaque.

    Not one pixel differs from `draw_whole`.
    """
    render = render or backend(scene.needs)
    return plate_of(scene.frame, render).compose(scene.pieces) if scene.plain else draw_whole(scene, render)


def draw_whole(scene: Scene, render: Backend | None = None) -> Image:
    """The scene rendered in one piece from its SVG, as a renderer without tiles does it; RGB, or RGBA."""
    return _render(scene, render or backend(scene.needs))


class _Plate:
    """An empty board as pixels and the tiles drawn for it so far.

    A renderer that is not steady draws each piece on each cell by itself: no pixel may depend on what was drawn before.
    So does every renderer with pieces from elsewhere, as gradients and images shift by a shade from place to place.
    """

    def __init__(self, frame: Frame, render: Backend) -> None:
        self.frame = frame
        self.render = render
        self.steady = render in STEADY
        self.empty = _render(_scene(frame), render)
        self.side = int(frame.square)
        self.places = [(int(x), int(y)) for x, y in frame.cells]
        self.tiles: dict[Tile, Image] = {}
        self.lock = threading.Lock()  # threads may share a board, not the drawing of its tiles
        self.room = TILE_BYTES // (self.side * self.side * len(self.empty.mode))

    def compose(self, pieces: tuple[tuple[int, Glyph], ...]) -> Image:
        image = self.empty.copy()
        for (cell, _), tile in zip(pieces, self._tiles(pieces), strict=True):
            image.paste(tile, self.places[cell])
        return image

    def _tiles(self, pieces: tuple[tuple[int, Glyph], ...]) -> list[Image]:
        """The tile of each piece, drawn if it is a new one."""
        return self.tiles_of([self._tile(cell, glyph) for cell, glyph in pieces])

    def tiles_of(self, wanted: Sequence[Tile]) -> list[Image]:
        """The tiles as images, those drawn that are new."""
        with self.lock:
            if len(self.tiles) > self.room:
                self.tiles.clear()
            missing = [tile for tile in dict.fromkeys(wanted) if tile not in self.tiles]
            if missing:
                self._add(missing)
            return [self.tiles[tile] for tile in wanted]

    def _tile(self, cell: int, glyph: Glyph) -> Tile:
        """The tile for a glyph on a cell."""
        return self.frame.grounds[cell] if self.steady and not glyph.shared else cell, glyph

    def _add(self, tiles: list[Tile]) -> None:
        """Draw the missing tiles, all at once: on a sheet of their own, or each where it belongs."""
        loose = [tile for tile in tiles if isinstance(tile[0], Ground)]
        if loose:
            self._cut(_scene(_sheet(loose, self.side)), loose, _grid(len(loose), self.side))
        if len(loose) < len(tiles):
            cells = self._fill(tiles)
            self._cut(_scene(self.frame, cells.items()), list(cells.items()), [self.places[cell] for cell in cells])

    def _cut(self, scene: Scene, tiles: Sequence[Tile], places: list[tuple[int, int]]) -> None:
        """Render a scene and keep what it shows at the places."""
        image = _render(scene, self.render).convert(self.empty.mode)
        for tile, (x, y) in zip(tiles, places, strict=True):
            self.tiles[tile] = image.crop((x, y, x + self.side, y + self.side))

    def _fill(self, tiles: list[Tile]) -> dict[int, Glyph]:
        """The glyphs of the tiles by cell; on the other cells known glyphs not drawn there yet.

        So about a dozen boards hold all tiles, and a single picture draws no more than its own.
        """
        cells = {cell: glyph for cell, glyph in tiles if isinstance(cell, int)}
        known = dict.fromkeys(glyph for place, glyph in self.tiles if isinstance(place, int))
        for cell in range(len(self.places)):
            fresh = next((glyph for glyph in known if (cell, glyph) not in self.tiles), None)
            if fresh and cell not in cells:
                cells[cell] = fresh
        return cells


def plate_of(frame: Frame, render: Backend) -> _Plate:
    """The plate of an empty board."""
    width, height = frame.pixels
    return (_small_plate if width * height <= SMALL else _large_plate)(frame, render)


@lru_cache(maxsize=8)
def _small_plate(frame: Frame, render: Backend) -> _Plate:
    return _Plate(frame, render)


@lru_cache(maxsize=1)
def _large_plate(frame: Frame, render: Backend) -> _Plate:
    return _Plate(frame, render)


def _grid(count: int, side: int) -> list[tuple[int, int]]:
    """Places of tiles on a sheet; cairo draws nothing wider than 32,767 pixels, so in rows of eight."""
    return [(i % 8 * side, i // 8 * side) for i in range(count)]


def _sheet(tiles: list[Tile], side: int) -> Frame:
    """Squares in rows, each with its ground and its piece."""
    places = _grid(len(tiles), side)
    lots = list(zip(places, tiles, strict=True))
    shapes = tuple(Group(x, y, ground.shapes) for (x, y), (ground, _) in lots if isinstance(ground, Ground))
    glyphs = tuple(Placed(glyph, x, y, side) for (x, y), (_, glyph) in lots)
    width, height = max(x for x, _ in places) + side, max(y for _, y in places) + side
    return Frame(width, height, side, shapes, glyphs, (), ())


def _render(scene: Scene, render: Backend) -> Image:
    width, height = scene.frame.pixels
    square = int(scene.frame.square)
    factor = max(SUPERSAMPLING, LEAST_DRAWN // square) if square <= SUPERSAMPLED_UP_TO else 1
    pixels_only = replace(scene, frame=replace(scene.frame, paper=None))  # resvg rounds millimetres or refuses them
    image = render(to_svg(pixels_only), width * factor, height * factor)
    return image.reduce(factor) if factor > 1 else image


def _scene(frame: Frame, pieces: Iterable[tuple[int, Glyph]] = ()) -> Scene:
    return Scene(frame, tuple(pieces), "", "", "")
