"""Sizes: where the board lies in the picture that was asked for. Pure arithmetic, before anything is drawn."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from fen2img.errors import OptionError
from fen2img.options import MM_PER_INCH, Length
from fen2img.scene import number
from fen2img.style import CSS_DPI, DEFAULT_SIZE, MAX_PIXELS, MIN_PIXELS, Style

#: Units of a scene on paper per millimetre.
PAPER_UNITS = 10
#: Limits of a picture on paper in millimetres, each way.
MIN_PAPER, MAX_PAPER = 2, 2000
#: Shares of a square: the strip of outside coordinates, the strip of the marker.
COORDINATE_STRIP = 0.54
MARKER_STRIP = 0.56
#: The strip of pieces in hand, above and below the board.
POCKET = 0.98


class Box(NamedTuple):
    """Where the board lies: sizes in scene units."""

    width: float
    height: float
    square: float
    x: float
    y: float
    border: float


def paper_size(style: Style, box: Box, paper: bool) -> tuple[float, float] | None:
    """Width and height in millimetres where they are known."""
    if paper:
        return box.width / PAPER_UNITS, box.height / PAPER_UNITS
    dpi = style.pixels_per_inch
    return (box.width / dpi * MM_PER_INCH, box.height / dpi * MM_PER_INCH) if dpi else None


class Room(NamedTuple):
    """Room for words above and below the board, in squares."""

    top: float = 0.0
    bottom: float = 0.0


NO_ROOM = Room()


def solve(style: Style, files: int, ranks: int, paper: bool, room: Room = NO_ROOM) -> Box:
    """Size and place of the board for what was asked. Raises OptionError when that cannot be."""
    if paper:
        return _solve_paper(style, files, ranks, room)
    around = _surroundings(style, room, snap=True)
    if style.square is not None:
        box = _box(around, style.square, files, ranks, None, None)
    elif style.width is not None:
        width = round(style.width.mm / MM_PER_INCH * (style.pixels_per_inch or CSS_DPI))
        box = _fit(around, files, ranks, width, None)
    else:
        size = style.size or DEFAULT_SIZE
        box = _fit(around, files, ranks, *_outer(size, files, ranks, any(room)))
    _check_pixels(box)
    return box


def _outer(size: int, files: int, ranks: int, words: bool) -> tuple[int | None, int | None]:
    """Both sides of the image for a square board without words, else the longer one of the board."""
    return (size if files >= ranks else None), (size if ranks > files or (ranks == files and not words) else None)


class _Around(NamedTuple):
    """What lies round the board, for a side of the square: border, then left, top, right, bottom with it."""

    border: float
    left: float
    top: float
    right: float
    bottom: float


def _surroundings(style: Style, room: Room, *, snap: bool) -> Callable[[float], _Around]:
    dpi = style.pixels_per_inch or CSS_DPI
    asked = style.border or style.colors.border
    outside = style.coordinates in ("outside", "all")
    left = COORDINATE_STRIP if outside else 0.0
    right = COORDINATE_STRIP if style.coordinates == "all" else 0.0
    top, bottom = right + room.top, left + room.bottom
    if style.marker != "none":
        right += MARKER_STRIP

    def units(length: Length, square: float) -> float:
        if length.unit == "%":
            return length.value / 100 * square
        if snap:
            return length.value if length.unit == "px" else length.mm / MM_PER_INCH * dpi
        return (length.value / CSS_DPI * MM_PER_INCH if length.unit == "px" else length.mm) * PAPER_UNITS

    def around(square: float) -> _Around:
        border, margin = units(asked, square), units(style.margin, square)
        if snap:
            border, margin = (max(1, round(border)) if border else 0), round(margin)
        strips = [math.ceil(s * square) if snap else s * square for s in (left, top, right, bottom)]
        return _Around(border, *(margin + border + s for s in strips))

    return around


def _box(
    around: Callable[[float], _Around],
    square: float,
    files: int,
    ranks: int,
    width: float | None,
    height: float | None,
) -> Box:
    """The box for a known side of the square; what an outer size has to spare goes to the margins."""
    a = around(square)
    wide, high = a.left + a.right + files * square, a.top + a.bottom + ranks * square
    spare_x = (width - wide) if width is not None else 0
    spare_y = (height - high) if height is not None else 0
    return Box(wide + spare_x, high + spare_y, square, a.left + spare_x // 2, a.top + spare_y // 2, a.border)


def _fit(around: Callable[[float], _Around], files: int, ranks: int, width: int | None, height: int | None) -> Box:
    """The largest whole-pixel square for which everything fits."""
    sides = [outer // n for outer, n in ((width, files), (height, ranks)) if outer is not None]
    for square in range(min(sides), 0, -1):
        box = _box(around, square, files, ranks, None, None)
        if (width is None or box.width <= width) and (height is None or box.height <= height):
            return _box(around, square, files, ranks, width, height)
    asked = " x ".join(f"{n} px" for n in (width, height) if n is not None)
    raise OptionError(
        f"a board of {files} x {ranks} squares does not fit into {asked}",
        hint="ask for a larger picture, or for less border and margin",
    )


def _solve_paper(style: Style, files: int, ranks: int, room: Room) -> Box:
    """Exact geometry: everything grows in a straight line with the square, so two points give it."""
    assert style.width is not None  # noqa: S101 - the caller looked
    around = _surroundings(style, room, snap=False)
    width = style.width.mm * PAPER_UNITS
    zero, one = around(0.0), around(1.0)
    fixed = zero.left + zero.right
    square = (width - fixed) / (files + one.left + one.right - fixed)
    if square <= 0:
        raise OptionError(f"margin and border leave no room in {style.width}", hint="ask for less round the board")
    box = _box(around, square, files, ranks, None, None)._replace(width=width)
    sides = [round(side / PAPER_UNITS, 3) for side in (box.width, box.height)]
    if max(sides) > MAX_PAPER or min(sides) < MIN_PAPER:
        raise OptionError(
            f"the picture would be {number(sides[0])} x {number(sides[1])} mm; each side can have"
            f" {MIN_PAPER} to {MAX_PAPER} mm",
            hint="check the unit",
        )
    return box


def _check_pixels(box: Box) -> None:
    """Raises OptionError for an image beyond the limits."""
    if max(box.width, box.height) > MAX_PIXELS or min(box.width, box.height) < MIN_PIXELS:
        raise OptionError(
            f"the image would be {number(box.width)} x {number(box.height)} px; each side can have"
            f" {MIN_PIXELS} to {MAX_PIXELS} px",
            hint="choose another size or dpi",
        )
