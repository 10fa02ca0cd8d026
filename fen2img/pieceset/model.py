"""What a piece set is: who made it, and its pieces in the colours of a theme."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeGuard

from fen2img.position import PIECE_LETTERS
from fen2img.scene import Glyph, Group, Half, Path, Shape
from fen2img.themes import PieceColors, Theme

NAMES = tuple(side + letter for side in "wb" for letter in PIECE_LETTERS)
#: Side of the square that glyphs are drawn in.
GRID = 100.0
#: No line on paper is thinner than this: 0.25 pt, the hairline that printers ask for.
HAIRLINE_MM = 0.25 * 25.4 / 72
#: How far a halo reaches beyond the outline in print, and the units of the grid that it may take.
HALO_MM, HALO_UNITS = 0.19, (2.0, 6.0)

#: In capitals, licences under which a set may be printed in something sold: freely, or with a credit line.
_FREE = frozenset({"CC0-1.0", "MIT", "MIT-0", "ISC", "BSD-2-CLAUSE", "BSD-3-CLAUSE", "0BSD", "UNLICENSE", "OFL-1.1"})
_CREDIT = ("CC-BY-", "GPL-", "AGPL-", "LGPL-", "APACHE-")


@dataclass(frozen=True, slots=True)
class SetInfo:
    """What is known about a set; `licence` is an SPDX identifier, or `unknown`."""

    name: str
    title: str = ""
    author: str = "unknown"
    licence: str = "unknown"
    about: str = ""
    credit: str = ""

    @property
    def printable(self) -> str:
        """Whether a book or a paid page may show it: yes, credit (with the credit line), no, or ask."""
        licence = self.licence.upper()
        if "NC" in licence.split("-"):
            return "no"
        if licence in _FREE:
            return "yes"
        return "credit" if licence.startswith(_CREDIT) else "ask"

    @property
    def credit_line(self) -> str:
        """The line that the licence asks for; empty when it asks for none."""
        if self.credit or not self.licence.upper().startswith(_CREDIT):
            return self.credit
        return f"Chess pieces: {self.title or self.name} by {self.author}, {self.licence}"


class Pen(NamedTuple):
    """How pieces are drawn at a size, in units of the grid: the thinnest line, and how far a halo reaches."""

    least: float = 0.0
    halo: float = 2.75

    @classmethod
    def on_paper(cls, square: float) -> Self:
        """The pen for a square so many millimetres wide."""
        low, high = HALO_UNITS
        unit = GRID / square
        return cls(round(HAIRLINE_MM * unit, 2), round(min(max(HALO_MM * unit, low), high), 2))


PEN = Pen()


class PieceSet(ABC):
    """A set of twelve pieces. Subclasses draw one piece on one kind of square."""

    def __init__(self, info: SetInfo) -> None:
        self.info = info
        self._colored: dict[tuple[Theme, Pen], Colored] = {}

    def in_colors(self, theme: Theme, pen: Pen = PEN) -> Colored:
        """The pieces as they look with a theme and a pen; the same object for equal ones."""
        if (theme, pen) not in self._colored:
            self._colored[theme, pen] = Colored(self, theme, pen)
        return self._colored[theme, pen]

    @abstractmethod
    def shapes(self, piece: str, theme: Theme, *, dark: bool, pen: Pen = PEN) -> tuple[Shape, ...]:
        """What `wK` … `bP` looks like on a grid of 100 x 100; lines that are too thin are mended afterwards."""

    def dark_square(self, theme: Theme) -> tuple[Shape, ...]:
        """A dark square on the same grid, where the set brings its own; else nothing."""
        return ()

    def palette(self, theme: Theme) -> tuple[PieceColors, PieceColors] | None:
        """White's and Black's colours; None when the files have colours of their own."""
        return None

    #: The options of the style that change how this set looks.
    takes: frozenset[str] = frozenset()

    def source(self, piece: str) -> str:
        """The file or set that a piece comes from, for messages."""
        return f"{self.info.name}/{piece}"

    def needs(self, piece: str) -> str:
        """What of a piece cairo would draw wrong, behind the name of its file; empty where nothing."""
        return ""

    @property
    def shared(self) -> bool:
        """Whether a picture must hold each glyph once, for its size or its ids."""
        return False


class Colored(dict[tuple[str, bool], Glyph]):
    """Glyphs of a set with a theme by look (`Piece.look`) and darkness of the square, drawn when first asked for."""

    def __init__(self, pieces: PieceSet, theme: Theme, pen: Pen) -> None:
        super().__init__()
        self.pen = pen
        self.pieces = pieces
        self.theme = theme
        self.dark_square = pieces.dark_square(theme)

    def __missing__(self, key: tuple[str, bool]) -> Glyph:
        look, dark = key
        needs = max(self.pieces.needs(name) for name in _names(look))
        glyph = Glyph(look, GRID, self._shapes(look, dark), self.pieces.shared, needs)
        self[key] = glyph
        return glyph

    def _shapes(self, look: str, dark: bool) -> tuple[Shape, ...]:
        """A look is side (w, b, n), letter and quarter turns: `wK`, `nQ`, `bN*2`."""
        turns = look.partition("*")[2]
        dark = dark and not turns  # a font's own dark square would turn with the piece
        first, *second = (self._piece(name, dark) for name in _names(look))
        shapes: tuple[Shape, ...] = (Half(first, second[0], GRID),) if second else first
        return (_turned(shapes, int(turns)),) if turns else shapes

    def _piece(self, name: str, dark: bool) -> tuple[Shape, ...]:
        return _no_thinner(self.pieces.shapes(name, self.theme, dark=dark, pen=self.pen), self.pen.least)


def _names(look: str) -> list[str]:
    """The pieces that make up a look."""
    return ["w" + look[1], "b" + look[1]] if look[0] == "n" else [look[:2]]


def _no_thinner(shapes: tuple[Shape, ...], least: float) -> tuple[Shape, ...]:
    """The shapes with every line as wide as the thinnest one that may be."""
    return tuple(shape._replace(stroke_width=least) if _thinner(shape, least) else shape for shape in shapes)


def _thinner(shape: Shape, least: float) -> TypeGuard[Path]:
    return isinstance(shape, Path) and bool(shape.stroke) and shape.stroke_width < least


def _turned(shapes: tuple[Shape, ...], quarters: int) -> Group:
    """The grid turned clockwise about its middle."""
    x, y = {1: (GRID, 0.0), 2: (GRID, GRID), 3: (0.0, GRID)}[quarters]
    return Group(x, y, shapes, turn=90 * quarters)
