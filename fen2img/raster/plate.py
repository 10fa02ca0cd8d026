"""Boards in a palette, composed as the rows that PNG stores: every tile is filtered before it is pasted."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from fen2img.pieceset import NAMES
from fen2img.raster.backend import STEADY, Backend, backend
from fen2img.raster.tiles import Tile, draw, plate_of
from fen2img.scene import Frame, Glyph, Scene

if TYPE_CHECKING:
    from PIL.Image import Image

#: No part of a colour is further from its true value than this, of 255: as near as 256 colours allow.
REACHES = (4, 6)
COLORS = 256
#: More colours than that in one image, and it is not one of few colours.
MANY = 1 << 13
#: Filters of a row in PNG (ISO/IEC 15948, section 9.2): as it is, or as the difference from the row above.
NONE, UP = 0, 2

#: Red, green, blue.
Pixel = tuple[int, int, int]
#: What draws tiles.
Source = Callable[[Sequence[Tile]], list["Image"]]


class Indexed(NamedTuple):
    """A picture of few colours as PNG holds it: filtered rows, and the palette (red, green, blue of each).

    Without a palette the rows are grey.
    """

    size: tuple[int, int]
    palette: bytes
    rows: bytes


def indexed(scene: Scene, render: Backend | None = None) -> Indexed | None:
    """The scene in at most 256 colours, none of them off by more than 6 of 255; None where that cannot be.

    What it looks like does not depend on what was drawn before. Boards with marks or words have palettes of their own.
    """
    render = render or backend(scene.needs)
    simple = scene.plain and render in STEADY and not any(glyph.shared for _, glyph in scene.pieces)
    plate = _plate(scene.frame, render) if simple else None
    return (plate.compose(scene.pieces) if plate else None) or _alone(draw(scene, render))


def _alone(image: Image) -> Indexed | None:
    """An image in a palette of its own."""
    if image.mode != "RGB" or image.getcolors(MANY) is None:
        return None
    palette = _palette([image])
    numbers = palette.numbers(image)
    return Indexed(image.size, palette.bytes, _filtered(numbers, {0}).tobytes()) if numbers else None


class _Plate:
    """An empty board and its tiles as filtered numbers of one palette; the filter byte is the first column."""

    def __init__(self, frame: Frame, numbers: Image, palette: _Palette, source: Source) -> None:
        self.frame = frame
        self.palette = palette
        self.source = source
        self.size = numbers.size
        self.places = [(int(x) + 1, int(y)) for x, y in frame.cells]
        tops = {int(y) for _, y in frame.cells}
        # What is pasted must not show in the row below: a rank, and what is below the board, start anew.
        self.empty = _filtered(numbers, {0, *tops, max(tops) + int(frame.square)})
        self.tiles: dict[Tile, Image | None] = {}
        self.lock = threading.Lock()

    def compose(self, pieces: tuple[tuple[int, Glyph], ...]) -> Indexed | None:
        """The picture; None where a tile needs colours that the palette does not have."""
        grounds = self.frame.grounds
        wanted: list[Tile] = [(grounds[cell], glyph) for cell, glyph in pieces]
        with self.lock:
            missing = [tile for tile in dict.fromkeys(wanted) if tile not in self.tiles]
            if missing:
                self._add(missing)
        image = self.empty.copy()
        for (cell, _), tile in zip(pieces, wanted, strict=True):
            filtered = self.tiles[tile]
            if filtered is None:
                return None
            image.paste(filtered, self.places[cell])
        return Indexed(self.size, self.palette.bytes, image.tobytes())

    def _add(self, tiles: list[Tile]) -> None:
        for tile, image in zip(tiles, self.source(tiles), strict=True):
            numbers = self.palette.numbers(image)
            self.tiles[tile] = _filtered(numbers, {0}).crop((1, 0, image.width + 1, image.height)) if numbers else None


@lru_cache(maxsize=8)
def _plate(frame: Frame, render: Backend) -> _Plate | None:
    """The plate of a board; None for one that has too many colours, or is transparent."""
    source = plate_of(frame, render)
    if frame.looks is None or source.empty.mode != "RGB":
        return None
    grounds = [ground for ground, _ in Counter(frame.grounds).most_common(2)]
    tiles = source.tiles_of([(ground, frame.looks[name, False]) for ground in grounds for name in NAMES])
    palette = _palette([source.empty, *tiles])
    numbers = palette.numbers(source.empty)
    return _Plate(frame, numbers, palette, source.tiles_of) if numbers else None


class _Palette:
    """Up to 256 colours with a number for each; `grey` ones need no list."""

    def __init__(self, colors: list[Pixel], reach: int, *, grey: bool) -> None:
        self.colors = colors
        self.reach = reach
        self.grey = grey
        self.table: dict[int, int | None] = {}
        self.bytes = b"" if grey else bytes(part for color in colors for part in color)

    def numbers(self, image: Image) -> Image | None:
        """An RGB image with a number for each pixel; None if one of them would be off by too much."""
        from PIL import Image

        found: Any = image.getcolors(MANY)
        if found is None:
            return None
        for _, color in found:
            key = int.from_bytes(bytes((*color, 255)), sys.byteorder)
            if key not in self.table:
                self.table[key] = self._nearest(color)
            if self.table[key] is None:
                return None
        pixels = memoryview(image.convert("RGBX").tobytes()).cast("I")
        numbers = bytes(map(self.table.__getitem__, pixels))  # type: ignore[arg-type]
        return Image.frombytes("L", image.size, numbers)

    def _nearest(self, color: Pixel) -> int | None:
        if self.grey:
            return color[0] if len(set(color)) == 1 else None
        found = min(range(len(self.colors)), key=lambda number: _distance(self.colors[number], color))
        return found if _distance(self.colors[found], color) <= self.reach else None


def _palette(images: list[Image]) -> _Palette:
    """The colours of the images, those that cover most first; none of the others is far from one of them.

    Images of too many colours do not count: the palette will not do for them, which is seen later.
    """
    counts: Counter[Pixel] = Counter()
    for image in images:
        found: Any = image.getcolors(MANY) or ()
        counts.update({color: count for count, color in found})
    if all(red == green == blue for red, green, blue in counts):
        return _Palette([], 0, grey=True)
    ordered = sorted(counts, key=lambda color: (-counts[color], color))
    colors: list[Pixel] = []
    for reach in REACHES:
        colors, left = [], ordered
        while left and len(colors) <= COLORS:
            colors.append(left[0])
            left = [color for color in left if _distance(color, colors[-1]) > reach]
        if len(colors) <= COLORS:
            break
    return _Palette(colors[:COLORS], REACHES[-1], grey=False)


def _distance(one: Pixel, other: Pixel) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]), abs(one[2] - other[2]))


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
