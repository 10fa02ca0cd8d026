"""Boards composed from tiles: each piece is drawn once on its own square, opaque, and pasted."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from fen2img.raster.backend import Backend, backend
from fen2img.scene import Frame, Glyph, Ground, Group, Placed, Scene
from fen2img.svg import to_svg

if TYPE_CHECKING:
    from PIL.Image import Image

#: Squares up to this size are drawn larger and averaged: renderers place fine lines better than they shade them.
SUPERSAMPLED_UP_TO = 45
SUPERSAMPLING = 4

Tile = tuple[Ground, Glyph]


def draw(scene: Scene, render: Backend | None = None) -> Image:
    """The scene as pixels, RGB, or RGBA if any pixel of it is not opaque.

    Not one pixel differs from `draw_whole`.
    """
    plate = _plate(scene.frame, render or backend())
    return plate.compose(scene.pieces)


def draw_whole(scene: Scene, render: Backend | None = None) -> Image:
    """The scene rendered in one piece from its SVG, as a renderer without tiles does it."""
    return _render(scene, render or backend())


class _Plate:
    """An empty board as pixels and the tiles drawn for it so far."""

    def __init__(self, frame: Frame, render: Backend) -> None:
        self.frame = frame
        self.render = render
        self.empty = _opaque(_render(_scene(frame), render))
        self.side = int(frame.square)
        self.places = [(int(x), int(y)) for x, y in frame.cells]
        self.tiles: dict[Tile, Image] = {}

    def compose(self, pieces: tuple[tuple[int, Glyph], ...]) -> Image:
        grounds = self.frame.grounds
        wanted = [(self.places[cell], (grounds[cell], glyph)) for cell, glyph in pieces]
        missing = {tile for _, tile in wanted} - self.tiles.keys()
        if missing:
            self._add(sorted(missing, key=lambda t: t[1].name))
        image = self.empty.copy()
        for place, tile in wanted:
            image.paste(self.tiles[tile], place)
        return image

    def _add(self, tiles: list[Tile]) -> None:
        """Draw the missing tiles on one sheet."""
        side = self.side
        sheet = _render(_scene(_sheet(tiles, side)), self.render).convert(self.empty.mode)
        for tile, (x, y) in zip(tiles, _grid(len(tiles), side), strict=True):
            self.tiles[tile] = sheet.crop((x, y, x + side, y + side))


@lru_cache(maxsize=8)
def _plate(frame: Frame, render: Backend) -> _Plate:
    return _Plate(frame, render)


def _grid(count: int, side: int) -> list[tuple[int, int]]:
    """Places of tiles on a sheet; cairo draws nothing wider than 32,767 pixels, so in rows of eight."""
    return [(i % 8 * side, i // 8 * side) for i in range(count)]


def _sheet(tiles: list[Tile], side: int) -> Frame:
    """Squares in rows, each with its ground and its piece."""
    places = _grid(len(tiles), side)
    shapes = tuple(Group(x, y, ground.shapes) for (x, y), (ground, _) in zip(places, tiles, strict=True))
    glyphs = tuple(Placed(glyph, x, y, side) for (x, y), (_, glyph) in zip(places, tiles, strict=True))
    width, height = max(x for x, _ in places) + side, max(y for _, y in places) + side
    return Frame(width, height, side, shapes, glyphs, (), ())


def _render(scene: Scene, render: Backend) -> Image:
    width, height = scene.frame.pixels
    factor = SUPERSAMPLING if scene.frame.square <= SUPERSAMPLED_UP_TO else 1
    image = render(to_svg(scene), width * factor, height * factor)
    return image.reduce(factor) if factor > 1 else image


def _opaque(image: Image) -> Image:
    """RGB when nothing shows through."""
    return image.convert("RGB") if image.getchannel("A").getextrema() == (255, 255) else image


def _scene(frame: Frame, pieces: Iterable[tuple[int, Glyph]] = ()) -> Scene:
    return Scene(frame, tuple(pieces), "", "", "")
