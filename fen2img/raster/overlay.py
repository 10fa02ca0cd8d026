"""Polygons laid over finished squares, such as arrows: drawn once, as what they cover, and mixed in.

Where a board is drawn larger and averaged, a pixel at the edge of both an arrow and a piece has the mixture of the two
here, and a renderer that mixes each of the finer pixels may find another one. No eye tells them apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from fen2img.scene import Frame, Path, Shape

if TYPE_CHECKING:
    from PIL.Image import Image

#: Left, top, right and bottom, in pixels.
Box = tuple[int, int, int, int]
Rgb = tuple[int, int, int]


class Stamp(NamedTuple):
    """Colours, and how much of each every pixel of a box gets, one over the other.

    The masks are Pillow's inner images: what is done with them is a matter of a microsecond, checks of arguments too.
    """

    box: Box
    layers: tuple[tuple[Rgb, Any], ...]

    def on(self, image: Any, left: int = 0, top: int = 0) -> None:
        """Lay it over an inner image that begins at (left, top)."""
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


@lru_cache(maxsize=4096)
def laid(paths: tuple[Path, ...], frame: Frame, joined: bool) -> Laid | None:
    """Shapes of one mark over a board; None where they go beyond the squares.

    `joined` ones go on below what they surround, so that nothing shows through the seam: in a picture that is drawn
    larger and averaged nothing does.
    """
    shapes = [(path.fill, _polygons(path.d)) for path in paths if path.fill]
    xs, ys = zip(*(point for _, polygons in shapes for line in polygons for point in line), strict=True)
    box = math.floor(min(xs)), math.floor(min(ys)), math.ceil(max(xs)), math.ceil(max(ys))
    side = int(frame.square)
    corners = [(int(x), int(y)) for x, y in frame.cells]
    (left, top), (right, bottom) = min(corners), max(corners)
    if box[0] < left or box[1] < top or box[2] > right + side or box[3] > bottom + side:
        return None
    masks = [_coverage(polygons, box, color.alpha) for color, polygons in shapes]
    if joined:
        for i in range(len(masks) - 2, -1, -1):
            masks[i] = masks[i].chop_add(masks[i + 1], 1, 0) if shapes[i + 1][0].alpha == 255 else masks[i]
    layers = [(color[:3], mask) for (color, _), mask in zip(shapes, masks, strict=True)]
    return Laid(Stamp(box, tuple(layers)), _by_cell(layers, box, corners, side))


def _by_cell(layers: list[tuple[Rgb, Any]], box: Box, corners: list[tuple[int, int]], side: int) -> dict[int, Stamp]:
    cells = {}
    for cell, (x, y) in enumerate(corners):
        if x < box[2] and y < box[3] and x + side > box[0] and y + side > box[1]:
            lot = x - box[0], y - box[1], x - box[0] + side, y - box[1] + side
            parts = [(color, mask.crop(lot)) for color, mask in layers]
            found = parts[0][1].getbbox()
            if found:
                cells[cell] = Stamp(found, tuple((color, part.crop(found)) for color, part in parts))
    return cells


def stamped(image: Image, stamps: Sequence[Stamp]) -> tuple[Image, tuple[int, int]]:
    """The part of an image that stamps change, as they change it, and its top left corner."""
    lefts, tops, rights, bottoms = zip(*(stamp.box for stamp in stamps), strict=True)
    left, top = min(lefts), min(tops)
    part = image.crop((left, top, max(rights), max(bottoms)))
    for stamp in stamps:
        stamp.on(part.im, left, top)
    return part, (left, top)


def _polygons(d: str) -> list[list[tuple[float, float]]]:
    lines = [part.rstrip("z").split("L") for part in d.split("M")[1:]]
    return [[(float(x), float(y)) for x, y in (point.split(" ") for point in line)] for line in lines]


def _coverage(polygons: list[list[tuple[float, float]]], box: Box, alpha: int) -> Any:
    """How much polygons cover of each pixel of a box, from 0 to `alpha`, as an inner image."""
    import cairocffi
    from PIL import Image

    size = box[2] - box[0], box[3] - box[1]
    surface = cairocffi.ImageSurface(cairocffi.FORMAT_A8, *size)
    context = cairocffi.Context(surface)
    context.translate(-box[0], -box[1])
    for first, *others in polygons:
        context.move_to(*first)
        for point in others:
            context.line_to(*point)
        context.close_path()
    context.set_source_rgba(0, 0, 0, alpha / 255)
    context.fill()
    surface.flush()
    return Image.frombytes("L", size, bytes(surface.get_data()), "raw", "L", surface.get_stride()).im
