"""Polygons laid over finished squares, such as arrows: drawn once, as what they cover, and mixed in.

Where a board is drawn larger and averaged, a pixel at the edge of both an arrow and a piece has the mixture of the two
here, and a renderer that mixes each of the finer pixels may find another one. No eye tells them apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from fen2img.color import Color
from fen2img.scene import Frame, Path, Shape

if TYPE_CHECKING:
    from PIL.Image import Image

#: Left, top, right and bottom, in pixels.
Box = tuple[int, int, int, int]
Rgb = tuple[int, int, int]


class Stamp(NamedTuple):
    """Colours, and how much of each every pixel of a box gets, one over the other."""

    box: Box
    layers: tuple[tuple[Rgb, Image], ...]

    def on(self, image: Image, left: int = 0, top: int = 0) -> None:
        """Lay it over an image that begins at (left, top)."""
        box = self.box[0] - left, self.box[1] - top, self.box[2] - left, self.box[3] - top
        for color, mask in self.layers:
            image.paste(color, box, mask)


class Laid(NamedTuple):
    """Shapes over a board: as one stamp, and as one for each cell that they touch, in coordinates of that cell."""

    whole: Stamp
    cells: dict[int, Stamp]


def can_be_laid(shape: Shape) -> bool:
    """Whether a shape is of filled polygons only."""
    return isinstance(shape, Path) and shape.fill is not None and shape.stroke is None and not set(shape.d) - _POLYGON


_POLYGON = frozenset("MLz0123456789.- ")


@lru_cache(maxsize=1024)
def laid(paths: tuple[Path, ...], frame: Frame, factor: int) -> Laid | None:
    """Shapes of one mark, drawn `factor` times as large; None where they go beyond the squares."""
    shapes = [(path.fill, _polygons(path.d)) for path in paths if path.fill]
    xs, ys = zip(*(point for _, polygons in shapes for line in polygons for point in line), strict=True)
    box = math.floor(min(xs)), math.floor(min(ys)), math.ceil(max(xs)), math.ceil(max(ys))
    side = int(frame.square)
    corners = [(int(x), int(y)) for x, y in frame.cells]
    (left, top), (right, bottom) = min(corners), max(corners)
    if box[0] < left or box[1] < top or box[2] > right + side or box[3] > bottom + side:
        return None
    drawn = [(color, _coverage(polygons, box, factor, color.alpha)) for color, polygons in shapes]
    layers = tuple((color[:3], mask) for color, mask in (_joined(drawn) if factor > 1 else drawn))
    cells = {}
    for cell, (x, y) in enumerate(corners):
        if x < box[2] and y < box[3] and x + side > box[0] and y + side > box[1]:
            lot = x - box[0], y - box[1], x - box[0] + side, y - box[1] + side
            parts = [(color, mask.crop(lot)) for color, mask in layers]
            found = parts[0][1].getbbox()
            if found:
                cells[cell] = Stamp(found, tuple((color, part.crop(found)) for color, part in parts))
    return Laid(Stamp(box, layers), cells)


def _joined(drawn: list[tuple[Color, Image]]) -> list[tuple[Color, Image]]:
    """Shapes that go on below what they surround: of averaged ones nothing shows through the seam."""
    from PIL import ImageChops

    out = drawn[-1:]
    for color, mask in reversed(drawn[:-1]):
        above, over = out[0]
        out.insert(0, (color, ImageChops.add(mask, over) if above.alpha == 255 else mask))
    return out


def stamped(image: Image, stamps: Sequence[Stamp]) -> tuple[Image, tuple[int, int]]:
    """The part of an image that stamps change, as they change it, and its top left corner."""
    lefts, tops, rights, bottoms = zip(*(stamp.box for stamp in stamps), strict=True)
    around = min(lefts), min(tops), max(rights), max(bottoms)
    part = image.crop(around)
    for stamp in stamps:
        stamp.on(part, *around[:2])
    return part, around[:2]


def _polygons(d: str) -> list[list[tuple[float, float]]]:
    lines = [part.rstrip("z").split("L") for part in d.split("M")[1:]]
    return [[(float(x), float(y)) for x, y in (point.split(" ") for point in line)] for line in lines]


def _coverage(polygons: list[list[tuple[float, float]]], box: Box, factor: int, alpha: int) -> Image:
    """How much polygons cover of each pixel of a box, from 0 to `alpha`."""
    import cairocffi
    from PIL import Image

    width, height = box[2] - box[0], box[3] - box[1]
    surface = cairocffi.ImageSurface(cairocffi.FORMAT_A8, width * factor, height * factor)
    context = cairocffi.Context(surface)
    context.scale(factor, factor)
    context.translate(-box[0], -box[1])
    for first, *others in polygons:
        context.move_to(*first)
        for point in others:
            context.line_to(*point)
        context.close_path()
    context.set_source_rgba(0, 0, 0, alpha / 255)
    context.fill()
    surface.flush()
    size, data = (width * factor, height * factor), bytes(surface.get_data())
    return Image.frombuffer("L", size, data, "raw", "L", surface.get_stride(), 1).reduce(factor)
