"""Layout: Diagram + Style -> Scene. Pure geometry; owns where a square lies."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from fen2img.color import Color, contrast
from fen2img.diagram import Diagram
from fen2img.memo import by_identity, each
from fen2img.options import MM_PER_INCH
from fen2img.pieceset import GRID, PEN, Colored, Pen, PieceSet, load_set
from fen2img.position import Position, Side, Square, man_of
from fen2img.scene import Frame, Glyph, Ground, Group, Local, Path, Placed, Rect, Scene, Shape, disc, number
from fen2img.sizes import COORDINATE_STRIP, MARKER_STRIP, NO_ROOM, PAPER_UNITS, POCKET, Box, Room, paper_size, solve
from fen2img.style import CSS_DPI, Style
from fen2img.text import EM, Outline, outline
from fen2img.themes import Theme
from fen2img.words import spoken

if TYPE_CHECKING:
    from fen2img.captions import Place, Words
    from fen2img.strokes import Point

#: Shares of a square: font sizes and, below, the marker.
FONT_OUTSIDE = 0.38
FONT_INSIDE = 0.25
#: No label is set smaller than this, in millimetres (5.4 pt, or 7 px on a screen), while the square has room for it.
LEGIBLE = 1.9
MARKER_SIZE = 0.34
#: Where the ink of a king begins and ends in its square, from the top: every bundled set nearly keeps to it.
KING_INK = (0.07, 0.896)
WEIGHT = 500
#: Side of a square of a diagram as books have it, 60 mm wide, in millimetres.
BOOK_SQUARE = 7.1


def layout(diagram: Diagram, style: Style, *, paper: bool = False) -> Scene:
    """The scene of a diagram.

    With `paper` a physical size is laid out exactly, in tenths of a millimetre; otherwise everything lies on
    whole pixels. Raises OptionError when the size asked for cannot hold the board.
    """
    position = diagram.shown
    mover = position.turn if style.marker != "none" else None
    view = style.view(position.turn, diagram.orientation)
    paper = paper and style.width is not None
    words = _words_of(diagram, style, view) if style.has_words else None
    room = Room(words.top, words.bottom) if words else NO_ROOM
    if style.pockets:
        room = Room(room.top + POCKET, room.bottom + POCKET)
    pieces = _set_of(style)  # which may be another one under the same name, newly installed
    setting = _setting(style, pieces, position.width, position.height, view, mover, paper, room)
    frame, placed, credit = setting.frame, setting.pieces(position), setting.credit
    under, over = _marks(diagram, style, frame, paper) if diagram.marks else ((), ())
    written, figures = _words(words, style, frame, diagram) if words else ((), ())
    if style.pockets:
        more, held = _pockets(position, style, frame, view)
        written, figures = (*written, *more), (*figures, *held)
    said = spoken(position, diagram.marks, hand=style.pockets)
    title = words.title if words else diagram.heading
    return Scene(frame, placed, title, said, position.fen(), credit, under, over, written, figures)


class _Setting:
    """A frame with the pieces for it: all that many diagrams of one style share, resolved once."""

    def __init__(self, frame: Frame, looks: Colored, credit: str) -> None:
        self.frame = frame
        self.looks = looks
        self.credit = credit
        self._men = _Places(looks, frame.dark)

    def pieces(self, position: Position) -> tuple[tuple[int, Glyph], ...]:
        """The pieces of a position with their cells."""
        if position._men is not None:
            return each(self._men, position._men)
        looks, dark = self.looks, self.frame.dark
        return tuple([(cell, looks[piece.look, dark[cell]]) for cell, piece in enumerate(position.pieces) if piece])


class _Places(dict[int, tuple[int, Glyph]]):
    """The cell and the glyph of each man on a board of 8 x 8 that was seen."""

    def __init__(self, looks: Colored, dark: tuple[bool, ...]) -> None:
        super().__init__()
        self.looks = looks
        self.dark = dark

    def __missing__(self, man: int) -> tuple[int, Glyph]:
        cell, piece = man_of(man)
        self[man] = found = cell, self.looks[piece.look, self.dark[cell]]
        return found


@by_identity
@lru_cache(maxsize=64)
def _setting(
    style: Style,
    pieces: PieceSet,
    files: int,
    ranks: int,
    view: Side,
    mover: Side | None,
    paper: bool,
    room: Room,
) -> _Setting:
    frame = frame_of(style, files, ranks, view, mover, paper, room)
    looks = pieces.in_colors(style.colors, _pen(style, frame.square, paper))
    return _Setting(frame, looks, pieces.info.credit_line if style.credits else "")


# Marks, words and hatching are imported where they are drawn: a start without them is a third sooner.


def _words_of(diagram: Diagram, style: Style, view: Side) -> Words:
    from fen2img.captions import words_of

    return words_of(diagram, style, view)


def _words(words: Words, style: Style, frame: Frame, diagram: Diagram) -> tuple[tuple[Shape, ...], tuple[Placed, ...]]:
    """The words above and below the board."""
    from fen2img.captions import draw_words

    place = _place(style, frame, diagram.position)
    if style.pockets:
        pocket = POCKET * frame.square
        place = place._replace(top=place.top - pocket, bottom=place.bottom + pocket)
    return draw_words(words, place, style.colors, style.font_file, pieces_of(style))


def _pockets(
    position: Position, style: Style, frame: Frame, view: Side
) -> tuple[tuple[Shape, ...], tuple[Placed, ...]]:
    """The pieces in hand, next to the board above and below it."""
    from fen2img.pockets import draw_pockets

    return draw_pockets(position, view, _place(style, frame, position), style.colors, pieces_of(style))


def _place(style: Style, frame: Frame, position: Position) -> Place:
    """Where something above and below the board goes."""
    from fen2img.captions import Place

    s, files, ranks = frame.square, position.width, position.height
    left, top = (min(corner[i] for corner in frame.cells) for i in (0, 1))
    strips = (style.coordinates == "all", style.coordinates in ("all", "outside"))
    above, below = (COORDINATE_STRIP * s * strip + frame.border for strip in strips)
    return Place(left, files * s, top - above, top + ranks * s + below, s)


def _marks(diagram: Diagram, style: Style, frame: Frame, paper: bool) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
    """The marks below and above the pieces."""
    from fen2img.board import Board
    from fen2img.marking import draw_marks

    position = diagram.shown
    corners = _corners(frame, position.width, position.height)
    unit = _hatch_unit(style, paper, frame.square)
    occupied = frozenset(square for square, piece in zip(corners, position.pieces, strict=True) if piece)
    mono = style.colors.mono or style.color in ("gray", "bw")  # greys alone would not tell colours apart
    board = Board(corners, frame.square, unit, style.colors, occupied, mono, style.font_file)
    under, over = draw_marks(diagram.marks, board)
    return under + frame.labels if under else (), over


@lru_cache(maxsize=16)
def _corners(frame: Frame, width: int, height: int) -> dict[Square, Point]:
    """The top left corner of each square, in FEN order."""
    from fen2img.strokes import Point

    squares = (Square(i % width, height - 1 - i // width) for i in range(width * height))
    return {square: Point(*corner) for square, corner in zip(squares, frame.cells, strict=True)}


def _unit(style: Style, paper: bool) -> float:
    """Units of the scene per millimetre."""
    return PAPER_UNITS if paper else (style.pixels_per_inch or CSS_DPI) / MM_PER_INCH


def _hatch_unit(style: Style, paper: bool, square: float) -> float:
    """The same for hatching: a picture in pixels shows what a diagram of 60 mm looks like."""
    return _unit(style, paper) if paper or style.pixels_per_inch else square / BOOK_SQUARE


def pieces_of(style: Style, pen: Pen = PEN) -> Colored:
    """The pieces that a style asks for, in its colours. Raises PieceSetError."""
    return _set_of(style).in_colors(style.colors, pen)


def _set_of(style: Style) -> PieceSet:
    return load_set(style.pieces, style.font_map, style.piece_letters)


def _pen(style: Style, square: float, paper: bool) -> Pen:
    """Lines and halo in millimetres where the size is one on paper, so that small and large diagrams match."""
    return Pen.on_paper(square / _unit(style, paper)) if style.width else PEN


@lru_cache(maxsize=64)
def frame_of(
    style: Style, files: int, ranks: int, view: Side, mover: Side | None, paper: bool, room: Room = NO_ROOM
) -> Frame:
    """The board without pieces; equal arguments give the same object."""
    box = solve(style, files, ranks, paper, room)
    theme = style.colors
    cells = tuple(_cell(box, files, ranks, view, i) for i in range(files * ranks))
    squares = [Square(i % files, ranks - 1 - i // files) for i in range(files * ranks)]
    unit = _unit(style, paper)
    own_dark = pieces_of(style).dark_square
    hatch_unit = _hatch_unit(style, paper, box.square)
    plain = {dark: _plain(theme, own_dark, dark, box.square, hatch_unit) for dark in (False, True)}
    shapes = _board(style, theme, box, files, ranks)
    shapes += _dark(theme, own_dark, box.square, hatch_unit, [c for c, q in zip(cells, squares, strict=True) if q.dark])
    grounds = [plain[q.dark] for q in squares]
    labels = _labels_inside(style, theme, box, squares, cells, unit)
    inside = tuple(Local(cell, (Group(*cells[cell], label),)) for cell, label in labels)
    shapes += inside
    for cell, label in labels:
        grounds[cell] = Ground((*grounds[cell].shapes, *label))
    shapes += _labels_outside(style, theme, box, files, ranks, view)
    looks = pieces_of(style, _pen(style, box.square, paper))
    marker, glyphs = _marker(style, theme, box, files, ranks, view, mover, looks)
    shapes += marker
    size = paper_size(style, box, paper)
    dark = tuple(bool(own_dark) and q.dark for q in squares)
    drawn = tuple(shapes), glyphs, cells, tuple(grounds)
    return Frame(box.width, box.height, box.square, *drawn, dark, size, box.border, looks, inside)


def _cell(box: Box, files: int, ranks: int, view: Side, index: int) -> tuple[float, float]:
    """Top left corner of the square of FEN entry `index`: the one place that knows the orientation."""
    row, column = divmod(index, files)
    if view == "black":
        row, column = ranks - 1 - row, files - 1 - column
    return box.x + column * box.square, box.y + row * box.square


# --- the board -------------------------------------------------------------------------------------------------


def _board(style: Style, theme: Theme, box: Box, files: int, ranks: int) -> list[Shape]:
    """Background, border and the light squares."""
    shapes: list[Shape] = []
    background = style.background or theme.background
    if background.alpha:
        shapes.append(Rect(0, 0, box.width, box.height, background))
    wide, high, b = files * box.square, ranks * box.square, box.border
    if b:
        shapes.append(Rect(box.x - b, box.y - b, wide + 2 * b, high + 2 * b, theme.frame))
    shapes.append(Rect(box.x, box.y, wide, high, theme.light))
    return shapes


def _plain(theme: Theme, own_dark: tuple[Shape, ...], dark: bool, square: float, unit: float) -> Ground:
    """An empty square by itself."""
    base = Rect(0, 0, square, square, theme.light)
    return Ground((base, *_dark(theme, own_dark, square, unit, [(0, 0)])) if dark else (base,))


def _dark(
    theme: Theme, own_dark: tuple[Shape, ...], square: float, unit: float, corners: list[tuple[float, float]]
) -> list[Shape]:
    """The dark squares with these top left corners, as one path; light ones lie below already.

    A piece set that has a dark square of its own draws it itself.
    """
    if own_dark:
        return [Group(x, y, own_dark, square / GRID) for x, y in corners]
    if theme.hatch:
        from fen2img.hatching import rising

        one = rising(theme.hatch, square, unit)
        d = "".join(f"M{number(x + a)} {number(y + b)}{d}" for x, y in corners for (a, b), d in one)
        return [Path(d, theme.hatch.color)]
    side = number(square)
    d = "".join(f"M{number(x)} {number(y)}h{side}v{side}h-{side}z" for x, y in corners)
    return [Path(d, theme.dark)]


# --- coordinates -----------------------------------------------------------------------------------------------


def _text(shape: Outline, x: float, y: float, size: float, *paints: Path) -> Group:
    """Outlined text with its baseline starting at (x, y); each paint is a path without data, strokes in `EM` units."""
    return Group(x, y, tuple(paint._replace(d=shape.d) for paint in paints), size / EM)


def _labels_outside(style: Style, theme: Theme, box: Box, files: int, ranks: int, view: Side) -> list[Shape]:
    """Letters below (and above) the board, digits at its left (and right)."""
    if style.coordinates not in ("outside", "all"):
        return []
    size, strip, ink = FONT_OUTSIDE * box.square, COORDINATE_STRIP * box.square, Path("", theme.ink)
    em = size / EM
    cap, x_height = outline("1", WEIGHT), outline("x", WEIGHT)
    left, top = box.x - box.border, box.y - box.border
    right, bottom = box.x + files * box.square + box.border, box.y + ranks * box.square + box.border
    both = style.coordinates == "all"
    shapes: list[Shape] = []
    for column in range(files):
        letter = outline(chr(97 + (column if view == "white" else files - 1 - column)), WEIGHT)
        x = box.x + (column + 0.5) * box.square - letter.middle * em
        # Letters stand on a common baseline; the x-height is centred, a little low for the ascenders.
        rise = (x_height.bottom + x_height.top) / 2 * em - 0.04 * size
        ys = [bottom + strip / 2, top - strip / 2][: 1 + both]
        shapes += [_text(letter, x, y - rise, size, ink) for y in ys]
    for row in range(ranks):
        digits = outline(str(ranks - row if view == "white" else row + 1), WEIGHT)
        y = box.y + (row + 0.5) * box.square - (cap.top + cap.bottom) / 2 * em
        xs = [left - strip / 2, right + strip / 2][: 1 + both]
        shapes += [_text(digits, x - digits.middle * em, y, size, ink) for x in xs]
    return shapes


def _labels_inside(
    style: Style, theme: Theme, box: Box, squares: list[Square], cells: tuple[tuple[float, float], ...], unit: float
) -> list[tuple[int, tuple[Group, ...]]]:
    """Digits in the top left of the leftmost squares, letters in the bottom right of the lowest ones.

    Gives the index of each labelled square and the label in coordinates of that square.
    """
    if style.coordinates != "inside":
        return []
    lowest, leftmost = max(y for _, y in cells), min(x for x, _ in cells)
    return [
        (i, _label_inside(theme, box.square, unit, squares[i], digits=x == leftmost, letter=y == lowest))
        for i, (x, y) in enumerate(cells)
        if x == leftmost or y == lowest
    ]


def _label_inside(
    theme: Theme, side: float, unit: float, square: Square, *, digits: bool, letter: bool
) -> tuple[Group, ...]:
    size, pad, weight = max(FONT_INSIDE * side, min(LEGIBLE * unit, 0.3 * side)), 0.06 * side, WEIGHT + 100
    em = size / EM
    paints = [Path("", _label_color(theme, square.dark))]
    if theme.halo:  # hatching must not run into a label either
        paints.insert(0, Path("", None, theme.light, 0.35 * EM, "round", "round"))
    labels = []
    if digits:
        shape = outline(str(square.rank + 1), weight)
        labels.append(_text(shape, pad - shape.left * em, pad - shape.top * em, size, *paints))
    if letter:
        shape = outline(chr(97 + square.file), weight)
        # One baseline for all letters, high enough for the tail of the g.
        base = side - pad - outline("g", weight).bottom * em * 0.75
        labels.append(_text(shape, side - pad - shape.right * em, base, size, *paints))
    return tuple(labels)


def _label_color(theme: Theme, dark: bool) -> Color:
    """Labels in the squares: the ink or the colour of light squares, whichever stands out more."""
    ground = theme.dark if dark else theme.light
    return max(theme.ink, theme.light, key=lambda color: contrast(color, ground))


# --- the side to move ------------------------------------------------------------------------------------------


def _marker(
    style: Style, theme: Theme, box: Box, files: int, ranks: int, view: Side, mover: Side | None, looks: Colored
) -> tuple[list[Shape], tuple[Placed, ...]]:
    """The sign of the side to move, at the right of the board, level with that side's first rank."""
    if mover is None:
        return [], ()
    s = box.square
    strip = COORDINATE_STRIP * s if style.coordinates == "all" else 0.0
    x = box.x + files * s + box.border + strip + MARKER_STRIP * s * 0.53
    below = mover == view
    if style.marker == "king":
        size = MARKER_STRIP * s
        top, bottom = box.y - box.border, box.y + ranks * s + box.border
        y = bottom - KING_INK[1] * size if below else top - KING_INK[0] * size
        king = looks[f"{mover[0]}K", False]
        return [], (Placed(king, x - size / 2, y, size),)
    half = MARKER_SIZE * s / 2
    y = box.y + ranks * s + box.border - half if below else box.y - box.border + half
    paint = theme.sides()[mover == "black"]
    line = max(paint.outline, theme.ink, key=lambda color: contrast(color, theme.background))
    return [_marker_path(style.marker, mover, x, y, half, s * 0.035, paint.body, line)], ()


def _marker_path(kind: str, mover: Side, x: float, y: float, half: float, line: float, fill: Color, ink: Color) -> Path:
    """Square, dot or triangle round (x, y), `half` wide to each side with its outline."""
    r = half - line / 2
    n = number
    if kind == "square":
        d = f"M{n(x - r)} {n(y - r)}h{n(2 * r)}v{n(2 * r)}h{n(-2 * r)}z"
    elif kind == "dot":
        d = disc(x, y, r)
    else:
        # White's triangle points up the board, Black's down.
        up = 1 if mover == "white" else -1
        d = f"M{n(x - r)} {n(y + up * r)}h{n(2 * r)}L{n(x)} {n(y - up * r)}z"
    return Path(d, fill, ink, line, "miter" if kind == "square" else "round")
