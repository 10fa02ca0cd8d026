"""Pieces in hand (crazyhouse), in a row at the side of the player who has them."""

from __future__ import annotations

from collections import Counter

from fen2img.captions import BOLD, Place
from fen2img.pieceset import Colored
from fen2img.position import PIECE_LETTERS, Position, Side
from fen2img.scene import Group, Path, Placed, Shape
from fen2img.sizes import POCKET
from fen2img.text import outline, units
from fen2img.themes import Theme

#: Shares of a square: a piece, the size of its number, the distance to the board.
PIECE, NUMBER = 0.84, 0.36
GAP = POCKET - PIECE
#: Kinds that can be in hand, and how far one is from the next: more than a square, as the number belongs to one alone.
KINDS = PIECE_LETTERS.replace("K", "")
STEP, LEAST = 1.5, 1.25
#: Where the ink of a piece ends at its right and at its foot, in shares of the piece.
RIGHT, FOOT = 0.93, 0.896


def draw_pockets(
    position: Position, view: Side, place: Place, theme: Theme, pieces: Colored
) -> tuple[tuple[Shape, ...], tuple[Placed, ...]]:
    """The numbers and the pieces, from the left, the most valuable kind first; one alone has no number."""
    shapes: list[Shape] = []
    figures: list[Placed] = []
    step = min(STEP * place.square, place.width / len(KINDS))  # so that all kinds fit beside a narrow board, too
    unit = min(place.square, step / LEAST)
    side = PIECE * unit
    sides: tuple[Side, Side] = ("white", "black")
    for player in sides:
        y = place.bottom + GAP * place.square if player == view else place.top - POCKET * place.square
        y += (PIECE * place.square - side) / 2
        held = Counter(piece.letter for piece in position.pockets if piece.side == player)
        for i, letter in enumerate(letter for letter in KINDS if held[letter]):
            x = place.left + i * step
            figures.append(Placed(pieces[player[0] + letter, False], x, y, side))
            if held[letter] > 1:
                shapes.append(_number(str(held[letter]), x + RIGHT * side, y + FOOT * side, unit, theme))
    return tuple(shapes), tuple(figures)


def _number(text: str, x: float, y: float, unit: float, theme: Theme) -> Shape:
    shape = Path(outline(text, BOLD, None).d, theme.ink)
    return Group(x, y, (shape,), NUMBER * unit / units(None))
