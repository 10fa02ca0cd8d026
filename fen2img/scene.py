"""Scene: a picture with everything resolved. Nothing of chess rules, files, ids or colour names is left.

Coordinates run to the right and down, in the units of the scene: pixels of a raster image, or tenths of a
millimetre of one on paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from fen2img.color import Color

Join = Literal["miter", "round", "bevel"]
Cap = Literal["butt", "round", "square"]


class Rect(NamedTuple):
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: Color


class Path(NamedTuple):
    """SVG path data with resolved paint; strokes are in the units around them."""

    d: str
    fill: Color | None = None
    stroke: Color | None = None
    stroke_width: float = 0.0
    join: Join = "miter"
    cap: Cap = "butt"


class Group(NamedTuple):
    """Shapes in coordinates of their own: turned clockwise by `turn` degrees, scaled and moved to (x, y)."""

    x: float
    y: float
    shapes: tuple[Shape, ...]
    scale: float = 1.0
    turn: int = 0


class Half(NamedTuple):
    """The left half of one picture and the right half of another, both `size` units wide and high."""

    left: tuple[Shape, ...]
    right: tuple[Shape, ...]
    size: float


class Markup(NamedTuple):
    """Ready SVG markup, cleaned when it was read: pieces that come from elsewhere."""

    text: str


class Local(NamedTuple):
    """Shapes that stay within the cell of an index, in the coordinates of the scene."""

    cell: int
    shapes: tuple[Shape, ...]


Shape = Rect | Path | Group | Half | Markup | Local


@dataclass(frozen=True, slots=True, eq=False)
class Glyph:
    """A piece in its colours, `size` units wide and high; compared by identity, so that it keys caches.

    A `shared` one must stand in a picture once and be referred to, for its size or its ids. `needs` names what of it
    cairo would draw wrong, and the file that it is in.
    """

    name: str
    size: float
    shapes: tuple[Shape, ...]
    shared: bool = False
    needs: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What an empty square looks like, in its own coordinates from (0, 0); compared by identity.

    `over` lies on top of the piece there.
    """

    shapes: tuple[Shape, ...]
    over: tuple[Shape, ...] = ()


class Placed(NamedTuple):
    """A glyph scaled to `size` with its top left corner at (x, y)."""

    glyph: Glyph
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A board without pieces: all that many diagrams of one style share; compared by identity.

    `cells` holds the top left corner of each square in FEN order and `grounds` what lies there, so that a raster
    writer can draw each piece on its own square once; `dark` tells where pieces made for dark squares go. `paper` is
    the width and height in millimetres, if known, and `looks` has every piece by name and darkness of its square.
    `labels` stand in the squares and stay legible when these are coloured.
    """

    width: float
    height: float
    square: float
    shapes: tuple[Shape, ...]
    glyphs: tuple[Placed, ...]
    cells: tuple[tuple[float, float], ...]
    grounds: tuple[Ground, ...]
    dark: tuple[bool, ...] = ()
    paper: tuple[float, float] | None = None
    border: float = 0.0
    looks: Mapping[tuple[str, bool], Glyph] | None = None
    labels: tuple[Shape, ...] = ()

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of a scene in pixels. Raises ValueError for one on paper."""
        if self.width != int(self.width) or self.height != int(self.height):
            raise ValueError("a scene in fractions of a pixel")
        return int(self.width), int(self.height)


class Scene(NamedTuple):
    """A frame, the pieces on its cells (index, glyph) and what is said about the picture.

    `under` lies between the frame and the glyphs, `over` on top of them. Above and below the board and what is round it
    are `words` and, drawn like them, `figures`. What is said is in the language `lang`.
    """

    frame: Frame
    pieces: tuple[tuple[int, Glyph], ...]
    title: str
    description: str
    fen: str
    credit: str = ""
    under: tuple[Shape, ...] = ()
    over: tuple[Shape, ...] = ()
    words: tuple[Shape, ...] = ()
    figures: tuple[Placed, ...] = ()
    lang: str = "en"

    @property
    def plain(self) -> bool:
        """Whether nothing but pieces lies on the frame."""
        return not (self.under or self.over or self.words or self.figures)

    @property
    def needs(self) -> str:
        """What cairo would draw wrong of it; empty where nothing."""
        for _, glyph in self.pieces:
            if glyph.needs:
                return glyph.needs
        return next((placed.glyph.needs for placed in self.frame.glyphs + self.figures if placed.glyph.needs), "")

    def placed(self) -> Iterator[Placed]:
        """Every glyph of the picture with its place."""
        frame = self.frame
        yield from frame.glyphs
        for cell, glyph in self.pieces:
            yield Placed(glyph, *frame.cells[cell], frame.square)
        yield from self.figures


def number(value: float, decimals: int = 2) -> str:
    """A number as it is written in every output: no needless zero, never `-0`.

    Two decimals are a hundredth of a pixel, or a micrometre on paper.
    """
    text = f"{value:.{decimals}f}"
    if decimals:
        text = text.rstrip("0").rstrip(".")
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0"):
        return "-" + text[2:] if len(text) > 2 else "0"
    return text


def disc(x: float, y: float, radius: float) -> str:
    """Path data of a circle round (x, y).

    The radius is rounded before it is doubled: two halves with a hair less between their ends than they are wide would
    bulge by the root of it.
    """
    radius = round(radius, 2)
    r, d = number(radius), number(2 * radius)
    return f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z"
