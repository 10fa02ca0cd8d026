"""Boards in a palette, composed as the rows that PNG stores: every tile is filtered before it is pasted."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from fen2img.color import Color
from fen2img.pieceset import NAMES
from fen2img.raster.backend import STEADY, Backend, backend
from fen2img.raster.palette import MANY, Extension, Palette, TooFarError, palette_of
from fen2img.raster.parts import Parts, Tile, parts_of, tinted
from fen2img.raster.tiles import draw, plate_of
from fen2img.scene import Frame, Glyph, Scene

if TYPE_CHECKING:
    from PIL.Image import Image

#: Filters of a row in PNG (ISO/IEC 15948, section 9.2): as it is, or as the difference from the row above.
NONE, UP = 0, 2


class Indexed(NamedTuple):
    """A picture of few colours as PNG holds it: filtered rows, and the palette (red, green, blue of each).

    Without a palette the rows are grey.
    """

    size: tuple[int, int]
    palette: bytes
    rows: bytes


def indexed(scene: Scene, render: Backend | None = None) -> Indexed | None:
    """The scene in at most 256 colours, none of them off by more than 6 of 255; None where that cannot be.

    What it looks like does not depend on what was drawn before.
    """
    render = render or backend(scene.needs)
    parts = parts_of(scene) if render in STEADY else None
    plate = _plate(scene.frame, render, parts.tints) if parts else None
    return (plate.compose(parts) if plate and parts else None) or _alone(draw(scene, render))


def _alone(image: Image) -> Indexed | None:
    """An image in a palette of its own."""
    if image.mode != "RGB" or image.getcolors(MANY) is None:
        return None
    palette = palette_of([], [image])
    numbers = palette.numbers(image)
    return Indexed(image.size, palette.bytes, _filtered(numbers, {0}).tobytes()) if numbers else None


class _Plate:
    """An empty board and its tiles as filtered numbers of one palette; the filter byte is the first column."""

    def __init__(self, frame: Frame, render: Backend, palette: Palette, numbers: Image) -> None:
        self.source = plate_of(frame, render)
        self.palette = palette
        self.twins = _Twins(frame)
        side = int(frame.square)
        self.boxes = [(int(x) + 1, int(y), int(x) + 1 + side, int(y) + side) for x, y in frame.cells]
        tops = {int(y) for _, y in frame.cells}
        # What is pasted must not show in the row below: a rank, and what is below the board, start anew.
        empty = _filtered(numbers, {0, *tops, max(tops) + side})
        self.size, self.stored = numbers.size, empty.size
        self.empty = empty.tobytes()
        self.tiles: dict[Tile, Any] = {}
        self.lock = threading.Lock()
        self.canvas = threading.local()

    def compose(self, parts: Parts) -> Indexed | None:
        """The picture; None where it needs more colours than a palette has."""
        tiles, boxes = self.tiles, self.boxes
        missing = [tile for _, tile in parts.tiles if tile not in tiles]
        if missing:
            tiles = self._with(missing)
        rows, board = self._canvas()
        rows[:] = self.empty
        beyond = []
        for cell, tile in parts.tiles:
            filtered = tiles[tile]
            if filtered is None:
                beyond.append((cell, tile))
            else:
                board.paste(filtered, boxes[cell])
        palette = self.palette.bytes
        if beyond:
            more = Extension(self.palette)
            try:
                for (cell, _), image in zip(beyond, self.source.tiles_of([tile for _, tile in beyond]), strict=True):
                    board.paste(_cut(more.numbers(image)), boxes[cell])
            except TooFarError:
                return None
            palette += more.bytes
        return Indexed(self.size, palette, bytes(rows))

    def _canvas(self) -> tuple[bytearray, Any]:
        """Rows to write to, and the image that lies in them; each thread has its own.

        The image is Pillow's inner one: the same paste, without a look at each argument that takes five times as long.
        """
        from PIL import Image

        own = self.canvas
        if not hasattr(own, "rows"):
            own.rows = bytearray(len(self.empty))
            own.image = Image.frombuffer("L", self.stored, own.rows, "raw", "L", 0, 1)
        return own.rows, own.image.im

    def _with(self, tiles: Sequence[Tile]) -> dict[Tile, Any]:
        """The tiles, with those added that are missing; None stands for one that is beyond the palette."""
        with self.lock:
            known = {} if len(self.tiles) > self.source.room else self.tiles.copy()
            tiles = [tile for tile in dict.fromkeys(tiles) if tile not in known]
            pairs = {tile: self.twins.of(tile) for tile in tiles}
            wanted = [tile for pair in pairs.values() for tile in pair]
            images = dict(zip(wanted, self.source.tiles_of(wanted), strict=True))
            for tile, pair in pairs.items():
                numbers = self._numbers([images[one] for one in pair], pair.index(tile))
                known[tile] = _cut(numbers) if numbers else None
            self.tiles = known
        return known

    def _numbers(self, pair: Sequence[Image], which: int) -> Image | None:
        """The numbers of a tile, if possible with the same ones as its twin."""
        both = self.palette.twins(*pair) if len(pair) > 1 else None
        return both[which] if both else self.palette.numbers(pair[which])


class _Twins:
    """Which tiles show the same piece on the two kinds of squares."""

    def __init__(self, frame: Frame) -> None:
        self.light, self.dark = ([ground for ground, _ in Counter(frame.grounds).most_common(2)] * 2)[:2]
        looks = frame.looks
        pairs = [(looks[name, False], looks[name, True]) for name in NAMES] if looks and any(frame.dark) else []
        self.other: dict[Glyph | None, Glyph | None] = {**dict(pairs), **{dark: light for light, dark in pairs}}

    def of(self, tile: Tile) -> tuple[Tile, ...]:
        """The tile on a light and on a dark square; one of another kind alone."""
        ground, glyph = tile
        if ground is self.light:
            return tile, (self.dark, self.other.get(glyph, glyph))
        if ground is self.dark:
            return (self.light, self.other.get(glyph, glyph)), tile
        return (tile,)


@lru_cache(maxsize=24)
def _plate(frame: Frame, render: Backend, tints: tuple[Color, ...]) -> _Plate | None:
    """The plate of a board, also with tinted squares; None for one that has too many colours, or shines through."""
    source = plate_of(frame, render)
    if frame.looks is None or source.empty.mode != "RGB":
        return None
    twins = _Twins(frame)
    glyphs = [None, *(frame.looks[name, False] for name in NAMES)]
    lots = [twins.of((twins.light, glyph)) for glyph in glyphs]
    others: list[Tile] = [(tinted(color, frame.square), glyph) for color in tints for glyph in glyphs]
    drawn = source.tiles_of([tile for pair in lots for tile in pair] + others)
    pairs = [(drawn[i], drawn[i + 1]) for i in range(0, 2 * len(lots), 2)]
    palette = palette_of(pairs, [source.empty, *drawn[2 * len(lots) :]])
    numbers = palette.numbers(source.empty)
    return _Plate(frame, render, palette, numbers) if numbers else None


def _cut(numbers: Image) -> Any:
    """The numbers of a tile as filtered ones, as Pillow's inner image."""
    return _filtered(numbers, {0}).crop((1, 0, numbers.width + 1, numbers.height)).im


def _filtered(image: Image, starts: set[int]) -> Image:
    """The rows of an image behind their filter bytes: those at `starts` as they are, others less the one above."""
    from PIL import Image, ImageChops

    width, height = image.size
    above = Image.new("L", image.size)
    above.paste(image, (0, 1))
    for y in starts:
        above.paste(0, (0, y, width, y + 1))
    out = Image.new("L", (width + 1, height), UP)
    for y in starts:
        out.paste(NONE, (0, y, 1, y + 1))
    out.paste(ImageChops.subtract_modulo(image, above), (1, 0))
    return out
