"""The board as text for a terminal: Diagram + Style -> lines, in colour or plain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple, TextIO

from fen2img.board import blend
from fen2img.color import Color, contrast, rgb
from fen2img.diagram import Diagram
from fen2img.marks import MARKS, Mark
from fen2img.position import SYMBOLS, Piece, Position, Side, Square
from fen2img.style import Style
from fen2img.themes import Theme

When = Literal["auto", "always", "never"]
Depth = Literal["none", "256", "full"]

#: The chess symbols of Unicode (U+2654 to U+265F), White's first.
OUTLINED, FILLED = "♔♕♖♗♘♙", "♚♛♜♝♞♟"
EMPTY, ASCII_EMPTY = "·", "."
#: Asks for the black pawn as text: by itself it may be shown as a picture of two columns.
_AS_TEXT = "\ufe0e"
#: Least contrast of pieces with their squares; where they have less, the squares get darker or lighter.
LEGIBLE = 2.0
#: Marks that colour whole squares.
TINTS = ("area", "lastmove", "highlight", "check", "legal")
#: The colours that terminals of 256 have for sure: a cube of 6 x 6 x 6 from 16 on, greys from 232 on.
_CUBE = (0, 95, 135, 175, 215, 255)
RESET, BOLD = "\x1b[0m", "\x1b[1m"


class Screen(NamedTuple):
    """What a terminal shows: no colours, 256 or all; the symbols of Unicode or letters."""

    depth: Depth = "none"
    unicode: bool = True

    def bold(self, text: str) -> str:
        """A text in bold, where there are colours."""
        return f"{BOLD}{text}{RESET}" if self.depth != "none" else text


def screen_of(stream: TextIO, environ: Mapping[str, str], when: When = "auto", *, ascii: bool = False) -> Screen:
    """What a stream shows, by what it is and by what the environment says; nobody is asked anything."""
    term = environ.get("TERM", "")
    capable = bool(term or environ.get("WT_SESSION") or environ.get("COLORTERM"))
    wanted = stream.isatty() and capable and term != "dumb" and not environ.get("NO_COLOR")
    depth: Depth = "none"
    if when == "always" or (when == "auto" and wanted):
        full = environ.get("COLORTERM") in ("truecolor", "24bit") or bool(environ.get("WT_SESSION"))
        depth = "full" if full else "256"
    # The console of Linux takes UTF-8, but its fonts have no figures of chess.
    return Screen(depth, not ascii and term != "linux" and _encodes(stream, OUTLINED + FILLED + EMPTY))


def _encodes(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def board_text(diagram: Diagram, style: Style, screen: Screen = Screen()) -> str:  # noqa: B008
    """The board, a line a rank, seen from the side that the style asks for.

    Pieces that are hidden are not shown. Of the marks those that colour squares are; `words.mark_words` names them all.
    """
    position = diagram.shown
    view = style.view(position.turn, diagram.orientation)
    ranks = [*range(position.height)] if view == "black" else [*range(position.height - 1, -1, -1)]
    files = [*range(position.width - 1, -1, -1)] if view == "black" else [*range(position.width)]
    rows = [[Square(file, rank) for file in files] for rank in ranks]
    writer = _Plain(diagram, screen) if screen.depth == "none" else _Colored(diagram, style, screen)
    lines = [writer.row(squares) for squares in rows]
    if style.coordinates == "none":
        return "\n".join(line.rstrip() for line in lines)
    both = style.coordinates == "all"
    wide = len(str(position.height))
    sides = [(f"{rank + 1:>{wide}}", line) for rank, line in zip(ranks, lines, strict=True)]
    out = [f"{label} {line}{f' {label.strip()}' * both}" for label, line in sides]
    letters = " " * (wide + 1) + writer.letters([chr(97 + file) for file in files])
    return "\n".join(line.rstrip() for line in [letters] * both + out + [letters])


def _signs(position: Position, screen: Screen, *, filled: bool) -> dict[Piece | None, str]:
    """What stands for each piece of a position; letters where one is turned or neutral, which no symbol is."""
    pieces = {piece for piece in position.pieces if piece}
    if not screen.unicode or any(piece.turns or piece.neutral for piece in pieces):
        return {None: EMPTY if screen.unicode else ASCII_EMPTY, **{piece: piece.symbol for piece in pieces}}
    symbols = dict(zip(SYMBOLS, (FILLED if filled else OUTLINED) + FILLED, strict=True))
    return {None: EMPTY, **{piece: symbols[piece.symbol] for piece in pieces}}


class _Plain:
    """Rows without colour: White's pieces are outlines or capital letters, marked squares stand in brackets."""

    def __init__(self, diagram: Diagram, screen: Screen) -> None:
        self.position = diagram.shown
        self.signs = _signs(self.position, screen, filled=False)
        self.wide = max(map(len, self.signs.values()))
        self.marked = {square for mark in diagram.marks if mark.kind in TINTS for square in _covered(mark)}

    def row(self, squares: list[Square]) -> str:
        """A rank."""
        out, before = "", False
        for square in squares:
            marked = square in self.marked
            out += {(False, True): "[", (True, False): "]", (True, True): "|"}.get((before, marked), " ")
            out += f"{self.signs[self.position.piece_at(square)]:^{self.wide}}"
            before = marked
        return out + "]" * before

    def letters(self, files: list[str]) -> str:
        """The letters of the files."""
        return "".join(f" {file:^{self.wide}}" for file in files)


class _Colored:
    """Rows of squares in the colours of the theme; both sides have filled symbols, in their own colours."""

    def __init__(self, diagram: Diagram, style: Style, screen: Screen) -> None:
        self.position = diagram.shown
        self.inks = inks_of(style.colors)
        apart = contrast(self.inks.white, self.inks.black) >= LEGIBLE
        self.signs = _signs(self.position, screen, filled=apart)
        self.wide = max(map(len, self.signs.values())) + 2
        self.depth = screen.depth
        self.tints = _tints(diagram, self.inks)

    def row(self, squares: list[Square]) -> str:
        """A rank."""
        return "".join(map(self._cell, squares)) + RESET

    def _cell(self, square: Square) -> str:
        """A square with what stands on it."""
        piece = self.position.piece_at(square)
        ground = self.tints.get(square) or self.inks.ground(square)
        if piece is None:
            return _sgr(ground, None, self.depth) + " " * self.wide
        text = f"{self.signs[piece]:^{self.wide}}"
        ink = blend(self.inks.white, self.inks.black, 0.5) if piece.neutral else self.inks.of(piece.side)
        return _sgr(_under(ink, ground), ink, self.depth) + text.replace(FILLED[-1], FILLED[-1] + _AS_TEXT)

    def letters(self, files: list[str]) -> str:
        """The letters of the files."""
        return "".join(f"{file:^{self.wide}}" for file in files)


class Inks(NamedTuple):
    """The colours of a board in a terminal."""

    light: Color
    dark: Color
    white: Color
    black: Color

    def ground(self, square: Square) -> Color:
        """The colour of a square."""
        return self.dark if square.dark else self.light

    def of(self, side: Side) -> Color:
        """The colour of the pieces of a side."""
        return self.white if side == "white" else self.black


@lru_cache(maxsize=16)
def inks_of(theme: Theme) -> Inks:
    """The colours of a theme, its squares a little darker or lighter where pieces without outlines would not show."""
    white, black = (side.body for side in theme.sides())
    dark = blend(theme.light, theme.hatch.color, theme.hatch.width / theme.hatch.pitch) if theme.hatch else theme.dark
    light = theme.light
    for step in range(20):
        for target in (rgb("#000"), rgb("#fff")):
            squares = blend(light, target, step / 40), blend(dark, target, step / 40)
            if all(contrast(ink, square) >= LEGIBLE for ink in (white, black) for square in squares):
                return Inks(*squares, white, black)
    return Inks(light, dark, white, black)


def _under(ink: Color, ground: Color) -> Color:
    """A ground on which an ink shows: the ink says whose piece it is, so it is the ground that gives way."""
    away = max((rgb("#000"), rgb("#fff")), key=lambda color: contrast(color, ink))
    grounds = (blend(ground, away, step / 20) for step in range(21))
    return next(color for color in grounds if contrast(ink, color) >= LEGIBLE)


def _tints(diagram: Diagram, inks: Inks) -> dict[Square, Color]:
    """The colours of squares under marks, in the order of their kinds."""
    marks = [mark for kind in TINTS for mark in diagram.marks if mark.kind == kind]
    if not marks:
        return {}
    from fen2img.marking import STRENGTH

    tints: dict[Square, Color] = {}
    for mark in marks:
        color = mark.color or MARKS[mark.kind].color
        for square in _covered(mark):
            tints[square] = blend(tints.get(square) or inks.ground(square), color, STRENGTH[mark.kind])
    return tints


def _covered(mark: Mark) -> Iterator[Square]:
    """The squares that a mark colours: of an area all from corner to corner."""
    if mark.kind != "area":
        yield from mark.squares
        return
    files, ranks = (sorted(side) for side in zip(*mark.squares, strict=True))
    for file in range(files[0], files[-1] + 1):
        for rank in range(ranks[0], ranks[-1] + 1):
            yield Square(file, rank)


def _sgr(ground: Color, ink: Color | None, depth: Depth) -> str:
    """The sequence that sets background and foreground (ECMA-48, 8.3.117; ISO 8613-6 for their colours)."""
    parts = [f"48;{_code(ground, depth)}", *([f"38;{_code(ink, depth)}"] if ink else [])]
    return f"\x1b[{';'.join(parts)}m"


def _code(color: Color, depth: Depth) -> str:
    return f"2;{color.red};{color.green};{color.blue}" if depth == "full" else f"5;{_nearest(color)}"


@lru_cache(maxsize=256)
def _nearest(color: Color) -> int:
    """The number of the nearest of the 240 colours that all terminals of 256 share."""
    cube = {
        16 + 36 * r + 6 * g + b: (_CUBE[r], _CUBE[g], _CUBE[b]) for r in range(6) for g in range(6) for b in range(6)
    }
    table = cube | {232 + i: (8 + 10 * i,) * 3 for i in range(24)}
    return min(table, key=lambda number: (_distance(table[number], color[:3]), number))


def _distance(one: tuple[int, ...], two: tuple[int, ...]) -> int:
    """How far two colours are from each other; the differences of their parts, which make the hue, count too."""
    red, green, blue = (a - b for a, b in zip(one, two, strict=True))
    return int(red**2 + green**2 + blue**2 + (red - green) ** 2 + (green - blue) ** 2)
